package app

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/kit"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// help is the help overlay of a screen: its keys, a description of the screen, the rules, the words. The
// texts are "help.TOPIC.TAB" in the catalogue, one line a line feed.
type help struct {
	topic_ string
	tab    int
	top    int // the first row in view
	last   int // the largest top in the window in which it was last drawn
}

// HelpTabs are the parts of every help.
var HelpTabs = []string{"keys", "screen", "rules", "words"}

func newHelp(a *App) *help {
	h := &help{topic_: "shell"}
	for i := len(a.Stack) - 1; i >= 0; i-- {
		if t, ok := a.Stack[i].(helped); ok {
			h.topic_ = t.Topic()
			break
		}
	}
	return h
}

func (h *help) Over() {}

// text returns a part of the topic's help, in its form for pictures where those are drawn. The topic
// "review.exhibit" falls back to "review", and that to the shell.
func (h *help) text(a *App) []string {
	topic, more := h.topic_, true
	for more && !words.Has("help."+topic+"."+HelpTabs[h.tab]) {
		i := strings.LastIndex(topic, ".")
		if more = i >= 0; more {
			topic = topic[:i]
		} else {
			topic = "shell"
		}
	}
	key := "help." + topic + "." + HelpTabs[h.tab]
	if HelpTabs[h.tab] == "keys" && a.Touched() { // a finger has the same everywhere
		key = "help.touch"
	}
	if a.House.Alone && words.Has(key+".alone") {
		key += ".alone"
	}
	if a.Glyphs == ui.LevelRich && words.Has(key+".rich") {
		key += ".rich" // the signs differ on ui.LevelRich
	}
	return strings.Split(a.T(key), "\n")
}

func (h *help) Commands(a *App) []Command {
	last := h.last
	h.top = min(h.top, last)
	scroll := func(top int) func(*App) {
		return func(*App) { h.top = min(max(top, 0), last) }
	}
	turn := func(a *App, by int) { h.Handle(a, ui.TabHit((h.tab+len(HelpTabs)+by)%len(HelpTabs))) }
	return []Command{
		{Key: "tab", Bar: "key.nextpage", Turn: turn}, {Key: "leftright", Turn: turn},
		{Key: "updown", Bar: "key.scroll", Off: last == 0, Turn: func(a *App, by int) { scroll(h.top + by)(a) }},
		{Key: "home", Also: []ui.Key{"pgup"}, Do: scroll(0)},
		{Key: "end", Also: []ui.Key{"pgdn", "space"}, Do: scroll(last)},
		{Key: "esc", Also: []ui.Key{"q", "enter", "?", "backspace"}, Bar: "key.close", Do: (*App).Pop},
	}
}

func (h *help) Handle(_ *App, msg tea.Msg) {
	switch msg := msg.(type) {
	case ui.TabHit:
		h.tab, h.top = int(msg), 0
	case ui.Key:
		if i := int(msg[0]) - '1'; len(msg) == 1 && i >= 0 && i < len(HelpTabs) {
			h.tab, h.top = i, 0
		}
	}
}

// Draw draws the help; once more if the text does not need the keys that were drawn, or needs others.
func (h *help) Draw(a *App, c *ui.Canvas) {
	fits := h.last == 0
	a.DrawOver(c, h.Overlay(a))
	if fits != (h.last == 0) {
		a.DrawOver(c, h.Overlay(a))
	}
}

// The usual cells of a help and its least rows.
const helpWidth, helpLeast = 74, 15

// Overlay shows the parts as tabs, the open one, and a running clock.
func (h *help) Overlay(a *App) Overlay {
	tabs := kit.Tabs{Open: h.tab}
	for i, t := range HelpTabs {
		tabs.Labels = append(tabs.Labels, a.Keyed(Itoa(i+1), a.T("help.tab."+t)))
	}
	col := kit.Col(1, 0, kit.Item{Block: tabs}, kit.Item{Block: &helpText{lines: h.text(a), keys: HelpTabs[h.tab] == "keys", h: h}, Fill: 1})
	if clock := a.Clock(); clock != "" {
		col.Items = append(col.Items, kit.Item{Block: kit.Text{Text: a.T("help.clock") + " " + clock}, Drop: 1})
	}
	return Overlay{Title: a.T("help.title"), Body: col, Usual: a.T("help.msg"), Keys: a.Bar(h.Commands(a)), W: helpWidth}
}

package app

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// help is the help overlay of a screen: its keys, a description of the screen, the rules, the words. The
// texts are "help.TOPIC.TAB" in the catalogue, one line a line feed.
type help struct {
	topic_ string
	tab    int
	top    int // the first line in view
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

// text returns a part of the topic's help. The topic "review.exhibit" falls back to "review", and that to
// the shell.
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
	if a.House.Alone && words.Has(key+".alone") {
		key += ".alone"
	}
	return strings.Split(a.T(key), "\n")
}

const helpRows = 15

func (h *help) Commands(a *App) []Command {
	last := max(len(h.text(a))-helpRows, 0)
	scroll := func(top int) func(*App) {
		return func(*App) {
			h.top = min(max(top, 0), last)
		}
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

func (h *help) Draw(a *App, c *ui.Canvas) {
	const w = 78
	if at := c.Area(); at.W < w+8 { // the little that would be visible beside it is useless
		c.Fill(at, ui.Text)
	}
	g := ui.OverlayBox(c, w, 21, a.T("help.title"))
	var labels []string
	for i, t := range HelpTabs {
		labels = append(labels, Itoa(i+1)+" "+a.T("help.tab."+t))
	}
	ui.Tabs(g, 2, 0, labels, h.tab, func(i int) any { return ui.TabHit(i) })
	lines := h.text(a)
	var columns map[int]bool
	if c.Rich && HelpTabs[h.tab] == "keys" {
		columns = helpColumns(lines)
	}
	for i, line := range lines[min(h.top, len(lines)):min(h.top+helpRows, len(lines))] {
		if c.Rich {
			helpLine(g, 2+i, line, helpKeys(line, columns))
			continue
		}
		g.TextCut(2, 2+i, g.W()-3, ui.Panel, line)
	}
	if h.top+helpRows < len(lines) {
		g.Text(g.W()-4, g.H()-1, ui.Panel, "v")
	}
	if clock := a.Clock(); clock != "" {
		g.TextCut(2, g.H()-1, g.W()-8, ui.Panel, a.T("help.clock")+" "+clock)
	}
	a.Row22(c, a.T("help.msg"))
	ui.Keys(c, a.Bar(h.Commands(a)))
}

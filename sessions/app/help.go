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
	if a.House.Alone && words.Has(key+".alone") {
		key += ".alone"
	}
	if a.Glyphs == ui.LevelRich && words.Has(key+".rich") {
		key += ".rich" // the signs differ on ui.LevelRich
	}
	return strings.Split(a.T(key), "\n")
}

// helpRows and helpHeight are the lines in view of a help and the height of its box.
const helpRows, helpHeight = 15, 21

// airy returns the lines with keys a row apart, if all fit where keys stand on caps: in adjacent rows caps
// would run together.
func (h *help) airy(a *App, lines []string) ([]string, bool) {
	if a.Glyphs != ui.LevelRich || HelpTabs[h.tab] != "keys" {
		return lines, false
	}
	apart, columns := make([]string, 0, 2*len(lines)), helpColumns(lines)
	for i, line := range lines {
		if i > 0 && len(helpKeys(lines[i-1], columns)) > 0 && len(helpKeys(line, columns)) > 0 {
			apart = append(apart, "")
		}
		apart = append(apart, line)
	}
	if len(apart) > max(ui.BodyRect(a.W, a.H).H, helpHeight)-(helpHeight-helpRows) {
		return lines, false
	}
	return apart, true
}

func (h *help) Commands(a *App) []Command {
	lines, airy := h.airy(a, h.text(a))
	last := max(len(lines)-helpRows, 0)
	if airy {
		last = 0
	}
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
	lines, airy := h.airy(a, h.text(a))
	height, rows := helpHeight, helpRows
	if airy {
		rows = max(rows, len(lines))
		height += rows - helpRows
	}
	g := ui.OverlayBox(c, w, height, a.T("help.title"))
	var labels []string
	for i, t := range HelpTabs {
		labels = append(labels, Itoa(i+1)+" "+a.T("help.tab."+t))
	}
	ui.Tabs(g, 2, 0, labels, h.tab, func(i int) any { return ui.TabHit(i) })
	var columns map[int]bool
	if c.Rich && HelpTabs[h.tab] == "keys" {
		columns = helpColumns(lines)
	}
	for i, line := range lines[min(h.top, len(lines)):min(h.top+rows, len(lines))] {
		if c.Rich {
			helpLine(g, 2+i, line, helpKeys(line, columns), airy)
			continue
		}
		g.TextCut(2, 2+i, g.W()-3, ui.Panel, line)
	}
	if h.top+rows < len(lines) {
		g.Text(g.W()-4, g.H()-1, ui.Panel, "v")
	}
	if clock := a.Clock(); clock != "" {
		g.TextCut(2, g.H()-1, g.W()-8, ui.Panel, a.T("help.clock")+" "+clock)
	}
	a.Row22(c, a.T("help.msg"))
	ui.Keys(c, a.Bar(h.Commands(a)))
}

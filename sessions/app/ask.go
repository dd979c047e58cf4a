package sessions

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/sessions/ui"
)

// ask is an overlay with a question and numbered answers. Esc always takes the
// mild one: it closes the overlay and nothing else happens.
type ask struct {
	title   string
	lines   []string
	answers []answer
	off     map[ui.Key]bool // the answers that cannot be given now: each keeps its number, and says why
	focus   int             // -1: nothing is chosen yet, for what cannot be undone
	width   int             // 0 for what the content needs
	left    bool            // over the left half, where a game has its board
	low     bool            // below the board of a game that has it on top
}

// answer is one button of an ask.
type answer struct {
	key   ui.Key
	label string
	do    func(*App) tea.Cmd // after the overlay is closed; nil for nothing
}

// pressed is the key of the i-th button: its number, since "enter" would do what is in
// focus; there is no digit for a tenth.
func (b answer) pressed(i int) ui.Key {
	if i < 9 {
		return ui.Key(itoa(i + 1))
	}
	return b.key
}

func (q *ask) over()  {}
func (q *ask) guard() {}

func (q *ask) handle(a *App, msg tea.Msg) tea.Cmd {
	key, ok := msg.(ui.Key)
	if !ok {
		return nil
	}
	n := len(q.answers)
	switch key {
	case "left", "up", "shift+tab":
		q.step(max(q.focus, 0)+n-1, n-1)
		return nil
	case "right", "down", "tab":
		q.step(q.focus+1, 1)
		return nil
	case "enter", "space":
		if q.focus >= 0 {
			return q.choose(a, q.answers[q.focus])
		}
		a.say(a.T("ask.choose"))
		return nil
	}
	for i, b := range q.answers {
		if b.key == key || b.pressed(i) == key {
			return q.choose(a, b)
		}
	}
	if key == "esc" || key == "backspace" || key == "q" {
		return a.pop()
	}
	return nil
}

// add adds an answer; one that cannot be given now, where not ok, keeps its place.
func (q *ask) add(ok bool, key ui.Key, label string, do func(*App) tea.Cmd) {
	q.answers = append(q.answers, answer{key, label, do})
	if !ok {
		if q.off == nil {
			q.off = map[ui.Key]bool{}
		}
		q.off[key] = true
	}
}

// step puts the focus on the answer at, or the next one by that can be given.
func (q *ask) step(at, by int) {
	n := len(q.answers)
	for range n {
		if q.focus = at % n; !q.off[q.answers[q.focus].key] {
			return
		}
		at += by
	}
}

func (q *ask) choose(a *App, b answer) tea.Cmd {
	cmd := a.pop()
	if b.do != nil {
		return tea.Batch(cmd, b.do(a))
	}
	return cmd
}

func (q *ask) draw(a *App, c *ui.Canvas) {
	spec := ui.ModalSpec{Title: q.title, Lines: ui.Lines(q.lines...), Focus: q.focus, W: q.width, At: ui.BodyRect(c.W(), c.H())}
	if q.left {
		spec.At.W /= 2
	}
	if q.low {
		top := 8
		if ui.Full(c.W(), c.H()) {
			top = (spec.At.H-37)/2 + 9
		}
		spec.At.Y += top
		spec.At.H -= top
	}
	for i, b := range q.answers {
		spec.Buttons = append(spec.Buttons, ui.Choice{Label: string(b.pressed(i)) + " " + b.label, Key: b.pressed(i), Off: q.off[b.key]})
	}
	ui.Modal(c, spec)
	ui.Keys(c, a.items("arrows", "key.choose", "enter", "key.ok", "esc", "key.close"))
	a.row22(c, a.T("ask.msg"))
}

// row22 is what an overlay says to do, unless something else has just been said.
func (a *App) row22(c *ui.Canvas, text string) {
	text, ink := a.said(text)
	ui.Message(c, ink, text)
}

// leave asks before the connection is closed.
type leave struct{ ask }

func (l *leave) open(a *App) tea.Cmd {
	l.title = a.T("leave.title")
	l.lines = []string{a.T("leave.text"), a.T("leave.twice")}
	if a.visit.Me().Guest {
		l.lines[0] = a.T("leave.text.guest")
	}
	l.answers = []answer{
		{"esc", a.T("leave.stay"), nil},
		{"y", a.T("leave.go"), func(*App) tea.Cmd { return tea.Quit }},
	}
	return nil
}

// moved tells that the same key has come in by another window, and closes this
// one soon.
type moved struct {
	ask
	until time.Time
}

// movedTime is how long the farewell of a window that was left stays.
const movedTime = 15 * time.Second

func (m *moved) tick(*App) time.Duration { return time.Until(m.until) }

func (m *moved) refresh(*App) tea.Cmd {
	if time.Now().Before(m.until) {
		return nil
	}
	return tea.Quit
}

func (m *moved) open(a *App) tea.Cmd {
	m.title, m.until = a.T("moved.title"), time.Now().Add(movedTime)
	m.lines = []string{a.T("sh.moved")}
	m.answers = []answer{{"enter", a.T("key.close"), nil}}
	a.bye = a.T("moved.bye")
	return nil
}

func (m *moved) handle(a *App, msg tea.Msg) tea.Cmd {
	if key, ok := msg.(ui.Key); ok && key != "" {
		return tea.Quit
	}
	return nil
}

// newConfirm asks before one gives up: or, while that is free, before the match is called off.
func newConfirm(t *table) screen {
	return &lazyAsk{build: func(a *App, q *ask) {
		q.left = true
		stay := answer{"esc", a.T("leave.stay"), nil}
		if t.alonely() {
			q.left, q.low = false, true
			q.title, q.lines = a.T("solo.giveup.title"), []string{t.T(a, "solo.giveup.text")}
			q.answers = []answer{stay, {"y", a.T("solo.giveup.go"), t.doing(games.Resign)}}
			switch s := t.snap; {
			case s.CanAbort:
				q.title, q.lines = a.T("abort.title"), []string{t.T(a, "solo.abort.text")}
				q.answers[1] = answer{"y", a.T("abort.go"), t.doing(games.Abort)}
			case s.Daily != "" && !s.Looked:
				q.lines = append(q.lines, a.T("solo.giveup.daily"))
			case !s.Seeded && !s.Looked && !a.visit.Me().Guest:
				q.lines = append(q.lines, t.T(a, "solo.giveup.ranked"))
			}
			return
		}
		if t.snap.CanAbort {
			q.title, q.lines = a.T("abort.title"), []string{a.T("abort.text")}
			q.answers = []answer{stay, {"y", a.T("abort.go"), t.doing(games.Abort)}}
			return
		}
		q.title, q.lines = a.T("resign.title"), append([]string{a.T("resign.text")}, t.price(a)...)
		q.answers = []answer{stay, {"y", a.T("resign.go"), t.doing(games.Resign)}}
	}}
}

// price says what giving up costs, where the game knows.
func (t *table) price(a *App) []string {
	if v, ok := t.view.(priced); ok {
		return v.price(a, &t.scene)
	}
	return nil
}

// newLeaveTable asks before one leaves a live match, and names the price.
func newLeaveTable(t *table) screen {
	back := func(a *App) tea.Cmd { return a.pop() }
	return &lazyAsk{build: func(a *App, q *ask) {
		q.title, q.left = a.T("away.title"), true
		stay := answer{"esc", a.T("leave.stay"), nil}
		if t.snap.CanAbort {
			q.lines = []string{a.T("abort.text")}
			q.answers = []answer{stay, {"y", a.T("away.go"), back}, {"x", a.T("abort.go"), t.doing(games.Abort)}}
			return
		}
		resign := answer{"r", a.T("resign.go"), t.doing(games.Resign)}
		if t.snap.Round > 0 { // to leave in the middle of a round is to lose it
			q.title = a.T("leave.title")
			q.lines = append([]string{a.T("away.forfeit")}, t.price(a)...)
			q.answers = []answer{stay, resign}
			return
		}
		text2 := a.T("away.text2")
		if t.snap.Private {
			text2 = a.T("away.text2.friend")
		}
		q.lines = append([]string{a.T("away.text1"), text2}, t.price(a)...)
		q.answers = []answer{stay, {"y", a.T("away.go"), back}, resign}
	}}
}

// lazyAsk is an ask whose words are chosen when it opens.
type lazyAsk struct {
	ask
	build func(*App, *ask)
}

func (l *lazyAsk) open(a *App) tea.Cmd {
	l.focus = 0
	l.build(a, &l.ask)
	if l.focus >= 0 {
		l.step(l.focus, 1)
	}
	return nil
}

// newMenu shows what the letters of the screen below do, to be chosen by number.
func newMenu(m menued) screen {
	return &lazyAsk{build: func(a *App, q *ask) {
		q.title, q.width = a.T("menu.title"), 36
		pairs := m.menu(a)
		for i := 0; i+1 < len(pairs); i += 2 {
			key := ui.Key(pairs[i])
			q.answers = append(q.answers, answer{key, a.T(pairs[i+1]), func(a *App) tea.Cmd { return a.top().handle(a, key) }})
		}
	}}
}

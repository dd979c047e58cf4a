package app

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/kit"
	"arcade/sessions/ui"
)

// Ask is an overlay with a question and numbered answers; every question over a screen is one. Digits
// choose. Enter gives the answer in focus, which is first a mild one, and Esc is no: it closes the overlay
// and does nothing else. Letters answer nothing, because they mean something else on the screen below.
type Ask struct {
	Title   string
	Lines   []string
	Answers []Answer
	off     map[ui.Key]bool // answers that are not possible now: each keeps its number, and says why
	Focus   int
	// Lettered reports whether the answers are commands, whose letters choose them as on the screen below.
	Lettered bool
	Width    int       // 0 for the width of the content
	Costs    bool      // an answer loses something
	Extra    []Command // additional keys, shown in the key bar
}

// Answer is one button of an ask.
type Answer struct {
	Key   ui.Key // names the answer; "esc" for no
	Label string
	Do    func(*App) // after the overlay is closed; nil for nothing
	// Apart reports whether the answer cannot be undone, or leads there. It stands apart from the others,
	// which come first, so that a finger that misses one of them does not choose it.
	Apart bool
}

// pressed returns the key of the i-th button: its number, since "enter" would press the focused button;
// there is no digit for a tenth.
func (b Answer) pressed(i int) ui.Key {
	if i < 9 {
		return ui.Key(Itoa(i + 1))
	}
	return b.Key
}

func (q *Ask) Over() {}

func (q *Ask) Guard() time.Duration { return GuardTime }

func (q *Ask) Handle(a *App, msg tea.Msg) {
	key, ok := msg.(ui.Key)
	if !ok {
		return
	}
	n := len(q.Answers)
	switch key {
	case "left", "up", "shift+tab":
		q.step(q.Focus+n-1, n-1)
		return
	case "right", "down", "tab":
		q.step(q.Focus+1, 1)
		return
	case "enter", "space":
		q.Choose(a, q.Answers[q.Focus])
		return
	case "esc":
		a.Pop()
		return
	}
	if a.Run(q.Extra, key) {
		return
	}
	for i, b := range q.Answers {
		if b.pressed(i) == key || q.Lettered && b.Key == key {
			q.Choose(a, b)
			return
		}
	}
	if key == "backspace" || key == "q" {
		a.Pop()
		return
	}
}

// Confirm gives q the two answers of a question before something that cannot be undone: stay changes
// nothing, the other one does it and stands apart.
func (q *Ask) Confirm(stay, label string, do func(*App)) {
	q.Clear()
	q.Costs = true
	q.Answers = []Answer{{Key: "esc", Label: stay}, {Label: label, Do: do, Apart: true}}
}

// Clear removes all answers.
func (q *Ask) Clear() { q.Answers, q.off = nil, nil }

// Settle focuses the answer with a key, or else the first possible one.
func (q *Ask) Settle(key ui.Key) {
	q.step(max(slices.IndexFunc(q.Answers, func(b Answer) bool { return b.Key == key }), 0), 1)
}

// Add adds an answer. If ok is false, the answer keeps its place but is not possible now.
func (q *Ask) Add(ok bool, key ui.Key, label string, do func(*App)) {
	q.Answers = append(q.Answers, Answer{Key: key, Label: label, Do: do})
	if !ok {
		if q.off == nil {
			q.off = map[ui.Key]bool{}
		}
		q.off[key] = true
	}
}

// IsOff reports whether the answer with a key is not possible now.
func (q *Ask) IsOff(key ui.Key) bool { return q.off[key] }

// step focuses the answer at, or the next possible one in the direction by.
func (q *Ask) step(at, by int) {
	n := len(q.Answers)
	for range n {
		if q.Focus = at % n; !q.off[q.Answers[q.Focus].Key] {
			return
		}
		at += by
	}
}

// Choose closes the overlay and carries out an answer.
func (q *Ask) Choose(a *App, b Answer) {
	a.Pop()
	if b.Do != nil {
		b.Do(a)
		return
	}
}

// Aim returns the answer in focus.
func (q *Ask) Aim(*App) any {
	if q.Focus >= len(q.Answers) {
		return nil
	}
	return q.Answers[q.Focus].Label
}

func (q *Ask) Draw(a *App, c *ui.Canvas) {
	o := q.Overlay(a)
	o.At = c.Free
	a.DrawOver(c, o)
}

// Overlay shows the question and its answers.
func (q *Ask) Overlay(a *App) Overlay {
	o := Overlay{Title: q.Title, Body: q.Choices(), Usual: a.T("ask.msg"), Keys: q.Bar(a), Asks: true, Costs: q.Costs}
	if len(q.Lines) > 0 {
		o.Body = kit.Col(1, 1, kit.Item{Block: q.Said()}, kit.Item{Block: q.Choices(), First: true})
	}
	if q.Width > 0 {
		o.W = q.Width - 2*boxSides
	}
	return o
}

// Said shows the lines.
func (q *Ask) Said() kit.Block {
	col := kit.Col(0, 0)
	for _, line := range q.Lines {
		col.Items = append(col.Items, kit.Item{Block: kit.Code{Text: line}})
	}
	return col
}

// Choices shows the answers.
func (q *Ask) Choices() kit.Block {
	answers := kit.Answers{Focus: q.Focus}
	for i, b := range q.Answers {
		answers.List = append(answers.List, kit.Answer{Name: string(b.pressed(i)), Label: b.Label, Key: b.pressed(i), Off: q.off[b.Key], Apart: b.Apart})
	}
	return answers
}

// Bar returns the overlay's key bar.
func (q *Ask) Bar(a *App) []ui.KeyItem {
	return slices.Concat(a.Items("arrows", "key.choose", "enter", "key.ok"), a.Bar(q.Extra), a.Items("esc", "key.close"))
}

// Leave asks before the connection is closed.
type Leave struct{ Ask }

func (l *Leave) Open(a *App) {
	l.Title = a.T("leave.title")
	if h := a.Visit.Home(); len(h.Resume)+len(h.Turn)+len(h.Waiting) > 0 {
		l.Lines = []string{a.T(If(a.Visit.Me().Guest, "leave.text.guest", "leave.text"))}
	}
	l.Lines = append(l.Lines, a.T("leave.twice"))
	l.Confirm(a.T("leave.stay"), a.T("leave.go"), (*App).Quit)
}

// LazyAsk is an ask that is built when it opens.
type LazyAsk struct {
	Ask
	Build func(*App, *Ask)
}

func (l *LazyAsk) Open(a *App) {
	l.Focus = 0
	l.Build(a, &l.Ask)
	l.step(l.Focus, 1)
}

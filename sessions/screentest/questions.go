package screentest

import (
	"fmt"
	"reflect"
	"testing"
	"testing/synctest"

	"arcade/internal/race"
	"arcade/sessions/app"
	"arcade/sessions/client"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// testQuestions: the grammar of questions holds on every screen. Digits choose; Enter gives a mild answer; Esc is
// no; letters answer nothing unless they are commands; an answer that cannot be undone stands apart. The keys of
// invitations mean nothing on a screen where nobody waits for an answer.
func testQuestions(t *testing.T, pages []Page) {
	if race.On {
		t.Skip("one screen after the other")
	}
	for _, pg := range pages {
		t.Run(pg.Name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p := pg.Make(NewHall(t, words.EN))
				for _, key := range []ui.Key{ui.YesKey, ui.NoKey} {
					if p.usesKey(key) {
						t.Errorf("%s is a key of %T, and nobody waits for an answer", key, p.Top())
					}
				}
				if q := p.question(); q != nil {
					for _, wrong := range append(p.misplaced(q), p.misanswered(q)...) {
						t.Errorf("%T: %s", p.Top(), wrong)
					}
				}
			})
		})
	}
}

// usesKey reports whether a command of the screens in view has a key of invitations, though nothing waits.
func (p *Person) usesKey(key ui.Key) bool {
	if len(p.Visit.Invitations())+len(p.Visit.Invites()) > 0 || p.Visit.DeclinesAll() {
		return false
	}
	for _, s := range p.Stack[p.Lowest():] {
		if asks, ok := s.(interface{ Asks() bool }); ok && asks.Asks() {
			return false
		}
		if c, ok := s.(interface {
			Commands(a *app.App) []app.Command
		}); ok && app.Means(c.Commands(p.App), key) {
			return true
		}
	}
	return false
}

// question returns the question on the top screen, nil for none.
func (p *Person) question() *app.Ask {
	v := reflect.Indirect(reflect.ValueOf(p.Top()))
	if v.Kind() != reflect.Struct {
		return nil
	}
	if q, ok := v.Addr().Interface().(*app.Ask); ok {
		return q
	}
	f := v.FieldByName("Ask")
	if !f.IsValid() {
		return nil
	}
	q, _ := f.Addr().Interface().(*app.Ask)
	return q
}

// apartRows is the least number of rows between an answer that cannot be undone and the others.
const apartRows = 2

// misplaced returns the answers that stand where they can be hit by mistake.
func (p *Person) misplaced(q *app.Ask) (list []string) {
	apart := false
	for i, b := range q.Answers {
		if apart && !b.Apart {
			list = append(list, fmt.Sprintf("answer %d follows one that stands apart", i+1))
		}
		apart = apart || b.Apart
	}
	if !apart {
		return list
	}
	if q.Answers[q.Focus].Apart {
		list = append(list, fmt.Sprintf("Enter gives %q", q.Answers[q.Focus].Label))
	}
	for _, level := range []ui.Level{ui.LevelLines, ui.LevelRich} {
		for _, size := range []client.Size{{Width: 80, Height: 24}, {Width: 120, Height: 40}, Narrow} {
			p.LookAs(size.Width, size.Height, level)
			rows := p.rowsOf(len(q.Answers))
			for i, b := range q.Answers {
				for j, c := range q.Answers {
					if b.Apart && !c.Apart && (rows[i] < 0 || rows[j] < 0 || rows[i]-rows[j] <= apartRows) {
						list = append(list, fmt.Sprintf("%dx%d: %q in row %d, %q in row %d", size.Width, size.Height, b.Label, rows[i], c.Label, rows[j]))
					}
				}
			}
		}
	}
	p.LookAs(80, 24, ui.LevelLines)
	return list
}

// rowsOf returns the rows of the first n numbered answers on the canvas, -1 for one that is not there.
func (p *Person) rowsOf(n int) []int {
	rows := make([]int, n)
	for i := range rows {
		rows[i] = -1
		for y := range p.H {
			for x := range p.W {
				if hit, _ := p.Canvas().HitAt(x, y); hit == ui.Press(app.Itoa(i+1)) {
					rows[i] = y
				}
			}
		}
	}
	return rows
}

// misanswered gives each key to a copy of a question, and returns the keys that do something else than the grammar
// says.
func (p *Person) misanswered(q *app.Ask) (list []string) {
	const none, closed = -2, -1
	press := func(key string) (did int) {
		did = none
		c := &app.Ask{Title: q.Title, Focus: q.Focus, Lettered: q.Lettered}
		for i, b := range q.Answers {
			b.Do = func(*app.App) { did = i }
			c.Answers = append(c.Answers, b)
		}
		n := len(p.Stack)
		p.Do(func(a *app.App) { a.Push(c) })
		p.Hall.Pass(BeforeAnswer)
		if p.Top() != app.Screen(c) {
			return none // something has happened meanwhile
		}
		if p.Press(key); did == none && len(p.Stack) == n {
			did = closed
		}
		p.Do(func(a *app.App) {
			for len(a.Stack) > n {
				a.Pop()
			}
		})
		return did
	}
	want := func(key string, did int) {
		if got := press(key); got != did {
			list = append(list, fmt.Sprintf("%s gives %d, want %d (-1 closes, -2 does nothing)", key, got, did))
		}
	}
	want("esc", closed)
	want("enter", q.Focus)
	for i := range min(len(q.Answers), 9) {
		want(app.Itoa(i+1), i)
	}
	if q.Lettered {
		return list
	}
	for _, key := range []string{"y", "n", "d", "r", "x", "v", "o", "z"} {
		want(key, none)
	}
	return list
}

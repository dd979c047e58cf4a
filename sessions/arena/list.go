package arena

import (
	"time"

	"arcade/lobby/arenas"
	"arcade/lobby/directory"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/ui"
)

// list shows all arenas: running and coming ones, then the last weeks' ones.
type list struct {
	all    []arenas.Terms
	open   int // number of arenas that are not over
	scroll ui.Scroll
}

func newList(a *app.App) app.Screen {
	l := &list{}
	l.Refresh(a)
	return l
}

// Topic returns the topic of its help.
func (l *list) Topic() string { return "arena" }

// Watches returns the sight of arenas.
func (l *list) Watches() directory.Sight { return directory.Sight{Changes: directory.Arenas} }

// Refresh reads the arenas.
func (l *list) Refresh(a *app.App) {
	open, past, err := a.House.Lobby.Arenas()
	if err != nil {
		a.Fail(err)
		return
	}
	l.all, l.open = append(open[:len(open):len(open)], past...), len(open)
	l.scroll.Clamp(len(l.all))
}

// List returns the list of arenas.
func (l *list) List(*app.App) app.List { return app.List{Scroll: &l.scroll, N: len(l.all), Page: 10} }

// Commands lists the commands of its keys.
func (l *list) Commands(a *app.App) []app.Command {
	none := !l.List(a).In()
	return []app.Command{
		{Key: "updown", Bar: "key.choose", Off: none},
		{Key: "enter", Bar: "key.open", Off: none, Do: func(a *app.App) {
			if !none {
				a.Push(New(a, l.all[l.scroll.Focus].ID))
			}
		}},
		app.HelpKey, app.BackKey,
	}
}

// Draw draws the list.
func (l *list) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, l) }

// View shows the arenas.
func (l *list) View(a *app.App) app.View {
	return app.View{
		Place: []string{a.T("arena.place")}, Usual: a.T("arena.list.msg"),
		Body: l.List(a).Block([]kit.Column{
			{Head: a.T("prof.col.game"), W: 12}, {Head: a.T("lobby.col.clock"), W: 6, Drop: 2}, {Head: a.T("arena.col.start"), W: 16, Drop: 1}, {Head: a.T("lobby.col.state"), W: 18},
		}, a.T("arena.list.none"), func(i int) []string {
			t := l.all[i]
			state := a.T("arena.done")
			if i < l.open {
				state = a.T("arena.starts", "t", a.ClockTo(t.Start))
				if t.Start <= time.Now().UnixMilli() {
					state = a.T("arena.left", "t", a.ClockTo(t.End))
				}
			}
			return []string{a.ShortGame(t.Game, t.Options), t.Control, app.Day(t.Start) + " " + hour(t.Start), state}
		}),
	}
}

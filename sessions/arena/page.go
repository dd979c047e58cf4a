// Package arena has the screens of arenas: one arena with its standings and tables, and the list of
// arenas.
package arena

import (
	"errors"
	"time"

	"arcade/lobby/arenas"
	"arcade/lobby/directory"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/store"
)

// Page is one arena.
type Page struct {
	id     string
	data   *arenas.Page
	mine   arenas.Mine
	views  map[string]any // public views of the tables in view, by match
	scroll ui.Scroll
	moved  bool // the visitor has moved the focus
}

// New returns the page of an arena, of the running or next one if id is "".
func New(a *app.App, id string) app.Screen {
	if id == "" {
		t, ok := a.House.Lobby.NextArena()
		if !ok {
			return newList(a)
		}
		id = t.ID
	}
	p := &Page{id: id}
	p.Refresh(a)
	if p.data == nil {
		return newList(a)
	}
	return p
}

// Topic returns the topic of its help.
func (p *Page) Topic() string { return "arena" }

// TableID returns the arena's id: its page asks the arena's questions itself.
func (p *Page) TableID() string { return p.id }

// Watches returns the sight of arenas and of the tables' progress.
func (p *Page) Watches() directory.Sight {
	return directory.Sight{Changes: directory.Arenas | directory.Moves, Game: p.data.Game}
}

// mostTables limits the tables that can be watched.
const mostTables = 4

// Refresh reads the arena.
func (p *Page) Refresh(a *app.App) {
	me := a.Visit.Me().ID
	data, mine, err := a.House.Lobby.Arena(p.id, me)
	if err != nil {
		if !errors.Is(err, store.ErrNotFound) {
			a.Fail(err)
		}
		return
	}
	p.data, p.mine, p.views = data, mine, map[string]any{}
	if play.GameOf(data.Game).Face.Mini != nil {
		for _, t := range p.tables() {
			p.views[t.Match] = a.House.Lobby.Peek(t.Match)
		}
	}
	if !p.moved {
		p.scroll.Focus = 0
		if r := data.Row(me); r != nil {
			p.scroll.Focus = r.Place - 1
		}
	}
	p.scroll.Clamp(len(data.Rows))
}

// tables returns the best tables in play.
func (p *Page) tables() []arenas.Table {
	return p.data.Tables[:min(len(p.data.Tables), mostTables)]
}

// List returns the list of the standings.
func (p *Page) List(*app.App) app.List {
	return app.List{Scroll: &p.scroll, N: len(p.data.Rows), Page: 10, Still: true, Moved: func(*app.App) { p.moved = true }}
}

// step is the present action of Enter.
type step struct {
	word string
	do   func(*app.App)
}

// next returns the visitor's next step with its label; the zero step for none.
func (p *Page) next(a *app.App) step {
	switch m := p.mine; {
	case p.data.Phase == arenas.Over:
		return step{}
	case m.Live:
		return step{"arena.key.go", func(a *app.App) { a.Push(play.NewTable(m.Match)) }}
	case m.Match != "" && !m.Sat:
		return step{"arena.key.sit", func(a *app.App) { p.does(a, a.Visit.SitInArena(p.id)) }}
	case m.In:
		return step{}
	case m.Known:
		return step{"arena.key.again", func(a *app.App) { p.does(a, a.Visit.JoinArena(p.id)) }}
	}
	return step{"arena.key.join", func(a *app.App) { p.does(a, a.Visit.JoinArena(p.id)) }}
}

// does shows the outcome of an action.
func (p *Page) does(a *app.App, err error) {
	a.Fail(err)
	p.Refresh(a)
}

// Commands lists the commands of its keys.
func (p *Page) Commands(a *app.App) []app.Command {
	var list []app.Command
	if s := p.next(a); s.do != nil {
		list = append(list, app.Command{Key: "enter", Bar: s.word, Menu: s.word, Do: s.do})
	}
	if n := len(p.tables()); n > 0 {
		keys := []ui.Key{"1", "2", "3", "4"}[:n]
		list = append(list, app.Command{Key: "1", Name: app.If(n > 1, "1-"+string(keys[n-1]), "1"), Also: keys, Bar: "key.watch", Each: func(a *app.App, key ui.Key) {
			play.Watch(a, p.data.Tables[key[0]-'1'].Match)
		}})
	}
	if p.mine.In && p.data.Phase != arenas.Over {
		list = append(list, app.Command{Key: "p", Bar: "arena.key.pause", Menu: "arena.key.pause", Do: func(a *app.App) { p.does(a, a.Visit.LeaveArena(p.id)) }})
	}
	return append(list,
		app.Command{Key: "updown", Bar: "key.choose", Off: len(p.data.Rows) == 0},
		app.Command{Key: "t", Menu: "key.profile", Do: p.profile},
		app.Command{Key: "v", Bar: "arena.key.list", Menu: "arena.key.list", Do: app.To(newList)},
		app.HelpKey, app.BackKey)
}

// profile opens the page of the player in focus.
func (p *Page) profile(a *app.App) {
	if !p.List(a).In() {
		return
	}
	if r := p.data.Rows[p.scroll.Focus]; r.Bot == "" && !r.Guest {
		a.Push(a.House.Places.Profile(a, r.ID))
	}
}

// name returns the displayed name of a row's player.
func name(a *app.App, r *arenas.Row) string {
	if r == nil {
		return ""
	}
	return a.PersonName(table.Person{ID: r.ID, Name: r.Name, Guest: r.Guest, Bot: r.Bot, Gone: r.Name == store.GoneName})
}

// usual returns the page's usual message.
func (p *Page) usual(a *app.App) string {
	me := p.data.Row(a.Visit.Me().ID)
	switch {
	case p.data.Phase == arenas.Over && me != nil:
		return a.T("arena.msg.place", "n", me.Place, "of", len(p.data.Rows))
	case p.data.Phase == arenas.Over:
		return a.T("arena.msg.over")
	case p.data.Phase == arenas.Soon && p.mine.In:
		return a.T("arena.msg.in")
	case p.data.Phase == arenas.Soon:
		return a.T("arena.msg.soon")
	case me != nil && me.Streak >= arenas.StreakAt:
		return a.T("arena.msg.double")
	case me != nil && me.Streak == arenas.StreakAt-1:
		return a.T("arena.msg.row")
	case p.mine.In && p.mine.Match == "":
		return a.T("arena.msg.wait")
	}
	return a.T("arena.msg.rules")
}

// left returns the time until the start, or the end; "" once it is over.
func (p *Page) left(a *app.App) string {
	switch p.data.Phase {
	case arenas.Soon:
		return a.ClockTo(p.data.Start)
	case arenas.Live:
		return a.ClockTo(p.data.End)
	}
	return ""
}

// hour returns a time of day in UTC.
func hour(ms int64) string { return time.UnixMilli(ms).UTC().Format("15:04") }

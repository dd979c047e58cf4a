package play

import (
	"slices"

	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/app"
)

// Search is a way to an opponent for a game for two: a person whose seat is open, or the own seat until one
// comes. It is not over before somebody plays: if the person who was found does not come, the search goes on.
type Search struct {
	Game string
	// Bot: while nobody comes, the visitor plays the weakest bot. Otherwise it waits at its seat.
	Bot bool
}

// Begin searches and goes to the table. Hoped is the name of the person who was promised, "" for nobody: if the
// seat has been taken meanwhile, the visitor is told.
func (q Search) Begin(a *app.App, hoped string) {
	found, ok := q.show(a, a.Push)
	if ok && !found && hoped != "" {
		a.Say(a.T(app.Either(q.Bot, "seek.gone.bot", "seek.gone"), "p", hoped))
	}
}

// goOn searches again, in place of the table of a person who does not come.
func (q Search) goOn(a *app.App, lost string) {
	found, ok := q.show(a, a.Swap)
	switch {
	case !ok: // the reason is told
		a.Pop()
	case found:
		a.Say(a.T("seek.next", "p", lost))
	default:
		a.Say(a.T(app.Either(q.Bot, "seek.next.bot", "seek.next.wait"), "p", lost))
	}
}

// show finds the table and shows it by to, which is push or swap. found reports whether a person is there.
func (q Search) show(a *app.App, to func(app.Screen)) (found, ok bool) {
	id, found, err := q.Find(a)
	if err != nil {
		a.Fail(err)
		return false, false
	}
	t := NewTable(id)
	if found {
		t.search = &q
	}
	to(t)
	return found, true
}

// Find searches, and returns the table to go to. found reports whether a person is there.
func (q Search) Find(a *app.App) (id string, found bool, err error) {
	control := GameOf(q.Game).Control
	if !q.Bot {
		return a.Visit.Quick(q.Game, control)
	}
	g, err := a.House.Lobby.Game(q.Game)
	if err != nil {
		return "", false, err
	}
	if len(g.Bots()) == 0 {
		return a.Visit.Quick(q.Game, control)
	}
	return a.Visit.Play(q.Game, control, g.Bots()[0].Name())
}

// Opposite returns the person whose seat a search would take now, and whether there is one.
func Opposite(a *app.App, game string) (p lobby.Person, ok bool) {
	if a.House.Alone || GameOf(game).Alone() {
		return p, false
	}
	s := a.Visit.Opposite(game, GameOf(game).Control)
	if s == nil {
		return p, false
	}
	return s.Host(), true
}

// found reports whether the table is that of a person whom a search found, and the visitor the one who has
// come.
func (t *Table) found() bool {
	s := t.Snap
	return t.search != nil && s != nil && s.Comes && s.You != games.Nobody && s.Seats[s.You].Rematch &&
		slices.ContainsFunc(s.Seats, func(i lobby.SeatInfo) bool { return i.ID != "" && !i.Rematch })
}

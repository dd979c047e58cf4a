package play

import (
	"encoding/json"
	"slices"

	"arcade/games"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/ui"
)

// Search is a way to an opponent for a game for two: a person whose seat is open, or the own seat until one
// comes. It is not over before somebody plays: if the person who was found does not come, the search goes on.
type Search struct {
	Game string
	// Options choose between a game's rules, see [Versus.Variants].
	Options json.RawMessage
	// Bot: while nobody comes, the visitor plays the weakest bot. Otherwise it waits at its seat.
	Bot bool
}

// RuleSets returns the options of a game that choose between rules with ratings of their own, the first for a quick
// search first. Without such a choice it has one element, nil.
func RuleSets(a *app.App, game string) []json.RawMessage {
	list, first := GameOf(game).Variants, a.House.Rules[game]
	if len(list) == 0 || len(a.House.Lobby.Pools(game)) < 2 {
		return []json.RawMessage{nil}
	}
	if i := slices.IndexFunc(list, func(options json.RawMessage) bool { return games.RulesIn(options) == first }); i > 0 {
		list = slices.Concat(list[i:i+1], list[:i], list[i+1:])
	}
	return list
}

// Find looks for an opponent, and waits at an open seat if nobody else does. It asks first where there is a choice
// of rules.
func Find(a *app.App, game string) {
	list := RuleSets(a, game)
	if len(list) < 2 {
		Search{Game: game}.Begin(a, "")
		return
	}
	a.Push(&app.LazyAsk{Build: func(a *app.App, q *app.Ask) {
		q.Title = a.T("seek.rules")
		for i, options := range list {
			q.Add(true, ui.Key(app.Itoa(i+1)), a.Game(game, options), func(a *app.App) { Search{Game: game, Options: options}.Begin(a, "") })
		}
	}})
}

// Begin searches and goes to the table. Hoped is the name of the person who was promised, "" for nobody: if the
// seat has been taken meanwhile, the visitor is told.
func (q Search) Begin(a *app.App, hoped string) {
	found, ok := q.show(a, a.Push)
	if ok && !found && hoped != "" {
		a.Say(a.T(app.If(q.Bot, "seek.gone.bot", "seek.gone"), "p", hoped))
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
		a.Say(a.T(app.If(q.Bot, "seek.next.bot", "seek.next.wait"), "p", lost))
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
		return a.Visit.Quick(q.Game, q.Options, control)
	}
	g, err := a.House.Lobby.Game(q.Game)
	if err != nil {
		return "", false, err
	}
	if len(g.Bots()) == 0 {
		return a.Visit.Quick(q.Game, q.Options, control)
	}
	return a.Visit.Play(q.Game, q.Options, control, g.Bots()[0].Name())
}

// Opposite returns the person whose seat Enter takes now, and the options that the person has chosen: under the
// rules that come first, else under others. ok is false if nobody waits.
func Opposite(a *app.App, game string) (p table.Person, options json.RawMessage, ok bool) {
	if a.House.Alone || GameOf(game).Alone() {
		return p, nil, false
	}
	for _, options := range RuleSets(a, game) {
		if s := a.Visit.Opposite(game, options, GameOf(game).Control); s != nil {
			return s.Host(), options, true
		}
	}
	return p, nil, false
}

// EnterRules returns the options under which Enter begins a game: those of a person who waits, so that two people
// meet, else the first ones.
func EnterRules(a *app.App, game string) json.RawMessage {
	if _, options, ok := Opposite(a, game); ok {
		return options
	}
	return RuleSets(a, game)[0]
}

// found reports whether the table is that of a person whom a search found, and the visitor the one who has
// come.
func (t *Table) found() bool {
	s := t.Snap
	return t.search != nil && s != nil && s.Comes && s.You != games.Nobody && s.Seats[s.You].Rematch &&
		slices.ContainsFunc(s.Seats, func(i table.SeatInfo) bool { return i.ID != "" && !i.Rematch })
}

package table

import "arcade/games"

// Command is a visitor's request to a table: a pointer to one of the types below. Between nodes its fields are
// its arguments, in their order; a new field comes last. arcade/lobby/room has their names.
type Command any

// Commands of coming to a table and leaving it.
type (
	// Watch begins to watch the table, Unwatch stops.
	Watch   struct{}
	Unwatch struct{}
	// Leave ends the visit. Last: the person has no other visit.
	Leave struct{ Last bool }
)

// Commands of a match in play; see [Table.Apply].
type (
	// Act plays an action in the position after Ply actions, the one that the player saw.
	Act struct {
		Ply    int
		Action games.Action
	}
	// Do adds an entry of the table's own kinds.
	Do struct{ Kind games.Kind }
	// Look records that the player saw the best play, Hint that it gets a hint.
	Look struct{}
	Hint struct{}
	// Lift lifts the curtain at one screen.
	Lift struct{}
)

// Commands before and after a match, and talk.
type (
	// Say says a fixed phrase or, with phrase 0, a text.
	Say struct {
		Phrase int
		Text   string
	}
	// SitDown takes the empty seat, ByCode with the code from its host.
	SitDown struct{ ByCode bool }
	// Ready says that the player is ready for the match of a meeting. NotReady takes that back.
	Ready    struct{}
	NotReady struct{}
	// Cancel closes an open seat, declines a challenge, or ends a meeting. Refuse declines an open
	// seat, or a rematch. ToDays turns an open seat into one for a match over days.
	Cancel struct{}
	Refuse struct{}
	ToDays struct{}
	// Rematch asks for another match or the next round; LeaveSeries ends the series.
	Rematch     struct{}
	LeaveSeries struct{}
)

// Apply carries out a seat's command in a live match. If due, the caller must add e to the log.
// ErrStale, ErrLogEnds, ErrDayLasts, games.ErrNotAllowed.
func (t *Table) Apply(c Command, seat games.Seat) (e games.Entry, due bool, err error) {
	if t.M == nil {
		return e, false, games.ErrNotAllowed
	}
	switch c := c.(type) {
	case *Act:
		e, err = t.actEntry(seat, c.Ply, c.Action)
		return e, err == nil, err
	case *Do:
		e, err = t.doEntry(seat, c.Kind)
		return e, err == nil, err
	case *Look:
		if err := t.mayHint(); err != nil {
			return e, false, err
		}
		return t.lookEntry(seat), !t.M.Hinted() || !t.Live(), nil
	case *Hint:
		if _, ok := t.M.Game.(games.Hinter); !ok || !t.Live() {
			return e, false, games.ErrNotAllowed
		}
		if err := t.mayHint(); err != nil {
			return e, false, err
		}
		return t.lookEntry(seat), !t.M.Hinted(), nil
	case *Lift:
		return e, false, t.lift(seat)
	}
	return e, false, games.ErrNotAllowed
}

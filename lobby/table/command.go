package table

import (
	"encoding/json"
	"fmt"

	"arcade/games"
)

// Command is a visitor's request to a table.
type Command interface {
	// Name returns the command's name between nodes; it never changes.
	Name() string
	// Args returns pointers to the command's fields, in the order in which nodes send them.
	Args() []any
}

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

// Name is "watch", and so on: the names that nodes of all versions use.
func (*Watch) Name() string       { return "watch" }
func (*Unwatch) Name() string     { return "unwatch" }
func (*Leave) Name() string       { return "left" }
func (*Act) Name() string         { return "act" }
func (*Do) Name() string          { return "do" }
func (*Say) Name() string         { return "say" }
func (*Look) Name() string        { return "look" }
func (*Hint) Name() string        { return "hint" }
func (*Lift) Name() string        { return "lift" }
func (*SitDown) Name() string     { return "take" }
func (*Ready) Name() string       { return "ready" }
func (*NotReady) Name() string    { return "unready" }
func (*Cancel) Name() string      { return "cancel" }
func (*ToDays) Name() string      { return "days" }
func (*Refuse) Name() string      { return "refuse" }
func (*Rematch) Name() string     { return "rematch" }
func (*LeaveSeries) Name() string { return "endseries" }

// Args returns nil for most commands.
func (*Watch) Args() []any       { return nil }
func (*Unwatch) Args() []any     { return nil }
func (c *Leave) Args() []any     { return []any{&c.Last} }
func (c *Act) Args() []any       { return []any{&c.Ply, &c.Action} }
func (c *Do) Args() []any        { return []any{&c.Kind} }
func (c *Say) Args() []any       { return []any{&c.Phrase, &c.Text} }
func (*Look) Args() []any        { return nil }
func (*Hint) Args() []any        { return nil }
func (*Lift) Args() []any        { return nil }
func (c *SitDown) Args() []any   { return []any{&c.ByCode} }
func (*Ready) Args() []any       { return nil }
func (*NotReady) Args() []any    { return nil }
func (*Cancel) Args() []any      { return nil }
func (*ToDays) Args() []any      { return nil }
func (*Refuse) Args() []any      { return nil }
func (*Rematch) Args() []any     { return nil }
func (*LeaveSeries) Args() []any { return nil }

// commands makes an empty command by its name.
var commands = map[string]func() Command{}

func init() {
	for _, make := range []func() Command{
		func() Command { return &Watch{} }, func() Command { return &Unwatch{} }, func() Command { return &Leave{} },
		func() Command { return &Act{} }, func() Command { return &Do{} }, func() Command { return &Say{} },
		func() Command { return &Look{} }, func() Command { return &Hint{} }, func() Command { return &Lift{} },
		func() Command { return &SitDown{} }, func() Command { return &Ready{} }, func() Command { return &NotReady{} },
		func() Command { return &Cancel{} }, func() Command { return &ToDays{} }, func() Command { return &Refuse{} },
		func() Command { return &Rematch{} }, func() Command { return &LeaveSeries{} },
	} {
		commands[make().Name()] = make
	}
}

// Decode reads another node's command; games.ErrNotAllowed for one that this version does not
// know. It ignores further arguments, which a later version may send.
func Decode(name string, args []json.RawMessage) (Command, error) {
	make := commands[name]
	if make == nil {
		return nil, fmt.Errorf("deed %.20q: %w", name, games.ErrNotAllowed)
	}
	c := make()
	for i, to := range c.Args() {
		if i >= len(args) {
			return nil, fmt.Errorf("deed %s: %d arguments", name, len(args))
		}
		if err := json.Unmarshal(args[i], to); err != nil {
			return nil, fmt.Errorf("deed %s: %w", name, err)
		}
	}
	return c, nil
}

// Apply carries out a seat's command in a live match. If due, the caller must add e to the log.
// ErrStale, ErrLogEnds, ErrDayLasts, games.ErrNotAllowed.
func (t *Table) Apply(c Command, seat games.Seat) (e games.Entry, due bool, err error) {
	if t.M == nil {
		return e, false, games.ErrNotAllowed
	}
	switch c := c.(type) {
	case *Act:
		e, err = t.act(seat, c.Ply, c.Action)
		return e, err == nil, err
	case *Do:
		e, err = t.do(seat, c.Kind)
		return e, err == nil, err
	case *Look:
		if err := t.mayHint(); err != nil {
			return e, false, err
		}
		return t.look(seat), !t.M.Hinted() || !t.Live(), nil
	case *Hint:
		if _, ok := t.M.Game.(games.Hinter); !ok || !t.Live() {
			return e, false, games.ErrNotAllowed
		}
		if err := t.mayHint(); err != nil {
			return e, false, err
		}
		return t.look(seat), !t.M.Hinted(), nil
	case *Lift:
		return e, false, t.lift(seat)
	}
	return e, false, games.ErrNotAllowed
}

package arenas

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// Command is a request or an event for an arena.
type Command interface{ command() }

type (
	// Enter lets a person join, or join again.
	Enter struct{ Who Who }
	// Quit makes a player pause, or leave; the points stay.
	Quit struct{ ID string }
	// SitDown seats a paired player.
	SitDown struct{ ID string }
	// Beat runs once a second. It pairs players, seats bots, drops no-shows and ends the arena.
	Beat struct{ People People }
	// Begun notes that a match has begun.
	Begun struct{ Match string }
	// Finished notes a match's result, Winner -1 for a draw. Casual is the reason why it scores nothing, "" if
	// it counts.
	Finished struct {
		Match  string
		Winner int
		Reason string
		Plies  int
		Casual string
	}
	// CallOff ends a match without a result. Out lists who did not play.
	CallOff struct {
		Match string
		Out   []string
	}
	// Shut ends the arena early.
	Shut struct{}
)

func (Enter) command()    {}
func (Quit) command()     {}
func (SitDown) command()  {}
func (Beat) command()     {}
func (Begun) command()    {}
func (Finished) command() {}
func (CallOff) command()  {}
func (Shut) command()     {}

// People is an arena's view of the house when it pairs.
type People interface {
	// Here reports whether a player is in the house.
	Here(id string) bool
	// Network returns a code of the network that a player comes from, "" if unknown.
	Network(id string) string
	// Uncounted returns the reason why a match of two players would score nothing, "" if it counts.
	Uncounted(a, b string) string
	// Rating returns a player's present strength.
	Rating(id string) float64
	// NewMatch makes an ID for a match.
	NewMatch() string
}

// OneNetwork says that a match scores nothing because both players come from one network; TooOften,
// because they have met too often; Early, because it was given up before it was really played.
const (
	OneNetwork = "network"
	TooOften   = "often"
	Early      = "early"
)

// Apply returns the entries that a command causes at time now, none if it changes nothing. It does not
// change the state; [State.Add] folds each entry.
func (st *State) Apply(c Command, now int64) ([]Entry, error) {
	if st.Closed {
		return nil, ErrNotNow
	}
	switch c := c.(type) {
	case Enter:
		if now >= st.Terms.End {
			return nil, ErrNotNow
		}
		if c.Who.ID == "" {
			return nil, ErrNotIn
		}
		if p := st.Players[c.Who.ID]; p != nil && p.In {
			return nil, nil
		}
		who := c.Who
		return []Entry{{Kind: Join, At: now, Who: &who}}, nil
	case Quit:
		return st.quit(c, now)
	case SitDown:
		g := st.gameOf(c.ID)
		if g == nil || g.Live {
			return nil, ErrNoGame
		}
		if g.Sat[g.SeatOf(c.ID)] {
			return nil, nil
		}
		return []Entry{{Kind: Sit, At: now, ID: c.ID}}, nil
	case Beat:
		return st.beat(c.People, now), nil
	case Begun:
		if g := st.Games[c.Match]; g == nil || g.Live {
			return nil, nil
		}
		return []Entry{{Kind: Start, At: now, Match: c.Match}}, nil
	case Finished:
		return st.over(c, now)
	case CallOff:
		if st.Games[c.Match] == nil {
			return nil, nil
		}
		return []Entry{{Kind: Off, At: now, Match: c.Match, Out: c.Out}}, nil
	case Shut:
		return []Entry{{Kind: Close, At: now}}, nil
	}
	return nil, fmt.Errorf("command %T", c)
}

// over ends a match. If its begin is not stored, that is stored first: the write failed, or its node died
// before it.
func (st *State) over(c Finished, now int64) (list []Entry, err error) {
	g := st.Games[c.Match]
	if g == nil {
		return nil, nil
	}
	if c.Winner < -1 || c.Winner > 1 {
		return nil, ErrBadSeat
	}
	if !g.Live {
		list = append(list, Entry{Kind: Start, At: now, Match: c.Match})
	}
	return append(list, Entry{Kind: End, At: now, Match: c.Match, Winner: c.Winner, Reason: c.Reason, Plies: c.Plies, Casual: c.Casual}), nil
}

// quit removes a player. If its match has not begun, the match is called off at once.
func (st *State) quit(c Quit, now int64) ([]Entry, error) {
	p := st.Players[c.ID]
	if p == nil {
		return nil, ErrNotIn
	}
	g := st.Games[p.Match]
	if g != nil && !g.Live {
		return []Entry{{Kind: Off, At: now, Match: g.Match, Out: []string{c.ID}}}, nil
	}
	if !p.In {
		return nil, nil
	}
	return []Entry{{Kind: Leave, At: now, ID: c.ID}}, nil
}

// beat returns the entries that are due.
func (st *State) beat(h People, now int64) (list []Entry) {
	if now >= st.Terms.End {
		return []Entry{{Kind: Close, At: st.Terms.End}}
	}
	if now < st.Terms.Start {
		return nil
	}
	for _, g := range st.games() {
		if g.Live || now < g.Until() {
			continue
		}
		var out []string
		for i, id := range g.Seats {
			if !g.Sat[i] {
				out = append(out, id)
			}
		}
		if len(out) > 0 {
			list = append(list, Entry{Kind: Off, At: now, Match: g.Match, Out: out})
		}
	}
	if now >= st.Terms.End-LastPairs {
		return list
	}
	return append(list, st.pairs(h, now)...)
}

// games returns the pairings by time and match ID, so that map order does not decide what is written.
func (st *State) games() []*Game {
	return slices.SortedFunc(maps.Values(st.Games), func(a, b *Game) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Match, b.Match))
	})
}

// Ready returns the pairings whose players are both seated: their matches can begin.
func (st *State) Ready() (list []*Game) {
	for _, g := range st.games() {
		if !g.Live && g.Sat[0] && g.Sat[1] {
			list = append(list, g)
		}
	}
	return list
}

// Live returns the pairings in play, oldest first.
func (st *State) Live() (list []*Game) {
	for _, g := range st.games() {
		if g.Live {
			list = append(list, g)
		}
	}
	return list
}

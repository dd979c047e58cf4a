package store

import (
	"cmp"
	"slices"
)

// These functions compute the new record for all kinds of stores.

// Of returns the outcome with the player, the match and its end in its rating and scores. A rating without the name of
// its game is one of the match's game.
func (o Outcome) Of(m Match) Outcome {
	if o.Rating != nil {
		r := *o.Rating
		r.Player, r.Game, r.Match = o.Player, cmp.Or(r.Game, m.Game), m.ID
		o.Rating = &r
	}
	o.Scores = slices.Clone(o.Scores)
	for i := range o.Scores {
		r := &o.Scores[i]
		r.Player, r.Match, r.At = o.Player, m.ID, m.Ended
	}
	return o
}

// After returns a player's record against the opponent of an outcome after its match. v is the record
// before, zero if there is none.
func (v Versus) After(m Match, o Outcome) Versus {
	return Versus{
		Game: m.Game, Opponent: o.Opponent, Name: o.OpponentName,
		Tally: v.Tally.Plus(o.Tally), Encounters: cmp.Or(o.Encounters, v.Encounters), At: m.Ended, Match: m.ID,
	}
}

// Against returns the record against Gone with v added, the record against one more deleted player. gone
// is the record before, zero if there is none.
func (v Versus) Against(gone Versus) Versus {
	if gone.At > v.At {
		v.At, v.Match = gone.At, gone.Match
	}
	v.Opponent, v.Name, v.Tally, v.Encounters = Gone, GoneName, v.Tally.Plus(gone.Tally), Encounters{}
	return v
}

// Without returns the match without a deleted player, and the other players with records in its seats.
func (m Match) Without(player string) (left Match, others []string) {
	m.Seats = slices.Clone(m.Seats)
	for i, s := range m.Seats {
		switch s.Player {
		case "":
		case player:
			m.Seats[i] = s.Forgotten()
		default:
			others = append(others, s.Player)
		}
	}
	if m.Invited == player {
		m.Invited = ""
	}
	return m, others
}

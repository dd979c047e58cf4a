package store

import (
	"cmp"
	"slices"
)

// What a change makes of a record is said here, once for every store.

// Of is the outcome with what its match says of its records: the player, the game, the
// match and its end, whatever they said themselves.
func (o Outcome) Of(m Match) Outcome {
	if o.Rating != nil {
		r := *o.Rating
		r.Player, r.Game, r.Match = o.Player, m.Game, m.ID
		o.Rating = &r
	}
	o.Scores = slices.Clone(o.Scores)
	for i := range o.Scores {
		r := &o.Scores[i]
		r.Player, r.Match, r.At = o.Player, m.ID, m.Ended
	}
	return o
}

// After is a player's record against the opponent of an outcome once its match counts,
// too; v is the one before, zero where there is none.
func (v Versus) After(m Match, o Outcome) Versus {
	return Versus{
		Game: m.Game, Opponent: o.Opponent, Name: o.OpponentName,
		Tally: v.Tally.Plus(o.Tally), Encounters: cmp.Or(o.Encounters, v.Encounters), At: m.Ended, Match: m.ID,
	}
}

// Against is a record against Gone with that against one more player who was forgotten;
// gone is the one before, zero where there is none.
func (v Versus) Against(gone Versus) Versus {
	if gone.At > v.At {
		v.At, v.Match = gone.At, gone.Match
	}
	v.Opponent, v.Name, v.Tally, v.Encounters = Gone, GoneName, v.Tally.Plus(gone.Tally), Encounters{}
	return v
}

// Without is the match without a player who is forgotten, and the players with records
// who have seats besides.
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

package pages

import (
	"testing"

	"arcade/games"
	"arcade/lobby/pairing"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// Each turn at Othello begins on a legal square, wherever the last one ended. A cursor moved meanwhile
// stays.
func TestTurnBeginsOnALegalSquare(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o := h.Me(), h.Other()
		id := h.Duel(p, o, pairing.Offer{}, "")
		answer := func(move games.Action) {
			s, err := o.Visit.Table(id)
			h.Must(err)
			h.Must(o.Visit.Act(id, len(s.Plies), move))
			h.Pass(screentest.BeforeAnswer)
		}
		p.Press("enter") // d3
		answer("c3")
		p.Wants("c4 flips", true)
		p.Press("enter")
		p.Press("up")
		answer("c5")
		p.Wants("c3 flips", true)
	})
}

// The mark of the last move is under the cursor of the player who made it.
func TestLastMoveUnderTheCursor(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		h.Duel(p, h.Other(), pairing.Offer{}, "")
		p.Press("enter")
		p.Wants("*●", true)
		p.LookAs(120, 40, p.Glyphs)
		p.Wants("*████", true)
	})
}

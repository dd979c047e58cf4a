package pages

import (
	"testing"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby/pairing"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// Before the own first move against a bot the player can take the other colour: another game with the same
// bot begins, and this one leaves nothing.
func TestOtherColour(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		p.Create(pairing.Offer{Game: othello.Name, Bot: "greedy", Control: "none", Seat: 0})
		for _, want := range []games.Seat{1, 0} {
			was := p.Top().(*play.Table).Snap
			p.Wants(p.T("ot.swap", "c", p.T([]string{"ot.black", "ot.white"}[want])), true)
			p.Press("o")
			h.Pass(3 * time.Second) // black's bot moves
			s := p.Top().(*play.Table).Snap
			if s.ID == was.ID || s.You != want || s.Seats[1-want].Bot != "greedy" {
				t.Fatalf("seat %d of %s, after %s", s.You, s.ID, was.ID)
			}
			if _, err := h.Store.Match(t.Context(), was.ID); err == nil {
				t.Error("the game that was called off is kept")
			}
		}
		p.Press("enter")
		h.Pass(3 * time.Second)
		if s := p.Top().(*play.Table).Snap; len(s.Plies) == 0 {
			t.Fatal("no move was made")
		}
		p.Wants("[ o ", false)
	})
}

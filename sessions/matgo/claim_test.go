package matgo

import (
	"testing"
	"time"

	"arcade/games"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

func init() {
	frames = append(frames, screentest.Page{Name: "matgo-table-claim", Make: func(h *screentest.Hall) *screentest.Person {
		p, o := h.Me(), h.Other()
		h.MatgoTable(p, o, 0, 0, 12)
		o.Visit.Unwatch(o.Top().(*play.Table).ID) // like a second window
		h.Pass(11 * time.Second)
		return p
	}})
}

// A round whose other player has left is claimed with y alone, because digits play cards.
func TestClaim(t *testing.T) {
	screentest.In(t, words.KO, func(t *testing.T, h *screentest.Hall) {
		p, o := h.Me(), h.Other()
		h.MatgoTable(p, o, 0, 0, 12)
		o.End()
		for range 20 { // until it is p's turn and the other player is gone for long enough
			h.Pass(5 * time.Second)
			if tb := p.Top().(*play.Table); tb.Asked == "claim" && tb.Snap.ToAct == tb.Snap.You {
				break
			}
		}
		tb := p.Top().(*play.Table)
		if tb.Asked != "claim" {
			t.Fatalf("asked %q", tb.Asked)
		}
		plies := len(tb.Snap.Plies)
		p.Press("1")
		if tb.Snap.Result != nil || len(tb.Snap.Plies) == plies {
			t.Fatalf("1 did not play a card: %d plies, result %+v", len(tb.Snap.Plies), tb.Snap.Result)
		}
		h.Pass(3 * time.Second)
		p.Press("+")
		h.Pass(screentest.BeforeAnswer)
		p.Press("2")
		if r := tb.Snap.Result; r == nil || r.Reason != games.Abandoned || r.Winner != tb.Snap.You {
			t.Fatalf("2 did not take the win: %+v", r)
		}
	})
}

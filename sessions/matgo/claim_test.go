package sessions

import (
	"testing"
	"testing/synctest"
	"time"

	"arcade/games"
	"arcade/sessions/words"
)

func init() {
	pages = append(pages, page{name: "matgo-table-claim", make: func(h *hall) *person {
		p, o := h.me(), h.other()
		h.matgoTable(p, o, 0, 0, 12)
		o.visit.Unwatch(o.top().(*table).id) // as a second window would
		h.pass(11 * time.Second)
		return p
	}})
}

// A round whose other player has left is claimed with y alone: digits play cards.
func TestMatgoClaim(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, words.KO)
		p, o := h.me(), h.other()
		h.matgoTable(p, o, 0, 0, 12)
		o.End()
		for range 20 { // until it is p's turn with the other gone for long enough
			h.pass(5 * time.Second)
			if tb := p.top().(*table); tb.asked == "claim" && tb.snap.ToAct == tb.snap.You {
				break
			}
		}
		tb := p.top().(*table)
		if tb.asked != "claim" {
			t.Fatalf("asked %q", tb.asked)
		}
		plies := len(tb.snap.Plies)
		p.press("1")
		if tb.snap.Result != nil || len(tb.snap.Plies) == plies {
			t.Fatalf("1 did not play a card: %d plies, result %+v", len(tb.snap.Plies), tb.snap.Result)
		}
		h.pass(3 * time.Second)
		p.press("y")
		if r := tb.snap.Result; r == nil || r.Reason != games.Abandoned || r.Winner != tb.snap.You {
			t.Fatalf("y did not take the win: %+v", r)
		}
	})
}

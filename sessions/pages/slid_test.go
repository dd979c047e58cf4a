package pages

import (
	"testing"
	"time"

	"arcade/lobby/pairing"
	"arcade/sessions/app"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// If the table in focus goes, Enter at once is not meant for the next one.
func TestEnterAsATableGoes(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o := h.Me(), h.Other()
		o.Create(pairing.Offer{})
		next := h.Player(h.Name(2)).Create(pairing.Offer{})
		p.Press("m")
		v := p.Top().(*lobbyView)
		if v.focused() == next {
			p.Press("down")
		}
		if v.focused() == next {
			t.Fatal("the focus does not move")
		}
		h.Must(o.Visit.Cancel(v.focused()))
		for range 100 { // lists are not read again at each change
			if h.Pass(20 * time.Millisecond); v.focused() == next {
				break
			}
		}
		p.Press("enter")
		p.Wants(p.T("lobby.slid"), true)
		if p.Top() != app.Screen(v) {
			t.Fatalf("Enter leads to %T", p.Top())
		}
		h.Pass(app.GuardTime)
		if p.Press("enter"); p.Top() == app.Screen(v) {
			t.Error("Enter has no meaning after that")
		}
	})
}

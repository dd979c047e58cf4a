package othello

import (
	"testing"

	"arcade/games/othello"
	"arcade/lobby/pairing"
	"arcade/sessions/app"
	"arcade/sessions/pages"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

func init() {
	screentest.Places = pages.Rooms{}
	play.Add(Game)
}

// The game's screens are the tables and replays of the pages' tests.

func TestWords(t *testing.T) {
	screentest.HoldWords(t, othello.Game{}, othello.BoardFull, othello.BothPass, othello.NoBlack, othello.NoWhite)
}

// A key or a click twice plays once, also with two people at one screen.
func TestPlaysOnce(t *testing.T) {
	for name, place := range map[string]func(*screentest.Person){
		"enter": func(p *screentest.Person) { p.Press("enter") },
		"click": func(p *screentest.Person) { p.ClickHit(square(19)) }, // d3
	} {
		t.Run(name, func(t *testing.T) {
			screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
				p := h.Me()
				p.Create(pairing.Offer{Second: h.Name(1), Control: "none"})
				tb := p.Top().(*play.Table)
				place(p)
				if place(p); len(tb.Snap.Plies) != 1 || p.Note != "" {
					t.Fatalf("%d plies after two at once, %q", len(tb.Snap.Plies), p.Note)
				}
				h.Pass(app.GuardTime)
				if p.Press("enter"); len(tb.Snap.Plies) != 2 {
					t.Errorf("%d plies after another one", len(tb.Snap.Plies))
				}
			})
		})
	}
}

// A player can answer the other's move at once.
func TestAnswersAtOnce(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o := h.Me(), h.Other()
		h.Duel(p, o, pairing.Offer{}, "")
		for ply, who := range []*screentest.Person{p, o, p, o} {
			tb := who.Top().(*play.Table)
			if who.Press("enter"); len(tb.Snap.Plies) != ply+1 {
				t.Fatalf("%d plies, want %d: %s", len(tb.Snap.Plies), ply+1, who.Note)
			}
			h.Settle()
		}
	})
}

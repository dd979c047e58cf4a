package othello

import (
	"testing"

	"arcade/games"
	"arcade/games/othello"
	"arcade/sessions/play"
)

// ply returns a move that flips n discs.
func ply(seat games.Seat, at games.Action, n int) games.Ply {
	return games.Ply{Seat: seat, Action: at, Events: []games.Event{{Seat: seat, Fact: othello.EventMove{Flipped: make([]othello.Square, n)}}}}
}

// The turning ply is the last one at which the winner took the lead; a winner who was behind at the end has
// none.
func TestTurned(t *testing.T) {
	plies := []games.Ply{ply(0, "d3", 1), ply(1, "c3", 3), ply(0, "b3", 1), ply(1, "f6", 0), ply(0, "c4", 4)}
	for winner, want := range map[games.Seat]string{0: "5. c4", 1: "", games.Nobody: ""} {
		s := &play.Scene{Plies: plies, Result: &games.Result{Winner: winner}}
		if got := (&gameView{}).Turned(nil, s); got != want {
			t.Errorf("winner %d: turned at %q, want %q", winner, got, want)
		}
	}
	s := &play.Scene{Plies: plies[:4], Result: &games.Result{Winner: 1}}
	if got := (&gameView{}).Turned(nil, s); got != "2. c3" {
		t.Errorf("White: turned at %q", got)
	}
}

package games

import "testing"

func TestTurningPoint(t *testing.T) {
	at := func(seat Seat, before, after float64) Judgement {
		j := Judgement{Seat: seat, Before: before, After: after}
		j.Missed = j.Lost() >= 2
		return j
	}
	for _, tt := range []struct {
		list []Judgement
		want int
	}{
		{nil, -1},
		{[]Judgement{at(0, 0, 0), at(1, 0, 0)}, -1},
		{[]Judgement{at(0, 0, -4), at(1, -4, 6), at(0, 6, 6)}, 1},
		{[]Judgement{at(0, 2, 2), at(1, 2, 2), at(0, 2, -2), at(1, -2, -1)}, 2},
		{[]Judgement{at(0, 10, 2), at(1, 2, 2)}, -1},                 // much lost, nothing turned
		{[]Judgement{at(0, 0, -6), at(1, -6, 8), at(0, 1.2, .4)}, 1}, // the last is within the error
		{[]Judgement{at(0, 4, 0), at(1, 0, 0)}, 0},                   // a draw is not a win
	} {
		if got := TurningPoint(tt.list); got != tt.want {
			t.Errorf("%v: %d, want %d", tt.list, got, tt.want)
		}
	}
}

func TestLost(t *testing.T) {
	for seat, want := range []float64{3, -3} {
		if got := (Judgement{Seat: Seat(seat), Before: 1, After: -2}).Lost(); got != want {
			t.Errorf("seat %d lost %v, want %v", seat, got, want)
		}
	}
}

func TestFound(t *testing.T) {
	plies := []Ply{{}, {Seat: 1}, {}, {Seat: 1, Forced: true}, {}}
	list := []Judgement{{Ply: 0}, {Ply: 1, Seat: 1, Missed: true}, {Ply: 2, Missed: true}, {Ply: 3, Seat: 1}, {Ply: 4}}
	for seat, want := range map[Seat]int{0: 67, 1: 0} {
		if got, ok := Found(list, plies, seat); got != want || !ok {
			t.Errorf("seat %d: %d, %v, want %d", seat, got, ok, want)
		}
	}
	if got, ok := Found(list[3:4], plies, 1); ok {
		t.Errorf("without a choice: %d", got)
	}
}

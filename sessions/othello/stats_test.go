package othello

import (
	"testing"

	"arcade/games"
	"arcade/store"
)

// The three openings, from each of Black's first squares.
func TestOpening(t *testing.T) {
	for _, c := range []struct{ first, second, want string }{
		{"f5", "f6", "os.diagonal"}, {"f5", "d6", "os.perpendicular"}, {"f5", "f4", "os.parallel"},
		{"d3", "c3", "os.diagonal"}, {"d3", "c5", "os.perpendicular"}, {"d3", "e3", "os.parallel"},
		{"c4", "c3", "os.diagonal"}, {"c4", "e3", "os.perpendicular"}, {"c4", "c5", "os.parallel"},
		{"e6", "f6", "os.diagonal"}, {"e6", "f4", "os.perpendicular"}, {"e6", "d6", "os.parallel"},
	} {
		if got := opening([]games.Ply{{Action: games.Action(c.first)}, {Action: games.Action(c.second)}}); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.first, c.second, got, c.want)
		}
	}
	if got := opening(make([]games.Ply, 1)); got != "" {
		t.Errorf("after one move: %s", got)
	}
}

// Opponents are told apart by their ratings, bots by their names.
func TestOpponentKind(t *testing.T) {
	for _, c := range []struct {
		rated bool
		other store.Seat
		want  string
	}{
		{true, store.Seat{Rating: 1600}, "os.stronger"}, {true, store.Seat{Rating: 1400}, "os.weaker"},
		{true, store.Seat{Rating: 1599}, "os.even"}, {false, store.Seat{}, "os.casual"}, {false, store.Seat{Bot: "greedy"}, "bot.greedy"},
	} {
		if got := opponentKind(store.Match{Rated: c.rated, Seats: []store.Seat{{Rating: 1500}, c.other}}, 0); got != c.want {
			t.Errorf("%+v: %s, want %s", c.other, got, c.want)
		}
	}
}

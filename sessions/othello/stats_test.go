package othello

import (
	"encoding/json"
	"slices"
	"testing"

	"arcade/games"
	"arcade/lobby/pairing"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
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
		if got := opening([]games.Ply{{Action: games.Action(c.first)}, {Action: games.Action(c.second)}}); got != kind(c.want) {
			t.Errorf("%s %s: %s, want %s", c.first, c.second, got, c.want)
		}
	}
	if got := opening(make([]games.Ply, 1)); got != "" {
		t.Errorf("after one move: %s", got)
	}
}

// Opponents are grouped by their ratings, bots by their names.
func TestOpponentKind(t *testing.T) {
	for _, c := range []struct {
		rated bool
		other store.Seat
		want  string
	}{
		{true, store.Seat{Rating: 1600}, "os.stronger"}, {true, store.Seat{Rating: 1400}, "os.weaker"},
		{true, store.Seat{Rating: 1599}, "os.even"}, {false, store.Seat{}, "os.casual"}, {false, store.Seat{Bot: "greedy"}, "bot.greedy"},
	} {
		if got := opponentKind(store.Match{Rated: c.rated, Seats: []store.Seat{{Rating: 1500}, c.other}}, 0); got != kind(c.want) {
			t.Errorf("%+v: %s, want %s", c.other, got, c.want)
		}
	}
}

// The command prints the screen's counts, in words and as JSON. An aborted match does not count.
func TestStatsOfTheCommand(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o := h.Me(), h.Other()
		told := func() (rows [][]string, text string) {
			s, err := Game.Count(t.Context(), h.House.Lobby, p.Visit.Me().ID)
			h.Must(err)
			raw, err := json.Marshal(s)
			h.Must(err)
			return s.Rows(words.EN), string(raw)
		}
		if rows, _ := told(); len(rows) != 1 || rows[0][0] != "No finished games yet" {
			t.Errorf("of nothing: %q", rows)
		}
		h.Must(o.Visit.Do(h.Duel(p, o, pairing.Offer{}, ""), games.Abort))
		h.Must(o.Visit.Do(h.Duel(p, o, pairing.Offer{}, "d3 c3 f5"), games.Resign))
		rows, text := told()
		for _, want := range [][]string{{"games", "1"}, {"rate", "100%"}, {"my side"}, {"Black", "1/1 100%"}, {"diagonal", "1/1 100%"}, {"casual", "1/1 100%"}} {
			if !slices.ContainsFunc(rows, func(row []string) bool { return slices.Equal(row, want) }) {
				t.Errorf("no row %q in %q", want, rows)
			}
		}
		const want = `{"games":1,"analysed":0,"misses":0,"colour":[{"name":"black","games":1,"won":1,"lost":0},{"name":"white","games":0,"won":0,"lost":0}],` +
			`"opening":[{"name":"diagonal","games":1,"won":1,"lost":0},{"name":"perpendicular","games":0,"won":0,"lost":0},{"name":"parallel","games":0,"won":0,"lost":0}],` +
			`"opponent":[{"name":"weaker","games":0,"won":0,"lost":0},{"name":"even","games":0,"won":0,"lost":0},{"name":"stronger","games":0,"won":0,"lost":0},{"name":"casual","games":1,"won":1,"lost":0}]}`
		if text != want {
			t.Errorf("JSON %s", text)
		}
	})
}

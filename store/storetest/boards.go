package storetest

import (
	"fmt"
	"testing"

	"arcade/store"
)

// rate gives a player a rating, in a match against a guest.
func rate(t *testing.T, s store.Store, id, game, player string, value float64) {
	t.Helper()
	m := live(id, 1, player)
	m.Game = game
	m.Seats = append(m.Seats, store.Seat{Guest: "g", Name: "손님"})
	must(t, s.CreateMatch(t.Context(), m))
	f := won(m, 0, 9)
	f.Outcomes[0].Opponent, f.Outcomes[0].OpponentName = "", ""
	f.Outcomes[0].Rating = rating(f.Match, player, value)
	must(t, finish(t.Context(), s, f))
}

func onBoard(list []store.Rating) []string {
	var out []string
	for _, r := range list {
		out = append(out, fmt.Sprintf("%s %v", r.Player, r.Rating))
	}
	return out
}

var boardTests = []test{
	{"best first, by game", func(t *testing.T, s store.Store) {
		for i, v := range []float64{1500, 1500.5, -20, 0, 2400, -20.5, 1e300, 1499.999} {
			rate(t, s, fmt.Sprintf("m%d", i), game, fmt.Sprintf("p%d", i), v)
		}
		rate(t, s, "other", "matgo", "p0", 9999)
		want := []string{"p6 1e+300", "p4 2400", "p1 1500.5", "p0 1500", "p7 1499.999", "p3 0", "p2 -20", "p5 -20.5"}
		equal(t, "board", onBoard(get[[]store.Rating](t)(s.Board(t.Context(), game, 0, 99))), want)
		equal(t, "other board", onBoard(get[[]store.Rating](t)(s.Board(t.Context(), "matgo", 0, 99))), []string{"p0 9999"})
		for from := range 10 {
			for n := range 10 {
				part := want[min(from, len(want)):min(from+n, len(want))]
				equal(t, fmt.Sprintf("%d of %d", n, from), onBoard(get[[]store.Rating](t)(s.Board(t.Context(), game, from, n))), part)
			}
		}
		equal(t, "how many", []int{get[int](t)(s.Ranked(t.Context(), game)), get[int](t)(s.Ranked(t.Context(), "matgo")), get[int](t)(s.Ranked(t.Context(), "yut"))}, []int{8, 1, 0})
		equal(t, "from below 0", onBoard(get[[]store.Rating](t)(s.Board(t.Context(), game, -5, 1))), want[:1])
		for i, p := range []string{"p6", "p4", "p1", "p0", "p7", "p3", "p2", "p5"} {
			place, of, err := s.Rank(t.Context(), game, p)
			must(t, err)
			equal(t, "rank of "+p, []int{place, of}, []int{i + 1, 8})
		}
	}},
	{"equals each have a place of their own, the board's", func(t *testing.T, s store.Store) {
		for i := range 5 {
			rate(t, s, fmt.Sprintf("m%d", i), game, fmt.Sprintf("p%d", i), 1500)
		}
		board := get[[]store.Rating](t)(s.Board(t.Context(), game, 0, 99))
		equal(t, "rows", len(board), 5)
		for i, r := range board {
			place, of, err := s.Rank(t.Context(), game, r.Player)
			must(t, err)
			equal(t, "rank of "+r.Player, []int{place, of}, []int{i + 1, 5})
		}
	}},
	{"a new rating replaces the old one", func(t *testing.T, s store.Store) {
		rate(t, s, "m0", game, "a", 1500)
		rate(t, s, "m1", game, "b", 1400)
		rate(t, s, "m2", game, "b", 1600)
		rate(t, s, "m3", game, "a", 1500)
		equal(t, "board", onBoard(get[[]store.Rating](t)(s.Board(t.Context(), game, 0, 99))), []string{"b 1600", "a 1500"})
		equal(t, "match", get[store.Rating](t)(s.Rating(t.Context(), game, "b")).Match, "m2")
		equal(t, "match", get[store.Rating](t)(s.Rating(t.Context(), game, "a")).Match, "m3")
	}},
	{"a rating may have another name than its match's game", func(t *testing.T, s store.Store) {
		rate(t, s, "m0", game, "a", 1500)
		m := live("m1", 1, "a")
		m.Seats = append(m.Seats, store.Seat{Guest: "g", Name: "손님"})
		must(t, s.CreateMatch(t.Context(), m))
		f := won(m, 0, 9)
		f.Outcomes[0].Opponent, f.Outcomes[0].OpponentName = "", ""
		f.Outcomes[0].Rating = rating(f.Match, "a", 1700)
		f.Outcomes[0].Rating.Game = game + "-other"
		must(t, finish(t.Context(), s, f))
		for name, want := range map[string]string{game: "a 1500", game + "-other": "a 1700"} {
			equal(t, name, onBoard(get[[]store.Rating](t)(s.Board(t.Context(), name, 0, 99))), []string{want})
		}
	}},
	{"unrated is not found", func(t *testing.T, s store.Store) {
		rate(t, s, "m0", game, "a", 1500)
		for _, q := range [][2]string{{game, "b"}, {"matgo", "a"}, {game, "aa"}} {
			r, err := s.Rating(t.Context(), q[0], q[1])
			wantErr(t, "rating", err, store.ErrNotFound)
			equal(t, "rating", r, store.Rating{})
			_, _, err = s.Rank(t.Context(), q[0], q[1])
			wantErr(t, "rank", err, store.ErrNotFound)
		}
	}},
	{"lists show present names", func(t *testing.T, s store.Store) {
		put(t, s, player("a"))
		put(t, s, player("b"))
		m := live("m", 5, "a", "b")
		must(t, s.CreateMatch(t.Context(), m))
		must(t, finish(t.Context(), s, won(m, 0, 9)))
		b := player("b")
		b.Name, b.NameKey = "새 이름", "name-new"
		put(t, s, b)
		equal(t, "board", get[[]store.Rating](t)(s.Board(t.Context(), game, 1, 1))[0].Name, "새 이름")
		equal(t, "rating", get[store.Rating](t)(s.Rating(t.Context(), game, "b")).Name, "새 이름")
		equal(t, "versus", get[[]store.Versus](t)(s.Versus(t.Context(), "a", 9))[0].Name, "새 이름")
		equal(t, "versus one", get[store.Versus](t)(s.VersusOne(t.Context(), game, "a", "b")).Name, "새 이름")
		equal(t, "seat", get[store.Match](t)(s.Match(t.Context(), "m")).Seats[1].Name, "B")
	}},
	{"lists tell who is a bot", func(t *testing.T, s store.Store) {
		b := player("b")
		b.Bot = true
		put(t, s, player("a"))
		b = put(t, s, b)
		equal(t, "player", get[store.Player](t)(s.Player(t.Context(), "b")), b)
		m := live("m", 5, "a", "b")
		m.Seats[1].Remote = true
		must(t, s.CreateMatch(t.Context(), m))
		f := won(m, 0, 9)
		f.Outcomes[1].Scores = []store.Score{row("b/1", 1, 0)}
		must(t, finish(t.Context(), s, f))
		equal(t, "seats", get[store.Match](t)(s.Match(t.Context(), "m")).Seats[1].Remote, true)
		for _, r := range get[[]store.Rating](t)(s.Board(t.Context(), game, 0, 9)) {
			equal(t, "board", r.ByBot, r.Player == "b")
		}
		equal(t, "rating", get[store.Rating](t)(s.Rating(t.Context(), game, "b")).ByBot, true)
		equal(t, "versus", get[[]store.Versus](t)(s.Versus(t.Context(), "a", 9))[0].ByBot, true)
		equal(t, "versus of the bot", get[store.Versus](t)(s.VersusOne(t.Context(), game, "b", "a")).ByBot, false)
		equal(t, "score", get[[]store.Score](t)(s.Scores(t.Context(), "b/1", 0, 9))[0].ByBot, true)
	}},
	{"tallies add up, by game", func(t *testing.T, s store.Store) {
		for i, tally := range []store.Tally{{Won: 1}, {Lost: 1}, {Drawn: 1}, {Won: 1}, {}} {
			m := live(fmt.Sprintf("m%d", i), 5, "a", "b")
			must(t, s.CreateMatch(t.Context(), m))
			f := won(m, 0, int64(9+i))
			f.Outcomes[0].Tally = tally
			must(t, finish(t.Context(), s, f))
		}
		equal(t, "tally", get[store.Tally](t)(s.Tally(t.Context(), game, "a")), store.Tally{Won: 2, Lost: 1, Drawn: 1})
		equal(t, "other game", get[store.Tally](t)(s.Tally(t.Context(), "matgo", "a")), store.Tally{})
		v := get[store.Versus](t)(s.VersusOne(t.Context(), game, "a", "b"))
		equal(t, "versus", v, store.Versus{Game: game, Opponent: "b", Name: "B", Tally: store.Tally{Won: 2, Lost: 1, Drawn: 1}, At: 12, Match: "m3"})
	}},
	{"opponents: latest first, players and bots, by game", func(t *testing.T, s store.Store) {
		end := int64(10)
		play := func(game string, other store.Seat) {
			m := live(fmt.Sprintf("m%d", end), end, "a")
			m.Game, m.Seats = game, append(m.Seats, other)
			must(t, s.CreateMatch(t.Context(), m))
			must(t, finish(t.Context(), s, won(m, 0, end)))
			end++
		}
		bot := store.Seat{Bot: "greedy", Name: "그리디"}
		play(game, store.Seat{Player: "b", Name: "B"})
		play(game, bot)
		play("matgo", store.Seat{Player: "b", Name: "B"})
		play(game, store.Seat{Player: "c", Name: "C"})
		play(game, store.Seat{Player: "b", Name: "B2"})
		list := get[[]store.Versus](t)(s.Versus(t.Context(), "a", 99))
		want := []store.Versus{
			{Game: game, Opponent: "b", Name: "B2", Tally: store.Tally{Won: 2}, At: 14, Match: "m14"},
			{Game: game, Opponent: "c", Name: "C", Tally: store.Tally{Won: 1}, At: 13, Match: "m13"},
			{Game: "matgo", Opponent: "b", Name: "B", Tally: store.Tally{Won: 1}, At: 12, Match: "m12"},
			{Game: game, Opponent: "bot:greedy", Name: "그리디", Tally: store.Tally{Won: 1}, At: 11, Match: "m11"},
		}
		equal(t, "opponents", list, want)
		for n := range 6 {
			equal(t, fmt.Sprint("first ", n), get[[]store.Versus](t)(s.Versus(t.Context(), "a", n)), want[:min(n, 4)])
		}
		equal(t, "the bot", get[store.Versus](t)(s.VersusOne(t.Context(), game, "a", "bot:greedy")), want[3])
		equal(t, "not that one", get[store.Versus](t)(s.VersusOne(t.Context(), "matgo", "a", "c")), store.Versus{})
	}},
}

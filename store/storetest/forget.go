package storetest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"arcade/store"
)

// between ends a match of two seats, which the first seat wins.
func between(t *testing.T, s store.Store, id string, created int64, seats ...store.Seat) {
	t.Helper()
	m := live(id, created)
	m.Seats = seats
	must(t, s.CreateMatch(t.Context(), m))
	must(t, finish(t.Context(), s, won(m, 0, created+10)))
}

func seat(player string) store.Seat {
	return store.Seat{Player: player, Name: strings.ToUpper(player), Rating: 1500, Deviation: 350}
}

// goneSeat returns a deleted player's seat, with this change of the rating.
func goneSeat(change float64) store.Seat {
	return store.Seat{Gone: true, Name: store.GoneName, Rating: 1500, Deviation: 350, Change: change}
}

// people stores players.
func people(t *testing.T, s store.Store, list ...string) {
	t.Helper()
	for _, p := range list {
		put(t, s, player(p))
	}
}

// nothingOf checks that no method finds the player.
func nothingOf(t *testing.T, s store.Store, p string) {
	t.Helper()
	_, err := s.Player(t.Context(), p)
	wantErr(t, "player", err, store.ErrNotFound)
	_, err = s.PlayerByKey(t.Context(), "SHA256:"+p)
	wantErr(t, "key", err, store.ErrNotFound)
	_, err = s.PlayerByName(t.Context(), "name-"+p)
	wantErr(t, "name", err, store.ErrNotFound)
	_, err = s.Rating(t.Context(), game, p)
	wantErr(t, "rating", err, store.ErrNotFound)
	equal(t, "matches of "+p, ids(get[[]store.Match](t)(s.Matches(t.Context(), p, "", 99))), []string(nil))
	equal(t, "tally of "+p, get[store.Tally](t)(s.Tally(t.Context(), game, p)), store.Tally{})
	equal(t, "versus of "+p, get[[]store.Versus](t)(s.Versus(t.Context(), p, 99)), []store.Versus{})
	equal(t, "unseen of "+p, get[[]string](t)(s.Unseen(t.Context(), p)), []string{})
	equal(t, "stats of "+p, len(get[jsonText](t)(stats(t.Context(), s, p))), 0)
	equal(t, "scores of "+p, get[[]store.Score](t)(s.ScoresOf(t.Context(), p, "", 99)), []store.Score{})
	for _, r := range get[[]store.Rating](t)(s.Board(t.Context(), game, 0, 99)) {
		if r.Player == p {
			t.Errorf("%s is still on the board", p)
		}
	}
	for _, r := range get[[]store.Score](t)(s.Scores(t.Context(), modelBoard, 0, 99)) {
		if r.Player == p {
			t.Errorf("%s is still on the board by points", p)
		}
	}
	for _, m := range get[[]store.Match](t)(s.Recent(t.Context(), "", 99)) {
		if m.SeatOf(p) >= 0 || m.Invited == p {
			t.Errorf("%s is still in match %s", p, m.ID)
		}
	}
}

var forgetTests = []test{
	{"nobody is not found", func(t *testing.T, s store.Store) {
		for _, id := range append(hostile, "a") {
			wantErr(t, "forget", s.Forget(t.Context(), id, nil, nil), store.ErrNotFound)
		}
	}},
	{"name and keys are free again", func(t *testing.T, s store.Store) {
		a := player("a")
		a.Keys = []string{"SHA256:a", "SHA256:a2"}
		put(t, s, a)
		people(t, s, "b")
		must(t, s.Forget(t.Context(), "a", nil, nil))
		nothingOf(t, s, "a")
		wantErr(t, "again", s.Forget(t.Context(), "a", nil, nil), store.ErrNotFound)
		equal(t, "another", get[store.Player](t)(s.PlayerByKey(t.Context(), "SHA256:b")).Name, "B")
		c := player("c")
		c.NameKey, c.Keys = a.NameKey, a.Keys
		c = put(t, s, c)
		equal(t, "by the name", get[store.Player](t)(s.PlayerByName(t.Context(), "name-a")), c)
	}},
	{"a match stays for those who took part", func(t *testing.T, s store.Store) {
		people(t, s, "a", "b")
		between(t, s, "m", 1, seat("a"), seat("b"))
		must(t, s.Forget(t.Context(), "a", nil, []string{"last"}))
		nothingOf(t, s, "a")
		m := get[store.Match](t)(s.Match(t.Context(), "m"))
		equal(t, "seat", m.Seats[0], goneSeat(10))
		equal(t, "the other seat", m.Seats[1].Player, "b")
		equal(t, "log", get[[]store.Entry](t)(s.Entries(t.Context(), "m", 0, -1)), entries(0, 1))
		equal(t, "its list", ids(get[[]store.Match](t)(s.Matches(t.Context(), "b", "", 9))), []string{"m"})
		equal(t, "recent", ids(get[[]store.Match](t)(s.Recent(t.Context(), "", 9))), []string{"m"})
		equal(t, "unseen", get[[]string](t)(s.Unseen(t.Context(), "b")), []string{"m"})
		equal(t, "rating", get[store.Rating](t)(s.Rating(t.Context(), game, "b")).Rating, 1490.0)
		equal(t, "tally", get[store.Tally](t)(s.Tally(t.Context(), game, "b")), store.Tally{Lost: 1})
		equal(t, "empty", m.Seats[0].Empty(), false)
		must(t, s.Forget(t.Context(), "b", nil, []string{"last"}))
		nothingOf(t, s, "b")
		_, err := s.Match(t.Context(), "m")
		wantErr(t, "when both have gone", err, store.ErrNotFound)
		equal(t, "recent", len(get[[]store.Match](t)(s.Recent(t.Context(), "", 9))), 0)
	}},
	{"a match alone, with a bot or with a guest goes, with its log and its notes", func(t *testing.T, s store.Store) {
		people(t, s, "a", "b")
		run(t, s, "alone", "a", 5, `{"n":1}`, row("b/1", 3, 1), row("b/2", 4, 1), row("b/1/2026-09-01", 1, 1))
		run(t, s, "hers", "b", 6, `{"n":2}`, row("b/1", 2, 1))
		between(t, s, "bot", 2, seat("a"), store.Seat{Bot: "greedy", Name: "greedy"})
		between(t, s, "guest", 3, store.Seat{Guest: "guest:1", Name: "guest-1"}, seat("a"))
		must(t, s.PutNotes(t.Context(), "last", note("alone", `1`), note("hers", `1`)))
		must(t, s.PutNotes(t.Context(), "fav/a", note("x", `1`), note("y", `2`)))
		must(t, s.PutNotes(t.Context(), "fav/aa", note("x", `1`)))
		must(t, s.Forget(t.Context(), "a", []string{"fav/a"}, []string{"last"}))
		nothingOf(t, s, "a")
		for _, id := range []string{"alone", "bot", "guest"} {
			_, err := s.Match(t.Context(), id)
			wantErr(t, id, err, store.ErrNotFound)
			_, err = s.Entries(t.Context(), id, 0, -1)
			wantErr(t, "log of "+id, err, store.ErrNotFound)
			m := live(id, 9, "b") // the id has no log left
			must(t, s.CreateMatch(t.Context(), m))
			equal(t, "log of another "+id, len(get[[]store.Entry](t)(s.Entries(t.Context(), id, 0, -1))), 0)
		}
		equal(t, "notes", noteTexts(get[[]store.Note](t)(s.Notes(t.Context(), "last", "", 9))), []string{"hers 1"})
		equal(t, "own notes", len(get[[]store.Note](t)(s.Notes(t.Context(), "fav/a", "", 9))), 0)
		equal(t, "another's notes", len(get[[]store.Note](t)(s.Notes(t.Context(), "fav/aa", "", 9))), 1)
		equal(t, "board", rows(get[[]store.Score](t)(s.Scores(t.Context(), "b/1", 0, 9))), []string{"b 2 1"})
		equal(t, "a day's board", len(get[[]store.Score](t)(s.Scores(t.Context(), "b/1/2026-09-01", 0, 9))), 0)
		equal(t, "another's statistics", string(get[jsonText](t)(stats(t.Context(), s, "b"))), `{"n":2}`)
	}},
	{"tallies against those who have gone are added up", func(t *testing.T, s store.Store) {
		people(t, s, "a", "b", "c")
		between(t, s, "m1", 1, seat("a"), seat("b"))
		between(t, s, "m2", 2, seat("b"), seat("a"))
		between(t, s, "m3", 3, seat("c"), seat("b"))
		must(t, s.Forget(t.Context(), "c", nil, nil))
		must(t, s.Forget(t.Context(), "a", nil, nil))
		want := store.Versus{Game: game, Opponent: store.Gone, Name: store.GoneName, Tally: store.Tally{Won: 1, Lost: 2}, At: 13, Match: "m3"}
		equal(t, "versus", get[[]store.Versus](t)(s.Versus(t.Context(), "b", 9)), []store.Versus{want})
		equal(t, "one", get[store.Versus](t)(s.VersusOne(t.Context(), game, "b", store.Gone)), want)
		equal(t, "none", get[store.Versus](t)(s.VersusOne(t.Context(), game, "b", "a")), store.Versus{})
	}},
	{"who is expected at a match is not forgotten", func(t *testing.T, s store.Store) {
		people(t, s, "a", "b")
		open := openMatch("open", 1, "a")
		challenge := openMatch("challenge", 1, "b")
		challenge.Invited = "a"
		for _, m := range []store.Match{live("m", 1, "a", "b"), open, challenge} {
			must(t, s.CreateMatch(t.Context(), m))
			unchanged(t, s, []string{"a", "b"}, []string{m.ID}, m.ID, store.ErrUnfinished, func() error { return s.Forget(t.Context(), "a", nil, nil) })
			must(t, s.DeleteMatch(t.Context(), m))
		}
		must(t, s.Forget(t.Context(), "a", nil, nil))
	}},
	{"a challenge that was played names nobody who has gone", func(t *testing.T, s store.Store) {
		people(t, s, "a", "b")
		m := live("m", 1, "b", "a")
		m.Invited = "a"
		must(t, s.CreateMatch(t.Context(), m))
		must(t, finish(t.Context(), s, won(m, 0, 9)))
		must(t, s.Forget(t.Context(), "a", nil, nil))
		equal(t, "invited", get[store.Match](t)(s.Match(t.Context(), "m")).Invited, "")
	}},
	{"one id is not the beginning of another", func(t *testing.T, s store.Store) {
		list := []string{"a", "a\x01", "aa", "a "}
		for i, p := range list {
			people(t, s, p)
			run(t, s, "run-"+p, p, int64(10+i), `{}`, row(modelBoard, float64(i), 0))
			between(t, s, "m-"+p, int64(i), seat(p), seat(list[(i+1)%4]))
		}
		rest := list[1:]
		before := snapshot(t, s, rest, nil)
		must(t, s.Forget(t.Context(), "a", nil, nil))
		nothingOf(t, s, "a")
		after := snapshot(t, s, rest, nil)
		for _, p := range rest {
			for _, what := range []string{"player ", "key ", "name ", "rating ", "tally ", "stats ", "unseen "} {
				equal(t, what+p, after[what+p], before[what+p])
			}
			equal(t, "matches of "+p, len(get[[]store.Match](t)(s.Matches(t.Context(), p, "", 9))), 3)
			equal(t, "scores of "+p, len(get[[]store.Score](t)(s.ScoresOf(t.Context(), p, "", 9))), 1)
		}
	}},
	{"a bad space changes nothing", func(t *testing.T, s store.Store) {
		people(t, s, "a")
		for _, bad := range []string{"", "x\x00", strings.Repeat("k", 65)} {
			unchanged(t, s, []string{"a"}, nil, "own", nil, func() error { return s.Forget(t.Context(), "a", []string{bad}, nil) })
			unchanged(t, s, []string{"a"}, nil, "by match", nil, func() error { return s.Forget(t.Context(), "a", nil, []string{bad}) })
		}
	}},
	{"a player's rows, a page at a time", func(t *testing.T, s store.Store) {
		people(t, s, "a", "b")
		run(t, s, "r1", "a", 5, "", row("g/1", 3, 1), row("g/1/2026-09-01", 4, 1), row("g/10", 1, 1), row("h/1", 2, 2))
		run(t, s, "r2", "b", 6, "", row("g/1", 9, 1), row("g/5", 2, 1))
		boards := func(list []store.Score, err error) (out []string) {
			must(t, err)
			for _, r := range list {
				out = append(out, r.Board)
				equal(t, "player", r.Player, "a")
				equal(t, "name", r.Name, "A")
			}
			return out
		}
		equal(t, "all", boards(s.ScoresOf(t.Context(), "a", "", 99)), []string{"g/1", "g/1/2026-09-01", "g/10", "h/1"})
		equal(t, "first page", boards(s.ScoresOf(t.Context(), "a", "", 2)), []string{"g/1", "g/1/2026-09-01"})
		equal(t, "next page", boards(s.ScoresOf(t.Context(), "a", "g/1/2026-09-01", 9)), []string{"g/10", "h/1"})
		equal(t, "after one that is not there", boards(s.ScoresOf(t.Context(), "a", "g/2", 9)), []string{"h/1"})
		equal(t, "none asked for", len(boards(s.ScoresOf(t.Context(), "a", "", 0))), 0)
		for _, id := range append(hostile, "c") {
			equal(t, "nobody", len(boards(s.ScoresOf(t.Context(), id, "", 9))), 0)
		}
	}},
}

type jsonText = []byte

func stats(ctx context.Context, s store.Store, player string) (jsonText, error) {
	raw, err := s.Stats(ctx, game, player)
	return jsonText(raw), err
}

// testForgetModel plays random matches among a few players, deletes some players, and compares the
// records of the others with the matches.
func testForgetModel(t *testing.T, open func(*testing.T) store.Store, reopen func(*testing.T, store.Store) store.Store) {
	all := []string{"a", "a\x01", "aa", "b"}
	rapid.Check(t, func(r *rapid.T) {
		s := open(t)
		defer func() { s.Close() }()
		here := map[string]bool{}
		for _, p := range all {
			people(t, s, p)
			here[p] = true
		}
		var played []store.Match // in order; seats change as players are deleted
		kind := rapid.SampledFrom([]string{"two", "two", "two", "alone", "bot", "forget", "reopen"})
		for i := range rapid.IntRange(1, 25).Draw(r, "steps") {
			p := rapid.SampledFrom(all).Draw(r, "who")
			if !here[p] {
				continue
			}
			id := fmt.Sprintf("m%d", i)
			m := live(id, int64(i), p)
			switch k := kind.Draw(r, "kind"); k {
			case "two", "bot":
				other := store.Seat{Bot: "greedy", Name: "greedy"}
				if q := rapid.SampledFrom(all).Draw(r, "against"); k == "two" {
					if q == p || !here[q] {
						continue
					}
					other = seat(q)
				}
				m.Seats = append(m.Seats, other)
				fallthrough
			case "alone":
				must(t, s.CreateMatch(r.Context(), m))
				f := won(m, 0, m.Created)
				if k == "alone" {
					f.Outcomes[0].Tally = store.Tally{}
					f.Outcomes[0].Scores = []store.Score{row(modelBoard, float64(i), 0)}
				}
				must(t, finish(r.Context(), s, f))
				played = append(played, get[store.Match](t)(s.Match(r.Context(), id)))
			case "forget":
				must(t, s.Forget(r.Context(), p, nil, nil))
				delete(here, p)
				kept := played[:0]
				for _, m := range played {
					players := 0
					for i, seat := range m.Seats {
						if seat.Player == p {
							m.Seats[i] = goneSeat(seat.Change)
						} else if seat.Player != "" {
							players++
						}
					}
					if players > 0 {
						kept = append(kept, m)
					}
				}
				played = kept
			case "reopen":
				s = reopen(t, s)
			}
		}
		check := func(what string, got, want any) {
			if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
				r.Fatalf("%s:\n got %+v\nwant %+v", what, got, want)
			}
		}
		newest := slices.Clone(played)
		slices.Reverse(newest)
		check("recent", get[[]store.Match](t)(s.Recent(r.Context(), "", 99)), newest)
		rated := 0
		for _, p := range all {
			if !here[p] {
				nothingOf(t, s, p)
				continue
			}
			var mine []store.Match
			var tally store.Tally
			versus := map[string]store.Tally{}
			for _, m := range newest {
				i := m.SeatOf(p)
				if i < 0 {
					continue
				}
				mine = append(mine, m)
				if len(m.Seats) < 2 {
					continue
				}
				other := m.Seats[1-i]
				against := other.Player
				switch {
				case other.Gone:
					against = store.Gone
				case other.Bot != "":
					against = "bot:" + other.Bot
				}
				v := versus[against]
				v.Won, v.Lost = v.Won+1-i, v.Lost+i
				tally.Won, tally.Lost = tally.Won+1-i, tally.Lost+i
				versus[against] = v
			}
			if len(mine) > 0 {
				rated++
			}
			check("matches of "+p, get[[]store.Match](t)(s.Matches(r.Context(), p, "", 99)), mine)
			check("tally of "+p, get[store.Tally](t)(s.Tally(r.Context(), game, p)), tally)
			list := get[[]store.Versus](t)(s.Versus(r.Context(), p, 99))
			check("opponents of "+p, len(list), len(versus))
			for _, v := range list {
				check("tally of "+p+" against "+v.Opponent, v.Tally, versus[v.Opponent])
				m := get[store.Match](t)(s.Match(r.Context(), v.Match))
				check("the last match against "+v.Opponent, []any{m.SeatOf(p) >= 0, m.Ended}, []any{true, v.At})
			}
		}
		check("rated", get[int](t)(s.Ranked(r.Context(), game)), rated)
	})
}

// Package storetest tests the contract of [store.Store]. An implementation must pass Run.
package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"arcade/store"
)

// Run tests a store. open returns an empty store, and closes it at the end of the test unless the test
// has closed it. reopen closes s and opens its records again.
func Run(t *testing.T, open func(t *testing.T) store.Store, reopen func(t *testing.T, s store.Store) store.Store) {
	groups := []struct {
		name  string
		tests []test
	}{
		{"players", playerTests},
		{"matches", matchTests},
		{"log", logTests},
		{"owners", ownerTests},
		{"finish", finishTests},
		{"lists", listTests},
		{"boards", boardTests},
		{"scores", scoreTests},
		{"notes", noteTests},
		{"news", eventTests},
		{"forget", forgetTests},
		{"whole", wholeTests},
		{"contexts", contextTests},
	}
	for _, g := range groups {
		t.Run(g.name, func(t *testing.T) {
			for _, c := range g.tests {
				t.Run(c.name, func(t *testing.T) { c.run(t, open(t)) })
			}
		})
	}
	t.Run("persistence", func(t *testing.T) { testPersistence(t, open(t), reopen) })
	t.Run("forget model", func(t *testing.T) { testForgetModel(t, open, reopen) })
	t.Run("model", func(t *testing.T) { testModel(t, open, reopen) })
}

// test tests one promise of the contract.
type test struct {
	name string
	run  func(*testing.T, store.Store)
}

const game = "othello"

func player(id string) store.Player {
	return store.Player{
		ID: id, Name: strings.ToUpper(id), NameKey: "name-" + id, Keys: []string{"SHA256:" + id},
		Created: 10, Seen: 20, Settings: json.RawMessage(`{"lang":"ko","bell":true}`),
	}
}

// put replaces a player in the store and returns the stored record.
func put(t *testing.T, s store.Store, p store.Player) store.Player {
	t.Helper()
	old, err := s.Player(t.Context(), p.ID)
	if !errors.Is(err, store.ErrNotFound) {
		must(t, err)
	}
	p.Rev = old.Rev
	must(t, s.PutPlayer(t.Context(), p))
	p.Rev++
	return p
}

// live returns a match in play between players with records.
func live(id string, created int64, players ...string) store.Match {
	m := store.Match{
		ID: id, Game: game, Rules: 1, Seed: "seed-" + id, Options: json.RawMessage(`{"black":"random"}`),
		Control: "5+3", Rated: true, Status: store.Live, Created: created, Started: created + 1, Winner: -1,
	}
	for _, p := range players {
		m.Seats = append(m.Seats, store.Seat{Player: p, Name: strings.ToUpper(p), Rating: 1500, Deviation: 350})
	}
	return m
}

func openMatch(id string, created int64, host string) store.Match {
	m := live(id, created, host)
	m.Status, m.Started, m.Code = store.Open, 0, "7Q2K"
	m.Seats = append(m.Seats, store.Seat{})
	return m
}

func entry(n int) store.Entry {
	return store.Entry{Kind: "act", Seat: n % 2, Action: fmt.Sprintf("d%d", n), At: int64(1000 + n)}
}

func entries(from, n int) []store.Entry {
	var list []store.Entry
	for i := range n {
		list = append(list, entry(from+i))
	}
	return list
}

// won ends m, whose log has at entries, with one more entry: the first seat beats the second.
func won(m store.Match, at int, ended int64) store.Finish {
	m.Status, m.Ended, m.Reason, m.Winner, m.Plies = store.Done, ended, "board_full", 0, at+1
	m.Result = json.RawMessage(`{"reason":"board_full","winner":0}`)
	f := store.Finish{At: at, Entries: entries(at, 1)}
	m.Seats = append([]store.Seat(nil), m.Seats...)
	for i := range m.Seats {
		id := m.Seats[i].Player
		o := store.Outcome{Player: id, Tally: store.Tally{Won: 1 - i, Lost: i}, Unseen: i == 1}
		if len(m.Seats) == 2 {
			other := m.Seats[1-i]
			o.Opponent, o.OpponentName = other.Player, other.Name
			if other.Bot != "" {
				o.Opponent = "bot:" + other.Bot
			}
		}
		m.Seats[i].Change = float64(10 - 20*i)
		if id != "" {
			o.Rating = rating(m, id, 1510-float64(20*i))
			f.Outcomes = append(f.Outcomes, o)
		}
	}
	f.Match = m
	return f
}

// finish ends a match, with outcomes for the present revisions of the standings.
func finish(ctx context.Context, s store.Store, f store.Finish) (err error) {
	for i := range f.Outcomes {
		o := &f.Outcomes[i]
		if o.Standing, err = s.Standing(ctx, f.Match.Game, o.Player); err != nil {
			return err
		}
	}
	return s.Finish(ctx, f)
}

func rating(m store.Match, player string, value float64) *store.Rating {
	return &store.Rating{
		Player: player, Name: strings.ToUpper(player), Game: m.Game, Rating: value,
		Deviation: 290.5, Volatility: 0.06, Games: 1, At: m.Ended, Match: m.ID,
	}
}

// must stops the test at an error.
func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// get returns the value of a read that must not fail.
func get[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		must(t, err)
		return v
	}
}

func wantErr(t *testing.T, what string, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("%s: error %v, want %v", what, got, want)
	}
}

// equal compares two values; an empty list equals nil.
func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if g, w := reflect.ValueOf(got), reflect.ValueOf(want); g.Kind() == reflect.Slice && g.Len() == 0 && w.Len() == 0 {
		return
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s:\n got %+v\nwant %+v", what, got, want)
	}
}

func ids(list []store.Match) []string {
	var out []string
	for _, m := range list {
		out = append(out, m.ID)
	}
	return out
}

// snapshot returns everything that a store returns for some players, keys, games and matches.
func snapshot(t *testing.T, s store.Store, players, matches []string) map[string]any {
	t.Helper()
	all := map[string]any{}
	note := func(what string, v any, err error) { all[what] = fmt.Sprintf("%+v %v", v, err) }
	for _, p := range players {
		v, err := s.Player(t.Context(), p)
		note("player "+p, v, err)
		v, err = s.PlayerByKey(t.Context(), "SHA256:"+p)
		note("key "+p, v, err)
		v, err = s.PlayerByName(t.Context(), "name-"+p)
		note("name "+p, v, err)
		list, err := s.Matches(t.Context(), p, "", 1000)
		note("matches "+p, list, err)
		r, err := s.Rating(t.Context(), game, p)
		note("rating "+p, r, err)
		place, of, err := s.Rank(t.Context(), game, p)
		note("rank "+p, []int{place, of}, err)
		tally, err := s.Tally(t.Context(), game, p)
		note("tally "+p, tally, err)
		versus, err := s.Versus(t.Context(), p, 1000)
		note("versus "+p, versus, err)
		standing, err := s.Standing(t.Context(), game, p)
		note("standing "+p, standing, err)
		stats, err := s.Stats(t.Context(), game, p)
		note("stats "+p, string(stats), err)
		unseen, err := s.Unseen(t.Context(), p)
		note("unseen "+p, unseen, err)
	}
	for _, m := range matches {
		v, err := s.Match(t.Context(), m)
		note("match "+m, v, err)
		log, err := s.Entries(t.Context(), m, 0, -1)
		note("log "+m, log, err)
	}
	scores, err := s.Scores(t.Context(), modelBoard, 0, 1000)
	note("scores", scores, err)
	secret, err := s.Secret(t.Context())
	note("secret", secret, err)
	board, err := s.Board(t.Context(), game, 0, 1000)
	note("board", board, err)
	list, err := s.Recent(t.Context(), "", 1000)
	note("recent", list, err)
	list, err = s.Recent(t.Context(), game, 1000)
	note("recent "+game, list, err)
	list, err = s.Unfinished(t.Context())
	note("unfinished", list, err)
	return all
}

// unchanged tests that do changes nothing and fails with want (nil: any error).
func unchanged(t *testing.T, s store.Store, players, matches []string, what string, want error, do func() error) {
	t.Helper()
	before := snapshot(t, s, players, matches)
	if err := do(); err == nil {
		t.Errorf("%s: no error", what)
	} else if want != nil {
		wantErr(t, what, err, want)
	}
	after := snapshot(t, s, players, matches)
	for k, v := range before {
		if after[k] != v {
			t.Errorf("%s changed %s:\n was %v\n now %v", what, k, v, after[k])
		}
	}
}

// hostile holds ids without a record, as a connection may send them.
var hostile = []string{
	"", "\x00", "a\x00", "\x00a", "a\x00b", "\xff\xfe", "\x01", "../../etc/passwd", "a ", "bot:", "version",
	strings.Repeat("x", 64), strings.Repeat("x", 65), strings.Repeat("\x00", 40_000), strings.Repeat("가", 20_000),
}

package check

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby/ledger"
	"arcade/lobby/replies"
	"arcade/lobby/streak"
	"arcade/store"
	"arcade/store/bolt"
	"arcade/store/notes"
)

// The matches of the played store: three that are done, one in play, and a seat that asks for a rematch of the last.
const lastDone, live, asks = "M3", "LIVE", "ASKS"

var list = games.NewRegistry(othello.Game{})

// lone is a kind of which there is one note: nothing in its space and key differs.
var lone = notes.New[int]("alone", "one")

// record returns the record of a match of kim and lee.
func record(id string, status store.Status) store.Match {
	return store.Match{
		ID: id, Game: othello.Name, Rules: othello.Game{}.Info().Rules, Ledger: ledger.Rules, Seed: "1", Control: "none", Rated: true, Winner: -1,
		Status: status, Created: 1, Started: 1, Seats: []store.Seat{{Player: "kim", Name: "kim"}, {Player: "lee", Name: "lee"}},
	}
}

// plies is the number of actions in each match: enough for it to count.
const plies = 20

// opening returns the log of a match after as many actions.
func opening(t *testing.T) (log []store.Entry) {
	t.Helper()
	pos, err := othello.Game{}.Start(games.Setup{Game: othello.Name})
	for n := 0; n < plies && err == nil; n++ {
		e := store.Entry{Kind: string(games.Act), Seat: int(pos.ToAct()), Action: string(pos.Legal()[0]), At: int64(1 + n)}
		log = append(log, e)
		_, err = pos.Apply(games.Action(e.Action))
	}
	if err != nil {
		t.Fatal(err)
	}
	return log
}

// play writes the past of kim and lee into a file, with the code that tables use.
func play(t *testing.T, path string) {
	t.Helper()
	s, err := bolt.Open(path, bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ctx := t.Context()
	for _, name := range []string{"kim", "lee"} {
		must(s.PutPlayer(ctx, store.Player{ID: name, Name: name, NameKey: name, Keys: []string{"SHA256:" + name}}))
	}
	log := opening(t)
	for i, loser := range []int{1, 0, 1} {
		rec := record(fmt.Sprint("M", i+1), store.Live)
		must(s.CreateMatch(ctx, rec))
		ended := int64(1000 * (i + 1))
		entries := append(slices.Clone(log), store.Entry{Kind: string(games.Resign), Seat: loser, At: ended})
		m, err := ledger.Fold(ctx, list, rec, entries)
		must(err)
		done, err := ledger.Settle(ctx, s, rec, m, ended)
		must(err)
		must(s.Finish(ctx, store.Finish{Match: done.Match, Entries: entries, Outcomes: done.Outcomes}))
	}
	must(s.CreateMatch(ctx, record(live, store.Live)))
	must(s.Append(ctx, live, 0, 0, log...))
	again := record(asks, store.Open)
	again.Seats[1], again.Previous, again.Invited = store.Seat{}, lastDone, "lee"
	must(s.CreateMatch(ctx, again))
	must(s.Close())
}

// spoilt is a store of which some rows are other ones. What is nil is as it was.
type spoilt struct {
	store.Archive
	player  func(p *store.Player) (there bool)
	match   func(m *store.Match)
	entries func(id string, log []store.Entry) []store.Entry
	rating  func(r *store.Rating) (there bool)
	tally   func(t *store.Tally) (there bool)
	versus  func(v *store.Versus) (there bool)
	stats   string // kim's, whom no match gives any
	notes   map[[2]string]string
	fails   error
}

func (s spoilt) Secret(ctx context.Context) ([]byte, error) {
	if s.fails != nil {
		return nil, s.fails
	}
	return s.Archive.Secret(ctx)
}

func (s spoilt) EachPlayer(f func(store.Player) error) error {
	return s.Archive.EachPlayer(func(p store.Player) error {
		if s.player != nil && !s.player(&p) {
			return nil
		}
		return f(p)
	})
}

func (s spoilt) Match(ctx context.Context, id string) (store.Match, error) {
	m, err := s.Archive.Match(ctx, id)
	if m.Seats = slices.Clone(m.Seats); err == nil && s.match != nil {
		s.match(&m)
	}
	return m, err
}

func (s spoilt) EachMatch(f func(store.Match) error) error {
	return s.Archive.EachMatch(func(m store.Match) error {
		if s.match != nil {
			s.match(&m)
		}
		return f(m)
	})
}

func (s spoilt) Entries(ctx context.Context, id string, from, n int) ([]store.Entry, error) {
	log, err := s.Archive.Entries(ctx, id, from, n)
	if err == nil && s.entries != nil {
		log = s.entries(id, log)
	}
	return log, err
}

func (s spoilt) EachRating(f func(store.Rating) error) error {
	return s.Archive.EachRating(func(r store.Rating) error {
		if s.rating != nil && !s.rating(&r) {
			return nil
		}
		return f(r)
	})
}

func (s spoilt) EachTally(f func(game, player string, t store.Tally) error) error {
	return s.Archive.EachTally(func(game, player string, t store.Tally) error {
		if s.tally != nil && !s.tally(&t) {
			return nil
		}
		return f(game, player, t)
	})
}

func (s spoilt) EachVersus(f func(player string, v store.Versus) error) error {
	return s.Archive.EachVersus(func(player string, v store.Versus) error {
		if s.versus != nil && !s.versus(&v) {
			return nil
		}
		return f(player, v)
	})
}

func (s spoilt) EachStats(f func(game, player string, stats json.RawMessage) error) error {
	if s.stats != "" {
		if err := f(othello.Name, "kim", json.RawMessage(s.stats)); err != nil {
			return err
		}
	}
	return s.Archive.EachStats(f)
}

func (s spoilt) EachNote(f func(space, key string, value json.RawMessage) error) error {
	for at, value := range s.notes {
		if err := f(at[0], at[1], json.RawMessage(value)); err != nil {
			return err
		}
	}
	return s.Archive.EachNote(f)
}

// at changes one match.
func at(id string, change func(m *store.Match)) func(*store.Match) {
	return func(m *store.Match) {
		if m.ID == id {
			change(m)
		}
	}
}

// torn is a log that begins with what is no legal action.
func torn(_ string, log []store.Entry) []store.Entry {
	log = slices.Clone(log)
	log[0].Action = "a1"
	return log
}

// An intact store gives no finding, and each change of a row the one that tells it.
func TestCheck(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arcade.db")
	play(t, path)
	f, err := bolt.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for name, c := range map[string]struct {
		spoilt
		want []string // the start of each finding
	}{
		"intact":         {},
		"a rating":       {spoilt{rating: func(r *store.Rating) bool { r.Rating += 0.5; return true }}, []string{"rating othello/kim: the store has", "rating othello/lee: the store has"}},
		"a lost rating":  {spoilt{rating: func(r *store.Rating) bool { return r.Player != "kim" }}, []string{"rating othello/kim: the store does not have it"}},
		"a stray rating": {spoilt{rating: func(r *store.Rating) bool { r.Player = strings.Replace(r.Player, "kim", "ghost", 1); return true }}, []string{"rating othello/ghost: the store has", "rating othello/kim: the store does not have it"}},
		"a tally":        {spoilt{tally: func(x *store.Tally) bool { x.Won++; return true }}, []string{"tally othello/kim", "tally othello/lee"}},
		"a lost tally":   {spoilt{tally: func(x *store.Tally) bool { return x.Won < 2 }}, []string{"tally othello/kim: the store does not have it"}},
		"a tally of two": {spoilt{versus: func(v *store.Versus) bool { v.Lost += 2; return v.Opponent != "kim" }}, []string{"versus othello/kim/lee: the store has", "versus othello/lee/kim: the store does not have it"}},
		"the statistics": {spoilt{stats: `{"x":1}`}, []string{"statistics othello/kim: the store has {\"x\":1}, no match gives it"}},
		"a winner":       {spoilt{match: at(lastDone, func(m *store.Match) { m.Winner = 1 })}, []string{"match M3: it is resign, won by seat 2"}},
		"a result": {spoilt{match: at(lastDone, func(m *store.Match) {
			m.Result = bytes.Replace(m.Result, []byte(`"winner":0`), []byte(`"winner":1`), 1)
		})}, []string{"match M3: its result is"}},
		"plies":               {spoilt{match: at(lastDone, func(m *store.Match) { m.Plies++ })}, []string{"match M3: it is resign, won by seat 1 after 21 plies"}},
		"a change":            {spoilt{match: at(lastDone, func(m *store.Match) { m.Seats[0].Change++ })}, []string{"match M3: it changed the rating of seat 1", "score othello/gain/1970-W01/kim"}},
		"a rating before":     {spoilt{match: at(lastDone, func(m *store.Match) { m.Seats[1].Rating++ })}, []string{"match M3: it changed the rating of seat 1", "match M3: it changed the rating of seat 2", "match M3: seat 2 began with the rating 1567.9399 ± 260.4888; the matches before give 1566.9399", "rating othello/kim", "rating othello/lee"}},
		"met first":           {spoilt{match: at(lastDone, func(m *store.Match) { m.Seats[0].First = true })}, []string{"match M3: to seat 1 its opponent was new: true"}},
		"the order":           {spoilt{match: at(lastDone, func(m *store.Match) { m.Nth-- })}, []string{"match M3: it ended as the 2."}},
		"in play again":       {spoilt{match: at(lastDone, func(m *store.Match) { m.Status = store.Live })}, []string{"match ASKS: it asks", "match M3: it is live, and over by its log", "rating othello/kim", "rating othello/lee", "score othello/gain/1970-W01/kim", "score othello/gain/1970-W01/lee", "tally othello/kim", "tally othello/lee", "versus othello/kim/lee", "versus othello/lee/kim"}},
		"done too early":      {spoilt{match: at(live, func(m *store.Match) { m.Status, m.Rated = store.Done, false })}, []string{"match LIVE: it is done, and not over by its log"}},
		"a seat too many":     {spoilt{match: at(live, func(m *store.Match) { m.Seats = append(m.Seats, store.Seat{}) })}, []string{"match LIVE: it has 3 seats of 2"}},
		"a log's end":         {spoilt{entries: func(id string, log []store.Entry) []store.Entry { return log[:plies] }}, []string{"match M1: it is done, and not", "match M2: it is done, and not", "match M3: it is done, and not"}},
		"an action":           {spoilt{entries: torn}, []string{"match LIVE: its log does not fold", "match M1: its log does not fold", "match M2: its log does not fold", "match M3: its log does not fold"}},
		"a lost player":       {spoilt{player: func(p *store.Player) bool { return p.ID != "lee" }}, []string{"match M1: seat 2 is that of a player who is not there: lee"}},
		"the last visit":      {spoilt{player: func(p *store.Player) bool { p.Left = &store.Left{}; return p.ID != "none" }}, []string{"player kim: the last visit ended at 0", "player lee: the last visit ended at 0"}},
		"a rematch of others": {spoilt{match: at(asks, func(m *store.Match) { m.Invited = "park" })}, []string{"match ASKS: it asks for another match after M3"}},
		"a rematch of none":   {spoilt{match: at(asks, func(m *store.Match) { m.Previous = "NONE" })}, []string{"match ASKS: it asks for another match after NONE"}},
		"a day":               {spoilt{notes: map[[2]string]string{{streak.Days.In("kim").Name, "1970-01-01"}: `{"match":"M1"}`}}, []string{`day kim/1970-01-01: the store has match "M1", which keeps no such day`}},
		"a torn day":          {spoilt{notes: map[[2]string]string{{streak.Days.In("kim").Name, "1970-01-01"}: `{"other":1}`}}, []string{"day kim/1970-01-01: damaged"}},
		"a torn lone note":    {spoilt{notes: map[[2]string]string{{lone.Space, lone.Key}: `"one"`}}, []string{"note alone/one: damaged"}},
		"a lone note":         {spoilt{notes: map[[2]string]string{{lone.Space, lone.Key}: `1`}}, nil},
		"replies of another":  {spoilt{notes: map[[2]string]string{{replies.Prepared.In("park").Name, live}: `{"ply":5,"lines":[]}`}}, []string{"replies "}},
	} {
		t.Run(name, func(t *testing.T) {
			c.Archive = f
			var got []string
			n, err := Check(t.Context(), c.spoilt, Config{Games: list, Report: func(x store.Finding) { got = append(got, x.String()) }})
			if err != nil {
				t.Fatal(err)
			}
			slices.Sort(got)
			ok := len(got) == len(c.want)
			for i := range got {
				ok = ok && strings.HasPrefix(got[i], c.want[i])
			}
			if !ok {
				t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
			if name == "intact" && (n.Players != 2 || n.Done != 3 || n.Unfinished != 2 || n.Entries != 4*plies+3 || n.Rows != 2*4) {
				t.Errorf("%+v", n)
			}
		})
	}
	bad := errors.New("bad disk")
	if _, err := Check(t.Context(), spoilt{Archive: f, fails: bad}, Config{Games: list}); !errors.Is(err, bad) {
		t.Errorf("a store that cannot be read: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Check(ctx, f, Config{Games: list}); !errors.Is(err, context.Canceled) {
		t.Errorf("a check that is called off: %v", err)
	}
}

// Numbers that differ in their last bits only are the same, and so are values whose members stand in another order.
func TestSameJSON(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{`{"a":1,"b":[2]}`, `{ "b": [2], "a": 1 }`, true},
		{`{"a":0.1}`, `{"a":0.10000000001}`, true},
		{`{"a":1500.0000001}`, `{"a":1500}`, true},
		{`{"a":1}`, `{"a":1.1}`, false},
		{`{"a":1}`, `{"a":"1"}`, false},
		{`{"a":1}`, `{"a":1,"b":null}`, false},
		{`[1,2]`, `[2,1]`, false},
		{``, ``, true},
		{``, `{}`, false},
		{`{`, `{ `, false},
	} {
		if got := sameJSON([]byte(c.a), []byte(c.b)); got != c.same {
			t.Errorf("%s and %s: %v", c.a, c.b, got)
		}
	}
}

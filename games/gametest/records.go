package gametest

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"arcade/games"
	"arcade/games/rng"
)

// Book is a player's statistics, of type S.
type Book[S any] struct {
	t    testing.TB
	game games.Recorder
	raw  json.RawMessage
}

// NewBook returns the book of a player who has not played yet.
func NewBook[S any](t testing.TB, g games.Recorder) *Book[S] { return &Book[S]{t: t, game: g} }

// Record adds a run, and returns the statistics and the rows that it earned.
func (b *Book[S]) Record(run games.Run) (S, []games.Score) {
	b.t.Helper()
	raw, scores, err := b.game.Record(b.raw, run)
	if err != nil {
		b.t.Fatal(err)
	}
	b.raw = raw
	var s S
	if err := games.DecodeStrict(raw, &s); err != nil {
		b.t.Fatal(err)
	}
	return s, scores
}

// GivenUp returns a run that plays actions and then resigns.
func GivenUp(t testing.TB, g games.Game, setup games.Setup, actions ...games.Action) games.Run {
	t.Helper()
	m, err := games.NewMatch(g, setup, games.Terms{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range actions {
		addEntry(t, m, nil, games.Entry{Kind: games.Act, Seat: m.ToAct(), Action: a})
	}
	addEntry(t, m, nil, games.Entry{Kind: games.Resign})
	return games.Run{Setup: setup, Plies: m.Plies(), Result: *m.Result()}
}

// records records random matches of every class, some of them given up, for each seat. None is refused, the
// statistics read back unchanged, and boards accept the rows.
func (g Game) records(t *testing.T) {
	recorder, ok := g.Engine.(games.Recorder)
	if !ok {
		return // it records nothing
	}
	info := g.Engine.Info()
	boards := recorder.Boards()
	for i, board := range boards {
		if board == "" || board == games.DealBoard || slices.Contains(boards[:i], board) {
			t.Errorf("boards %v", boards)
		}
	}
	for n := range 40 {
		m, entries := g.match(t, g.setupOf(n), rng.New(g.seed(n)))
		if n%4 == 3 { // the same, given up before its last action
			last := len(entries) - 1
			var err error
			if m, err = g.fold(Log{Setup: m.Setup, Entries: entries[:last]}); err != nil {
				t.Fatal(err)
			}
			entries = addEntry(t, m, entries[:last:last], games.Entry{Kind: games.Resign, At: entries[last].At})
		}
		g.verify(t, m.Setup, entries, m)
		g.export(t, m)
		for class := range 16 {
			run := games.Run{
				Match: "m", Setup: m.Setup, Plies: m.Plies(), Result: *m.Result(), At: m.LastAt(),
				Daily: class&1 != 0, Seeded: class&2 != 0, Hinted: class&4 != 0, HintedLate: class&12 == 12, Rated: class&8 != 0,
			}
			if class&4 == 0 && class&8 != 0 && info.Seats == 1 {
				continue // a match of one seat is never rated
			}
			for seat := range games.Seat(info.Seats) {
				run.Seat = seat
				g.record(t, recorder, run)
			}
		}
	}
	if _, _, err := recorder.Record(json.RawMessage(`[`), GivenUp(t, g.Engine, g.setupOf(0))); err == nil {
		t.Error("broken statistics are read")
	}
}

// record records a run as a player's first, as a second, and into empty statistics.
func (g Game) record(t rapid.TB, recorder games.Recorder, run games.Run) {
	t.Helper()
	var stats json.RawMessage
	for _, before := range []json.RawMessage{nil, json.RawMessage("{}"), nil} {
		if before == nil {
			before = stats
		}
		raw, scores, err := recorder.Record(before, run)
		if err != nil {
			t.Fatalf("%s, %+v: %v", run.Class(), run.Result, err)
		}
		again, _, _ := recorder.Record(before, run)
		back := g.Stats()
		if err := games.DecodeStrict(raw, back); err != nil || JSON(t, back) != string(raw) || string(again) != string(raw) {
			t.Fatalf("%v: statistics\n%s, read back\n%s, recorded again\n%s", err, raw, JSON(t, back), again)
		}
		stats = raw
		for _, s := range scores {
			g.checkScore(t, recorder.Boards(), run, s)
		}
	}
}

func (g Game) checkScore(t rapid.TB, boards []string, run games.Run, s games.Score) {
	t.Helper()
	board := g.Engine.Info().Name + "/" + s.Board
	if s.Of != "" {
		board += "/" + s.Of
	} else if run.Daily {
		board += "/2026-11-22"
	}
	finite := func(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
	switch two := g.Engine.Info().Seats == 2; {
	case s.Of == "" && !slices.Contains(boards, s.Board):
		t.Fatalf("a row on the board %q, there are %v", s.Board, boards)
	case len(board) > 64:
		t.Fatalf("the board %s has %d bytes", board, len(board))
	case !finite(s.Value) || !finite(s.Tie) || s.Detail != nil && !json.Valid(s.Detail):
		t.Fatalf("row %+v, %s", s, s.Detail)
	case !two && run.Hinted, !two && s.Of == "" && !run.Daily && !run.Ranked(), two && !run.Rated:
		t.Fatalf("a row for a run that counts nowhere: %+v of %+v", s, run)
	}
}

// export writes a match in each format of the game.
func (g Game) export(t rapid.TB, m *games.Match) {
	t.Helper()
	e, ok := g.Engine.(games.Exporter)
	if !ok {
		return
	}
	r := games.Record{Setup: m.Setup, Place: "here", Started: m.Started(), Plies: m.Plies(), Result: m.Result()}
	for range m.Seats() {
		r.Names = append(r.Names, "somebody")
	}
	for _, format := range e.Formats() {
		if text, err := e.Export(format, r); err != nil || text == "" {
			t.Fatalf("%s: %q, %v", format, text, err)
		}
	}
	if text, err := e.Export("no such format", r); err == nil {
		t.Fatalf("no such format: %q", text)
	}
}

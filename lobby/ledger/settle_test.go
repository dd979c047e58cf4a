package ledger_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math"
	"testing"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby/deals/dealstest"
	"arcade/lobby/ledger"
	"arcade/store"
)

// past has one row on every board in rows, and nothing else.
type past struct {
	rows map[string]store.Score
	err  error
}

func (p past) Rating(context.Context, string, string) (store.Rating, error) {
	return store.Rating{}, cmp.Or(p.err, store.ErrNotFound)
}
func (p past) Standing(context.Context, string, string) (uint64, error) { return 7, p.err }
func (p past) VersusOne(context.Context, string, string, string) (store.Versus, error) {
	return store.Versus{}, p.err
}
func (p past) Stats(context.Context, string, string) (json.RawMessage, error) { return nil, p.err }
func (p past) ScoreOf(ctx context.Context, board, _ string) (store.Score, int, int, error) {
	if row, ok := p.rows[board]; ok {
		return row, 1, 1, p.err
	}
	return store.Score{}, 0, 0, cmp.Or(p.err, store.ErrNotFound)
}

// folded returns the match of a record after entries.
func folded(t *testing.T, g games.Game, rec store.Match, entries ...store.Entry) *games.Match {
	t.Helper()
	m, err := ledger.Fold(t.Context(), games.NewRegistry(g), rec, entries)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

const ended = 90_000_000 // the second day of 1970

func TestSettleTwoSeats(t *testing.T) {
	rec := store.Match{
		ID: "M", Game: "othello", Rules: 1, Control: "none", Rated: true, Status: store.Live,
		Seats: []store.Seat{{Player: "kim", Name: "kim"}, {Player: "lee", Name: "lee"}},
	}
	var log []store.Entry
	for i, a := range []string{"d3", "c3", "c4", "e3"} {
		log = append(log, store.Entry{Kind: string(games.Act), Seat: i % 2, Action: a, At: int64(i)})
	}
	log = append(log, store.Entry{Kind: string(games.Resign), Seat: 1, At: ended})
	m := folded(t, othello.Game{}, rec, log...)
	done, err := ledger.Settle(t.Context(), past{}, rec, m, ended)
	if err != nil || done.Unrecorded != nil || len(done.Outcomes) != 2 {
		t.Fatalf("%+v, %v", done, err)
	}
	kim, lee := done.Outcomes[0], done.Outcomes[1]
	if kim.Tally != (store.Tally{Won: 1}) || lee.Tally != (store.Tally{Lost: 1}) || kim.Opponent != "lee" {
		t.Errorf("%+v, %+v", kim, lee)
	}
	up, down := done.Match.Seats[0].Change, done.Match.Seats[1].Change
	if up <= 0 || math.Abs(up+down) > 1e-9 || kim.Rating.Rating != 1500+up || !ledger.Provisional(*kim.Rating) {
		t.Errorf("changes %v and %v, rating %+v", up, down, kim.Rating)
	}
	if done.Match.Status != store.Done || done.Match.Ended != ended || done.Match.Plies != 4 || done.Match.Winner != 0 {
		t.Errorf("%+v", done.Match)
	}
	if rec.Seats[0].Change != 0 {
		t.Error("the record that was given has changed")
	}
	disk := errors.New("disk")
	if _, err := ledger.Settle(t.Context(), past{err: disk}, rec, m, ended); !errors.Is(err, disk) {
		t.Errorf("with a broken store: %v", err)
	}
}

// The rows of a run that are kept: see Settle.
func TestRowsOfRuns(t *testing.T) {
	const ranked, deal = "patience/all", "patience/deal/P1_42"
	today, before := ledger.Day(ended), ledger.Day(ended-86_400_000)
	look := store.Entry{Kind: string(games.Look), At: ended}
	for name, c := range map[string]struct {
		rec  store.Match
		log  []store.Entry
		rows map[string]float64 // there already
		want []string
	}{
		"ranked":               {want: []string{ranked, deal}},
		"a worse try":          {rows: map[string]float64{deal: 0}, want: []string{ranked}},
		"a better try":         {rows: map[string]float64{deal: -9}, want: []string{ranked, deal}},
		"practice":             {rec: store.Match{Seeded: true}, want: []string{deal}},
		"looked":               {log: []store.Entry{look}},
		"of the day":           {rec: store.Match{Daily: today}, want: []string{ranked + "/" + today, deal}},
		"of the day, again":    {rec: store.Match{Daily: today}, rows: map[string]float64{ranked + "/" + today: -9}, want: []string{deal}},
		"of the day, too late": {rec: store.Match{Daily: before}, want: []string{deal}},
	} {
		rec := c.rec
		rec.ID, rec.Game, rec.Rules, rec.Seed, rec.Control, rec.Status = "M", "patience", 1, "42", "none", store.Live
		rec.Seats = []store.Seat{{Player: "kim", Name: "kim"}}
		m := folded(t, dealstest.Winnable(), rec, append(c.log, store.Entry{Kind: string(games.Act), Action: "win", At: ended})...)
		p := past{rows: map[string]store.Score{}}
		for board, value := range c.rows {
			p.rows[board] = store.Score{Board: board, Value: value}
		}
		done, err := ledger.Settle(t.Context(), p, rec, m, ended)
		if err != nil || len(done.Outcomes) != 1 {
			t.Fatalf("%s: %+v, %v", name, done, err)
		}
		var got []string
		for _, row := range done.Outcomes[0].Scores {
			got = append(got, row.Board)
		}
		if len(got) != len(c.want) || len(got) > 0 && got[0] != c.want[0] || len(got) > 1 && got[1] != c.want[1] {
			t.Errorf("%s: rows on %v, want %v", name, got, c.want)
		}
	}
}

// moody is a game that cannot record its runs.
type moody struct{ *dealstest.Patience }

var errMoody = errors.New("not today")

func (moody) Record(json.RawMessage, games.Run) (json.RawMessage, []games.Score, error) {
	return nil, nil, errMoody
}

// If the game cannot record a run, the run ends all the same.
func TestUnrecorded(t *testing.T) {
	rec := store.Match{ID: "M", Game: "patience", Rules: 1, Seed: "42", Control: "none", Status: store.Live, Seats: []store.Seat{{Player: "kim"}}}
	m := folded(t, moody{dealstest.Winnable()}, rec, store.Entry{Kind: string(games.Act), Action: "win", At: ended})
	done, err := ledger.Settle(t.Context(), past{}, rec, m, ended)
	if err != nil || !errors.Is(done.Unrecorded, errMoody) || len(done.Outcomes) != 1 || done.Outcomes[0].Stats != nil || done.Match.Status != store.Done {
		t.Errorf("%+v, %v", done, err)
	}
}

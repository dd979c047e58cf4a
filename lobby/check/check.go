// Package check replays the whole past of a store. It folds every log, settles every finished match on
// books of its own with the code that tables use, and compares the books with the store.
package check

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/lobby/puzzles"
	"arcade/store"
)

// Config is the input of Check.
type Config struct {
	Games *games.Registry
	// Report is called for each mismatch; nil for none.
	Report func(store.Finding)
	// Progress is called now and then with the number of matches done and their total; nil for none.
	Progress func(done, of int)
}

// Counts count the things that Check has read.
type Counts struct {
	Players int `json:"players"`
	// Done and Unfinished count matches, Entries the entries of their logs. Rows counts the ratings,
	// tallies, statistics and rows of boards, Notes the games' notes.
	Done       int `json:"done"`
	Unfinished int `json:"unfinished"`
	Entries    int `json:"entries"`
	Rows       int `json:"rows"`
	Notes      int `json:"notes"`
}

// Check replays the whole past of a store. It folds every log and compares the result with the record. It
// settles the finished matches in the order in which they ended, with the code that tables use. Then it
// compares the resulting ratings, tallies, statistics and boards with the stored ones. Its memory grows
// with them, and by some 100 bytes with each match. Check fails if it cannot read the store, and with
// ctx's error.
func Check(ctx context.Context, a store.Archive, cfg Config) (Counts, error) {
	if cfg.Report == nil {
		cfg.Report = func(store.Finding) {}
	}
	if cfg.Progress == nil {
		cfg.Progress = func(int, int) {}
	}
	secret, err := a.Secret(ctx)
	if err != nil {
		return Counts{}, err
	}
	books := newBooks(cfg.Games)
	c := &check{
		a: a, cfg: cfg, books: books, players: map[string]struct{}{}, absent: map[string]bool{},
		secret: secret,
	}
	c.puzzles = puzzles.NewChecker(cfg.Games, func(id, problem string) { c.found("puzzle", id, "%s", problem) })
	err = a.EachPlayer(func(p store.Player) error {
		c.players[p.ID] = struct{}{}
		c.left(p)
		return ctx.Err()
	})
	if err == nil {
		err = c.matches(ctx)
	}
	if err == nil {
		err = c.compare()
	}
	if err == nil {
		err = c.notes(ctx)
	}
	if err == nil {
		err = c.checkArenas(ctx)
	}
	if err == nil {
		err = c.puzzles.End(ctx)
	}
	c.count.Players = len(c.players)
	return c.count, err
}

// check is one run of Check.
type check struct {
	a       store.Archive
	cfg     Config
	secret  []byte // the store's secret, from which the seeds of days come
	books   *books
	players map[string]struct{}
	absent  map[string]bool // players who have a seat but no record
	count   Counts
	arenas  arenaLogs
	puzzles *puzzles.Checker
}

func (c *check) found(kind, id, format string, args ...any) {
	c.cfg.Report(store.Finding{Kind: kind, ID: id, Problem: fmt.Sprintf(format, args...)})
}

// turn is a match's place in the order in which matches ended.
type turn struct {
	id    string
	done  bool
	nth   uint64
	ended int64
}

// order returns all matches in the order in which they ended; those in play come last.
func (c *check) order(ctx context.Context) ([]turn, error) {
	var list []turn
	err := c.a.EachMatch(func(m store.Match) error {
		list = append(list, turn{m.ID, m.Status == store.Done, m.Nth, m.Ended})
		return ctx.Err()
	})
	slices.SortFunc(list, func(a, b turn) int {
		return cmp.Or(trueFirst(a.done, b.done), cmp.Compare(a.nth, b.nth), cmp.Compare(a.ended, b.ended), cmp.Compare(a.id, b.id))
	})
	for i := 1; i < len(list); i++ {
		if t, before := list[i], list[i-1]; t.nth > 0 && t.nth == before.nth {
			c.found("match", t.id, "it ended as the %d., and so did %s", t.nth, before.id)
		}
	}
	return list, err
}

// trueFirst orders true before false.
func trueFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// folded is a match on its way through the check.
type folded struct {
	rec     store.Match
	entries []store.Entry
	m       *games.Match
	err     error // from reading
	broken  error // from folding
	ready   chan struct{}
}

// progressEvery is the number of matches between two calls of Progress.
const progressEvery = 500

// matches folds all matches, several at once, and settles them one after another.
func (c *check) matches(ctx context.Context) error {
	list, err := c.order(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	workers := runtime.GOMAXPROCS(0)
	inOrder, work := make(chan *folded, 8*workers), make(chan *folded, 8*workers)
	go func() {
		defer close(inOrder)
		defer close(work)
		for _, t := range list {
			f := &folded{rec: store.Match{ID: t.id}, ready: make(chan struct{})}
			for _, ch := range []chan *folded{work, inOrder} {
				select {
				case ch <- f:
				case <-ctx.Done():
					return
				}
			}
		}
	}()
	var reading sync.WaitGroup
	for range workers {
		reading.Go(func() {
			for f := range work {
				c.fold(ctx, f)
				close(f.ready)
			}
		})
	}
	// When this function has returned, no goroutine reads the archive.
	defer func() {
		cancel()
		for range inOrder {
		}
		reading.Wait()
	}()
	done := 0
	for f := range inOrder {
		<-f.ready
		if err := cmp.Or(ctx.Err(), f.err); err != nil {
			return err
		}
		if err := c.match(ctx, f); err != nil {
			return err
		}
		if done++; done%progressEvery == 0 {
			c.cfg.Progress(done, len(list))
		}
	}
	c.cfg.Progress(len(list), len(list))
	return ctx.Err()
}

// fold reads and folds a match.
func (c *check) fold(ctx context.Context, f *folded) {
	defer func() {
		if p := recover(); p != nil {
			f.broken = fmt.Errorf("panic: %v", p)
		}
	}()
	if f.rec, f.err = c.a.Match(ctx, f.rec.ID); f.err != nil || f.rec.Status == store.Open {
		return
	}
	if f.entries, f.broken = c.a.Entries(ctx, f.rec.ID, 0, -1); f.broken == nil {
		f.m, f.broken = ledger.Fold(ctx, c.cfg.Games, f.rec, f.entries)
	}
}

// match checks one match. Finished matches come in the order in which they ended.
func (c *check) match(ctx context.Context, f *folded) error {
	rec := f.rec
	c.count.Entries += len(f.entries)
	for i, s := range rec.Seats {
		if _, ok := c.players[s.Player]; s.Player != "" && !ok && !c.absent[s.Player] {
			c.found("match", rec.ID, "seat %d is that of a player who is not there: %s", i+1, s.Player)
			c.absent[s.Player] = true // report a player once
		}
	}
	if rec.Status != store.Done {
		c.count.Unfinished++
	} else {
		c.count.Done++
	}
	switch {
	case rec.Status == store.Open:
		return c.again(ctx, rec)
	case f.broken != nil:
		c.found("match", rec.ID, "its log does not fold: %v", f.broken)
	case rec.Status == store.Live && f.m.Over() && !ledger.ByClient(rec):
		c.found("match", rec.ID, "it is live, and over by its log")
	case rec.Status == store.Done && !f.m.Over():
		c.found("match", rec.ID, "it is done, and not over by its log")
	case len(rec.Seats) != f.m.Seats():
		c.found("match", rec.ID, "it has %d seats of %d", len(rec.Seats), f.m.Seats())
	default:
		if err := c.start(ctx, rec); err != nil || rec.Status == store.Live {
			return err
		}
		return c.end(ctx, rec, f.m)
	}
	if rec.Status == store.Done {
		c.books.spoil(ctx, rec)
	}
	return nil
}

// start checks the start of a match: the seed of its day, and the note of its deal.
func (c *check) start(ctx context.Context, rec store.Match) error {
	g, err := c.cfg.Games.Game(rec.Game)
	if err != nil {
		return err
	}
	if rec.Daily != "" && !ledger.IsDaySeed(c.secret, g, rec.Daily, rec.Seed, rec.Options) {
		c.found("match", rec.ID, "its seed is not that of %s", rec.Daily)
	}
	d, ok := g.(games.Dealer)
	if !ok {
		return nil
	}
	deal, err := d.Deal(ledger.Setup(rec))
	if err != nil {
		c.found("match", rec.ID, "its deal: %v", err)
		return nil
	}
	n, ok, err := c.deal(ctx, rec.Game, deal.ID)
	if err != nil || ok && n.Under(deal.Rules) != nil {
		return err
	}
	c.found("match", rec.ID, "there is no note of its deal %s, rules %s", deal.ID, deal.Rules)
	return nil
}

// end settles a finished match on the books and compares the result with its record.
func (c *check) end(ctx context.Context, rec store.Match, m *games.Match) error {
	if rec.Ended != m.LastAt() {
		c.found("match", rec.ID, "it ended at %d, its log at %d", rec.Ended, m.LastAt())
	}
	seated := rec
	seated.Seats = c.books.seat(rec)
	if rec.Rated && rec.Reason != games.Aborted { // an aborted match changes no ratings
		c.before(ctx, rec)
	}
	done, err := ledger.Settle(ctx, c.books, seated, m, rec.Ended)
	if err != nil {
		return fmt.Errorf("match %s: %w", rec.ID, err)
	}
	settled := done.Match
	if !sameJSON(rec.Result, settled.Result) {
		c.found("match", rec.ID, "its result is %s, by its log %s", rec.Result, settled.Result)
	}
	if rec.Reason != settled.Reason || rec.Winner != settled.Winner || rec.Plies != settled.Plies {
		c.found("match", rec.ID, "it is %s, won by seat %d after %d plies; by its log %s, %d, %d",
			rec.Reason, rec.Winner+1, rec.Plies, settled.Reason, settled.Winner+1, settled.Plies)
	}
	known := !slices.ContainsFunc(rec.Seats, func(s store.Seat) bool { return s.Gone })
	sure := !slices.ContainsFunc(rec.Seats, func(s store.Seat) bool { return c.books.spoiled[standing{rec.Game, s.Player}] })
	for i, s := range rec.Seats {
		if got := settled.Seats[i].Change; rec.Rated && known && !near(s.Change, got, c.books.slack(seated)) {
			c.found("match", rec.ID, "it changed the rating of seat %d by %.4f, by the results by %.4f", i+1, s.Change, got)
		}
		if got := settled.Seats[i]; known && sure && (s.First != got.First || s.Nth != got.Nth) {
			c.found("match", rec.ID, "to seat %d its opponent was new: %v, the %d. of the day; by the matches before: %v, %d", i+1, s.First, s.Nth, got.First, got.Nth)
		}
	}
	c.books.apply(rec, done.Outcomes)
	return nil
}

// before compares the ratings at the start of a match with the results of the earlier matches. Then it
// takes over the ratings in the record.
func (c *check) before(ctx context.Context, rec store.Match) {
	for i, s := range rec.Seats {
		if s.Gone {
			continue
		}
		at := standing{c.books.pool(rec), s.Player}
		r, err := ledger.Rating(ctx, c.books, at.game, s.Player)
		if err != nil {
			continue // cannot happen with books
		}
		slack := c.books.slackOf(at.game, s.Player)
		if near(r.Rating, s.Rating, slack) && near(r.Deviation, s.Deviation, slack) {
			if slack == exact {
				continue
			}
		} else {
			c.found("match", rec.ID, "seat %d began with the rating %.4f ± %.4f; the matches before give %.4f ± %.4f",
				i+1, s.Rating, s.Deviation, r.Rating, r.Deviation)
		}
		r.Rating, r.Deviation = s.Rating, s.Deviation
		c.books.ratings[at] = r
	}
}

// sameJSON reports whether two values are the same. It ignores spaces, the order of members, and the last
// bits of numbers, which depend on the processor.
func sameJSON(a, b json.RawMessage) bool {
	if slices.Equal(a, b) {
		return true
	}
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return len(a) == 0 && len(b) == 0
	}
	return sameValue(x, y)
}

func sameValue(x, y any) bool {
	switch x := x.(type) {
	case float64:
		y, ok := y.(float64)
		return ok && near(x, y, exact)
	case []any:
		y, ok := y.([]any)
		return ok && slices.EqualFunc(x, y, sameValue)
	case map[string]any:
		y, ok := y.(map[string]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for k, v := range x {
			if w, ok := y[k]; !ok || !sameValue(v, w) {
				return false
			}
		}
		return true
	}
	return x == y
}

// compare compares the books with the store.
func (c *check) compare() error {
	a, b := c.a, c.books
	return errors.Join(
		compareBook(c, "rating", b.ratings, func(row func(standing, store.Rating) error) error {
			return a.EachRating(func(r store.Rating) error { return row(standing{r.Game, r.Player}, r) })
		}, func(at standing, r, want store.Rating) bool {
			slack := b.slackOf(at.game, at.player)
			return near(r.Rating, want.Rating, slack) && near(r.Deviation, want.Deviation, slack) &&
				near(r.Volatility, want.Volatility, slack) && r.Games == want.Games && r.At == want.At && r.Match == want.Match &&
				r.Opponents == want.Opponents && r.Unlisted == want.Unlisted && r.NewDay == want.NewDay && r.New == want.New &&
				near(r.Base, want.Base, slack) && r.Established == want.Established
		}, func(r store.Rating) any { return r }),
		compareBook(c, "tally", b.tallies, func(row func(standing, store.Tally) error) error {
			return a.EachTally(func(game, player string, t store.Tally) error { return row(standing{game, player}, t) })
		}, func(_ standing, t, want store.Tally) bool {
			return t == want
		}, func(t store.Tally) any { return t }),
		compareBook(c, "versus", b.versus, func(row func(pair, store.Versus) error) error {
			return a.EachVersus(func(player string, v store.Versus) error {
				return row(pair{standing{v.Game, player}, v.Opponent}, v)
			})
		}, func(_ pair, v, want store.Versus) bool {
			return v.Tally == want.Tally && v.Encounters == want.Encounters && v.At == want.At && v.Match == want.Match
		}, func(v store.Versus) any { return v }),
		compareBook(c, "statistics", b.stats, func(row func(standing, json.RawMessage) error) error {
			return a.EachStats(func(game, player string, s json.RawMessage) error { return row(standing{game, player}, s) })
		}, func(_ standing, s, want json.RawMessage) bool {
			return sameJSON(s, want)
		}, func(s json.RawMessage) any { return string(s) }),
		compareBook(c, "score", b.scores, func(row func(boardRow, store.Score) error) error {
			return a.EachScore(func(s store.Score) error { return row(boardRow{s.Board, s.Player}, s) })
		}, func(_ boardRow, s, want store.Score) bool {
			return near(s.Value, want.Value, exact) && near(s.Tie, want.Tie, exact) && sameJSON(s.Detail, want.Detail) &&
				s.Match == want.Match && s.At == want.At && s.Unlisted == want.Unlisted
		}, func(s store.Score) any { return line(s) }),
	)
}

// compareBook compares a book with the store's rows, which each passes on. show turns a row into text for
// the report. Rows of a spoiled standing are left out.
func compareBook[K bookKey, V any](
	c *check, kind string, book map[K]V, each func(row func(K, V) error) error, same func(at K, have, want V) bool, show func(V) any,
) error {
	err := each(func(at K, have V) error {
		want, ok := book[at]
		delete(book, at)
		if c.books.spoiled[at.of()] {
			return nil
		}
		c.count.Rows++
		switch {
		case !ok:
			c.found(kind, at.String(), "the store has %+v, no match gives it", show(have))
		case !same(at, have, want):
			c.found(kind, at.String(), "the store has %+v, the matches give %+v", show(have), show(want))
		}
		return nil
	})
	for _, at := range slices.SortedFunc(maps.Keys(book), func(a, b K) int { return cmp.Compare(a.String(), b.String()) }) {
		if !c.books.spoiled[at.of()] {
			c.found(kind, at.String(), "the store does not have it, the matches give %+v", show(book[at]))
		}
	}
	return err
}

// line returns a row of a board as text for the report.
func line(s store.Score) string {
	return fmt.Sprintf("%v (tie %v) %s of match %s at %d", s.Value, s.Tie, s.Detail, s.Match, s.At)
}

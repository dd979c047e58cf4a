package lobby

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"sync"

	"arcade/games"
	"arcade/store"
)

// CheckConfig is what Check needs.
type CheckConfig struct {
	Games *games.Registry
	// Report gets each thing that does not agree; nil for none.
	Report func(store.Finding)
	// Progress is told how many matches of how many are done, now and then; nil for none.
	Progress func(done, of int)
}

// Checked counts what Check has looked at.
type Checked struct {
	Players int `json:"players"`
	// Done and Unfinished are matches, Entries the entries of their logs, Rows the
	// ratings, tallies, statistics and rows of boards, Notes the games' notes.
	Done       int `json:"done"`
	Unfinished int `json:"unfinished"`
	Entries    int `json:"entries"`
	Rows       int `json:"rows"`
	Notes      int `json:"notes"`
}

// Check plays the whole past of a store again: it folds every log, compares the
// result with the record, settles the finished matches in the order in which they
// ended, by the same code as a table does, and compares the ratings, tallies,
// statistics and boards that come out of it with those of the store. Its memory grows
// with those, and by some 100 bytes with each match. An error is one of reading the
// store, or ctx's.
func Check(ctx context.Context, a store.Archive, cfg CheckConfig) (Checked, error) {
	if cfg.Report == nil {
		cfg.Report = func(store.Finding) {}
	}
	if cfg.Progress == nil {
		cfg.Progress = func(int, int) {}
	}
	secret, err := a.Secret()
	if err != nil {
		return Checked{}, err
	}
	books := newBooks()
	c := &check{
		a: a, cfg: cfg, books: books, players: map[string]struct{}{}, absent: map[string]bool{},
		l: &Lobby{cfg: Config{Store: books, Games: cfg.Games}, log: slog.New(slog.DiscardHandler), secret: secret},
	}
	err = a.EachPlayer(func(p store.Player) error {
		c.players[p.ID] = struct{}{}
		return ctx.Err()
	})
	if err == nil {
		err = c.matches(ctx)
	}
	if err == nil {
		err = c.compare()
	}
	if err == nil {
		err = c.notes()
	}
	c.count.Players = len(c.players)
	return c.count, err
}

// check is one run of Check.
type check struct {
	a       store.Archive
	cfg     CheckConfig
	l       *Lobby // settles as the arcade does, on the books
	books   *books
	players map[string]struct{}
	absent  map[string]bool // who has a seat and no record
	count   Checked
}

func (c *check) found(kind, id, format string, args ...any) {
	c.cfg.Report(store.Finding{Kind: kind, ID: id, Problem: fmt.Sprintf(format, args...)})
}

// turn is when a match ended, as far as the order goes.
type turn struct {
	id    string
	done  bool
	nth   uint64
	ended int64
}

// order lists every match in the order in which they ended, those in play last.
func (c *check) order(ctx context.Context) ([]turn, error) {
	var list []turn
	err := c.a.EachMatch(func(m store.Match) error {
		list = append(list, turn{m.ID, m.Status == store.Done, m.Nth, m.Ended})
		return ctx.Err()
	})
	slices.SortFunc(list, func(a, b turn) int {
		if a.done != b.done {
			if a.done {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(a.nth, b.nth), cmp.Compare(a.ended, b.ended), cmp.Compare(a.id, b.id))
	})
	for i := 1; i < len(list); i++ {
		if t, before := list[i], list[i-1]; t.nth > 0 && t.nth == before.nth {
			c.found("match", t.id, "it ended as the %d., and so did %s", t.nth, before.id)
		}
	}
	return list, err
}

// folded is a match on its way through the check.
type folded struct {
	rec     store.Match
	entries []store.Entry
	m       *games.Match
	err     error // of reading
	broken  error // of folding
	ready   chan struct{}
}

// progressEvery is after how many matches Progress is told.
const progressEvery = 500

// matches folds every match, several at once, and settles them one after another.
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
				c.fold(f)
				close(f.ready)
			}
		})
	}
	// Nobody reads the archive any more once this has returned.
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
		if err := c.match(f); err != nil {
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
func (c *check) fold(f *folded) {
	defer func() {
		if p := recover(); p != nil {
			f.broken = fmt.Errorf("panic: %v", p)
		}
	}()
	if f.rec, f.err = c.a.Match(f.rec.ID); f.err != nil || f.rec.Status == store.Open {
		return
	}
	if f.entries, f.broken = c.a.Entries(f.rec.ID, 0, -1); f.broken == nil {
		f.m, f.broken = foldRecord(c.cfg.Games, f.rec, f.entries)
	}
}

// match checks one match; those that are done come in the order in which they ended.
func (c *check) match(f *folded) error {
	rec := f.rec
	c.count.Entries += len(f.entries)
	for i, s := range rec.Seats {
		if _, ok := c.players[s.Player]; s.Player != "" && !ok && !c.absent[s.Player] {
			c.found("match", rec.ID, "seat %d is that of a player who is not there: %s", i+1, s.Player)
			c.absent[s.Player] = true // once is enough
		}
	}
	if rec.Status != store.Done {
		c.count.Unfinished++
	} else {
		c.count.Done++
	}
	switch {
	case rec.Status == store.Open:
		return nil
	case f.broken != nil:
		c.found("match", rec.ID, "its log does not fold: %v", f.broken)
	case rec.Status == store.Live && f.m.Over():
		c.found("match", rec.ID, "it is live, and over by its log")
	case rec.Status == store.Done && !f.m.Over():
		c.found("match", rec.ID, "it is done, and not over by its log")
	case len(rec.Seats) != f.m.Seats():
		c.found("match", rec.ID, "it has %d seats of %d", len(rec.Seats), f.m.Seats())
	default:
		if err := c.start(rec); err != nil || rec.Status == store.Live {
			return err
		}
		return c.end(rec, f.m)
	}
	if rec.Status == store.Done {
		c.books.spoil(rec)
	}
	return nil
}

// start checks what a match starts from: the day's seed, and the note of its deal.
func (c *check) start(rec store.Match) error {
	g, err := c.cfg.Games.Game(rec.Game)
	if err != nil {
		return err
	}
	if rec.Daily != "" && rec.Seed != c.l.daySeed(g, rec.Daily) {
		c.found("match", rec.ID, "its seed is not that of %s", rec.Daily)
	}
	d := c.l.dealer(rec.Game)
	if d == nil {
		return nil
	}
	deal, err := d.Deal(setupOf(rec))
	if err != nil {
		c.found("match", rec.ID, "its deal: %v", err)
		return nil
	}
	n, ok, err := c.deal(rec.Game, deal.ID)
	if err != nil || ok && n.set(deal.Rules) != nil {
		return err
	}
	c.found("match", rec.ID, "there is no note of its deal %s, rules %s", deal.ID, deal.Rules)
	return nil
}

// end settles a finished match on the books and compares its record.
func (c *check) end(rec store.Match, m *games.Match) error {
	if rec.Ended != m.LastAt() {
		c.found("match", rec.ID, "it ended at %d, its log at %d", rec.Ended, m.LastAt())
	}
	seated := rec
	seated.Seats = c.books.seat(rec)
	if rec.Rated {
		c.before(rec, seated)
	}
	settled, outcomes, err := c.l.settle(seated, m, rec.Ended)
	if err != nil {
		return fmt.Errorf("match %s: %w", rec.ID, err)
	}
	if !sameJSON(rec.Result, settled.Result) {
		c.found("match", rec.ID, "its result is %s, by its log %s", rec.Result, settled.Result)
	}
	if rec.Reason != settled.Reason || rec.Winner != settled.Winner || rec.Plies != settled.Plies {
		c.found("match", rec.ID, "it is %s, won by seat %d after %d plies; by its log %s, %d, %d",
			rec.Reason, rec.Winner+1, rec.Plies, settled.Reason, settled.Winner+1, settled.Plies)
	}
	known := !slices.ContainsFunc(rec.Seats, left)
	for i, s := range rec.Seats {
		if got := settled.Seats[i].Change; rec.Rated && known && !near(s.Change, got, c.books.slack(seated)) {
			c.found("match", rec.ID, "it changed the rating of seat %d by %.4f, by the results by %.4f", i+1, s.Change, got)
		}
	}
	c.books.apply(rec, outcomes)
	return nil
}

// before compares the ratings with which a match began with what the matches before
// it gave, and goes on from those of the record.
func (c *check) before(rec, seated store.Match) {
	for i, s := range rec.Seats {
		if left(s) {
			continue
		}
		r, err := c.l.readRating(rec.Game, s.Player)
		if err != nil {
			continue // the books have no errors
		}
		slack := c.books.slackOf(rec.Game, s.Player)
		if near(r.Rating, s.Rating, slack) && near(r.Deviation, s.Deviation, slack) {
			if slack == exact {
				continue
			}
		} else {
			c.found("match", rec.ID, "seat %d began with the rating %.4f ± %.4f; the matches before give %.4f ± %.4f",
				i+1, s.Rating, s.Deviation, r.Rating, r.Deviation)
		}
		r.Rating, r.Deviation = s.Rating, s.Deviation
		c.books.ratings[standing{rec.Game, s.Player}] = r
	}
}

// sameJSON tells that two values are the same, whatever the spaces, the order of the
// members, and the last bits of numbers, which depend on the processor.
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

// compare compares the books with what the store has.
func (c *check) compare() error {
	b := c.books
	row := func(kind, id string, ok, same bool, have, want any) {
		c.count.Rows++
		switch {
		case !ok:
			c.found(kind, id, "the store has %+v, no match gives it", have)
		case !same:
			c.found(kind, id, "the store has %+v, the matches give %+v", have, want)
		}
	}
	missing := func(kind, id string, want any) {
		c.found(kind, id, "the store does not have it, the matches give %+v", want)
	}
	errs := []error{
		c.a.EachRating(func(r store.Rating) error {
			at := standing{r.Game, r.Player}
			want, ok := b.ratings[at]
			slack := b.slackOf(r.Game, r.Player)
			same := near(r.Rating, want.Rating, slack) && near(r.Deviation, want.Deviation, slack) &&
				near(r.Volatility, want.Volatility, slack) && r.Games == want.Games && r.At == want.At && r.Match == want.Match
			if !b.spoiled[at] {
				row("rating", r.Game+"/"+r.Player, ok, same, r, want)
			}
			delete(b.ratings, at)
			return nil
		}),
		c.a.EachTally(func(game, player string, t store.Tally) error {
			at := standing{game, player}
			want, ok := b.tallies[at]
			if !b.spoiled[at] {
				row("tally", game+"/"+player, ok, t == want, t, want)
			}
			delete(b.tallies, at)
			return nil
		}),
		c.a.EachVersus(func(player string, v store.Versus) error {
			at := pair{standing{v.Game, player}, v.Opponent}
			want, ok := b.versus[at]
			if !b.spoiled[at.standing] {
				same := v.Tally == want.Tally && v.At == want.At && v.Match == want.Match
				row("versus", v.Game+"/"+player+"/"+v.Opponent, ok, same, v, want)
			}
			delete(b.versus, at)
			return nil
		}),
		c.a.EachStats(func(game, player string, stats json.RawMessage) error {
			at := standing{game, player}
			want, ok := b.stats[at]
			if !b.spoiled[at] {
				row("statistics", game+"/"+player, ok, sameJSON(stats, want), string(stats), string(want))
			}
			delete(b.stats, at)
			return nil
		}),
		c.a.EachScore(func(s store.Score) error {
			at := boardRow{s.Board, s.Player}
			want, ok := b.scores[at]
			same := near(s.Value, want.Value, exact) && near(s.Tie, want.Tie, exact) && sameJSON(s.Detail, want.Detail) &&
				s.Match == want.Match && s.At == want.At
			if !b.spoiled[at.standing()] {
				row("score", s.Board+"/"+s.Player, ok, same, line(s), line(want))
			}
			delete(b.scores, at)
			return nil
		}),
	}
	eachLeft(b, b.ratings, func(at standing) standing { return at }, func(at standing, r store.Rating) {
		missing("rating", at.game+"/"+at.player, r)
	})
	eachLeft(b, b.tallies, func(at standing) standing { return at }, func(at standing, t store.Tally) {
		missing("tally", at.game+"/"+at.player, t)
	})
	eachLeft(b, b.versus, func(at pair) standing { return at.standing }, func(at pair, v store.Versus) {
		missing("versus", at.game+"/"+at.player+"/"+at.opponent, v)
	})
	eachLeft(b, b.stats, func(at standing) standing { return at }, func(at standing, s json.RawMessage) {
		missing("statistics", at.game+"/"+at.player, string(s))
	})
	eachLeft(b, b.scores, boardRow.standing, func(at boardRow, s store.Score) {
		missing("score", at.board+"/"+at.player, line(s))
	})
	return errors.Join(errs...)
}

// line is a row of a board as it is reported.
func line(s store.Score) string {
	return fmt.Sprintf("%v (tie %v) %s of match %s at %d", s.Value, s.Tie, s.Detail, s.Match, s.At)
}

package puzzles

import (
	"cmp"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"arcade/games"
	finder "arcade/games/puzzles"
	"arcade/lobby/clock"
	"arcade/lobby/turns"
	"arcade/store"
)

// Limits limit the search. Zero values take the defaults, except for Share.
type Limits struct {
	// Share is the part of one processor for the search in idle time, up to 1; 0: off.
	Share float64
	// Stock limits the puzzles of a game (default 2,000). Up to First of them the search rests little
	// (default 60). After that Pause is its rest after a match (default 30 s).
	Stock, First int
	Pause        time.Duration
	// Prepared says that the search of a game begins with the puzzles that the program brings along.
	Prepared bool
}

func (l Limits) usual() Limits {
	l.Stock, l.First, l.Pause = cmp.Or(l.Stock, 2000), cmp.Or(l.First, 60), cmp.Or(l.Pause, 30*time.Second)
	return l
}

const (
	// recent is the number of finished matches, or notes, read at once.
	recent = 100
	// shortPause is the rest after a match while there are few puzzles. longPause is the rest when there is
	// nothing to do, or the work is another node's.
	shortPause, longPause = time.Second, 10 * time.Second
	// afterFailure is the rest after an error.
	afterFailure = time.Minute
	// matchTime bounds the work on one match.
	matchTime = 20 * time.Minute
)

// Begin stores the puzzles that the program brings along for each game whose search has not begun. A game's are
// stored in one step with the search's progress, so it happens once, whoever starts again or at the same time.
func (b *Book) Begin() error {
	if !b.limits.Prepared {
		return nil
	}
	for _, game := range b.Games() {
		if err := store.Again(func() error { return b.beginSearch(game) }); err != nil {
			return fmt.Errorf("puzzles of %s: %w", game, err)
		}
	}
	return nil
}

// beginSearch begins the search of a game with the prepared puzzles, unless it has begun.
func (b *Book) beginSearch(game string) error {
	if _, begun, err := finders.In(game).Get(b.ctx, b.store, ""); err != nil || begun {
		return err
	}
	g, err := b.games.Game(game)
	if err != nil {
		return err
	}
	list, err := finder.Prepared(game)
	if err != nil || len(list) == 0 {
		return err
	}
	var all []store.Note
	for _, m := range list {
		id := IDOf(game, m.Puzzle)
		if _, known, err := puzzles.In(game).Get(b.ctx, b.store, id); err != nil {
			return err
		} else if known { // a search was cut off before it stored its progress
			continue
		}
		two, err := noted(game, id, New(g.(games.Puzzler), m.Setup, m.Plies, "", m.Puzzle, clock.MS()))
		if err != nil {
			return err
		}
		all = append(all, two...)
	}
	n, err := finders.In(game).Note("", Finder{Puzzles: len(list)}, store.Absent)
	if err != nil {
		return err
	}
	return b.store.PutNotes(b.ctx, space(game), append(all, n)...)
}

// Run looks for puzzles in idle time until the house closes: in finished public matches first,
// then in matches between bots.
func (b *Book) Run() {
	list := b.Games()
	if b.limits.Share <= 0 || len(list) == 0 {
		return
	}
	for n := 0; !turns.Closed(b.house.Closed()); n++ {
		pause := longPause
		if b.house.Stocks() {
			pause = b.searchOnce(list[n%len(list)])
		}
		turns.Rest(pause, nil, b.house.Closed())
	}
}

// searchOnce searches one match of a game, and returns the time to rest.
func (b *Book) searchOnce(game string) (pause time.Duration) {
	defer func() {
		if r := recover(); r != nil {
			b.log.Error("panic", "where", "puzzles", "game", game, "panic", r, "stack", string(debug.Stack()))
			pause = afterFailure
		}
	}()
	p := turns.NewIdle(b.limits.Share, matchTime, b.house.Closed())
	f, found, err := b.Search(game, p.Stop)
	switch {
	case errors.Is(err, ErrFull):
		return longPause
	case err != nil && !errors.Is(err, games.ErrStopped):
		b.log.Error("puzzles", "game", game, "err", err)
		return afterFailure
	case found > 0:
		b.log.Debug("puzzles found", "game", game, "n", found, "of", f.Puzzles)
	}
	if f.Puzzles < b.limits.First {
		return shortPause
	}
	return b.limits.Pause
}

// ErrFull: the stock of the game's puzzles is full.
var ErrFull = errors.New("enough puzzles")

// Search searches the next match of a game, and stores new puzzles.
func (b *Book) Search(game string, stop func() bool) (f Finder, found int, err error) {
	g, err := b.games.Game(game)
	if err != nil {
		return f, 0, err
	}
	z, ok := g.(games.Puzzler)
	if !ok {
		return f, 0, fmt.Errorf("%w: %s has none", ErrNone, game)
	}
	if f, _, err = finders.In(game).Get(b.ctx, b.store, ""); err != nil {
		return f, 0, err
	}
	if f.Puzzles >= b.limits.Stock {
		return f, 0, ErrFull
	}
	if err := b.dropNetworks(game); err != nil {
		return f, 0, err
	}
	src, err := b.match(game)
	if err != nil {
		return f, 0, err
	}
	if src.id == "" {
		seed := b.code(fmt.Sprintf("puzzles: bots of %s %d", game, f.Bots))
		src.setup, src.plies, err = finder.BotMatch(g, seed+seed, stop)
		f.Bots++
	}
	f.Nth = max(f.Nth, src.nth)
	var list []finder.Found
	if err == nil && len(src.plies) > 0 {
		list, err = finder.Find(z, src.setup, src.plies, finder.PerMatch, stop)
	}
	if errors.Is(err, games.ErrStopped) && turns.Closed(b.house.Closed()) {
		return f, 0, err
	} else if err != nil {
		b.log.Error("puzzles of a match", "game", game, "match", src.id, "err", err)
	}
	for _, one := range list {
		r := New(z, src.setup, slices.Clone(src.plies[:one.Ply]), src.id, one.Puzzle, clock.MS())
		fresh, err := b.Add(game, IDOf(game, one.Puzzle), r)
		if err != nil {
			return f, found, err
		}
		if fresh {
			found++
			f.Puzzles++
		}
	}
	n, err := finders.In(game).Note("", f, nil)
	if err != nil {
		return f, found, err
	}
	return f, found, b.store.PutNotes(b.ctx, space(game), append(src.done, n)...)
}

// Add stores a puzzle, unless its position has one.
func (b *Book) Add(game, id string, r Record) (fresh bool, err error) {
	list, err := noted(game, id, r)
	if err != nil {
		return false, err
	}
	if err := b.store.PutNotes(b.ctx, space(game), list...); errors.Is(err, store.ErrConflict) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	return true, nil
}

// noted returns the notes of a new puzzle: its record, and its place in the streams.
func noted(game, id string, r Record) ([]store.Note, error) {
	n, err := puzzles.In(game).Note(id, r, store.Absent)
	if err != nil {
		return nil, err
	}
	at, err := streams.In(game).Note(place(id, r.Rating), struct{}{}, nil)
	return []store.Note{n, at}, err
}

// dropNetworks removes the notes of networks of past days.
func (b *Book) dropNetworks(game string) error {
	list, err := learnt.In(game).First(b.ctx, b.store, "", recent)
	if err != nil {
		return err
	}
	var old []store.Note
	for _, n := range list {
		if day, _, _ := strings.Cut(n.Key, "/"); day >= b.Today() {
			break
		}
		old = append(old, learnt.In(game).Gone(n.Key))
	}
	if len(old) == 0 {
		return nil
	}
	return b.store.PutNotes(b.ctx, space(game), old...)
}

// Count returns the progress of the search in each game.
func (b *Book) Count() (map[string]Finder, error) {
	all := map[string]Finder{}
	for _, game := range b.Games() {
		f, _, err := finders.In(game).Get(b.ctx, b.store, "")
		if err != nil {
			return nil, err
		}
		all[game] = f
	}
	return all, nil
}

package puzzles

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"arcade/games"
	finder "arcade/games/puzzles"
	"arcade/lobby/clock"
	"arcade/lobby/idle"
	"arcade/lobby/ledger"
	"arcade/store"
)

// Limits say how much is searched. What is zero takes the default, but for Share.
type Limits struct {
	// Share is how much of one processor the search in idle time may take, up to 1; 0: off.
	Share float64
	// Stock is how many puzzles of a game there may be (default 2,000), First so many that it
	// looks for more with little rest (default 60), Pause how long it rests after a match once
	// there are (default 30 s).
	Stock, First int
	Pause        time.Duration
}

func (l Limits) usual() Limits {
	l.Stock, l.First, l.Pause = cmp.Or(l.Stock, 2000), cmp.Or(l.First, 60), cmp.Or(l.Pause, 30*time.Second)
	return l
}

const (
	// perMatch is how many puzzles come of one match at most.
	perMatch = 2
	// recent is how many finished matches are looked at together.
	recent = 100
	// shortPause is the rest after a match while there are few puzzles, longPause the rest when
	// there is nothing to do, or no leave to do it.
	shortPause, longPause = time.Second, 10 * time.Second
	// afterFailure is the rest after an error.
	afterFailure = time.Minute
	// matchTime bounds the work on one match.
	matchTime = 20 * time.Minute
)

// Run looks for puzzles in idle time until the house closes: in finished public matches first,
// then in matches between bots.
func (b *Book) Run() {
	list := b.Games()
	if b.limits.Share <= 0 || len(list) == 0 {
		return
	}
	for n := 0; !idle.Closed(b.house.Closed()); n++ {
		pause := longPause
		if b.house.Stocks() {
			pause = b.one(list[n%len(list)])
		}
		idle.Rest(pause, nil, b.house.Closed())
	}
}

// one looks through one match of a game, and gives how long to rest.
func (b *Book) one(game string) (pause time.Duration) {
	defer func() {
		if r := recover(); r != nil {
			b.log.Error("panic", "where", "puzzles", "game", game, "panic", r, "stack", string(debug.Stack()))
			pause = afterFailure
		}
	}()
	p := idle.New(b.limits.Share, matchTime, b.house.Closed())
	f, found, err := b.Look(game, p.Stop)
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

// ErrFull: there are as many puzzles of the game as there may be.
var ErrFull = errors.New("enough puzzles")

// Look looks through the next match of a game, and stores the puzzles that are new.
func (b *Book) Look(game string, stop func() bool) (f Finder, found int, err error) {
	g, err := b.games.Game(game)
	if err != nil {
		return f, 0, err
	}
	z, ok := g.(games.Puzzler)
	if !ok {
		return f, 0, fmt.Errorf("%w: %s has none", ErrNone, game)
	}
	if f, _, err = read(b.store, Space(game), finderKey, f); err != nil {
		return f, 0, err
	}
	if f.Puzzles >= b.limits.Stock {
		return f, 0, ErrFull
	}
	if err := b.dropNetworks(game); err != nil {
		return f, 0, err
	}
	rec, setup, plies, err := b.match(game, f)
	if err != nil {
		return f, 0, err
	}
	if rec.ID == "" {
		seed := b.code(fmt.Sprintf("puzzles: bots of %s %d", game, f.Bots))
		if setup, plies, err = finder.BotMatch(g, seed+seed, stop); err != nil {
			return f, 0, err
		}
		f.Bots++
	} else {
		f.Nth = rec.Nth
	}
	var list []finder.Found
	if rec.ID == "" || len(plies) > 0 {
		if list, err = finder.Find(z, setup, plies, perMatch, stop); errors.Is(err, games.ErrStopped) {
			return f, 0, err
		}
	}
	if err != nil {
		b.log.Error("puzzles of a match", "game", game, "match", rec.ID, "err", err)
	}
	for _, one := range list {
		r := New(z, setup, slices.Clone(plies[:one.Ply]), rec.ID, one.Puzzle, clock.MS())
		fresh, err := b.Add(game, IDOf(game, one.Puzzle), r)
		if err != nil {
			return f, found, err
		}
		if fresh {
			found++
			f.Puzzles++
		}
	}
	return f, found, store.WriteNote(b.store, Space(game), finderKey, f)
}

// Add stores a puzzle, unless its position has one.
func (b *Book) Add(game, id string, r Record) (fresh bool, err error) {
	n, err := note(puzzleKey+id, r, store.Absent)
	if err != nil {
		return false, err
	}
	at, err := note(index(id, r.Rating), struct{}{}, nil)
	if err != nil {
		return false, err
	}
	if err := b.store.PutNotes(Space(game), n, at); errors.Is(err, store.ErrConflict) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	return true, nil
}

// match is the next finished public match that was not looked through, with an empty ID for none.
// Deals that are still a secret are left out.
func (b *Book) match(game string, f Finder) (rec store.Match, setup games.Setup, plies []games.Action, err error) {
	list, err := b.store.Recent(game, recent)
	if err != nil {
		return rec, setup, nil, err
	}
	slices.SortFunc(list, func(a, b store.Match) int { return cmp.Compare(a.Nth, b.Nth) })
	for _, m := range list {
		if m.Nth <= f.Nth || m.Shared != "" || m.Reason == games.Aborted {
			continue
		}
		whole, err := b.store.Match(m.ID)
		if errors.Is(err, store.ErrNotFound) {
			continue
		} else if err != nil {
			return rec, setup, nil, err
		}
		if whole.Private || b.house.Secret(game, whole.Seed) || whole.Daily >= b.Today() {
			continue
		}
		folded, err := ledger.Load(context.Background(), b.store, b.games, whole)
		if err != nil {
			return rec, setup, nil, err
		}
		return whole, folded.Setup, ledger.Actions(folded.Plies()), nil
	}
	return store.Match{}, setup, nil, nil
}

// dropNetworks removes the notes of networks of days that are over.
func (b *Book) dropNetworks(game string) error {
	list, err := b.store.Notes(Space(game), networkKey, recent)
	if err != nil {
		return err
	}
	var old []store.Note
	for _, n := range list {
		if len(n.Key) < len(networkKey)+len(time.DateOnly) || n.Key[:len(networkKey)] != networkKey || n.Key[len(networkKey):][:len(time.DateOnly)] >= b.Today() {
			break
		}
		old = append(old, store.Note{Key: n.Key})
	}
	if len(old) == 0 {
		return nil
	}
	return b.store.PutNotes(Space(game), old...)
}

// Count is how far the search in each game has come.
func (b *Book) Count() (map[string]Finder, error) {
	all := map[string]Finder{}
	for _, game := range b.Games() {
		f, _, err := read(b.store, Space(game), finderKey, Finder{})
		if err != nil {
			return nil, err
		}
		all[game] = f
	}
	return all, nil
}

package puzzles

import (
	"errors"
	"fmt"
	"hash/fnv"
	"strings"
	"time"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/store"
)

// widths are the distances from a player's rating within which a stream looks for a puzzle, one after the
// other.
var widths = []int{100, 250, 500, 10000}

// window is the number of puzzles among which a stream chooses. If the player has tried them all, the next
// ones of the width follow.
const window = 400

// pick chooses a puzzle that is new to the player. The choice follows from the player and the number of
// tries, so asking again gives the same one.
func (b *Book) pick(who Who, game string) (string, error) {
	me, err := b.Standing(game, who.ID)
	if err != nil {
		return "", err
	}
	tried := map[string]bool{}
	if err := b.attempts(game, who.ID, func(id string, _ Attempt) { tried[id] = true }); err != nil {
		return "", err
	}
	for _, w := range widths {
		best, err := b.pickWithin(who, game, int(me.Rating.Rating)-w, int(me.Rating.Rating)+w, tried)
		if best != "" || err != nil {
			return best, err
		}
	}
	return "", ErrNone
}

// pickWithin chooses a puzzle rated from low to high, "" if the player has tried all of them.
func (b *Book) pickWithin(who Who, game string, low, high int, tried map[string]bool) (best string, err error) {
	last, least := fmt.Sprintf("%04d", min(high, 9999)), uint64(0)
	for after := fmt.Sprintf("%04d", max(low, 0)); best == ""; {
		list, err := streams.In(game).First(b.ctx, b.store, after, window)
		if err != nil {
			return "", err
		}
		for _, n := range list {
			rating, id, ok := strings.Cut(n.Key, "/")
			if !ok || rating > last {
				return best, nil
			}
			if h := mixed(who.ID, len(tried), id); !tried[id] && (best == "" || h < least) {
				best, least = id, h
			}
			after = n.Key
		}
		if len(list) < window {
			break
		}
	}
	return best, nil
}

// mixed orders puzzles for a player by a hash.
func mixed(player string, n int, id string) uint64 {
	h := fnv.New64a()
	_, _ = fmt.Fprintf(h, "%s %d %s", player, n, id) // a hash takes all
	return h.Sum64()
}

// OfDay is the stored choice of a day.
type OfDay struct {
	Game   string `json:"game"`
	Puzzle string `json:"puzzle"`
}

// OfDay returns the puzzle of the day for a player: the same for all, chosen at the first request. From
// then on no stream gives it. A player who has tried it today keeps the day.
func (b *Book) OfDay(who Who) (s Sitting, err error) {
	day := b.Today()
	game, open, begun, err := b.openDay(who, day)
	switch {
	case err != nil:
		return s, err
	case begun:
		s, err = b.sit(who, game, Daily, open)
	default:
		s, err = b.begin(who, game, open.Puzzle, Daily)
	}
	if err == nil && s.Record.Day == "" { // the write of the mark may have failed after the choice
		s.Record.Day, err = day, b.mark(game, s.ID, day)
	}
	if err != nil || s.Attempt == nil {
		return s, err
	}
	defer b.naming()()
	return s, b.noteDay(who, s) // its write may have failed after the try
}

// PeekDay returns the puzzle of the day, with the player's progress; it begins nothing.
func (b *Book) PeekDay(who Who) (Sitting, error) {
	game, open, _, err := b.openDay(who, b.Today())
	if err != nil {
		return Sitting{}, err
	}
	return b.sit(who, game, Daily, open)
}

// openDay returns the puzzle of a day, with the progress of a player who has begun it.
func (b *Book) openDay(who Who, day string) (game string, open Open, begun bool, err error) {
	of, ok, err := days.Get(b.ctx, b.store, day)
	if err == nil && !ok {
		of, err = b.chooseDay(day)
	}
	if err != nil {
		return "", open, false, err
	}
	if who.ID != "" {
		open, ok, err := opened.In(of.Game, who.ID).Get(b.ctx, b.store, Daily)
		if err != nil || ok && open.Puzzle == of.Puzzle {
			return of.Game, open, err == nil, err
		}
	}
	return of.Game, Open{Puzzle: of.Puzzle}, false, nil
}

// chooseDay chooses the puzzle of a day: the games take turns, and the store's secret chooses one of the
// game's puzzles with the fewest tries; puzzles that the game would not choose any more come last.
func (b *Book) chooseDay(day string) (OfDay, error) {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return OfDay{}, err
	}
	list := b.Games()
	for i := range list {
		game := list[(int(t.Unix()/86400)+i)%len(list)]
		id, err := b.leastTried(game, day)
		if err != nil {
			return OfDay{}, err
		}
		if id == "" {
			continue
		}
		of := OfDay{game, id}
		if err := days.Add(b.ctx, b.store, day, of); errors.Is(err, store.ErrConflict) { // another node was faster
			of, _, err = days.Get(b.ctx, b.store, day)
			return of, err
		} else if err != nil {
			return of, err
		}
		return of, b.mark(game, id, day)
	}
	return OfDay{}, ErrNone
}

// mark marks a puzzle as a day's, and removes it from the streams.
func (b *Book) mark(game, id, day string) error {
	return store.Again(func() error {
		rec, raw, err := puzzles.In(game).Read(b.ctx, b.store, id)
		if err != nil {
			return err
		}
		rec.Day = day
		n, err := puzzles.In(game).Note(id, rec, raw)
		if err != nil {
			return err
		}
		return b.store.PutNotes(b.ctx, space(game), n, streams.In(game).Gone(place(id, rec.Rating)))
	})
}

// leastTried returns a puzzle that may be a day's, "" for none.
func (b *Book) leastTried(game, day string) (id string, err error) {
	g, err := b.games.Game(game)
	if err != nil {
		return "", err
	}
	version, order := g.(games.Puzzler).Puzzles(), "" // the games of a book have puzzles
	for n, err := range puzzles.In(game).All(b.ctx, b.store) {
		if err != nil {
			return "", err
		}
		r := n.Value
		at := fmt.Sprintf("%t %06d %s", r.Version != version, r.Tried, b.code("puzzle of the day "+day+" "+n.Key))
		if r.Day == "" && (id == "" || at < order) {
			id, order = n.Key, at
		}
	}
	return id, nil
}

// Ends returns the end of the present day, in ms.
func (b *Book) Ends() int64 {
	return clock.Now().UTC().Truncate(24 * time.Hour).Add(24 * time.Hour).UnixMilli()
}

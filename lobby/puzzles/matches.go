package puzzles

import (
	"errors"
	"strings"
	"time"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/ledger"
	"arcade/store"
)

// Cursor is the last finished public match that the search has passed, in the order of [store.Matches]. It
// is stored separately, so that a restart continues after it.
type Cursor struct {
	Ended int64  `json:"ended"`
	Match string `json:"match"`
}

// settled is the age of a match's end at which the search passes the match. A node writes an end a little
// later than its date, and clocks differ.
const settled = time.Minute

// source is a match to search, and the notes to write after that.
type source struct {
	id    string // "" for a match between bots
	nth   uint64
	setup games.Setup
	plies []games.Action
	done  []store.Note
}

// match returns the next finished public match to search: one that had to wait, else the first one after
// the cursor. Its id is empty for none.
func (b *Book) match(game string) (source, error) {
	var src source
	rec, err := b.waited(game, &src)
	if err == nil && rec.ID == "" {
		rec, err = b.behind(game, &src)
	}
	if err != nil || rec.ID == "" {
		return src, err
	}
	src.id, src.nth = rec.ID, rec.Nth
	entries, err := b.store.Entries(b.ctx, rec.ID, 0, -1)
	if errors.Is(err, store.ErrNotFound) { // deleted meanwhile
		return src, nil
	} else if err != nil {
		return src, err
	}
	m, err := ledger.Fold(b.ctx, b.games, rec, entries)
	if err != nil { // the matches after it do not wait for it
		b.log.Error("puzzles of a match", "game", game, "match", rec.ID, "err", err)
		return src, nil
	}
	src.setup, src.plies = m.Setup, ledger.Actions(m.Plies())
	return src, nil
}

// hidden reports whether the deal of a match is still secret.
func (b *Book) hidden(m store.Match) bool {
	return m.Daily >= b.Today() || b.house.Secret(m.Game, m.Seed)
}

// behind returns the first match after the cursor that may be searched. The cursor passes the matches
// before it; one with a secret deal waits until the day is over.
func (b *Book) behind(game string, src *source) (store.Match, error) {
	at, _, err := cursors.In(game).Get(b.ctx, b.store, "")
	if err != nil {
		return store.Match{}, err
	}
	rec, err := b.pass(game, &at, src)
	if err != nil || at.Match == "" {
		return rec, err
	}
	n, err := cursors.In(game).Note("", at, nil)
	src.done = append(src.done, n)
	return rec, err
}

// pass moves a cursor up to the first match that may be searched, or to the last one.
func (b *Book) pass(game string, at *Cursor, src *source) (store.Match, error) {
	for {
		list, err := b.store.Finished(b.ctx, game, at.Ended, at.Match, recent)
		if err != nil {
			return store.Match{}, err
		}
		for _, m := range list {
			if m.Ended > clock.MS()-settled.Milliseconds() {
				return store.Match{}, nil
			}
			*at = Cursor{m.Ended, m.ID}
			switch {
			case m.Shared != "" || m.Reason == games.Aborted:
			case b.hidden(m):
				src.done = append(src.done, b.wait(game, m.ID))
			default:
				return m, nil
			}
		}
		if len(list) < recent {
			return store.Match{}, nil
		}
	}
}

// wait returns the note of a match that waits until this day is over.
func (b *Book) wait(game, match string) store.Note {
	n, _ := waiting.In(game).Note(b.Today()+"/"+match, struct{}{}, nil) // cannot fail
	return n
}

// waited returns a match that waited for the end of a day, once its deal is no longer secret.
func (b *Book) waited(game string, src *source) (store.Match, error) {
	list, err := waiting.In(game).First(b.ctx, b.store, "", recent)
	if err != nil {
		return store.Match{}, err
	}
	for _, n := range list {
		day, id, _ := strings.Cut(n.Key, "/")
		if day >= b.Today() {
			break
		}
		src.done = append(src.done, waiting.In(game).Gone(n.Key))
		m, err := b.store.Match(b.ctx, id)
		switch {
		case errors.Is(err, store.ErrNotFound):
		case err != nil:
			return m, err
		case b.hidden(m):
			src.done = append(src.done, b.wait(game, id))
		default:
			return m, nil
		}
	}
	return store.Match{}, nil
}

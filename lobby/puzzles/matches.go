package puzzles

import (
	"encoding/json"
	"errors"
	"strings"
	"time"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/ledger"
	"arcade/store"
)

// Cursor is the finished public match up to which the search has come, in the order of
// [store.Matches]. It is a record of its own, so that a restart goes on behind it.
type Cursor struct {
	Ended int64  `json:"ended"`
	Match string `json:"match"`
}

// settled is for how long a match has ended before the search passes it. A node writes an end a
// little later than it dates it, and clocks differ.
const settled = time.Minute

// source is a match to look for puzzles in, and the notes to write once that is done.
type source struct {
	id    string // "" for a match between bots
	nth   uint64
	setup games.Setup
	plies []games.Action
	done  []store.Note
}

// match is the next finished public match that was not looked through: one that had to wait, else
// the first one behind the cursor. Its id is empty for none.
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
	entries, err := b.store.Entries(rec.ID, 0, -1)
	if errors.Is(err, store.ErrNotFound) { // deleted meanwhile
		return src, nil
	} else if err != nil {
		return src, err
	}
	m, err := ledger.Fold(b.games, rec, entries)
	if err != nil { // the matches behind it do not wait for it
		b.log.Error("puzzles of a match", "game", game, "match", rec.ID, "err", err)
		return src, nil
	}
	src.setup, src.plies = m.Setup, ledger.Actions(m.Plies())
	return src, nil
}

// hidden reports whether the deal of a match may not be known yet.
func (b *Book) hidden(m store.Match) bool {
	return m.Daily >= b.Today() || b.house.Secret(m.Game, m.Seed)
}

// behind is the first match behind the cursor that may be looked through. The cursor passes the
// matches before it; one with a secret deal waits until the day is over.
func (b *Book) behind(game string, src *source) (store.Match, error) {
	at, _, err := read(b.store, Space(game), cursorKey, Cursor{})
	if err != nil {
		return store.Match{}, err
	}
	rec, err := b.pass(game, &at, src)
	if err != nil || at.Match == "" {
		return rec, err
	}
	n, err := note(cursorKey, at, nil)
	src.done = append(src.done, n)
	return rec, err
}

// pass moves a cursor up to the first match that may be looked through, or to the last one.
func (b *Book) pass(game string, at *Cursor, src *source) (store.Match, error) {
	for {
		list, err := b.store.Finished(game, at.Ended, at.Match, recent)
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
				src.done = append(src.done, b.wait(m.ID))
			default:
				return m, nil
			}
		}
		if len(list) < recent {
			return store.Match{}, nil
		}
	}
}

// wait is the note of a match that waits until this day is over.
func (b *Book) wait(match string) store.Note {
	return store.Note{Key: waitKey + b.Today() + "/" + match, Value: json.RawMessage("{}")}
}

// waited returns a match that waited for the end of a day, once its deal may be known.
func (b *Book) waited(game string, src *source) (store.Match, error) {
	list, err := b.store.Notes(Space(game), waitKey, recent)
	if err != nil {
		return store.Match{}, err
	}
	for _, n := range list {
		day, id, _ := strings.Cut(strings.TrimPrefix(n.Key, waitKey), "/")
		if !strings.HasPrefix(n.Key, waitKey) || day >= b.Today() {
			break
		}
		src.done = append(src.done, store.Note{Key: n.Key})
		m, err := b.store.Match(id)
		switch {
		case errors.Is(err, store.ErrNotFound):
		case err != nil:
			return m, err
		case b.hidden(m):
			src.done = append(src.done, b.wait(id))
		default:
			return m, nil
		}
	}
	return store.Match{}, nil
}

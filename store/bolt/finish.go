package bolt

import (
	"context"
	"fmt"

	"go.etcd.io/bbolt"

	"arcade/store"
)

// Finish ends a match: its last entries, its record, and its players' tallies, ratings, statistics,
// boards and unseen results change in one transaction. An outcome's Rating and Scores get the outcome's
// player and the match's id and end, a Rating without a Game also its game. An outcome with a zero Tally
// does not change the Versus record.
func (s *raw) Finish(ctx context.Context, f store.Finish) error {
	m := f.Match
	values, err := store.EncodeEntries(f.Entries)
	if err != nil {
		return err
	}
	return s.update(func(tx *bbolt.Tx) error {
		old, err := unfinishedMatch(tx, m.ID, m.Epoch)
		if err != nil {
			return err
		}
		if err := appendLog(tx, m.ID, f.At, values); err != nil {
			return err
		}
		if err := dropMatch(tx, old); err != nil {
			return err
		}
		if f.Drop {
			return dropLog(tx, m.ID)
		}
		m.Owner, m.Entries = old.Owner, f.At+len(values)
		if m.Nth, err = tx.Bucket(bucketMatches).NextSequence(); err != nil {
			return err
		}
		if err := putMatch(tx, m); err != nil {
			return err
		}
		for _, o := range f.Outcomes {
			if err := putOutcome(tx, m, o); err != nil {
				return fmt.Errorf("outcome of player %q: %w", o.Player, err)
			}
		}
		return nil
	})
}

func putOutcome(tx *bbolt.Tx, m store.Match, o store.Outcome) error {
	o = o.Of(m)
	if err := bumpStanding(tx, m.Game, o); err != nil {
		return err
	}
	if o.Tally != (store.Tally{}) {
		if err := addTally(tx, m, o); err != nil {
			return err
		}
		if o.Opponent != "" {
			if err := addVersus(tx, m, o); err != nil {
				return err
			}
		}
	}
	if o.Rating != nil {
		if err := putRating(tx, *o.Rating); err != nil {
			return err
		}
	}
	if o.Stats != nil {
		if err := tx.Bucket(bucketStats).Put(statsKey(o.Player, m.Game), o.Stats); err != nil {
			return err
		}
	}
	for _, r := range o.Scores {
		if err := putScore(tx, r); err != nil {
			return err
		}
	}
	if o.Listed {
		if err := listScores(tx, m.Game, o.Player); err != nil {
			return err
		}
	}
	for _, n := range o.Filed {
		if err := putNote(tx, n.Space, n.Note); err != nil {
			return fmt.Errorf("note %q: %w", n.Key, err)
		}
	}
	if o.Unseen {
		return tx.Bucket(bucketUnseen).Put(unseenKey(o.Player, m.Ended, m.ID), nil)
	}
	return nil
}

// bumpStanding raises the revision of the player's standing.
func bumpStanding(tx *bbolt.Tx, game string, o store.Outcome) error {
	b, k := tx.Bucket(bucketStandings), standingKey(o.Player, game)
	var have uint64
	if err := find(b, k, &have); err != nil {
		return err
	}
	if have != o.Standing {
		return fmt.Errorf("%w: standing %d, expected %d", store.ErrConflict, have, o.Standing)
	}
	return put(b, k, have+1)
}

func addTally(tx *bbolt.Tx, m store.Match, o store.Outcome) error {
	b, k := tx.Bucket(bucketTally), tallyKey(o.Player, m.Game)
	var t store.Tally
	if err := find(b, k, &t); err != nil {
		return err
	}
	return put(b, k, t.Plus(o.Tally))
}

func addVersus(tx *bbolt.Tx, m store.Match, o store.Outcome) error {
	b, k := tx.Bucket(bucketVersus), versusKey(o.Player, m.Game, o.Opponent)
	latest := tx.Bucket(bucketOpponents)
	var v store.Versus
	if err := find(b, k, &v); err != nil {
		return err
	}
	if err := latest.Delete(opponentsKey(o.Player, v.At, m.Game, o.Opponent)); err != nil { // no error if there was none
		return err
	}
	v = v.After(m, o)
	if err := latest.Put(opponentsKey(o.Player, v.At, m.Game, o.Opponent), nil); err != nil {
		return err
	}
	return put(b, k, v)
}

// putRating writes a rating and moves its player to its place on the board.
func putRating(tx *bbolt.Tx, r store.Rating) error {
	b, k, board := tx.Bucket(bucketRatings), ratingKey(r.Game, r.Player), tx.Bucket(bucketBoard)
	var old store.Rating
	if err := find(b, k, &old); err != nil {
		return err
	}
	if err := board.Delete(boardKey(r.Game, old.Rating, r.Player)); err != nil { // no error if there was none
		return err
	}
	if !r.Unlisted {
		if err := board.Put(boardKey(r.Game, r.Rating, r.Player), nil); err != nil {
			return err
		}
	}
	return put(b, k, r) // fails for NaN and infinities
}

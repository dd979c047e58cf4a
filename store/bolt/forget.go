package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"arcade/store"
)

// Forget deletes a player and all its data in one transaction. Its duration depends on the length of the
// logs of the deleted matches.
func (s *raw) Forget(ctx context.Context, player string, own, byMatch []string) error {
	return s.update(func(tx *bbolt.Tx) error {
		if err := forgetRecord(tx, player); err != nil {
			return err
		}
		met, err := forgetMatches(tx, player, byMatch)
		if err != nil {
			return err
		}
		if err := forgetVersus(tx, player, met); err != nil {
			return err
		}
		if err := forgetRows(tx, player); err != nil {
			return err
		}
		for _, name := range [][]byte{bucketTally, bucketVersus, bucketOpponents, bucketUnseen, bucketStats, bucketStandings} {
			if err := deletePrefix(tx.Bucket(name), prefix(player)); err != nil {
				return err
			}
		}
		for _, space := range own {
			if err := deletePrefix(tx.Bucket(bucketNotes), prefix(space)); err != nil {
				return err
			}
		}
		return nil
	})
}

// forgetRecord deletes the player's record with its key and name indexes. It fails if a match waits for
// the player.
func forgetRecord(tx *bbolt.Tx, player string) error {
	var p store.Player
	if err := get(tx.Bucket(bucketPlayers), []byte(player), &p); err != nil {
		return err
	}
	for k := range ascend(tx.Bucket(bucketUnfinished), nil, nil) {
		m, err := readMatch(tx, k[timeLen:])
		if err != nil {
			return store.Problem("unfinished match", string(k[timeLen:]), err)
		}
		if m.SeatOf(player) >= 0 || m.Invited == player {
			return fmt.Errorf("%w: %s", store.ErrUnfinished, m.ID)
		}
	}
	for _, k := range p.Keys {
		if err := tx.Bucket(bucketKeys).Delete([]byte(k)); err != nil {
			return err
		}
	}
	if err := tx.Bucket(bucketNames).Delete([]byte(p.NameKey)); err != nil {
		return err
	}
	return tx.Bucket(bucketPlayers).Delete([]byte(player))
}

// meeting is an opponent and a game.
type meeting struct{ game, opponent string }

// forgetMatches removes the player from its matches, and deletes the matches without another player. It
// returns the player's opponents.
func forgetMatches(tx *bbolt.Tx, player string, byMatch []string) (map[meeting]bool, error) {
	met := map[meeting]bool{}
	p := prefix(player)
	var ids [][]byte
	for k := range ascend(tx.Bucket(bucketByPlayer), p, nil) {
		ids = append(ids, bytes.Clone(k[len(p)+timeLen:]))
	}
	for _, id := range ids {
		m, err := readMatch(tx, id)
		if err != nil {
			return nil, store.Problem("match", string(id), err)
		}
		if err := dropMatch(tx, m); err != nil {
			return nil, err
		}
		left, others := m.Without(player)
		if len(others) == 0 {
			if err := dropLog(tx, m.ID); err != nil {
				return nil, err
			}
			for _, space := range byMatch {
				if err := tx.Bucket(bucketNotes).Delete(noteKey(space, m.ID)); err != nil {
					return nil, err
				}
			}
			continue
		}
		for _, o := range others {
			met[meeting{m.Game, o}] = true
		}
		if err := putMatch(tx, left); err != nil {
			return nil, err
		}
	}
	return met, nil
}

// forgetVersus adds the opponents' tallies against the player to their tallies against Gone.
func forgetVersus(tx *bbolt.Tx, player string, met map[meeting]bool) error {
	p := prefix(player)
	for k := range ascend(tx.Bucket(bucketVersus), p, nil) {
		game, opponent, _ := bytes.Cut(k[len(p):], []byte{0})
		met[meeting{string(game), string(opponent)}] = true
	}
	b, latest := tx.Bucket(bucketVersus), tx.Bucket(bucketOpponents)
	for m := range met {
		k := versusKey(m.opponent, m.game, player)
		var v, gone store.Versus
		if err := get(b, k, &v); errors.Is(err, store.ErrNotFound) {
			continue // a bot, or the player, whose own tallies are deleted as a whole
		} else if err != nil {
			return err
		}
		into := versusKey(m.opponent, m.game, store.Gone)
		if err := find(b, into, &gone); err != nil {
			return err
		}
		if err := errors.Join(b.Delete(k), latest.Delete(opponentsKey(m.opponent, gone.At, m.game, store.Gone)), latest.Delete(opponentsKey(m.opponent, v.At, m.game, player))); err != nil {
			return err
		}
		v = v.Against(gone)
		if err := latest.Put(opponentsKey(m.opponent, v.At, m.game, store.Gone), nil); err != nil {
			return err
		}
		if err := put(b, into, v); err != nil {
			return err
		}
	}
	return nil
}

// forgetRows removes the player from every board.
func forgetRows(tx *bbolt.Tx, player string) error {
	ratings, scores := tx.Bucket(bucketRatings), tx.Bucket(bucketScores)
	var rated []store.Rating
	for game := range firsts(ratings, "") {
		var r store.Rating
		if err := find(ratings, ratingKey(game, player), &r); err != nil {
			return err
		}
		if r.Player == player {
			rated = append(rated, r)
		}
	}
	for _, r := range rated {
		if err := errors.Join(
			ratings.Delete(ratingKey(r.Game, player)), tx.Bucket(bucketBoard).Delete(boardKey(r.Game, r.Rating, player)),
		); err != nil {
			return err
		}
	}
	rows, err := rowsOf(tx, player, "", -1)
	if err != nil {
		return err
	}
	for _, r := range rows {
		if err := errors.Join(scores.Delete(scoreKey(r.Board, player)), tx.Bucket(bucketPoints).Delete(pointsKey(r))); err != nil {
			return err
		}
	}
	return nil
}

func deletePrefix(b *bbolt.Bucket, prefix []byte) error {
	var keys [][]byte
	for k := range ascend(b, prefix, nil) {
		keys = append(keys, bytes.Clone(k))
	}
	for _, k := range keys {
		if err := b.Delete(k); err != nil {
			return err
		}
	}
	return nil
}

package bolt

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"

	"go.etcd.io/bbolt"

	"arcade/store"
)

// Stats returns a player's statistics in a game.
func (s *raw) Stats(ctx context.Context, game, player string) (json.RawMessage, error) {
	var stats json.RawMessage
	err := s.view(func(tx *bbolt.Tx) error {
		stats = bytes.Clone(tx.Bucket(bucketStats).Get(statsKey(player, game)))
		return nil
	})
	return stats, err
}

// Scores lists rows of a board by points. A from below 0 counts as 0. Like [Store.Board] it walks over
// the rows before from.
func (s *raw) Scores(ctx context.Context, board string, from, n int) ([]store.Score, error) {
	var list []store.Score
	err := s.view(func(tx *bbolt.Tx) error {
		p := prefix(board)
		for k := range page(tx.Bucket(bucketPoints), p, from, n) {
			r, err := readScore(tx, board, string(k[len(p)+pointsLen:]))
			if err != nil {
				return err
			}
			list = append(list, r)
		}
		return nil
	})
	return list, err
}

// ScoreOf returns a player's row on a board by points. Like [Store.Rank] it walks over the board's keys.
func (s *raw) ScoreOf(ctx context.Context, board, player string) (row store.Score, place, of int, err error) {
	err = s.view(func(tx *bbolt.Tx) (err error) {
		if row, err = readScore(tx, board, player); err != nil {
			return err
		}
		place, of = rank(tx.Bucket(bucketPoints), prefix(board), pointsKey(row))
		return nil
	})
	return row, place, of, err
}

// ScoresOf lists a player's rows over all boards, after the board after.
func (s *raw) ScoresOf(ctx context.Context, player, after string, n int) ([]store.Score, error) {
	var list []store.Score
	err := s.view(func(tx *bbolt.Tx) (err error) {
		list, err = rowsOf(tx, player, after, max(n, 0))
		return err
	})
	return list, err
}

// rowsOf reads up to n of a player's rows (all if n < 0), sorted by board.
func rowsOf(tx *bbolt.Tx, player, after string, n int) ([]store.Score, error) {
	var list []store.Score
	for board := range firsts(tx.Bucket(bucketScores), after) {
		if len(list) == n {
			break
		}
		r, err := readScore(tx, board, player)
		if errors.Is(err, store.ErrNotFound) {
			continue
		} else if err != nil {
			return nil, store.Problem("board", board, err)
		}
		list = append(list, r)
	}
	return list, nil
}

// Secret returns the file's secret.
func (s *raw) Secret(ctx context.Context) ([]byte, error) {
	var secret []byte
	err := s.view(func(tx *bbolt.Tx) error {
		secret = bytes.Clone(tx.Bucket(bucketMeta).Get(keySecret))
		return nil
	})
	if err == nil && len(secret) != secretLen {
		err = errors.New("the store's secret is damaged")
	}
	return secret, err
}

// readScore reads a row and sets its player's present name.
func readScore(tx *bbolt.Tx, board, player string) (store.Score, error) {
	var r store.Score
	err := get(tx.Bucket(bucketScores), scoreKey(board, player), &r)
	if err == nil {
		r.Name, r.ByBot, err = present(tx, player, r.Name)
	}
	return r, err
}

// listScores puts a player's rows of a game on their boards.
func listScores(tx *bbolt.Tx, game, player string) error {
	var list []store.Score
	for board := range firsts(tx.Bucket(bucketScores), game+"/") {
		if !strings.HasPrefix(board, game+"/") {
			break
		}
		var r store.Score
		if err := find(tx.Bucket(bucketScores), scoreKey(board, player), &r); err != nil {
			return err
		}
		if r.Unlisted {
			list = append(list, r)
		}
	}
	for _, r := range list {
		r.Unlisted = false
		if err := putScore(tx, r); err != nil {
			return err
		}
	}
	return nil
}

// putScore writes a row in place of its player's last row on the board.
func putScore(tx *bbolt.Tx, r store.Score) error {
	b, k, points := tx.Bucket(bucketScores), scoreKey(r.Board, r.Player), tx.Bucket(bucketPoints)
	var old store.Score
	if err := find(b, k, &old); err != nil {
		return err
	}
	if err := points.Delete(pointsKey(old)); err != nil { // no error if there was none
		return err
	}
	if !r.Unlisted {
		if err := points.Put(pointsKey(r), nil); err != nil {
			return err
		}
	}
	return put(b, k, r) // fails for NaN and infinities
}

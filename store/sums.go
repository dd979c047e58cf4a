package store

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
)

// Sum summarizes one kind of records of an archive. Two archives with equal sums have the same records,
// in any order.
type Sum struct {
	Kind  string
	Count int
	Hash  [sha256.Size]byte // of all records together
}

// add counts a record, given by its key and its value.
func (sum *Sum) add(parts ...any) error {
	data, err := json.Marshal(parts)
	if err != nil {
		return fmt.Errorf("%s: %w", sum.Kind, err)
	}
	sum.Count++
	for i, b := range sha256.Sum256(data) {
		sum.Hash[i] ^= b // no two records are equal, so none cancels another
	}
	return nil
}

// Sums returns the sums of all records of an archive.
func Sums(ctx context.Context, a Archive) ([]Sum, error) {
	secret, err := a.Secret(ctx)
	if err != nil {
		return nil, err
	}
	ended, err := a.Ended()
	if err != nil {
		return nil, err
	}
	list := make([]Sum, 11)
	for i, kind := range []string{"players", "matches", "entries", "ratings", "tallies", "opponents", "statistics", "scores", "notes", "unseen results", "standings"} {
		list[i].Kind = kind
	}
	of := func(i int) *Sum { return &list[i] }
	all := Sum{Kind: "secret and count"}
	for _, each := range []func() error{
		func() error { return all.add(secret, ended) },
		func() error { return a.EachPlayer(func(p Player) error { return of(0).add(p) }) },
		func() error {
			return a.EachMatch(func(m Match) error {
				if err := of(1).add(m); err != nil {
					return err
				}
				log, err := a.Entries(ctx, m.ID, 0, -1)
				if err != nil {
					return err
				}
				for n, e := range log {
					if err := of(2).add(m.ID, n, e); err != nil {
						return err
					}
				}
				return nil
			})
		},
		func() error { return a.EachRating(func(r Rating) error { return of(3).add(r) }) },
		func() error {
			return a.EachTally(func(game, player string, t Tally) error { return of(4).add(game, player, t) })
		},
		func() error { return a.EachVersus(func(player string, v Versus) error { return of(5).add(player, v) }) },
		func() error {
			return a.EachStats(func(game, player string, s json.RawMessage) error { return of(6).add(game, player, s) })
		},
		func() error { return a.EachScore(func(r Score) error { return of(7).add(r) }) },
		func() error {
			return a.EachNote(func(space, key string, v json.RawMessage) error { return of(8).add(space, key, v) })
		},
		func() error {
			return a.EachUnseen(func(player string, ended int64, match string) error { return of(9).add(player, ended, match) })
		},
		func() error {
			return a.EachStanding(func(game, player string, n uint64) error { return of(10).add(game, player, n) })
		},
	} {
		if err := each(); err != nil {
			return nil, err
		}
	}
	return append(list, all), nil
}

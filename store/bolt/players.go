package bolt

import (
	"context"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"arcade/store"
)

// Player finds a player by id.
func (s *raw) Player(ctx context.Context, id string) (store.Player, error) {
	return s.player(ctx, id, func(tx *bbolt.Tx) []byte { return []byte(id) })
}

// PlayerByKey finds a player by the fingerprint of one of its keys.
func (s *raw) PlayerByKey(ctx context.Context, fingerprint string) (store.Player, error) {
	return s.player(ctx, fingerprint, func(tx *bbolt.Tx) []byte { return tx.Bucket(bucketKeys).Get([]byte(fingerprint)) })
}

// PlayerByName finds a player by the folded name.
func (s *raw) PlayerByName(ctx context.Context, nameKey string) (store.Player, error) {
	return s.player(ctx, nameKey, func(tx *bbolt.Tx) []byte { return tx.Bucket(bucketNames).Get([]byte(nameKey)) })
}

func (s *raw) player(ctx context.Context, asked string, id func(*bbolt.Tx) []byte) (store.Player, error) {
	var p store.Player
	err := s.view(func(tx *bbolt.Tx) (err error) {
		p, err = readPlayer(tx, id(tx))
		return err
	})
	return p, err
}

// readPlayer reads a player. A record without a revision, from an older file, gets revision 1.
func readPlayer(tx *bbolt.Tx, id []byte) (p store.Player, err error) {
	err = get(tx.Bucket(bucketPlayers), id, &p)
	if err == nil {
		p.Rev = max(p.Rev, 1)
	}
	return p, err
}

// PutPlayer creates a player, or replaces the revision that it was made from. ID, NameKey and Keys become
// keys of the file, so they must be texts of 1 to 64 bytes without NUL.
func (s *raw) PutPlayer(ctx context.Context, p store.Player) error {
	return s.update(func(tx *bbolt.Tx) error { return putPlayer(tx, p) })
}

func putPlayer(tx *bbolt.Tx, p store.Player) error {
	players, keys, names := tx.Bucket(bucketPlayers), tx.Bucket(bucketKeys), tx.Bucket(bucketNames)
	old, err := readPlayer(tx, []byte(p.ID))
	switch {
	case err != nil && !errors.Is(err, store.ErrNotFound):
		return err
	case old.Rev != p.Rev: // 0 for a new player
		return fmt.Errorf("%w: revision %d, expected %d", store.ErrConflict, old.Rev, p.Rev)
	}
	heldByOther := func(b *bbolt.Bucket, k string) bool {
		id := b.Get([]byte(k))
		return id != nil && string(id) != p.ID
	}
	if heldByOther(names, p.NameKey) {
		return fmt.Errorf("%w: %q", store.ErrNameTaken, p.NameKey)
	}
	for _, k := range p.Keys {
		if heldByOther(keys, k) {
			return fmt.Errorf("%w: %q", store.ErrKeyTaken, k)
		}
	}
	if old.Rev > 0 {
		if err := names.Delete([]byte(old.NameKey)); err != nil {
			return err
		}
		for _, k := range old.Keys {
			if err := keys.Delete([]byte(k)); err != nil {
				return err
			}
		}
	}
	p.Rev++
	if err := names.Put([]byte(p.NameKey), []byte(p.ID)); err != nil {
		return err
	}
	for _, k := range p.Keys {
		if err := keys.Put([]byte(k), []byte(p.ID)); err != nil {
			return err
		}
	}
	return put(players, []byte(p.ID), p)
}

// present returns the player's present name and whether the player is a bot. It returns otherwise as the
// name if id has no record: a house bot, or a player from an earlier time of the file.
func present(tx *bbolt.Tx, id, otherwise string) (name string, bot bool, err error) {
	p := struct {
		Name string
		Bot  bool
	}{Name: otherwise}
	err = find(tx.Bucket(bucketPlayers), []byte(id), &p)
	return p.Name, p.Bot, err
}

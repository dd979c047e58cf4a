package postgres

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"arcade/store"
)

// Player finds a player by id.
func (s *raw) Player(ctx context.Context, id string) (store.Player, error) {
	return s.player(ctx, id, `select record from players where id = $1`)
}

// PlayerByKey finds a player by the fingerprint of one of its keys.
func (s *raw) PlayerByKey(ctx context.Context, fingerprint string) (store.Player, error) {
	return s.player(ctx, fingerprint, `select record from players where id = (select player from keys where fingerprint = $1)`)
}

// PlayerByName finds a player by the folded name.
func (s *raw) PlayerByName(ctx context.Context, nameKey string) (store.Player, error) {
	return s.player(ctx, nameKey, `select record from players where name_key = $1`)
}

func (s *raw) player(ctx context.Context, id, sql string) (store.Player, error) {
	var p store.Player
	err := s.read(ctx, func(ctx context.Context, q asked) error {
		var data []byte
		if err := q.QueryRow(ctx, sql, id).Scan(&data); err != nil {
			return err
		}
		return decode(data, &p)
	})
	return p, err
}

// PutPlayer creates a player, or replaces the revision that it was made from.
func (s *raw) PutPlayer(ctx context.Context, p store.Player) error {
	p.Rev++
	record, err := encode(p)
	if err != nil {
		return err
	}
	return s.change(ctx, callTime, func(ctx context.Context, tx pgx.Tx) error {
		return putPlayer(ctx, tx, p, record)
	})
}

// putPlayer writes a revision of a player over the previous one.
func putPlayer(ctx context.Context, tx pgx.Tx, p store.Player, record []byte) error {
	sql := `update players set name_key = $2, record = $3, revision = $4 where id = $1 and revision = $4 - 1`
	if p.Rev == 1 {
		sql = `insert into players (id, name_key, record, revision) values ($1, $2, $3, $4) on conflict (id) do nothing`
	}
	tag, err := tx.Exec(ctx, sql, p.ID, p.NameKey, record, int64(p.Rev))
	switch {
	case breaks(err, "players_name"):
		return fmt.Errorf("%w: %q", store.ErrNameTaken, p.NameKey)
	case err == nil && tag.RowsAffected() == 0:
		return fmt.Errorf("%w: it has not revision %d", store.ErrConflict, p.Rev-1)
	}
	if err == nil {
		_, err = tx.Exec(ctx, `delete from keys where player = $1 and fingerprint <> all(coalesce($2::text[], '{}'))`, p.ID, p.Keys) // a nil slice is null
	}
	if err != nil {
		return err
	}
	// A key of another player stays unchanged and is not returned.
	const put = `insert into keys (fingerprint, player) select distinct unnest($2::text[]), $1
		on conflict (fingerprint) do update set player = keys.player where keys.player = $1 returning fingerprint`
	rows, _ := tx.Query(ctx, put, p.ID, p.Keys)
	own, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, k := range p.Keys {
		if !slices.Contains(own, k) {
			return fmt.Errorf("%w: %q", store.ErrKeyTaken, k)
		}
	}
	return nil
}

// present returns a player's present name, and whether the player is a bot, from the player's record. It
// returns otherwise as the name if record is nil: a house bot, or a player from an earlier time of the
// store.
func present(record []byte, otherwise string) (name string, bot bool, err error) {
	p := struct {
		Name string
		Bot  bool
	}{Name: otherwise}
	if record != nil {
		err = decode(record, &p)
	}
	return p.Name, p.Bot, err
}

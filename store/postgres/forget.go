package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"arcade/store"
)

// Forget deletes a player and all its data in one transaction.
func (s *raw) Forget(ctx context.Context, player string, own, byMatch []string) error {
	return s.change(ctx, longTime, func(ctx context.Context, tx pgx.Tx) error {
		// Only one Forget runs at a time, because two players may have the same opponents.
		if _, err := tx.Exec(ctx, `select pg_advisory_xact_lock(hashtext('arcade forget ' || current_schema()))`); err != nil {
			return err
		}
		if err := expected(ctx, tx, player); err != nil {
			return err
		}
		if err := forgetMatches(ctx, tx, player, byMatch); err != nil {
			return err
		}
		if err := forgetVersus(ctx, tx, player); err != nil {
			return err
		}
		for _, table := range []string{"keys", "ratings", "tallies", "versus", "unseen", "stats", "standings", "scores"} {
			if _, err := tx.Exec(ctx, `delete from `+table+` where player = $1`, player); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(ctx, `delete from notes where space = any($1)`, own); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `delete from players where id = $1`, player)
		return err
	})
}

// expected locks the player's record. It fails if a match waits for the player.
func expected(ctx context.Context, tx pgx.Tx, player string) error {
	err := tx.QueryRow(ctx, `select from players where id = $1 for update`, player).Scan()
	if errors.Is(err, pgx.ErrNoRows) {
		return store.ErrNotFound
	} else if err != nil {
		return err
	}
	var match string
	err = tx.QueryRow(ctx, `select id from matches where status <> 'done' and invited = $1 union all
		select m.id from seats s join matches m on m.id = s.match where s.player = $1 and m.status <> 'done' limit 1`, player).Scan(&match)
	if err == nil {
		return fmt.Errorf("%w: %s", store.ErrUnfinished, match)
	}
	return found(err)
}

// forgetMatches removes the player from its matches, and deletes the matches without another player.
func forgetMatches(ctx context.Context, tx pgx.Tx, player string, byMatch []string) error {
	rows, _ := tx.Query(ctx, `select `+matchColumns+` from seats s join matches m on m.id = s.match where s.player = $1 order by m.id`, player)
	list, err := pgx.CollectRows(rows, readMatch)
	if err != nil {
		return err
	}
	var gone []string
	b := &pgx.Batch{} // an old player has thousands of matches
	for _, m := range list {
		left, others := m.Without(player)
		if len(others) == 0 {
			gone = append(gone, m.ID)
			continue
		}
		record, err := encodeMatch(left)
		if err != nil {
			return err
		}
		queueMatch(b, left, record)
	}
	if err := tx.SendBatch(ctx, b).Close(); err != nil {
		return err
	}
	if err := deleteMatches(ctx, tx, gone); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `delete from seats where player = $1`, player); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `delete from notes where space = any($1) and key = any($2)`, byMatch, gone)
	return err
}

// forgetVersus adds the opponents' tallies against the player to their tallies against Gone.
func forgetVersus(ctx context.Context, tx pgx.Tx, player string) error {
	type row struct {
		Player string
		Record []byte
	}
	rows, _ := tx.Query(ctx, `delete from versus where opponent = $1 returning player, record`, player)
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[row])
	if err != nil {
		return err
	}
	for _, r := range list {
		var v store.Versus
		if err := decode(r.Record, &v); err != nil {
			return err
		}
		gone, err := versusOf(ctx, tx, r.Player, v.Game, store.Gone)
		if err != nil {
			return err
		}
		if err := putVersus(ctx, tx, r.Player, v.Against(gone)); err != nil {
			return err
		}
	}
	return nil
}

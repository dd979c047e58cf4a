package postgres

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

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
	record, err := encodeMatch(m)
	if err != nil {
		return err
	}
	// Every Finish locks the players' rows in the same order, to avoid deadlocks.
	outcomes := slices.SortedStableFunc(slices.Values(f.Outcomes), func(a, b store.Outcome) int { return cmp.Compare(a.Player, b.Player) })
	return s.change(ctx, callTime, func(ctx context.Context, tx pgx.Tx) error {
		has, err := unfinished(ctx, tx, m.ID, m.Epoch)
		switch {
		case err != nil:
			return err
		case has.Entries != f.At:
			return fmt.Errorf("%w: %d, expected %d", store.ErrConflict, has.Entries, f.At)
		case f.Drop:
			return deleteMatches(ctx, tx, []string{m.ID})
		}
		for _, o := range outcomes {
			if err := putStanding(ctx, tx, m, o); err != nil {
				return fmt.Errorf("outcome of player %q: %w", o.Player, err)
			}
		}
		for _, o := range outcomes {
			for _, n := range o.Filed {
				if err := putNote(ctx, tx, n.Space, n.Note); err != nil {
					return fmt.Errorf("note %q of player %q: %w", n.Key, o.Player, err)
				}
			}
		}
		b := &pgx.Batch{}
		for i, v := range values {
			b.Queue(`insert into log (match, n, entry) values ($1, $2, $3)`, m.ID, f.At+i, v)
		}
		for _, o := range outcomes {
			if err := queueOutcome(b, m, o); err != nil {
				return fmt.Errorf("outcome of player %q: %w", o.Player, err)
			}
		}
		if err := tx.SendBatch(ctx, b).Close(); err != nil {
			return err
		}
		if err := updateMatch(ctx, tx, m, record); err != nil {
			return err
		}
		if err := putSeats(ctx, tx, m); err != nil {
			return err
		}
		// This comes last, because the end of every match waits for this row. This transaction already
		// holds its players' rows, so another end of their matches waits for those.
		_, err = tx.Exec(ctx, `with count as (update arcade set ended = ended + 1 returning ended)
			update matches set entries = $2, nth = count.ended from count where id = $1`, m.ID, f.At+len(values))
		return err
	})
}

// putStanding raises the revision of the player's standing, and adds the outcome to the tallies. The row
// of the standing serializes concurrent ends of matches.
func putStanding(ctx context.Context, tx pgx.Tx, m store.Match, o store.Outcome) error {
	sql := `update standings set revision = revision + 1 where player = $1 and game = $2 and revision = $3`
	if o.Standing == 0 {
		sql = `insert into standings (player, game, revision) values ($1, $2, $3 + 1) on conflict do nothing`
	}
	tag, err := tx.Exec(ctx, sql, o.Player, m.Game, int64(o.Standing))
	if err == nil && tag.RowsAffected() == 0 {
		err = fmt.Errorf("%w: the standing has not revision %d", store.ErrConflict, o.Standing)
	}
	if err != nil {
		return err
	}
	if o.Tally == (store.Tally{}) {
		return nil
	}
	_, err = tx.Exec(ctx, `insert into tallies as t (player, game, won, lost, drawn) values ($1, $2, $3, $4, $5)
		on conflict (player, game) do update set won = t.won + $3, lost = t.lost + $4, drawn = t.drawn + $5`,
		o.Player, m.Game, o.Tally.Won, o.Tally.Lost, o.Tally.Drawn)
	if err != nil || o.Opponent == "" {
		return err
	}
	v, err := versusOf(ctx, tx, o.Player, m.Game, o.Opponent)
	if err != nil {
		return err
	}
	return putVersus(ctx, tx, o.Player, v.After(m, o))
}

// versusOf returns a row as last written, zero if there is none.
func versusOf(ctx context.Context, tx pgx.Tx, player, game, opponent string) (v store.Versus, err error) {
	var record []byte
	err = found(tx.QueryRow(ctx, `select record from versus where player = $1 and game = $2 and opponent = $3`, player, game, opponent).Scan(&record))
	if err == nil && record != nil {
		err = decode(record, &v)
	}
	return v, err
}

func putVersus(ctx context.Context, tx pgx.Tx, player string, v store.Versus) error {
	record, err := encode(v)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `insert into versus (player, game, opponent, at, record) values ($1, $2, $3, $4, $5)
		on conflict (player, game, opponent) do update set at = $4, record = $5`, player, v.Game, v.Opponent, v.At, record)
	return err
}

// queueOutcome queues the writes of an outcome.
func queueOutcome(b *pgx.Batch, m store.Match, o store.Outcome) error {
	o = o.Of(m)
	if r := o.Rating; r != nil {
		record, err := encode(r) // fails for NaN and infinities
		if err != nil {
			return err
		}
		b.Queue(`insert into ratings (game, player, rating, unlisted, record) values ($1, $2, $3, $4, $5)
			on conflict (game, player) do update set rating = $3, unlisted = $4, record = $5`, r.Game, r.Player, r.Rating, r.Unlisted, record)
	}
	if o.Stats != nil {
		b.Queue(`insert into stats (player, game, record) values ($1, $2, $3)
			on conflict (player, game) do update set record = $3`, o.Player, m.Game, o.Stats)
	}
	for _, r := range o.Scores {
		record, err := encode(r)
		if err != nil {
			return err
		}
		b.Queue(`insert into scores (board, player, value, tie, at, unlisted, record) values ($1, $2, $3, $4, $5, $6, $7)
			on conflict (board, player) do update set value = $3, tie = $4, at = $5, unlisted = $6, record = $7`,
			r.Board, r.Player, r.Value, r.Tie, r.At, r.Unlisted, record)
	}
	if o.Listed {
		b.Queue(`update scores set unlisted = false where player = $1 and unlisted and starts_with(board, $2)`, o.Player, m.Game+"/")
	}
	if o.Unseen {
		b.Queue(`insert into unseen (player, ended, match) values ($1, $2, $3) on conflict do nothing`, o.Player, m.Ended, m.ID)
	}
	return nil
}

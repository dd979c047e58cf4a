package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"arcade/store"
)

// Standing returns the revision of a player's standing in a game.
func (s *raw) Standing(ctx context.Context, game, player string) (n uint64, err error) {
	err = s.read(ctx, func(ctx context.Context, q asked) error {
		return found(q.QueryRow(ctx, `select revision from standings where player = $1 and game = $2`, player, game).Scan(&n))
	})
	return n, err
}

// Rating returns a player's rating in a game.
func (s *raw) Rating(ctx context.Context, game, player string) (store.Rating, error) {
	r, _, _, err := s.rating(ctx, game, player, `0, 0`)
	return r, err
}

// rating reads a player's rating with the present name, and two more numbers.
func (s *raw) rating(ctx context.Context, game, player, more string) (r store.Rating, place, of int, err error) {
	err = s.read(ctx, func(ctx context.Context, q asked) error {
		var record, who []byte
		err := q.QueryRow(ctx, `select r.record, p.record, `+more+` from ratings r left join players p on p.id = r.player
			where r.game = $1 and r.player = $2`, game, player).Scan(&record, &who, &place, &of)
		if err != nil {
			return err
		}
		r, err = readRating(record, who)
		return err
	})
	return r, place, of, err
}

func readRating(record, who []byte) (r store.Rating, err error) {
	if err = decode(record, &r); err == nil {
		r.Name, r.ByBot, err = present(who, r.Name)
	}
	return r, err
}

// list reads rows that consist of a record and a player's record or null.
func list[T any](ctx context.Context, s *raw, read func(record, who []byte) (T, error), sql string, args ...any) (all []T, err error) {
	err = s.read(ctx, func(ctx context.Context, q asked) (err error) {
		rows, _ := q.Query(ctx, sql, args...)
		all, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (v T, err error) {
			var record, who []byte
			if err = row.Scan(&record, &who); err == nil {
				v, err = read(record, who)
			}
			return v, err
		})
		return err
	})
	return all, err
}

// Board lists ratings of a game, best first, equal ones by player id. A from below 0 counts as 0. It
// walks over the rows before from.
func (s *raw) Board(ctx context.Context, game string, from, n int) ([]store.Rating, error) {
	all, err := list(ctx, s, readRating, `select r.record, p.record from ratings r left join players p on p.id = r.player
		where r.game = $1 and not r.unlisted order by r.rating desc, r.player offset $2 limit $3`, game, max(from, 0), max(n, 0))
	return all, err
}

// Rank returns a player's place on the board. It counts the rows above.
func (s *raw) Rank(ctx context.Context, game, player string) (place, of int, err error) {
	_, place, of, err = s.rating(ctx, game, player, `
		case when r.unlisted then 0 else (select count(*) from ratings b where b.game = $1 and not b.unlisted
			and b.rating >= r.rating and (b.rating > r.rating or b.player <= r.player)) end,
		(select count(*) from ratings b where b.game = $1 and not b.unlisted)`)
	return place, of, err
}

// Ranked counts the board's rows.
func (s *raw) Ranked(ctx context.Context, game string) (n int, err error) {
	err = s.read(ctx, func(ctx context.Context, q asked) error {
		return q.QueryRow(ctx, `select count(*) from ratings where game = $1 and not unlisted`, game).Scan(&n)
	})
	return n, err
}

// Tally returns a player's results in a game.
func (s *raw) Tally(ctx context.Context, game, player string) (t store.Tally, err error) {
	err = s.read(ctx, func(ctx context.Context, q asked) error {
		return found(q.QueryRow(ctx, `select won, lost, drawn from tallies where player = $1 and game = $2`, player, game).Scan(&t.Won, &t.Lost, &t.Drawn))
	})
	return t, err
}

// found returns err, or nil for a missing row.
func found(err error) error {
	if err == pgx.ErrNoRows {
		return nil
	}
	return err
}

// Versus lists a player's opponents, one row for each opponent and game.
func (s *raw) Versus(ctx context.Context, player string, n int) ([]store.Versus, error) {
	all, err := list(ctx, s, readVersus, `select v.record, p.record from versus v left join players p on p.id = v.opponent
		where v.player = $1 order by v.at desc, v.game desc, v.opponent desc limit $2`, player, max(n, 0))
	return all, err
}

func readVersus(record, who []byte) (v store.Versus, err error) {
	if err = decode(record, &v); err == nil {
		v.Name, v.ByBot, err = present(who, v.Name)
	}
	return v, err
}

// VersusOne returns a player's tally against one opponent in one game.
func (s *raw) VersusOne(ctx context.Context, game, player, opponent string) (v store.Versus, err error) {
	all, err := list(ctx, s, readVersus, `select v.record, p.record from versus v left join players p on p.id = v.opponent
		where v.player = $1 and v.game = $2 and v.opponent = $3`, player, game, opponent)
	if len(all) > 0 {
		v = all[0]
	}
	return v, err
}

// Unseen lists the matches whose result the player has not seen yet, by Ended, then id.
func (s *raw) Unseen(ctx context.Context, player string) (ids []string, err error) {
	err = s.read(ctx, func(ctx context.Context, q asked) (err error) {
		rows, _ := q.Query(ctx, `select match from unseen where player = $1 order by ended, match`, player)
		ids, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	return ids, err
}

// Seen removes a match from the player's unseen results. It ignores any other match.
func (s *raw) Seen(ctx context.Context, player, match string) error {
	return s.change(ctx, callTime, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `delete from unseen where player = $1 and match = $2`, player, match)
		return err
	})
}

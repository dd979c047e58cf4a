package postgres

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"arcade/store"
)

// Stats returns a player's statistics in a game.
func (s *raw) Stats(ctx context.Context, game, player string) (stats json.RawMessage, err error) {
	err = s.read(ctx, func(ctx context.Context, q asked) error {
		return found(q.QueryRow(ctx, `select record from stats where player = $1 and game = $2`, player, game).Scan(&stats))
	})
	return stats, err
}

// scoreColumns are the columns of a row of a board that readScore reads. Whether a row is unlisted is
// only in its column.
const scoreColumns = `r.record, r.unlisted, p.record`

func readScore(row pgx.CollectableRow) (r store.Score, err error) {
	var record, who []byte
	var unlisted bool
	if err = row.Scan(&record, &unlisted, &who); err == nil {
		err = decode(record, &r)
	}
	if err == nil {
		r.Unlisted = unlisted
		r.Name, r.ByBot, err = present(who, r.Name)
	}
	return r, err
}

func (s *raw) scores(ctx context.Context, sql string, args ...any) (all []store.Score, err error) {
	err = s.read(ctx, func(ctx context.Context, q asked) (err error) {
		rows, _ := q.Query(ctx, sql, args...)
		all, err = pgx.CollectRows(rows, readScore)
		return err
	})
	return all, err
}

// Scores lists rows of a board by points. A from below 0 counts as 0. Like [Store.Board] it walks over
// the rows before from.
func (s *raw) Scores(ctx context.Context, board string, from, n int) ([]store.Score, error) {
	all, err := s.scores(ctx, `select `+scoreColumns+` from scores r left join players p on p.id = r.player
		where r.board = $1 and not r.unlisted order by r.value desc, r.tie desc, r.at, r.player offset $2 limit $3`, board, max(from, 0), max(n, 0))
	return all, err
}

// ScoreOf returns a player's row on a board by points. Like [Store.Rank] it counts the rows before.
func (s *raw) ScoreOf(ctx context.Context, board, player string) (row store.Score, place, of int, err error) {
	err = s.read(ctx, func(ctx context.Context, q asked) error {
		rows, _ := q.Query(ctx, `select `+scoreColumns+`,
				case when r.unlisted then 0 else (select count(*) from scores b where b.board = $1 and not b.unlisted
					and b.value >= r.value and (b.value > r.value or b.tie > r.tie or b.tie = r.tie and (b.at, b.player) <= (r.at, r.player))) end,
				(select count(*) from scores b where b.board = $1 and not b.unlisted)
			from scores r left join players p on p.id = r.player where r.board = $1 and r.player = $2`, board, player)
		row, err = pgx.CollectExactlyOneRow(rows, func(r pgx.CollectableRow) (store.Score, error) {
			return readScore(placed{r, &place, &of})
		})
		return err
	})
	return row, place, of, err
}

// placed is a row with two numbers after its columns.
type placed struct {
	pgx.CollectableRow
	place, of *int
}

func (p placed) Scan(dest ...any) error {
	return p.CollectableRow.Scan(append(dest, p.place, p.of)...)
}

// ScoresOf lists a player's rows over all boards.
func (s *raw) ScoresOf(ctx context.Context, player, after string, n int) ([]store.Score, error) {
	all, err := s.scores(ctx, `select `+scoreColumns+` from scores r left join players p on p.id = r.player
		where r.player = $1 and r.board > $2 order by r.board limit $3`, player, after, max(n, 0))
	return all, err
}

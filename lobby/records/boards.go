package records

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"arcade/games"
	"arcade/lobby/deals"
	"arcade/lobby/ledger"
	"arcade/store"
)

// Boards returns the names of a game's boards by points, nil for none. The ranked one is GAME/BOARD for
// [Lobby.Scores], a day's is GAME/BOARD/YYYY-MM-DD.
func (rs *Records) Boards(game string) []string {
	if r := games.As[games.Recorder](rs.cfg.Games, game); r != nil {
		return r.Boards()
	}
	return nil
}

// Pools returns the names of a game's ratings, its own first ([games.PoolsOf]); nil for an unknown game.
func (rs *Records) Pools(game string) []string {
	g, err := rs.cfg.Games.Game(game)
	if err != nil {
		return nil
	}
	return games.PoolsOf(g)
}

// RatingBoard returns the name of the ratings that a board of a game for two shows: the game's own for "", else those
// of the board's name. ok is false for every other board.
func (rs *Records) RatingBoard(game, board string) (pool string, ok bool) {
	g, err := rs.cfg.Games.Game(game)
	if pool = cmp.Or(board, game); err != nil || g.Info().Seats < 2 || !slices.Contains(games.PoolsOf(g), pool) {
		return "", false
	}
	return pool, true
}

// Stats returns a player's statistics in a game, the game's own JSON; nil for none.
func (rs *Records) Stats(ctx context.Context, game, player string) (json.RawMessage, error) {
	return rs.cfg.Store.Stats(ctx, game, player)
}

// OwnStats returns a player's statistics as only that player sees them: with the tries that were imported.
func (rs *Records) OwnStats(ctx context.Context, game, player string) (json.RawMessage, error) {
	stats, err := rs.Stats(ctx, game, player)
	g := games.As[games.Importer](rs.cfg.Games, game)
	if g == nil || err != nil {
		return stats, err
	}
	tries, err := rs.cfg.Deals.ImportedTries(player, game)
	if len(tries) == 0 || err != nil {
		return stats, err
	}
	return g.WithImported(stats, tries)
}

// Against returns a player's tally against an opponent in a game, zero if there is none.
func (rs *Records) Against(ctx context.Context, game, player, opponent string) (store.Versus, error) {
	return rs.cfg.Store.VersusOne(ctx, game, player, opponent)
}

// Scores returns n rows of a board by points, best first, beginning with row from, counted from 0.
func (rs *Records) Scores(ctx context.Context, board string, from, n int) ([]store.Score, error) {
	list, err := rs.cfg.Store.Scores(ctx, board, from, n)
	if secret, failed := rs.secretBoard(board); err != nil || failed != nil || !secret {
		return list, cmp.Or(err, failed)
	}
	// Others' runs must not reveal to a player who guesses that a typed deal is a daily one.
	return slices.DeleteFunc(list, func(s store.Score) bool {
		rec, err := rs.cfg.Store.Match(ctx, s.Match)
		return err != nil || !rec.Seeded
	}), nil
}

// Marked returns the rows below a day's board: the runs that have no place, each with its mark
// ([ledger.MarkOf]). Of each mark there are at most n.
func (rs *Records) Marked(ctx context.Context, board string, n int) (list []store.Score, err error) {
	for _, marked := range ledger.MarkedBoards(board) {
		rows, err := rs.cfg.Store.Scores(ctx, marked, 0, n)
		if err != nil {
			return nil, err
		}
		list = append(list, rows...)
	}
	return list, nil
}

// secretBoard reports whether a board belongs to a deal that is still secret.
func (rs *Records) secretBoard(board string) (bool, error) {
	game, id, _ := strings.Cut(board, "/"+games.DealBoard+"/")
	return rs.cfg.Deals.Secret(game, id)
}

// maxDealRows limits the rows of a deal's board that are sorted together with clients' rows.
const maxDealRows = 1000

// DealRow is a row of a deal's board. Sent reports whether a client sent it over HTTP, Replayed whether its moves
// were played here, then or again.
type DealRow struct {
	store.Score
	Sent, Replayed bool
}

// DealScores returns the one board of a deal by its ID, or of all deals of a layout: each player's best row and
// each client's. Replayed rows stand first, then those that are only a client's word, each by time. mine is the
// index of player's row, -1 for none.
func (rs *Records) DealScores(ctx context.Context, game, id, player string) (list []DealRow, mine int, err error) {
	ids, err := rs.cfg.Deals.Alike(game, id)
	for _, id := range ids {
		rows, failed := rs.Scores(ctx, deals.Board(game, id), 0, maxDealRows)
		sent, also := rs.cfg.Deals.Sent(game, id)
		if err = errors.Join(err, failed, also); err != nil {
			return nil, -1, err
		}
		for _, r := range rows {
			list = append(list, DealRow{Score: r, Replayed: true})
		}
		for _, r := range sent {
			list = append(list, DealRow{r.Score, true, r.Replayed})
		}
	}
	slices.SortStableFunc(list, func(a, b DealRow) int {
		if a.Replayed != b.Replayed {
			if a.Replayed {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(b.Tie, a.Tie), cmp.Compare(b.Value, a.Value), cmp.Compare(a.At, b.At))
	})
	seen := map[[2]string]bool{}
	list = slices.DeleteFunc(list, func(s DealRow) bool {
		who := [2]string{s.Player, s.Name}
		if s.Player != "" {
			who[1] = "" // a player counts once, under any name
		}
		again := seen[who]
		seen[who] = true
		return again
	})
	mine = slices.IndexFunc(list, func(s DealRow) bool { return s.Player != "" && s.Player == player })
	return list, mine, err
}

// ScoreOf returns a player's row on a board by points, its place, from 1, and the number of rows; the
// place is 0 if the player has no row. The board of a secret deal looks as if nobody else were on it.
func (rs *Records) ScoreOf(ctx context.Context, board, player string) (row store.Score, place, of int, err error) {
	row, place, of, err = rs.cfg.Store.ScoreOf(ctx, board, player)
	missing := errors.Is(err, store.ErrNotFound)
	if missing {
		err = nil
	}
	if secret, failed := rs.secretBoard(board); err == nil && (secret || failed != nil) {
		place = min(place, 1)
		return row, place, place, failed
	}
	if missing {
		of, err = rs.rows(ctx, board)
	}
	return row, place, of, err
}

// rows returns the number of rows of a board. The store tells it with the row of a player.
func (rs *Records) rows(ctx context.Context, board string) (int, error) {
	best, err := rs.cfg.Store.Scores(ctx, board, 0, 1)
	if err != nil || len(best) == 0 {
		return 0, err
	}
	_, _, of, err := rs.cfg.Store.ScoreOf(ctx, board, best[0].Player)
	if errors.Is(err, store.ErrNotFound) { // deleted meanwhile
		err = nil
	}
	return of, err
}

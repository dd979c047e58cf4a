package ledger

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"arcade/store"
)

// A week has its own boards, which begin empty on Monday at 0:00 UTC. In a game for one seat the board
// has each player's best daily run of the week. In a game for two it has each player's rating change in
// the week's rated matches.

// GainBoard is the board of a week in a game for two.
const GainBoard = "gain"

// IsGain reports whether a board is a [GainBoard] of some week.
func IsGain(board string) bool { return strings.Contains(board, "/"+GainBoard+"/") }

// Week names the week of a moment, in UTC, as ISO 8601 does: 2026-W48.
func Week(ms int64) string {
	year, week := time.UnixMilli(ms).UTC().ISOWeek()
	return fmt.Sprintf("%04d-W%02d", year, week)
}

// weekOf copies a row of a day's board to the board of its week if it is the player's best there.
func weekOf(ctx context.Context, past Past, rec store.Match, row store.Score, board string, o *store.Outcome) error {
	if rec.Ledger < weekRules {
		return nil
	}
	row.Board = BoardName(rec.Game, board, Week(rec.Ended))
	better, err := beats(ctx, past, row)
	if better {
		o.Scores = append(o.Scores, row)
	}
	return err
}

// weekGain adds a seat's rating change in a rated match to the player's row of the week.
func weekGain(ctx context.Context, past Past, rec store.Match, seat int, unlisted bool, o *store.Outcome) error {
	s := rec.Seats[seat]
	if rec.Ledger < weekRules || o.Rating == nil || o.Rating.Game != rec.Game {
		return nil
	}
	row := store.Score{
		Board: BoardName(rec.Game, GainBoard, Week(rec.Ended)), Player: s.Player, Name: s.Name, Value: s.Change,
		Match: rec.ID, At: rec.Ended, Unlisted: unlisted,
	}
	old, _, _, err := past.ScoreOf(ctx, row.Board, row.Player)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	row.Value += old.Value
	row.Tie = old.Tie - 1 // of equal gains, the one from fewer matches is better
	o.Scores = append(o.Scores, row)
	return nil
}

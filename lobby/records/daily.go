package records

import (
	"context"
	"time"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/lobby/streak"
	"arcade/store"
)

// fieldRows is the number of rows of a day's board that are read: the field is drawn from them.
const fieldRows = 500

// Daily is a day for one player.
type Daily struct {
	// Day is YYYY-MM-DD in UTC. Ends is the end of the day, in ms.
	Day  string
	Ends int64
	// Runs are the day's runs, one for each game for one seat, in the games' order.
	Runs []DayRun
	// Streak is the player's; the zero State for a guest.
	Streak streak.State
}

// DayRun is a game's run of a day.
type DayRun struct {
	Game string
	// Own is the player's latest run of the day, in play or finished; its ID is "" if there is none.
	Own store.Match
	// Hinted reports whether the player took a hint in a finished run.
	Hinted bool
	// Board is the name of the shown board: the one with the player's row, else the fullest.
	Board string
	// Rows has the board's first rows, best first. Of is the number of its rows.
	Rows []store.Score
	Of   int
	// Row is the player's row and Place its place, from 1; 0 for none.
	Row   store.Score
	Place int
	// Best is the best row of the day before on this board; its Match is "" for none.
	Best store.Score
	// House is the run of a policy of the house, once the board has a row; its Bot is "" for none.
	House HouseRun
}

// Open reports whether the player can still begin or finish the run.
func (d DayRun) Open() bool { return d.Own.Status != store.Done }

// Daily returns a day for a player, "" for a stranger.
func (rs *Records) Daily(ctx context.Context, player string) (d Daily, err error) {
	d.Day = rs.Today()
	if d.Ends, err = dayEnd(d.Day); err != nil {
		return d, err
	}
	own := map[string]store.Match{}
	if player != "" {
		if d.Streak, err = rs.Streak(ctx, player); err != nil {
			return d, err
		}
		if own, err = rs.ownDay(ctx, player, d.Day); err != nil {
			return d, err
		}
	}
	for _, g := range rs.cfg.Games.Games() {
		if g.Info().Seats != 1 {
			continue
		}
		run, err := rs.dayRun(ctx, g.Info().Name, player, d.Day)
		if err != nil {
			return d, err
		}
		run.Own = own[run.Game]
		if run.Own.Status == store.Done && run.Place == 0 { // a row on the board has no hint
			if run.Hinted, err = rs.hinted(ctx, run.Own); err != nil {
				return d, err
			}
		}
		d.Runs = append(d.Runs, run)
	}
	return d, nil
}

// hinted reports whether the player took a hint in a run.
func (rs *Records) hinted(ctx context.Context, rec store.Match) (bool, error) {
	rec, err := rs.cfg.Store.Match(ctx, rec.ID) // the given record has no seed
	if err != nil {
		return false, err
	}
	m, err := ledger.Load(ctx, rs.cfg.Store, rs.cfg.Games, rec)
	return err == nil && m.Hinted(), err
}

// dayEnd returns the first moment after a day, in ms.
func dayEnd(day string) (int64, error) {
	t, err := time.Parse(time.DateOnly, day)
	return t.AddDate(0, 0, 1).UnixMilli(), err
}

// ownDay returns a player's runs of a day by game. A finished run has priority over one in play: in a
// game with variants one is enough.
func (rs *Records) ownDay(ctx context.Context, player, day string) (map[string]store.Match, error) {
	own := map[string]store.Match{}
	for m, err := range rs.MatchesOf(ctx, player) {
		switch {
		case err != nil:
			return nil, err
		case ledger.Day(m.Created) < day:
			return own, nil
		case m.Daily != day || m.Reason == games.Aborted || len(m.Seats) != 1:
		case own[m.Game].Status != store.Done:
			own[m.Game] = rs.Veiled(m)
		}
	}
	return own, nil
}

// dayRun reads the boards of a game's day.
func (rs *Records) dayRun(ctx context.Context, game, player, day string) (run DayRun, err error) {
	run.Game = game
	for _, board := range rs.Boards(game) {
		row, place, of, err := rs.ScoreOf(ctx, ledger.BoardName(game, board, day), player)
		if err != nil {
			return run, err
		}
		if run.Board == "" || run.Place == 0 && (place > 0 || of > run.Of) {
			run.Board, run.Row, run.Place, run.Of = board, row, place, of
		}
	}
	if run.Board == "" {
		return run, nil
	}
	if run.Rows, err = rs.Scores(ctx, ledger.BoardName(game, run.Board, day), 0, fieldRows); err != nil {
		return run, err
	}
	if run.House, err = rs.house(ctx, game, run.Board, day, run.Rows); err != nil {
		store.Report(rs.cfg.Log, "daily", err) // the day has no ghost then
		run.House = HouseRun{}
	}
	best, err := rs.Scores(ctx, ledger.BoardName(game, run.Board, DayBefore(day)), 0, 1)
	if len(best) > 0 {
		run.Best = best[0]
	}
	return run, err
}

package records

import (
	"context"
	"errors"
	"slices"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/ledger"
	"arcade/lobby/table"
	"arcade/lobby/turns"
	"arcade/store"
)

// Way is one player's run of a day. Bot is the policy of a house's run, which has no match and no place;
// "" for a player's.
type Way struct {
	Row   store.Score
	Plies []games.Ply
	Bot   string
}

// mostWays bounds the runs of a day that are read, the best ones.
const mostWays = 100

// Ways returns the runs on a board of a past day, best first: all of them began alike. ErrHidden while
// the day lasts. It omits a run whose log cannot be read.
func (rs *Records) Ways(ctx context.Context, game, board, day string) (list []Way, err error) {
	if ledger.DayLasts(day, clock.MS()) {
		return nil, table.ErrHidden
	}
	rows, err := rs.Scores(ctx, ledger.BoardName(game, board, day), 0, mostWays)
	if err != nil {
		return nil, err
	}
	err = rs.cfg.Turns.Do(ctx, turns.Screen, func(ctx context.Context) error {
		for _, row := range rows {
			rec, err := rs.cfg.Store.Match(ctx, row.Match)
			if errors.Is(err, store.ErrNotFound) || err == nil && (rec.Private || rec.Status != store.Done) {
				continue
			} else if err != nil {
				return err
			}
			if err := turns.Pace(ctx); err != nil {
				return err
			}
			m, err := ledger.Load(ctx, rs.cfg.Store, rs.cfg.Games, rec)
			if err != nil {
				store.Report(rs.cfg.Log, "way of a run", err, "match", rec.ID)
				continue
			}
			list = append(list, Way{Row: row, Plies: m.Plies()})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if run, err := rs.house(ctx, game, board, day, rows); err != nil {
		store.Report(rs.cfg.Log, "ways", err)
	} else if run.Bot != "" {
		list = append(list, Way{Row: run.Row, Plies: run.Plies, Bot: run.Bot})
	}
	return list, nil
}

// Branch has the runs that continue alike at a ply where runs differ.
type Branch struct {
	// Action is their action, "" if their run ends.
	Action games.Action
	// Ways are indices of the runs, best first.
	Ways []int
}

// Part returns the ply at which runs that are alike up to ply first differ, and the branches from
// there, the most played first. A single run has one branch, its end.
func Part(all []Way, set []int, ply int) (at int, branches []Branch) {
	for at = ply; ; at++ {
		branches = nil
		for _, i := range set {
			var act games.Action
			if at < len(all[i].Plies) {
				act = all[i].Plies[at].Action
			}
			k := slices.IndexFunc(branches, func(b Branch) bool { return b.Action == act })
			if k < 0 {
				branches = append(branches, Branch{Action: act})
				k = len(branches) - 1
			}
			branches[k].Ways = append(branches[k].Ways, i)
		}
		if len(branches) != 1 || branches[0].Action == "" {
			break
		}
	}
	slices.SortStableFunc(branches, func(a, b Branch) int { return len(b.Ways) - len(a.Ways) })
	return at, branches
}

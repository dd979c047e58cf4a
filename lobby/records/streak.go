package records

import (
	"context"

	"arcade/lobby/streak"
)

// Streak returns a player's streak of days with a finished daily run, as of today.
func (rs *Records) Streak(ctx context.Context, player string) (streak.State, error) {
	var days []string
	for n, err := range streak.Days.In(player).All(ctx, rs.cfg.Store) {
		if err != nil {
			return streak.State{}, err
		}
		days = append(days, n.Key)
	}
	return streak.Fold(days, rs.Today()), nil
}

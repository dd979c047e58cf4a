package records

import (
	"arcade/lobby/streak"
	"context"
)

// dayPage is the number of days of a streak read at a time.
const dayPage = 400

// Streak returns a player's streak of days with a finished daily run, as of today.
func (rs *Records) Streak(ctx context.Context, player string) (streak.State, error) {
	var days []string
	for after := ""; ; {
		notes, err := rs.store.Notes(ctx, streak.Space(player), after, dayPage)
		if err != nil {
			return streak.State{}, err
		}
		for _, n := range notes {
			days = append(days, n.Key)
			after = n.Key
		}
		if len(notes) < dayPage {
			return streak.Fold(days, rs.Today()), nil
		}
	}
}

package play

import (
	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/play/review"
	"arcade/sessions/ui"
)

// DrawReview draws the analysis of a replay as [review.Draw] does. marks are the signs of the
// seats, of two cells at most.
func DrawReview(a *app.App, g ui.Region, s *Scene, r ui.Rect, marks [2]string) {
	review.Draw(a, g, &review.Page{
		Review: s.Review, Plies: s.Plies, Seats: s.Seats, Wording: s.wording,
		Act: func(a *app.App, act games.Action) string { return ActText(a, s.Game, act) },
	}, r, marks)
}

// ActText is an action as its game names it, in few cells.
func ActText(a *app.App, game string, act games.Action) string {
	if name := GameOf(game).Act; name != nil {
		return name(a, act)
	}
	return string(act)
}

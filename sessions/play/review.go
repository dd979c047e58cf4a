package play

import (
	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play/review"
	"arcade/sessions/ui"
)

// DrawReview draws the analysis of a replay like [review.Draw]. marks are the signs of the seats, of at
// most two cells.
func DrawReview(a *app.App, l kit.Look, g ui.Region, s *Scene, r ui.Rect, marks [2]string) {
	review.Draw(a, l, g, s.page(ActText), r, marks)
}

// ReviewItems are the blocks of the analysis, see [review.Items].
func ReviewItems(a *app.App, s *Scene, marks [2]string) []kit.Item {
	return review.Items(a, s.page(ActText), marks)
}

// page returns the data that the analysis needs; act names an action of a game.
func (s *Scene) page(act func(a *app.App, game string, act games.Action) string) *review.Page {
	return &review.Page{
		Review: s.Review, Plies: s.Plies, Seats: s.Seats, Wording: s.wording,
		Act: func(a *app.App, of games.Action) string { return act(a, s.Game, of) },
	}
}

// SpokenReview returns the analysis of a replay for sentences, and the names of the seats.
func SpokenReview(a *app.App, s *Scene) (page *review.Page, names [2]string) {
	for i := range names {
		names[i] = a.SeatName(s.Seats[i])
	}
	return s.page(func(a *app.App, game string, act games.Action) string {
		return SpokenChoice(a, &Scene{Game: game}, act)
	}), names
}

// ActText returns an action as its game names it, in few cells.
func ActText(a *app.App, game string, act games.Action) string {
	if name := GameOf(game).Act; name != nil {
		return name(a, act)
	}
	return string(act)
}

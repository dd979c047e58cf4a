package play

import (
	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/play/review"
	"arcade/sessions/ui"
)

// reviewable reports whether the match can be analysed: it is over and of a game that can judge.
func (r *Replay) reviewable(a *app.App) bool {
	return r.Data != nil && r.Data.Result != nil && len(r.Data.Plies) > 0 && a.House.Lobby.CanAnalyse(r.Data.Match.Game)
}

// reviewKey is the key of the analysis in the key bar: Enter, where that is not the sheet's.
func (r *Replay) reviewKey() ui.Key {
	return app.Either[ui.Key](GameOf(r.Data.Match.Game).Panel != nil, "a", "enter")
}

// toggleReview begins the analysis, or ends it.
func (r *Replay) toggleReview(a *app.App) {
	if r.Scene.Review != nil {
		r.stopReview()
		return
	}
	if !r.reviewable(a) {
		return
	}
	work, err := a.Visit.Analyse(r.Data)
	if err != nil {
		a.Fail(err)
		return
	}
	r.Scene.Review = review.Begin(work, r.Data.Plies)
}

// stopReview ends the analysis; what was found is kept in the arcade.
func (r *Replay) stopReview() {
	if v := r.Scene.Review; v != nil {
		v.Close()
		r.Scene.Review = nil
	}
}

// reviewCommands are what the keys do about the analysis.
func (r *Replay) reviewCommands(a *app.App) (list []app.Command) {
	v := r.Scene.Review
	label := app.Either(v == nil, "an.key.on", "an.key.off")
	if r.reviewable(a) {
		list = append(list, app.Command{Key: "a", Bar: label, Do: r.toggleReview})
		if r.reviewKey() == "enter" {
			list = append(list, app.Command{Key: "enter", Bar: label, Do: r.toggleReview})
		}
	}
	if v == nil {
		return list
	}
	list = append(list, app.Command{Key: "n", Bar: "an.key.next", Do: func(*app.App) {
		if p := v.Next(r.Ply); p > 0 {
			r.goTo(p, false)
		}
	}})
	if v.Turn > 0 {
		list = append(list, app.Command{Key: "w", Bar: "an.key.turn", Do: func(*app.App) { r.goTo(v.Turn, false) }})
	}
	return list
}

// DrawReview draws the analysis of a replay as [review.Draw] does. marks are the signs of the
// seats, of two cells at most.
func DrawReview(a *app.App, g ui.Region, s *Scene, r ui.Rect, marks [2]string) {
	review.Draw(a, g, s.page(actText), r, marks)
}

// page is what the analysis has to know; act names an action of a game.
func (s *Scene) page(act func(a *app.App, game string, act games.Action) string) *review.Page {
	return &review.Page{
		Review: s.Review, Plies: s.Plies, Seats: s.Seats, Wording: s.wording,
		Act: func(a *app.App, of games.Action) string { return act(a, s.Game, of) },
	}
}

// SpokenReview is the analysis of a replay for sentences, and the names of the seats.
func SpokenReview(a *app.App, s *Scene) (page *review.Page, names [2]string) {
	for i := range names {
		names[i] = a.SeatName(s.Seats[i])
	}
	return s.page(func(a *app.App, game string, act games.Action) string {
		return SpokenChoice(a, &Scene{Game: game}, act)
	}), names
}

// actText is an action as its game names it, in few cells.
func actText(a *app.App, game string, act games.Action) string {
	if name := GameOf(game).Act; name != nil {
		return name(a, act)
	}
	return string(act)
}

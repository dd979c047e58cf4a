package replays

import (
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/play/review"
	"arcade/sessions/ui"
)

// reviewable reports whether the match can be analysed: it has ended and its game can judge.
func (r *Replay) reviewable(a *app.App) bool {
	return r.Data != nil && r.Data.Result != nil && len(r.Data.Plies) > 0 && a.House.Lobby.CanAnalyse(r.Data.Match.Game)
}

// reviewKey returns the key of the analysis in the key bar: Enter, unless that opens the sheet.
func (r *Replay) reviewKey() ui.Key {
	return app.If[ui.Key](play.GameOf(r.Data.Match.Game).Panel != nil, "a", "enter")
}

// toggleReview starts the analysis, or ends it.
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

// stopReview ends the analysis; the arcade keeps the findings.
func (r *Replay) stopReview() {
	if v := r.Scene.Review; v != nil {
		v.Close()
		r.Scene.Review = nil
	}
}

// reviewCommands are the keys of the analysis.
func (r *Replay) reviewCommands(a *app.App) (list []app.Command) {
	v := r.Scene.Review
	label := app.If(v == nil, "an.key.on", "an.key.off")
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

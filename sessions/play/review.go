package play

import (
	"cmp"
	"slices"

	"arcade/games"
	"arcade/lobby/analysis"
	"arcade/sessions/app"
	"arcade/sessions/ui"
)

// review is the analysis of the match that a replay shows, as far as it has come.
type review struct {
	work *analysis.Reader
	analysis.Findings
	plies []games.Ply
	Turn  int // the ply that turned the match, counted from 1; 0 for none, and while it is not told
	told  int // of the plies after this one nothing is told
}

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
	r.Scene.Review = &review{work: work, plies: r.Data.Plies, told: len(r.Data.Plies)}
	r.Scene.Review.follow()
}

// stopReview ends the analysis; what was found is kept in the arcade.
func (r *Replay) stopReview() {
	if v := r.Scene.Review; v != nil {
		v.work.Close()
		r.Scene.Review = nil
	}
}

// follow takes what has been found by now.
func (v *review) follow() {
	if v == nil || v.Over {
		return
	}
	v.Findings = v.work.Findings()
	v.reveal(v.told)
}

// reveal tells what was found of the plies up to told; which one turned the match is
// known only with the last.
func (v *review) reveal(told int) {
	if v == nil {
		return
	}
	v.told, v.Turn = told, 0
	if v.Finished() && told >= v.Of {
		v.Turn = games.TurningPoint(v.Judged) + 1
	}
}

// Finished reports whether every ply has been judged for good, failed that some never will be.
func (v *review) Finished() bool { return v.Over && v.Done == v.Of }
func (v *review) failed() bool   { return v.Over && v.Done < v.Of }

// sure reports whether what is said of the value after so many plies will not change.
func (v *review) sure(ply int) bool { return max(ply, 1) > v.Of-v.Done }

// Verdict is what is said of a ply, counted from 1; nil for none, and while it is not known
// or not told.
func (v *review) Verdict(ply int) *games.Judgement {
	first := v.Of - len(v.Judged) // the plies before it are not known
	if ply <= first || ply > min(v.Of, v.told) {
		return nil
	}
	return &v.Judged[ply-1-first]
}

// value is by how much seat 0 is ahead after so many plies.
func (v *review) value(ply int) (value float64, exact, ok bool) {
	j := v.Verdict(max(ply, 1))
	if j == nil {
		return 0, false, false
	}
	return app.Either(ply == 0, j.Before, j.After), j.Exact, true
}

// Better is what should have been played at a ply where that was a miss, "" elsewhere.
func (v *review) Better(ply int) games.Action {
	if v == nil {
		return ""
	}
	if j := v.Verdict(ply); j != nil && j.Missed {
		return j.Best
	}
	return ""
}

// Misses are the plies of a seat's misses, the greatest first; of both for games.Nobody.
func (v *review) Misses(seat games.Seat) (list []int) {
	for _, j := range v.Judged {
		if j.Missed && j.Ply < v.told && (seat == games.Nobody || j.Seat == seat) {
			list = append(list, j.Ply+1)
		}
	}
	slices.SortStableFunc(list, func(p, q int) int { return cmp.Compare(v.Verdict(q).Lost(), v.Verdict(p).Lost()) })
	return list
}

// average is how much a seat lost with a ply, of those that were a choice.
func (v *review) average(seat games.Seat) float64 {
	sum, n := 0.0, 0
	for _, j := range v.Judged {
		if j.Seat == seat && j.Ply < v.told && !v.plies[j.Ply].Forced {
			sum += j.Lost()
			n++
		}
	}
	return sum / float64(max(n, 1))
}

// Next is the next miss after a ply, going on from the start; -1 where there is none.
func (v *review) Next(ply int) int {
	list := v.Misses(games.Nobody)
	slices.Sort(list)
	if len(list) == 0 {
		return -1
	}
	return list[max(slices.IndexFunc(list, func(p int) bool { return p > ply }), 0)]
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

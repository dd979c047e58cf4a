package sessions

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby/analysis"
	"arcade/sessions/ui"
)

// review is the analysis of the match that a replay shows, as far as it has come.
type review struct {
	work *analysis.Reader
	analysis.Findings
	plies []games.Ply
	turn  int // the ply that turned the match, counted from 1; 0 for none, and while it is not told
	told  int // of the plies after this one nothing is told
}

// reviewable tells that the match can be analysed: it is over and of a game that can judge.
func (r *replay) reviewable(a *App) bool {
	return r.data != nil && r.data.Result != nil && len(r.data.Plies) > 0 && a.house.Lobby.CanAnalyse(r.data.Match.Game)
}

// toggleReview begins the analysis, or ends it.
func (r *replay) toggleReview(a *App) tea.Cmd {
	if r.scene.Review != nil {
		r.stopReview()
		return nil
	}
	if !r.reviewable(a) {
		return nil
	}
	work, err := a.visit.Analyse(r.data)
	if err != nil {
		a.fail(err)
		return nil
	}
	r.scene.Review = &review{work: work, plies: r.data.Plies, told: len(r.data.Plies)}
	r.scene.Review.follow()
	return nil
}

// stopReview ends the analysis; what was found is kept in the arcade.
func (r *replay) stopReview() {
	if v := r.scene.Review; v != nil {
		v.work.Close()
		r.scene.Review = nil
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
	v.told, v.turn = told, 0
	if v.finished() && told >= v.Of {
		v.turn = games.TurningPoint(v.Judged) + 1
	}
}

// finished tells that every ply has been judged for good, failed that some never will be.
func (v *review) finished() bool { return v.Over && v.Done == v.Of }
func (v *review) failed() bool   { return v.Over && v.Done < v.Of }

// sure tells that what is said of the value after so many plies will not change.
func (v *review) sure(ply int) bool { return max(ply, 1) > v.Of-v.Done }

// of is what is said of a ply, counted from 1; nil for none, and while it is not known
// or not told.
func (v *review) of(ply int) *games.Judgement {
	first := v.Of - len(v.Judged) // the plies before it are not known
	if ply <= first || ply > min(v.Of, v.told) {
		return nil
	}
	return &v.Judged[ply-1-first]
}

// value is by how much seat 0 is ahead after so many plies.
func (v *review) value(ply int) (value float64, exact, ok bool) {
	if ply == 0 {
		if j := v.of(1); j != nil {
			return j.Before, j.Exact, true
		}
		return 0, false, false
	}
	if j := v.of(ply); j != nil {
		return j.After, j.Exact, true
	}
	return 0, false, false
}

// better is what should have been played at a ply where that was a miss, "" elsewhere.
func (v *review) better(ply int) games.Action {
	if v == nil {
		return ""
	}
	if j := v.of(ply); j != nil && j.Missed {
		return j.Best
	}
	return ""
}

// misses are the plies of a seat's misses, the greatest first; of both for games.Nobody.
func (v *review) misses(seat games.Seat) (list []int) {
	for _, j := range v.Judged {
		if j.Missed && j.Ply < v.told && (seat == games.Nobody || j.Seat == seat) {
			list = append(list, j.Ply+1)
		}
	}
	slices.SortStableFunc(list, func(p, q int) int { return cmp.Compare(v.of(q).Lost(), v.of(p).Lost()) })
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

// next is the next miss after a ply, going on from the start; -1 where there is none.
func (v *review) next(ply int) int {
	list := v.misses(games.Nobody)
	slices.Sort(list)
	for _, p := range list {
		if p > ply {
			return p
		}
	}
	if len(list) > 0 {
		return list[0]
	}
	return -1
}

// reviewKey does what a key means for the analysis; false where it means nothing.
func (r *replay) reviewKey(a *App, key ui.Key) (tea.Cmd, bool) {
	v := r.scene.Review
	switch {
	case key == "a" && r.reviewable(a):
		return r.toggleReview(a), true
	case key == "w" && v != nil && v.turn > 0:
		r.auto = false
		r.show(v.turn, false)
		return nil, true
	case key == "n" && v != nil:
		if p := v.next(r.ply); p > 0 {
			r.auto = false
			r.show(p, false)
		}
		return nil, true
	}
	return nil, false
}

// reviewItems puts the analysis into a replay's key bar.
func (r *replay) reviewItems(a *App, pairs []string) []string {
	set := func(key, with, label string) {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == key {
				pairs[i], pairs[i+1] = with, label
			}
		}
	}
	v := r.scene.Review
	switch {
	case !r.reviewable(a):
	case v == nil:
		set("home", "enter", "an.key.on")
	default:
		set("home", "enter", "an.key.off")
		if v.turn > 0 {
			set("end", "w", "an.key.turn")
		}
		if v.finished() && v.next(0) > 0 {
			set("tab", "n", "an.key.next")
		}
	}
	return pairs
}

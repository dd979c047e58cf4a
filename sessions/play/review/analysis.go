// Package review has the analysis of a match beside its replay: what it found, and how it is drawn.
package review

import (
	"cmp"
	"slices"

	"arcade/games"
	"arcade/lobby/analysis"
	"arcade/sessions/app"
)

// Analysis is the analysis of the match that a replay shows, as far as it has come.
type Analysis struct {
	work *analysis.Reader
	analysis.Findings
	plies []games.Ply
	Turn  int // the ply that turned the match, counted from 1; 0 for none, and while it is not told
	told  int // of the plies after this one nothing is told
}

// Begin is an analysis that is under way, of a match with these plies.
func Begin(work *analysis.Reader, plies []games.Ply) *Analysis {
	v := &Analysis{work: work, plies: plies, told: len(plies)}
	v.Follow()
	return v
}

// Close ends the work; what was found is kept in the arcade.
func (v *Analysis) Close() { v.work.Close() }

// Follow takes what has been found by now.
func (v *Analysis) Follow() {
	if v == nil || v.Over {
		return
	}
	v.Findings = v.work.Findings()
	v.Reveal(v.told)
}

// Reveal tells what was found of the plies up to told; which one turned the match is
// known only with the last.
func (v *Analysis) Reveal(told int) {
	if v == nil {
		return
	}
	v.told, v.Turn = told, 0
	if v.Finished() && told >= v.Of {
		v.Turn = games.TurningPoint(v.Judged) + 1
	}
}

// Finished reports whether every ply has been judged for good, failed that some never will be.
func (v *Analysis) Finished() bool { return v.Over && v.Done == v.Of }
func (v *Analysis) failed() bool   { return v.Over && v.Done < v.Of }

// sure reports whether what is said of the value after so many plies will not change.
func (v *Analysis) sure(ply int) bool { return max(ply, 1) > v.Of-v.Done }

// Verdict is what is said of a ply, counted from 1; nil for none, and while it is not known
// or not told.
func (v *Analysis) Verdict(ply int) *games.Judgement {
	first := v.Of - len(v.Judged) // the plies before it are not known
	if ply <= first || ply > min(v.Of, v.told) {
		return nil
	}
	return &v.Judged[ply-1-first]
}

// value is by how much seat 0 is ahead after so many plies.
func (v *Analysis) value(ply int) (value float64, exact, ok bool) {
	j := v.Verdict(max(ply, 1))
	if j == nil {
		return 0, false, false
	}
	return app.Either(ply == 0, j.Before, j.After), j.Exact, true
}

// Better is what should have been played at a ply where that was a miss, "" elsewhere.
func (v *Analysis) Better(ply int) games.Action {
	if v == nil {
		return ""
	}
	if j := v.Verdict(ply); j != nil && j.Missed {
		return j.Best
	}
	return ""
}

// Misses are the plies of a seat's misses, the greatest first; of both for games.Nobody.
func (v *Analysis) Misses(seat games.Seat) (list []int) {
	for _, j := range v.Judged {
		if j.Missed && j.Ply < v.told && (seat == games.Nobody || j.Seat == seat) {
			list = append(list, j.Ply+1)
		}
	}
	slices.SortStableFunc(list, func(p, q int) int { return cmp.Compare(v.Verdict(q).Lost(), v.Verdict(p).Lost()) })
	return list
}

// average is how much a seat lost per ply with a choice.
func (v *Analysis) average(seat games.Seat) float64 {
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
func (v *Analysis) Next(ply int) int {
	list := v.Misses(games.Nobody)
	slices.Sort(list)
	if len(list) == 0 {
		return -1
	}
	return list[max(slices.IndexFunc(list, func(p int) bool { return p > ply }), 0)]
}

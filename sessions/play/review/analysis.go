// Package review has the analysis of a match beside its replay: its findings and their drawing.
package review

import (
	"cmp"
	"slices"

	"arcade/games"
	"arcade/lobby/analysis"
	"arcade/sessions/app"
)

// Analysis is the analysis of a replay's match, as far as it has come.
type Analysis struct {
	work *analysis.Reader
	analysis.Findings
	plies []games.Ply
	Turn  int // the ply that turned the match, counted from 1; 0 for none or while it is hidden
	told  int // findings after this ply are hidden
}

// Begin returns the analysis in progress of a match with these plies.
func Begin(work *analysis.Reader, plies []games.Ply) *Analysis {
	v := &Analysis{work: work, plies: plies, told: len(plies)}
	v.Follow()
	return v
}

// Close ends the work; the arcade keeps the findings.
func (v *Analysis) Close() { v.work.Close() }

// Follow takes the present findings.
func (v *Analysis) Follow() {
	if v == nil || v.Over {
		return
	}
	v.Findings = v.work.Findings()
	v.Reveal(v.told)
}

// Reveal shows the findings up to the ply told. The turning point is shown only with the last ply.
func (v *Analysis) Reveal(told int) {
	if v == nil {
		return
	}
	v.told, v.Turn = told, 0
	if v.Finished() && !v.Hidden() {
		v.Turn = games.TurningPoint(v.Judged) + 1
	}
}

// Hidden reports whether some findings are hidden: the match is still being shown.
func (v *Analysis) Hidden() bool { return v.told < v.Of }

// Finished reports whether every ply has been judged, failed whether some never will be.
func (v *Analysis) Finished() bool { return v.Over && v.Done == v.Of }
func (v *Analysis) failed() bool   { return v.Over && v.Done < v.Of }

// sure reports whether the value after so many plies is final.
func (v *Analysis) sure(ply int) bool { return max(ply, 1) > v.Of-v.Done }

// Verdict returns the judgement of a ply, counted from 1; nil while it is unknown or hidden.
func (v *Analysis) Verdict(ply int) *games.Judgement {
	first := v.Of - len(v.Judged) // the plies before it have no judgement yet
	if ply <= first || ply > min(v.Of, v.told) {
		return nil
	}
	return &v.Judged[ply-1-first]
}

// value returns seat 0's lead after so many plies.
func (v *Analysis) value(ply int) (value float64, exact, ok bool) {
	j := v.Verdict(max(ply, 1))
	if j == nil {
		return 0, false, false
	}
	return app.If(ply == 0, j.Before, j.After), j.Exact, true
}

// Better returns the action that should have been played at a missed ply, else "".
func (v *Analysis) Better(ply int) games.Action {
	if v == nil {
		return ""
	}
	if j := v.Verdict(ply); j != nil && j.Missed {
		return j.Best
	}
	return ""
}

// Misses returns the plies of a seat's misses, the greatest first; of both seats for games.Nobody.
func (v *Analysis) Misses(seat games.Seat) (list []int) {
	for _, j := range v.Judged {
		if j.Missed && j.Ply < v.told && (seat == games.Nobody || j.Seat == seat) {
			list = append(list, j.Ply+1)
		}
	}
	slices.SortStableFunc(list, func(p, q int) int { return cmp.Compare(v.Verdict(q).Lost(), v.Verdict(p).Lost()) })
	return list
}

// average returns a seat's average loss per ply with a choice.
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

// Next returns the next miss after a ply, going on from the start; -1 for none.
func (v *Analysis) Next(ply int) int {
	list := v.Misses(games.Nobody)
	slices.Sort(list)
	if len(list) == 0 {
		return -1
	}
	return list[max(slices.IndexFunc(list, func(p int) bool { return p > ply }), 0)]
}

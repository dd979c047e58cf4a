package deals

import (
	"fmt"
	"testing"

	"arcade/games"
	"arcade/lobby/deals/dealstest"
)

// The queue contains no search twice and does not grow without end.
func TestLineIsBounded(t *testing.T) {
	w := &worker{d: &Service{games: games.NewRegistry(dealstest.Winnable())}, more: make(chan struct{}, 1)}
	for i := range maxJobs + 10 {
		w.add(job{game: "patience", deal: fmt.Sprint(i)})
		w.add(job{game: "patience", deal: fmt.Sprint(i)})
	}
	w.add(job{game: "stones", deal: "no solver"})
	w.first(job{game: "patience", deal: "5"})
	w.first(job{game: "patience", match: "M"})
	if j, _ := w.next(); j.match != "M" {
		t.Errorf("first %+v", j)
	}
	if j, _ := w.next(); j.deal != "5" {
		t.Errorf("second %+v", j)
	}
	n, seen := 2, map[string]bool{"5": true}
	for j, ok := w.next(); ok; j, ok = w.next() {
		n++
		if seen[j.deal] {
			t.Fatalf("%+v twice", j)
		}
		seen[j.deal] = true
	}
	if n != maxJobs {
		t.Errorf("%d in line", n)
	}
}

// A search that gives up does not replace the answer that another node has found meanwhile.
func TestAnswerStays(t *testing.T) {
	for _, answer := range []games.SolveStatus{games.Solvable, games.Unsolvable} {
		var n Note
		d, deal := &Service{}, games.Deal{ID: "P1_1", Rules: "P1"}
		d.learn(&n, "patience", "", deal, nil, false)
		d.learn(&n, "patience", "", deal, &Verdict{Status: games.Unsolved, Tries: 1}, false)
		d.learn(&n, "patience", "", deal, &Verdict{Status: answer, Tries: 2}, false)
		set, changed := d.learn(&n, "patience", "", deal, &Verdict{Status: games.Unsolved, Tries: 2}, false)
		if set.Status != answer || changed {
			t.Errorf("%s became %s, changed %v", answer, set.Status, changed)
		}
	}
}

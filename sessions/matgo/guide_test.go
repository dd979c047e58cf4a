package matgo

import (
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/pairing"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// A newcomer's first round is guided, with a sentence a turn. A key ends the guide for good, and everybody
// finds it in the menu.
func TestFirstRoundIsGuided(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.First(h.Name(0))
		id := p.Create(pairing.Offer{Game: "matgo", Control: "none", Bot: "random"})
		h.Pass(10 * time.Second)
		tb := p.Top().(*play.Table)
		said := map[string]bool{}
		for range 40 {
			for _, key := range Game.Lessons {
				said[key] = said[key] || p.Sees(p.T(key)+"  w: hide")
			}
			if tb.Snap.Result != nil || said["mg.lesson.sets"] {
				break
			}
			if tb.Snap.ToAct == tb.Snap.You {
				tb.Act(p.App, tb.Snap.Legal[0])
			}
			h.Pass(10 * time.Second)
			p.Drawn = false
		}
		for _, key := range Game.Lessons[:4] {
			if !said[key] {
				t.Errorf("never says %q", p.T(key))
			}
		}
		p.Press("w")
		p.Wants("  w: hide", false)
		h.Must(p.Visit.Do(id, games.Resign))
		h.Pass(time.Second)
		p.Create(pairing.Offer{Game: "matgo", Control: "none", Bot: "random"})
		h.Pass(10 * time.Second)
		p.Wants("  w: hide", false)
	})
}

// While the question of a bomb is open, a newcomer reads how to answer it instead of how to play a card.
func TestCoachAtAQuestion(t *testing.T) {
	screentest.In(t, words.KO, func(t *testing.T, h *screentest.Hall) {
		p, o := h.First(h.Name(0)), h.Other()
		h.MatgoTable(p, o, 0, 17, 1)
		h.Pass(3 * time.Second)
		p.Wants(p.T("mg.coach.ask"), false)
		p.Press("x")
		p.Wants(p.T("mg.coach.ask"), true)
		p.Press("esc")
		p.Wants(p.T("mg.coach.ask"), false)
	})
}

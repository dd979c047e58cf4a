package sessions

import (
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/rng"
	"arcade/games/yut"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// yutTo plays a run with a typed seed, in the order of its thoughtful bot, until
// a position is as wanted, and leaves the player at it with everything at rest.
func yutTo(h *hall, seed string, want func(v yut.View) bool) *person {
	p := h.me()
	h.yut(p, seed, want)
	return p
}

// yut is yutTo for somebody who is there; it gives the table's id.
func (h *hall) yut(p *person, seed string, want func(v yut.View) bool) string {
	h.t.Helper()
	o := yutOffer()
	o.Seed = seed
	id := p.create(o)
	h.yutOn(p, id, want)
	return id
}

// yutOn plays on.
func (h *hall) yutOn(p *person, id string, want func(v yut.View) bool) {
	h.t.Helper()
	policy := yut.Greedy
	bot, chance := games.FindBot(yut.Game{}, policy), rng.New("yut")
	for range 500 {
		s, err := p.visit.Table(id)
		if err != nil {
			h.t.Fatal(err)
		}
		view := s.View.(yut.View)
		if want != nil && want(view) || s.Result != nil {
			break
		}
		if err := p.visit.Act(id, len(s.Plies), bot.Choose(view, chance)); err != nil {
			h.t.Fatal(err)
		}
	}
	h.settle()
	h.pass(3 * time.Second)
}

// yutSeed is a seed whose run comes to what most states need.
const yutSeedText = "달밤 7"

func TestX(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, words.EN)
		show := func(p *person, w, hh int) {
			p.lookAs(w, hh, ui.Default)
			for _, x := range p.problems() {
				t.Log("PROBLEM", x)
			}
			t.Log("\n" + p.canvas.Plain(ui.Default))
		}
		p := h.me()
		id := h.yut(p, yutSeedText, func(v yut.View) bool { return v.Ask == yut.AskStick })
		show(p, 80, 24)
		p.press("down")
		show(p, 120, 40)
		h.yutOn(p, id, func(v yut.View) bool { return v.Ask == yut.AskRelic })
		show(p, 80, 24)
		show(p, 120, 40)
		p.press("c")
		show(p, 80, 24)
		p.press("esc")
		h.yutOn(p, id, func(v yut.View) bool {
			n := 0
			for _, m := range v.Moves {
				if m.First != 0 {
					n++
				}
			}
			return n > 0 && len(v.Relics) > 0
		})
		show(p, 80, 24)
		p.press("down")
		show(p, 120, 40)
		h.yutOn(p, id, nil)
		show(p, 80, 24)
		show(p, 120, 40)
		p.press("v")
		show(p, 80, 24)
		p.do((*App).home)
		p.do(func(a *App) tea.Cmd { return a.push(newYutStats(p.visit.Me().ID)) })
		show(p, 80, 24)
	})
}

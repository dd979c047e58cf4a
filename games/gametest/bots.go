package gametest

import (
	"fmt"
	"slices"
	"testing"

	"arcade/games"
	"arcade/games/rng"
)

// bots plays matches of each bot with itself, with some random actions. A bot gets only views. Its actions
// are legal, and the same chance gives the same actions. After the end, and for data that is not a view, it
// returns "".
func (g Game) bots(t *testing.T) {
	for _, b := range g.Engine.Bots() {
		t.Run(b.Name(), func(t *testing.T) {
			for n := range 6 {
				setup := g.setupOf(n)
				p, r := start(t, g.Engine, setup), rng.Derive(setup.Seed, "bot")
				limit := games.Limit{Nodes: 1 + int64(r.Intn(500))}
				for ply := 0; p.Result() == nil; ply++ {
					if ply > maxPlies {
						t.Fatalf("%q: it does not end", setup.Seed)
					}
					view, was := p.View(p.ToAct()), *r
					a := Choose(b, view, r, limit)
					if again := Choose(b, p.View(p.ToAct()), &was, limit); again != a || was != *r {
						t.Fatalf("%q, ply %d: %s, and then %s", setup.Seed, ply, a, again)
					}
					g.stopped(t, b, p)
					legal := p.Legal()
					if !slices.Contains(legal, a) {
						t.Fatalf("%q, ply %d: it plays %q of %v", setup.Seed, ply, a, legal)
					}
					if n%2 == 1 && r.Intn(4) == 0 {
						a = g.pick(legal, ply, r.Intn)
					}
					Play(t, p, a)
				}
				for _, viewer := range g.viewers() {
					if a := Choose(b, p.View(viewer), r, limit); a != "" {
						t.Errorf("it plays %q after the end", a)
					}
				}
			}
			for _, v := range append([]any{nil, "", "no view"}, g.BadViews...) {
				if a := b.Choose(v, rng.New("")); a != "" {
					t.Errorf("it plays %q of %.100v", a, fmt.Sprintf("%+v", v))
				}
			}
		})
	}
}

// stopped checks that a bot that is stopped at once still returns a legal action.
func (g Game) stopped(t *testing.T, b games.Bot, p games.Position) {
	t.Helper()
	if _, ok := b.(games.Thinker); !ok {
		return
	}
	a := Choose(b, p.View(p.ToAct()), rng.New("stop"), games.Limit{Stop: func() bool { return true }})
	if !slices.Contains(p.Legal(), a) {
		t.Fatalf("stopped at once it plays %q of %v", a, p.Legal())
	}
}

// Choose returns a bot's action. A bot that thinks gets the limit.
func Choose(b games.Bot, view any, r *rng.Source, limit games.Limit) games.Action {
	if t, ok := b.(games.Thinker); ok {
		return t.Think(view, r, limit)
	}
	return b.Choose(view, r)
}

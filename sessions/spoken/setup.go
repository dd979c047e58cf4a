package spoken

import (
	"slices"

	"arcade/games"
	"arcade/lobby/pairing"
	"arcade/sessions/app"
	"arcade/sessions/play"
)

// setUp asks for what is left open of an offer, one question after the other, and opens its table.
func (s *Session) setUp(o pairing.Offer) {
	a, g := s.App, play.GameOf(o.Game)
	clocks := g.Controls
	if o.Bot != "" { // a bot hurries nobody
		clocks = []string{"none"}
		for _, c := range g.BotControls {
			if !slices.Contains(clocks, c) {
				clocks = append(clocks, c)
			}
		}
	}
	sides := []games.Seat{games.Nobody}
	if g.Sides {
		sides = append(sides, 0, 1)
	}
	open := o.Bot == "" && !o.Private && !s.visit.Me().Guest
	rated := app.If(open, []bool{true, false}, []bool{false})

	begin := func() { s.begin(o) }
	ask := func(n int, title string, name func(i int) string, set func(i int), then func()) func() {
		if n < 2 {
			return func() { set(0); then() }
		}
		return func() {
			var items []item
			for i := range n {
				items = append(items, item{name(i), func() { set(i); then() }})
			}
			s.list(a.T(title), items)
		}
	}
	begin = ask(len(sides), "wd.which.side",
		func(i int) string {
			if sides[i] == games.Nobody {
				return a.T("wd.side.any")
			}
			return play.SpokenSide(a, o.Game, sides[i])
		}, func(i int) { o.Seat = sides[i] }, begin)
	begin = ask(len(rated), "wd.which.rated",
		func(i int) string { return a.T(app.If(rated[i], "tb.rated", "tb.unrated")) }, func(i int) { o.Rated = rated[i] }, begin)
	begin = ask(len(clocks), "wd.which.clock",
		func(i int) string { return s.terms(control(clocks[i])) }, func(i int) { o.Control = clocks[i] }, begin)
	if len(g.Variants) > 0 {
		begin = ask(len(g.Variants), "wd.which.variant",
			func(i int) string { return g.Variant(a, i) }, func(i int) { o.Options = g.Variants[i] }, begin)
	}
	begin()
}

// terms is a time control as it is read aloud.
func (s *Session) terms(c games.Control) string {
	a := s.App
	switch {
	case c.Untimed():
		return a.Terms(c)
	case c.Correspondence():
		return a.T("wd.terms.days", "n", int(c.PerMove/86_400_000))
	case c.PerMove > 0:
		return a.T("wd.terms.move", "n", int(c.PerMove/1000))
	case c.Increment == 0:
		return a.T("wd.terms.base", "n", int(c.Base/60_000))
	}
	return a.T("wd.terms.clock", "m", int(c.Base/60_000), "s", int(c.Increment/1000))
}

// control is a time control by its notation.
func control(name string) games.Control {
	c, _ := games.ParseControl(name)
	return c
}

package sessions

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/lobby"
	"arcade/lobby/deals"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// advisedKlondike gives hints as the solver does, but at once and always the same:
// the first of what a player who cannot see the hidden cards would do.
type advisedKlondike struct{ klondike.Game }

func (g advisedKlondike) Hint(setup games.Setup, plies []games.Action, _ func() bool) (games.Action, bool) {
	pos, err := g.Start(setup)
	if err != nil {
		return "", false
	}
	for _, a := range plies {
		if _, err := pos.Apply(a); err != nil {
			return "", false
		}
	}
	view := pos.View(0).(klondike.View)
	return plain(view), view.Draw == 1
}

// plain is a simple player: home what is safe, then what turns a card, then from the
// waste, then the stock.
func plain(view klondike.View) games.Action {
	if len(view.Safe) > 0 {
		return view.Safe[0]
	}
	for _, want := range []func(m klondike.Move) bool{
		func(m klondike.Move) bool {
			return m.Kind == klondike.ColumnTo && view.FaceDown[m.From] > 0 && len(view.Tableau[m.From])-int(m.N) == view.FaceDown[m.From]
		},
		func(m klondike.Move) bool { return m.Kind == klondike.WasteTo },
		func(m klondike.Move) bool { return m.Kind == klondike.ColumnUp || m.Kind == klondike.WasteUp },
	} {
		for _, a := range view.Legal {
			if m, _ := klondike.ParseMove(string(a)); want(m) {
				return a
			}
		}
	}
	return view.Legal[0]
}

// deckOf writes a deck: the columns from the bottom up, and the stock in the order
// in which it is drawn.
func deckOf(columns [klondike.Columns][]string, stock []string) string {
	var list []string
	for _, c := range columns {
		list = append(list, c...)
	}
	stock = slices.Clone(stock)
	slices.Reverse(stock)
	return strings.Join(append(list, stock...), ",")
}

// easyDeck goes home without a single other move: the stock has ace to six of each
// suit, and the columns the rest in the order in which it is wanted.
func easyDeck() string {
	ranks := []string{"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"}
	var cards []string
	for _, r := range ranks {
		for _, s := range []string{"S", "H", "D", "C"} {
			cards = append(cards, s+":"+r)
		}
	}
	var columns [klondike.Columns][]string
	rest := cards[24:]
	for c := klondike.Columns - 1; c >= 0; c-- {
		column := slices.Clone(rest[:c+1])
		rest = rest[c+1:]
		slices.Reverse(column)
		columns[c] = column
	}
	return deckOf(columns, cards[:24])
}

// longDeck fills the last column from king to ace above its six backs.
func longDeck() string {
	run := []string{"H:Q", "S:J", "D:10", "S:9", "D:8", "S:7", "D:6", "S:5", "D:4", "S:3", "D:2", "S:A"}
	used := map[string]bool{"S:K": true}
	for _, c := range run {
		used[c] = true
	}
	var rest []string
	for c := range klondike.Card(klondike.Cards) {
		if text := c.String(); !used[text] {
			rest = append(rest, text)
		}
	}
	var columns [klondike.Columns][]string
	for c := range columns {
		n := c + 1
		if c == klondike.Columns-1 {
			n--
		}
		columns[c], rest = slices.Clone(rest[:n]), rest[n:]
	}
	columns[6] = append(columns[6], "S:K")
	return deckOf(columns, append(run, rest...))
}

// stuckDeck has nothing to do from the start: with draws of one every card of the
// stock comes up, and none fits.
func stuckDeck() string {
	columns := [klondike.Columns][]string{
		{"S:4"}, {"S:A", "C:4"}, {"S:2", "H:A", "S:6"}, {"D:A", "C:A", "H:2", "C:6"},
		{"S:3", "C:3", "D:3", "H:3", "S:8"}, {"D:5", "H:5", "D:7", "H:7", "D:9", "C:8"},
		{"H:9", "D:2", "C:2", "S:5", "C:5", "S:7", "S:10"},
	}
	used := map[string]bool{}
	for _, c := range columns {
		for _, card := range c {
			used[card] = true
		}
	}
	var rest []string
	for c := range klondike.Card(klondike.Cards) {
		if text := c.String(); !used[text] {
			rest = append(rest, text)
		}
	}
	return deckOf(columns, rest)
}

// klondikeOffer is practice with a typed seed, or with a deck where one is given.
func klondikeOffer(seed, options string) lobby.Offer {
	return lobby.Offer{Game: klondike.Name, Control: "none", Seed: seed, Options: []byte(options)}
}

func withDeck(deck string) string { return fmt.Sprintf(`{"deck":%q}`, deck) }

// dealKlondike is a player at a table of a seed, after the actions.
func dealKlondike(h *hall, seed, options, actions string) *person {
	h.t.Helper()
	p := h.me()
	p.create(klondikeOffer(seed, options)) // which calls the player there
	p.acts(strings.Fields(actions)...)
	return p
}

// acts plays actions, one a second.
func (p *person) acts(list ...string) {
	p.hall.t.Helper()
	for _, a := range list {
		tb := p.top().(*table)
		p.hall.must(p.visit.Act(tb.id, len(tb.snap.Plies), games.Action(a)))
		p.hall.pass(time.Second)
	}
}

// plays plays n actions of the simple player.
func (p *person) plays(n int) {
	p.hall.t.Helper()
	for range n {
		p.acts(string(plain(p.kl())))
	}
}

// kl is the table of the person as it is seen.
func (p *person) kl() klondike.View { return p.top().(*table).snap.View.(klondike.View) }

// easy are the first n turns of the easy deck: each card of the stock goes home.
func easy(n int) string { return strings.Repeat("draw w>f ", n) }

func init() {
	pages = append(pages, []page{
		{name: "klondike-start", sizes: allSizes, make: func(h *hall) *person { return dealKlondike(h, "42", "", "") }},
		{name: "klondike-first", make: func(h *hall) *person {
			p := h.first(h.name(0))
			p.create(klondikeOffer("42", ""))
			return p
		}},
		{name: "klondike-first-held", make: func(h *hall) *person {
			p := h.first(h.name(0))
			p.create(klondikeOffer("42", ""))
			p.press("4", "enter")
			return p
		}},
		{name: "klondike-mid", sizes: allSizes, make: func(h *hall) *person {
			p := dealKlondike(h, "42", "", "")
			p.plays(38)
			return p
		}},
		{name: "klondike-three", sizes: allSizes, make: func(h *hall) *person {
			p := dealKlondike(h, "7", `{"draw":3,"redeals":2,"recycle":"keep","f2t":false}`, "")
			p.plays(12)
			p.press("up", "up", "up", "up", "up", "up")
			return p
		}},
		{name: "klondike-long", sizes: allSizes, make: func(h *hall) *person {
			return dealKlondike(h, "1", withDeck(longDeck()), strings.Repeat("draw w>7 ", 12))
		}},
		{name: "klondike-held", sizes: allSizes, make: func(h *hall) *person {
			p := dealKlondike(h, "1", withDeck(longDeck()), strings.Repeat("draw w>7 ", 3)+"draw")
			p.press("w", "enter")
			return p
		}},
		{name: "klondike-run-held", sizes: allSizes, make: func(h *hall) *person {
			p := dealKlondike(h, "42", "", "")
			p.plays(60)
			for c := range klondike.Columns {
				p.press(fmt.Sprint(c+1), "enter")
				if v := p.top().(*table).view.(*klondikeView); v.held != nil && len(p.kl().Tableau[c])-v.held.i > 1 {
					return p
				}
				if p.top().(*table).view.(*klondikeView).held != nil {
					p.press("esc")
				}
			}
			h.t.Error("no run can be moved")
			return p
		}},
		{name: "klondike-from", make: func(h *hall) *person {
			p := dealKlondike(h, "42", "", "")
			p.press("3")
			return p
		}},
		{name: "klondike-refused", make: func(h *hall) *person {
			p := dealKlondike(h, "1", withDeck(longDeck()), "draw")
			p.press("w", "3")
			return p
		}},
		{name: "klondike-flip", make: func(h *hall) *person {
			return dealKlondike(h, "1", withDeck(easyDeck()), easy(24)+"7>f")
		}},
		{name: "klondike-empty", make: func(h *hall) *person {
			p := dealKlondike(h, "1", withDeck(easyDeck()), easy(24)+strings.Repeat("7>f ", 7)+strings.Repeat("6>f ", 6))
			p.press("6")
			return p
		}},
		{name: "klondike-recycle", make: func(h *hall) *person {
			p := dealKlondike(h, "1", withDeck(longDeck()), strings.Repeat("draw ", 24))
			p.press("tab")
			return p
		}},
		{name: "klondike-recycled", make: func(h *hall) *person {
			return dealKlondike(h, "1", `{"redeals":1,"deck":"`+longDeck()+`"}`, strings.Repeat("draw ", 24)+"recycle")
		}},
		{name: "klondike-undone", make: func(h *hall) *person {
			p := dealKlondike(h, "1", withDeck(longDeck()), "draw w>7")
			p.press("u")
			return p
		}},
		{name: "klondike-auto", sizes: allSizes, make: func(h *hall) *person {
			p := dealKlondike(h, "1", withDeck(easyDeck()), easy(24))
			p.press("a")
			h.pass(5*upPace + upPace/2)
			return p
		}, deaf: []string{"u"}}, // the first key stops what moves by itself
		{name: "klondike-stuck", sizes: allSizes, make: func(h *hall) *person { return dealKlondike(h, "1", withDeck(stuckDeck()), "draw draw") }},
		{name: "klondike-hint", sizes: allSizes, make: func(h *hall) *person {
			p := dealKlondike(h, "42", "", "")
			p.press("g")
			return p
		}},
		{name: "klondike-hint-sensible", make: func(h *hall) *person {
			p := dealKlondike(h, "42", `{"draw":3}`, "")
			p.press("g")
			return p
		}},
		{name: "klondike-hint-draw", make: func(h *hall) *person {
			p := dealKlondike(h, "42", "", "")
			for range 20 {
				p.press("g")
				if h := p.top().(*table).view.(*klondikeView).hint; h == nil || h.Kind == klondike.Draw {
					break
				}
				p.press("enter")
			}
			return p
		}},
		{name: "klondike-look", make: func(h *hall) *person {
			p := dealKlondike(h, "42", "", "draw")
			p.unseeded()
			p.press("g")
			h.pass(beforeAnswer)
			return p
		}},
		{name: "klondike-ids", sizes: allSizes, make: func(h *hall) *person {
			p := dealKlondike(h, "42", "", "draw")
			p.press("i")
			return p
		}, deaf: []string{"x"}}, // copied already
		{name: "klondike-ghost", sizes: allSizes, make: func(h *hall) *person {
			p := dealKlondike(h, "42", "", "")
			p.plays(20)
			p.haunt()
			return p
		}},
		{name: "klondike-new", make: func(h *hall) *person {
			p := dealKlondike(h, "42", "", "draw")
			p.press("n")
			h.pass(beforeAnswer)
			return p
		}},
		{name: "klondike-menu", make: func(h *hall) *person {
			p := dealKlondike(h, "42", "", "draw")
			p.haunt()
			p.press("u", "m")
			h.pass(beforeAnswer)
			return p
		}},
		{name: "klondike-giveup", make: func(h *hall) *person {
			p := dealKlondike(h, "42", "", "draw")
			p.press("r")
			h.pass(beforeAnswer)
			return p
		}},
		{name: "klondike-watching", sizes: allSizes, make: func(h *hall) *person {
			p, o := h.me(), h.other()
			o.create(klondikeOffer("42", ""))
			o.plays(25)
			p.do(openTable(o.top().(*table).id))
			h.pass(time.Second)
			return p
		}},
		{name: "klondike-won", sizes: allSizes, make: solvedTable},
		{name: "klondike-over", make: func(h *hall) *person {
			p := solvedTable(h)
			p.press("esc")
			return p
		}},
		{name: "klondike-gaveup", make: func(h *hall) *person {
			p := dealKlondike(h, "42", "", "draw draw draw undo")
			p.press("r")
			h.pass(beforeAnswer)
			p.press("y")
			h.pass(beforeAnswer)
			return p
		}},
		{name: "klondike-replay", sizes: allSizes, make: func(h *hall) *person {
			p := solvedTable(h)
			p.press("v")
			for range 9 {
				p.press("left")
			}
			h.pass(time.Second)
			return p
		}},
	}...)
	for i, tab := range helpTabs {
		pages = append(pages, page{name: "help-klondike-" + tab, make: func(h *hall) *person {
			p := dealKlondike(h, "42", "", "")
			p.press("?")
			for range i {
				p.press("tab")
			}
			return p
		}})
	}
}

// solvedTable is a player who has just brought the last card home.
func solvedTable(h *hall) *person {
	p := dealKlondike(h, "1", withDeck(easyDeck()), easy(24))
	p.press("a")
	h.pass(4 * time.Second)
	return p
}

// unseeded makes the table in view one that counts, as far as the screen knows.
func (p *person) unseeded() { p.top().(*table).snap.Seeded = false }

// haunt puts a ghost beside the table.
func (p *person) haunt() {
	t := p.top().(*table)
	t.scene.Ghost = &deals.Ghost{Name: p.hall.name(1), Moves: 121, Time: 378_000, Of: klondike.Cards}
	for i := range 121 {
		t.scene.Ghost.Steps = append(t.scene.Ghost.Steps, deals.GhostStep{Time: int64(i) * 3150, Done: i * 52 / 121})
	}
	t.scene.Deal = deals.Verdict{Status: games.Solvable, Moves: 113}
}

// inKlondike runs f for a player at a table.
func inKlondike(t *testing.T, seed, options, actions string, f func(h *hall, p *person)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, words.EN)
		f(h, dealKlondike(h, seed, options, actions))
	})
}

// played is what stands at the table in view.
func (p *person) played() string {
	var list []string
	for _, ply := range p.top().(*table).snap.Plies {
		list = append(list, string(ply.Action))
	}
	return strings.Join(list, " ")
}

// expect fails where something else than the actions was played since before.
func (p *person) expect(before, actions string) {
	p.hall.t.Helper()
	if got := strings.TrimSpace(strings.TrimPrefix(p.played(), before)); got != actions {
		p.hall.t.Errorf("%q was played, not %q; %s", got, actions, p.note)
	}
}

// Keys play what they name, however fast they come: each one counts, and none twice.
func TestKlondikeKeys(t *testing.T) {
	// After these the waste has the spade nine, which fits on columns 4 and 7.
	const nine = "draw w>7 draw w>7 draw w>7 draw"
	for _, test := range []struct{ deck, before, keys, want string }{
		{longDeck(), "", "space space space", "draw draw draw"},
		{longDeck(), nine, "w 7", "w>7"},
		{longDeck(), nine, "w 7 space w 7 space w 7", "w>7 draw w>7 draw w>7"},
		{longDeck(), nine, "w enter enter", "w>4"},
		{longDeck(), nine, "w enter right enter", "w>7"},
		{longDeck(), nine, "w enter left enter", "w>7"}, // around
		{longDeck(), nine, "w enter 7", "w>7"},
		{longDeck(), nine, "w enter 3 7", "w>7"}, // refused, and still held
		{longDeck(), nine, "w enter esc 7", ""},
		{longDeck(), nine, "w 4 4 7", "w>4 4>7*1"},
		{longDeck(), nine, "w 4 u y u u", "w>4 undo redo undo undo"},
		{longDeck(), nine, "ctrl+z", "undo"},
		{longDeck(), nine, "ㅈ 7", "w>7"}, // in Hangul mode
		{longDeck(), nine, "1 f", "1>f"}, // the ace of hearts
		{longDeck(), nine, "1 f up up right right right enter enter", "1>f"},
		{longDeck(), nine, "6 f 6 7", "6>f"},
		{easyDeck(), "", "space w f", "draw w>f"},
		{easyDeck(), "", "space f", "draw"}, // f is for what is in focus: the king
		{easyDeck(), "", "space tab right f", "draw w>f"},
		{easyDeck(), "", "tab enter right enter enter", "draw w>f"},
		{easyDeck(), easy(24), "7 f f f", "7>f 7>f 7>f"},
		{easyDeck(), easy(24) + "7>f", "7 enter enter", "7>f"},
		{easyDeck(), easy(24) + strings.Repeat("7>f ", 7) + strings.Repeat("6>f ", 6), "1 6 1 7", "1>6*1"},
	} {
		t.Run(test.keys, func(t *testing.T) {
			inKlondike(t, "1", withDeck(test.deck), test.before, func(h *hall, p *person) {
				before := p.played()
				p.press(strings.Fields(test.keys)...)
				p.expect(before, test.want)
			})
		})
	}
}

// What cannot be done says what is needed.
func TestKlondikeRefusals(t *testing.T) {
	for _, test := range []struct{ deck, before, keys, want string }{
		{longDeck(), "draw", "w 3", "Needs a black 5"},
		{longDeck(), "draw", "w 1", "Nothing goes on the ace of column 1"},
		{longDeck(), "draw", "w f", "Foundation needs A♥ "},
		{longDeck(), "", "w", "The waste is empty. Space draws"},
		{longDeck(), "", "2 enter", "Needs a black 4"},
		{longDeck(), "", "7 enter", "A K needs an empty column"},
		{longDeck(), "", "u", "Nothing to undo"},
		{longDeck(), "", "y", "Nothing to redo"},
		{longDeck(), "", "tab f", "Choose a column or the waste first"},
		{longDeck(), "1>f", "1 enter", "There is no card here"},
		{longDeck(), "1>f", "2 1", "Only a K goes on an empty column"},
		{longDeck(), "1>f 6>f", "a", "Nothing is safe to move up now; f always may"},
		{easyDeck(), easy(24), "space", "Stock and waste are empty"},
		{stuckDeck(), "", "g", "Stuck. Undo (u), new deal (n), give up (r)"},
	} {
		t.Run(test.keys, func(t *testing.T) {
			inKlondike(t, "1", withDeck(test.deck), test.before, func(h *hall, p *person) {
				before := p.played()
				p.press(strings.Fields(test.keys)...)
				p.expect(before, "")
				if p.note != test.want {
					t.Errorf("%q, not %q", p.note, test.want)
				}
			})
		})
	}
	limited := `{"redeals":0,"f2t":false,"deck":"` + easyDeck() + `"}`
	inKlondike(t, "1", limited, strings.Repeat("draw ", 24), func(h *hall, p *person) {
		p.press("space")
		if p.note != "No recycles left" {
			t.Error(p.note)
		}
	})
	inKlondike(t, "1", limited, "draw w>f", func(h *hall, p *person) {
		p.press("tab", "right", "right", "enter")
		if p.note != "This deal has no moves from the foundations" {
			t.Error(p.note)
		}
	})
}

// cell is a cell of the screen where a spot is drawn.
func (p *person) cell(at spot) (x, y int) {
	p.lookAs(p.w, p.h, p.glyphs)
	for y := range p.h {
		for x := range p.w {
			if hit, ok := p.canvas.HitAt(x, y); ok && hit == any(at) {
				return x + 2, y
			}
		}
	}
	p.hall.t.Fatalf("%+v is not on the screen", at)
	return 0, 0
}

func (p *person) mouse(what string, at spot) {
	x, y := p.cell(at)
	switch what {
	case "press":
		p.click(x, y)
	case "release":
		p.send(tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
	case "click":
		p.click(x, y)
		p.send(tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
	case "right":
		p.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseRight})
	}
}

// The whole game goes with the mouse, in both sizes.
func TestKlondikeMouse(t *testing.T) {
	const nine = "draw w>7 draw w>7 draw w>7 draw"
	stock, waste := spot{zone: onStock}, spot{zone: onWaste}
	ten, four, hearts := spot{inColumn, 6, 9}, spot{inColumn, 3, 3}, spot{onHome, int(klondike.Hearts), 0}
	six := spot{inColumn, 2, 2}
	type step struct {
		what string
		at   spot
	}
	for name, test := range map[string]struct {
		before string
		steps  []step
		want   string
	}{
		"draw":              {"", []step{{"click", stock}, {"click", stock}}, "draw draw"},
		"click and click":   {nine, []step{{"click", waste}, {"click", ten}}, "w>7"},
		"the other target":  {nine, []step{{"click", waste}, {"click", four}}, "w>4"},
		"not there":         {nine, []step{{"click", waste}, {"click", six}, {"click", ten}}, "w>7"},
		"put back":          {nine, []step{{"click", waste}, {"wait", stock}, {"click", waste}, {"wait", stock}, {"click", ten}}, ""},
		"drag":              {nine, []step{{"press", waste}, {"release", four}}, "w>4"},
		"drag nowhere":      {nine, []step{{"press", waste}, {"release", six}, {"right", waste}, {"click", six}}, ""},
		"drag twice":        {nine, []step{{"press", waste}, {"release", waste}, {"wait", stock}, {"press", waste}, {"release", four}}, "w>4"},
		"double click":      {nine, []step{{"click", spot{inColumn, 0, 0}}, {"click", spot{inColumn, 0, 0}}}, "1>f"},
		"right":             {nine, []step{{"right", spot{inColumn, 0, 0}}}, "1>f"},
		"right puts back":   {nine, []step{{"click", waste}, {"right", four}, {"click", ten}}, ""},
		"to the foundation": {nine, []step{{"click", spot{inColumn, 0, 0}}, {"click", hearts}}, "1>f"},
		"drag up":           {nine, []step{{"press", spot{inColumn, 0, 0}}, {"release", hearts}}, "1>f"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, size := range []Size{{80, 24}, {100, 30}, {120, 40}} {
				inKlondike(t, "1", withDeck(longDeck()), test.before, func(h *hall, p *person) {
					p.lookAs(size.Width, size.Height, ui.Default)
					before := p.played()
					for _, s := range test.steps {
						if s.what == "wait" {
							h.pass(time.Second)
							continue
						}
						p.mouse(s.what, s.at)
					}
					p.expect(before, test.want)
				})
			}
		})
	}
}

// Undo to the first state and redo to the last show what they showed, and the same
// deal looks the same.
func TestKlondikeUndoRedo(t *testing.T) {
	table := func(p *person) string {
		p.lookAs(80, 24, ui.Default)
		lines := strings.Split(p.canvas.Plain(ui.Default), "\n")
		for i, l := range lines {
			lines[i] = string([]rune(l)[:min(len([]rune(l)), 62)]) // without the clock and the counts
		}
		return strings.Join(lines[1:21], "\n")
	}
	inKlondike(t, "42", "", "", func(h *hall, p *person) {
		first := table(p)
		p.plays(30)
		p.press("1")
		last := table(p)
		if first == last {
			t.Fatal("nothing has changed")
		}
		for range 30 {
			p.press("u")
		}
		h.pass(time.Second)
		if p.press("1"); table(p) != first {
			t.Errorf("undone:\n%s\nnot\n%s", table(p), first)
		}
		for range 30 {
			p.press("y")
		}
		h.pass(time.Second)
		if p.press("1"); table(p) != last {
			t.Errorf("redone:\n%s\nnot\n%s", table(p), last)
		}
		p.create(klondikeOffer("42", ""))
		if p.press("1"); table(p) != first {
			t.Errorf("again:\n%s\nnot\n%s", table(p), first)
		}
	})
}

// The safe cards go one by one, a key stops them, and the last one ends the match.
func TestKlondikeAuto(t *testing.T) {
	inKlondike(t, "1", withDeck(easyDeck()), easy(24), func(h *hall, p *person) {
		p.press("a")
		h.pass(3*upPace + upPace/2)
		home := atHome(p.kl())
		if home < 27 || home > 28 {
			t.Errorf("%d cards home", home)
		}
		p.press("esc") // stops, and leaves nothing
		h.pass(time.Second)
		if _, ok := p.top().(*table); !ok {
			t.Fatalf("%T", p.top())
		}
		if got := atHome(p.kl()); got != home {
			t.Errorf("%d cards home after a key", got)
		}
		p.press("a")
		h.pass(5 * time.Second)
		r, ok := p.top().(*result)
		if !ok || !r.t.snap.View.(klondike.View).Won {
			t.Errorf("%T", p.top())
		}
	})
}

// With the setting on they go by themselves after every move of the player's, but
// not back up after an undo; without motion all at once.
func TestKlondikeAutoSetting(t *testing.T) {
	inKlondike(t, "1", withDeck(easyDeck()), "", func(h *hall, p *person) {
		p.change(func(s *Settings) { s.AutoUp = true })
		p.press("space")
		h.pass(time.Second)
		p.expect("", "draw w>f")
		p.press("u")
		h.pass(time.Second)
		p.expect("", "draw w>f undo")
		p.press("u", "right")
		h.pass(time.Second)
		p.expect("", "draw w>f undo undo")
		p.press("space", "space")
		h.pass(upPace / 2)
		p.press("right") // in time
		h.pass(time.Second)
		p.expect("", "draw w>f undo undo draw draw")
		p.press("u", "u")
		p.change(func(s *Settings) { s.Motion = "none" })
		p.press("space", "space")
		p.expect("", "draw w>f undo undo draw draw undo undo draw w>f draw w>f")
		for range 22 {
			p.press("space")
		}
		h.pass(time.Second)
		if _, ok := p.top().(*result); !ok {
			t.Errorf("%T with %d cards home", p.top(), atHome(p.kl()))
		}
	})
}

// A hint of a try that counts asks first, is noted, and Enter plays it; one that
// comes too late is not shown.
func TestKlondikeHint(t *testing.T) {
	inKlondike(t, "42", "", "draw", func(h *hall, p *person) {
		tb := p.top().(*table)
		v := tb.view.(*klondikeView)
		p.unseeded()
		p.press("g")
		h.pass(beforeAnswer)
		p.press("esc")
		if v.hint != nil || tb.snap.Looked {
			t.Fatal("shown without an answer")
		}
		p.unseeded()
		p.press("g")
		h.pass(beforeAnswer)
		p.press("y")
		if v.hint == nil || !tb.snap.Looked {
			t.Fatal("not shown after the answer")
		}
		hint := v.hint.Action()
		p.press("enter")
		p.expect("draw", string(hint))

		before := p.played()
		_, cmd := p.App.Update(pressOf("g"))
		if p.press("g"); p.note == "" {
			t.Error("nothing is said while it is looked for")
		}
		p.press("space") // before the answer comes
		p.run(cmd)
		h.pass(time.Second)
		if v.hint != nil {
			t.Error("a hint for another position")
		}
		p.expect(before, "draw")
		if p.press("g"); v.hint == nil {
			t.Error("no second one")
		}
	})
}

// A new deal ends the try in play, and asks before it does.
func TestKlondikeNewDeal(t *testing.T) {
	inKlondike(t, "42", `{"draw":3}`, "draw", func(h *hall, p *person) {
		old := p.top().(*table)
		p.press("n")
		h.pass(beforeAnswer)
		if p.press("esc"); p.top() != screen(old) || old.snap.Result != nil {
			t.Fatal("given up without an answer")
		}
		p.press("n")
		h.pass(beforeAnswer)
		p.press("y")
		h.pass(time.Second)
		tb, ok := p.top().(*table)
		if !ok || tb.id == old.id || p.kl().Draw != 3 || len(tb.snap.Plies) > 0 {
			t.Fatalf("%T", p.top())
		}
		if old.snap.Result == nil || old.snap.Result.Reason != games.Resigned {
			t.Errorf("the old one: %+v", old.snap.Result)
		}
	})
}

// A try that is given up lasts until then, counts the giving up as a move, and says
// nothing of a rank that it has not earned; all say so alike.
func TestKlondikeGiveUp(t *testing.T) {
	inKlondike(t, "", "", "draw draw undo redo", func(h *hall, p *person) {
		h.pass(10 * time.Minute)
		p.press("r")
		h.pass(beforeAnswer)
		p.press("y")
		h.pass(beforeAnswer)
		tb := p.top().(*result).t
		took := time.Duration(tb.snap.Ended-tb.snap.Plies[0].At) * time.Millisecond
		if took < 10*time.Minute {
			t.Fatalf("it took %v", took)
		}
		p.lookAs(80, 24, ui.Default)
		text := p.canvas.Plain(ui.Default)
		for _, want := range []string{p.T("kl.res.facts", "t", timeText(took), "m", 5, "u", 1), p.T("kl.giveup.ranked")} {
			if !strings.Contains(text, want) {
				t.Errorf("no %q in\n%s", want, text)
			}
		}
		h.pass(time.Hour)
		if got := elapsed(&tb.scene); got != took {
			t.Errorf("later it took %v, want %v", got, took)
		}
		try := p.klondikeStats(p.visit.Me().ID).History[0]
		if try.Time != took.Milliseconds() || try.Moves != 5 {
			t.Errorf("the statistics: %+v", try)
		}
	})
}

// The log is in words, and fits beside the table.
func TestKlondikeLog(t *testing.T) {
	inKlondike(t, "42", `{"draw":3}`, strings.Repeat("draw ", 8)+"recycle undo redo undo undo", func(h *hall, p *person) {
		tb := p.top().(*table)
		p.lang = words.KO
		var list []string
		for _, ply := range tb.snap.Plies[7:] {
			for _, short := range []bool{true, false} {
				text := p.plyText(ply, short)
				if ui.Width(text) > klondikeSmall.panelW {
					t.Errorf("%q is too wide", text)
				}
				if short {
					list = append(list, text)
				}
			}
		}
		if got, want := strings.Join(list, ", "), "뒤집기, 넘기기, 무르기 넘기기, 다시 넘기기, 무르기 넘기기, 무르기 뒤집기"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		p.press("e")
		p.lookAs(80, 24, ui.Default)
		if text := p.canvas.Plain(ui.Default); !strings.Contains(text, "13. 무르기 뒤집기") || strings.Contains(text, "draw") {
			t.Errorf("the log:\n%s", text)
		}
	})
}

// Both ids are copied, and shown for those whose terminal does not.
func TestKlondikeIDs(t *testing.T) {
	inKlondike(t, "42", "", "", func(h *hall, p *person) {
		view := p.kl()
		want := view.DealID + "\n" + view.LayoutID
		for _, key := range []string{"x", "i"} {
			p.out = nil
			p.press(key)
			if got := fmt.Sprint(p.out); got != "["+want+"]" {
				t.Errorf("%s copied %q", key, got)
			}
		}
		p.lookAs(80, 24, ui.Default)
		if text := p.canvas.Plain(ui.Default); !strings.Contains(text, view.DealID) || !strings.Contains(text, view.LayoutID) {
			t.Error("the ids are not all there")
		}
	})
}

// Who solved the deal before stands beside the next one who plays it.
func TestKlondikeGhost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, words.EN)
		o := h.other()
		deck := withDeck(easyDeck())
		o.create(klondikeOffer("1", deck))
		o.acts(strings.Fields(easy(24))...)
		o.press("a")
		h.pass(5 * time.Second)

		p := h.me()
		p.create(klondikeOffer("1", deck))
		tb := p.top().(*table)
		if g := tb.scene.Ghost; g == nil || g.Name != h.name(1) || g.Moves != 76 {
			t.Fatalf("%+v", g)
		}
		p.acts("draw")
		if got := lead(&tb.scene, p.kl(), tb.scene.Ghost); got != -1 && got != 0 {
			t.Errorf("%+d at once", got)
		}
		h.pass(10 * time.Second)
		p.press("right")
		if got := lead(&tb.scene, p.kl(), tb.scene.Ghost); got > -4 {
			t.Errorf("%+d after ten seconds", got)
		}
		p.change(func(s *Settings) { s.Ghost = "own" })
		p.do(func(a *App) tea.Cmd { return tb.refresh(a) })
		if tb.scene.Ghost != nil {
			t.Error("a try of one's own that never was")
		}
	})
}

// Every column that can come about fits, with all its open cards in rows of their own.
func TestColumnRowsFit(t *testing.T) {
	for _, l := range []klondikeLayout{klondikeSmall, klondikeBig} {
		for down := range klondike.Columns {
			for up := 1; up <= klondike.Ranks; up++ {
				rows := columnRows(down+up, down, l.rows, l.tail, l.big)
				if len(rows) > l.rows {
					t.Errorf("%d and %d cards take %d rows of %d", down, up, len(rows), l.rows)
				}
				seen, backs, folded := 0, 0, false
				for i, r := range rows {
					switch r.kind {
					case cardRow:
						if r.card != down+seen {
							t.Errorf("%d and %d cards: row %d is of card %d", down, up, i, r.card)
						}
						seen++
					case backRow:
						backs++
					case foldedRow:
						folded = true
					}
				}
				if seen != up || !folded && backs != down || folded && backs > 0 {
					t.Errorf("%d and %d cards: %d open, %d backs, folded %v", down, up, seen, backs, folded)
				}
			}
		}
	}
	kinds := func(n, down int) (s string) {
		for _, r := range columnRows(n, down, 16, 1, false) {
			s += string("^:xo-  _"[r.kind])
		}
		return s
	}
	for _, test := range []struct {
		n, down int
		want    string
	}{{3, 1, "^:oo _"}, {13, 6, "^::::::ooooooo _"}, {14, 6, "^::::::oooooooo_"}, {19, 6, "^xooooooooooooo_"}} {
		if got := kinds(test.n, test.down); got != test.want {
			t.Errorf("%d cards, %d down: %q, not %q", test.n, test.down, got, test.want)
		}
	}
}

// A click on another card of the same column takes another run.
func TestKlondikeOtherRun(t *testing.T) {
	v, s := newKlondike(), &scene{}
	view := klondike.View{Legal: []games.Action{"2>3*2", "2>4*1"}}
	for _, text := range []string{"S:7", "D:6"} {
		c, err := klondike.ParseCard(text)
		if err != nil {
			t.Fatal(err)
		}
		view.Tableau[1] = append(view.Tableau[1], klondike.Face{Card: c, Up: true})
	}
	for _, i := range []int{0, 1, 0} {
		at := spot{inColumn, 1, i}
		if act := v.click(&App{}, s, view, at); act != "" || v.held == nil || *v.held != at {
			t.Errorf("card %d: %q, %+v held", i, act, v.held)
		}
	}
	if act := v.click(&App{}, s, view, spot{inColumn, 2, 0}); act != "2>3*2" {
		t.Errorf("%q", act)
	}
}

// An action that the table refuses is not tried by itself again and again.
func TestKlondikeTriesOnce(t *testing.T) {
	v, a := newKlondike(), &App{set: Settings{AutoUp: true}}
	s := &scene{View: klondike.View{Safe: []games.Action{"1>f"}, Last: "draw"}, Plies: make([]games.Ply, 1)}
	v.see(s)
	if act, wait := v.next(a, s); act != "1>f" || wait > 0 {
		t.Fatalf("%q in %v", act, wait)
	}
	if act, _ := v.next(a, s); act != "" {
		t.Errorf("%q again", act)
	}
	s.Plies = make([]games.Ply, 2)
	v.see(s)
	if act, _ := v.next(a, s); act != "1>f" {
		t.Errorf("%q at the next ply", act)
	}
}

// A game alone has no turns: its help tells the time once it runs, and a table without a
// clock tells of none.
func TestHelpClock(t *testing.T) {
	inKlondike(t, "42", "", "", func(h *hall, p *person) {
		help := func() string {
			p.press("?")
			p.lookAs(80, 24, ui.Default)
			text := p.canvas.Plain(ui.Default)
			p.press("esc")
			return text
		}
		if text := help(); strings.Contains(text, p.T("help.clock")) {
			t.Errorf("before the first move:\n%s", text)
		}
		p.acts("draw")
		h.pass(4 * time.Second)
		if text, want := help(), p.T("help.clock")+" Klondike 0:0"; !strings.Contains(text, want) || strings.Contains(text, p.T("tb.turn.me")) {
			t.Errorf("no %q in\n%s", want, text)
		}
		p.do((*App).home)
		p.do(func(a *App) tea.Cmd { return a.startBot("othello") })
		if text := help(); strings.Contains(text, p.T("help.clock")) {
			t.Errorf("against a bot without a clock:\n%s", text)
		}
	})
}

// A foundation that what is held can go to stands in brackets, a ten's too.
func TestKlondikeBrackets(t *testing.T) {
	var c ui.Canvas
	c.Reset(80, 24)
	for _, l := range []klondikeLayout{klondikeSmall, klondikeBig} {
		table := klondikeTable{klondikeLayout: l, g: c.Region}
		for text, want := range map[string]string{"10♣ ": "[ 10♣ ", "Q♣ ": "[ Q♣ "} {
			table.row(0, 1, ui.CardBlack, "[", text)
			line := strings.Split(c.Plain(ui.Default), "\n")[1]
			if !strings.HasPrefix(line, want) || !strings.HasSuffix(line, "]") || ui.Width(line) != l.w {
				t.Errorf("%q", line)
			}
		}
		c.Reset(80, 24)
	}
}

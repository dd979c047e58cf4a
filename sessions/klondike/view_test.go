package klondike

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/games/klondike/solver"
	"arcade/lobby/deals"
	"arcade/lobby/pairing"
	"arcade/lobby/thinking"
	"arcade/sessions/app"
	"arcade/sessions/klondike/cards"
	"arcade/sessions/klondike/pages"
	shell "arcade/sessions/pages"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// deckOf returns a deck: the columns from the bottom up, and the stock in the order of drawing.
func deckOf(columns [klondike.Columns][]string, stock []string) string {
	var list []string
	for _, c := range columns {
		list = append(list, c...)
	}
	stock = slices.Clone(stock)
	slices.Reverse(stock)
	return strings.Join(append(list, stock...), ",")
}

// easyDeck needs only draws and moves home: the stock has ace to six of each suit, and the columns the rest
// in the right order.
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

// stuckDeck has no move from the start: with draws of one every card of the stock comes up, and none fits.
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

// offer returns practice with a typed seed, or with a deck if one is given.
func offer(seed, options string) pairing.Offer {
	return pairing.Offer{Game: klondike.Name, Control: "none", Seed: seed, Options: []byte(options)}
}

func withDeck(deck string) string { return fmt.Sprintf(`{"deck":%q}`, deck) }

// dealKlondike returns a player at a table of a seed, after the actions.
func dealKlondike(h *screentest.Hall, seed, options, actions string) *screentest.Person {
	h.T.Helper()
	p := h.Me()
	p.Create(offer(seed, options)) // which calls the player there
	acts(p, strings.Fields(actions)...)
	return p
}

// acts plays actions, one a second.
func acts(p *screentest.Person, list ...string) {
	p.Hall.T.Helper()
	for _, a := range list {
		tb := p.Top().(*play.Table)
		p.Hall.Must(p.Visit.Act(tb.ID, len(tb.Snap.Plies), games.Action(a)))
		p.Hall.Pass(time.Second)
	}
}

// plays plays n actions of the simple player.
func plays(p *screentest.Person, n int) {
	p.Hall.T.Helper()
	for range n {
		acts(p, string(screentest.Plain(kl(p))))
	}
}

// kl returns the person's view of the table.
func kl(p *screentest.Person) klondike.View { return p.Top().(*play.Table).Snap.View.(klondike.View) }

// easy returns the first n turns of the easy deck: each card of the stock goes home.
func easy(n int) string { return strings.Repeat("draw w>f ", n) }

// viewOf returns the game's part of the table in view.
func viewOf(p *screentest.Person) *gameView { return p.Top().(*play.Table).Game.(*gameView) }

// runHeld returns a player who has picked up several cards of a column.
func runHeld(h *screentest.Hall) *screentest.Person {
	p := dealKlondike(h, "42", "", "")
	plays(p, 60)
	for c := range klondike.Columns {
		p.Press(fmt.Sprint(c+1), "enter")
		switch v := viewOf(p); {
		case v.held == nil:
		case len(kl(p).Tableau[c])-v.held.i > 1:
			return p
		default:
			p.Press("esc")
		}
	}
	h.T.Error("no run can be moved")
	return p
}

func init() {
	frames = append(frames, []screentest.Page{
		{Name: "klondike-start", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person { return dealKlondike(h, "42", "", "") }},
		{Name: "klondike-first", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.First(h.Name(0))
			p.Create(offer("42", ""))
			return p
		}},
		{Name: "klondike-first-held", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.First(h.Name(0))
			p.Create(offer("42", ""))
			p.Press("4", "enter")
			return p
		}},
		{Name: "klondike-mid", Move: "right", Rich: screentest.RoomySizes, Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := dealKlondike(h, "42", "", "")
			plays(p, 38)
			return p
		}},
		{Name: "klondike-three", Rich: screentest.RichSizes, Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := dealKlondike(h, "7", `{"draw":3,"redeals":2,"recycle":"keep","f2t":false}`, "")
			plays(p, 12)
			p.Press("up", "up", "up", "up", "up", "up")
			return p
		}},
		{Name: "klondike-long", Rich: screentest.RichSizes, Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			return dealKlondike(h, "1", withDeck(longDeck()), strings.Repeat("draw w>7 ", 12))
		}},
		{Name: "klondike-held", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := dealKlondike(h, "1", withDeck(longDeck()), strings.Repeat("draw w>7 ", 3)+"draw")
			p.Press("w", "enter")
			return p
		}},
		{Name: "klondike-run-held", Rich: screentest.RichSizes, Sizes: screentest.AllSizes, Make: runHeld},
		{Name: "klondike-run-dragged", Rich: screentest.RichSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := runHeld(h)
			from := *viewOf(p).held
			p.Press("esc")
			mouse(p, "press", from)
			dragged(p, from, 3, 4)
			return p
		}},
		{Name: "klondike-from", Make: func(h *screentest.Hall) *screentest.Person {
			p := dealKlondike(h, "42", "", "")
			p.Press("3")
			return p
		}},
		{Name: "klondike-refused", Make: func(h *screentest.Hall) *screentest.Person {
			p := dealKlondike(h, "1", withDeck(longDeck()), "draw")
			p.Press("w", "3")
			return p
		}},
		{Name: "klondike-flip", Make: func(h *screentest.Hall) *screentest.Person {
			return dealKlondike(h, "1", withDeck(easyDeck()), easy(24)+"7>f")
		}},
		{Name: "klondike-empty", Make: func(h *screentest.Hall) *screentest.Person {
			p := dealKlondike(h, "1", withDeck(easyDeck()), easy(24)+strings.Repeat("7>f ", 7)+strings.Repeat("6>f ", 6))
			p.Press("6")
			return p
		}},
		{Name: "klondike-recycle", Make: func(h *screentest.Hall) *screentest.Person {
			p := dealKlondike(h, "1", withDeck(longDeck()), strings.Repeat("draw ", 24))
			p.Press("tab")
			return p
		}},
		{Name: "klondike-recycled", Make: func(h *screentest.Hall) *screentest.Person {
			return dealKlondike(h, "1", `{"redeals":1,"deck":"`+longDeck()+`"}`, strings.Repeat("draw ", 24)+"recycle")
		}},
		{Name: "klondike-undone", Make: func(h *screentest.Hall) *screentest.Person {
			p := dealKlondike(h, "1", withDeck(longDeck()), "draw w>7")
			p.Press("u")
			return p
		}},
		{Name: "klondike-auto", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := dealKlondike(h, "1", withDeck(easyDeck()), easy(24))
			p.Press("a")
			h.Pass(5*upPace + upPace/2)
			return p
		}, Deaf: []string{"u"}}, // the first key stops the automatic moves
		{Name: "klondike-stuck", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			return dealKlondike(h, "1", withDeck(stuckDeck()), "draw draw")
		}},
		{Name: "klondike-hint", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := dealKlondike(h, "42", "", "")
			p.Press("i")
			return p
		}},
		{Name: "klondike-hint-sensible", Make: func(h *screentest.Hall) *screentest.Person {
			p := dealKlondike(h, "42", `{"draw":3}`, "")
			p.Press("i")
			return p
		}},
		{Name: "klondike-hint-draw", Make: func(h *screentest.Hall) *screentest.Person {
			p := dealKlondike(h, "42", "", "")
			for range 20 {
				p.Press("i")
				if h := p.Top().(*play.Table).Game.(*gameView).hint; h == nil || h.Kind == klondike.Draw {
					break
				}
				p.Press("enter")
			}
			return p
		}},
		{Name: "klondike-look", Make: func(h *screentest.Hall) *screentest.Person {
			p := dealKlondike(h, "42", "", "draw")
			unseeded(p)
			p.Press("i")
			h.Pass(screentest.BeforeAnswer)
			return p
		}},
		{Name: "klondike-ids", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := dealKlondike(h, "42", "", "draw")
			p.Press("c")
			return p
		}, Deaf: []string{"x"}}, // copied already
		{Name: "klondike-ghost", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := dealKlondike(h, "42", "", "")
			plays(p, 20)
			haunt(p)
			return p
		}},
		{Name: "klondike-new", Make: func(h *screentest.Hall) *screentest.Person {
			p := dealKlondike(h, "42", "", "draw")
			p.Press("n")
			h.Pass(screentest.BeforeAnswer)
			return p
		}},
		{Name: "klondike-menu", Make: func(h *screentest.Hall) *screentest.Person {
			p := dealKlondike(h, "42", "", "draw")
			haunt(p)
			p.Press("u", "m")
			h.Pass(screentest.BeforeAnswer)
			return p
		}},
		{Name: "klondike-giveup", Make: func(h *screentest.Hall) *screentest.Person {
			p := dealKlondike(h, "42", "", "draw")
			p.Press("r")
			h.Pass(screentest.BeforeAnswer)
			return p
		}},
		{Name: "klondike-watching", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p, o := h.Me(), h.Other()
			o.Create(offer("42", ""))
			plays(o, 25)
			p.Do(play.OpenTable(o.Top().(*play.Table).ID))
			h.Pass(time.Second)
			return p
		}},
		{Name: "klondike-won", Rich: screentest.RichSizes, Sizes: screentest.AllSizes, Make: solvedTable},
		{Name: "klondike-over", Make: func(h *screentest.Hall) *screentest.Person {
			p := solvedTable(h)
			p.Press("esc")
			return p
		}},
		{Name: "klondike-gaveup", Make: func(h *screentest.Hall) *screentest.Person {
			p := dealKlondike(h, "42", "", "draw draw draw undo")
			p.Press("r")
			h.Pass(screentest.BeforeAnswer)
			p.Press("2")
			h.Pass(screentest.BeforeAnswer)
			return p
		}},
		{Name: "klondike-replay", Rich: screentest.RoomySizes, Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := solvedTable(h)
			p.Press("v")
			for range 9 {
				p.Press("left")
			}
			h.Pass(time.Second)
			return p
		}},
	}...)
	for i, tab := range app.HelpTabs {
		frames = append(frames, screentest.Page{Name: "help-klondike-" + tab, Make: func(h *screentest.Hall) *screentest.Person {
			p := dealKlondike(h, "42", "", "")
			p.Press("?")
			for range i {
				p.Press("tab")
			}
			return p
		}})
	}
}

// solvedTable returns a player who has just brought the last card home.
func solvedTable(h *screentest.Hall) *screentest.Person {
	p := dealKlondike(h, "1", withDeck(easyDeck()), easy(24))
	p.Press("a")
	h.Pass(4 * time.Second)
	return p
}

// unseeded makes the table in view look ranked to the screen.
func unseeded(p *screentest.Person) { p.Top().(*play.Table).Snap.Seeded = false }

// haunt puts a ghost beside the table.
func haunt(p *screentest.Person) {
	t := p.Top().(*play.Table)
	t.Scene.Ghost = &deals.Ghost{Name: p.Hall.Name(1), Moves: 121, Time: 378_000, Of: klondike.Cards}
	for i := range 121 {
		t.Scene.Ghost.Steps = append(t.Scene.Ghost.Steps, deals.GhostStep{Time: int64(i) * 3150, Done: i * 52 / 121})
	}
	t.Scene.Deal = deals.Verdict{Status: games.Solvable, Moves: 113}
}

// inKlondike runs f for a player at a table.
func inKlondike(t *testing.T, seed, options, actions string, f func(h *screentest.Hall, p *screentest.Person)) {
	t.Helper()
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		f(h, dealKlondike(h, seed, options, actions))
	})
}

// played returns the actions at the table in view.
func played(p *screentest.Person) string {
	var list []string
	for _, ply := range p.Top().(*play.Table).Snap.Plies {
		list = append(list, string(ply.Action))
	}
	return strings.Join(list, " ")
}

// expect fails unless exactly the actions were played since before.
func expect(p *screentest.Person, before, actions string) {
	p.Hall.T.Helper()
	if got := strings.TrimSpace(strings.TrimPrefix(played(p), before)); got != actions {
		p.Hall.T.Errorf("%q was played, not %q; %s", got, actions, p.Note)
	}
}

// Keys play what they name, however fast they come: each one counts, and none twice.
func TestKeys(t *testing.T) {
	// After these actions the waste has the nine of spades, which fits on columns 4 and 7.
	const nine = "draw w>7 draw w>7 draw w>7 draw"
	for _, test := range []struct{ deck, before, keys, want string }{
		{longDeck(), "", "space space space", "draw draw draw"},
		{longDeck(), nine, "w 7", "w>7"},
		{longDeck(), nine, "w 7 space w 7 space w 7", "w>7 draw w>7 draw w>7"},
		{longDeck(), nine, "w enter enter", "w>4"},
		{longDeck(), nine, "w enter right enter", "w>7"},
		{longDeck(), nine, "w enter left enter", "w>7"}, // wraps around
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
		{easyDeck(), "", "space f", "draw"}, // f is for the focus: the king
		{easyDeck(), "", "space tab right f", "draw w>f"},
		{easyDeck(), "", "tab enter right enter enter", "draw w>f"},
		{easyDeck(), easy(24), "7 f f f", "7>f 7>f 7>f"},
		{easyDeck(), easy(24) + "7>f", "7 enter enter", "7>f"},
		{easyDeck(), easy(24) + strings.Repeat("7>f ", 7) + strings.Repeat("6>f ", 6), "1 6 1 7", "1>6*1"},
	} {
		t.Run(test.keys, func(t *testing.T) {
			inKlondike(t, "1", withDeck(test.deck), test.before, func(h *screentest.Hall, p *screentest.Person) {
				before := played(p)
				p.Press(strings.Fields(test.keys)...)
				expect(p, before, test.want)
			})
		})
	}
}

// A refusal names the missing condition.
func TestRefusals(t *testing.T) {
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
		{longDeck(), "1>f 6>f", "a", "No safe moves to the foundation. Press f to force one"},
		{easyDeck(), easy(24), "space", "Stock and waste are empty"},
		{stuckDeck(), "", "i", "Stuck. Undo (u), new deal (n), give up (r)"},
	} {
		t.Run(test.keys, func(t *testing.T) {
			inKlondike(t, "1", withDeck(test.deck), test.before, func(h *screentest.Hall, p *screentest.Person) {
				before := played(p)
				p.Press(strings.Fields(test.keys)...)
				expect(p, before, "")
				if p.Note != test.want {
					t.Errorf("%q, not %q", p.Note, test.want)
				}
			})
		})
	}
	limited := `{"redeals":0,"f2t":false,"deck":"` + easyDeck() + `"}`
	inKlondike(t, "1", limited, strings.Repeat("draw ", 24), func(h *screentest.Hall, p *screentest.Person) {
		p.Press("space")
		if p.Note != "No recycles left" {
			t.Error(p.Note)
		}
	})
	inKlondike(t, "1", limited, "draw w>f", func(h *screentest.Hall, p *screentest.Person) {
		p.Press("tab", "right", "right", "enter")
		if p.Note != "This deal has no moves from the foundations" {
			t.Error(p.Note)
		}
	})
}

// cell returns a cell of the screen where a spot is drawn.
func cell(p *screentest.Person, at spot) (x, y int) {
	p.LookAs(p.W, p.H, p.Glyphs)
	for y := range p.H {
		for x := range p.W {
			if hit, ok := p.Canvas().HitAt(x, y); ok && hit == any(at) {
				return x + 2, y
			}
		}
	}
	p.Hall.T.Fatalf("%+v is not on the screen", at)
	return 0, 0
}

func mouse(p *screentest.Person, what string, at spot) {
	x, y := cell(p, at)
	switch what {
	case "press":
		p.Click(x, y)
	case "release":
		p.Send(tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
	case "click":
		p.Click(x, y)
		p.Send(tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
	case "right":
		p.Send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseRight})
	}
}

// The whole game can be played with the mouse, in all sizes, on lines and on pictures.
func TestMouse(t *testing.T) {
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
			for i := range 2 * len(screentest.AllSizes) {
				size, level := screentest.AllSizes[i/2], []ui.Level{ui.LevelLines, ui.LevelRich}[i%2]
				inKlondike(t, "1", withDeck(longDeck()), test.before, func(h *screentest.Hall, p *screentest.Person) {
					p.LookAs(size.Width, size.Height, level)
					before := played(p)
					for _, s := range test.steps {
						if s.what == "wait" {
							h.Pass(time.Second)
							continue
						}
						mouse(p, s.what, s.at)
					}
					expect(p, before, test.want)
				})
			}
		})
	}
}

// Undo to the first state and redo to the last show the same screens again, and the same deal looks the
// same.
func TestUndoRedo(t *testing.T) {
	table := func(p *screentest.Person) string {
		p.LookAs(80, 24, ui.LevelLines)
		lines := strings.Split(p.Canvas().Plain(ui.LevelLines), "\n")
		for i, l := range lines {
			lines[i] = string([]rune(l)[:min(len([]rune(l)), 56)]) // without the clock and the counts
		}
		return strings.Join(lines[1:21], "\n")
	}
	inKlondike(t, "42", "", "", func(h *screentest.Hall, p *screentest.Person) {
		first := table(p)
		plays(p, 30)
		p.Press("1")
		last := table(p)
		if first == last {
			t.Fatal("nothing has changed")
		}
		for range 30 {
			p.Press("u")
		}
		h.Pass(time.Second)
		if p.Press("1"); table(p) != first {
			t.Errorf("undone:\n%s\nnot\n%s", table(p), first)
		}
		for range 30 {
			p.Press("y")
		}
		h.Pass(time.Second)
		if p.Press("1"); table(p) != last {
			t.Errorf("redone:\n%s\nnot\n%s", table(p), last)
		}
		p.Create(offer("42", ""))
		if p.Press("1"); table(p) != first {
			t.Errorf("again:\n%s\nnot\n%s", table(p), first)
		}
	})
}

// The safe cards go one by one, a key stops them, and the last one ends the match.
func TestAuto(t *testing.T) {
	inKlondike(t, "1", withDeck(easyDeck()), easy(24), func(h *screentest.Hall, p *screentest.Person) {
		p.Press("a")
		h.Pass(3*upPace + upPace/2)
		home := atHome(kl(p))
		if home < 27 || home > 28 {
			t.Errorf("%d cards home", home)
		}
		p.Press("esc") // stops, but does not leave
		h.Pass(time.Second)
		if _, ok := p.Top().(*play.Table); !ok {
			t.Fatalf("%T", p.Top())
		}
		if got := atHome(kl(p)); got != home {
			t.Errorf("%d cards home after a key", got)
		}
		p.Press("a")
		h.Pass(5 * time.Second)
		r, ok := p.Top().(*sheet)
		if !ok || !r.T.Snap.View.(klondike.View).Won {
			t.Errorf("%T", p.Top())
		}
	})
}

// Once every card is known the same key plays to the end, through stock and waste.
func TestFinish(t *testing.T) {
	deck := klondike.Deck(42)
	moves := solver.Solve(deck, klondike.Standard(), games.Limit{}).Moves
	n := 0
	for pos, err := (klondike.Game{}).Start(games.Setup{Game: klondike.Name, Rules: 1, Seed: "42"}); ; n++ {
		if err == nil {
			if view := pos.View(0).(klondike.View); view.Finish != "" && view.StockCount > 0 {
				break
			}
			_, err = pos.Apply(moves[n])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var way []string
	for _, m := range moves[:n] {
		way = append(way, string(m))
	}
	inKlondike(t, "42", "", strings.Join(way, " "), func(h *screentest.Hall, p *screentest.Person) {
		p.Press("a")
		h.Pass(time.Minute)
		if r, ok := p.Top().(*sheet); !ok || !r.T.Snap.View.(klondike.View).Won {
			t.Errorf("%T with %d cards home", p.Top(), atHome(kl(p)))
		}
	})
}

// A hint through the stock is one hint, and Enter plays it whole.
func TestHintThroughTheStock(t *testing.T) {
	inKlondike(t, "42", "", "draw", func(h *screentest.Hall, p *screentest.Person) {
		tb := p.Top().(*play.Table)
		v := tb.Game.(*gameView)
		way := []games.Action{"draw", "draw", "draw"}
		v.answer(p.App, tb, hinted{ply: 1, hint: thinking.Advice{Way: way}})
		p.Press("enter")
		h.Pass(time.Second)
		expect(p, "draw", "draw draw draw")
	})
}

// With the setting on, cards go home by themselves after every move of the player, but not after an undo.
// Without motion they go all at once.
func TestAutoSetting(t *testing.T) {
	inKlondike(t, "1", withDeck(easyDeck()), "", func(h *screentest.Hall, p *screentest.Person) {
		p.Change(func(s *app.Settings) { pages.AutoUp.Put(s, true) })
		p.Press("space")
		h.Pass(time.Second)
		expect(p, "", "draw w>f")
		p.Press("u")
		h.Pass(time.Second)
		expect(p, "", "draw w>f undo")
		p.Press("u", "right")
		h.Pass(time.Second)
		expect(p, "", "draw w>f undo undo")
		p.Press("space", "space")
		h.Pass(upPace / 2)
		p.Press("right") // in time
		h.Pass(time.Second)
		expect(p, "", "draw w>f undo undo draw draw")
		p.Press("u", "u")
		p.Change(func(s *app.Settings) { s.Motion = "none" })
		p.Press("space", "space")
		expect(p, "", "draw w>f undo undo draw draw undo undo draw w>f draw w>f")
		for range 22 {
			p.Press("space")
		}
		h.Pass(time.Second)
		if _, ok := p.Top().(*sheet); !ok {
			t.Errorf("%T with %d cards home", p.Top(), atHome(kl(p)))
		}
	})
}

// A hint in a ranked try asks first and is noted, and Enter plays it. A late hint is not shown.
func TestHint(t *testing.T) {
	inKlondike(t, "42", "", "draw", func(h *screentest.Hall, p *screentest.Person) {
		tb := p.Top().(*play.Table)
		v := tb.Game.(*gameView)
		unseeded(p)
		p.Press("i")
		h.Pass(screentest.BeforeAnswer)
		p.Press("esc")
		if v.hint != nil || tb.Snap.Hinted {
			t.Fatal("shown without an answer")
		}
		unseeded(p)
		p.Press("i")
		h.Pass(screentest.BeforeAnswer)
		p.Press("2")
		if v.hint == nil || !tb.Snap.Hinted {
			t.Fatal("not shown after the answer")
		}
		h.Pass(2 * knownFor) // the solver, missing here, has found nothing yet
		if p.Do(tb.Refresh); !v.hint.proven || tb.Scene.Deal.Status != games.Solvable {
			t.Errorf("a proven hint %v in a deal that is said to be %s", v.hint.proven, tb.Scene.Deal.Status)
		}
		hint := v.hint.Action()
		p.Press("enter")
		expect(p, "draw", string(hint))

		before := played(p)
		p.Hold = true
		p.App.Update(screentest.PressOf("i"))
		if p.Press("i"); p.Note == "" {
			t.Error("nothing is said while it is looked for")
		}
		p.Press("space") // before the answer comes
		p.Release()
		h.Pass(time.Second)
		if v.hint != nil {
			t.Error("a hint for another position")
		}
		expect(p, before, "draw")
		if p.Press("i"); v.hint == nil {
			t.Error("no second one")
		}
	})
}

// A new deal ends the try in play, and asks before.
func TestNewDeal(t *testing.T) {
	inKlondike(t, "42", `{"draw":3}`, "draw", func(h *screentest.Hall, p *screentest.Person) {
		old := p.Top().(*play.Table)
		p.Press("n")
		h.Pass(screentest.BeforeAnswer)
		if costs := p.Top().(*app.LazyAsk).Costs; costs == old.Snap.CanAbort {
			t.Errorf("costs %v, though it can be called off: %v", costs, old.Snap.CanAbort)
		}
		if p.Press("esc"); p.Top() != app.Screen(old) || old.Snap.Result != nil {
			t.Fatal("given up without an answer")
		}
		p.Press("n")
		h.Pass(screentest.BeforeAnswer)
		p.Press("2")
		h.Pass(time.Second)
		tb, ok := p.Top().(*play.Table)
		if !ok || tb.ID == old.ID || kl(p).Draw != 3 || len(tb.Snap.Plies) > 0 {
			t.Fatalf("%T", p.Top())
		}
		if old.Snap.Result == nil || old.Snap.Result.Reason != games.Resigned {
			t.Errorf("the old one: %+v", old.Snap.Result)
		}
	})
}

// A resigned try ends then, does not count the resignation as a move, and claims no rank. All screens
// agree.
func TestGiveUp(t *testing.T) {
	inKlondike(t, "", "", "draw draw undo redo", func(h *screentest.Hall, p *screentest.Person) {
		h.Pass(10 * time.Minute)
		p.Press("r")
		h.Pass(screentest.BeforeAnswer)
		p.Press("2")
		h.Pass(screentest.BeforeAnswer)
		tb := p.Top().(*sheet).T
		took := time.Duration(tb.Snap.Ended-tb.Snap.Plies[0].At) * time.Millisecond
		if took < 10*time.Minute {
			t.Fatalf("it took %v", took)
		}
		p.LookAs(80, 24, ui.LevelLines)
		text := p.Canvas().Plain(ui.LevelLines)
		for _, want := range []string{p.T("kl.res.facts", "t", app.Took(took), "m", 4, "u", 1), p.T("kl.giveup.ranked")} {
			if !strings.Contains(text, want) {
				t.Errorf("no %q in\n%s", want, text)
			}
		}
		h.Pass(time.Hour)
		if got := tb.Scene.Elapsed(); got != took {
			t.Errorf("later it took %v, want %v", got, took)
		}
		try := pages.ReadStats(p.App, p.Visit.Me().ID).History[0]
		if try.Time != took.Milliseconds() || try.Moves != 4 {
			t.Errorf("the statistics: %+v", try)
		}
	})
}

// The log is in words, and fits beside the table.
func TestLog(t *testing.T) {
	inKlondike(t, "42", `{"draw":3}`, strings.Repeat("draw ", 8)+"recycle undo redo undo undo", func(h *screentest.Hall, p *screentest.Person) {
		tb := p.Top().(*play.Table)
		p.Lang = words.KO
		var list []string
		for _, ply := range tb.Snap.Plies[7:] {
			for _, short := range []bool{true, false} {
				text := plyText(p.App, ply, short)
				if ui.Width(text) > 15 {
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
		p.Press("e")
		p.LookAs(80, 24, ui.LevelLines)
		if text := p.Canvas().Plain(ui.LevelLines); !strings.Contains(text, "13. 무른 수: 더미에서 뽑기") || strings.Contains(text, "draw") {
			t.Errorf("the log:\n%s", text)
		}
	})
}

// Both ids are copied, and shown for terminals that cannot copy.
func TestIDs(t *testing.T) {
	inKlondike(t, "42", "", "", func(h *screentest.Hall, p *screentest.Person) {
		view := kl(p)
		want := view.DealID + "\n" + view.LayoutID + "\nYAAAAAAAAACo" // the code of the seed 42
		for _, key := range []string{"x", "c"} {
			p.Out = nil
			p.Press(key)
			if got := fmt.Sprint(p.Out); got != "["+want+"]" {
				t.Errorf("%s copied %q", key, got)
			}
			h.Pass(app.AnswerTime)
			if text := p.Canvas().Plain(ui.LevelLines); !p.Sees(p.T("copy.hand")) || !strings.Contains(text, view.DealID) || !strings.Contains(text, view.LayoutID) {
				t.Errorf("%s: nothing to copy by hand:\n%s", key, text)
			}
			if key == "x" {
				p.Press("esc")
			}
		}
		p.LookAs(80, 24, ui.LevelLines)
		if text := p.Canvas().Plain(ui.LevelLines); !strings.Contains(text, view.DealID) || !strings.Contains(text, view.LayoutID) {
			t.Error("the ids are not all there")
		}
	})
}

// The ghost of a player who solved the deal runs beside the next player.
func TestGhost(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		o := h.Other()
		deck := withDeck(easyDeck())
		o.Create(offer("1", deck))
		acts(o, strings.Fields(easy(24))...)
		o.Press("a")
		h.Pass(5 * time.Second)

		p := h.Me()
		p.Create(offer("1", deck))
		tb := p.Top().(*play.Table)
		if g := tb.Scene.Ghost; g == nil || g.Name != h.Name(1) || g.Moves != 76 {
			t.Fatalf("%+v", g)
		}
		acts(p, "draw")
		if got := lead(&tb.Scene, kl(p), tb.Scene.Ghost); got != -1 && got != 0 {
			t.Errorf("%+d at once", got)
		}
		h.Pass(10 * time.Second)
		p.Press("right")
		if got := lead(&tb.Scene, kl(p), tb.Scene.Ghost); got > -4 {
			t.Errorf("%+d after ten seconds", got)
		}
		p.Change(func(s *app.Settings) { pages.GhostSetting.Put(s, "own") })
		p.Do(func(a *app.App) { tb.Refresh(a) })
		if tb.Scene.Ghost != nil {
			t.Error("a try of one's own that never was")
		}
	})
}

// A click on another card of the same column takes another run.
func TestOtherRun(t *testing.T) {
	v, s := newView(), &play.Scene{}
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
		if act := v.click(&app.App{}, s, view, at); act != "" || v.held == nil || *v.held != at {
			t.Errorf("card %d: %q, %+v held", i, act, v.held)
		}
	}
	if act := v.click(&app.App{}, s, view, spot{inColumn, 2, 0}); act != "2>3*2" {
		t.Errorf("%q", act)
	}
}

// With the setting for all cards, cards that might still be useful go home, too.
func TestAutoAll(t *testing.T) {
	s := &play.Scene{View: klondike.View{Legal: []games.Action{"draw", "w>3", "2>f"}, Last: "draw"}, Plies: make([]games.Ply, 1)}
	for all, want := range map[bool]games.Action{false: "", true: "2>f"} {
		v, a := newView(), &app.App{}
		pages.AutoUp.Put(&a.Set, true)
		pages.AutoAll.Put(&a.Set, all)
		v.Update(s)
		if act, _ := v.Next(a, s); act != want {
			t.Errorf("all %v: %q", all, act)
		}
	}
}

// A card that the player takes from a foundation does not go back by itself.
func TestTakenFromFoundation(t *testing.T) {
	for last, want := range map[games.Action]games.Action{"S>3": "", "w>3": "3>f"} {
		for _, safe := range []bool{false, true} {
			view := klondike.View{Legal: []games.Action{"draw", "3>f"}, Last: last}
			if safe {
				view.Safe = []games.Action{"3>f"}
			}
			s := &play.Scene{View: view, Plies: make([]games.Ply, 1)}
			v, a := newView(), &app.App{}
			pages.AutoUp.Put(&a.Set, true)
			pages.AutoAll.Put(&a.Set, true)
			v.Update(s)
			if act, _ := v.Next(a, s); act != want {
				t.Errorf("after %s, safe %v: %q, not %q", last, safe, act, want)
			}
		}
	}
}

// Esc only stops automatic moves at a table. In a puzzle nothing moves by itself, and Esc leaves at once.
func TestEscInPuzzle(t *testing.T) {
	for _, puzzle := range []bool{false, true} {
		inKlondike(t, "1", withDeck(easyDeck()), "draw", func(h *screentest.Hall, p *screentest.Person) {
			tb := p.Top().(*play.Table)
			pages.AutoUp.Put(&p.Set, true) // the next move is about to come
			if puzzle {
				tb.Acts = func(*app.App, games.Action) {}
			}
			if used := tb.Game.Press(p.App, tb, "esc"); used == puzzle {
				t.Errorf("puzzle %v: Esc used %v", puzzle, used)
			}
		})
	}
}

// Several cards that are dropped on a foundation stay, and the player reads why.
func TestRunToFoundation(t *testing.T) {
	inKlondike(t, "1", withDeck(longDeck()), "", func(h *screentest.Hall, p *screentest.Person) {
		v, s := newView(), &play.Scene{}
		view := klondike.View{Legal: []games.Action{"2>f", "2>3*2"}}
		for _, text := range []string{"H:2", "S:A"} {
			c, err := klondike.ParseCard(text)
			h.Must(err)
			view.Tableau[1] = append(view.Tableau[1], klondike.Face{Card: c, Up: true})
		}
		drag := ui.DropHit{From: spot{inColumn, 1, 0}, To: spot{onHome, int(klondike.Spades), 0}}
		if act := v.drag(p.App, s, view, drag); act != "" || p.Note != p.T("kl.no.run") {
			t.Errorf("%q, %q", act, p.Note)
		}
	})
}

// An automatic action that the table refuses is not repeated.
func TestTriesOnce(t *testing.T) {
	v, a := newView(), &app.App{}
	pages.AutoUp.Put(&a.Set, true)
	s := &play.Scene{View: klondike.View{Safe: []games.Action{"1>f"}, Last: "draw"}, Plies: make([]games.Ply, 1)}
	v.Update(s)
	if act, wait := v.Next(a, s); act != "1>f" || wait > 0 {
		t.Fatalf("%q in %v", act, wait)
	}
	if act, _ := v.Next(a, s); act != "" {
		t.Errorf("%q again", act)
	}
	s.Plies = make([]games.Ply, 2)
	v.Update(s)
	if act, _ := v.Next(a, s); act != "1>f" {
		t.Errorf("%q at the next ply", act)
	}
}

// A solo game has no turns. Its help explains the time once it runs, and at a table without a clock it
// mentions none.
func TestHelpClock(t *testing.T) {
	inKlondike(t, "42", "", "", func(h *screentest.Hall, p *screentest.Person) {
		help := func() string {
			p.Press("?")
			p.LookAs(80, 24, ui.LevelLines)
			text := p.Canvas().Plain(ui.LevelLines)
			p.Press("esc")
			return text
		}
		if text := help(); strings.Contains(text, p.T("help.clock")) {
			t.Errorf("before the first move:\n%s", text)
		}
		acts(p, "draw")
		h.Pass(4 * time.Second)
		if text, want := help(), p.T("help.clock")+" Klondike 0:0"; !strings.Contains(text, want) || strings.Contains(text, p.T("tb.turn.me")) {
			t.Errorf("no %q in\n%s", want, text)
		}
		p.Do((*app.App).Home)
		p.Do(func(a *app.App) { shell.StartBot(a, "othello") })
		if text := help(); strings.Contains(text, p.T("help.clock")) {
			t.Errorf("against a bot without a clock:\n%s", text)
		}
	})
}

// A foundation that the held card can go to is in brackets, even with a ten. The narrowest cards have only the first.
func TestBrackets(t *testing.T) {
	var c ui.Canvas
	for _, k := range signs.decks {
		d := drawing{layout: k.lay(k.widths[0], k.least), g: c.Region}
		for text, want := range map[string]string{"10♣ ": "10♣ ", "Q♣ ": "Q♣ "} {
			c.Reset(120, 24)
			d.g = c.Region
			d.row(0, 1, cards.CardBlack, target, text)
			line := strings.Split(c.Plain(ui.LevelLines), "\n")[1]
			whole := strings.HasSuffix(line, "]") && ui.Width(line) == k.w || k.w == narrowCard
			if !strings.HasPrefix(strings.ReplaceAll(line+" ", "[ ", "["), "["+want) || !whole {
				t.Errorf("%d cells: %q", k.w, line)
			}
		}
	}
}

// In a window under 80 columns the sheet of an end takes all that the board leaves, and nothing of the board.
func TestEndBelowTheBoard(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := solvedTable(h)
		for _, w := range []int{60, 66, 79} {
			p.LookAs(w, 30, ui.LevelRich)
			cells, free := p.Canvas().Cells(), p.Canvas().Free
			if free.W != w || free.Y == 0 {
				t.Fatalf("%d columns: the board leaves %v", w, free)
			}
			for x := range w {
				if edge := cells.At(x, free.Y).Rune; edge != '▀' {
					t.Fatalf("%d columns: the sheet's upper edge has a gap in column %d:\n%s", w, x, p.Canvas().Plain(ui.LevelRich))
				}
			}
		}
	})
}

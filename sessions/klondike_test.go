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
	for _, want := range []func(m klondike.Move, from spot) bool{
		func(m klondike.Move, from spot) bool {
			return m.Kind == klondike.ColumnTo && from.i == view.FaceDown[from.n] && from.i > 0
		},
		func(m klondike.Move, _ spot) bool { return m.Kind == klondike.WasteTo },
		func(m klondike.Move, _ spot) bool { return m.Kind == klondike.ColumnUp || m.Kind == klondike.WasteUp },
	} {
		for _, a := range view.Legal {
			if m, _ := klondike.ParseMove(string(a)); want(m, source(view, m)) {
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

// dealt is a player at a table of a seed, after the actions.
func dealt(h *hall, seed, options, actions string) *person {
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
		{name: "klondike-start", sizes: allSizes, make: func(h *hall) *person { return dealt(h, "42", "", "") }},
		{name: "klondike-first", make: func(h *hall) *person {
			p := h.first(h.name(0))
			p.create(klondikeOffer("42", ""))
			return p
		}},
		{name: "klondike-mid", sizes: allSizes, make: func(h *hall) *person {
			p := dealt(h, "42", "", "")
			p.plays(38)
			return p
		}},
		{name: "klondike-three", sizes: allSizes, make: func(h *hall) *person {
			p := dealt(h, "7", `{"draw":3,"redeals":2,"recycle":"keep","f2t":false}`, "")
			p.plays(12)
			p.press("up", "up", "up", "up", "up", "up")
			return p
		}},
		{name: "klondike-long", sizes: allSizes, make: func(h *hall) *person {
			return dealt(h, "1", withDeck(longDeck()), strings.Repeat("draw w>7 ", 12))
		}},
		{name: "klondike-held", sizes: allSizes, make: func(h *hall) *person {
			p := dealt(h, "1", withDeck(longDeck()), strings.Repeat("draw w>7 ", 3)+"draw")
			p.press("w", "enter")
			return p
		}},
		{name: "klondike-run-held", sizes: allSizes, make: func(h *hall) *person {
			p := dealt(h, "42", "", "")
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
			p := dealt(h, "42", "", "")
			p.press("3")
			return p
		}},
		{name: "klondike-refused", make: func(h *hall) *person {
			p := dealt(h, "1", withDeck(longDeck()), "draw")
			p.press("w", "3")
			return p
		}},
		{name: "klondike-flip", make: func(h *hall) *person {
			return dealt(h, "1", withDeck(easyDeck()), easy(24)+"7>f")
		}},
		{name: "klondike-empty", make: func(h *hall) *person {
			p := dealt(h, "1", withDeck(easyDeck()), easy(24)+strings.Repeat("7>f ", 7)+strings.Repeat("6>f ", 6))
			p.press("6")
			return p
		}},
		{name: "klondike-recycle", make: func(h *hall) *person {
			p := dealt(h, "1", withDeck(longDeck()), strings.Repeat("draw ", 24))
			p.press("tab")
			return p
		}},
		{name: "klondike-recycled", make: func(h *hall) *person {
			return dealt(h, "1", `{"redeals":1,"deck":"`+longDeck()+`"}`, strings.Repeat("draw ", 24)+"recycle")
		}},
		{name: "klondike-undone", make: func(h *hall) *person {
			p := dealt(h, "1", withDeck(longDeck()), "draw w>7")
			p.press("u")
			return p
		}},
		{name: "klondike-auto", sizes: allSizes, make: func(h *hall) *person {
			p := dealt(h, "1", withDeck(easyDeck()), easy(24))
			p.press("a")
			h.pass(5*upPace + upPace/2)
			return p
		}, deaf: []string{"u"}}, // the first key stops what moves by itself
		{name: "klondike-stuck", sizes: allSizes, make: func(h *hall) *person { return dealt(h, "1", withDeck(stuckDeck()), "draw draw") }},
		{name: "klondike-hint", sizes: allSizes, make: func(h *hall) *person {
			p := dealt(h, "42", "", "")
			p.press("g")
			return p
		}},
		{name: "klondike-hint-sensible", make: func(h *hall) *person {
			p := dealt(h, "42", `{"draw":3}`, "")
			p.press("g")
			return p
		}},
		{name: "klondike-look", make: func(h *hall) *person {
			p := dealt(h, "42", "", "draw")
			p.unseeded()
			p.press("g")
			h.pass(beforeAnswer)
			return p
		}},
		{name: "klondike-ids", sizes: allSizes, make: func(h *hall) *person {
			p := dealt(h, "42", "", "draw")
			p.press("i")
			return p
		}, deaf: []string{"x"}}, // copied already
		{name: "klondike-ghost", sizes: allSizes, make: func(h *hall) *person {
			p := dealt(h, "42", "", "")
			p.plays(20)
			p.haunt()
			return p
		}},
		{name: "klondike-new", make: func(h *hall) *person {
			p := dealt(h, "42", "", "draw")
			p.press("n")
			h.pass(beforeAnswer)
			return p
		}},
		{name: "klondike-menu", make: func(h *hall) *person {
			p := dealt(h, "42", "", "draw")
			p.haunt()
			p.press("u", "m")
			h.pass(beforeAnswer)
			return p
		}},
		{name: "klondike-giveup", make: func(h *hall) *person {
			p := dealt(h, "42", "", "draw")
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
			p := dealt(h, "42", "", "draw draw draw undo")
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
			p := dealt(h, "42", "", "")
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
	p := dealt(h, "1", withDeck(easyDeck()), easy(24))
	p.press("a")
	h.pass(4 * time.Second)
	return p
}

// unseeded makes the table in view one that counts, as far as the screen knows.
func (p *person) unseeded() { p.top().(*table).snap.Seeded = false }

// haunt puts a ghost beside the table.
func (p *person) haunt() {
	t := p.top().(*table)
	t.scene.Ghost = &lobby.Ghost{Name: p.hall.name(1), Moves: 121, Time: 378_000, Of: klondike.Cards}
	for i := range 121 {
		t.scene.Ghost.Steps = append(t.scene.Ghost.Steps, lobby.GhostStep{Time: int64(i) * 3150, Done: i * 52 / 121})
	}
	t.scene.Deal = lobby.Verdict{Status: games.Solvable, Moves: 113}
}

var _ = tea.Quit
var _ ui.Key
var _ words.Lang
var _ = testing.Short
var _ = synctest.Wait

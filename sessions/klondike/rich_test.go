package klondike

import (
	"slices"
	"strings"
	"testing"
	"time"

	"arcade/games/klondike"
	"arcade/sessions/app"
	"arcade/sessions/klondike/cards"
	"arcade/sessions/klondike/pages"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// A column of any length has room on every table, and all its open cards are visible.
func TestColumnsFit(t *testing.T) {
	for _, k := range slices.Concat(pictures.decks, signs.decks) {
		for n := range k.heights() {
			d := drawing{board: &board{}, layout: k.lay(k.widths[0], k.heightAt(n)), covered: k.seen}
			for down := range klondike.Columns {
				for n := down; n <= down+klondike.Ranks; n++ {
					plan := d.planOf(n, down)
					if h := plan.height(n, down); h > d.rows-2*d.edge {
						t.Errorf("%dx%d: %d cards, %d face down, take %d of %d rows", d.width, d.height, n, down, h, d.rows-2*d.edge)
					}
				}
			}
		}
	}
}

// shownCards returns the cards whose names stand on a table drawn as a picture, each with the cells of its
// name.
func shownCards(p *screentest.Person) map[klondike.Card][][2]int {
	found := map[klondike.Card][][2]int{}
	for y := 1; y < p.H-2; y++ {
		row := p.Canvas().Cells().Row(y)
		for x := 2; x < len(row) && (p.Canvas().Free.W == 0 || x < p.Canvas().Free.X); x++ { // not in the log
			suit := strings.IndexRune("♥♦♣♠", row[x].Rune)
			if suit < 0 || row[x-1].Rune == ' ' {
				continue
			}
			rank := string(row[x-1].Rune)
			if rank == "0" {
				rank = "10"
			}
			for c := range klondike.Card(klondike.Cards) {
				if c.Rank().String() == rank && cards.SuitSign(c.Suit()) == string(row[x].Rune) {
					found[c] = append(found[c], [2]int{x, y})
				}
			}
		}
	}
	return found
}

// A click on the picture of a card means that card, anywhere on its name, in both sizes.
func TestRichHits(t *testing.T) {
	for name, start := range map[string]func(h *screentest.Hall) *screentest.Person{
		"mid": func(h *screentest.Hall) *screentest.Person {
			p := dealKlondike(h, "42", "", "")
			plays(p, 50)
			return p
		},
		"long": func(h *screentest.Hall) *screentest.Person {
			return dealKlondike(h, "1", withDeck(longDeck()), strings.Repeat("draw w>7 ", 12))
		},
		"three": func(h *screentest.Hall) *screentest.Person {
			p := dealKlondike(h, "7", `{"draw":3}`, "")
			plays(p, 12)
			return p
		},
	} {
		screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
			p := start(h)
			view := kl(p)
			for _, size := range screentest.RichSizes {
				p.LookAs(size.Width, size.Height, ui.LevelRich)
				shown := shownCards(p)
				check := func(c klondike.Card, want spot) {
					t.Helper()
					if len(shown[c]) == 0 {
						t.Errorf("%s %dx%d: %v is not to be seen", name, size.Width, size.Height, c)
					}
					for _, at := range shown[c] {
						if hit, _ := p.Canvas().HitAt(at[0], at[1]); hit != any(want) {
							t.Errorf("%s %dx%d: %v at %v means %+v", name, size.Width, size.Height, c, at, hit)
						}
					}
				}
				for n, cards := range view.Tableau {
					for i := view.FaceDown[n]; i < len(cards); i++ {
						check(cards[i].Card, spot{inColumn, n, i})
					}
				}
				if c, ok := cardAt(view, spot{zone: onWaste}); ok {
					check(c, spot{zone: onWaste})
				}
				for _, s := range homes {
					if c, ok := cardAt(view, spot{onHome, int(s), 0}); ok {
						check(c, spot{onHome, int(s), 0})
					}
				}
			}
		})
	}
}

// The cards of a solved deal dance for six seconds, or until a key. They do not dance without motion, or
// for a person who comes later.
func TestDance(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		frames := func(p *screentest.Person) int {
			n, _ := p.Top().(*sheet).T.Game.(*gameView).danced(p.App)
			return n
		}
		p := dealKlondike(h, "1", withDeck(easyDeck()), easy(24))
		p.LookAs(80, 24, ui.LevelRich)
		p.Press("a")
		h.Pass(4 * time.Second)
		first, look := frames(p), p.Look()
		h.Pass(time.Second)
		if second := frames(p); second < first+9 || p.Look() == look {
			t.Errorf("after a second %d frames, then %d", first, second)
		}
		p.Press("right")
		stopped := frames(p)
		h.Pass(time.Second)
		if frames(p) != stopped || stopped == danceFrames {
			t.Errorf("a key stopped it at %d, then it is at %d", stopped, frames(p))
		}
		later := newView()
		later.Update(&p.Top().(*sheet).T.Scene)
		if n, more := later.danced(p.App); n != 0 || more {
			t.Errorf("later it dances: %d", n)
		}
	})
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		h.Me().Change(func(s *app.Settings) { s.Motion = "none" })
		p := solvedTable(h)
		if n, more := p.Top().(*sheet).T.Game.(*gameView).danced(p.App); n != 0 || more {
			t.Errorf("without motion %d frames", n)
		}
	})
}

// A moved card arrives in two frames and then rests. Clicks work at its target at once. A key ends the
// motion.
func TestFlight(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := dealKlondike(h, "1", withDeck(longDeck()), "draw")
		for _, size := range screentest.RichSizes {
			p.LookAs(size.Width, size.Height, ui.LevelRich)
			card := kl(p).Waste[len(kl(p).Waste)-1].Card
			n := len(kl(p).Tableau[6])
			p.Press("w", "7")
			var at [][2]int
			for range 3 {
				p.LookAs(size.Width, size.Height, ui.LevelRich)
				shown := shownCards(p)[card]
				if len(shown) == 0 {
					t.Fatalf("%v is nowhere", card)
				}
				at = append(at, shown[0])
				found := false
				for y := range p.H {
					for x := range p.W {
						hit, _ := p.Canvas().HitAt(x, y)
						found = found || hit == any(spot{inColumn, 6, n})
					}
				}
				if !found {
					t.Error("what has been laid is not to be clicked")
				}
				h.Pass(stepPace)
			}
			if !(at[0][0] < at[1][0] && at[1][0] < at[2][0]) {
				t.Errorf("it goes by %v", at)
			}
			h.Pass(time.Second)
			p.Press("space", "left")
			p.LookAs(size.Width, size.Height, ui.LevelRich)
			drawn := kl(p).Waste[len(kl(p).Waste)-1].Card
			soon := shownCards(p)[drawn]
			h.Pass(time.Second)
			p.LookAs(size.Width, size.Height, ui.LevelRich)
			if rest := shownCards(p)[drawn]; len(rest) == 0 || !slices.Equal(soon, rest) {
				t.Errorf("after a key it is at %v, then at %v", soon, rest)
			}
		}
	})
}

// Sheets and tabs can be clicked where they are drawn.
func TestRichClicks(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := atConsent(app.SendState{Waiting: 2})(h)
		for _, size := range screentest.RichSizes {
			for _, at := range []int{1, 0} {
				p.LookAs(size.Width, size.Height, ui.LevelRich)
				p.ClickHit(app.PickHit{Row: 0, At: at})
				if on := h.House.Sending.(*sendingFake).state.On; on != (at == 1) {
					t.Errorf("%dx%d: a click on answer %d makes it %v", size.Width, size.Height, at, on)
				}
			}
		}
	})
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := statistics(h, 40)
		v := p.Top().(*pages.StatsView)
		for i, size := range screentest.RichSizes {
			p.LookAs(size.Width, size.Height, ui.LevelRich)
			p.ClickHit(pages.SetHit(i + 1))
			p.ClickHit(ui.TabHit(i + 1))
			p.ClickHit(pages.OrderHit{})
			p.ClickHit(ui.RowHit(1))
			if v.Set != i+1 || v.Filter != i+1 || int(v.Order) != i+1 || v.Scroll.Focus != 1 {
				t.Errorf("%dx%d: set %d, filter %d, order %d, row %d", size.Width, size.Height, v.Set, v.Filter, v.Order, v.Scroll.Focus)
			}
		}
	})
}

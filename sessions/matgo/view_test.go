package matgo

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade/games"
	"arcade/games/matgo"
	matgobots "arcade/games/matgo/bots"
	"arcade/games/rng"
	"arcade/internal/race"
	"arcade/lobby/pairing"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/client"
	"arcade/sessions/kit"
	"arcade/sessions/matgo/captures"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/matgo/round"
	"arcade/sessions/matgo/tell"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

func init() {
	// at returns a player at a known round, after the toasts.
	at := func(seat games.Seat, round, plies int, keys ...string) func(*screentest.Hall) *screentest.Person {
		return func(h *screentest.Hall) *screentest.Person {
			p := screentest.MatgoAt(h, seat, round, plies)
			h.Pass(3 * time.Second)
			if p.Press(keys...); len(keys) > 0 {
				h.Pass(screentest.BeforeAnswer)
			}
			return p
		}
	}
	// first returns seat 0 before the question whether to declare before a card.
	first := func(round, plies int) func(*screentest.Hall) *screentest.Person {
		return func(h *screentest.Hall) *screentest.Person {
			p := at(0, round, plies)(h)
			p.Press(threesKey(p))
			h.Pass(screentest.BeforeAnswer)
			return p
		}
	}
	// after returns the same some time after the last ply.
	after := func(seat games.Seat, round, plies int, d time.Duration) func(*screentest.Hall) *screentest.Person {
		return func(h *screentest.Hall) *screentest.Person {
			p, o := h.Me(), h.Other()
			id := h.MatgoTable(p, o, seat, round, plies-1)
			h.Pass(3 * time.Second)
			h.Act(id, screentest.MatgoRounds()[round].Actions[plies-1], seat, p, o)
			h.Pass(d)
			return p
		}
	}
	frames = append(frames, []screentest.Page{
		// The opening.
		{Name: "matgo-table-kung", Sizes: screentest.AllSizes, Make: at(0, 17, 0)},
		{Name: "matgo-table-open", Sizes: screentest.AllSizes, Make: at(0, 17, 1, "right")},
		{Name: "matgo-table-lead", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			h.Dealt.Next = withoutFirst(screentest.MatgoRounds()[117].Options)
			h.Duel(p, h.Other(), pairing.Offer{Game: matgo.Name, Control: "30s"}, "")
			h.Pass(3 * time.Second)
			return p
		}},
		{Name: "matgo-table-void", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			h.Dealt.Next = withVoid(screentest.MatgoRounds()[0].Options)
			h.Duel(p, h.Other(), pairing.Offer{Game: matgo.Name, Control: "30s"}, "")
			return p
		}},
		{Name: "matgo-table-first", Make: func(h *screentest.Hall) *screentest.Person {
			p, o := h.First(h.Name(0)), h.Other()
			h.MatgoTable(p, o, 0, 17, 1)
			h.Pass(3 * time.Second)
			return p
		}},
		{Name: "matgo-table-first-take", Make: func(h *screentest.Hall) *screentest.Person {
			p, o := h.First(h.Name(0)), h.Other()
			h.MatgoTable(p, o, 1, 0, 1)
			h.Pass(3 * time.Second)
			return p
		}},

		// Declarations.
		{Name: "matgo-table-bomb-ask", Rich: screentest.RichSizes, Sizes: screentest.AllSizes, Make: at(0, 17, 1, "x")},
		{Name: "matgo-table-shake-ask", Make: at(0, 18, 0, "x")},
		{Name: "matgo-table-shake-first", Rich: screentest.RichSizes, Make: first(0, 2)},
		{Name: "matgo-table-bomb-first", Make: first(17, 1)},
		{Name: "matgo-table-shake-two", Make: at(0, 23, 0, "x", "right")},
		{Name: "matgo-table-shake", Rich: screentest.RichSizes, Sizes: screentest.AllSizes, Make: after(0, 0, 3, 1500*time.Millisecond)},
		{Name: "matgo-table-shake-other", Make: after(1, 0, 3, 500*time.Millisecond)},
		{Name: "matgo-table-bomb", Make: after(0, 1, 4, 1500*time.Millisecond)},
		{Name: "matgo-table-president", Make: at(0, 4, 0)},
		{Name: "matgo-table-president-other", Make: at(1, 4, 0)},

		// A turn.
		{Name: "matgo-table-mine", Move: "right", Rich: screentest.RoomySizes, Sizes: screentest.AllSizes, Make: at(0, 0, 12, "right")},
		{Name: "matgo-table-choice", Sizes: screentest.AllSizes, Make: at(1, 17, 12)},
		{Name: "matgo-table-other", Make: at(1, 0, 12)},
		{Name: "matgo-table-nohints", Make: at(0, 0, 12, "i")},
		{Name: "matgo-table-confirm", Make: func(h *screentest.Hall) *screentest.Person {
			p := at(0, 0, 12)(h)
			p.Change(func(s *app.Settings) { s.Confirm = true })
			p.Press("2")
			return p
		}, Deaf: []string{"c"}}, // only clears the message
		{Name: "matgo-table-take-flip", Rich: screentest.RichSizes, Sizes: screentest.AllSizes, Make: at(1, 0, 1)},
		{Name: "matgo-table-take-hand", Make: at(1, 4, 21, "right")},
		{Name: "matgo-table-take-other", Make: at(0, 0, 1)},
		{Name: "matgo-table-gukjin", Sizes: screentest.AllSizes, Make: at(1, 0, 5, "right")},
		{Name: "matgo-table-go", Rich: screentest.RichSizes, Sizes: screentest.AllSizes, Make: at(1, 0, 18)},
		{Name: "matgo-table-go-again", Make: at(0, 0, 20, "right")},
		{Name: "matgo-table-go-other", Make: at(0, 0, 18)},
		{Name: "matgo-table-ppuk-held", Make: at(0, 33, 6)},
		{Name: "matgo-table-last", Sizes: screentest.AllSizes, Make: at(0, 2, 20)},
		{Name: "matgo-table-pass", Make: func(h *screentest.Hall) *screentest.Person { return screentest.MatgoAt(h, 0, 2, 23) }},
		{Name: "matgo-table-pass-other", Make: func(h *screentest.Hall) *screentest.Person { return screentest.MatgoAt(h, 1, 2, 23) }},
		{Name: "matgo-table-hurry", Make: func(h *screentest.Hall) *screentest.Person {
			p := at(1, 0, 18)(h)
			h.Pass(18 * time.Second)
			return p
		}},
		{Name: "matgo-table-lapse", Make: func(h *screentest.Hall) *screentest.Person {
			p := at(0, 0, 12)(h)
			h.Pass(26*time.Second + 1400*time.Millisecond)
			return p
		}},
		{Name: "matgo-table-watching", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			w := h.Player(h.Name(2))
			id := h.MatgoTable(h.Me(), h.Other(), 0, 0, 12)
			w.Do(play.OpenTable(id))
			return w
		}},
		{Name: "matgo-table-away", Make: func(h *screentest.Hall) *screentest.Person {
			p, o := h.Me(), h.Other()
			h.MatgoTable(p, o, 0, 0, 12)
			o.End()
			h.Pass(5 * time.Second)
			return p
		}},

		// Motion.
		{Name: "matgo-table-playing", Sizes: screentest.AllSizes, Make: after(0, 0, 11, 100*time.Millisecond)},
		{Name: "matgo-table-taking", Make: after(0, 0, 11, 300*time.Millisecond)},
		{Name: "matgo-table-flipping", Make: after(0, 0, 11, 500*time.Millisecond)},
		{Name: "matgo-table-banner", Rich: screentest.RichSizes, Sizes: screentest.AllSizes, Make: after(0, 0, 11, 1000*time.Millisecond)},
		{Name: "matgo-table-won", Sizes: screentest.AllSizes, Make: after(0, 0, 11, 420*time.Millisecond)},
		{Name: "matgo-table-steal", Make: after(0, 0, 11, 750*time.Millisecond)},
		{Name: "matgo-table-again", Make: func(h *screentest.Hall) *screentest.Person {
			p := at(0, 0, 12)(h)
			p.Press("v")
			h.Pass(1500 * time.Millisecond)
			return p
		}},
		{Name: "matgo-table-toasts", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			h.Me().Change(func(s *app.Settings) { s.Motion = "none" })
			return after(0, 0, 11, 300*time.Millisecond)(h)
		}},
		{Name: "matgo-table-many", Make: after(0, 45, 16, 1000*time.Millisecond)},

		// The standard rules.
		{Name: "matgo-standard-floor", Rich: screentest.RichSizes, Make: at(0, 1161, 0)},
		{Name: "matgo-standard-bonus", Rich: screentest.RichSizes, Sizes: screentest.AllSizes, Make: at(0, 1085, 3)},
		{Name: "matgo-standard-pass", Rich: screentest.RichSizes, Sizes: screentest.AllSizes, Make: at(1, 1085, 2)},
		{Name: "matgo-standard-pile", Rich: screentest.RichSizes, Sizes: screentest.AllSizes, Make: at(0, 1085, 14)},
		{Name: "matgo-standard-ppuk", Make: after(0, 1085, 5, 1000*time.Millisecond)},
		{Name: "matgo-standard-eaten", Rich: screentest.RichSizes, Make: after(0, 1085, 14, 1000*time.Millisecond)},
		{Name: "matgo-standard-buried", Sizes: screentest.AllSizes, Make: at(1, 1240, 17)},
		{Name: "matgo-standard-fourth-go", Sizes: screentest.AllSizes, Make: at(0, 1085, 24)},

		// Over it.
		{Name: "matgo-table-menu", Make: at(0, 0, 12, "space")},
		{Name: "matgo-table-log", Make: at(0, 0, 12, "e")},
		{Name: "matgo-table-leave", Make: at(0, 0, 12, "esc")},
		{Name: "matgo-table-resign", Make: at(0, 0, 12, "r")},
	}...)
}

// withoutFirst returns options in which the first cards decide who begins.
func withoutFirst(options json.RawMessage) string {
	all := map[string]json.RawMessage{}
	if err := json.Unmarshal(options, &all); err != nil {
		panic(err)
	}
	delete(all, "first")
	raw, _ := json.Marshal(all)
	return string(raw)
}

// withVoid returns options whose deal has four of a month on the floor.
func withVoid(options json.RawMessage) string {
	all := map[string]json.RawMessage{}
	var deck []string
	if json.Unmarshal(options, &all) != nil || json.Unmarshal(all["deck"], &deck) != nil {
		panic("options")
	}
	for i, id := range []string{"07y", "07t", "07p", "07q"} {
		for k := range deck {
			if deck[k] == id {
				deck[k], deck[20+i] = deck[20+i], deck[k]
				break
			}
		}
	}
	all["deck"], _ = json.Marshal(deck)
	raw, _ := json.Marshal(all)
	return string(raw)
}

// inRound runs f for two people at a known round, the first with the given seat.
func inRound(t *testing.T, seat games.Seat, round, plies int, f func(h *screentest.Hall, p, o *screentest.Person, tb *play.Table)) {
	t.Helper()
	screentest.In(t, words.KO, func(t *testing.T, h *screentest.Hall) {
		p, o := h.Me(), h.Other()
		h.MatgoTable(p, o, seat, round, plies)
		h.Table = p.Top().(*play.Table).ID
		f(h, p, o, p.Top().(*play.Table))
	})
}

// matgoPlies returns the plies at the table of a round.
func matgoPlies(p *screentest.Person) []games.Ply {
	s, err := p.Visit.Table(p.Hall.Table)
	p.Hall.Must(err)
	return s.Plies
}

// plies returns their number, lastAction the last one's action.
func plies(p *screentest.Person) int { return len(matgoPlies(p)) }
func lastAction(p *screentest.Person) games.Action {
	list := matgoPlies(p)
	return list[len(list)-1].Action
}

// A digit plays its card. A click focuses a card and a second click plays it.
func TestPlays(t *testing.T) {
	inRound(t, 0, 0, 12, func(h *screentest.Hall, p, o *screentest.Person, tb *play.Table) {
		p.Press("3")
		if got := lastAction(p); got != "play 06q" {
			t.Errorf("%s", got)
		}
	})
	inRound(t, 0, 0, 12, func(h *screentest.Hall, p, o *screentest.Person, tb *play.Table) {
		p.Click(12, 18) // the third card
		if plies(p) != 12 || tb.Game.(*gameView).at != 2 {
			t.Fatal("a click on another card plays")
		}
		p.Click(12, 18)
		if got := lastAction(p); got != "play 06q" {
			t.Errorf("%s", got)
		}
	})
	inRound(t, 0, 0, 12, func(h *screentest.Hall, p, o *screentest.Person, tb *play.Table) {
		p.Click(1, 6) // the floor's first month, which the first card has
		if got := lastAction(p); got != "play 01t" {
			t.Errorf("%s", got)
		}
	})
	inRound(t, 0, 0, 12, func(h *screentest.Hall, p, o *screentest.Person, tb *play.Table) {
		p.Change(func(s *app.Settings) { s.Confirm = true })
		if p.Press("3"); plies(p) != 12 {
			t.Fatal("played without being confirmed")
		}
		if p.Press("enter"); lastAction(p) != "play 06q" {
			t.Errorf("%s", lastAction(p))
		}
	})
	inRound(t, 1, 0, 12, func(h *screentest.Hall, p, o *screentest.Person, tb *play.Table) {
		p.Press("g", "s", "a", "1", "enter")
		if plies(p) != 12 || p.Note == "" {
			t.Errorf("%d plies, %q", plies(p), p.Note)
		}
	})
}

// Of two floor cards of one kind a card takes the one that counts more. Of two kinds a hint names the
// better one, and of three it takes all.
func TestTakings(t *testing.T) {
	for on, want := range map[string]string{"11p 11d": "11d", "11d 11p": "11d", "06p 06y": "06y", "12d 12t": "12t", "08y 08k": "08k", "03p 03q": "03p", "01k 01p 01q": "01k 01p 01q", "05t": "05t"} {
		if got := round.Takings(cardsOf(on)); !slices.Equal(got, cardsOf(want)) {
			t.Errorf("of %s: %v, want %s", on, got, want)
		}
	}
}

// A hint always names the use of a capture: the progress if it adds no point, and for a set only if the
// opponent has not spoilt it.
func TestHints(t *testing.T) {
	for _, lang := range []words.Lang{words.KO, words.EN} {
		synctest.Test(t, func(t *testing.T) {
			a := screentest.NewHall(t, lang).Me().App
			text := func(own, foe, card, on string) string {
				view := &matgo.View{HandCounts: [2]int{5, 5}}
				view.Sides[0].Captured, view.Sides[1].Captured = round.Captured(matgo.Captured{}, cardsOf(own)), round.Captured(matgo.Captured{}, cardsOf(foe))
				view.Sides[0].PiCount = round.PiWorth(cardsOf(own))
				return round.TakesText(a, view, 0, cardsOf(card)[0], cardsOf(on))
			}
			takes := a.T("mg.hint.takes", "card", hwatu.Words(a, cardsOf("03k")[0], true), "list", hwatu.Kind(a, cardsOf("03t")[0], true))
			near := func(key string, n, of int) string {
				return "  " + a.T("mg.hint.near", "what", a.T(key), "n", n, "of", of)
			}
			full := takes + "  " + a.T("mp.part.kwang") + " +3  =  " + a.T("mg.pts", "n", 3)
			if next := full + near("mg.set.hongdan", 2, 3); ui.Width(next) <= 60 {
				full = next
			} else if lang == words.KO {
				t.Errorf("%q has %d cells", next, ui.Width(next))
			}
			for _, tc := range []struct{ own, foe, card, on, want string }{
				{"", "", "03k", "03t", takes + near("mp.part.kwang", 1, 3) + near("mg.set.hongdan", 1, 3)},
				{"01t", "02t", "03k", "03t", takes + near("mp.part.kwang", 1, 3) + near("mp.part.tti", 2, 5)},
				{"01t 01k 08k", "", "03k", "03t", full},
			} {
				if got := text(tc.own, tc.foe, tc.card, tc.on); got != tc.want {
					t.Errorf("%q, want %q", got, tc.want)
				}
			}
			if got := text("", "", "01k", "01p"); !strings.HasSuffix(got, near("mp.part.kwang", 1, 3)+"  "+a.T("mg.hint.pi", "n", 1)) {
				t.Error(got)
			}
			cards := matgo.Full.Cards()
			for _, c := range cards {
				for _, x := range cards {
					if c == x || c.Bonus() || c.Month() != x.Month() {
						continue
					}
					takes := round.Taking(a, c, []matgo.Card{x}, 0)
					for _, own := range []string{"", "02y 04y 05y 06y", "01t 04t 06t 10t 12t", "01k 03k 08k", "12k 01k"} {
						if got := text(own, "", c.String(), x.String()); len(got) <= len(takes) || ui.Width(got) > 60 {
							t.Errorf("%s beside %q: %q", x, own, got)
						}
					}
				}
			}
		})
	}
}

// cardsOf returns cards by their ids.
func cardsOf(ids string) (list []matgo.Card) {
	for _, id := range strings.Fields(ids) {
		c, ok := matgo.ParseCard(id)
		if !ok {
			panic(id)
		}
		list = append(list, c)
	}
	return list
}

// A floor card is chosen by its letter, its number, a click, or focus and Enter. a is the left one.
func TestTakes(t *testing.T) {
	for name, choose := range map[string]func(p *screentest.Person){
		"letter": func(p *screentest.Person) { p.Press("b") },
		"hangul": func(p *screentest.Person) { p.Press("ㅠ") },
		"digit":  func(p *screentest.Person) { p.Press("2") },
		"focus":  func(p *screentest.Person) { p.Press("right", "right", "enter") },
		"click":  func(p *screentest.Person) { p.Click(29, 10) },
	} {
		inRound(t, 1, 0, 1, func(h *screentest.Hall, p, o *screentest.Person, tb *play.Table) {
			choose(p)
			if got := lastAction(p); got != "take 10t" {
				t.Errorf("%s: %s", name, got)
			}
		})
	}
	inRound(t, 1, 0, 1, func(h *screentest.Hall, p, o *screentest.Person, tb *play.Table) {
		if p.Press("enter"); plies(p) != 1 || !strings.Contains(p.Note, "a, b") {
			t.Error("Enter chooses what nobody has chosen")
		}
	})
}

// threesKey returns the digit of the first card in hand whose month can be declared.
func threesKey(p *screentest.Person) string {
	s := &p.Top().(*play.Table).Scene
	view, _ := round.Of(s)
	i := slices.IndexFunc(view.Hands[s.You], func(c matgo.Card) bool { return declarable(s, c.Month()) })
	return string(digits[i])
}

// asked plays such a card and answers the question before it.
func asked(answer string) func(*screentest.Person) {
	return func(p *screentest.Person) {
		p.Press(threesKey(p))
		p.Hall.Pass(screentest.BeforeAnswer)
		p.Press(answer)
	}
}

// A player who shakes at the question before a card plays that card once everybody has seen the shake.
func TestShakeThenPlay(t *testing.T) {
	inRound(t, 0, 0, 2, func(h *screentest.Hall, p, o *screentest.Person, tb *play.Table) {
		asked("y")(p)
		if plies(p) != 3 {
			t.Fatal("played while the cards are shown")
		}
		h.Pass(5 * time.Second)
		if got := matgoPlies(p)[3].Action; got != "play 06q" {
			t.Errorf("%s", got)
		}
	})
	inRound(t, 0, 0, 2, func(h *screentest.Hall, p, o *screentest.Person, tb *play.Table) {
		p.Press("x") // a shake by its own key leaves the card open
		h.Pass(screentest.BeforeAnswer)
		p.Press("1")
		if h.Pass(5 * time.Second); plies(p) != 3 {
			t.Errorf("%s", lastAction(p))
		}
	})
}

// A question is answered by number, letter or click. Nothing is chosen at first, and earlier keys answer
// nothing.
func TestAnswers(t *testing.T) {
	for name, tc := range map[string]struct {
		seat         games.Seat
		round, plies int
		do           func(p *screentest.Person)
		want         games.Action
	}{
		"go":         {1, 0, 18, func(p *screentest.Person) { p.Press("1") }, "go"},
		"go by g":    {1, 0, 18, func(p *screentest.Person) { p.Press("g") }, "go"},
		"stop by s":  {1, 0, 18, func(p *screentest.Person) { p.Press("s") }, "stop"},
		"stop":       {1, 0, 18, func(p *screentest.Person) { p.Press("right", "right", "enter") }, "stop"},
		"go clicked": {1, 0, 18, func(p *screentest.Person) { p.Click(6, 12) }, "go"},
		"no button":  {1, 0, 18, func(p *screentest.Person) { p.Press("enter", "3", "a") }, ""},
		"kung":       {0, 17, 0, func(p *screentest.Person) { p.Press("1") }, "kung 3"},
		"kung pass":  {0, 17, 0, func(p *screentest.Person) { p.Press("2") }, "kung-pass"},
		"gukjin":     {1, 0, 5, func(p *screentest.Person) { p.Press("2") }, "gukjin pi"},
		"president":  {0, 4, 0, func(p *screentest.Person) { p.Press("right", "enter") }, "president stop"},
		"bomb":       {0, 17, 1, func(p *screentest.Person) { p.Press("x"); p.Hall.Pass(screentest.BeforeAnswer); p.Press("1") }, "bomb 3"},
		"bomb early": {0, 17, 1, func(p *screentest.Person) { p.Press("x", "1") }, "kung-pass"},
		"bomb not":   {0, 17, 1, func(p *screentest.Person) { p.Press("x"); p.Hall.Pass(screentest.BeforeAnswer); p.Press("2") }, "kung-pass"},
		"bomb esc":   {0, 17, 1, func(p *screentest.Person) { p.Press("x"); p.Hall.Pass(screentest.BeforeAnswer); p.Press("esc", "1") }, "play 02p"},
		"second":     {0, 23, 0, func(p *screentest.Person) { p.Press("x"); p.Hall.Pass(screentest.BeforeAnswer); p.Press("2") }, "shake 7"},
		"play shake": {0, 0, 2, asked("y"), "shake 6"},
		"play plain": {0, 0, 2, asked("2"), "play 06q"},
		"play esc":   {0, 0, 2, asked("esc"), ""},
		"play bomb":  {0, 17, 1, asked("1"), "bomb 3"},
		"play one":   {0, 17, 1, asked("n"), "play 03k"},
		"play early": {0, 0, 2, func(p *screentest.Person) { p.Press(threesKey(p), "1") }, ""},
		"then digit": {0, 17, 0, func(p *screentest.Person) { p.Press("2", "1") }, "kung-pass"},
		"then enter": {0, 17, 0, func(p *screentest.Person) { p.Press("right", "right", "enter", "enter") }, "kung-pass"},
		"then click": {0, 17, 0, func(p *screentest.Person) { p.Press("2"); p.ClickHit(handHit(0)) }, "kung-pass"},
		"then later": {0, 17, 0, func(p *screentest.Person) { p.Press("2"); p.Hall.Pass(app.GuardTime); p.Press("1") }, "play 02p"},
		"not, digit": {0, 17, 1, func(p *screentest.Person) { p.Press("x"); p.Hall.Pass(screentest.BeforeAnswer); p.Press("2", "1") }, "kung-pass"},
		"no shake":   {0, 0, 12, func(p *screentest.Person) { p.Press("x") }, "play 09p"},
	} {
		inRound(t, tc.seat, tc.round, tc.plies, func(h *screentest.Hall, p, o *screentest.Person, tb *play.Table) {
			tc.do(p)
			got := games.Action("")
			if n := plies(p); n > 0 && (n > tc.plies || tc.want != "") {
				got = lastAction(p)
			}
			if got != tc.want {
				t.Errorf("%s: %q", name, got)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) { // the stop is too early
		h := screentest.NewHall(t, words.KO)
		p, o := h.Me(), h.Other()
		id := h.MatgoTable(p, o, 1, 0, 17)
		h.Table = id
		h.Pass(3 * time.Second)
		h.Act(id, screentest.MatgoRounds()[0].Actions[17], 1, p, o)
		h.Pass(100 * time.Millisecond)
		if p.Press("2", "2"); plies(p) != 18 { // the first ends the motion
			t.Error("a key answers what has just come into view")
		}
		h.Pass(screentest.BeforeAnswer)
		if p.Press("2"); plies(p) != 19 {
			t.Error("no answer")
		}
	})
}

// While cards are shown to all nobody can play, and both see them.
func TestShows(t *testing.T) {
	inRound(t, 0, 0, 2, func(h *screentest.Hall, p, o *screentest.Person, tb *play.Table) {
		h.Must(p.Visit.Act(tb.ID, 2, "shake 6"))
		for range 3 {
			h.Pass(450 * time.Millisecond)
			for _, who := range []*screentest.Person{p, o} {
				if text := who.State(); !strings.Contains(text, "흔들었어요") {
					t.Error("not shown")
				}
			}
		}
		if p.Press("1", "enter", "x"); plies(p) != 3 || p.Note != "" {
			t.Errorf("keys mean something while cards are shown: %q", p.Note)
		}
		h.Pass(700 * time.Millisecond)
		if text := p.State(); strings.Contains(text, "흔들었어요") {
			t.Error("still shown")
		}
		if p.Press("1"); plies(p) != 4 {
			t.Error("cannot play after it")
		}
	})
}

// A bomb's effect is visible after its cards were shown to all.
func TestBombs(t *testing.T) {
	inRound(t, 1, 1, 3, func(h *screentest.Hall, p, o *screentest.Person, tb *play.Table) {
		h.Act(tb.ID, screentest.MatgoRounds()[1].Actions[3], 1, p, o)
		shown := func() int { return tb.Game.(*gameView).whole(p.App, &tb.Scene) }
		h.Pass(1900 * time.Millisecond)
		if shown() != 3 || !strings.Contains(p.State(), "폭탄!") {
			t.Error("the cards are not shown first")
		}
		h.Pass(300 * time.Millisecond)
		if shown() != 3 {
			t.Error("what it does is not shown")
		}
		h.Pass(1200 * time.Millisecond)
		if shown() != 4 {
			t.Error("it does not come to its end")
		}
	})
}

// A key during motion acts at once, and ends the motion. Without motion there is nothing to end.
func TestSkipsMotion(t *testing.T) {
	inRound(t, 1, 0, 10, func(h *screentest.Hall, p, o *screentest.Person, tb *play.Table) {
		h.Must(o.Visit.Act(tb.ID, 10, "play 08k"))
		h.Settle()
		v := tb.Game.(*gameView)
		for motion, want := range map[string][2]time.Duration{"slow": {2600, 5200}, "": {1000, 1300}, "normal": {1000, 1300}, "fast": {500, 700}, "none": {}} {
			p.Set.Motion = motion
			if d := tell.Ply(p.App, &tb.Scene, p.Pace()).Total / time.Millisecond; d < want[0] || d > want[1] {
				t.Errorf("%q: %v ms", motion, int(d))
			}
		}
		p.Set.Motion = ""
		if !v.moving(p.App, &tb.Scene) {
			t.Fatal("nothing moves")
		}
		if p.Press("left"); v.moving(p.App, &tb.Scene) || v.at != len(tb.Scene.View.(*matgo.View).Hands[1])-1 {
			t.Errorf("a key does not end it: %v, %d", v.moving(p.App, &tb.Scene), v.at)
		}
	})
	inRound(t, 1, 0, 10, func(h *screentest.Hall, p, o *screentest.Person, tb *play.Table) {
		h.Must(o.Visit.Act(tb.ID, 10, "play 08k"))
		h.Settle()
		if p.Press("1"); plies(p) != 12 {
			t.Errorf("%d plies: the key does not play", plies(p))
		}
	})
}

// beat is a moment of a turn on the screen: the message row, the last turn's rows, the floor's title, and a month's
// cards there.
type beat struct{ words, turn, title, floor string }

// floorY is the row of the floor's title in the body of a table in signs.
const floorY = 3

// beats returns the beats of the time to come, and their number of frames.
func beats(h *screentest.Hall, p *screentest.Person, month int, d time.Duration) (list []beat, frames int) {
	from := p.Ticks
	for range int(d / (10 * time.Millisecond)) {
		rows := strings.Split(p.State(), "\n")[:24]
		cells := screentest.Grid(strings.Join(rows, "\n"))
		part := func(y, x, n int) string { return strings.TrimSpace(cellText(cells[y], x, n)) }
		x, y := 8*((month-1)%6), 1+floorY+1+4*((month-1)/6)
		b := beat{
			words: part(22, 1, 50), turn: part(14, 58, 21) + "/" + part(15, 58, 21),
			title: strings.Trim(part(1+floorY, 0, tableW), "─ "), floor: part(y+2, x, 7),
		}
		if n := len(list); n == 0 || list[n-1] != b {
			list = append(list, b)
		}
		h.Pass(10 * time.Millisecond)
	}
	return list, p.Ticks - from
}

// A ply's effects are shown in order. At each moment the message row, the last turn's rows and the cards agree: the
// played card, its taking, the flipped card, the steals, the effects. Except for the clock there are no
// more frames than moments.
func TestTellsInStep(t *testing.T) {
	inRound(t, 1, 0, 10, func(h *screentest.Hall, p, o *screentest.Person, tb *play.Table) {
		h.Must(o.Visit.Act(tb.ID, 10, "play 08k"))
		h.Settle()
		got, frames := beats(h, p, 8, 1500*time.Millisecond)
		want := []beat{
			{"홍련: 8월 광 냈어요", "8광/", "바닥 7장", "│광│피│"},
			{"홍련: 8월 광, 8월 피 먹었어요", "낸 패 8광>8피/", "바닥 7장", "│광│피│"},
			{"홍련: 8월 광, 8월 피 먹었어요", "낸 패 8광>8피/", "바닥 5장", ""},
			{"뒤집은 패: 8월 피", "낸 패 8광>8피/", "바닥 6장", "│피│"},
			{"홍련: 1월 피 뺏었어요", "낸 패 8광>8피/뒤집기 8피 놓음", "쪽! 피 1장", "│피│"},
			{"3월 띠 (홍) > 광 먹기  광 1/3  홍단 1/3", "낸 패 8광>8피/뒤집기 8피 놓음", "쪽! 피 1장   3광! +3", "│피│"},
			{"3월 띠 (홍) > 광 먹기  광 1/3  홍단 1/3", "낸 패 8광>8피/뒤집기 8피 놓음", "바닥 6장", "│피│"},
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q\nwant\n%q", got, want)
		}
		if frames > len(want)+2 {
			t.Errorf("%d frames", frames)
		}
	})
}

// With motion off a ply is there at once, and its effects are described beside the cards.
func TestTellsNothing(t *testing.T) {
	inRound(t, 1, 0, 10, func(h *screentest.Hall, p, o *screentest.Person, tb *play.Table) {
		p.Change(func(s *app.Settings) { s.Motion = "none" })
		h.Must(o.Visit.Act(tb.ID, 10, "play 08k"))
		h.Settle()
		if got := tb.Game.(*gameView).whole(p.App, &tb.Scene); got != 11 {
			t.Errorf("%d plies are told of", got)
		}
		for _, text := range []string{"쪽! 피 1장", "3광!"} {
			if !strings.Contains(p.State(), text) {
				t.Errorf("%q is not said", text)
			}
		}
	})
}

// The key v shows the opponent's last turn again: all of its plies, slowly, whatever the pace is and
// whatever was played since, also for a spectator.
func TestTellsAgain(t *testing.T) {
	inRound(t, 0, 0, 2, func(h *screentest.Hall, p, o *screentest.Person, tb *play.Table) {
		p.Change(func(s *app.Settings) { s.Motion = "none" })
		h.Act(tb.ID, "0 shake 6", 0, p, o)
		h.Pass(3 * time.Second)
		w := h.Player(h.Name(2))
		w.Do(play.OpenTable(tb.ID))
		for who, want := range map[*screentest.Person][]string{
			p: {"홍련: 4월 열끗 새 냈어요", "뒤집은 패: 10월 피", "홍련: 10월 피, 10월 띠 청단 먹었어요"},
			w: {"백파이: 6월 흔들기 2배"},
		} {
			who.Press("v")
			got, _ := beats(h, who, 10, 5*time.Second)
			i := 0
			for _, b := range got {
				if i < len(want) && b.words == want[i] {
					i++
				}
			}
			if i < len(want) {
				t.Errorf("%q is not told: %q", want[i], got)
			}
			if f, _ := tb.Game.(*gameView).moment(p.App, &tb.Scene); f != nil {
				t.Error("it has no end")
			}
		}
	})
}

// moving reports whether motion runs.
func (v *gameView) moving(a *app.App, s *play.Scene) bool {
	f, _ := v.moment(a, s)
	return f != nil
}

// whole returns the number of plies shown with all their effects.
func (v *gameView) whole(a *app.App, s *play.Scene) int {
	f := v.frame(a, s, s.View.(*matgo.View))
	n := len(f.Plies)
	if n > 0 && len(f.Plies[n-1].Events) < len(s.Plies[n-1].Events) {
		n--
	}
	return n
}

// A ply that comes during the motion of the previous one waits for its end. A third one waits only for the
// second.
func TestQueuesMotion(t *testing.T) {
	inRound(t, 0, 0, 10, func(h *screentest.Hall, p, o *screentest.Person, tb *play.Table) {
		v := tb.Game.(*gameView)
		shown := func() int { return v.whole(p.App, &tb.Scene) }
		for i, want := range []int{10, 11} {
			h.Act(tb.ID, screentest.MatgoRounds()[0].Actions[10+i], 0, p, o)
			h.Pass(100 * time.Millisecond)
			if got := shown(); got != 10 {
				t.Errorf("%d plies are told of after ply %d", got, 11+i)
			}
			h.Pass(200 * time.Millisecond)
			if got := shown(); i == 1 && got != 10 {
				t.Errorf("%d plies are told of after ply %d, want %d", got, 11+i, want)
			}
		}
		h.Pass(800 * time.Millisecond) // the first has been shown, except for its end
		if got := shown(); got != 11 {
			t.Errorf("%d plies are told of, want the first", got)
		}
		h.Act(tb.ID, screentest.MatgoRounds()[0].Actions[12], 0, p, o)
		h.Pass(100 * time.Millisecond)
		if got := shown(); got != 11 {
			t.Errorf("%d plies are told of: the second is not shown at once when a third waits", got)
		}
		h.Pass(3 * time.Second)
		if got := shown(); got != 13 || v.moving(p.App, &tb.Scene) {
			t.Errorf("%d plies are told of at the end", got)
		}
	})
}

// No frame of a seat or a spectator, at any moment of a ply, shows a card that is hidden from it. The frame
// of a viewer who sees everything does.
func TestHides(t *testing.T) {
	if race.On {
		t.Skip("one drawing at a time, thousands of them")
	}
	for _, n := range []int{0, 33, 45} {
		synctest.Test(t, func(t *testing.T) {
			a := screentest.NewHall(t, words.KO).Me().App
			for _, viewer := range []games.Seat{0, 1, games.Spectator, games.Everything} {
				found := 0
				for i, s := range scenes(t, screentest.MatgoRounds()[n], viewer) {
					v := newView()
					v.Update(s.scene)
					s.scene.Moved = time.Now()
					for range 4 {
						for _, size := range []client.Size{{Width: 80, Height: 24}, {Width: 120, Height: 40}} {
							c := ui.New(size.Width, size.Height)
							kit.Draw(v.board(a, s.scene), kit.Look{}, ui.Body(c))
							card, ok := shown(a, c, s.hidden)
							if ok {
								found++
							}
							if ok && viewer != games.Everything {
								t.Fatalf("round %d, ply %d: viewer %d sees %v\n%s", n, i, viewer, card, c.Plain(ui.LevelLines))
							}
						}
						time.Sleep(300 * time.Millisecond)
					}
				}
				if viewer == games.Everything && found == 0 {
					t.Error("no card is found where all are open")
				}
			}
		})
	}
}

// At each moment of a ply the bak risks follow from the cards that are shown as captured.
func TestTellsRisksInStep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := screentest.NewHall(t, words.KO).Me().App
		gone := 0
		for _, s := range scenes(t, screentest.MatgoRounds()[1], 0) {
			for _, f := range tell.Ply(a, s.scene, "").Frames {
				for seat, d := range f.View.Sides {
					now := s.scene.View.(*matgo.View).Sides[seat]
					if len(d.Captured.Kwang) == len(now.Captured.Kwang) && d.PiCount == now.PiCount && len(d.Captured.Yeol) == len(now.Captured.Yeol) && d.Danger != now.Danger {
						t.Errorf("ply %d, %q: seat %d has what the ply brings, and the risks %+v, not %+v", len(s.scene.Plies), f.Words, seat, d.Danger, now.Danger)
					}
					if d.Danger != s.scene.Before.(*matgo.View).Sides[seat].Danger {
						gone++
					}
				}
			}
		}
		if gone == 0 {
			t.Error("no risk goes")
		}
	})
}

// shownScene is a moment of a round with the cards that are hidden from the viewer.
type shownScene struct {
	scene  *play.Scene
	hidden []matgo.Card
}

// scenes returns the moments of a round before its end, as a viewer sees them.
func scenes(t *testing.T, r screentest.DealtRound, viewer games.Seat) (list []shownScene) {
	t.Helper()
	pos, err := matgobots.Game{}.Start(games.Setup{Game: matgo.Name, Options: r.Options})
	if err != nil {
		t.Fatal(err)
	}
	seats := []table.SeatInfo{{Person: table.Person{ID: "1", Name: "가"}}, {Person: table.Person{ID: "2", Name: "나"}}}
	var plies []games.Ply
	var before any
	for i := -1; i < len(r.Actions); i++ {
		if i >= 0 {
			before = pos.View(viewer)
			ply := games.Ply{Seat: pos.ToAct(), Action: games.Action(r.Actions[i][2:])}
			if ply.Events, err = pos.Apply(ply.Action); err != nil {
				t.Fatal(err)
			}
			plies = append(plies, ply)
		}
		if pos.Result() != nil {
			break
		}
		all := pos.View(games.Everything).(*matgo.View)
		s := &play.Scene{View: pos.View(viewer), Before: before, Plies: plies, Seats: seats, You: max(viewer, games.Nobody), ToAct: pos.ToAct(), Moved: time.Now()}
		if pos.ToAct() == viewer {
			s.Legal = pos.Legal()
		}
		hidden := slices.Clone(all.Stock)
		for seat, hand := range all.Hands {
			if games.Seat(seat) != viewer {
				hidden = append(hidden, hand...)
			}
		}
		list = append(list, shownScene{s, hidden})
	}
	return list
}

// shown returns one of some cards whose face is in a frame, small or large.
func shown(a *app.App, c *ui.Canvas, cards []matgo.Card) (matgo.Card, bool) {
	text := map[bool]map[string]matgo.Card{false: {}, true: {}} // the hidden faces, and all others
	face := func(card matgo.Card) string {
		foot := hwatu.Tag(a, card)
		if foot == "" {
			foot = "──"
		}
		return hwatu.MonthCells(card) + ui.PadRight(hwatu.KindTag(a, card), 2) + foot
	}
	for card := range matgo.Card(matgo.Cards) {
		text[!slices.Contains(cards, card)][face(card)] = card
	}
	rows := screentest.Grid(c.Plain(ui.LevelLines))
	for y := 0; y+3 < len(rows); y++ {
		for x := 1; x+4 < len(rows[y]); x++ {
			if rows[y][x-1] != '│' {
				continue
			}
			small := cellText(rows[y], x, 2) + cellText(rows[y+1], x, 2) + cellText(rows[y+2], x, 2)
			month := strings.TrimSuffix(cellText(rows[y], x, 4), "월")
			large := ui.PadLeft(strings.TrimSpace(month), 2) + cellText(rows[y+2], x+1, 2)
			for key, card := range text[false] {
				if _, open := text[true][key]; open { // its twin is open
					continue
				}
				if small == key || rows[y][x+4] == '│' && strings.HasPrefix(key, large) && noneBegins(text[true], large) {
					return card, true
				}
			}
		}
	}
	return 0, false
}

// noneBegins reports whether no key begins with a text.
func noneBegins(all map[string]matgo.Card, text string) bool {
	for key := range all {
		if strings.HasPrefix(key, text) {
			return false
		}
	}
	return true
}

// cellText returns the text in n cells of a row.
func cellText(row []rune, x, n int) string {
	var b strings.Builder
	for _, r := range row[x:min(x+n, len(row))] {
		if r != 0 {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// The two rows of captures have room for the most that a seat can win.
func TestCapturesFit(t *testing.T) {
	for _, lang := range []words.Lang{words.KO, words.EN} {
		screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
			a := h.Me().App
			var d matgo.Side
			d.Captured = round.Captured(d.Captured, matgo.Full.Cards())
			for range 2 {
				d.PiCount = round.PiWorth(d.Captured.Pi)
				kwang, yeol, tti, pi := captures.Texts(a, d, tableW-39)
				for _, x := range []struct {
					text string
					room int
				}{{kwang, 19}, {yeol, 34}, {tti, 36}, {pi, 17}} {
					if n := ui.Width(x.text); n > x.room {
						t.Errorf("%q is %d wide", x.text, n)
					}
				}
				d.Captured.Pi = append(d.Captured.Pi, matgo.Gukjin)
			}
		})
	}
}

// A hint's promise equals the engine's count.
func TestGains(t *testing.T) {
	inRound(t, 0, 0, 12, func(h *screentest.Hall, p, o *screentest.Person, tb *play.Table) {
		source := rng.Derive("gains", "test")
		for n := range 300 {
			deck := matgo.Full.Cards()
			source.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
			was, add := deck[:10+n%20], deck[40:42+n%3]
			points := func(list []matgo.Card) (d matgo.Side, total int) {
				d.Captured = round.Captured(d.Captured, list)
				d.PiCount = round.PiWorth(d.Captured.Pi)
				for _, g := range round.Gains(p.App, matgo.Side{}, list) {
					total += g.Points
				}
				return d, total
			}
			d, before := points(was)
			_, after := points(append(append([]matgo.Card{}, was...), add...))
			gain := 0
			for _, g := range round.Gains(p.App, d, add) {
				gain += g.Points
			}
			if after-before != gain {
				t.Fatalf("%v and %v: %d, then %d, but a gain of %d", was, add, before, after, gain)
			}
		}
	})
	for _, r := range screentest.MatgoRounds() {
		pos, err := matgobots.Game{}.Start(games.Setup{Game: matgo.Name, Options: r.Options})
		if err != nil {
			t.Fatal(err)
		}
		for _, act := range r.Actions {
			view := pos.View(games.Everything).(*matgo.View)
			for _, d := range view.Sides {
				var all []matgo.Card
				for _, list := range [][]matgo.Card{d.Captured.Kwang, d.Captured.Yeol, d.Captured.Tti, d.Captured.Pi} {
					all = append(all, list...)
				}
				if d.Gukjin == "pi" { // a hint never mentions one that counts as pi
					continue
				}
				sum := 0
				for _, g := range round.Gains((&app.App{}), matgo.Side{}, all) {
					sum += g.Points
				}
				if want := d.Points.Total - d.Points.Events; sum != want {
					t.Fatalf("round %d: %v count %d, not %d", r.N, all, sum, want)
				}
			}
			if _, err := pos.Apply(games.Action(act[2:])); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Every event has words in both languages, except events whose parts other events report.
func TestEventsHaveWords(t *testing.T) {
	silent := map[string]bool{"ask": true, "match": true, "flip": true, "play": true, "steal": true, "round_end": true, "pile": true}
	seen := map[string]bool{}
	for _, lang := range []words.Lang{words.KO, words.EN} {
		synctest.Test(t, func(t *testing.T) {
			a := screentest.NewHall(t, lang).Me().App
			s := &play.Scene{Seats: []table.SeatInfo{{Person: table.Person{ID: "1", Name: "가"}}, {Person: table.Person{ID: "2", Name: "나"}}}, You: 0}
			for _, r := range screentest.MatgoRounds() {
				pos, err := matgobots.Game{}.Start(games.Setup{Game: matgo.Name, Options: r.Options})
				if err != nil {
					t.Fatal(err)
				}
				for _, act := range r.Actions {
					events, err := pos.Apply(games.Action(act[2:]))
					if err != nil {
						t.Fatal(err)
					}
					for _, e := range events {
						kind := e.Fact.Kind()
						seen[kind] = true
						text, _ := tell.Event(a, s, e, tell.Brief)
						if text == "" && !silent[kind] || strings.ContainsAny(text, "{}") || screentest.Missing.MatchString(text) {
							t.Errorf("%s: %q", kind, text)
						}
						if ui.Width(text) > 54 {
							t.Errorf("%q is too wide", text)
						}
					}
					if text := tell.ActionText(a, games.Action(act[2:])); text == "" || strings.Contains(text, act[2:]) {
						t.Errorf("%s: %q", act, text)
					}
				}
			}
		})
	}
	if len(seen) < 25 {
		t.Errorf("only %d kinds of events", len(seen))
	}
}

// widestRound makes the content of a round as wide as possible: both have all cards and every bak is open.
func widestRound(was *matgo.View) *matgo.View {
	v := *was
	v.Carry, v.Ply = matgo.MaxCarry, 99
	for i := range v.Sides {
		d := &v.Sides[i]
		d.Captured = round.Captured(matgo.Captured{}, matgo.Full.Cards())
		d.PiCount, d.Gold, d.WinsNow = 33, matgo.MaxGold, 999_999_999
		d.Points = matgo.Points{Kwang: 15, Yeol: 10, Tti: 10, Pi: 24, Hongdan: 3, Cheongdan: 3, Chodan: 3, Godori: 5, Events: 10, Total: 83}
		d.Go, d.GoBase = 10, 83
		d.Multiplier = matgo.Multiplier{Go: 9, Shake: 8, Bomb: 8, GoBak: 2, Gwang: 2, Pi: 2, Meong: 2, Carry: matgo.MaxCarry, President: 4, Total: 999_999_999}
		d.Danger = matgo.Bak{Gwang: true, Pi: true, Meong: true, Go: true}
		d.Events = matgo.Counters{Ppuk: 3, Shaking: 3, Bomb: 3}
		d.Ppuk.Open = true
		d.Held = []matgo.Card{matgo.BonusDouble, matgo.BonusTriple}
	}
	return &v
}

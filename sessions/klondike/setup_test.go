package klondike

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/lobby/deals"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/klondike/pages"
	"arcade/sessions/play"
	"arcade/sessions/play/replays"
	"arcade/sessions/play/tell"
	"arcade/sessions/ranks"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/store"
)

// inHouse runs f for a player at home in a house.
func inHouse(t *testing.T, f func(h *screentest.Hall, p *screentest.Person)) {
	t.Helper()
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		f(h, h.Me())
	})
}

// started returns the table that the form has led to.
func started(p *screentest.Person) *table.Snapshot {
	p.Hall.T.Helper()
	tb, ok := p.Top().(*play.Table)
	if !ok {
		p.Hall.T.Fatalf("%T, which says %q", p.Top(), p.Note)
	}
	return tb.Snap
}

// form brings the player to the form and presses keys there.
func form(p *screentest.Person, keys ...string) {
	p.Do((*app.App).Home)
	p.Press("3", "enter")
	p.Press(keys...)
}

// The form deals what it shows, and typed deals are practice.
func TestSetupDeals(t *testing.T) {
	inHouse(t, func(h *screentest.Hall, p *screentest.Person) {
		deck, err := klondike.ParseDeck(easyDeck())
		h.Must(err)
		three := klondike.Rules{Draw: 3, Redeals: 1, Recycle: klondike.Keep}
		known := deal(h, 42, three, found(games.Solvable, 113))
		for _, test := range []struct {
			name   string
			keys   []string
			paste  string
			id     string // "" for any
			rules  klondike.Rules
			seeded bool
		}{
			{"ranked", nil, "", "", klondike.Standard(), false},
			{"ranked with rules", []string{"down", "2", "down", "3", "down", "2", "down", "2"}, "", "", three, false},
			{"a seed", toTyped, "42", klondike.DealID(42, klondike.Standard()), klondike.Standard(), true},
			{"a seed with blanks", toTyped, "  7 ", klondike.DealID(7, klondike.Standard()), klondike.Standard(), true},
			{"the largest seed", toTyped, "18446744073709551615", klondike.DealID(1<<64-1, klondike.Standard()), klondike.Standard(), true},
			{"no seed", toTyped, "", "", klondike.Standard(), true},
			{"a deal ID", toTyped, known, known, klondike.Rules{Draw: 3, Redeals: 1, Recycle: klondike.Keep, F2T: true}, true},
			{"a deck", toDeck, easyDeck(), klondike.DeckDealID(deck, klondike.Standard()), klondike.Standard(), true},
			{"a deck in small letters", toDeck, strings.ToLower(easyDeck()), klondike.DeckDealID(deck, klondike.Standard()), klondike.Standard(), true},
		} {
			form(p, test.keys...)
			if test.paste != "" {
				p.Pasted(test.paste)
			}
			p.Press("enter")
			s := started(p)
			view := s.View.(klondike.View)
			if view.Rules != test.rules || test.id != "" && view.DealID != test.id || s.Seeded != test.seeded || s.Daily != "" {
				t.Errorf("%s: %+v %s, seeded %v", test.name, view.Rules, view.DealID, s.Seeded)
			}
		}
	})
}

// A Deal ID is looked up soon after typing, without a key.
func TestSetupLooksUp(t *testing.T) {
	inHouse(t, func(h *screentest.Hall, p *screentest.Person) {
		id := deal(h, 42, klondike.Standard(), found(games.Solvable, 113))
		form(p, toTyped...)
		h.Pass(time.Second) // no change of the lobby is pending
		p.Pasted(id)
		h.Pass(time.Second)
		if s := p.Top().(*pages.Setup); s.Known == nil {
			t.Errorf("it says %q", s.Reading(p.App))
		}
	})
}

// A deal that cannot be dealt is refused with its own sentence, and nothing begins.
func TestSetupRefuses(t *testing.T) {
	inHouse(t, func(h *screentest.Hall, p *screentest.Person) {
		unknown := klondike.DealID(5, klondike.Standard())
		for _, test := range []struct {
			keys        []string
			paste, want string
		}{
			{toTyped, "123456789012345678901", "That has 21 digits; a seed has at most 20"},
			{toTyped, "18446744073709551616", words.T(words.EN, "err.bad_seed")},
			{toTyped, "-1", words.T(words.EN, "err.bad_seed")},
			{toTyped, "seven", words.T(words.EN, "err.bad_seed")},
			{toTyped, "DL1_", words.T(words.EN, "kp.bad.id")},
			{toTyped, "DL1_" + strings.Repeat("0", 44), words.T(words.EN, "kp.bad.id")},
			{toTyped, klondike.LayoutID(klondike.Deck(5)), words.T(words.EN, "kp.layout.unknown")},
			{toTyped, unknown, words.T(words.EN, "err.no_deal")},
			{toDeck, "", words.T(words.EN, "kp.bad.nodeck")},
			{toDeck, "H:A", "There is 1 card; a deck has 52"},
			{toDeck, easyDeck() + ",H:A", "H:A is there twice: as card 51 and 53"},
			{toDeck, strings.Replace(easyDeck(), "S:K", "H:K", 1), ""},
			{toDeck, strings.Replace(easyDeck(), "S:K", "S:11", 1), ""},
		} {
			form(p, test.keys...)
			p.Pasted(test.paste)
			p.Press("enter")
			if _, ok := p.Top().(*pages.Setup); !ok {
				t.Fatalf("%q leads to %T", test.paste, p.Top())
			}
			if p.Note == "" || test.want != "" && p.Note != test.want {
				t.Errorf("%q: %q, want %q", test.paste, p.Note, test.want)
			}
		}
	})
}

// Every deck with one changed card is refused, with the place of the error.
func TestReadDeckProperty(t *testing.T) {
	a := &app.App{Lang: words.EN}
	rapid.Check(t, func(t *rapid.T) {
		cards := strings.Split(easyDeck(), ",")
		i := rapid.IntRange(0, 51).Draw(t, "i")
		switch rapid.IntRange(0, 2).Draw(t, "how") {
		case 0:
			cards = slices.Delete(cards, i, i+1)
		case 1:
			j := rapid.IntRange(0, 50).Draw(t, "j")
			cards[i] = cards[(i+1+j)%52]
		case 2:
			cards[i] = rapid.SampledFrom([]string{"", "X:A", "H:1", "H:11", "HA", "H:A:u", "?", "가"}).Draw(t, "card")
		}
		if _, fault := pages.ReadDeck(a, strings.Join(cards, ",")); fault == "" || strings.Contains(fault, "{") {
			t.Fatalf("%v: %q", cards, fault)
		}
	})
	if deck, fault := pages.ReadDeck(a, " "+strings.ReplaceAll(easyDeck(), ",", " , ")+" "); fault != "" || klondike.DeckText(deck) != easyDeck() {
		t.Errorf("blanks: %q", fault)
	}
}

// The day's deal is played once. An unfinished one is found again, and after the end the form leads to its
// board.
func TestSetupDaily(t *testing.T) {
	inHouse(t, func(h *screentest.Hall, p *screentest.Person) {
		form(p, "2", "enter")
		called := started(p)
		h.Must(p.Visit.Do(called.ID, games.Abort))
		h.Pass(time.Second)
		p.Press("n") // the day's deal is not played yet
		first := started(p)
		if first.Daily != h.House.Lobby.Today() || first.ID == called.ID {
			t.Fatalf("day %q", first.Daily)
		}
		acts(p, "draw")
		form(p, "2", "down", "2", "enter") // the same deal under other rules
		if s := started(p); s.ID != first.ID || p.Note != words.T(words.EN, "kp.resumed") {
			t.Fatalf("another one, or %q", p.Note)
		}
		if got := pages.Daily(p.App); got != words.T(words.EN, "kp.home.begun") {
			t.Errorf("home says %q", got)
		}
		h.Must(p.Visit.Do(first.ID, games.Resign))
		form(p, "2", "enter")
		b, ok := p.Top().(*ranks.Scores)
		if !ok || b.Tabs[b.Tab].Day != first.Daily || b.Tabs[b.Tab].Board != "draw1" {
			t.Fatalf("%T", p.Top())
		}
		if got := pages.Daily(p.App); !strings.Contains(got, "lost") {
			t.Errorf("home says %q", got)
		}
		h.Pass(24 * time.Hour)
		if got := pages.Daily(p.App); got != words.T(words.EN, "kp.home.open") {
			t.Errorf("the day after home says %q", got)
		}
	})
}

// A deal has the class that the form announces.
func TestSetupTellsWhatCounts(t *testing.T) {
	inHouse(t, func(h *screentest.Hall, p *screentest.Person) {
		form(p)
		s := p.Top().(*pages.Setup)
		for _, draw := range []int{0, 1} {
			for redeals := range pages.RedealChoices {
				for keep := range 2 {
					for f2t := range 2 {
						s.Row("draw").At, s.Row("redeals").At, s.Row("recycle").At, s.Row("f2t").At = draw, redeals, keep, f2t
						run := games.Run{
							Match: "m", Setup: games.Setup{Game: klondike.Name, Seed: "1", Options: s.Options()},
							Result: games.Result{Reason: games.Finished, Fields: map[string]any{"won": true, "moves": 1}}, At: 1,
						}
						_, rows, err := klondike.Game{}.Record(nil, run)
						h.Must(err)
						ranks := slices.ContainsFunc(rows, func(r games.Score) bool { return r.Of == "" })
						says := s.About(p.App)[1] == words.T(words.EN, "kp.counts.ranked", "n", s.Rules().Draw)
						if ranks != says {
							t.Errorf("%s: ranks %v, the form says %q", s.Rules(), ranks, s.About(p.App)[1])
						}
					}
				}
			}
		}
	})
}

// Deals of the stock are listed by grade and draw. "any" skips deals that the player has solved.
func TestDealList(t *testing.T) {
	inHouse(t, func(h *screentest.Hall, p *screentest.Person) {
		easy := stock(h, klondike.Standard(), "easy", 70)
		stock(h, drawThree(), "hard", 2)
		kept(h, p, store.Match{Seeded: true}, nil, klRow(deals.Board(klondike.Name, easy[0]), 104, time.Minute))
		form(p, "d")
		l := p.Top().(*pages.DealList)
		if len(l.Found) != pages.DealPageSize || l.Found[0].Best.Match == "" || l.Found[1].Best.Match != "" {
			t.Fatalf("%d deals", len(l.Found))
		}
		p.Press("end", "end")
		var ids []string
		for _, d := range l.Found {
			ids = append(ids, d.ID)
		}
		if !slices.Equal(ids, easy) {
			t.Errorf("%d deals, not those of the stock in order", len(ids))
		}
		p.Press("r")
		if s := started(p); s.View.(klondike.View).DealID != easy[1] || !s.Seeded {
			t.Errorf("any is %s", s.View.(klondike.View).DealID)
		}
		form(p, "d", "tab", "3")
		if l := p.Top().(*pages.DealList); len(l.Found) != 2 || l.Rules() != drawThree() {
			t.Fatalf("%d hard deals", len(l.Found))
		}
		p.Press("n")
		if got := started(p).View.(klondike.View).Rules; got != drawThree() {
			t.Errorf("dealt under %v", got)
		}
	})
}

// A list takes all rows of a high terminal, but not more rows than it has.
func TestDealListHigh(t *testing.T) {
	inHouse(t, func(h *screentest.Hall, p *screentest.Person) {
		stock(h, klondike.Standard(), "easy", 70)
		form(p, "d")
		rows := func(height int, level ui.Level) int {
			p.LookAs(200, height, level)
			return strings.Count(p.Canvas().Plain(level), "DL1_")
		}
		for _, level := range []ui.Level{ui.LevelLines, ui.LevelRich} {
			if low, high := rows(40, level), rows(60, level); high != low+20 {
				t.Errorf("%v: %d rows in 40, %d in 60", level, low, high)
			}
			if high, higher := rows(60, level), rows(150, level); higher != high {
				t.Errorf("%v: %d rows in 60, %d in 150", level, high, higher)
			}
		}
	})
}

// After a numbered deal comes the next one of its grade that the player has not solved, also after an
// aborted deal. After the last one comes the first, and after any other deal a random one.
func TestAnotherKeepsGrade(t *testing.T) {
	inHouse(t, func(h *screentest.Hall, p *screentest.Person) {
		easy := stock(h, klondike.Standard(), "easy", 5)
		kept(h, p, store.Match{Seeded: true}, nil, klRow(deals.Board(klondike.Name, easy[3]), 104, time.Minute))
		another := func(id string, plies int) string {
			t.Helper()
			p.Create(offer(id, `{}`))
			plays(p, plies)
			tb := p.Top().(*play.Table)
			h.Must(p.Visit.Do(tb.ID, app.If(tb.Snap.CanAbort, games.Abort, games.Resign)))
			h.Pass(2 * time.Second)
			p.Press("n")
			return started(p).View.(klondike.View).DealID
		}
		for _, x := range []struct {
			id    string
			plies int
			want  string
		}{{easy[1], 12, easy[2]}, {easy[1], 0, easy[2]}, {easy[2], 12, easy[4]}, {easy[4], 12, easy[0]}} {
			if got := another(x.id, x.plies); got != x.want {
				t.Errorf("after %s (%d plies) comes %s, want %s", x.id, x.plies, got, x.want)
			}
		}
		if got := another("5", 12); slices.Contains(easy, got) {
			t.Errorf("after a deal that is not in stock comes %s", got)
		}
	})
}

// A favourite is marked everywhere.
func TestFavourites(t *testing.T) {
	inHouse(t, func(h *screentest.Hall, p *screentest.Person) {
		id := deal(h, 100, klondike.Standard(), found(games.Solvable, 99))
		kept(h, p, store.Match{}, tries(h, 1))
		is := func(want bool, where string) {
			t.Helper()
			list, err := p.Visit.Favourites(klondike.Name)
			h.Must(err)
			if got := len(list) == 1 && list[0].ID == id; got != want || !want && len(list) > 0 {
				t.Fatalf("%s: favourite %v", where, got)
			}
		}
		form(p, "t", "f")
		is(true, "statistics")
		p.Press("f")
		is(false, "statistics")
		p.Press("f")
		p.Press("left")
		if v := p.Top().(*pages.StatsView); len(v.Found) != 1 {
			t.Errorf("%d tries of favourites", len(v.Found))
		}
		p.Press("enter")
		if d := p.Top().(*pages.DealPage); !d.Favourite {
			t.Error("the deal's page does not know it")
		}
		p.Press("f")
		is(false, "deal")
		p.Press("esc")
		if v := p.Top().(*pages.StatsView); len(v.Found) != 1 {
			t.Errorf("%d tries, want the former favourite until another filter is chosen", len(v.Found))
		}
		p.Press("left", "right")
		if v := p.Top().(*pages.StatsView); len(v.Found) != 0 {
			t.Errorf("%d tries of favourites", len(v.Found))
		}
		p.Press("d", "left")
		if l := p.Top().(*pages.DealList); !l.Favourites() || len(l.Found) != 0 {
			t.Fatal("a favourite in the list")
		}
		h.Must(p.Visit.Favour(klondike.Name, id, true))
		h.Pass(1100 * time.Millisecond)
		p.Press("f")
		is(false, "list")
	})
}

// A former favourite keeps its row until the tab is left: the same key makes it a favourite again.
func TestFavouriteAgain(t *testing.T) {
	inHouse(t, func(h *screentest.Hall, p *screentest.Person) {
		ids := []string{deal(h, 100, klondike.Standard(), found(games.Solvable, 99)), deal(h, 101, klondike.Standard(), found(games.Solvable, 99))}
		for _, id := range ids {
			h.Must(p.Visit.Favour(klondike.Name, id, true))
			h.Pass(time.Second)
		}
		kept(h, p, store.Match{}, tries(h, 4)) // with a try of each
		are := func(want int, where string) {
			t.Helper()
			h.Pass(1100 * time.Millisecond)
			if list, err := p.Visit.Favourites(klondike.Name); err != nil || len(list) != want {
				t.Errorf("%s: %d favourites, want %d; %v", where, len(list), want, err)
			}
		}
		rows := func() int {
			if l, ok := p.Top().(*pages.DealList); ok {
				return len(l.Found)
			}
			return len(p.Top().(*pages.StatsView).Found)
		}
		for where, to := range map[string][]string{"deals": {"d", "left"}, "statistics": {"t", "left"}} {
			form(p, to...)
			p.Press("f")
			are(1, where)
			p.Press("f")
			are(2, where)
			p.Press("f", "left", "right")
			if are(1, where); rows() != 1 {
				t.Errorf("%s: %d rows after another tab, want 1", where, rows())
			}
			for _, id := range ids {
				h.Must(p.Visit.Favour(klondike.Name, id, true))
			}
		}
	})
}

// The history shows what the statistics select, in each of the orders and filters.
func TestHistory(t *testing.T) {
	inHouse(t, func(h *screentest.Hall, p *screentest.Person) {
		kept(h, p, store.Match{}, tries(h, 40))
		form(p, "t")
		v := p.Top().(*pages.StatsView)
		for order := range klondike.Orders {
			p.Press(app.Itoa(int(order) + 1))
			for filter := range pages.TryFilters {
				for set := range len(v.Stats.Sets) + 1 {
					want := v.Stats.Select(func(t klondike.Try) bool {
						keep := filter == 0 || filter == 1 && t.Won() || filter == 2 && !t.Won()
						return keep && (set == 0 || t.Rules == v.Stats.Sets[set-1].Rules.String())
					}, order)
					if !slices.Equal(v.Found, want) || v.Filter != filter || v.Set != set || v.Order != order {
						t.Errorf("order %d, filter %d, set %d: %d tries, want %d", v.Order, v.Filter, v.Set, len(v.Found), len(want))
					}
					p.Press("tab")
				}
				p.Press("right")
			}
		}
		if n := len(v.Stats.Sets); n != 3 {
			t.Errorf("%d sets", n)
		}
		p.Press("x")
		if got := fmt.Sprint(p.Out[len(p.Out)-1]); got != "ssh arcade.example stats klondike --format sv1" {
			t.Errorf("copied %q", got)
		}
	})
}

// The command for one's own tries is not copied from another player's statistics.
func TestOwnExport(t *testing.T) {
	inHouse(t, func(h *screentest.Hall, p *screentest.Person) {
		o := h.Other()
		p.Do(func(a *app.App) { a.Push(pages.NewStats(o.Visit.Me().ID)) })
		was := len(p.Out)
		if p.Press("x"); len(p.Out) != was {
			t.Errorf("copied %q", p.Out[was:])
		}
	})
}

// The bar and the button of the form say that Enter opens the list of winnable deals.
func TestKnownEnter(t *testing.T) {
	inHouse(t, func(h *screentest.Hall, p *screentest.Person) {
		for kind := range 4 {
			form(p, slices.Repeat([]string{"right"}, kind)...)
			p.Shows(fmt.Sprint("kind ", kind), "Enter "+p.T("key.start"))
		}
		p.Press("right")
		p.Shows("winnable", "Enter "+p.T("kp.key.deals"))
		p.Wants("Enter "+p.T("key.start"), false)
		p.Press("enter")
		if _, ok := p.Top().(*pages.DealList); !ok {
			t.Errorf("%T", p.Top())
		}
	})
}

// A try of the history is played again under its own rules, and replayed.
func TestHistoryAgain(t *testing.T) {
	inHouse(t, func(h *screentest.Hall, p *screentest.Person) {
		id := p.Create(offer("42", `{"draw":3,"f2t":false}`))
		acts(p, "draw", "draw")
		h.Must(p.Visit.Do(id, games.Resign))
		h.Pass(time.Second)
		form(p, "t", "v")
		if r, ok := p.Top().(*replays.Replay); !ok || r.ID != id {
			t.Fatalf("%T", p.Top())
		}
		p.Press("esc", "n")
		s := started(p)
		want := drawThree()
		want.F2T = false
		if view := s.View.(klondike.View); view.DealID != klondike.DealID(42, want) || view.Rules != want || s.ID == id {
			t.Errorf("%+v %s", view.Rules, view.DealID)
		}
	})
}

// The last chance appears while the sheet is open, as its last button, and leads to its place in the
// replay.
func TestLastChance(t *testing.T) {
	inHouse(t, func(h *screentest.Hall, p *screentest.Person) {
		p.Create(offer("42", ""))
		acts(p, "draw", "draw", "draw", "draw")
		tb := p.Top().(*play.Table)
		h.Must(p.Visit.Do(tb.ID, games.Resign))
		h.Pass(time.Second)
		r, ok := p.Top().(*sheet)
		if !ok || !slices.Contains(r.Lines, words.T(words.EN, "kp.chance.looking")) {
			t.Fatalf("%T %q", p.Top(), r.Lines)
		}
		before := len(r.Answers)
		note(h, "klondike/last", tb.ID, map[string]any{"ply": 2, "status": games.Solvable, "at": 1})
		h.Pass(1100 * time.Millisecond)
		if len(r.Answers) != before+1 || r.Answers[before].Key != "w" || !slices.Contains(r.Lines, words.T(words.EN, "kp.chance.at", "n", 2)) {
			t.Fatalf("%q", r.Lines)
		}
		p.Press("w")
		rp, ok := p.Top().(*replays.Replay)
		if !ok || rp.Ply != 2 {
			t.Fatalf("%T", p.Top())
		}
		p.Press("end")
		if rp.Ply != len(rp.Data.Plies) {
			t.Fatal("not at the end")
		}
		if p.Press("w"); rp.Ply != 2 {
			t.Errorf("w leads to ply %d", rp.Ply)
		}
		p.Press("c")
		if d, ok := p.Top().(*pages.DealPage); !ok || d.Id != klondike.DealID(42, klondike.Standard()) {
			t.Fatalf("i leads to %T", p.Top())
		}
		p.Press("esc", "home")
		text := words.T(words.EN, "kp.chance.at", "n", 2)
		for y, line := range strings.Split(p.Canvas().Plain(ui.LevelLines), "\n") {
			if x := strings.Index(line, text); x >= 0 {
				p.Click(ui.Width(line[:x]), y)
			}
		}
		if rp.Ply != 2 {
			t.Errorf("a click leads to ply %d", rp.Ply)
		}
	})
}

// A won try has no last chance.
func TestNoLastChance(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := solvedTable(h)
		if r := p.Top().(*sheet); len(r.Answers) == 0 || slices.ContainsFunc(r.Answers, func(a app.Answer) bool { return a.Key == "w" }) {
			t.Error("a solved deal has a last chance")
		}
	})
}

// Statistics as text: each set of rules has its name and sums.
func TestRows(t *testing.T) {
	for _, lang := range []words.Lang{words.KO, words.EN} {
		rows, err := tell.StatsRows(lang, klondike.Name, nil)
		if err != nil || len(rows) != 1 || rows[0][0] != words.T(lang, "kp.stats.none") {
			t.Errorf("nothing: %q, %v", rows, err)
		}
		other := klondike.Rules{Draw: 3, Redeals: 2, Recycle: klondike.Keep}
		try := func(r klondike.Rules, won klondike.Outcome, moves int, ms int64, class games.Class) klondike.Try {
			return klondike.Try{Rules: r.String(), Outcome: won, Moves: moves, Time: ms, Score: 812, Class: class}
		}
		raw, err := json.Marshal(klondike.Stats{
			Sets: []klondike.Set{{Rules: klondike.Standard()}, {Rules: other}},
			History: []klondike.Try{
				try(klondike.Standard(), klondike.Win, 96, 242_000, games.Ranked), try(klondike.Standard(), klondike.Win, 146, 514_000, games.Practice),
				try(klondike.Standard(), klondike.Win, 121, 378_000, games.Daily), try(klondike.Standard(), klondike.GaveUp, 9, 9000, games.Ranked),
				try(klondike.Standard(), klondike.Win, 9, 9000, klondike.Helped), try(other, klondike.GaveUp, 9, 9000, games.Ranked),
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		rows, err = tell.StatsRows(lang, klondike.Name, raw)
		if err != nil || len(rows) != 16 {
			t.Fatalf("%q, %v", rows, err)
		}
		text := fmt.Sprint(rows)
		for _, want := range []string{"75%", "4:02", "6:18", "96", "121.0", "812", pages.RuleText(lang, other), words.T(lang, "kp.stats.helped", "n", 1, "w", 1)} {
			if !strings.Contains(text, want) {
				t.Errorf("%v: no %s in %s", lang, want, text)
			}
		}
		if _, err := tell.StatsRows(lang, klondike.Name, json.RawMessage("{")); err == nil {
			t.Error("broken statistics: no error")
		}
	}
}

// Tries by deal as text: the sums, and the bests with date and match.
func TestDealRows(t *testing.T) {
	day := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC).UnixMilli()
	try := func(deal, match string, won klondike.Outcome, moves int, ms int64) klondike.Try {
		return klondike.Try{DealID: deal, Match: match, At: day, Rules: "draw3", Outcome: won, Moves: moves, Time: ms, Class: games.Practice}
	}
	raw, err := json.Marshal(klondike.Stats{History: []klondike.Try{
		try("DL1_a", "AAAA", klondike.Win, 96, 242_000), try("DL1_b", "BBBB", klondike.GaveUp, 9, 9000), try("DL1_a", "CCCC", klondike.Win, 90, 300_000),
	}})
	if err != nil {
		t.Fatal(err)
	}
	starred := map[string]bool{"DL1_b": true}
	rows, err := pages.DealRows(words.EN, raw, "latest", starred, 20)
	want := "[[DL1_b * draw 3 0 of 1 solved  ] [DL1_a draw 3 2 of 2 solved best time 4:02 (2026-11-30 AAAA) 90 moves (2026-11-30 CCCC)]]" // by start
	if err != nil || fmt.Sprint(rows) != want {
		t.Errorf("%v, %v, want %s", rows, err, want)
	}
	if rows, err := pages.DealRows(words.KO, raw, "fewest", starred, 1); err != nil || len(rows) != 1 || rows[0][2] != "2판 가운데 2판 풂" {
		t.Errorf("%q, %v", rows, err)
	}
	if rows, err := pages.DealRows(words.EN, nil, "latest", nil, 20); err != nil || len(rows) != 1 || rows[0][0] != words.T(words.EN, "kp.stats.none") {
		t.Errorf("%q, %v", rows, err)
	}
}

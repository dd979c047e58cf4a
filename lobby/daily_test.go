package lobby

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/games/klondike/solver"
	"arcade/games/othello"
	"arcade/games/stones"
	"arcade/games/yut"
	"arcade/lobby/config"
	"arcade/lobby/ledger"
	"arcade/lobby/pairing"
	"arcade/lobby/records"
	"arcade/lobby/table"
	"arcade/store"
)

// solved returns a house with the games for one seat, and the winning moves of its ranked deal of the day.
func solved(t *testing.T, f func(t *testing.T, h *house, win []games.Action)) {
	list := games.NewRegistry(othello.Game{}, stones.Game{}, solver.Game{}, yut.Game{})
	inBubbleWith(t, config.Config{Games: list}, func(t *testing.T, h *house) {
		for {
			rec := store.Match{Game: klondike.Name, Daily: h.Today()}
			var err error
			rec.Seed, err = ledger.DaySeed(h.secret, solver.Game{}, rec.Daily, nil)
			h.must(err)
			deal, err := solver.Game{}.Deal(games.Setup{Game: klondike.Name, Seed: rec.Seed})
			h.must(err)
			start, err := klondike.ReadSetup(games.Setup{Game: klondike.Name, Rules: klondike.Game{}.Info().Rules, Options: deal.Options})
			h.must(err)
			if s := solver.Solve(start.Deck, start.Rules, games.Limit{Nodes: 50_000}); s.Status == games.Solvable {
				f(t, h, s.Moves)
				return
			}
			h.pass(24 * time.Hour)
		}
	})
}

// daily begins a day's run.
func (h *house) daily(v *Visit, game string) string {
	h.t.Helper()
	id, err := v.Create(pairing.Offer{Game: game, Daily: true})
	h.must(err)
	h.must(v.Watch(id))
	return id
}

// plays plays actions at a run.
func (h *house) plays(v *Visit, id string, actions []games.Action) {
	h.t.Helper()
	at := len(h.see(v, id).Plies)
	for i, a := range actions {
		if i%50 == 49 {
			h.pass(time.Second)
		}
		h.must(v.Act(id, at+i, a))
	}
}

// marked returns the marks of the rows below a board, in their order.
func (h *house) marked(board string) (marks []string) {
	h.t.Helper()
	rows, err := h.Marked(h.t.Context(), board, 99)
	h.must(err)
	for _, r := range rows {
		marks = append(marks, r.Name+" "+ledger.MarkOf(r.Board))
	}
	return marks
}

func TestNoHintsInADaysRun(t *testing.T) {
	solved(t, func(t *testing.T, h *house, win []games.Action) {
		kim := h.enter("kim")
		for _, game := range []string{klondike.Name, stones.Name, yut.Name} {
			id := h.daily(kim, game)
			if err := kim.Look(id); !errors.Is(err, table.ErrDayLasts) {
				t.Errorf("%s: a look: %v", game, err)
			}
			if _, err := kim.Hint(t.Context(), id); game == klondike.Name && !errors.Is(err, table.ErrDayLasts) {
				t.Errorf("%s: a hint: %v", game, err)
			}
			if h.see(kim, id).Hinted {
				t.Error(game, "noted a hint")
			}
		}
		id := h.daily(kim, klondike.Name) // the same
		h.pass(24 * time.Hour)
		if _, err := kim.Hint(t.Context(), id); err != nil {
			t.Errorf("when the day is over: %v", err)
		}
	})
}

// A run of a day that was given up tells its player nothing of the cards that stayed hidden, nor whether they
// could be won, until the day is over.
func TestADaysDealStaysHidden(t *testing.T) {
	solved(t, func(t *testing.T, h *house, win []games.Action) {
		kim := h.enter("kim")
		id := h.daily(kim, klondike.Name)
		h.plays(kim, id, win[:20])
		before := h.see(kim, id).View.(klondike.View)
		h.must(kim.Do(id, games.Resign))
		lines := func() (n int) {
			_, err := h.RunLines(t.Context(), kim.Me().ID, klondike.Name, "json", "", "", func(string) error { n++; return nil })
			h.must(err)
			return n
		}
		told := func() (what []string) {
			s := h.see(kim, id)
			r, err := h.Replay(t.Context(), kim.Me().ID, id)
			h.must(err)
			for name, v := range map[string]any{"table": s.View, "replay": r.View(len(r.Plies))} {
				v := v.(klondike.View)
				raw, _ := json.Marshal(v.Tableau)
				hidden, _ := json.Marshal(before.Tableau)
				if string(raw) != string(hidden) || v.Stock != nil || v.DealID != "" {
					what = append(what, name)
				}
			}
			if _, _, err := h.LastWinnable(t.Context(), kim.Me().ID, id); !errors.Is(err, table.ErrHidden) {
				what = append(what, "last chance")
			}
			if _, err := h.Verdict(t.Context(), kim.Me().ID, id); !errors.Is(err, table.ErrHidden) {
				what = append(what, "verdict")
			}
			if lines() > 0 {
				what = append(what, "line")
			}
			if _, err := h.Kibo(t.Context(), kim.Me().ID, id); !errors.Is(err, records.ErrSecret) {
				what = append(what, "file")
			}
			return what
		}
		if what := told(); len(what) > 0 {
			t.Errorf("on the day %v tell of the deal", what)
		}
		h.pass(24 * time.Hour)
		if what := told(); len(what) != 6 {
			t.Errorf("when the day is over, only %v tell of the deal", what)
		}
	})
}

func TestMarkedRuns(t *testing.T) {
	solved(t, func(t *testing.T, h *house, win []games.Action) {
		board := "klondike/draw1/" + h.Today()
		first, again := h.enterFrom("kim", "192.0.2.1"), h.enterFrom("kim2", "192.0.2.77")
		far := h.enterFrom("lee", "198.51.100.1")
		h.plays(first, h.daily(first, klondike.Name), win)
		h.plays(again, h.daily(again, klondike.Name), win)
		id := h.daily(far, klondike.Name)
		h.plays(far, id, win)
		if rows := h.board(board); len(rows) != 1 || rows[0].Name != "kim" {
			t.Errorf("rows %+v", rows)
		}
		if got, want := fmt.Sprint(h.marked(board)), "[kim2 network lee copied]"; got != want {
			t.Errorf("below the board: %s, want %s", got, want)
		}
		if got := h.see(far, id).Casual; got != ledger.Copied {
			t.Errorf("its player is told %q", got)
		}
		if rows := h.board("klondike/draw1/" + h.ThisWeek()); len(rows) != 1 {
			t.Errorf("of the week: %+v", rows)
		}
		deal := h.see(far, id).View.(klondike.View).DealID
		if rows, _, err := h.DealScores(t.Context(), klondike.Name, deal, ""); err != nil || len(rows) > 1 {
			t.Errorf("of the deal: %+v, %v", rows, err)
		}

		// Who plays otherwise is not marked, however it ends, and a game of few choices has no copies.
		other := h.enterFrom("park", "203.0.113.1")
		id = h.daily(other, klondike.Name)
		for len(h.see(other, id).Plies) < 120 {
			s := h.see(other, id)
			h.plays(other, id, s.Legal[:1])
		}
		h.must(other.Do(id, games.Resign))
		if mark := h.see(other, id).Casual; mark != "" {
			t.Errorf("another course is marked %q", mark)
		}
		for _, v := range []*Visit{first, far} {
			h.pick(v, h.daily(v, stones.Name), 8)
		}
		h.pick(again, h.daily(again, stones.Name), 8)
		if rows := h.board("stones/1/" + h.Today()); len(rows) != 2 {
			t.Errorf("in Stones: %+v", rows)
		}
		if got := fmt.Sprint(h.marked("stones/1/" + h.Today())); got != "[kim2 network]" {
			t.Errorf("below the board of Stones: %s", got)
		}
		h.agrees()
	})
}

// A typed layout that is known here is played as the known deal, and finds its board.
func TestTypedLayoutIsTheKnownDeal(t *testing.T) {
	solved(t, func(t *testing.T, h *house, _ []games.Action) {
		kim, lee := h.enter("kim"), h.enter("lee")
		begin := func(v *Visit, o pairing.Offer) klondike.View {
			o.Game = klondike.Name
			id, err := v.Create(o)
			h.must(err)
			h.must(v.Watch(id))
			return h.see(v, id).View.(klondike.View)
		}
		known := begin(kim, pairing.Offer{Seed: "42"})
		options := json.RawMessage(`{"deck":"` + klondike.DeckText(klondike.Deck(42)) + `"}`)
		if got := begin(lee, pairing.Offer{Seed: "0", Options: options}); got.DealID != known.DealID || got.LayoutID != known.LayoutID {
			t.Errorf("%s, want %s", got.DealID, known.DealID)
		}
		// Under other rules it is the deal of that seed and these rules.
		options = json.RawMessage(`{"draw":3,"deck":"` + klondike.DeckText(klondike.Deck(42)) + `"}`)
		three := klondike.Standard()
		three.Draw = 3
		if got := begin(lee, pairing.Offer{Seed: "0", Options: options}); got.DealID != klondike.DealID(42, three) || got.Draw != 3 {
			t.Errorf("draw 3: %s", got.DealID)
		}
		options = json.RawMessage(`{"deck":"` + klondike.DeckText(klondike.Deck(43)) + `"}`)
		if got := begin(lee, pairing.Offer{Seed: "0", Options: options}); got.DealID != klondike.DeckDealID(klondike.Deck(43), klondike.Standard()) {
			t.Errorf("an unknown one: %s", got.DealID)
		}
	})
}

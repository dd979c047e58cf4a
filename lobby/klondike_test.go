package lobby

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/games/klondike/solver"
	"arcade/lobby/config"
	"arcade/lobby/deals"
	"arcade/lobby/pairing"
	"arcade/lobby/table"
	"arcade/store"
)

// Deals with the same cards share a layout. Its ID begins the first of them, and returns the tries and
// boards of all, including clients' replayed solutions.
func TestKlondikeLayouts(t *testing.T) {
	cfg := config.Config{Games: games.NewRegistry(solver.Game{})}
	inBubbleWith(t, cfg, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		layout := klondike.LayoutID(klondike.Deck(2))
		begin := func(v *Visit, o pairing.Offer) (string, error) {
			o.Game = klondike.Name
			id, err := v.Create(o)
			if err == nil {
				h.must(v.Watch(id))
			}
			return id, err
		}
		if _, err := begin(kim, pairing.Offer{Seed: layout}); !errors.Is(err, deals.ErrNoDeal) {
			t.Fatalf("a layout that nobody has begun: %v", err)
		}
		way := solver.Solve(klondike.Deck(2), klondike.Standard(), games.Limit{}).Moves
		var ids []string
		for i, o := range []pairing.Offer{{Seed: "2"}, {Seed: "2", Options: json.RawMessage(`{"redeals":9}`)}, {Seed: layout}} {
			v := []*Visit{kim, lee, lee}[i]
			id, err := begin(v, o)
			h.must(err)
			ids = append(ids, h.see(v, id).View.(klondike.View).DealID)
			for at, a := range way {
				h.must(v.Act(id, at, a))
				h.pass(time.Second)
			}
		}
		if ids[0] == ids[1] || ids[2] != ids[0] {
			t.Errorf("%v: the layout begins another deal than the first", ids)
		}
		alike, err := h.Deals().Alike(klondike.Name, layout)
		if h.must(err); !slices.Equal(alike, ids[:2]) {
			t.Errorf("alike are %v, want %v", alike, ids[:2])
		}
		for id, want := range map[string]int{ids[0]: 2, ids[1]: 1, layout: 3} {
			if tally, err := h.Deals().Tally(klondike.Name, id); err != nil || tally.Tries != want || tally.Won != want {
				t.Errorf("%s: %+v, %v, want %d tries", id, tally, err, want)
			}
		}
		sent := func(user, text string) {
			h.must(h.Lobby.cfg.Store.PutNotes(t.Context(), "solves/"+ids[1], store.Note{Key: user, Value: json.RawMessage(text)}))
		}
		sent("#", `{"tries":2}`)
		sent("usr_a", `{"best":{"moveCount":52,"durationMs":1}}`) // a word of its own
		sent("usr_b", fmt.Sprintf(`{"proved":{"moveCount":%d,"durationMs":%d,"at":7}}`, len(way), 100*len(way)))
		for id, want := range map[string][]string{ids[0]: {"kim", "lee"}, ids[1]: {"usr_b", "lee"}, layout: {"usr_b", "kim", "lee"}} {
			list, mine, err := h.DealScores(t.Context(), klondike.Name, id, lee.Me().ID)
			var names []string
			for _, s := range list {
				names = append(names, s.Name)
			}
			if err != nil || !slices.Equal(names, want) || mine != len(want)-1 {
				t.Errorf("%s: %v, mine is %d, %v; want %v", id, names, mine, err, want)
			}
		}

		ranked, err := begin(kim, pairing.Offer{})
		h.must(err)
		secret := klondike.LayoutID(klondike.SecretDeck(h.seedIn(ranked)))
		if _, err := begin(lee, pairing.Offer{Seed: secret}); !errors.Is(err, deals.ErrNoDeal) {
			t.Errorf("the layout of a ranked run in play: %v", err)
		}
		h.must(kim.Act(ranked, 0, "draw"))
		h.must(kim.Do(ranked, games.Resign))
		if _, err := begin(lee, pairing.Offer{Seed: secret}); err != nil {
			t.Errorf("and once it is over: %v", err)
		}
	})
}

// The real game: a deal starts, the background search solves it, hints show a way, others play it by its
// ID, and the hint-solved run is lost and examined.
func TestKlondikeDeals(t *testing.T) {
	cfg := config.Config{Games: games.NewRegistry(solver.Game{}), Deals: deals.Limits{Share: 1, Nodes: 20_000, Stock: 4}}
	inBubbleWith(t, cfg, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		start := func(v *Visit, o pairing.Offer) *table.Snapshot {
			o.Game = klondike.Name
			id, err := v.Create(o)
			h.must(err)
			h.must(v.Watch(id))
			return h.see(v, id)
		}
		s := start(kim, pairing.Offer{Seed: "2"})
		deal := s.View.(klondike.View).DealID
		if deal != klondike.DealID(2, klondike.Standard()) {
			t.Fatal(deal)
		}
		h.pass(time.Second)
		info, err := h.Deals().Deal(klondike.Name, deal, nil)
		if err != nil || info.Status != games.Solvable || info.Moves == 0 || info.Grade == "" || info.Solver.Algorithm == "" || info.Seed != "2" {
			t.Fatalf("%+v, %v", info, err)
		}
		for s = h.see(kim, s.ID); s.Result == nil; s = h.see(kim, s.ID) {
			hint, err := kim.Hint(t.Context(), s.ID)
			h.must(err)
			if !hint.Proven {
				t.Fatalf("after %d actions: %+v", len(s.Plies), hint)
			}
			for i, a := range hint.Way {
				h.must(kim.Act(s.ID, len(s.Plies)+i, a))
			}
		}
		if s.Result.Winner != 0 || len(h.board(deals.Board(klondike.Name, deal))) != 0 {
			t.Errorf("%+v; a helped try has a row", s.Result)
		}

		again := start(lee, pairing.Offer{Seed: deal})
		if again.View.(klondike.View).DealID != deal {
			t.Errorf("by its id: %+v", again.View)
		}
		for i, p := range s.Plies {
			h.must(lee.Act(again.ID, i, p.Action))
			h.pass(time.Second)
		}
		if rows := h.board(deals.Board(klondike.Name, deal)); len(rows) != 1 || rows[0].Name != "lee" || rows[0].Value != -float64(len(s.Plies)) {
			t.Errorf("%+v", rows)
		}
		third := start(kim, pairing.Offer{Seed: deal})
		g, err := h.Ghost(t.Context(), kim.Me().ID, third.ID, deals.Leader)
		h.must(err)
		if last := g.Steps[len(g.Steps)-1]; g.Of != 52 || last.Done != 52 || last.Time != g.Time || g.Time != int64(len(s.Plies)-1)*1000 || g.Moves != len(s.Plies) {
			t.Errorf("%+v", g)
		}
		h.must(kim.Act(third.ID, 0, "draw"))
		h.must(kim.Do(third.ID, games.Resign))
		h.pass(time.Second)
		if ply, status, err := h.LastWinnable(t.Context(), kim.Me().ID, third.ID); ply != 1 || status != games.Solvable || err != nil {
			t.Errorf("a draw loses nothing: %d, %s, %v", ply, status, err)
		}

		// A daily row and a line for it.
		day := start(lee, pairing.Offer{Daily: true})
		h.must(lee.Do(day.ID, games.Resign))
		var lines []string
		left, err := h.RunLines(t.Context(), lee.Me().ID, klondike.Name, "sv1", "arcade", "ssh", func(line string) error {
			lines = append(lines, line)
			return nil
		})
		if err != nil || left != 1 || len(lines) != 1 || !strings.Contains(lines[0], "dealId="+deal+";seed=2;") {
			t.Errorf("%q, %d left out, %v", lines, left, err)
		}

		h.pass(10 * time.Minute)
		for _, options := range (solver.Game{}).Curated() {
			n, err := h.Deals().CuratedCount(klondike.Name, options)
			h.must(err)
			for _, grade := range h.Deals().Grades(klondike.Name) {
				if n[grade] != 1 {
					t.Errorf("%s: %v", options, n)
				}
			}
			list, err := h.Deals().Curated(klondike.Name, options, "easy", "", 9)
			h.must(err)
			h.pass(time.Minute)
			if s := start(kim, pairing.Offer{Seed: list[0].ID}); s.View.(klondike.View).DealID != list[0].ID || s.View.(klondike.View).Rules.String() != list[0].Rules {
				t.Errorf("%+v starts %+v", list[0], s.View)
			}
		}
	})
}

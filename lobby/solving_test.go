package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/config"
	"arcade/lobby/deals"
	"arcade/lobby/deals/dealstest"
	"arcade/lobby/directory"
	"arcade/lobby/pairing"
	"arcade/lobby/table"
	"arcade/store"
)

// known returns the known facts about a deal.
func (h *house) known(id string) deals.Info {
	h.t.Helper()
	info, err := h.Deals().Deal("patience", id, nil)
	h.must(err)
	return info
}

// aged sets the age of a deal's last search to d.
func (h *house) aged(id string, d time.Duration) {
	h.t.Helper()
	h.must(deals.Known.In("patience").Edit(context.Background(), h.store, id, func(n *deals.Note) error {
		n.Sets[0].At = clock.MS() - d.Milliseconds()
		return nil
	}))
}

func TestStartedDealsAreSolved(t *testing.T) {
	g := dealstest.Winnable()
	g.Says = func(seed uint64) games.Solution {
		return map[uint64]games.Solution{
			1: {Status: games.Solvable, Moves: 111, Nodes: 40},
			2: {Status: games.Unsolvable, Nodes: 50},
			3: {Status: games.Unsolved, Nodes: 2_000_000},
		}[seed]
	}
	withDeals(t, g, config.Config{Deals: deals.Limits{Share: 1}}, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		for i := range 3 {
			h.run(kim, pairing.Offer{Seed: fmt.Sprint(i + 1)})
		}
		h.pass(time.Second)
		at := int64(946684800_000)
		solver := &deals.SolverInfo{Algorithm: "glance", Heuristics: []string{"seed"}, Limits: deals.SolverLimits{Time: 30_000, Nodes: 10_000_000}}
		for id, want := range map[string]deals.Verdict{
			"P1_1": {Status: games.Solvable, Moves: 111, Nodes: 40, Grade: "hard", Solver: solver, Tries: 1},
			"P1_2": {Status: games.Unsolvable, Nodes: 50, Solver: solver, Tries: 1},
			"P1_3": {Status: games.Unsolved, Nodes: 2_000_000, Solver: solver, Tries: 1},
		} {
			got := h.known(id).Verdict
			if got.At < at {
				t.Errorf("%s: at %d", id, got.At)
			}
			got.At = 0
			if a, b := asJSON(t, got), asJSON(t, want); a != b {
				t.Errorf("%s: %s, want %s", id, a, b)
			}
		}
		if n := g.Solves.Load(); n != 3 {
			t.Errorf("%d searches", n)
		}
		// Nothing is searched twice, except deals that were too hard: much later, with more effort, and not
		// for ever.
		h.run(kim, pairing.Offer{Seed: "P1_1"})
		h.aged("P1_3", 28*24*time.Hour)
		h.pass(25 * time.Hour)
		if n := g.Solves.Load(); n != 3 {
			t.Errorf("%d searches after a month", n)
		}
		for try, nodes := range []int64{20_000_000, 40_000_000, 40_000_000} {
			h.aged("P1_3", 30*24*time.Hour)
			h.pass(25 * time.Hour)
			if n, l := g.Solves.Load(), g.Limits.Load(); n != min(int64(4+try), 5) || l != nodes {
				t.Errorf("try %d: %d searches, the last with %d nodes", try, n, l)
			}
		}
		if got := h.known("P1_3"); got.Status != games.Unsolved || got.Tries != 3 || got.Solver.Limits != (deals.SolverLimits{Time: 120_000, Nodes: 40_000_000}) {
			t.Errorf("%+v", got)
		}
		// The JSON is the registry's.
		var registry map[string]any
		h.must(json.Unmarshal([]byte(asJSON(t, h.known("P1_1"))), &registry))
		for _, key := range []string{"dealId", "ruleset", "seed", "status", "minMoves", "solver"} {
			if registry[key] == nil {
				t.Errorf("no %s in %v", key, registry)
			}
		}
	})
}

// A deal that a player asks for is searched before deals that were only started.
func TestAskedDealsComeFirst(t *testing.T) {
	g := dealstest.Winnable()
	g.Work = 10 * time.Second
	withDeals(t, g, config.Config{Deals: deals.Limits{Share: 1}}, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		for i := range 8 {
			h.run(kim, pairing.Offer{Seed: fmt.Sprint(i)})
		}
		h.pass(time.Second)
		h.known("P1_7")
		h.pass(20 * time.Second)
		if a, b := h.known("P1_7"), h.known("P1_3"); a.Status != games.Solvable || b.Status != games.SolveUnknown {
			t.Errorf("asked for %s, other %s", a.Status, b.Status)
		}
	})
}

// A search uses only its share of the time, and ends at its limit, which counts work alone.
func TestSearchesGiveWay(t *testing.T) {
	g := dealstest.Winnable()
	g.Work = 2 * time.Second
	withDeals(t, g, config.Config{Deals: deals.Limits{Share: 0.25, Time: 3 * time.Second}}, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		h.run(kim, pairing.Offer{Seed: "1"})
		h.pass(7900 * time.Millisecond) // 2 s of work and 6 s of rest
		if s := h.store; len(notesIn(t, s, deals.Known.In("patience").Name)) != 1 {
			t.Fatal("no note")
		}
		info := h.known("P1_1")
		if info.Status != games.SolveUnknown {
			t.Errorf("after 7.9 s: %+v", info)
		}
		h.pass(200 * time.Millisecond)
		if info = h.known("P1_1"); info.Status != games.Solvable || info.Time != 2000 {
			t.Errorf("after 8.1 s: %+v", info)
		}
	})
	g = dealstest.Winnable()
	g.Work = time.Hour
	withDeals(t, g, config.Config{Deals: deals.Limits{Share: 0.5, Time: 3 * time.Second}}, func(t *testing.T, h *house) {
		h.run(h.enter("kim"), pairing.Offer{Seed: "1"})
		h.pass(6100 * time.Millisecond)
		if info := h.known("P1_1"); info.Status != games.Unsolved || info.Time != 3000 || info.Solver.Limits.Time != 3000 {
			t.Errorf("%+v", info)
		}
	})
}

func notesIn(t *testing.T, s store.Store, space string) []store.Note {
	t.Helper()
	list, err := s.Notes(t.Context(), space, "", 10_000)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// Close ends a search at once and stores nothing of it. The next start takes it up.
func TestCloseEndsASearch(t *testing.T) {
	g := dealstest.Winnable()
	g.Work = 20 * time.Second
	withDeals(t, g, config.Config{Deals: deals.Limits{Share: 0.1}}, func(t *testing.T, h *house) {
		h.run(h.enter("kim"), pairing.Offer{Seed: "1"})
		h.pass(2 * time.Second)
		if g.Solves.Load() != 1 {
			t.Fatal("it does not search")
		}
		before := time.Now()
		h.shut()
		if took := time.Since(before); took > 100*time.Millisecond {
			t.Errorf("closing took %v", took)
		}
		next := openHouse(t, h.path, h.cfg)
		if got := next.known("P1_1"); got.Status != games.SolveUnknown {
			t.Errorf("%+v", got)
		}
		next.pass(201 * time.Second)
		if got := next.known("P1_1"); got.Status != games.Solvable {
			t.Errorf("%+v", got)
		}
	})
}

func TestNoSolver(t *testing.T) {
	g := dealstest.Winnable()
	withDeals(t, g, config.Config{Deals: deals.Limits{Stock: 10}}, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		id := h.run(kim, pairing.Offer{})
		h.must(kim.Do(id, games.Resign))
		h.pass(time.Hour)
		if ply, status, err := h.LastWinnable(t.Context(), kim.Me().ID, id); g.Solves.Load() != 0 || ply != -1 || status != games.SolveUnknown || err != nil {
			t.Errorf("%d searches; %d, %s, %v", g.Solves.Load(), ply, status, err)
		}
	})
}

func TestStockGrows(t *testing.T) {
	g := dealstest.Winnable()
	g.Says = func(seed uint64) games.Solution {
		if seed%3 == 0 {
			return games.Solution{Status: games.Unsolvable, Nodes: 1}
		}
		return games.Solution{Status: games.Solvable, Moves: int(seed / 3 % 5 / 4), Nodes: 1} // a fifth are hard
	}
	withDeals(t, g, config.Config{Deals: deals.Limits{Share: 1, Stock: 20, Pause: time.Second}}, func(t *testing.T, h *house) {
		if got := h.Deals().Grades("patience"); !slices.Equal(got, []string{"easy", "hard"}) || h.Deals().Grades("no") != nil {
			t.Errorf("%v", got)
		}
		h.pass(10 * time.Second)
		if n := g.Solves.Load(); n < 5 || n > 11 {
			t.Errorf("%d deals in ten seconds", n)
		}
		h.pass(time.Hour)
		solves := g.Solves.Load()
		for _, mode := range []int{1, 3} {
			options := json.RawMessage(fmt.Sprintf(`{"mode":%d}`, mode))
			if n, err := h.Deals().CuratedCount("patience", options); err != nil || n["easy"] != 10 || n["hard"] != 10 || len(n) != 2 {
				t.Errorf("mode %d: %v, %v", mode, n, err)
			}
			for _, grade := range h.Deals().Grades("patience") {
				var ids []string
				for after := ""; ; {
					page, err := h.Deals().Curated("patience", options, grade, after, 3)
					h.must(err)
					for _, d := range page {
						if d.Status != games.Solvable || d.Grade != grade || d.Seed == "" || d.Rules != fmt.Sprintf("mode%d", mode) || slices.Contains(ids, d.ID) || d.Number != len(ids)+1 {
							t.Errorf("%s: %+v", grade, d)
						}
						ids = append(ids, d.ID)
						after = d.ID
					}
					if len(page) < 3 {
						break
					}
				}
				if len(ids) != 10 {
					t.Errorf("mode %d %s: %d", mode, grade, len(ids))
				}
			}
		}
		// A full stock stops the search, also after a restart.
		h.pass(48 * time.Hour)
		next := h.kill()
		next.pass(48 * time.Hour)
		if n := g.Solves.Load(); n != solves {
			t.Errorf("%d searches for a full stock", n-solves)
		}
		for _, options := range []string{`{"mode":2}`, `{"mode":1,"lax":true}`} {
			if list, err := next.Deals().Curated("patience", []byte(options), "easy", "", 9); err != nil || len(list) != 0 {
				t.Errorf("%s: %v, %v", options, list, err)
			}
		}
		if list, err := next.Deals().Curated("patience", nil, "none", "", 9); err != nil || len(list) != 0 {
			t.Errorf("no such grade: %v, %v", list, err)
		}
		_, err := next.Deals().Curated("patience", []byte(`{"mode":"x"}`), "easy", "", 9)
		if err == nil {
			t.Error("rules that there are not have a stock")
		}
		// A stock from before numbers gets them when a server starts, including gaps.
		first, err := next.Deals().Curated("patience", nil, "easy", "", 9)
		next.must(err)
		next.must(next.store.PutNotes(t.Context(), "patience/stock/mode1", store.Note{Key: "easy " + first[4].ID, Value: json.RawMessage("{}")}))
		next = next.kill()
		next.pass(time.Hour)
		if again, err := next.Deals().Curated("patience", nil, "easy", "", 10); err != nil || again[4].ID != first[5].ID || again[9].ID != first[4].ID || again[9].Number != 11 {
			t.Errorf("%+v, %v", again, err)
		}
		// They are dealt by their ID, for practice.
		page, err := next.Deals().Curated("patience", nil, "hard", "", 1)
		next.must(err)
		kim := next.enter("kim")
		if s := next.see(kim, next.run(kim, pairing.Offer{Seed: page[0].ID})); dealID(s) != page[0].ID || !s.Seeded {
			t.Errorf("%+v", s)
		}
	})
}

// A grade that hardly any deal has does not keep the search working for ever.
func TestStockThatNeverFills(t *testing.T) {
	g := dealstest.Winnable()
	g.Says = func(uint64) games.Solution { return games.Solution{Status: games.Solvable, Moves: 2, Nodes: 1} }
	withDeals(t, g, config.Config{Deals: deals.Limits{Share: 1, Stock: 4}}, func(t *testing.T, h *house) {
		h.pass(20 * time.Hour)
		if n := g.Solves.Load(); n < 2000 || n > 2000+100 {
			t.Errorf("%d searches", n)
		}
	})
}

func TestLastWinnable(t *testing.T) {
	g := dealstest.Winnable()
	last := g.Last
	g.Last = func(actions []games.Action) (int, games.SolveStatus) {
		time.Sleep(100 * time.Millisecond) // until all notices of the end are read
		return last(actions)
	}
	withDeals(t, g, config.Config{Deals: deals.Limits{Share: 1}}, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		me := kim.Me().ID
		id := h.run(kim, pairing.Offer{})
		h.steps(kim, id, "step", "step", "step")
		_, _, err := h.LastWinnable(t.Context(), me, id)
		h.refused(err, table.ErrHidden)
		kim.Unwatch(id)
		h.must(kim.Watch(id))
		h.must(kim.Do(id, games.Resign))
		drain(kim)
		h.pass(time.Second)
		if !woken(kim) {
			t.Error("the player is not woken")
		}
		if ply, status, err := h.LastWinnable(t.Context(), me, id); ply != 2 || status != games.Solvable || err != nil {
			t.Errorf("%d, %s, %v", ply, status, err)
		}
		_, _, err = h.LastWinnable(t.Context(), me, "nope")
		h.refused(err, table.ErrNoTable)
		solves := g.Solves.Load()

		won := h.run(lee, pairing.Offer{Seed: "5"})
		h.steps(lee, won, "step", "win")
		h.pass(time.Minute)
		if ply, status, err := h.LastWinnable(t.Context(), "", won); ply != 2 || status != games.Solvable || err != nil {
			t.Errorf("a win: %d, %s, %v", ply, status, err)
		}
		if n := g.Solves.Load(); n != solves+1 { // the deal itself
			t.Errorf("%d searches for a win", n-solves)
		}
		day := h.run(kim, pairing.Offer{Daily: true})
		h.steps(kim, day, "step", "step", "step")
		h.must(kim.Do(day, games.Resign))
		for _, v := range []*Visit{kim, lee} {
			_, _, err = h.LastWinnable(t.Context(), v.Me().ID, day)
			h.refused(err, table.ErrHidden) // its day is not over
		}
	})
}

// A result about a match whose player is deleted meanwhile is not stored.
func TestLastWinnableOfWhoIsGone(t *testing.T) {
	g := dealstest.Winnable()
	withDeals(t, g, config.Config{Deals: deals.Limits{Share: 1}}, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		id := h.run(kim, pairing.Offer{Seed: "5"})
		g.Last = func([]games.Action) (int, games.SolveStatus) {
			h.must(kim.Forget("kim"))
			return 0, games.Solvable
		}
		h.must(kim.Do(id, games.Resign))
		h.pass(time.Minute)
		_, err := h.store.Match(t.Context(), id)
		h.refused(err, store.ErrNotFound)
		if list := notesIn(t, h.store, "patience/last"); len(list) > 0 {
			t.Errorf("kept: %+v", list)
		}
	})
}

// A result that a start did not compute is computed at the first request.
func TestLastWinnableWhenAsked(t *testing.T) {
	g := dealstest.Winnable()
	g.Last = func([]games.Action) (int, games.SolveStatus) { return -1, games.Unsolvable }
	withDeals(t, g, config.Config{}, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		id := h.run(kim, pairing.Offer{Seed: "5"})
		h.must(kim.Do(id, games.Resign))
		h.cfg.Deals.Share = 1
		next := h.kill()
		next.pass(time.Second)
		if _, status, err := next.LastWinnable(t.Context(), "", id); status != games.SolveUnknown || err != nil {
			t.Fatalf("%s, %v", status, err)
		}
		next.pass(time.Second)
		if ply, status, err := next.LastWinnable(t.Context(), "", id); ply != -1 || status != games.Unsolvable || err != nil {
			t.Errorf("%d, %s, %v", ply, status, err)
		}
	})
}

// A store that fails and a game that panics delay the worker for a while and do no other harm.
func TestWorkerInTrouble(t *testing.T) {
	g := dealstest.Winnable()
	g.Work = 100 * time.Millisecond
	solve := g.Says
	broken := true
	g.Says = func(seed uint64) games.Solution {
		if seed == 13 && broken {
			panic("unlucky")
		}
		return solve(seed)
	}
	var disk *failing
	withDeals(t, g, config.Config{Deals: deals.Limits{Share: 1}}, func(t *testing.T, h *house) {
		h.pass(time.Second) // the notes have been read
		kim := h.enter("kim")
		h.run(kim, pairing.Offer{Seed: "13"})
		h.run(kim, pairing.Offer{Seed: "14"})
		h.pass(time.Second)
		if got := h.known("P1_14"); got.Status != games.SolveUnknown {
			t.Errorf("%+v", got)
		}
		h.pass(time.Minute)
		if got := h.known("P1_14"); got.Status != games.Solvable {
			t.Errorf("after a panic: %+v", got)
		}
		broken = false
		h.known("P1_13") // asked for again
		h.pass(time.Second)
		if got := h.known("P1_13"); got.Status != games.Solvable {
			t.Errorf("a second try after a panic: %+v", got)
		}
		h.run(kim, pairing.Offer{Seed: "15"})
		disk.writes.Store(true)
		h.pass(time.Second)
		disk.writes.Store(false)
		if got := h.known("P1_15"); got.Status != games.SolveUnknown {
			t.Errorf("with a full disk: %+v", got)
		}
		h.pass(time.Minute + time.Second)
		if got := h.known("P1_15"); got.Status != games.Solvable {
			t.Errorf("after the disk was full: %+v", got)
		}
	}, func(s store.Store) store.Store {
		disk = &failing{Store: s}
		return disk
	})
}

// Close while everything is under way: nothing is written after it, and nothing hangs.
func TestCloseRacesWithSearches(t *testing.T) {
	g := dealstest.Winnable()
	g.Says = func(seed uint64) games.Solution {
		return games.Solution{Status: games.Solvable, Moves: int(seed % 2), Nodes: 1}
	}
	for i := range 5 {
		var h *house
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			h = openHouse(t, t.TempDir()+"/arcade.db", config.Config{Games: games.NewRegistry(g), Deals: deals.Limits{Share: 1, Stock: 1000, Pause: time.Microsecond}})
			var wg sync.WaitGroup
			for _, name := range []string{"kim", "lee", "park"} {
				wg.Add(1)
				go func() {
					defer wg.Done()
					v, err := h.Enter(directory.Identity{Fingerprint: "SHA256:" + name, Login: name, Lang: "en"})
					if err != nil {
						return
					}
					for n := 0; ; n++ {
						id, err := v.Create(pairing.Offer{Game: "patience", Seed: fmt.Sprint(n)})
						if errors.Is(err, directory.ErrClosing) || errors.Is(err, table.ErrTooFast) {
							return
						}
						_ = v.Do(id, games.Resign)
						_, _, _ = h.LastWinnable(t.Context(), "", id)
						_, _ = h.Deals().Deal("patience", fmt.Sprintf("P1_%d", n), nil)
						_, _ = h.Deals().CuratedCount("patience", nil)
					}
				}()
			}
			for g.Solves.Load() < int64(20*(i+1)) {
				time.Sleep(time.Millisecond)
			}
			h.Close()
			stock := func() int {
				return len(notesIn(t, h.store, "patience/stock/mode1")) + len(notesIn(t, h.store, "patience/stock/mode3"))
			}
			before, solves := stock(), g.Solves.Load()
			wg.Wait()
			if after := stock(); after != before || g.Solves.Load() != solves {
				t.Errorf("a stock of %d after %d searches, then %d after %d", before, solves, after, g.Solves.Load())
			}
		})
	}
}

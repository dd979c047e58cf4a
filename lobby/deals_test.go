package lobby

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby/config"
	"arcade/lobby/deals"
	"arcade/lobby/deals/dealstest"
	"arcade/lobby/directory"
	"arcade/lobby/ledger"
	"arcade/lobby/pairing"
	"arcade/lobby/records"
	"arcade/lobby/room"
	"arcade/lobby/solo"
	"arcade/lobby/table"
	"arcade/store"
	"arcade/store/notes"
)

// PutNotes also fails if the disk is bad.
func (f *failing) PutNotes(ctx context.Context, space string, n ...store.Note) error {
	if err := f.write(); err != nil {
		return err
	}
	return f.Store.PutNotes(ctx, space, n...)
}

func (f *failing) Notes(ctx context.Context, space, after string, n int) ([]store.Note, error) {
	if f.reads.Load() {
		return nil, errDisk
	}
	return f.Store.Notes(ctx, space, after, n)
}

// withDeals runs a test in a house with patience. Without a setting in cfg it has no stock.
func withDeals(t *testing.T, g *dealstest.Patience, cfg config.Config, f func(t *testing.T, h *house), wrap ...func(store.Store) store.Store) {
	cfg.Games = games.NewRegistry(g)
	if cfg.Deals.Stock == 0 {
		cfg.Deals.Stock = -1
	}
	inBubbleWith(t, cfg, f, wrap...)
}

// run starts a run of patience.
func (h *house) run(v *Visit, o pairing.Offer) string {
	h.t.Helper()
	o.Game = "patience"
	id, err := v.Create(o)
	h.must(err)
	h.must(v.Watch(id))
	return id
}

// noRun tries to start one and checks the error.
func (h *house) noRun(v *Visit, o pairing.Offer, want error) {
	h.t.Helper()
	o.Game = "patience"
	_, err := v.Create(o)
	h.refused(err, want)
}

// steps plays actions.
func (h *house) steps(v *Visit, id string, actions ...games.Action) {
	h.t.Helper()
	for _, a := range actions {
		h.must(v.Act(id, len(h.see(v, id).Plies), a))
	}
}

func dealID(s *table.Snapshot) string { return s.View.(dealstest.View).Deal }

// seedIn returns the seed of a match in the store.
func (h *house) seedIn(id string) string {
	h.t.Helper()
	rec, err := h.store.Match(context.Background(), id)
	h.must(err)
	return rec.Seed
}

// daySeed returns the seed of a game's daily runs without options.
func (h *house) daySeed(g games.Game, day string) string {
	h.t.Helper()
	seed, err := ledger.DaySeed(h.secret, g, day, nil)
	h.must(err)
	return seed
}

func TestSeedsOfAGameWithItsOwn(t *testing.T) {
	withDeals(t, dealstest.Winnable(), config.Config{}, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		typed := h.run(kim, pairing.Offer{Seed: " 0042 "})
		if h.seedIn(typed) != "42" || !h.see(kim, typed).Seeded {
			t.Errorf("typed 0042: %q", h.seedIn(typed))
		}
		h.noRun(kim, pairing.Offer{Seed: "x"}, solo.ErrBadSeed)
		h.noRun(kim, pairing.Offer{Seed: strings.Repeat("9", 21)}, solo.ErrBadSeed)
		ranked := h.run(kim, pairing.Offer{})
		if raw, err := hex.DecodeString(h.seedIn(ranked)); len(raw) != 16 || err != nil || h.see(kim, ranked).Seed != "" {
			t.Errorf("ranked: %q, %v", h.seedIn(ranked), err)
		}
		one, two := h.run(kim, pairing.Offer{Daily: true}), h.run(lee, pairing.Offer{Daily: true})
		if one == two || h.seedIn(one) != h.seedIn(two) || h.seedIn(one) != h.daySeed(dealstest.Winnable(), "2000-01-01") {
			t.Errorf("daily: %q and %q", h.seedIn(one), h.seedIn(two))
		}
		// A day has one run, whatever its options, because the player knows the deal after it.
		if again := h.run(kim, pairing.Offer{Daily: true, Options: []byte(`{"mode":3}`)}); again != one {
			t.Error("a second run of the day under other options")
		}
		h.steps(kim, one, "win")
		h.noRun(kim, pairing.Offer{Daily: true, Options: []byte(`{"mode":3}`)}, solo.ErrDailyDone)
		h.pass(24 * time.Hour)
		if next := h.run(kim, pairing.Offer{Daily: true}); h.seedIn(next) == h.seedIn(one) {
			t.Error("two days with one seed")
		}
	})
}

// A deal's runs are totalled over all players, including runs that clients sent.
func TestTally(t *testing.T) {
	withDeals(t, dealstest.Winnable(), config.Config{}, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		lost := h.run(kim, pairing.Offer{Seed: "42"})
		deal := dealID(h.see(kim, lost))
		h.steps(kim, lost, "step")
		h.must(kim.Do(lost, games.Resign))
		won := h.run(lee, pairing.Offer{Seed: "42"})
		h.steps(lee, won, "step")
		h.pass(4 * time.Second)
		h.steps(lee, won, "win")
		h.pass(time.Millisecond) // counting happens in the background
		got, err := h.Deals().Tally("patience", deal)
		h.must(err)
		if want := (deals.Tally{Tries: 2, Won: 1, Sum: 4000, Best: 4000}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		h.must(notes.Space[deals.Tally]{Name: "solves/" + deal}.Put(t.Context(), h.store, "#", deals.Tally{Tries: 3, Won: 2, Sum: 5000, Best: 2000}))
		got, err = h.Deals().Tally("patience", deal)
		h.must(err)
		if want := (deals.Tally{Tries: 5, Won: 3, Sum: 9000, Best: 2000}); got != want || got.Rate() != 0.6 || got.Mean() != 3000 {
			t.Errorf("%+v, want %+v", got, want)
		}
	})
}

func TestDealsByTheirID(t *testing.T) {
	withDeals(t, dealstest.Winnable(), config.Config{}, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		h.noRun(kim, pairing.Offer{Seed: "P3_42"}, deals.ErrNoDeal)
		_, err := h.Deals().Deal("patience", "P3_42", nil)
		h.refused(err, deals.ErrNoDeal)
		_, err = h.Deals().Deal("othello", "P3_42", nil)
		h.refused(err, deals.ErrNoDeal)

		first := h.see(kim, h.run(kim, pairing.Offer{Seed: "42", Options: []byte(`{"mode":3}`)}))
		again := h.see(lee, h.run(lee, pairing.Offer{Seed: dealID(first)}))
		if dealID(again) != "P3_42" || !again.Seeded || h.seedIn(again.ID) != "42" {
			t.Errorf("by id: %+v", again.View)
		}
		// Options that the ID does not cover are the player's choice; the others belong to the deal.
		lax := h.run(lee, pairing.Offer{Seed: "P3_42", Options: []byte(`{"mode":3,"lax":true}`)})
		other := h.run(lee, pairing.Offer{Seed: "P3_42", Options: []byte(`{"mode":1,"lax":true}`)})
		for id, want := range map[string]string{lax: `{"mode":3,"lax":true}`, other: `{"mode":3,"lax":false}`} {
			if rec, err := h.store.Match(t.Context(), id); err != nil || string(rec.Options) != want {
				t.Errorf("options %s, want %s", rec.Options, want)
			}
		}
		for options, want := range map[string]string{``: "mode3", `{"mode":3,"lax":true}`: "mode3 lax"} {
			info, err := h.Deals().Deal("patience", "P3_42", []byte(options))
			if err != nil || info.Rules != want || info.Seed != "42" || info.Status != games.SolveUnknown || info.Daily != "" {
				t.Errorf("%s: %+v, %v", options, info, err)
			}
		}
		guest := h.guest()
		if s := h.see(guest, h.run(guest, pairing.Offer{Seed: "P3_42"})); !s.Seeded {
			t.Errorf("a guest's: %+v", s)
		}
		// A later start under the same rules drops nothing.
		again2 := h.kill()
		if _, err := again2.Deals().Deal("patience", "P3_42", nil); err != nil {
			t.Error(err)
		}
	})
}

// The deal of the day cannot be tried out: its ID is secret until the day is over.
func TestDealOfTheDayByItsID(t *testing.T) {
	withDeals(t, dealstest.Winnable(), config.Config{}, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		s := h.see(kim, h.run(kim, pairing.Offer{Daily: true}))
		id, seed := dealID(s), h.seedIn(s.ID)
		secret := func() {
			t.Helper()
			_, err := h.Deals().Deal("patience", id, nil)
			h.refused(err, deals.ErrNoDeal)
			for _, v := range []*Visit{kim, lee, h.guest()} {
				h.noRun(v, pairing.Offer{Seed: id}, deals.ErrNoDeal)
				h.noRun(v, pairing.Offer{Seed: seed}, solo.ErrBadSeed)
			}
			h.refused(kim.Favour("patience", id, true), deals.ErrNoDeal)
		}
		secret()
		h.steps(kim, s.ID, "win")
		secret()
		if rows := h.board(deals.Board("patience", id)); len(rows) != 0 {
			t.Errorf("the deal's board: %+v", rows)
		}
		if v, err := h.Verdict(t.Context(), kim.Me().ID, s.ID); v.Status != games.SolveUnknown || err != nil {
			t.Errorf("for who has finished it: %+v, %v", v, err)
		}
		_, err := h.Verdict(t.Context(), lee.Me().ID, s.ID)
		h.refused(err, table.ErrHidden)
		h.pass(24 * time.Hour)
		if again := h.see(kim, h.run(kim, pairing.Offer{Seed: id})); !again.Seeded || again.Daily != "" {
			t.Errorf("after its day: %+v", again)
		}
		if info, err := h.Deals().Deal("patience", id, nil); err != nil || info.Seed != seed {
			t.Errorf("after its day: %+v, %v", info, err)
		}
	})
}

// The deal of a ranked run cannot be played elsewhere until the run is over.
func TestDealOfARankedRun(t *testing.T) {
	withDeals(t, dealstest.Winnable(), config.Config{}, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		s := h.see(kim, h.run(kim, pairing.Offer{}))
		id := dealID(s)
		_, err := h.Deals().Deal("patience", id, nil)
		h.refused(err, deals.ErrNoDeal)
		h.noRun(kim, pairing.Offer{Seed: id}, deals.ErrNoDeal)
		h.noRun(lee, pairing.Offer{Seed: id}, deals.ErrNoDeal)
		_, err = h.Verdict(t.Context(), kim.Me().ID, s.ID)
		h.refused(err, table.ErrHidden)
		h.must(kim.Do(s.ID, games.Resign))
		if again := h.see(lee, h.run(lee, pairing.Offer{Seed: id})); !again.Seeded {
			t.Errorf("after the end: %+v", again)
		} else if dealID(again) != id || h.seedIn(again.ID) != "" {
			t.Errorf("after the end: %+v, seed %q", again.View, h.seedIn(again.ID))
		}
		if info, err := h.Deals().Deal("patience", id, nil); err != nil || info.Seed != h.seedIn(s.ID) {
			t.Errorf("%+v, %v", info, err)
		}
	})
}

func TestFavourites(t *testing.T) {
	withDeals(t, dealstest.Winnable(), config.Config{}, func(t *testing.T, h *house) {
		kim, lee, guest := h.enter("kim"), h.enter("lee"), h.guest()
		for i := range deals.MaxFavourites + 1 {
			h.must(h.deals.Learn(store.Match{Game: "patience", Seed: fmt.Sprint(i)}))
		}
		h.refused(kim.Favour("patience", "P1_9999", true), deals.ErrNoDeal)
		h.refused(guest.Favour("patience", "P1_1", true), room.ErrGuestRecord)
		for _, id := range []string{"P1_1", "P1_2", "P1_3", "P1_2"} {
			h.pass(time.Second)
			h.must(kim.Favour("patience", id, true))
		}
		h.must(kim.Favour("patience", "P1_1", false))
		h.must(kim.Favour("patience", "P1_1", false))
		names := func(v *Visit) (ids []string) {
			list, err := v.Favourites("patience")
			h.must(err)
			for _, f := range list {
				ids = append(ids, f.ID)
				if f.Since == 0 || f.Status != games.SolveUnknown {
					t.Errorf("%+v", f)
				}
			}
			return ids
		}
		if got := names(kim); !slices.Equal(got, []string{"P1_3", "P1_2"}) {
			t.Errorf("%v", got)
		}
		if names(lee) != nil || names(guest) != nil {
			t.Error("others have favourites")
		}
		for i := range deals.MaxFavourites + 1 {
			err := lee.Favour("patience", fmt.Sprintf("P1_%d", i), true)
			if i < deals.MaxFavourites {
				h.must(err)
			} else {
				h.refused(err, deals.ErrFull)
			}
		}
		lee.Leave()
		h.refused(lee.Favour("patience", "P1_1", false), directory.ErrLeft)
	})
}

func TestGhost(t *testing.T) {
	withDeals(t, dealstest.Winnable(), config.Config{}, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		// kim needs three actions for the deal, lee two.
		one := h.run(kim, pairing.Offer{Daily: true})
		_, err := h.Ghost(t.Context(), kim.Me().ID, one, deals.Leader)
		h.refused(err, deals.ErrNoGhost)
		h.pass(time.Minute)
		h.steps(kim, one, "step")
		h.pass(2 * time.Second)
		h.steps(kim, one, "step", "win")
		two := h.run(lee, pairing.Offer{Daily: true})
		h.steps(lee, two, "step")
		h.pass(5 * time.Second)

		_, err = h.Ghost(t.Context(), lee.Me().ID, two, deals.Own)
		h.refused(err, deals.ErrNoGhost)
		g, err := h.Ghost(t.Context(), lee.Me().ID, two, deals.Leader)
		h.must(err)
		want := []deals.GhostStep{{Time: 0, Done: 1}, {Time: 2000, Done: 2}, {Time: 2000, Done: 3}}
		if g.Name != "kim" || g.Match != one || g.Moves != 3 || g.Time != 2000 || g.Of != 10 || !slices.Equal(g.Steps, want) {
			t.Errorf("%+v", g)
		}
		h.steps(lee, two, "win")
		// A match is not its own ghost: the next best run is.
		if g, err := h.Ghost(t.Context(), lee.Me().ID, two, deals.Leader); err != nil || g.Match != one {
			t.Errorf("%+v, %v", g, err)
		}
		_, err = h.Ghost(t.Context(), lee.Me().ID, two, deals.Own)
		h.refused(err, deals.ErrNoGhost)
		_, err = h.Ghost(t.Context(), lee.Me().ID, one, deals.Own)
		h.refused(err, table.ErrNotSeated)
		_, err = h.Ghost(t.Context(), lee.Me().ID, "nope", deals.Own)
		h.refused(err, table.ErrNoTable)

		h.pass(24 * time.Hour)
		again := h.run(kim, pairing.Offer{Seed: dealID(h.see(kim, one))})
		for whose, match := range map[deals.Whose]string{deals.Own: one, deals.Leader: two} {
			if g, err := h.Ghost(t.Context(), kim.Me().ID, again, whose); err != nil || g.Match != match {
				t.Errorf("%d: %+v, %v", whose, g, err)
			}
		}
		if rows := h.board(deals.Board("patience", dealID(h.see(kim, again)))); len(rows) != 2 || rows[0].Name != "lee" {
			t.Errorf("%+v", rows)
		}
	})
}

func TestRunLines(t *testing.T) {
	withDeals(t, dealstest.Winnable(), config.Config{}, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		day := h.run(kim, pairing.Offer{Daily: true})
		h.steps(kim, day, "win")
		var all []string
		for i := range records.MatchPage + 2 {
			h.pass(3 * time.Second)
			id := h.run(kim, pairing.Offer{Seed: fmt.Sprint(i)})
			h.steps(kim, id, "step", "win")
			all = append(all, fmt.Sprintf("%s %d 2 arcade ssh", id, i))
		}
		h.run(kim, pairing.Offer{}) // in play
		slices.Reverse(all)
		lines := func() (list []string) {
			h.must(h.lines(kim.Me().ID, "patience", "text", "arcade", "ssh", func(s string) error {
				list = append(list, s)
				return nil
			}))
			return list
		}
		if got := lines(); !slices.Equal(got, append(slices.Clone(all), day+"  1 arcade ssh")) {
			t.Errorf("%q", got)
		}
		h.pass(24 * time.Hour)
		if got := lines(); got[len(got)-1] != day+" "+h.seedIn(day)+" 1 arcade ssh" {
			t.Errorf("%q", got[len(got)-1])
		}
		full := errors.New("pipe is closed")
		h.refused(h.lines(kim.Me().ID, "patience", "text", "", "", func(string) error { return full }), full)
		h.refused(h.lines(kim.Me().ID, "patience", "xml", "", "", nil), records.ErrNoFormat)
		h.refused(h.lines(kim.Me().ID, "no", "text", "", "", nil), games.ErrUnknownGame)
	})
}

// lines is RunLines without its number of runs that are left out.
func (h *house) lines(player, game, format, client, platform string, write func(string) error) error {
	_, err := h.RunLines(h.t.Context(), player, game, format, client, platform, write)
	return err
}

// Lines of runs continue if an open seat is taken down between two pages.
func TestRunLinesPages(t *testing.T) {
	inBubbleWith(t, config.Config{Games: games.NewRegistry(othello.Game{}, dealstest.Winnable()), Deals: deals.Limits{Stock: -1}}, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		win := func(seed int) {
			h.pass(3 * time.Second)
			h.steps(kim, h.run(kim, pairing.Offer{Seed: fmt.Sprint(seed)}), "win")
		}
		win(0)
		h.pass(3 * time.Second)
		seat := h.create(kim, pairing.Offer{}) // the last of the first page
		for i := 1; i < records.MatchPage; i++ {
			win(i)
		}
		n := 0
		h.must(h.lines(kim.Me().ID, "patience", "text", "arcade", "ssh", func(string) error {
			if n++; n == 1 {
				h.must(kim.Cancel(seat))
			}
			return nil
		}))
		if n != records.MatchPage {
			t.Errorf("%d lines of %d", n, records.MatchPage)
		}
	})
}

// A run whose deal cannot be noted does not begin.
func TestDealsOnABadDisk(t *testing.T) {
	var disk *failing
	withDeals(t, dealstest.Winnable(), config.Config{}, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		disk.writes.Store(true)
		h.noRun(kim, pairing.Offer{Seed: "7"}, errDisk)
		h.noRun(kim, pairing.Offer{}, errDisk)
		disk.writes.Store(false)
		if n := len(h.PublicTables("patience")); n != 0 {
			t.Errorf("%d tables", n)
		}
		_, err := h.Deals().Deal("patience", "P1_7", nil)
		h.refused(err, deals.ErrNoDeal)
		h.run(kim, pairing.Offer{Seed: "7"})
	}, func(s store.Store) store.Store {
		disk = &failing{Store: s}
		return disk
	})
}

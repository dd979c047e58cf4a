package lobby

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/games/othello"
	"arcade/games/stones"
	"arcade/internal/chance"
	"arcade/lobby/config"
	"arcade/lobby/deals"
	"arcade/lobby/deals/dealstest"
	"arcade/lobby/directory"
	"arcade/lobby/pairing"
	"arcade/lobby/table"
	"arcade/store"
)

// onTwoNodes runs a test on two lobbies that share a store.
func onTwoNodes(t *testing.T, f func(t *testing.T, a, b *house), wrap ...func(store.Store) store.Store) {
	synctest.Test(t, func(t *testing.T) {
		chance.Deal(t)
		cfg := config.Config{Node: "a", Games: games.NewRegistry(othello.Game{}, stones.Game{}, &dealstest.Patience{}, klondike.Game{}), Deals: deals.Limits{Stock: -1}}
		a := openHouse(t, filepath.Join(t.TempDir(), "arcade.db"), cfg, wrap...)
		b := &house{t: t, store: a.store, path: a.path, cfg: cfg, rand: rand.New(rand.NewPCG(3, 4))}
		b.cfg.Node, b.cfg.Store = "b", a.store
		var err error
		if b.Lobby, err = New(b.cfg); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(b.Close) // before the store
		f(t, a, b)
	})
}

// A starting node leaves another owner's matches alone. It restores matches that nobody owns or that it
// owned before.
func TestStartLeavesOthersMatches(t *testing.T) {
	onTwoNodes(t, func(t *testing.T, a, b *house) {
		kim, lee := a.enter("kim"), a.enter("lee")
		id := a.start(kim, lee, pairing.Offer{})
		a.play(id, 3, kim, lee)
		before := a.entries(id)
		c := *b
		c.cfg.Node = "c"
		for _, node := range []string{"c", "a"} {
			takes := node == "a"
			c.cfg.Node = node
			var err error
			c.Lobby, err = New(c.cfg)
			a.must(err)
			if _, err := c.Room(id); (err == nil) != takes {
				t.Errorf("node %s: %v", node, err)
			}
			c.Close()
			if grown := len(a.entries(id)) > len(before); grown != takes {
				t.Errorf("node %s: its log has grown: %v", node, grown)
			}
		}
	})
}

// The store refuses a superseded owner, which notices and does nothing more at the table. Exactly the
// acknowledged actions are there.
func TestOldOwnerIsRefused(t *testing.T) {
	for what, act := range map[string]func(h *house, kim, lee *Visit, id string) error{
		"an action": func(h *house, kim, lee *Visit, id string) error {
			s := h.see(kim, id)
			mover := kim
			if s.You != s.ToAct {
				mover, s = lee, h.see(lee, id)
			}
			return mover.Act(id, len(s.Plies), s.Legal[0])
		},
		"giving up": func(h *house, kim, lee *Visit, id string) error { return kim.Do(id, games.Resign) },
	} {
		t.Run(what, func(t *testing.T) {
			onTwoNodes(t, func(t *testing.T, a, b *house) {
				kim, lee := a.enter("kim"), a.enter("lee")
				id := a.start(kim, lee, pairing.Offer{Rated: true})
				a.play(id, 12, kim, lee)
				acknowledged := len(a.entries(id))
				b.must(b.AdoptByID(id))
				log := b.entries(id)
				if len(log) != acknowledged+1 || log[acknowledged].Kind != string(games.Restart) {
					t.Fatalf("log of the new owner: %v", log)
				}
				woken := kim.Woken()
				a.refused(act(a, kim, lee, id), table.ErrStale)
				if _, err := a.Room(id); !errors.Is(err, table.ErrNoTable) {
					t.Errorf("the old owner has a table: %v", err)
				}
				if kim.Woken() == woken {
					t.Error("who looked at the table has not been woken")
				}
				a.refused(act2(kim.Table(id)), table.ErrNoTable)
				a.pass(10 * 60e9) // clocks run out only at the owner
				rec, err := b.store.Match(t.Context(), id)
				b.must(err)
				if rec.Owner != "b" || rec.Epoch != 1 {
					t.Errorf("owner %q in epoch %d", rec.Owner, rec.Epoch)
				}
				if grown := b.entries(id); len(grown) != len(log)+1 || rec.Status != store.Done {
					t.Errorf("%s, log %v", rec.Status, grown)
				}
			})
		})
	}
}

func act2[T any](_ T, err error) error { return err }

// A clock, a bot and a leaving host do nothing at a node whose match belongs to another.
func TestOldOwnersTableRests(t *testing.T) {
	onTwoNodes(t, func(t *testing.T, a, b *house) {
		kim := a.enter("kim")
		bot := a.create(kim, pairing.Offer{Game: "othello", Bot: "greedy", Seat: 0, Control: "none"})
		open := a.create(kim, pairing.Offer{Game: "othello", Control: "5+3"})
		a.must(kim.Watch(bot))
		b.must(b.AdoptByID(bot))
		b.must(b.AdoptByID(open))
		log := b.entries(bot)
		a.refused(kim.Act(bot, 0, a.see(kim, bot).Legal[0]), table.ErrStale)
		a.refused(kim.Cancel(open), table.ErrStale)
		kim.Leave()
		a.pass(60e9)
		if got := b.entries(bot); len(got) != len(log) {
			t.Errorf("log %v", got)
		}
		if rec, err := b.store.Match(t.Context(), open); err == nil && rec.Owner != "b" {
			t.Errorf("open seat: %+v", rec)
		}
	})
}

// If two nodes take over one match, one of them gets it.
func TestRacingTakeOvers(t *testing.T) {
	onTwoNodes(t, func(t *testing.T, a, b *house) {
		c := *b
		c.cfg.Node = "c"
		var err error
		c.Lobby, err = New(c.cfg)
		a.must(err)
		defer c.Close()
		kim, lee := a.enter("kim"), a.enter("lee")
		id := a.start(kim, lee, pairing.Offer{})
		errs := make([]error, 2)
		var all sync.WaitGroup
		for i, l := range []*Lobby{b.Lobby, c.Lobby} {
			all.Go(func() { errs[i] = l.AdoptByID(id) })
		}
		all.Wait()
		rec, err := a.store.Match(t.Context(), id)
		a.must(err)
		tables := 0
		for i, l := range []*Lobby{b.Lobby, c.Lobby} {
			if _, err := l.Room(id); err == nil {
				tables++
				if rec.Owner != l.cfg.Node && errs[1-i] != nil {
					t.Errorf("table at %s, owner %s", l.cfg.Node, rec.Owner)
				}
			}
		}
		// Both may have it one after the other: then the first finds out when it writes.
		if tables == 0 || errs[0] != nil && errs[1] != nil {
			t.Errorf("%d tables, %v", tables, errs)
		}
	})
}

// meeting is a store that makes two ends of matches, or two tallies of a deal, meet: each has read its data
// before the other is written.
type meeting struct {
	store.Store
	mu   sync.Mutex
	here int
	both chan struct{}
}

func (m *meeting) meet() {
	m.mu.Lock()
	if m.here++; m.here == 2 {
		close(m.both)
	}
	m.mu.Unlock()
	<-m.both
}

func (m *meeting) Finish(ctx context.Context, f store.Finish) error {
	if len(f.Outcomes) > 0 && f.Match.Game != "patience" {
		m.meet()
	}
	return m.Store.Finish(ctx, f)
}

func (m *meeting) PutNotes(ctx context.Context, space string, notes ...store.Note) error {
	if space == "patience/tries" {
		m.meet()
	}
	return m.Store.PutNotes(ctx, space, notes...)
}

func meet(s store.Store) store.Store { return &meeting{Store: s, both: make(chan struct{})} }

// Two matches of one player that end at two nodes at once lose nothing: ratings and statistics are the same
// as one after the other.
func TestTwoEndsOfOnePlayer(t *testing.T) {
	onTwoNodes(t, func(t *testing.T, a, b *house) {
		kim, lee := a.enter("kim"), a.enter("lee")
		other, han := b.enter("kim"), b.enter("han")
		ids := []string{a.start(kim, lee, pairing.Offer{Rated: true}), b.start(other, han, pairing.Offer{Rated: true})}
		a.play(ids[0], 12, kim, lee)
		b.play(ids[1], 12, other, han)
		var all sync.WaitGroup
		errs := make([]error, 2)
		all.Go(func() { errs[0] = lee.Do(ids[0], games.Resign) })
		all.Go(func() { errs[1] = han.Do(ids[1], games.Resign) })
		all.Wait()
		a.must(errors.Join(errs...))
		r, err := a.store.Rating(t.Context(), "othello", kim.Me().ID)
		a.must(err)
		if r.Games != 2 || r.Opponents != 2 {
			t.Errorf("rating of %d games and %d opponents", r.Games, r.Opponents)
		}
		var changed float64
		for _, id := range ids {
			rec, err := a.store.Match(t.Context(), id)
			a.must(err)
			changed += rec.Seats[rec.SeatOf(kim.Me().ID)].Change
		}
		if got := r.Rating - 1500; got-changed > 1e-6 || changed-got > 1e-6 {
			t.Errorf("the rating has changed by %v, the matches by %v", got, changed)
		}
	}, meet)
}

// Runs that end at two nodes at once are all in the statistics.
func TestTwoRunsOfOnePlayer(t *testing.T) {
	onTwoNodes(t, func(t *testing.T, a, b *house) {
		kim, other := a.enter("kim"), b.enter("kim")
		mine, others := a.ask(kim, pairing.Offer{Seed: "x"}), b.ask(other, pairing.Offer{Seed: "y"})
		var all sync.WaitGroup
		errs := make([]error, 2)
		all.Go(func() { errs[0] = kim.Do(mine, games.Resign) })
		all.Go(func() { errs[1] = other.Do(others, games.Resign) })
		all.Wait()
		a.must(errors.Join(errs...))
		for _, id := range []string{mine, others} {
			rec, err := a.store.Match(t.Context(), id)
			a.must(err)
			if rec.Status != store.Done {
				t.Errorf("%s is %s", id, rec.Status)
			}
		}
		if n, err := a.store.Standing(t.Context(), stones.Name, kim.Me().ID); n != 2 || err != nil {
			t.Errorf("standing %d, %v", n, err)
		}
	}, meet)
}

// Any number of newcomers may enter at two nodes at once, by the same login name or the same key. Each gets
// a player, and each player a different name.
func TestFirstVisitsAtTwoNodes(t *testing.T) {
	onTwoNodes(t, func(t *testing.T, a, b *house) {
		const n = 200
		people := make([]*Visit, n)
		errs := make([]error, n)
		var all sync.WaitGroup
		for i := range n {
			l := a.Lobby
			if i%2 == 1 {
				l = b.Lobby
			}
			all.Go(func() {
				key := i
				if i < n/4 {
					key = i / 2 // the same key comes at both
				}
				people[i], errs[i] = l.Enter(directory.Identity{Fingerprint: fmt.Sprint("SHA256:", key), Login: "kim", Lang: "en"})
			})
		}
		all.Wait()
		a.must(errors.Join(errs...))
		names, ids := map[string]string{}, map[string]bool{}
		for _, v := range people {
			p, err := a.store.Player(t.Context(), v.Me().ID)
			a.must(err)
			if id := names[p.NameKey]; id != "" && id != p.ID {
				t.Errorf("%s is two players' name", p.Name)
			}
			names[p.NameKey], ids[p.ID] = p.ID, true
		}
		if want := n - n/8; len(ids) != want {
			t.Errorf("%d players, want %d", len(ids), want)
		}
	})
}

// A setting, a name and a key that change at two nodes at once are all stored.
func TestPlayerChangesAtTwoNodes(t *testing.T) {
	onTwoNodes(t, func(t *testing.T, a, b *house) {
		kim, other := a.enter("kim"), b.enter("kim")
		const n = 20
		var all sync.WaitGroup
		all.Go(func() {
			for i := range n {
				a.must(kim.SaveSettings([]byte(fmt.Sprintf(`{"n":%d}`, i))))
			}
		})
		all.Go(func() {
			for i := range n {
				b.must(b.Lobby.rename(other.Me(), fmt.Sprint("kim-", i)))
			}
		})
		all.Go(func() {
			for range n {
				code, _, err := b.NewKeyCode("SHA256:kim")
				b.must(err)
				_, err = b.AddKey("SHA256:more", "somewhere", code)
				b.must(err)
				_, err = b.RemoveKey("SHA256:kim", "SHA256:more")
				b.must(err)
			}
		})
		all.Wait()
		kim.Leave() // so that the last settings and the end of the visit are written
		p, err := a.store.Player(t.Context(), kim.Me().ID)
		a.must(err)
		if string(p.Settings) != fmt.Sprintf(`{"n":%d}`, n-1) || p.Name != fmt.Sprint("kim-", n-1) || len(p.Keys) != 1 {
			t.Errorf("%+v", p)
		}
		if want := uint64(2 + 3*n + savedRate.Burst + 2); p.Rev != want {
			t.Errorf("revision %d, want %d", p.Rev, want)
		}
	})
}

// Deleting a player at one node does not remove another node's matches.
func TestForgetLeavesOthersMatches(t *testing.T) {
	onTwoNodes(t, func(t *testing.T, a, b *house) {
		kim, lee := a.enter("kim"), a.enter("lee")
		id := a.start(kim, lee, pairing.Offer{})
		a.play(id, 3, kim, lee)
		b.refused(b.Lobby.Forget("SHA256:kim", "kim"), store.ErrUnfinished)
		if rec, err := a.store.Match(t.Context(), id); err != nil || rec.Status != store.Live {
			t.Errorf("%+v, %v", rec, err)
		}
		a.play(id, 2, kim, lee)
	})
}

// A run begins once, wherever its player asks for it: another node returns the one in play, even if both
// are asked at once.
func TestRunsAtTwoNodes(t *testing.T) {
	onTwoNodes(t, func(t *testing.T, a, b *house) {
		kim, other := a.enter("kim"), b.enter("kim")
		offers := []pairing.Offer{{}, {Daily: true}}
		for _, o := range offers {
			o.Game = stones.Name
			ids := make([]string, 8)
			errs := make([]error, len(ids))
			var all sync.WaitGroup
			for i := range ids {
				all.Go(func() { ids[i], errs[i] = []*Visit{kim, other}[i%2].Create(o) })
			}
			all.Wait()
			a.must(errors.Join(errs...))
			for _, id := range ids {
				if id != ids[0] {
					t.Errorf("%+v: runs %v", o, ids)
					break
				}
			}
		}
		runs := func() int {
			list, err := a.store.Matches(t.Context(), kim.Me().ID, "", 99)
			a.must(err)
			return len(list)
		}
		if n := runs(); n != len(offers) {
			t.Errorf("%d runs", n)
		}
		// A finished run does not count as the run in play.
		id, err := kim.Create(pairing.Offer{Game: stones.Name})
		a.must(err)
		h, v := a, kim
		if _, err := a.Room(id); err != nil {
			h, v = b, other
		}
		h.must(v.Watch(id))
		h.must(v.Do(id, games.Resign))
		next, err := other.Create(pairing.Offer{Game: stones.Name})
		b.must(err)
		if next == id || runs() != len(offers)+1 {
			t.Errorf("after %s came %s, %d runs", id, next, runs())
		}
	})
}

// The deal of a run in play is as secret at another node as at its own.
func TestSecretDealsAtTwoNodes(t *testing.T) {
	onTwoNodes(t, func(t *testing.T, a, b *house) {
		kim, lee := a.enter("kim"), b.enter("lee")
		id := a.run(kim, pairing.Offer{})
		deal := dealID(a.see(kim, id))
		_, err := lee.Create(pairing.Offer{Game: "patience", Seed: deal})
		b.refused(err, deals.ErrNoDeal)
		if _, err := b.Deals().Deal("patience", deal, nil); !errors.Is(err, deals.ErrNoDeal) {
			t.Errorf("what is known of it: %v", err)
		}
		a.must(kim.Do(id, games.Resign))
		_, err = lee.Create(pairing.Offer{Game: "patience", Seed: deal})
		b.must(err)
	})
}

// Tries of one deal that end at two nodes at once all count, and both nodes' findings about a deal are
// kept.
func TestDealCountsAtTwoNodes(t *testing.T) {
	onTwoNodes(t, func(t *testing.T, a, b *house) {
		kim := a.enter("kim")
		id := a.run(kim, pairing.Offer{Seed: "1"})
		deal := dealID(a.see(kim, id))
		rec, err := a.store.Match(t.Context(), id)
		a.must(err)
		const n = 20
		var all sync.WaitGroup
		for _, h := range []*house{a, b} {
			all.Go(func() {
				for range n {
					h.deals.Ended(rec, 5)
				}
			})
			all.Go(func() { h.must(h.deals.Learn(rec)) })
		}
		all.Wait()
		if tally, err := b.Deals().Tally("patience", deal); err != nil || tally.Tries != 2*n {
			t.Errorf("%+v, %v", tally, err)
		}
	}, meet)
}

// The limit on favourites also holds for concurrent additions at two nodes.
func TestFavouritesAtTwoNodes(t *testing.T) {
	onTwoNodes(t, func(t *testing.T, a, b *house) {
		kim, other := a.enter("kim"), b.enter("kim")
		space := deals.Kept.In("patience", kim.Me().ID).Name
		for i := range deals.MaxFavourites - 1 {
			a.must(a.store.PutNotes(t.Context(), space, store.Note{Key: fmt.Sprint("P1_", 1000+i), Value: []byte(`{"since":1}`)}))
		}
		for i := range 10 {
			id, err := kim.Create(pairing.Offer{Game: "patience", Seed: fmt.Sprint(i)})
			a.must(err)
			a.must(kim.Watch(id))
			a.must(kim.Do(id, games.Resign))
		}
		var all sync.WaitGroup
		for i := range 10 {
			all.Go(func() {
				v := []*Visit{kim, other}[i%2]
				if err := v.Favour("patience", fmt.Sprint("P1_", i), true); err != nil && !errors.Is(err, deals.ErrFull) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		list, err := a.store.Notes(t.Context(), space, "", 999)
		a.must(err)
		if len(list) > deals.MaxFavourites {
			t.Errorf("%d favourites", len(list))
		}
	})
}

// deleting is a store in which another node deletes a player just before a match is written.
type deleting struct {
	store.Store
	player string
}

func (d *deleting) forget() error {
	if d.player == "" {
		return nil
	}
	who := d.player
	d.player = ""
	return d.Store.Forget(context.Background(), who, nil, nil)
}

func (d *deleting) CreateMatch(ctx context.Context, m store.Match) error {
	return errors.Join(d.forget(), d.Store.CreateMatch(ctx, m))
}

func (d *deleting) UpdateMatch(ctx context.Context, m store.Match) error {
	return errors.Join(d.forget(), d.Store.UpdateMatch(ctx, m))
}

// A match never names a player whom another node deleted just before.
func TestDeletedElsewhere(t *testing.T) {
	var s *deleting
	onTwoNodes(t, func(t *testing.T, a, b *house) {
		kim, lee, han := a.enter("kim"), a.enter("lee"), a.enter("han")
		open := a.create(kim, pairing.Offer{Game: "othello", Control: "5+3"})
		s.player = lee.Me().ID
		_, err := lee.Create(pairing.Offer{Game: "othello", Control: "5+3"})
		a.refused(err, directory.ErrLeft)
		a.must(han.SitDown(open))
		s.player = han.Me().ID
		a.refused(kim.Ready(open), directory.ErrLeft)
		list, err := a.store.Unfinished(t.Context())
		a.must(err)
		for _, m := range list {
			if m.ID != open || m.Status != store.Open || m.SeatOf(han.Me().ID) >= 0 {
				t.Errorf("in the store: %+v", m)
			}
		}
	}, func(inner store.Store) store.Store { s = &deleting{Store: inner}; return s })
}

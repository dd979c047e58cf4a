package lobby

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"arcade/games"
	"arcade/store"
)

// rated enters a player who has a rating already.
func (h *house) rated(name string, rating float64) *Visit {
	h.t.Helper()
	v := h.enter(name)
	me := v.Me().ID
	// The store takes a rating with the end of a match only.
	m := store.Match{
		ID: "OLD" + name, Game: "othello", Rules: 1, Seed: "s", Control: "none", Private: true,
		Seats: []store.Seat{{Player: me, Name: name}, {Bot: "greedy"}}, Status: store.Live, Winner: -1,
	}
	h.must(h.store.CreateMatch(m))
	m.Status, m.Ended, m.Result = store.Done, nowMS(), []byte(`{}`)
	h.must(h.store.Finish(store.Finish{Match: m, Outcomes: []store.Outcome{{
		Player: me, Rating: &store.Rating{Rating: rating, Deviation: 80, Volatility: 0.06, Games: 9, At: nowMS()},
	}}}))
	return v
}

func (h *house) search(v *Visit) (id string, begun bool) {
	h.t.Helper()
	id, begun, err := v.Quick("othello", "5+3")
	h.must(err)
	return id, begun
}

func TestQuickPairsAtOnce(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.rated("kim", 1600), h.rated("lee", 1690)
		id, begun := h.search(kim)
		if begun {
			t.Fatal("begun alone")
		}
		if s := h.see(kim, id); !s.Quick || !s.Rated || s.Code == "" {
			t.Errorf("the seat %+v", s)
		}
		got, begun := h.search(lee)
		if !begun || got != id {
			t.Fatalf("found %q, begun %v", got, begun)
		}
		if kim.Call() != id {
			t.Error("the one who waited is not called")
		}
		if len(h.Tables("")) != 1 {
			t.Error("a seat is left over")
		}
	})
}

func TestQuickRangesWiden(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.rated("kim", 1400), h.rated("lee", 1700)
		first, _ := h.search(kim)
		h.pass(time.Millisecond)
		second, begun := h.search(lee)
		if begun || first == second {
			t.Fatal("paired 300 apart at once")
		}
		h.pass(7500 * time.Millisecond) // 100 + 7 × 25 = 275
		if kim.Call() != "" || lee.Call() != "" {
			t.Fatal("paired 300 apart after 7 s")
		}
		h.pass(time.Second)
		for _, v := range []*Visit{kim, lee} {
			if got := v.Call(); got != first {
				t.Errorf("%s is called to %q, want %q", v.Me().Name, got, first)
			}
		}
		if _, err := h.store.Match(second); err == nil {
			t.Error("the second seat is still there")
		}
		if s := h.live(first); s == nil || s.Status != store.Live || s.quick {
			t.Errorf("the table: %+v", s)
		}
	})
}

func TestQuickAnybodyAfterAMinute(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.rated("kim", 900), h.rated("lee", 2900)
		h.search(kim)
		h.search(lee)
		h.pass(59 * time.Second)
		if kim.Call() != "" {
			t.Fatal("paired 2000 apart before a minute")
		}
		h.pass(2 * time.Second)
		if kim.Call() == "" {
			t.Error("not paired after a minute")
		}
	})
}

func TestQuickSearchIsOne(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		first, _ := h.search(kim)
		if again, begun := h.search(kim); again != first || begun {
			t.Errorf("searching again gives %q, begun %v", again, begun)
		}
		phone := h.enter("kim")
		if again, _ := h.search(phone); again != first {
			t.Errorf("searching in another window gives %q", again)
		}
		other, begun, err := phone.Quick("othello", "1+0")
		h.must(err)
		if begun || other == first || h.live(first) != nil {
			t.Error("the search on other terms does not replace the first")
		}
		h.pass(2 * time.Minute)
		if s := h.live(other); s == nil || s.Status != store.Open {
			t.Fatal("a player was paired with itself")
		}
		// Many at once are one too.
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() { _, _, _ = phone.Quick("othello", "5+3") })
		}
		wg.Wait()
		if list := phone.Home().Seats; len(list) != 1 {
			t.Errorf("%d seats of one search", len(list))
		}
	})
}

func TestQuickGuests(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, a, b := h.enter("kim"), h.guest(), h.guest()
		waits, _ := h.search(kim)
		first, begun := h.search(a)
		if begun || first == waits {
			t.Fatal("a guest was paired with a player in a rated game")
		}
		id, begun := h.search(b)
		if !begun || id != first || h.see(b, id).Rated {
			t.Errorf("two guests: %q, begun %v", id, begun)
		}
		h.pass(2 * time.Minute)
		if s := h.live(waits); s == nil || s.Status != store.Open {
			t.Error("the player was paired with a guest")
		}
	})
}

// Casual games are for anybody: guests, and players of any rating.
func TestCasual(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee, park, g := h.rated("kim", 1000), h.rated("lee", 2500), h.rated("park", 1050), h.guest()
		casual := func(v *Visit) (string, bool) {
			id, begun, err := v.Casual("othello", "5+3")
			h.must(err)
			return id, begun
		}
		rated, _ := h.search(park)
		first, begun := casual(kim)
		if begun || first == rated || h.see(kim, first).Rated {
			t.Fatal("a casual search found a rated seat")
		}
		h.pass(2 * time.Second)
		if s := h.live(first); s == nil || s.Status != store.Open {
			t.Fatal("a casual search was paired with a rated one")
		}
		if again, _ := casual(kim); again != first {
			t.Error("searching twice is two searches")
		}
		if id, begun := casual(lee); !begun || id != first {
			t.Error("players of other ratings are not paired at once")
		}
		second, _ := casual(kim)
		if id, begun := h.search(g); !begun || id != second {
			t.Error("a guest's search does not find a casual seat")
		}
		third, _ := h.search(g)
		if id, begun := casual(lee); !begun || id != third {
			t.Error("a casual search does not find a guest's seat")
		}
		fourth, _ := casual(kim)
		if now, begun := h.search(kim); !begun || now != rated || h.live(fourth) != nil { // the casual search is over
			t.Errorf("searching for a rated game: %q, begun %v", now, begun)
		}
	})
}

// Nobody is paired with a host who has gone.
func TestQuickDoesNotPairWithGhosts(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		first, _ := h.search(kim)
		kim.Leave()
		if id, begun := h.search(lee); begun || id == first {
			t.Error("paired with somebody who is not here")
		}
		h.pass(10 * time.Second)
		if lee.Call() != "" {
			t.Error("paired with somebody who is not here, later")
		}
	})
}

// Who sits down elsewhere is not called away to a second game.
func TestTakingASeatEndsTheSearch(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee, park := h.enter("kim"), h.rated("lee", 1900), h.enter("park")
		searching, _ := h.search(kim)
		id := h.create(lee, Offer{Rated: true})
		h.must(kim.Take(id))
		if h.live(searching) != nil {
			t.Error("the search goes on")
		}
		if _, begun := h.search(park); begun {
			t.Error("a second match began")
		}
	})
}

func TestQuickRefuses(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		h.refused(third(kim.Quick("chess", "5+3")), games.ErrUnknownGame)
		h.refused(third(kim.Quick("othello", "fast")), ErrBadOffer)
		h.refused(second(kim.Create(Offer{Game: "othello", Control: "5+3", quick: true, Private: true})), ErrBadOffer)
		h.refused(second(kim.Create(Offer{Game: "othello", Control: "5+3", quick: true, Bot: "greedy"})), ErrBadOffer)
		if h.Lobby.quickSeats() != nil {
			t.Error("a seat is open")
		}
	})
}

// A crowd finds its opponents: everybody plays once, near ratings first.
func TestQuickCrowd(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		const n = 20
		var crowd []*Visit
		for i := range n {
			crowd = append(crowd, h.rated(fmt.Sprintf("p%d", i), 1000+float64(i)*60))
		}
		for _, i := range h.rand.Perm(n) {
			h.search(crowd[i])
		}
		h.pass(65 * time.Second)
		matches := map[string]int{}
		for _, v := range crowd {
			for _, s := range v.Home().Resume {
				matches[s.ID]++
			}
			if len(v.Home().Resume)+len(v.Home().Seats) > 1 {
				t.Errorf("%s is in more than one match or search", v.Me().Name)
			}
		}
		for id, players := range matches {
			if players != 2 {
				t.Errorf("match %s has %d of them", id, players)
			}
		}
	})
}

func TestRange(t *testing.T) {
	for _, c := range []struct {
		rating, lo, hi float64
		waited         int64
	}{
		{1500, 1400, 1600, 0},
		{1500, 1400, 1600, 999},
		{1500, 1375, 1625, 1000},
		{1500, 0, 4000, 60_000},
		{50, 0, 150, 0},
		{1500, 1400, 1600, -5000}, // a clock set back
	} {
		if lo, hi := Range(c.rating, 1_000_000, 1_000_000+c.waited); lo != c.lo || hi != c.hi {
			t.Errorf("%v after %d ms: %v to %v, want %v to %v", c.rating, c.waited, lo, hi, c.lo, c.hi)
		}
	}
}

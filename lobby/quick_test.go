package lobby

import (
	"context"
	"sync"
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/pairing"
	"arcade/lobby/solo"
	"arcade/store"
)

// rated enters a player who already has a rating.
func (h *house) rated(name string, rating float64) *Visit {
	h.t.Helper()
	return h.ratedWith(name, store.Rating{Rating: rating, Deviation: 80, Volatility: 0.06, Games: 9, At: clock.MS()})
}

// ratedWith lets a player in whose rating in Othello is as given.
func (h *house) ratedWith(name string, rating store.Rating) *Visit {
	h.t.Helper()
	v := h.enter(name)
	me := v.Me().ID
	// The store accepts a rating only with the end of a match.
	m := store.Match{
		ID: "OLD" + name, Game: "othello", Rules: 1, Seed: "s", Control: "none", Private: true,
		Seats: []store.Seat{{Player: me, Name: name}, {Bot: "greedy"}}, Status: store.Live, Winner: -1,
	}
	h.must(h.store.CreateMatch(context.Background(), m))
	m.Status, m.Ended, m.Result = store.Done, clock.MS(), []byte(`{}`)
	h.must(h.store.Finish(context.Background(), store.Finish{Match: m, Outcomes: []store.Outcome{{
		Player: me, Rating: &rating,
	}}}))
	return v
}

func (h *house) search(v *Visit) (id string, begun bool) {
	h.t.Helper()
	id, begun, err := v.Quick("othello", nil, "5+3")
	h.must(err)
	return id, begun
}

func TestQuickFindsAtOnce(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.rated("kim", 1600), h.rated("lee", 1690)
		id, found := h.search(kim)
		if found {
			t.Fatal("found alone")
		}
		if s := h.see(kim, id); !s.Quick || !s.Rated || s.Code == "" {
			t.Errorf("the seat %+v", s)
		}
		got, found := h.search(lee)
		if !found || got != id {
			t.Fatalf("found %q, %v", got, found)
		}
		if s := h.see(kim, id); s.Status != store.Open || !s.Waits || s.Seats[s.You].Rematch || kim.Call() != "" {
			t.Errorf("who waits has not been asked: %+v", s)
		}
		if again, found := h.search(lee); !found || again != id {
			t.Error("who searches again goes elsewhere")
		}
		h.must(kim.Ready(id))
		if s := h.see(lee, id); s.Status != store.Live || s.Waits || s.Quick {
			t.Errorf("both are ready: %+v", s)
		}
		if len(h.PublicTables("")) != 1 {
			t.Error("a seat is left over")
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
		other, begun, err := phone.Quick("othello", nil, "1+0")
		h.must(err)
		if begun || other == first || h.live(first) != nil {
			t.Error("the search on other terms does not replace the first")
		}
		h.pass(2 * time.Minute)
		if s := h.live(other); s == nil || s.Status != store.Open {
			t.Fatal("a search ends by itself")
		}
		// Many searches at once find one opponent, too.
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() { _, _, _ = phone.Quick("othello", nil, "5+3") })
		}
		wg.Wait()
		if list := phone.Home().Seats; len(list) != 1 {
			t.Errorf("%d seats of one search", len(list))
		}
	})
}

// A host who has gone is not paired.
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

// A player who sits down elsewhere is not called to a second game.
func TestTakingASeatEndsTheSearch(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee, park := h.enter("kim"), h.rated("lee", 1900), h.enter("park")
		searching, _ := h.search(kim)
		id := h.create(lee, pairing.Offer{Rated: true})
		h.must(kim.SitDown(id))
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
		h.refused(third(kim.Quick("chess", nil, "5+3")), games.ErrUnknownGame)
		h.refused(third(kim.Quick("othello", nil, "fast")), solo.ErrBadOffer)
		h.refused(second(kim.Create(pairing.Offer{Game: "othello", Control: "5+3", Quick: true, Private: true})), solo.ErrBadOffer)
		h.refused(second(kim.Create(pairing.Offer{Game: "othello", Control: "5+3", Quick: true, Bot: "greedy"})), solo.ErrBadOffer)
		if len(h.PublicTables("")) > 0 {
			t.Error("a seat is open")
		}
	})
}

package lobby

import (
	"context"
	"fmt"
	"net/netip"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/lobby/clock"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/fair"
	"arcade/lobby/ledger"
	"arcade/lobby/pairing"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/store"
)

// enterFrom lets a player in by the key of the name, from an address.
func (h *house) enterFrom(name, from string) *Visit {
	h.t.Helper()
	v, err := h.Enter(directory.Identity{Fingerprint: "SHA256:" + name, Login: name, Lang: "en", From: from})
	h.must(err)
	return v
}

// lose lets loser resign a rated match against winner after some plies, and returns its id.
func (h *house) lose(winner, loser *Visit, plies int) string {
	h.t.Helper()
	id := h.start(winner, loser, pairing.Offer{Rated: true, Seat: 0})
	for i := range plies { // a random game may be over by then
		v := []*Visit{winner, loser}[i%2]
		h.must(v.Act(id, i, h.see(v, id).Legal[0]))
	}
	h.must(loser.Do(id, games.Resign))
	winner.Unwatch(id)
	loser.Unwatch(id)
	return id
}

// agrees checks that the store's present state follows from its logs.
func (h *house) agrees() {
	h.t.Helper()
	if list, _ := checkFile(h.t, copyOf(h.t, h.path)); len(list) > 0 {
		h.t.Errorf("check finds %s", strings.Join(list[:min(len(list), 9)], "\n"))
	}
}

// ratingOf returns a visitor's rating in Othello.
func (h *house) ratingOf(v *Visit) store.Rating {
	return h.Rating(context.Background(), "othello", v.Me().ID).Rating
}

func TestOneNetwork(t *testing.T) {
	for name, c := range map[string]struct {
		a, b   string
		shared string
		want   string
	}{
		"one address":         {a: "192.0.2.7", b: "192.0.2.7", want: ledger.OneNetwork},
		"one IPv4 /24":        {a: "192.0.2.7/32", b: "192.0.2.200/32", want: ledger.OneNetwork},
		"another IPv4 /24":    {a: "192.0.2.7/32", b: "192.0.3.7/32"},
		"one IPv6 /48":        {a: "2001:db8:1:1::/64", b: "2001:db8:1:2::/64", want: ledger.OneNetwork},
		"another IPv6 /48":    {a: "2001:db8:1::/64", b: "2001:db8:2::/64"},
		"IPv4 in IPv6":        {a: "::ffff:192.0.2.7", b: "192.0.2.9", want: ledger.OneNetwork},
		"nobody knows":        {},
		"a shared one":        {a: "192.0.2.7/32", b: "192.0.2.7/32", shared: "192.0.2.0/24"},
		"beside a shared one": {a: "192.0.2.7/32", b: "192.0.2.7/32", shared: "192.0.3.0/24", want: ledger.OneNetwork},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := config.Config{}
			if c.shared != "" {
				cfg.Shared = []netip.Prefix{netip.MustParsePrefix(c.shared)}
			}
			inBubbleWith(t, cfg, func(t *testing.T, h *house) {
				kim, lee := h.enterFrom("kim", c.a), h.enterFrom("lee", c.b)
				id := h.create(kim, pairing.Offer{Rated: true, Seat: 0, Player: lee.Me().ID})
				// Both players are told before it begins.
				if i := lee.Invitations(); i[0].Rated != (c.want == "") {
					t.Errorf("the invitation is %+v", i[0])
				}
				if got := lee.Uncounted(lee.Invites()[0]); got != c.want {
					t.Errorf("the invitation says %q, want %q", got, c.want)
				}
				if s := h.see(kim, id); !s.Rated || s.Casual != c.want {
					t.Errorf("the waiting host is told %q, rated %t; want %q", s.Casual, s.Rated, c.want)
				}
				h.sit(id, lee, kim)
				s := h.see(kim, id)
				rec, err := h.store.Match(t.Context(), id)
				h.must(err)
				if s.Casual != c.want || s.Rated != (c.want == "") || rec.Casual != c.want || rec.Rated != s.Rated || rec.From != "" {
					t.Errorf("it begins with %q, rated %t; the record %+v", s.Casual, s.Rated, rec)
				}
				h.must(kim.Watch(id))
				h.must(lee.Watch(id))
				h.play(id, 10, kim, lee)
				h.must(lee.Do(id, games.Resign))
				if r := h.ratingOf(kim); (r.Games == 1) != (c.want == "") {
					t.Errorf("rating %+v", r)
				}
				// A rematch has the same terms.
				h.must(kim.Rematch(id))
				h.must(lee.Rematch(id))
				if next := h.see(kim, h.see(kim, id).Next); next.Rated != s.Rated || next.Casual != c.want {
					t.Errorf("the rematch: rated %t, %q", next.Rated, next.Casual)
				}
				h.agrees()
			})
		})
	}
}

// An open seat stores a code of its host's network over a restart, and no address. The match that begins
// stores neither.
func TestOneNetworkWhileTheHostIsAway(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enterFrom("kim", "192.0.2.7/32")
		id := h.create(kim, pairing.Offer{Rated: true, Control: room.OneDay, Seat: 0})
		if rec := must1(h.store.Match(t.Context(), id)); rec.From == "" || strings.Contains(rec.From, "192.") {
			t.Errorf("an open seat has the code %q", rec.From)
		}
		kim.Leave()
		h = h.kill()
		lee := h.enterFrom("lee", "192.0.2.99/32")
		if got := h.see(lee, id).Casual; got != ledger.OneNetwork {
			t.Errorf("before it sits down lee is told %q", got)
		}
		h.must(lee.SitDown(id)) // over days players need not say that they are ready
		if rec := must1(h.store.Match(t.Context(), id)); rec.Rated || rec.Casual != ledger.OneNetwork || rec.From != "" {
			t.Errorf("the match %+v", rec)
		}
		image := must1(os.ReadFile(copyOf(t, h.path)))
		if strings.Contains(string(image), "192.0.2") {
			t.Error("there is an address in the file")
		}
	})
}

// Networks on which one key was seen count as one network, for that day and the next: a person who uses
// IPv4 and IPv6 is at one place.
func TestNetworksOfOneKey(t *testing.T) {
	const four, six, away = "192.0.2.7/32", "2001:db8:1::/64", "198.51.100.1/32"
	// seen lets a player in from some networks, one after the other, and out again.
	seen := func(h *house, name string, from ...string) {
		for _, from := range from {
			h.enterFrom(name, from).Leave()
		}
	}
	for name, c := range map[string]struct {
		before func(h *house)
		kill   bool
		shared string
		want   string
	}{
		"nobody was on both":             {before: func(h *house) { seen(h, "kim", four, away); seen(h, "lee", six) }},
		"the host was on both":           {before: func(h *house) { seen(h, "kim", six) }, want: ledger.OneNetwork},
		"the other was on both":          {before: func(h *house) { seen(h, "lee", away, four) }, want: ledger.OneNetwork},
		"somebody else was on both":      {before: func(h *house) { seen(h, "park", six, four) }, want: ledger.OneNetwork},
		"two others were on one of them": {before: func(h *house) { seen(h, "park", six, away); seen(h, "choi", four, away) }},
		"another address of the network": {before: func(h *house) { seen(h, "park", "192.0.2.200/32", "2001:db8:1:7::/64") }, want: ledger.OneNetwork},
		"on the day before":              {before: func(h *house) { seen(h, "kim", six, four); h.pass(24 * time.Hour) }, want: ledger.OneNetwork},
		"two days before":                {before: func(h *house) { seen(h, "kim", six, four); h.pass(48 * time.Hour) }},
		"on both sides of midnight":      {before: func(h *house) { seen(h, "kim", six); h.pass(35 * time.Hour) }, want: ledger.OneNetwork},
		"two days apart":                 {before: func(h *house) { seen(h, "kim", six); h.pass(48 * time.Hour) }},
		"before a restart":               {before: func(h *house) { seen(h, "kim", six, four) }, kill: true, want: ledger.OneNetwork},
		"one of them is shared":          {before: func(h *house) { seen(h, "kim", six) }, shared: "192.0.2.0/24"},
		"a deleted player was on both": {before: func(h *house) {
			park := h.enterFrom("park", six)
			park.Leave()
			park = h.enterFrom("park", four)
			h.must(park.Forget(park.Me().Name))
		}, want: ledger.OneNetwork},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := config.Config{}
			if c.shared != "" {
				cfg.Shared = []netip.Prefix{netip.MustParsePrefix(c.shared)}
			}
			inBubbleWith(t, cfg, func(t *testing.T, h *house) {
				if c.before(h); c.kill {
					h = h.kill()
				}
				kim, lee := h.enterFrom("kim", four), h.enterFrom("lee", six)
				id := h.create(kim, pairing.Offer{Rated: true, Seat: 0, Player: lee.Me().ID})
				if got := lee.Uncounted(lee.Invites()[0]); got != c.want {
					t.Errorf("the invitation says %q, want %q", got, c.want)
				}
				h.sit(id, lee, kim)
				if rec := must1(h.store.Match(t.Context(), id)); rec.Casual != c.want || rec.Rated != (c.want == "") {
					t.Errorf("it begins with %q, rated %t; want %q", rec.Casual, rec.Rated, c.want)
				}
			})
		})
	}
}

// The stored networks of a key contain no address and no key, are few, and are deleted in time.
func TestNetworksOfOneKeyAreForgotten(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		for i := range 3 * fair.MaxNetworks {
			h.enterFrom("kim", fmt.Sprintf("10.0.%d.7/32", i)).Leave()
		}
		list := must1(h.store.Notes(t.Context(), "networks", "", 9999))
		if most := 1 + fair.MaxNetworks*(fair.MaxNetworks-1); len(list) != most { // pairs, for two days
			t.Errorf("%d notes are kept of the networks of a key, want %d", len(list), most)
		}
		for _, n := range list {
			if text := n.Key + string(n.Value); strings.Contains(text, "10.0.") || strings.Contains(text, "SHA256") {
				t.Errorf("a note says %s", text)
			}
		}
		h.pass(49 * time.Hour)
		if list := must1(h.store.Notes(t.Context(), "networks", "", 9999)); len(list) > 0 {
			t.Errorf("two days later there are %d notes", len(list))
		}
	})
}

// Two players of one network play rated if both are established and have met enough opponents.
func TestOneNetworkOfEstablishedPlayers(t *testing.T) {
	for name, c := range map[string]struct {
		deviation [2]float64
		opponents [2]int
		want      string
	}{
		"both":                {deviation: [2]float64{80, 110}, opponents: [2]int{5, 9}},
		"one is provisional":  {deviation: [2]float64{80, 111}, opponents: [2]int{5, 9}, want: ledger.OneNetwork},
		"one has met too few": {deviation: [2]float64{80, 80}, opponents: [2]int{4, 9}, want: ledger.OneNetwork},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, h *house) {
				var both [2]*Visit
				for i, name := range []string{"kim", "lee"} {
					h.ratedWith(name, store.Rating{Rating: 1500, Deviation: c.deviation[i], Volatility: 0.06, Games: 20, Opponents: c.opponents[i], At: clock.MS()}).Leave()
					both[i] = h.enterFrom(name, fmt.Sprintf("192.0.2.%d/32", i+1))
				}
				id := h.create(both[0], pairing.Offer{Rated: true, Seat: 0, Player: both[1].Me().ID})
				if got := both[1].Uncounted(both[1].Invites()[0]); got != c.want {
					t.Errorf("the invitation says %q, want %q", got, c.want)
				}
				h.sit(id, both[1], both[0])
				if rec := must1(h.store.Match(t.Context(), id)); rec.Casual != c.want || rec.Rated != (c.want == "") {
					t.Errorf("it begins with %q, rated %t; want %q", rec.Casual, rec.Rated, c.want)
				}
			})
		})
	}
}

// A search prefers players with whom the match would count, but two of one network meet too.
func TestQuickPrefersWhoCounts(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee, park := h.enterFrom("kim", "192.0.2.7"), h.enterFrom("lee", "192.0.2.8"), h.enterFrom("park", "198.51.100.1")
		near := must1(kimQuick(kim))
		h.pass(time.Second)
		far := h.create(park, pairing.Offer{Rated: true, Quick: true})
		if id := must1(kimQuick(lee)); id != far {
			t.Fatalf("lee is at %q, want %q", id, far)
		}
		h.must(lee.Cancel(far))
		if id := must1(kimQuick(lee)); id != near {
			t.Errorf("lee is at %q, want %q", id, near)
		}
		h.pass(comeTime)
		if s := h.see(lee, near); s.Status != store.Live || s.Rated || s.Casual != ledger.OneNetwork {
			t.Errorf("two of one network play %+v", s)
		}
	})
}

func kimQuick(v *Visit) (string, error) {
	id, _, err := v.Quick("othello", nil, "5+3")
	return id, err
}

// The sixth match of two players in a day is casual, whether the others are over or not.
func TestSixthOfADay(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee, park := h.enter("kim"), h.enter("lee"), h.enter("park")
		began := func(a, b *Visit) (string, *table.Snapshot) {
			id := h.start(a, b, pairing.Offer{Rated: true})
			return id, h.see(a, id)
		}
		for i := range 3 {
			if id := h.lose([]*Visit{kim, lee}[i%2], []*Visit{lee, kim}[i%2], 10); !must1(h.store.Match(t.Context(), id)).Rated {
				t.Fatalf("match %d of the day is not rated", i+1)
			}
		}
		var live []string
		for i := range 2 {
			id, s := began(kim, lee)
			if live = append(live, id); !s.Rated {
				t.Fatalf("match %d of the day is not rated", i+4)
			}
		}
		offered := h.create(lee, pairing.Offer{Rated: true})
		if got := kim.Uncounted(h.live(offered)); got != ledger.TooOften {
			t.Errorf("the lobby says %q of the sixth", got)
		}
		if got := park.Uncounted(h.live(offered)); got != "" {
			t.Errorf("and %q to somebody else", got)
		}
		h.sit(offered, kim, lee)
		if s := h.see(kim, offered); s.Rated || s.Casual != ledger.TooOften {
			t.Errorf("the sixth: rated %t, %q", s.Rated, s.Casual)
		}
		if _, s := began(kim, park); !s.Rated {
			t.Error("a match with another opponent is not rated")
		}
		h.must(kim.Do(offered, games.Resign))
		for _, id := range live {
			h.play(id, 10, kim, lee)
			h.must(kim.Do(id, games.Resign))
		}
		before := h.ratingOf(kim)
		if before.Games != 5 {
			t.Errorf("%d matches have counted", before.Games)
		}
		h.pass(24 * time.Hour)
		if id := h.lose(kim, lee, 10); !must1(h.store.Match(t.Context(), id)).Rated || h.ratingOf(kim).Games != 6 {
			t.Error("the next day is as the last")
		}
		h.agrees()
	})
}

// A resignation before the tenth ply changes no rating.
func TestEarlyResignation(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		h.lose(kim, lee, 9)
		for _, v := range []*Visit{kim, lee} {
			if r := h.ratingOf(v); r.Games != 0 || r.Rating != 1500 || r.Deviation != 350 || r.Opponents != 0 {
				t.Errorf("after nine plies: %+v", r)
			}
		}
		if tally := must1(h.store.Tally(t.Context(), "othello", kim.Me().ID)); tally.Won != 1 {
			t.Errorf("the tally %+v", tally)
		}
		h.lose(kim, lee, 10)
		if r := h.ratingOf(kim); r.Games != 1 || r.Rating <= 1500 || r.Opponents != 1 {
			t.Errorf("after ten plies: %+v", r)
		}
		h.agrees()
	})
}

// sold returns a player's rating after new keys, each from another network, have lost to it in one day,
// each that many matches.
func sold(t *testing.T, keys, each int, rated bool) (rating float64) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enterFrom("kim", "203.0.113.1/32")
		if rated {
			kim = h.rated("kim", 1500)
		}
		for i := range keys {
			key := h.enterFrom(fmt.Sprint("key", i), fmt.Sprintf("10.0.%d.1/32", i))
			for range each {
				h.lose(kim, key, 10)
			}
			key.Leave()
			h.pass(3 * time.Minute) // the house limits a person to 30 tables a minute
		}
		rating = h.ratingOf(kim).Rating
		if !rated {
			h.agrees()
		}
	})
	return rating
}

// However many new keys lose to one player, its rating moves only within its reach. What shapes of keys can
// do is in package ledger.
func TestSale(t *testing.T) {
	for _, rated := range []bool{false, true} {
		for _, each := range []int{1, 5} {
			one, many := sold(t, 1, each, rated)-1500, sold(t, 30, each, rated)-1500
			t.Logf("settled %t: a key that loses %d times gives %.1f, thirty give %.1f", rated, each, one, many)
			most := 220.0
			if rated {
				most = 25
			}
			if one <= 0 || many < one || many > most {
				t.Errorf("settled %t: a key that loses %d times gives %.1f, thirty give %.1f", rated, each, one, many)
			}
		}
	}
}

// Boards list players who have met five opponents.
func TestBoardsWantFiveOpponents(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		for i := range ledger.BoardOpponents {
			other := h.enter(fmt.Sprint("other", i))
			if board := must1(h.Board(t.Context(), "othello", 0, 9)); len(board) != 0 {
				t.Fatalf("after %d opponents the board has %+v", i, board)
			}
			h.lose(kim, other, 9) // counts for nothing
			h.lose(other, kim, 10)
			h.lose(kim, other, 10)
			if r := h.ratingOf(kim); r.Opponents != i+1 || r.Games != 2*(i+1) {
				t.Errorf("after %d opponents %+v", i+1, r)
			}
		}
		board := must1(h.Board(t.Context(), "othello", 0, 9))
		if len(board) != 1 || board[0].Player != kim.Me().ID {
			t.Errorf("the board %+v", board)
		}
		if place, of, err := h.Rank(t.Context(), "othello", kim.Me().ID); place != 1 || of != 1 || err != nil {
			t.Errorf("place %d of %d, %v", place, of, err)
		}
		h.pass(time.Minute)
		h.must(h.Forget("SHA256:other2", "other2"))
		if r := h.ratingOf(kim); r.Opponents != ledger.BoardOpponents {
			t.Errorf("an opponent's data are deleted: %+v", r)
		}
		h.agrees()
	})
}

// The gold that the board ranks is bounded: keys that lose bring at most 2,000 a day, a win by immediate
// resignation nothing. The player who resigned has seen the hand, and pays. Rounds against provisional ratings set no
// records.
func TestGoldForSale(t *testing.T) {
	withMatgo(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		purse := func(v *Visit) int { return h.matgoStats(v).Rated.Gold }
		round := func(key *Visit, plies int) (won, lost int) {
			before, theirs := purse(kim), purse(key)
			id := h.start(kim, key, pairing.Offer{Game: matgo.Name, Control: "30s", Rated: true, Seat: 0})
			h.play(id, plies, kim, key)
			h.must(key.Do(id, games.Resign))
			kim.Unwatch(id)
			key.Unwatch(id)
			return purse(kim) - before, theirs - purse(key)
		}
		first, second := h.enter("first"), h.enter("second")
		if won, lost := round(first, 4); won != 0 || lost <= 0 || h.Rating(t.Context(), matgo.Name, kim.Me().ID).Games != 0 || h.Rating(t.Context(), matgo.Name, first.Me().ID).Games != 1 {
			t.Errorf("a hand is given up at once: %d won, %d lost", won, lost)
		}
		if won, lost := round(first, 10); won <= 0 || won != lost {
			t.Errorf("the first new key: %d won, %d lost", won, lost)
		}
		if won, lost := round(second, 10); won <= 0 || won != lost {
			t.Errorf("the second new key: %d won, %d lost", won, lost)
		}
		if s := h.matgoStats(kim).Rated; s.Streak != 0 || s.Best != 0 || s.Won != 3 {
			t.Errorf("statistics %+v", s)
		}
		row, place, _, err := h.ScoreOf(t.Context(), "matgo/gold", kim.Me().ID)
		if err != nil || !row.Unlisted || place != 0 {
			t.Errorf("row %+v, place %d, %v", row, place, err)
		}
		for i := range 8 {
			round(h.enter(fmt.Sprint("key", i)), 10)
		}
		row, place, of, err := h.ScoreOf(t.Context(), "matgo/gold", kim.Me().ID)
		if err != nil || row.Unlisted || place != 1 || of != 1 {
			t.Errorf("after five opponents: %+v, %d of %d, %v", row, place, of, err)
		}
		if gold := row.Value - 1_000_000; gold < 1_000 || gold > 2_000 {
			t.Errorf("ten keys gave %.0f gold on the board, %d in the purse", gold, purse(kim)-1_000_000)
		}
		h.agrees()
	})
}

// A player who was on a board before boards required five opponents stays there, with later wins. So does a
// player who enters one with a match in play at the upgrade. Newcomers do not appear.
func TestBoardsOfAnOlderStore(t *testing.T) {
	withMatgo(t, func(t *testing.T, h *house) {
		begin := func(winner, loser *Visit, rules int) string {
			id := h.start(winner, loser, pairing.Offer{Game: matgo.Name, Control: "30s", Rated: true, Seat: 0})
			tb := must1(h.Room(id))
			tb.Rec.Ledger = rules
			h.must(h.store.UpdateMatch(t.Context(), tb.Rec))
			h.play(id, 10, winner, loser)
			return id
		}
		end := func(id string, winner, loser *Visit) {
			h.must(loser.Do(id, games.Resign))
			winner.Unwatch(id)
			loser.Unwatch(id)
		}
		kim, lee, park, choi := h.enter("kim"), h.enter("lee"), h.enter("park"), h.enter("choi")
		end(begin(kim, lee, 0), kim, lee)
		before, _, _, err := h.ScoreOf(t.Context(), "matgo/gold", kim.Me().ID)
		h.must(err)
		inPlay := begin(park, choi, 0)

		h = h.kill()
		kim, lee, park, choi = h.enter("kim"), h.enter("lee"), h.enter("park"), h.enter("choi")
		on := func(want ...*Visit) {
			t.Helper()
			var ids []string
			for _, r := range must1(h.Board(t.Context(), matgo.Name, 0, 9)) {
				ids = append(ids, r.Player)
			}
			var wanted []string
			for _, v := range want {
				wanted = append(wanted, v.Me().ID)
			}
			slices.Sort(ids)
			slices.Sort(wanted)
			if !slices.Equal(ids, wanted) {
				t.Errorf("on the board are %v, want %v", ids, wanted)
			}
		}
		on(kim, lee)
		h.must(park.Watch(inPlay))
		h.must(choi.Watch(inPlay))
		end(inPlay, park, choi)
		on(kim, lee, park, choi)

		jung := h.enter("jung")
		end(begin(kim, jung, ledger.Rules), kim, jung)
		end(begin(jung, lee, ledger.Rules), jung, lee)
		on(kim, lee, park, choi)
		for v, met := range map[*Visit]int{kim: 1, lee: 1, park: 0, jung: 2} {
			if r := h.Rating(t.Context(), matgo.Name, v.Me().ID); r.Opponents != met || r.Unlisted != (v == jung) {
				t.Errorf("%s: %+v", v.Me().Name, r.Rating)
			}
			row, place, _, err := h.ScoreOf(t.Context(), "matgo/gold", v.Me().ID)
			if err != nil || row.Unlisted != (v == jung) || (place == 0) != row.Unlisted || v == kim && row.Value <= before.Value {
				t.Errorf("gold of %s: %+v, place %d, %v", v.Me().Name, row, place, err)
			}
		}
		h.agrees()
	})
}

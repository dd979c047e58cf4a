package arenas

import (
	"math"
	"slices"

	"arcade/lobby/arenas/matching"
)

// Block is the number of players who are paired at once. A longer ranking is cut into blocks, and each is
// paired alone.
const Block = 100

// The costs of a pairing: for each place apart, each five points of rating apart, and each earlier match of
// the two. Being left over has a cost too, which falls as a player waits.
const (
	placeCost  = 10
	ratingCost = 1 // for each five points
	metCost    = 40
	leftCost   = 5_000
	waitCost   = 20 // for each second
	againCost  = 2_000
)

// pairs pairs the free players.
func (st *State) pairs(h People, now int64) (list []Entry) {
	free := st.free(h)
	if len(free) == 0 || !st.wave(free, now) {
		return nil
	}
	nets := make(map[string]string, len(free))
	for _, p := range free {
		nets[p.ID] = h.Network(p.ID)
	}
	places := make(map[string]int, len(st.Players))
	for i, p := range st.Ranked() {
		places[p.ID] = i
	}
	var left []*Player
	for block := range slices.Chunk(free, Block) {
		with := st.match(block, places, nets, now)
		for i, p := range block {
			switch j := with[i]; {
			case j < 0:
				left = append(left, p)
			case i < j:
				list = append(list, st.seat(h, p, block[j], now))
			}
		}
	}
	return append(list, st.bots(h, left, now)...)
}

// free returns the people who wait and are here, by place.
func (st *State) free(h People) (list []*Player) {
	for _, p := range st.Ranked() {
		if p.In && p.Match == "" && p.Bot == "" && h.Here(p.ID) {
			list = append(list, p)
		}
	}
	return list
}

// wave reports whether it is time to pair: a player has waited long enough, or no match is in play that
// could free another player.
func (st *State) wave(free []*Player, now int64) bool {
	if len(st.Games) == 0 {
		return true
	}
	return slices.ContainsFunc(free, func(p *Player) bool { return now-p.Free >= WaveTime })
}

// match decides which free players meet: it returns the partner of each, -1 for none.
func (st *State) match(free []*Player, places map[string]int, nets map[string]string, now int64) []int {
	n, few := len(free), st.Active() <= 2
	odd := n%2 == 1
	if odd {
		n++ // a place for the player who is left over
	}
	with := matching.Pairs(n, func(i, j int) (int64, bool) {
		if j == len(free) {
			return leftCost + waitCost*max(0, 600-(now-free[i].Free)/1000), true
		}
		return st.cost(free[i], free[j], places, nets, few, now)
	})
	with = with[:len(free)]
	for i, j := range with {
		if j >= len(free) {
			with[i] = -1
		}
	}
	return with
}

// cost returns what it costs to pair two players, and whether they may be paired. They may not meet twice
// in a row, nor for nothing, unless nobody else is there or both have waited long.
func (st *State) cost(a, b *Player, places map[string]int, nets map[string]string, few bool, now int64) (int64, bool) {
	again := a.Last == b.ID || b.Last == a.ID
	empty := nets[a.ID] != "" && nets[a.ID] == nets[b.ID] || a.Met[b.ID] >= PairMost
	waited := now-max(a.Free, b.Free) >= RepeatTime
	if (again || empty) && !few && !waited {
		return 0, false
	}
	c := placeCost*int64(abs(places[a.ID]-places[b.ID])) + ratingCost*int64(math.Abs(a.Rating-b.Rating)/5) + metCost*int64(a.Met[b.ID])
	if again {
		c += againCost
	}
	if empty {
		c += 2 * againCost
	}
	return c, true
}

func abs(n int) int { return max(n, -n) }

// seat returns the entry of a pairing. The first seat alternates with the players' matches so far.
func (st *State) seat(h People, a, b *Player, now int64) Entry {
	if (len(a.Marks)+a.Came)%2 > (len(b.Marks)+b.Came)%2 || len(a.Marks) == len(b.Marks) && a.Met[b.ID]%2 == 1 {
		a, b = b, a
	}
	e := Entry{Kind: Pair, At: now, Match: h.NewMatch(), Seats: []string{a.ID, b.ID}, Ratings: [2]float64{h.Rating(a.ID), h.Rating(b.ID)}}
	if e.Casual = h.Uncounted(a.ID, b.ID); e.Casual == "" && a.Met[b.ID] >= PairMost {
		e.Casual = TooOften
	}
	return e
}

// bots pairs left-over players who have waited with free bots, the nearest in strength first. The bot
// before comes last.
func (st *State) bots(h People, left []*Player, now int64) (list []Entry) {
	busy := map[string]bool{}
	for _, p := range left {
		if now-p.Free < BotTime {
			continue
		}
		var best *Bot
		for i, b := range st.Terms.Bots {
			id := BotID(b.Name)
			known := st.Players[id]
			if busy[id] || known != nil && known.Match != "" || p.Met[id] >= PairMost {
				continue
			}
			if best == nil || st.farther(p, *best, b) {
				best = &st.Terms.Bots[i]
			}
		}
		if best == nil {
			continue
		}
		id := BotID(best.Name)
		busy[id] = true
		seats := []string{p.ID, id}
		ratings := [2]float64{h.Rating(p.ID), best.Rating}
		if len(p.Marks)%2 == 1 {
			seats[0], seats[1], ratings[0], ratings[1] = seats[1], seats[0], ratings[1], ratings[0]
		}
		list = append(list,
			Entry{Kind: Join, At: now, Who: &Who{ID: id, Name: best.Name, Bot: best.Name, Rating: best.Rating}},
			Entry{Kind: Pair, At: now, Match: h.NewMatch(), Seats: seats, Ratings: ratings})
	}
	return list
}

// farther reports whether bot a suits a player less than bot b.
func (st *State) farther(p *Player, a, b Bot) bool {
	if again := p.Last == BotID(a.Name); again != (p.Last == BotID(b.Name)) {
		return again
	}
	return math.Abs(a.Rating-p.Rating) > math.Abs(b.Rating-p.Rating)
}

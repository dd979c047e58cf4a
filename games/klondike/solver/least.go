package solver

import (
	"math"
	"slices"

	"arcade/games"
	"arcade/games/klondike"
)

// LeastMoves is the shortest way to win that was found, in actions of the game.
type LeastMoves struct {
	// Moves is how many it has; it is the least that there is where Proven. Bound is how
	// many it takes at least.
	Moves  int
	Bound  int
	Proven bool
	// Nodes is how many states the search visited.
	Nodes int64
}

// maxLeast is the longest way that is looked for: what the search is deep at most.
const maxLeast = 250

// Least looks for a shorter way to win a deal than the moves of one that is known, until
// it is proven to be the shortest or the limit is reached: iterative deepening (IDA*) by
// an estimate that never is too high, over the states of [spot]. Only with recycle
// "reverse": with "keep" the order of the talon is another after each pass, and the way
// known stands.
func Least(deck [klondike.Cards]klondike.Card, r klondike.Rules, known int, l games.Limit) LeastMoves {
	return leastFrom(deal(deck), r, known, l)
}

func leastFrom(p Position, r klondike.Rules, known int, l games.Limit) LeastMoves {
	s := newSpot(&p, r)
	d := deepening{r: r, l: l, best: known, seen: map[spotKey]uint8{}}
	bound := s.estimate(r.Draw)
	if r.Recycle == klondike.Reverse && bound < known {
		d.beam(s)
	}
	for r.Recycle == klondike.Reverse && known <= maxLeast && bound < d.best && !d.spent {
		clear(d.seen)
		d.next = math.MaxInt
		if d.search(&s, 0, bound) {
			d.best = bound
			break
		}
		if !d.spent {
			bound = min(d.next, d.best)
		}
	}
	return LeastMoves{Moves: d.best, Bound: bound, Proven: bound == d.best, Nodes: d.nodes}
}

// spot is a table as the search for a shortest way sees it: cards by place, columns from
// the bottom up. Draws and recycles stand before the play of a card of the talon, since
// they change nothing else: a play costs them, too.
type spot struct {
	column  [klondike.Columns][20]klondike.Card
	height  [klondike.Columns]uint8
	down    [klondike.Columns]uint8 // of them face down
	home    [klondike.Suits]uint8
	talon   [24]klondike.Card // in the order of drawing
	cards   uint8             // in the talon
	waste   uint8             // of them in the waste, the last of which can be played
	redeals int16             // left, klondike.Unlimited for any number
}

func newSpot(p *Position, r klondike.Rules) (s spot) {
	for c, col := range p.Columns {
		n := copy(s.column[c][:], col.Down)
		s.down[c] = uint8(n)
		s.height[c] = uint8(n + copy(s.column[c][n:], col.Up))
	}
	for suit, n := range p.Foundation {
		s.home[suit] = uint8(n)
	}
	s.waste = uint8(copy(s.talon[:], p.Waste))
	s.cards = s.waste
	for _, card := range slices.Backward(p.Stock) { // its top is its last
		s.talon[s.cards] = card
		s.cards++
	}
	s.redeals = int16(r.Redeals)
	if r.Redeals != klondike.Unlimited {
		s.redeals = int16(max(r.Redeals-p.RedealsUsed, 0))
	}
	return s
}

func onto(c, d klondike.Card) bool { return c.Red() != d.Red() && c.Rank()+1 == d.Rank() }

// estimate is how many actions it takes at least: one for each card that is not home, one
// for each draw that turns what is left of the stock, and for each run of a column in
// which a card lies on a lower one of its suit one more, since it has to leave the column
// before that one can go up: its first departure is a move between columns, and runs that
// do not fit onto each other do not depart together.
func (s *spot) estimate(draw int) int {
	n := klondike.Cards
	for _, up := range s.home {
		n -= int(up)
	}
	n += (int(s.cards-s.waste) + draw - 1) / draw
	for c := range s.column {
		lowest := [klondike.Suits]klondike.Rank{99, 99, 99, 99}
		counted := false // of this run
		for i, card := range s.column[c][:s.height[c]] {
			if i == 0 || i <= int(s.down[c]) || !onto(card, s.column[c][i-1]) {
				counted = false
			}
			if lowest[card.Suit()] < card.Rank() {
				if !counted {
					n++
				}
				counted = true
			} else {
				lowest[card.Suit()] = card.Rank()
			}
		}
	}
	return n
}

func (s *spot) won() bool { return s.home == [klondike.Suits]uint8{13, 13, 13, 13} }

func (s *spot) goesUp(c klondike.Card) bool { return s.home[c.Suit()] == uint8(c.Rank()) }

// takes tells that a card may lie on a column.
func (s *spot) takes(c int, card klondike.Card) bool {
	if s.height[c] == 0 {
		return card.Rank() == klondike.Ranks-1
	}
	return onto(card, s.column[c][s.height[c]-1])
}

func (s *spot) put(c int, card klondike.Card) {
	s.column[c][s.height[c]] = card
	s.height[c]++
}

// lift takes n cards off a column and turns the one below.
func (s *spot) lift(c, n int) {
	s.height[c] -= uint8(n)
	if s.down[c] > 0 && s.down[c] == s.height[c] {
		s.down[c]--
	}
}

// spotKey is a spot but for the order of its columns, by two hashes of 64 bits: that two
// of some millions are equal by chance is as likely as 1 in 10^25.
type spotKey [2]uint64

func (s *spot) key() (k spotKey) {
	var columns [klondike.Columns]spotKey
	mix := func(k *spotKey, x uint64) {
		k[0] = (k[0] ^ (x + 1)) * 0x9E3779B97F4A7C15
		k[0] ^= k[0] >> 29
		k[1] = (k[1] + x + 1) * 0xC2B2AE3D27D4EB4F
		k[1] ^= k[1] >> 31
	}
	for c := range columns {
		mix(&columns[c], uint64(s.down[c]))
		for _, card := range s.column[c][:s.height[c]] {
			mix(&columns[c], uint64(card))
		}
	}
	slices.SortFunc(columns[:], func(a, b spotKey) int {
		switch {
		case a[0] < b[0]:
			return -1
		case a[0] > b[0]:
			return 1
		}
		return 0
	})
	for _, c := range columns {
		mix(&k, c[0])
		mix(&k, c[1])
	}
	for _, card := range s.talon[:s.cards] {
		mix(&k, uint64(card))
	}
	mix(&k, uint64(s.waste))
	mix(&k, uint64(s.redeals))
	for _, up := range s.home {
		mix(&k, uint64(up))
	}
	return k
}

// deepening is one search for a shortest way.
type deepening struct {
	r     klondike.Rules
	l     games.Limit
	best  int // moves of the shortest way that is known
	next  int // the least estimate above the present bound
	nodes int64
	spent bool
	seen  map[spotKey]uint8 // with how few actions a spot was met within the present bound
}

// search tells whether a spot, met after so many actions, is won within the bound.
func (d *deepening) search(s *spot, played, bound int) bool {
	if need := played + s.estimate(d.r.Draw); need > bound {
		d.next = min(d.next, need)
		return false
	}
	if s.won() {
		return true
	}
	if d.nodes++; d.l.Nodes > 0 && d.nodes >= d.l.Nodes || d.nodes&1023 == 0 && d.l.Stop != nil && d.l.Stop() {
		d.spent = true
	}
	if d.spent {
		return false
	}
	key := s.key()
	if before, met := d.seen[key]; met && int(before) <= played {
		return false
	}
	d.seen[key] = uint8(played)
	return d.expand(s, func(cost int, change func(n *spot)) bool {
		if d.spent {
			return false
		}
		n := *s
		change(&n)
		return d.search(&n, played+cost, bound)
	})
}

// beamWidth is how many spots of equally many plays are followed.
const beamWidth = 300

// beam looks for a good way before the least is asked for: of the spots after each play
// the most promising ones are followed, by what they took, what they take at least, and
// what lies face down. It takes three quarters of the nodes at most.
func (d *deepening) beam(start spot) {
	type lead struct {
		spot
		played, score int
	}
	layer := []lead{{spot: start}}
	for len(layer) > 0 && !d.spent && (d.l.Nodes == 0 || d.nodes < d.l.Nodes/4*3) {
		var next []lead
		for i := range layer {
			at := &layer[i]
			if d.nodes++; d.nodes&1023 == 0 && d.l.Stop != nil && d.l.Stop() {
				d.spent = true
				return
			}
			d.expand(&at.spot, func(cost int, change func(n *spot)) bool {
				n := lead{spot: at.spot, played: at.played + cost}
				change(&n.spot)
				n.score = n.played + n.estimate(d.r.Draw)
				if n.score >= d.best {
					return false
				}
				if n.won() {
					d.best = n.played
					return false
				}
				key := n.key()
				if before, met := d.seen[key]; met && int(before) <= n.played {
					return false
				}
				d.seen[key] = uint8(n.played)
				for _, down := range n.down {
					n.score += 2 * int(down)
				}
				next = append(next, n)
				return false
			})
		}
		slices.SortStableFunc(next, func(a, b lead) int { return a.score - b.score })
		layer = next[:min(len(next), beamWidth)]
	}
}

// expand tries every play from a spot with what it costs, until one gives true.
func (d *deepening) expand(s *spot, try func(cost int, change func(n *spot)) bool) bool {
	for c := range s.column { // up
		if h := s.height[c]; h > 0 && s.goesUp(s.column[c][h-1]) {
			if try(1, func(n *spot) { n.home[n.column[c][h-1].Suit()]++; n.lift(c, 1) }) {
				return true
			}
		}
	}
	for from := range s.column { // between columns
		for at := int(s.down[from]); at < int(s.height[from]); at++ {
			card, size := s.column[from][at], int(s.height[from])-at
			for to := range s.column {
				if to == from || !s.takes(to, card) || at == 0 && s.height[to] == 0 {
					continue
				}
				if try(1, func(n *spot) {
					for _, card := range s.column[from][at:s.height[from]] {
						n.put(to, card)
					}
					n.lift(from, size)
				}) {
					return true
				}
			}
		}
	}
	if d.talon(s, try) {
		return true
	}
	for suit, up := range s.home { // back from a foundation
		if !d.r.F2T || up == 0 {
			continue
		}
		card := klondike.CardOf(klondike.Suit(suit), klondike.Rank(up-1))
		for to := range s.column {
			if s.height[to] > 0 && s.takes(to, card) && try(1, func(n *spot) { n.home[suit]--; n.put(to, card) }) {
				return true
			}
		}
	}
	return false
}

// talon plays the cards of the talon, each as soon as it can be had in this turn of the
// stock, and in the turns after it while they bring others.
func (d *deepening) talon(s *spot, try func(int, func(*spot)) bool) bool {
	var had [25]bool
	waste, cost, redeals := s.waste, 0, s.redeals
	for pass := 0; s.cards > 0; {
		if waste > 0 && !had[waste] {
			had[waste] = true
			card, after, left := s.talon[waste-1], cost+1, redeals
			take := func(n *spot) {
				copy(n.talon[waste-1:], n.talon[waste:n.cards])
				n.cards--
				n.talon[n.cards] = 0
				n.waste, n.redeals = waste-1, left
			}
			if s.goesUp(card) && try(after, func(n *spot) { take(n); n.home[card.Suit()]++ }) {
				return true
			}
			for c := range s.column {
				if s.takes(c, card) && try(after, func(n *spot) { take(n); n.put(c, card) }) {
					return true
				}
			}
		}
		switch {
		case waste < s.cards:
			waste = min(waste+uint8(d.r.Draw), s.cards)
		case pass == 1 || redeals == 0:
			return false
		default:
			pass++
			waste = 0
			if redeals > 0 {
				redeals--
			}
		}
		cost++
	}
	return false
}

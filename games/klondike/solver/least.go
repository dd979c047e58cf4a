package solver

import (
	"math/bits"
	"slices"

	"arcade/games"
	"arcade/games/klondike"
)

// LeastMoves is the shortest known way to win, in actions of the game.
type LeastMoves struct {
	// Moves is its length, which is minimal if Proven is set. Bound is a lower bound of the length.
	Moves  int
	Bound  int
	Proven bool
	// Way has the moves, nil if no way is shorter than the known one.
	Way []games.Action
	// Nodes counts the visited states.
	Nodes int64
}

// maxLeast limits the length of a way.
const maxLeast = 250

// maxVisits bounds the memory of a search for a shortest way: 32 bytes for each visit, 8 to 16 for its
// place and 4 or more for the open lists. That is about 100 MB, and half as much again for a moment while
// it grows.
const maxVisits = 2 << 20

// Least searches for a shorter way to win a deal than known moves, until it is proven to be the shortest or
// the limit is reached. It searches the positions of [spot] best first, by an estimate that is never too
// high.
func Least(deck [klondike.Cards]klondike.Card, r klondike.Rules, known int, l games.Limit) LeastMoves {
	return leastFrom(deal(deck), r, known, l)
}

func leastFrom(p Position, r klondike.Rules, known int, l games.Limit) LeastMoves {
	d := newShortest(&p, r, known, l)
	d.run()
	least := LeastMoves{Moves: known, Nodes: d.nodes}
	if d.end >= 0 {
		least.Way = d.way(&p)
		least.Moves = len(least.Way)
	}
	least.Bound = min(d.bound(), least.Moves)
	least.Proven = least.Bound == least.Moves
	return least
}

// spot is a position with every card in its place, except for the order of the columns: a state, and for
// each loose card which of its two possible cards it lies on.
type spot struct {
	state
	// second has the loose cards that lie on the second card of their parents' pair.
	second cards
}

// tops returns the cards on top of columns.
func (s *spot) tops() cards {
	visible := allCards &^ (s.hidden | s.talon | s.found)
	loose := visible &^ s.roots &^ kings
	return visible &^ (parents(any1(loose&^s.second)) | parents(any1(loose&s.second))<<1)
}

// on returns the card that lies on a card of the tableau.
func (s *spot) on(c card) (card, bool) {
	m := s.second
	if c&1 == 0 {
		m = ^m
	}
	m &= spread(children(any1(bit(c)))) &^ (s.hidden | s.talon | s.found | s.roots)
	return lowest(m), m != 0
}

// stepKind is the kind of a step.
type stepKind uint8

const (
	stepUp     stepKind = iota // a card on top of a column, or of the talon, to its foundation
	stepClear                  // the same, after its guest has gone to its twin
	stepColumn                 // a root to another column
	stepTalon                  // a card of the talon to a column
	stepReturn                 // a card from its foundation to a column
)

// step leads from one spot to another.
type step struct {
	kind stepKind
	card card
	// second means that the card moves onto the second card of its parents' pair. turned is the direction
	// of the talon when the card is on top.
	second, turned bool
}

// visit is a spot that the search reached.
type visit struct {
	// key and second identify the spot.
	key, second uint64
	parent      int32
	step        step
	// played counts the actions so far. left is a lower bound of the actions from there.
	played, left uint8
	// done means that all steps from it were tried.
	done bool
}

// atLeast returns a lower bound of the actions of a way through the visit.
func (v *visit) atLeast() int { return int(v.played) + int(v.left) }

// shortest is a search for a shortest way.
type shortest struct {
	*search
	start spot
	// cards has the cards in the lower parts of columns, from the bottom, and stock the cards of the talon
	// in the order of drawing.
	cards [columns][]card
	stock [24]card
	// stuck has, for a card in the lower part of a column, all cards of which a lower one of their suit
	// lies beneath it. blocked has the cards of which a lower one lies beneath themselves.
	stuck   [deck]cards
	blocked cards

	best   int   // the length that a way must beat
	end    int32 // the visit from which all cards go up, -1 for none
	visits []visit
	// places maps a spot to its visit: its index + 1, or 0.
	places []int32
	// open has the visits to continue from, by the number of cards face down or in the talon.
	open [deck + 1]layer
}

// layer has visits by the least number of actions of a way through them.
type layer struct {
	lists [][]int32
	first int // all lists before it are empty
}

func (l *layer) push(atLeast int, i int32) {
	for atLeast >= len(l.lists) {
		l.lists = append(l.lists, nil)
	}
	l.lists[atLeast] = append(l.lists[atLeast], i)
	l.first = min(l.first, atLeast)
}

// pop removes and returns a visit of a shortest way, -1 if there is none.
func (l *layer) pop() int32 {
	for ; l.first < len(l.lists); l.first++ {
		if list := l.lists[l.first]; len(list) > 0 {
			l.lists[l.first] = list[:len(list)-1]
			return list[len(list)-1]
		}
	}
	return -1
}

func newShortest(p *Position, r klondike.Rules, known int, l games.Limit) *shortest {
	s := new(search)
	start := s.begin(p, r, l)
	d := &shortest{search: s, start: spot{state: start}, best: min(known, maxLeast+1), end: -1}
	for c, col := range p.Columns {
		for _, k := range col.Down {
			d.cards[c] = append(d.cards[c], cardOf(k))
		}
		for i, k := range col.Up {
			if i == 0 {
				d.cards[c] = append(d.cards[c], cardOf(k))
			} else if cardOf(col.Up[i-1])&1 != 0 {
				d.start.second |= bit(cardOf(k))
			}
		}
		for _, x := range d.cards[c] {
			for k := range card(deck) {
				if d.beneath[x]&(suitCards<<suitOf(k))&(bit(k)-1) != 0 {
					d.stuck[x] |= bit(k)
				}
			}
			d.blocked |= d.stuck[x] & bit(x)
		}
	}
	for m := start.talon; m != 0; m &= m - 1 {
		d.stock[d.index[lowest(m)]] = lowest(m)
	}
	d.places = make([]int32, 1<<12)
	return d
}

// run continues from the most promising visit of each layer in turn, until none can lead to a shorter way.
// So it soon has a good way, which rules out others.
func (d *shortest) run() {
	start := d.start
	d.try(-1, &start, step{}, 0)
	for more := true; more; {
		more = false
		for at := range d.open {
			i := d.promising(len(d.open) - 1 - at)
			if i < 0 {
				continue
			}
			more = true
			d.node()
			if d.spent || len(d.visits) >= maxVisits {
				return
			}
			v := &d.visits[i]
			v.done = true
			s := d.spot(v)
			d.expand(i, &s)
		}
	}
}

// promising removes and returns the visit of a layer to continue from, -1 for none.
func (d *shortest) promising(layer int) int32 {
	for {
		i := d.open[layer].pop()
		if i < 0 || !d.visits[i].done && d.visits[i].atLeast() < d.best {
			return i
		}
	}
}

// bound returns a lower bound of the moves of every way that is shorter than the best.
func (d *shortest) bound() int {
	bound := d.best
	for i := range d.visits {
		if v := &d.visits[i]; !v.done {
			bound = min(bound, v.atLeast())
		}
	}
	return bound
}

// spot returns the spot of a visit.
func (d *shortest) spot(v *visit) (s spot) {
	s.second, s.redeals = v.second&allCards, uint8(v.second>>deck)
	k := v.key - 1
	s.waste, s.turned = uint8(k&31), k&32 != 0
	s.stock, s.place = uint32(k>>6)&(1<<24-1), k>>30
	for m := s.stock; m != 0; m &= m - 1 {
		s.talon |= bit(d.stock[bits.TrailingZeros32(m)])
	}
	place := s.place
	for suit := range suits {
		s.found |= suitCards << suit & (1<<(place%(ranks+1)*suits) - 1)
		place /= ranks + 1
	}
	for _, cards := range d.cards {
		n := place % uint64(len(cards)+1)
		place /= uint64(len(cards) + 1)
		if n == 0 {
			s.empty++
			continue
		}
		s.roots |= bit(cards[n-1])
		s.hidden |= d.beneath[cards[n-1]]
	}
	return s
}

// estimate returns a lower bound of the actions to the win: one for each card that is not home and one for
// each draw that turns the rest of the stock. It adds one for each run of a column in which a card lies on
// a lower card of its suit, because the run must leave the column before the lower card can go up. Its
// first departure is a move between columns, and runs that do not fit onto each other do not depart
// together.
func (d *shortest) estimate(s *spot) int {
	n := deck - bits.OnesCount64(s.found) + d.draws(bits.OnesCount32(s.stock)-int(s.waste)) + bits.OnesCount64(s.hidden&d.blocked)
	for m := s.roots; m != 0; m &= m - 1 {
		root := lowest(m)
		stuck := d.stuck[root]
		if stuck == 0 {
			continue
		}
		for c, ok := root, true; ok; c, ok = s.on(c) {
			if stuck&bit(c) != 0 {
				n++
				break
			}
		}
	}
	return n
}

// try reaches a spot from a visit, by a step of cost actions.
func (d *shortest) try(from int32, s *spot, st step, cost int) {
	left := d.estimate(s)
	played := cost
	if from >= 0 {
		played += int(d.visits[from].played)
	}
	if played+left >= d.best {
		return
	}
	key, second := d.key(&s.state), s.second|uint64(s.redeals)<<deck
	if 2*len(d.visits) >= len(d.places) {
		d.grow()
	}
	at := mix(key^mix(second)) & uint64(len(d.places)-1)
	for d.places[at] != 0 {
		if v := &d.visits[d.places[at]-1]; v.key == key && v.second == second {
			break
		}
		at = (at + 1) & uint64(len(d.places)-1)
	}
	v := visit{key: key, second: second, parent: from, step: st, played: uint8(played), left: uint8(left)}
	i := d.places[at] - 1
	switch {
	case i < 0:
		i = int32(len(d.visits))
		d.visits = append(d.visits, v)
		d.places[at] = i + 1
	case int(d.visits[i].played) <= played:
		return
	default:
		d.visits[i] = v
	}
	if s.hidden == 0 && s.stock == 0 {
		d.best, d.end = played+left, i
		d.visits[i].done = true
		return
	}
	d.open[bits.OnesCount64(s.hidden)+bits.OnesCount32(s.stock)].push(played+left, i)
}

// grow doubles the number of places.
func (d *shortest) grow() {
	d.places = make([]int32, 2*len(d.places))
	for i := range d.visits {
		v := &d.visits[i]
		at := mix(v.key^mix(v.second)) & uint64(len(d.places)-1)
		for d.places[at] != 0 {
			at = (at + 1) & uint64(len(d.places)-1)
		}
		d.places[at] = int32(i + 1)
	}
}

// expand tries the steps from a spot, except steps that some shortest way does without. These are moves of
// runs that neither turn a card nor let one go up, emptying a column that no king takes at once, and a
// return onto which no card moves at once. Each can be made just before it is needed, at the same cost.
func (d *shortest) expand(from int32, s *spot) {
	next, tops := nextOf(s.found), s.tops()
	visible := allCards &^ (s.hidden | s.talon | s.found)
	idle := d.idle(s.found)
	empty := int(s.empty) - bits.OnesCount64(visible&^s.roots&kings)
	if m := next & tops & idle; m != 0 { // always right
		d.up(from, s, lowest(m), stepUp)
		return
	}
	for m := next & tops; m != 0; m &= m - 1 {
		d.up(from, s, lowest(m), stepUp)
	}
	// A covered card goes up if its guest can go to its twin. There is no other reason to move the guest.
	for m := next & visible &^ tops & twins(tops); m != 0; m &= m - 1 {
		d.up(from, s, lowest(m), stepClear)
	}
	guests := s.roots | s.talon
	if d.f2t {
		guests |= s.found
	}
	for m := s.roots &^ aces; m != 0; m &= m - 1 {
		c := lowest(m)
		if d.height[c] == 1 && (empty > 0 || guests&kings == 0) {
			continue // no king can take the empty column
		}
		d.down(from, s, c, tops, empty, step{kind: stepColumn, card: c}, 1, func(n *spot) { d.unroot(&n.state, c) })
	}
	var buffer [3]play
	for m := s.talon; m != 0; m &= m - 1 {
		c := lowest(m)
		room := spread(parents(any1(bit(c)&^aces)))&tops != 0 || bit(c)&kings != 0 && empty > 0
		if !room && bit(c)&next == 0 {
			continue
		}
		for _, p := range d.plays(&s.state, int(s.waste), d.index[c], buffer[:0]) {
			play := func(n *spot) { n.waste, n.turned, n.redeals = p.waste, p.turned, p.redeals }
			if bit(c)&next != 0 {
				n := *s
				d.rise(&n.state, c)
				play(&n)
				d.try(from, &n, step{kind: stepUp, card: c, turned: p.turned}, int(p.draws)+1)
			}
			if room {
				d.down(from, s, c, tops, empty, step{kind: stepTalon, card: c, turned: p.turned}, int(p.draws)+1, func(n *spot) {
					d.take(&n.state, c)
					play(n)
				})
			}
		}
	}
	if !d.f2t {
		return
	}
	// A card comes back if another must lie on it that can lie nowhere else.
	for m := s.found &^ (s.found >> suits) &^ aces &^ idle; m != 0; m &= m - 1 {
		c := lowest(m)
		if twin := twins(bit(c)); twin&tops != 0 || guests&^aces&spread(children(any1(bit(c)))) == 0 && twin&next&visible == 0 {
			continue
		}
		d.down(from, s, c, tops, empty, step{kind: stepReturn, card: c}, 1, func(n *spot) {
			n.found &^= bit(c)
			n.place -= d.search.up[suitOf(c)]
		})
	}
}

// up tries to put a card of the tableau on its foundation.
func (d *shortest) up(from int32, s *spot, c card, kind stepKind) {
	n, cost := *s, 1
	if kind == stepClear {
		on, _ := s.on(c)
		n.second ^= bit(on)
		cost = 2
	}
	n.second &^= bit(c)
	d.rise(&n.state, c)
	d.try(from, &n, step{kind: kind, card: c}, cost)
}

// down tries each place in the tableau for a card. take removes the card from its present place.
func (d *shortest) down(from int32, s *spot, c card, tops cards, empty int, st step, cost int, take func(*spot)) {
	if bit(c)&kings != 0 {
		if empty > 0 {
			n := *s
			take(&n)
			d.try(from, &n, st, cost)
		}
		return
	}
	for m := tops & spread(parents(any1(bit(c)))); m != 0; m &= m - 1 {
		n := *s
		take(&n)
		st.second = lowest(m)&1 != 0
		if st.second {
			n.second |= bit(c)
		}
		d.try(from, &n, st, cost)
	}
}

// way plays the steps that lead to the end.
func (d *shortest) way(p *Position) []games.Action {
	var steps []step
	for i := d.end; d.visits[i].parent >= 0; i = d.visits[i].parent {
		steps = append(steps, d.visits[i].step)
	}
	b := newBoard(p, d.talonRules)
	b.exact = true
	for _, st := range slices.Backward(steps) {
		_, _, lies := b.find(st.card)
		switch {
		case st.kind == stepUp && !lies:
			b.fetch(st.card, st.turned)
			b.up(st.card)
		case st.kind == stepUp || st.kind == stepClear:
			b.up(st.card)
		case st.kind == stepColumn:
			b.shift(st.card, b.under(st.card, st.second))
		case st.kind == stepTalon:
			b.fetch(st.card, st.turned)
			b.fromWaste(st.card, b.under(st.card, st.second))
		case st.kind == stepReturn:
			b.fromFoundation(st.card, b.under(st.card, st.second))
		}
	}
	b.finish()
	return b.actions
}

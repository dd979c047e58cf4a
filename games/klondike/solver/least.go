package solver

import (
	"math/bits"
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
	// Way are the moves, nil where no way is shorter than the known one.
	Way []games.Action
	// Nodes is how many states the search visited.
	Nodes int64
}

// maxLeast is the longest way that is looked for.
const maxLeast = 250

// maxVisits bounds the memory of a search for a shortest way, which is 32 bytes for each
// visit, 8 to 16 for its place and 4 or more for what is open: about 100 MB, and half as
// much again for a moment while it grows.
const maxVisits = 2 << 20

// Least looks for a shorter way to win a deal than the moves of one that is known, until
// it is proven to be the shortest or the limit is reached: best first, by an estimate
// that never is too high, over the positions of [spot].
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

// spot is a position with every card in its place, but for the order of the columns: a
// state, and of each loose card the one of the two cards that it can lie on on which it
// does.
type spot struct {
	state
	// second are the loose cards that lie on the second card of their parents' pair.
	second cards
}

// tops are the cards that lie on top of columns.
func (s *spot) tops() cards {
	visible := allCards &^ (s.hidden | s.talon | s.found)
	loose := visible &^ s.roots &^ kings
	return visible &^ (parents(any1(loose&^s.second)) | parents(any1(loose&s.second))<<1)
}

// on is the card that lies on a card of the tableau.
func (s *spot) on(c card) (card, bool) {
	m := s.second
	if c&1 == 0 {
		m = ^m
	}
	m &= spread(children(any1(bit(c)))) &^ (s.hidden | s.talon | s.found | s.roots)
	return lowest(m), m != 0
}

// stepKind is a way in which a step changes a spot.
type stepKind uint8

const (
	stepUp     stepKind = iota // a card on top of a column, or of the talon, to its foundation
	stepClear                  // the same, after what lies on it has gone to its twin
	stepColumn                 // a root to another column
	stepTalon                  // a card of the talon to a column
	stepReturn                 // a card from its foundation to a column
)

// step leads from one spot to another.
type step struct {
	kind stepKind
	card card
	// second says that the card comes to lie on the second card of its parents' pair,
	// turned which way round the talon is drawn when the card is on top.
	second, turned bool
}

// visit is a spot that was come to.
type visit struct {
	// key and second tell the spot from all others.
	key, second uint64
	parent      int32
	step        step
	// played is how many actions it took, and left how many it takes at least from there.
	played, left uint8
	// done says that all steps from it were tried.
	done bool
}

// atLeast is how many actions a way through it takes at least.
func (v *visit) atLeast() int { return int(v.played) + int(v.left) }

// shortest is a search for a shortest way.
type shortest struct {
	*search
	start spot
	// cards are the cards in the lower parts of columns, from the bottom, and stock the cards of
	// the talon in the order of drawing.
	cards [columns][]card
	stock [24]card
	// stuck are, for a card in the lower part of a column, all cards of which a lower one
	// of their suit lies beneath it, and blocked the cards that are so themselves.
	stuck   [deck]cards
	blocked cards

	best   int   // a way must be shorter than this
	end    int32 // the visit from which all goes up, -1 for none
	visits []visit
	// places find a visit by its spot: its index + 1, or 0.
	places []int32
	// open are the visits to go on from, by how many cards lie face down or in the talon.
	open [deck + 1]layer
}

// layer are visits by how many actions a way through them takes at least.
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

// pop takes out a visit of a shortest way, or gives -1.
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

// run goes on from the most promising visit of each layer in turn, until none can lead
// to a shorter way. So it soon has a good one, by which it leaves out the others.
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

// promising takes out the visit of a layer to go on from, or gives -1.
func (d *shortest) promising(layer int) int32 {
	for {
		i := d.open[layer].pop()
		if i < 0 || !d.visits[i].done && d.visits[i].atLeast() < d.best {
			return i
		}
	}
}

// bound is how many moves every way takes at least that is shorter than the best.
func (d *shortest) bound() int {
	bound := d.best
	for i := range d.visits {
		if v := &d.visits[i]; !v.done {
			bound = min(bound, v.atLeast())
		}
	}
	return bound
}

// spot is the spot of a visit.
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

// estimate is how many actions it takes at least: one for each card that is not home, one
// for each draw that turns what is left of the stock, and one more for each run of a
// column in which a card lies on a lower one of its suit, since it has to leave the column
// before that one can go up: its first departure is a move between columns, and runs that
// do not fit onto each other do not depart together.
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

// try comes to a spot from a visit, by a step that takes so many actions.
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

// grow doubles the places.
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

// expand tries the steps from a spot, except the steps that some shortest way does without.
// These are moves of runs that neither turn a card nor let one go up; an emptied column
// that no king takes at once; and a return that no card lies on at once. Each can be made
// just before it is needed, for the same price.
func (d *shortest) expand(from int32, s *spot) {
	next, tops := nextOf(s.found), s.tops()
	visible := allCards &^ (s.hidden | s.talon | s.found)
	idle := d.idle(s.found)
	empty := int(s.empty) - bits.OnesCount64(visible&^s.roots&kings)
	if m := next & tops & idle; m != 0 { // nothing can speak against it
		d.up(from, s, lowest(m), stepUp)
		return
	}
	for m := next & tops; m != 0; m &= m - 1 {
		d.up(from, s, lowest(m), stepUp)
	}
	// A card that is covered goes up if what lies on it can go to its twin. There is no
	// other reason to do that.
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
	// A card comes back where one is to lie on it that can lie nowhere else.
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

// down tries each place in the tableau for a card that take takes from where it is.
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

// Package solver finds a way to win a deal of Klondike in which every card is known, or proves that there
// is none.
//
// # The states
//
// Of the face-up cards of a column only the first, the root, lies where it was dealt, unless it is a king
// that was moved to an empty column. Each other card was put on one of the two cards of the next rank and
// the other colour, and it can move to its twin's place and back whenever that place is free. So two
// positions with the same foundations, the same roots and face-down cards and the same talon can both be
// won or neither, wherever the other cards lie. Proof: a move leads from a position to another such set in
// two cases. (1) A card c goes up, which must be uncovered. (2) A root, a card of the talon or one from a
// foundation moves onto another card. Then some card is uncovered in the pair of c, or in the pair of the
// card that is moved onto: fewer cards must lie on the pair than the pair has cards. This depends on counts
// alone, which are the same in the other position. So one card of the pair is uncovered there, too. In (2)
// it takes the card, because it cannot be part of the moving run, whose ranks are lower. In (1) it is c, or
// it is c's twin, which takes the run that lies on c. In both cases the other position comes to the same
// set. Moves within a set need no search at all, and a set fits into 62 bits, so that the table of visited
// states never confuses two states.
//
// # The search
//
// If cards may return from the foundations, a card that goes up without turning another can come back at
// once, and a card that came back can go up. Such moves join sets into classes. The search lists a class
// and then tries all irreversible moves from any of its members: a root leaves its column or a card leaves
// the talon. Each takes a card from the columns' lower parts or the talon for good, so there are at most 52
// in a row and no loops. The depth-first search with the table ends with a win or with the proof that there
// is none.
//
// Moves that lose nothing are made at once, and moves that bring nothing yet are put off; the functions
// safe, close, atOnce, free and layAll give the reasons. Talon cards are played as if they lay open: a play
// stands for the draws and recycles before it (the "K+" of Bjarnason, Tadepalli and Fern, "Searching
// Solitaire in Real Time", 2007).
package solver

import (
	"slices"

	"arcade/games"
	"arcade/games/klondike"
)

// Outcome is the result of a search.
type Outcome struct {
	Status games.SolveStatus
	// Moves has the actions from the position to the win if it is Solvable.
	Moves []games.Action
	// Nodes counts the visited states. The tables take 12 to 27 bytes for each of them and for each state
	// seen to be lost: at most 64 MB if single cards are drawn without end, 144 MB under other rules, and
	// 36 MB more for a moment while they grow.
	Nodes int64
}

// Column is one column of the tableau, its cards from the bottom up. A column with
// face-down cards has face-up ones.
type Column struct{ Down, Up []klondike.Card }

// Position is a game at any point. It must be reachable: all 52 cards once, the face-up cards of each
// column in sequence, at most 24 in stock and waste.
type Position struct {
	Columns [klondike.Columns]Column
	// Foundation has the number of hearts, diamonds, clubs and spades on the foundations.
	Foundation [klondike.Suits]int
	// Stock and Waste have their top last.
	Stock, Waste []klondike.Card
	// RedealsUsed counts the recycles so far.
	RedealsUsed int
}

// deal returns the position right after the deal of a deck, which is in the order of [klondike.Deck].
func deal(deck [klondike.Cards]klondike.Card) Position {
	var p Position
	n := 0
	for c := range p.Columns {
		p.Columns[c] = Column{Down: deck[n : n+c], Up: deck[n+c : n+c+1]}
		n += c + 1
	}
	p.Stock = deck[n:]
	return p
}

// MaxDepth is the greatest number of steps of a way to win: each takes a card, or a few at once, off the
// lower part of a column or from the talon for good. A limit on the depth counts these steps.
const MaxDepth = 52

// Solve searches a deal from its start. If it reaches a limit, the deal stays undecided.
func Solve(deck [klondike.Cards]klondike.Card, r klondike.Rules, l games.Limit) Outcome {
	return new(Solver).Solve(deck, r, l)
}

// Solver solves one deal after another. It keeps the memory of a small search for the next deal. It belongs
// to one goroutine.
type Solver struct{ search search }

// Solve is [Solve] with the solver's memory.
func (v *Solver) Solve(deck [klondike.Cards]klondike.Card, r klondike.Rules, l games.Limit) Outcome {
	return v.search.solve(deal(deck), r, l)
}

// solveFrom searches from any position. A won position has no moves.
func solveFrom(p Position, r klondike.Rules, l games.Limit) Outcome {
	return new(search).solve(p, r, l)
}

func (s *search) solve(p Position, r klondike.Rules, l games.Limit) Outcome {
	start := s.begin(&p, r, l)
	s.depth = l.Depth
	o := Outcome{Status: s.run(start), Nodes: s.nodes}
	if o.Status == games.Solvable {
		o.Moves = s.replay(&p, start)
	}
	return o
}

func cardOf(c klondike.Card) card { return card(c.Rank())*suits + card(c.Suit()) }

// begin prepares the search for a position. Its lists keep their memory, and so does its table while it is
// small.
func (s *search) begin(p *Position, r klondike.Rules, l games.Limit) state {
	talon := talonRules{draw: r.Draw, keep: r.Recycle == klondike.Keep, unlimited: r.Redeals == klondike.Unlimited}
	frames, members, moves, lost := s.frames, s.members, s.moves, s.lost
	if frames == nil {
		frames, members, moves = make([]frame, 0, 64), make([]member, 0, 128), make([]move, 0, 512)
	}
	*s = search{}
	s.talonRules, s.f2t, s.effort = talon, r.F2T, &effort{limit: l}
	s.frames, s.members, s.moves = frames[:0], members[:0], moves[:0]
	st := state{waste: uint8(len(p.Waste))}
	unit := uint64(1)
	for suit, n := range p.Foundation {
		s.up[suit] = unit
		unit *= ranks + 1
		for n := range n {
			s.rise(&st, card(n*suits+suit))
		}
	}
	for _, col := range p.Columns {
		below := nothing
		lower := col.Down
		if len(col.Up) > 0 {
			lower = append(lower[:len(lower):len(lower)], col.Up[0])
		}
		for i, k := range lower {
			c := cardOf(k)
			s.under[c], s.height[c], s.lift[c] = below, uint8(i+1), unit
			st.place += unit
			st.hidden |= bit(c)
			if below != nothing {
				s.beneath[c] = s.beneath[below] | bit(below)
			}
			below = c
		}
		unit *= uint64(len(lower) + 1)
		if below == nothing {
			st.empty++
		} else {
			st.hidden &^= bit(below)
			s.root(&st, below)
		}
	}
	n := uint8(0)
	put := func(k klondike.Card) {
		c := cardOf(k)
		s.index[c] = n
		st.talon |= bit(c)
		st.stock |= 1 << n
		n++
	}
	for _, k := range p.Waste {
		put(k)
	}
	for _, k := range slices.Backward(p.Stock) {
		put(k)
	}
	st.drawn = st.waste
	if !s.unlimited {
		// Each card of the talon takes at most passes() recycles.
		left := max(r.Redeals-p.RedealsUsed, 0)
		s.unlimited = left >= s.passes()*int(n)
		if !s.unlimited {
			st.redeals = uint8(left)
		}
	}
	graded := !s.unlimited || s.draw > 1 && !s.keep
	if lost == nil || !lost.reset(graded) {
		lost = newTable(graded)
	}
	s.lost = lost
	return st
}

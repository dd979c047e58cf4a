package solver

import (
	"math/bits"

	"arcade/games"
	"arcade/games/klondike"
)

type Rules struct {
	Draw    int
	Redeals int
	Keep    bool
	F2T     bool
}

type Limits struct {
	Nodes int64
	Stop  func() bool
}

type Status string

const (
	Solvable   Status = "solvable"
	Unsolvable Status = "unsolvable_proven"
	Unsolved   Status = "unsolved_timeout"
)

type Outcome struct {
	Status Status
	Moves  []games.Action
	Nodes  int64
}

type Column struct{ Down, Up []klondike.Card }

type Position struct {
	Columns     [7]Column
	Foundation  [4]int
	Stock       []klondike.Card
	Waste       []klondike.Card
	RedealsUsed int
}

func Deal(d [52]klondike.Card) Position {
	var p Position
	n := 0
	for c := range columns {
		p.Columns[c] = Column{Down: d[n : n+c], Up: d[n+c : n+c+1]}
		n += c + 1
	}
	p.Stock = d[n:]
	return p
}

func Solve(d [52]klondike.Card, r Rules, l Limits) Outcome { return SolveFrom(Deal(d), r, l) }

func SolveFrom(p Position, r Rules, l Limits) Outcome {
	s, start := newSearch(&p, r, l)
	o := Outcome{Status: s.run(start), Nodes: s.nodes}
	return o
}

func cardOf(c klondike.Card) card { return card(c.Rank())*suits + card(c.Suit()) }

func newSearch(p *Position, r Rules, l Limits) (*search, state) {
	s := &search{talonRules: talonRules{draw: r.Draw, keep: r.Keep, unlimited: r.Redeals < 0}, f2t: r.F2T, limits: l}
	var st state
	for i, n := range p.Foundation {
		st.found[i] = uint8(n)
	}
	for c, col := range p.Columns {
		for _, k := range col.Down {
			s.column[c] = append(s.column[c], cardOf(k))
		}
		if len(col.Up) > 0 {
			s.column[c] = append(s.column[c], cardOf(col.Up[0]))
		}
		st.left[c] = uint8(len(s.column[c]))
	}
	for _, k := range p.Waste {
		s.stock = append(s.stock, cardOf(k))
	}
	for i := range p.Stock {
		s.stock = append(s.stock, cardOf(p.Stock[len(p.Stock)-1-i]))
	}
	st.stock = 1<<len(s.stock) - 1
	st.waste = uint8(len(p.Waste))
	if !s.unlimited {
		left := max(r.Redeals-p.RedealsUsed, 0)
		if left >= s.passes()*bits.OnesCount32(st.stock) {
			s.unlimited = true
		} else {
			st.redeals = uint8(left)
		}
	}
	s.derive(&st)
	s.seen = newSeen(!s.unlimited)
	return s, st
}

package klondike

import (
	"arcade/games/klondike"
	"arcade/sessions/app"
)

// pilePlan arranges the cards of a column: visible rows of a covered open card, visible rows of the last one, whether
// face-down cards are folded into one row, and how many rows have two covered cards beside each other.
type pilePlan struct {
	seen, last int
	folded     bool
	pairs      int
}

// height returns the rows of n cards, down of them face down.
func (l pilePlan) height(n, down int) int {
	if l.folded {
		down, n = min(down, 1), n-down+min(down, 1)
	}
	return down + (max(n-down-1, 0)-l.pairs)*l.seen + app.If(n > down, l.last, 0)
}

// planOf returns the roomiest arrangement for which a column has room.
func (d *drawing) planOf(n, down int) pilePlan {
	rows, half := d.rows-2*d.edge, (d.last+1)/2
	for _, plan := range [...]pilePlan{
		{d.covered, d.last, false, 0}, {1, d.last, false, 0}, {1, half, false, 0}, {1, d.last, true, 0}, {1, half, true, 0}, {1, 1, true, 0},
	} {
		if plan.height(n, down) <= rows {
			return plan
		}
	}
	plan := pilePlan{1, 1, true, 0}
	plan.pairs = min(plan.height(n, down)-rows, (n-down-1)/2)
	return plan
}

// roomiest returns the most visible rows of a covered card for which all columns have room.
func (d *drawing) roomiest() int {
next:
	for seen := d.seen; seen > 1; seen-- {
		plan := pilePlan{seen, d.last, false, 0}
		for n, pile := range d.view.Tableau {
			if plan.height(len(pile), d.view.FaceDown[n]) > d.rows-2*d.edge {
				continue next
			}
		}
		return seen
	}
	return 1
}

// column draws a column with its number.
func (d *drawing) column(n int) {
	x, pile, down := d.col(n), d.view.Tableau[n], d.view.FaceDown[n]
	end := spot{inColumn, n, max(len(pile)-1, 0)}
	if !d.touch {
		d.hit(x, d.numbers, d.w, d.tab+d.rows-d.numbers, end)
	}
	m := d.mood(end)
	d.number(n, x)
	kept := d.kept(end, len(pile))
	if kept == 0 {
		d.place(x, d.tab, min(d.h, d.rows), "K", m)
	}
	if len(pile) == 0 {
		if d.touch {
			d.hit(x, d.tab, d.w, d.rows, end)
		}
		return
	}
	plan, y, strips := d.planOf(len(pile), down), d.tab+d.edge, strips{d: d, n: n, x: x}
	for i := range down {
		if plan.folded && i > 0 {
			continue
		}
		d.faceDown(x, y, i == 0, pile[i], app.If(plan.folded, down, 0))
		strips.add(down, y, 1)
		y++
	}
	foot := y
	for i := down; i < len(pile); i++ {
		rows, paired := app.If(i == len(pile)-1, plan.last, plan.seen), i-down < 2*plan.pairs
		k := look{rows: rows, under: true, mood: d.moodIn(n, i), top: i == 0}
		if i == kept-1 {
			k.rows, k.under, k.last = plan.last, false, true
		}
		if paired && i+1 < kept {
			k.pair, k.second = true, pile[i+1].Card
		}
		if i < kept {
			d.card(x, y, pile[i].Card, k)
			foot = y + k.rows
		}
		strips.add(i, y, rows)
		if paired {
			i++
			strips.beside(i, y)
		}
		y += rows
	}
	strips.end(d.tab + d.rows)
	if kept > 0 {
		d.shadow(x, d.tab, foot-d.tab)
	}
}

// strips makes the visible parts of a column's cards hits. For a finger it joins parts that are too low.
type strips struct {
	d    *drawing
	n, x int
	list [klondike.Cards]strip
	used int
}

// strip is the visible part of a card.
type strip struct{ i, y int }

// add adds the part of the i-th card with its first row and its rows.
func (s *strips) add(i, y, rows int) {
	if !s.d.touch {
		s.d.hit(s.x, y, s.d.w, rows, spot{inColumn, s.n, i})
	} else if s.used == 0 || s.list[s.used-1].i != i {
		s.list[s.used] = strip{i, y}
		s.used++
	}
}

// beside adds the i-th card, which has the right half of the row y.
func (s *strips) beside(i, y int) {
	if !s.d.touch {
		s.d.hit(s.x+s.d.w/2, y, s.d.w-s.d.w/2, 1, spot{inColumn, s.n, i})
	}
}

// fingerRows is the least rows of what a finger can hit.
const fingerRows = 3

// end registers the targets for a finger, from the last card upwards. foot is the row below the column.
func (s *strips) end(foot int) {
	for to := s.used; to > 0; {
		from := to - 1
		for from > 0 && foot-s.list[from].y < fingerRows {
			from--
		}
		if from > 0 && s.list[from].y-s.list[0].y < fingerRows { // too low for a target of its own
			from = 0
		}
		top := s.list[from].y - s.d.edge
		s.d.hit(s.x, top, s.d.w, foot-top, s.d.pointed(s.n, s.list[from].i, s.list[to-1].i))
		foot, to = top, from
	}
}

// pointed returns the card that a finger means by a part of a column: of the cards that can move the first one, or the
// next one after the held one, which is put back at the end; else the last card.
func (t *board) pointed(n, from, to int) spot {
	first, next := to, -1
	for _, act := range t.view.Legal {
		m, ok := klondike.ParseMove(string(act))
		if !ok {
			continue
		}
		if at := source(t.view, m); at.zone == inColumn && at.n == n && at.i >= from && at.i <= to {
			first = min(first, at.i)
			if h := t.v.held; h != nil && h.zone == inColumn && h.n == n && at.i > h.i {
				if next < 0 || at.i < next {
					next = at.i
				}
			}
		}
	}
	if h := t.v.held; h != nil && h.zone == inColumn && h.n == n && h.i >= from && h.i <= to {
		if next < 0 { // it is put back
			return *h
		}
		return spot{inColumn, n, next}
	}
	return spot{inColumn, n, first}
}

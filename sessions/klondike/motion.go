package klondike

import (
	"strings"

	"arcade/games/klondike"
	"arcade/sessions/app"
	"arcade/sessions/ui"
)

// steps is the number of steps of a moved or drawn card: two frames on the way, and the arrival. stepPace
// is the time between two of them.
const (
	steps    = 3
	stepPace = framePace / steps
)

// flying describes moving cards, from a spot in the previous view to one in the present view.
type flying struct {
	from, to spot
	cards    []klondike.Face
}

// inFlight returns the moving cards of the last ply, and their present step.
func (t *board) inFlight() (f flying, step int, ok bool) {
	before, seen := t.s.Before.(klondike.View)
	motion, since := t.v.Motion(t.a, t.s), t.s.SinceMove()
	if !seen || since >= motion || len(t.s.Plies) == 0 {
		return f, 0, false
	}
	step = 1 + int(since/(motion/steps))
	ply := t.s.Plies[len(t.s.Plies)-1]
	if _, drawn := fact[klondike.EventDraw](ply); drawn && len(t.view.Waste) > len(before.Waste) {
		f = flying{spot{zone: onStock}, spot{zone: onWaste}, t.view.Waste[len(t.view.Waste)-1:]}
		return f, step, step < steps
	}
	move, moved := fact[klondike.EventMove](ply)
	if !moved {
		return f, 0, false
	}
	f.from, f.to = spotOf(before, move.From), spotOf(t.view, move.To)
	f.from.i -= move.N - 1
	f.to.i -= move.N - 1
	switch pile := t.pile(f.to); {
	case len(pile) < move.N || f.from.i < 0:
		return f, 0, false
	default:
		f.cards = pile[len(pile)-move.N:]
	}
	return f, step, step < steps
}

// spotOf returns the last card of a place in the notation of moves.
func spotOf(view klondike.View, name string) spot {
	switch c := int(name[0] - '1'); {
	case name == "w":
		return spot{zone: onWaste}
	case c >= 0 && c < klondike.Columns:
		return spot{inColumn, c, len(view.Tableau[c]) - 1}
	}
	return spot{onHome, strings.Index("HDCS", name), 0}
}

// pile returns the cards at a spot.
func (t *board) pile(at spot) []klondike.Face {
	switch at.zone {
	case inColumn:
		return t.view.Tableau[at.n]
	case onHome:
		return t.view.Foundation[at.n]
	}
	return t.view.Waste
}

// fly draws the table again without the moving cards, and then those. Clicks work at the targets at once.
func (d pictured) flying() {
	f, step, ok := d.inFlight()
	if !ok {
		return
	}
	before := d.s.Before.(klondike.View)
	without := *d.board
	switch n := len(f.cards); f.to.zone {
	case inColumn:
		pile := without.view.Tableau[f.to.n]
		without.view.Tableau[f.to.n] = pile[:len(pile)-n]
	case onHome:
		pile := without.view.Foundation[f.to.n]
		without.view.Foundation[f.to.n] = pile[:len(pile)-n]
	default:
		without.view.Waste = before.Waste
	}
	rest := *d.drawing
	rest.board, rest.mute = &without, true
	rest.painter = pictured{&rest}
	rest.feltIn(rest.g.Rect())
	rest.all()
	x0, y0 := d.whereIs(before, f.from)
	x1, y1 := d.whereIs(d.view, f.to)
	d.loose(x0+(x1-x0)*step/steps, y0+(y1-y0)*step/steps, f.cards, calm)
}

// loose draws cards that lie on no place, as far as the table has rows. The first one has its text in the row y.
func (d *drawing) loose(x, y int, list []klondike.Face, m mood) {
	for i, c := range list {
		k := look{rows: d.covered, under: true, top: i == 0, mood: m}
		if i == len(list)-1 {
			k.rows, k.under, k.last = d.h-2*d.edge, false, true
		}
		if k.rows = min(k.rows, d.height-d.edge-y); k.rows <= 0 {
			return
		}
		d.card(x, y, c.Card, k)
		y += k.rows
	}
}

// lifted draws the cards that follow the pointer. The table is drawn without them.
func (d *drawing) lifted() {
	p := d.v.pulled
	if p == nil {
		return
	}
	from := p.From.(spot)
	pile := d.pile(from)
	x, y := d.whereIs(d.view, from)
	x, y = min(max(x+p.DX, 0), d.width-d.w), min(max(y+p.DY, d.edge), d.height-d.edge-1)
	pile = pile[d.kept(from, len(pile)):]
	rows := (len(pile)-1)*d.covered + d.h
	d.g.Fill(ui.Rect{X: x, Y: y - d.edge, W: d.w, H: rows}, ui.Page)
	d.loose(x, y, pile, held)
	d.shadow(x, y, rows)
}

// kept returns how many of the n cards of a pile stay while others follow the pointer.
func (t *board) kept(at spot, n int) int {
	p := t.v.pulled
	if p == nil {
		return n
	}
	switch from := p.From.(spot); {
	case from.zone != at.zone || from.n != at.n:
		return n
	case at.zone == inColumn:
		return min(from.i, n)
	}
	return max(n-1, 0)
}

// whereIs returns the first cell of the card at a spot of a view, within its border.
func (d *drawing) whereIs(view klondike.View, at spot) (x, y int) {
	switch at.zone {
	case onStock:
		return d.col(0), d.top + d.edge
	case onWaste:
		most, _ := d.waste()
		n := app.If(view.Draw > 1, min(len(view.Waste), most), 1)
		return d.col(1) + d.fan()*max(n-1, 0), d.top + d.edge
	case onHome:
		return d.col(columnOf(at)), d.top + d.edge
	}
	down := view.FaceDown[at.n]
	plan := d.planOf(max(len(view.Tableau[at.n]), at.i+1), down)
	up := max(at.i-down-min(plan.pairs, max(at.i-down, 0)/2), 0) * plan.seen
	return d.col(at.n), d.tab + d.edge + app.If(plan.folded, min(down, 1), min(down, at.i)) + up
}

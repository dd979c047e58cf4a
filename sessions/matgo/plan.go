package matgo

import (
	"arcade/sessions/kit"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/ui"
)

// face is a size in which cards are drawn: a picture or in signs, and of it the upper rows.
type face struct {
	z     hwatu.Size
	rows  int
	signs bool
}

// w returns a card's width in cells.
func (f face) w() int {
	switch {
	case !f.signs:
		return f.z.W()
	case f.z == hwatu.Small:
		return hwatu.Width
	}
	return hwatu.BigWidth
}

// strip returns the visible columns of a card that lies under another.
func (f face) strip() int {
	switch {
	case !f.signs:
		return f.z.Strip()
	case f.rows == 1:
		return hwatu.Width
	}
	return 3
}

// The sizes of cards: pictures, of which the least are only their upper rows, and signs.
var (
	huge, large = face{z: hwatu.Huge, rows: 8}, face{z: hwatu.Large, rows: 6}
	small, low  = face{z: hwatu.Small, rows: 4}, face{z: hwatu.Small, rows: 3}
	flat, head  = face{z: hwatu.Small, rows: 2}, face{z: hwatu.Small, rows: 1}

	bigSign, sign = face{z: hwatu.Large, rows: 5, signs: true}, face{z: hwatu.Small, rows: 4, signs: true}
	lowSign, chip = face{z: hwatu.Small, rows: 3, signs: true}, face{z: hwatu.Small, rows: 1, signs: true}
)

// plan is an arrangement of the table from a least size on. From top to bottom: the opponent, the floor, the viewer, the
// hand. Large windows have the seats beside that, or facts in words.
type plan struct {
	floorCard    face
	handCard     face
	perRow       int  // piles in a row of the floor
	hands        int  // rows of the hand
	lines, tiles int  // of a seat's captures: lines, and rows of a place
	aside        int  // least columns right of the floor, for the deck
	band         int  // rows between two of the floor, for the deck
	titles       int  // rows with titles: over the floor, and over the own half
	facts        int  // least columns of facts right of the table
	sheets       bool // the seats are sheets right of the table
	above        bool // or above it
	bare         bool // an analysis is omitted
	wide         int  // least width
	high         int  // least height of a plan with sheets; others add up their rows
}

// pictured are the plans with pictures, the best first: for wide windows, for a phone, and for less.
var pictured = []plan{
	{floorCard: huge, handCard: huge, perRow: 6, hands: 1, sheets: true, wide: 200, high: 56},
	{floorCard: large, handCard: large, perRow: 6, hands: 1, sheets: true, wide: 120, high: 36},
	{floorCard: large, handCard: large, perRow: 6, hands: 1, sheets: true, above: true, wide: 86, high: 53},
	{floorCard: large, handCard: large, perRow: 6, hands: 1, lines: 1, tiles: 2, band: 7, wide: 76},
	{floorCard: small, handCard: large, perRow: 6, hands: 1, lines: 1, tiles: 2, aside: 14, wide: 76},
	{floorCard: small, handCard: small, perRow: 6, hands: 1, lines: 1, tiles: 2, aside: 14, wide: 76},
	{floorCard: small, handCard: small, perRow: 6, hands: 1, lines: 1, tiles: 1, aside: 14, wide: 76},
	{floorCard: low, handCard: small, perRow: 6, hands: 1, lines: 1, tiles: 1, aside: 14, wide: 76},
	{floorCard: low, handCard: low, perRow: 6, hands: 1, lines: 1, tiles: 1, aside: 14, wide: 76},
	{floorCard: flat, handCard: low, perRow: 6, hands: 1, lines: 1, tiles: 1, aside: 14, wide: 76},
	{floorCard: flat, handCard: flat, perRow: 6, hands: 1, lines: 1, tiles: 1, aside: 14, wide: 76},

	{floorCard: large, handCard: large, perRow: 4, hands: 2, lines: 2, tiles: 2, band: 5, wide: 48},
	{floorCard: small, handCard: large, perRow: 4, hands: 2, lines: 2, tiles: 2, aside: 7, wide: 48},
	{floorCard: small, handCard: small, perRow: 4, hands: 2, lines: 2, tiles: 2, aside: 7, wide: 48},
	{floorCard: small, handCard: small, perRow: 4, hands: 2, lines: 2, tiles: 1, aside: 7, wide: 48},
	{floorCard: low, handCard: small, perRow: 4, hands: 2, lines: 2, tiles: 1, aside: 7, wide: 48},
	{floorCard: low, handCard: low, perRow: 4, hands: 2, lines: 2, tiles: 1, aside: 7, wide: 48},
	{floorCard: low, handCard: flat, perRow: 4, hands: 2, lines: 2, tiles: 1, aside: 7, wide: 48},
	{floorCard: flat, handCard: flat, perRow: 4, hands: 2, lines: 2, tiles: 1, aside: 7, wide: 48},
	{floorCard: flat, handCard: flat, perRow: 6, hands: 2, lines: 2, tiles: 1, wide: 48},
	{floorCard: head, handCard: flat, perRow: 6, hands: 2, lines: 2, tiles: 1, wide: 48},
	{floorCard: head, handCard: flat, perRow: 6, hands: 2, wide: 48},
	{floorCard: head, handCard: flat, perRow: 6, hands: 2, wide: 48, bare: true},

	{floorCard: small, handCard: small, perRow: 4, hands: 2, wide: 40},
	{floorCard: low, handCard: low, perRow: 4, hands: 2, wide: 40},
	{floorCard: flat, handCard: flat, perRow: 4, hands: 2, wide: 40},
	{floorCard: head, handCard: flat, perRow: 4, hands: 2, wide: 40},
	{floorCard: head, handCard: flat, perRow: 4, hands: 2, wide: 40, bare: true},
}

// lined are the plans in signs.
var lined = []plan{
	{floorCard: bigSign, handCard: bigSign, perRow: 6, hands: 1, titles: 2, facts: 31, sheets: true, wide: 120, high: 37},
	{floorCard: sign, handCard: sign, perRow: 6, hands: 1, lines: 2, titles: 2, facts: 23, wide: 80},
	{floorCard: sign, handCard: sign, perRow: 6, hands: 1, lines: 2, titles: 1, facts: 23, wide: 80},
	{floorCard: sign, handCard: sign, perRow: 6, hands: 1, lines: 2, facts: 23, wide: 80},
	{floorCard: sign, handCard: sign, perRow: 6, hands: 1, lines: 2, titles: 2, aside: 8, wide: tableW},
	{floorCard: sign, handCard: sign, perRow: 6, hands: 1, lines: 2, aside: 8, wide: tableW},
	{floorCard: lowSign, handCard: sign, perRow: 6, hands: 1, lines: 2, aside: 8, wide: tableW},
	{floorCard: lowSign, handCard: lowSign, perRow: 6, hands: 1, lines: 2, aside: 8, wide: tableW},
	{floorCard: lowSign, handCard: chip, perRow: 6, hands: 1, lines: 2, aside: 8, wide: tableW},

	{floorCard: sign, handCard: sign, perRow: 6, hands: 2, lines: 3, titles: 2, wide: 48},
	{floorCard: sign, handCard: lowSign, perRow: 6, hands: 2, lines: 3, titles: 2, wide: 48},
	{floorCard: lowSign, handCard: lowSign, perRow: 6, hands: 2, lines: 3, titles: 2, wide: 48},
	{floorCard: lowSign, handCard: lowSign, perRow: 6, hands: 2, lines: 3, wide: 48},
	{floorCard: lowSign, handCard: chip, perRow: 6, hands: 2, lines: 3, wide: 48},
	{floorCard: lowSign, handCard: chip, perRow: 6, hands: 1, lines: 3, wide: 48},
	{floorCard: chip, handCard: chip, perRow: 6, hands: 1, wide: 48},
	{floorCard: chip, handCard: chip, perRow: 6, hands: 1, wide: 48, bare: true},

	{floorCard: sign, handCard: sign, perRow: 4, hands: 2, wide: 40},
	{floorCard: lowSign, handCard: lowSign, perRow: 4, hands: 2, wide: 40},
	{floorCard: chip, handCard: lowSign, perRow: 4, hands: 2, wide: 40},
	{floorCard: chip, handCard: chip, perRow: 4, hands: 2, wide: 40},
	{floorCard: chip, handCard: chip, perRow: 4, hands: 2, wide: 40, bare: true},
}

// rowsOf returns the rows of the floor.
func (p *plan) rowsOf() int { return 12 / p.perRow }

// pileRows returns the rows of a pile, with pictures with a row for notes below it.
func (p *plan) pileRows() int {
	if p.floorCard.signs {
		return p.floorCard.rows
	}
	return p.floorCard.rows + 1
}

// floorRows returns the least rows of the floor with its title.
func (p *plan) floorRows() int { return min(p.titles, 1) + p.rowsOf()*p.pileRows() + p.band }

// seatRows returns the rows of a seat above the hand.
func (p *plan) seatRows() int { return 1 + p.lines*max(p.tiles, 1) }

// handRows returns the rows of the hand. Large cards in a row may need one more, to overlap in two heights.
func (p *plan) handRows() int {
	n := p.hands * (p.handCard.rows + 1)
	if p.hands == 1 && p.handCard == large {
		n++
	}
	return n
}

// least returns the plan's least size.
func (p *plan) least() kit.Size {
	if p.sheets {
		return kit.Size{W: p.wide, H: p.high}
	}
	return kit.Size{W: p.wide, H: 2*p.seatRows() + p.floorRows() + p.titles/2 + p.handRows()}
}

// reviews reports whether an analysis has room at a place of the plan.
func (p *plan) reviews() bool { return p.sheets || p.facts > 0 || p.aside >= 14 }

// reviewRows are the least rows of an analysis below the table.
const reviewRows = 9

// lay has the places of a plan in a size.
type lay struct {
	*plan
	w, h          int
	mat, own      ui.Rect // the floor, and what is below it: the seat and the hand, or the hand alone
	floorX, pitch int
	stacked       int // visible cards of a pile
	floorY        [3]int
	deckCard      face
	deckX, deckY  int
	handX, handY  int
	foeSeat       ui.Rect
	ownSeat       ui.Rect
	log           ui.Rect
	talk, rest    ui.Rect // the talk between the seats of the largest plan, what is free below the table
	factsAt       ui.Rect
	won           wonLay
}

// wonLay has the size of a captured card's place on a seat's sheet, the distance to the next place, and the
// additional distance between two groups.
type wonLay struct{ w, h, pitch, gap int }

// mostWide is the width from which on a plan without sheets gets no wider, mostHuge that of the largest one.
const mostWide, mostHuge = 100, 200

// lay returns the places in w by h cells, with an analysis below the table if there is one.
func (p *plan) lay(w, h int, reviewed bool) (t lay) {
	t.plan, t.deckCard = p, p.floorCard
	switch {
	case p.floorCard.signs:
		t.signs(w, h)
	case p.sheets:
		t.besides(w, h)
	default:
		if reviewed {
			t.below(w, h-reviewRows)
			t.rest = ui.Rect{X: 1, Y: t.h, W: t.w - 2, H: h - t.h}
			t.h = h
			break
		}
		t.below(w, h)
	}
	t.stacked = min(max((t.pitch-p.floorCard.w())/p.floorCard.strip(), 0)+1, mostStacked)
	return t
}

// besides lays out a table with sheets for the seats, beside the floor or above it.
func (t *lay) besides(w, h int) {
	t.w, t.h = min(w, t.wide+30), min(h, t.high+8)
	top := min(h-t.high, 1) // a free row above
	t.won = wonLay{3, 2, 3, 3}
	switch {
	case t.floorCard == huge:
		t.w, t.h = t.wide, t.high+top
		t.won = wonLay{small.w(), small.rows, small.w() + 1, 4}
		const x, seat, high = 111, 87, 23
		t.mat, t.own = ui.Rect{X: 2, Y: top, W: 107, H: 33}, ui.Rect{X: 2, Y: top + 35, W: 107, H: 20}
		t.foeSeat, t.ownSeat, t.talk = ui.Rect{X: x, Y: top, W: seat, H: high}, ui.Rect{X: x, Y: top + 32, W: seat, H: high}, ui.Rect{X: x, Y: top + 24, W: seat, H: 7}
	case t.above:
		t.mat = ui.Rect{X: 2, Y: sheetRows + 1, W: t.w - 4, H: t.h - sheetRows - 2 - ownRows}
		t.own = ui.Rect{X: 2, Y: t.h - ownRows, W: t.mat.W, H: ownRows}
		seat := (t.mat.W - 2) / 2
		t.foeSeat, t.ownSeat = ui.Rect{X: 2, W: seat, H: sheetRows}, ui.Rect{X: t.w - 2 - seat, W: seat, H: sheetRows}
	default:
		seat := sheetCells + (t.w-t.wide)/2
		x, each := t.w-seat-2, (t.h-2-top)/2
		t.mat = ui.Rect{X: 2, Y: top, W: x - 4, H: t.h - 2 - top - ownRows}
		t.own = ui.Rect{X: 2, Y: t.h - 1 - ownRows, W: t.mat.W, H: ownRows}
		t.foeSeat, t.ownSeat = ui.Rect{X: x, Y: top, W: seat, H: each}, ui.Rect{X: x, Y: t.h - 1 - each, W: seat, H: each}
	}
	rows := t.floorCard.rows
	t.pitch = min((t.mat.W-2)/6, 2*t.floorCard.w())
	t.floorX = t.mat.X + (t.mat.W-6*t.pitch)/2 + 1
	from := 1 + (t.mat.H-2*rows-9)/6 // the rest goes to the middle
	t.floorY[0], t.floorY[1] = t.mat.Y+from, t.mat.Y+t.mat.H-rows-1-from
	t.middle(t.floorY[0]+rows, t.floorY[1])
	t.handX, t.handY = t.own.X+2, t.own.Y+2
	if t.floorCard == huge {
		t.handX, t.handY = t.own.X+3, t.own.Y+3
	}
}

// The rows of a sheet with a hand, the least cells and the rows of a seat's sheet.
const ownRows, sheetCells, sheetRows = 11, 40, 17

// middle places deck and log in the middle of the floor, between two of its rows.
func (t *lay) middle(from, to int) {
	gap := 4
	if t.band > 0 && t.band <= t.deckCard.rows { // a small deck
		gap, t.deckCard = 2, small
	}
	t.deckX = t.mat.X + (t.mat.W-t.deckCard.w())/2
	t.deckY = from + (to-from-t.deckCard.rows)/2
	t.log = ui.Rect{X: t.deckX + t.deckCard.w() + gap, Y: t.deckY, H: min(t.deckCard.rows, 5)}
	if t.deckCard.rows > 4 {
		t.log.Y++
	}
	t.log.W = t.mat.X + t.mat.W - 1 - t.log.X
}

// below lays out a table with all parts below each other. What is left goes between the rows of the floor.
func (t *lay) below(w, h int) {
	least := t.least()
	rows := t.rowsOf()
	spare := min(h-least.H, rows+4)
	t.w, t.h = min(w, mostWide), least.H+spare
	x, in := 0, 1
	if t.w >= 78 {
		x, in = 1, 2
	}
	seat, gap := t.seatRows(), 0
	if spare > rows+1 { // a free row over the hand
		gap, spare = 1, spare-1
	}
	wide := t.w - 2*x
	t.foeSeat = ui.Rect{X: x, W: wide, H: seat}
	t.mat = ui.Rect{X: x, Y: seat, W: wide, H: t.floorRows() + spare}
	t.own = ui.Rect{X: x, Y: t.mat.Y + t.mat.H, W: wide, H: t.h - t.mat.Y - t.mat.H}
	t.ownSeat = ui.Rect{X: x, Y: t.own.Y, W: wide, H: seat}
	t.floorX = x + in
	t.pitch = min((wide-in-t.aside)/t.perRow, t.floorCard.w()+2*t.floorCard.strip()+3)
	if t.aside >= 14 {
		t.pitch = min(10+max(t.w-80, 0)/10, 12)
	}
	before := (rows + 1) / 2 // rows of the floor above the band
	for i := range rows {
		t.floorY[i] = t.mat.Y + i*t.pileRows() + spare*(i+1)/(rows+1)
		if i >= before && t.band > 0 {
			t.floorY[i] += t.band
		}
	}
	switch {
	case t.band > 0:
		t.floorX = x + (wide-t.perRow*t.pitch)/2 + 1
		t.middle(t.floorY[before-1]+t.pileRows(), t.floorY[before])
	case t.aside > 0:
		t.deckX, t.deckY = t.floorX+t.perRow*t.pitch, t.floorY[0]
		if t.aside >= 14 {
			t.deckX--
		}
		y := t.deckY + max(t.deckCard.rows+2, 6)
		if t.aside < 14 { // below the possible win
			y = t.deckY + t.deckCard.rows + 5
		}
		t.log = ui.Rect{X: t.deckX, Y: y, W: x + wide - 1 - t.deckX, H: t.mat.Y + t.mat.H - y}
	}
	t.handX, t.handY = x+in, t.own.Y+seat+gap
	if t.hands == 1 && t.handCard == large {
		t.handY++
	}
	if t.hands > 1 {
		t.handX = (t.w-narrowHand*t.handPitch())/2 + 1
	}
}

// narrowHand is the number of cards in a row of a hand in two.
const narrowHand = 5

// handPitch returns the columns from one card to the next of a hand in two rows.
func (t *lay) handPitch() int { return min((t.w-2)/narrowHand, t.handCard.w()+6) }

// tableW is the width of the table in signs whose facts follow it.
const tableW = 56

// signs lays out a table in signs. What is left is free below it, for facts.
func (t *lay) signs(w, h int) {
	if t.sheets {
		t.w, t.h = t.wide, t.high
		t.foeSeat, t.mat, t.ownSeat = ui.Rect{W: fullTableW, H: 5}, ui.Rect{Y: fullFloorY, W: fullTableW, H: fullFloorH}, ui.Rect{Y: fullOwnY, W: fullTableW, H: 6}
		t.own = ui.Rect{Y: fullHandY, W: fullTableW, H: 7}
		t.floorX, t.pitch, t.floorY = 2, 13, [3]int{fullFloorY + 2, fullFloorY + 8}
		t.deckX, t.deckY = 80, fullFloorY+5
		t.handX, t.handY = 2, fullHandY+1
		t.factsAt = ui.Rect{X: fullTableW + 1, W: t.w - fullTableW - 1, H: t.h}
		return
	}
	least := t.least()
	t.w, t.h = min(w, 120), h
	wide := t.w
	if t.facts > 0 {
		wide = tableW
		t.factsAt = ui.Rect{X: tableW + 1, W: t.w - tableW - 1, H: h}
	}
	spare := min(h-least.H, 3)
	gap := func() int { // a free row, if there is one
		if spare > 0 {
			spare--
			return 1
		}
		return 0
	}
	seat := 1 + t.lines
	t.foeSeat = ui.Rect{W: wide, H: seat}
	y := seat
	if t.titles < 1 {
		y += gap()
	}
	t.mat = ui.Rect{Y: y, W: wide, H: t.floorRows()}
	y += min(t.titles, 1)
	t.pitch = 8
	for i := range t.rowsOf() {
		t.floorY[i] = y + i*t.floorCard.rows
	}
	t.deckX, t.deckY = 49, t.floorY[0]+2
	y = t.mat.Y + t.mat.H
	if t.titles < 2 {
		y += gap()
	}
	t.ownSeat = ui.Rect{Y: y, W: wide, H: seat + t.titles/2}
	y += t.ownSeat.H + gap()
	t.handX, t.handY = 1, y
	t.own = ui.Rect{Y: y, W: wide, H: t.handRows()}
	y += t.own.H
	if t.facts == 0 {
		t.rest = ui.Rect{Y: y, W: t.w, H: h - y}
	}
}

// Positions in the largest table of signs, in rows and columns of its 120 by 37 cells.
const (
	fullTableW  = 88
	fullFloorY  = 5
	fullFloorH  = 15
	fullOwnY    = 20
	fullHandY   = 28
	fullLegendY = 35
)

// mostStacked limits the drawn cards of a pile: more would reach the next place.
const mostStacked = 3

// place returns the place of a month on the floor.
func (t *lay) place(month int) (x, y int) {
	return t.floorX + (month-1)%t.perRow*t.pitch, t.floorY[(month-1)/t.perRow]
}

// pileAt returns the visible part of the k-th card of a pile.
func (t *lay) pileAt(month, k int) (x, y, w int) {
	x, y = t.place(month)
	if k == 0 {
		return x, y, t.floorCard.w()
	}
	w = t.floorCard.strip()
	return x + t.floorCard.w() + w*(min(k, t.stacked-1)-1), y, w
}

// handGap returns the columns between the n cards of a hand in one row.
func (t *lay) handGap(n int) int {
	switch {
	case n < 2:
		return 1
	case t.handCard.signs && t.handCard.rows == 1:
		return min(1, (t.own.W-1-n*t.handCard.w())/(n-1))
	case t.handCard.signs:
		return 1 + int(t.handCard.z)
	case t.handCard.z == hwatu.Small:
		return 1
	}
	return min(t.handCard.strip(), (t.own.W-3-n*t.handCard.w())/(n-1))
}

// handAt returns the place of a card of a hand of n.
func (t *lay) handAt(i, n int) (x, y int) {
	if t.hands > 1 {
		return t.handX + i%narrowHand*t.handPitch(), t.handY + i/narrowHand*(t.handCard.rows+1)
	}
	gap := t.handGap(n)
	if gap <= 0 && !t.handCard.signs { // cards that touch alternate between two heights
		return t.handX + i*t.handCard.w(), t.handY - 1 + i%2
	}
	return t.handX + i*(t.handCard.w()+gap), t.handY
}

package klondike

import (
	"slices"
	"strings"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/klondike/cards"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// deck is a size of the cards, and of a table with them.
type deck struct {
	w, h   int   // of a whole card
	last   int   // rows of the last card of a column, without borders
	seen   int   // most rows of a covered card that are visible
	framed bool  // cards have borders: there are no pictures
	felt   bool  // it lies on felt: the outer columns keep off the edges, and what is below the stock has rows of its own
	widths []int // of the table, the best first; the columns are set evenly
	least  int   // rows of the table
}

// cloth is one of the two ways in which a table is drawn: as a picture, or in signs.
type cloth struct {
	decks  []deck // the largest first; from their widths the columns have equal distances
	dances bool   // a solved deal is a picture of its own
	sizes  map[bool][]sized
	with   func(d *drawing) painter
}

// painter draws what differs.
type painter interface {
	ground()                                             // below the cards
	card(x, y int, c klondike.Card, k look)              // an open card; its text is in the row y
	place(x, y, rows int, text string, m mood)           // an empty place with what belongs there, of that many rows with its border
	stock(x, n int, m mood)                              // the stock of n cards
	faceDown(x, y int, top bool, f klondike.Face, n int) // the visible row of a covered face-down card, or of n folded ones
	suit(s klondike.Suit) string                         // the sign of an empty foundation
	number(n, x int)                                     // a column's number
	below(x int, m mood)                                 // what marks a foundation below it
	shadow(x, y, rows int)                               // of cards
	waste() (most int, empty string)                     // how many cards of the waste are seen with draws of three, and the sign of an empty one
	rest(x, n int)                                       // the cards below the visible ones of the waste, where that has no caption
	flying()                                             // cards on their way
}

// pictures and signs are the two cloths.
var (
	pictures = newCloth(cloth{dances: true, with: func(d *drawing) painter { return pictured{d} }, decks: []deck{
		{w: 12, h: 8, last: 8, seen: 3, felt: true, widths: []int{112}, least: 31},
		{w: 7, h: 5, last: 5, seen: 3, felt: true, widths: []int{81, 73, 65, 59}, least: 24},
		{w: 7, h: 3, last: 3, seen: 2, felt: true, widths: []int{73, 65, 59}, least: 16},
		{w: 6, h: 5, last: 5, seen: 3, felt: true, widths: []int{48}, least: 22},
		{w: 6, h: 3, last: 3, seen: 3, felt: true, widths: []int{48}, least: 12},
		{w: 6, h: 1, last: 1, seen: 1, felt: true, widths: []int{48}, least: 10},
		{w: 5, h: 3, last: 3, seen: 3, felt: true, widths: []int{41, 40}, least: 12},
		{w: 5, h: 1, last: 1, seen: 1, felt: true, widths: []int{41, 40}, least: 10},
	}})
	signs = newCloth(cloth{with: func(d *drawing) painter { return signed{d} }, decks: []deck{
		{w: 14, h: 7, last: 5, seen: 2, framed: true, widths: []int{110}, least: 34},
		{w: 10, h: 5, last: 4, seen: 2, framed: true, widths: []int{82, 76}, least: 25},
		{w: 7, h: 3, last: 2, seen: 1, framed: true, widths: []int{61, 55}, least: 16},
		{w: 6, h: 3, last: 3, seen: 3, widths: []int{48}, least: 12},
		{w: 6, h: 1, last: 1, seen: 1, widths: []int{48}, least: 10},
		{w: 5, h: 3, last: 3, seen: 3, widths: []int{41, 40}, least: 12},
		{w: 5, h: 1, last: 1, seen: 1, widths: []int{41, 40}, least: 10},
	}})
)

// Rows of a board: the most, and those from which it grows in steps, so that a large window has free rows around it.
const mostRows, stepsFrom, rowStep = 55, 35, 5

// narrowCard is the width of cards without room for words below them.
const narrowCard = 5

// airyRows are the rows above a deck's least from which the stock has a line below it.
const airyRows = 8

// layout has the places of everything on a table of a size.
type layout struct {
	deck
	width, height int
	x0, pitch     int // of the columns
	edge          int // rows and columns of a card's border
	top           int // the row of the stock
	caption       int // the row of the texts below the stock, -1 for none
	numbers, tab  int // the row of the columns' numbers, and the first row of the columns
	rows          int // rows of a column
}

// lay returns the layout of a table of that size.
func (k deck) lay(width, height int) layout {
	l := layout{deck: k, width: width, height: height, caption: -1}
	l.pitch = (width - k.w) / (klondike.Columns - 1)
	if k.felt && width > klondike.Columns*k.w+klondike.Columns {
		l.pitch = (width - k.w - 2) / (klondike.Columns - 1)
	}
	l.x0 = (width - k.w - (klondike.Columns-1)*l.pitch) / 2
	if k.framed {
		l.edge = 1
	}
	l.numbers = k.h
	if height >= k.least+airyRows && k.w > narrowCard {
		if k.felt {
			l.top, l.caption = 1, k.h+1
		}
		l.numbers = l.top + k.h + 1
		if k.felt {
			l.numbers++
		}
	}
	l.tab = l.numbers + 1
	l.rows = height - l.tab
	if l.top > 0 {
		l.rows-- // the felt's last row stays free, too
	}
	return l
}

// meets reports whether a card at x has another one at its left, without felt between them.
func (l layout) meets(x int) bool { return l.pitch == l.w && x > l.x0 }

// col returns the first cell of a column.
func (l layout) col(n int) int { return l.x0 + n*l.pitch }

// mood is what marks a place.
type mood int

const (
	calm    mood = iota
	focused      // the keys are here
	held         // picked up
	target       // where the held or hinted card can go
	chosen       // the target of Enter
	arrived      // a card that has just moved here
)

// board is the whole table: stock, waste and foundations, and below them the columns. It has the largest cards that have
// room.
type board struct {
	*cloth
	v    *gameView
	a    *app.App
	s    *play.Scene
	view klondike.View
	// goals are the targets of the held or hinted card: a column, or 7 for the foundation. goal is the one
	// in focus, -1 for none.
	goals []int
	goal  int
	// moved counts the cards that have just arrived at a column's end.
	moved  [klondike.Columns]int
	landed int // the foundation that has just got a card, -1 for none
}

// table returns the board to show now.
func (v *gameView) board(a *app.App, s *play.Scene, view klondike.View) *board {
	t := &board{v: v, a: a, s: s, view: view, goal: -1, landed: -1}
	t.mark()
	return t
}

// on returns the table on a cloth.
func (t *board) on(c *cloth) *board {
	other := *t
	other.cloth = c
	return &other
}

// over reports whether the deal is solved, and shown as a picture of its own where there are pictures.
func (t *board) over() bool { return t.view.Won && t.s.Result != nil && !t.s.Replay }

// danced reports whether this is that picture.
func (t *board) danced() bool { return t.dances && t.over() }

// SizeAt returns the n-th size. With the same cards a higher table comes first, and of the same height the wider one.
func (t *board) SizeAt(_ kit.Look, n int) (kit.Size, bool) {
	_, s, ok := t.sizeAt(n)
	return s, ok
}

// sizeAt returns the n-th size with its cards.
func (t *board) sizeAt(n int) (k deck, s kit.Size, ok bool) {
	if t.danced() {
		return danceAt(n)
	}
	if list := t.sizes[t.narrow()]; n < len(list) {
		return t.decks[list[n].deck], list[n].size, true
	}
	return deck{}, kit.Size{}, false
}

// narrow reports whether the window has no room for other cards than the narrowest.
func (t *board) narrow() bool {
	least, _ := ui.Least()
	return t.a.W < least
}

// serves reports whether a deck serves in a narrow window, or in another.
func (k deck) serves(narrow bool) bool {
	least, _ := ui.Least()
	return k.widths[0] >= least || narrow
}

// sized is a size of the table with the index of its cards.
type sized struct {
	deck int
	size kit.Size
}

// newCloth sets the tables in the order in which they are tried.
func newCloth(c cloth) *cloth {
	c.sizes = map[bool][]sized{}
	for _, narrow := range []bool{false, true} {
		for i, k := range c.decks {
			if !k.serves(narrow) {
				continue
			}
			for n := range k.heights() {
				for _, w := range k.widths {
					c.sizes[narrow] = append(c.sizes[narrow], sized{i, kit.Size{W: w, H: k.heightAt(n)}})
				}
			}
		}
	}
	return &c
}

// heights returns the number of heights of a table with these cards.
func (k deck) heights() int {
	steps := (mostRows - stepsFrom) / rowStep
	return steps + stepsFrom - k.least + 1
}

// heightAt returns the n-th height, the highest first.
func (k deck) heightAt(n int) int {
	steps := (mostRows - stepsFrom) / rowStep
	if n < steps {
		return mostRows - n*rowStep
	}
	return stepsFrom - (n - steps)
}

// Least returns the lowest size that has room in w cells, or else the narrowest.
func (t *board) Least(_ kit.Look, w int) (least kit.Size) {
	if t.danced() {
		return kit.Size{W: danceNarrowest, H: danceDecks[len(danceDecks)-1].least}
	}
	for _, k := range t.decks {
		if k.serves(t.narrow()) {
			s := kit.Size{W: k.widths[len(k.widths)-1], H: k.least}
			if least == (kit.Size{}) || s.W < least.W && least.W > w || s.W <= w && s.H < least.H {
				least = s
			}
		}
	}
	return least
}

// Wish returns the height of the largest size that has room in w cells.
func (t *board) Wish(l kit.Look, w int) int {
	for _, k := range t.decks {
		if k.serves(t.narrow()) && k.widths[len(k.widths)-1] <= w {
			return k.heightAt(0)
		}
	}
	return t.Least(l, w).H
}

// Draw draws the largest size that has room.
func (t *board) Draw(l kit.Look, g ui.Region) {
	for n := 0; ; n++ {
		k, s, ok := t.sizeAt(n)
		if !ok {
			return
		}
		if s.W <= g.W() && s.H <= g.H() {
			d := drawing{board: t, layout: k.lay(s.W, s.H), g: g.Sub(g.Rect().Centered(s.W, s.H)), touch: l.Touch}
			d.painter = t.with(&d)
			d.draw()
			return
		}
	}
}

// mark finds the spots to mark.
func (t *board) mark() {
	switch v := t.v; {
	case v.held != nil:
		for i, m := range v.targets(t.view, *v.held) {
			t.goals = append(t.goals, goalOf(m))
			if i == v.to {
				t.goal = goalOf(m)
			}
		}
	case v.hint != nil && v.hint.Kind >= klondike.WasteUp && v.hint.Kind <= klondike.FoundationTo:
		t.goals = []int{goalOf(v.hint.Move)}
	}
	if t.s.Before == nil || t.s.SinceMove() >= t.v.Motion(t.a, t.s) || len(t.s.Plies) == 0 {
		return
	}
	move, ok := fact[klondike.EventMove](t.s.Plies[len(t.s.Plies)-1])
	if !ok {
		return
	}
	if c := int(move.To[0] - '1'); c >= 0 && c < klondike.Columns {
		t.moved[c] = move.N
	} else {
		t.landed = strings.Index("HDCS", move.To)
	}
}

// aims reports whether the held card can go to a target.
func (t *board) aims(target int) bool { return slices.Contains(t.goals, target) }

// Playing reports whether a focus is visible.
func (t *board) Playing() bool { return !t.s.Replay && t.s.Result == nil && t.s.You != games.Nobody }

// mood returns what marks a place of the top row, or the end of a column.
func (t *board) mood(at spot) mood {
	goal := -1
	switch {
	case at.zone == inColumn:
		goal = at.n
	case at.zone == onHome && t.suitOf(at):
		goal = klondike.Columns
	}
	switch {
	case !t.Playing():
	case t.v.held != nil && *t.v.held == at:
		return held
	case t.v.held == nil && t.v.at == at:
		return focused
	}
	switch {
	case goal >= 0 && t.aims(goal) && (t.goal == goal || len(t.goals) == 1):
		return chosen
	case goal >= 0 && t.aims(goal):
		return target
	case at.zone == onHome && at.n == t.landed:
		return arrived
	}
	return calm
}

// moodIn returns what marks the i-th card of a column: its last card is the target.
func (t *board) moodIn(n, i int) mood {
	last := len(t.view.Tableau[n]) - 1
	if t.Playing() {
		at, m := t.v.at, focused
		if t.v.held != nil {
			at, m = *t.v.held, held
		}
		if at.zone == inColumn && at.n == n && i >= at.i {
			return m
		}
	}
	if i == last {
		if m := t.mood(spot{inColumn, n, i}); m == target || m == chosen {
			return m
		}
	}
	if i > last-t.moved[n] {
		return arrived
	}
	return calm
}

// suitOf reports whether a foundation fits the held or hinted card.
func (t *board) suitOf(at spot) bool {
	var from spot
	switch {
	case t.v.held != nil:
		from = *t.v.held
	case t.v.hint != nil:
		from = source(t.view, t.v.hint.Move)
	default:
		return false
	}
	card, ok := cardAt(t.view, from)
	return ok && int(card.Suit()) == at.n
}

// drawing draws a table of a size.
type drawing struct {
	*board
	painter
	layout
	g       ui.Region
	covered int  // visible rows of a covered card
	touch   bool // a finger points
	mute    bool // nothing can be clicked
	named   func(i int) string
}

// draw draws the table, with cards on their way if some are.
func (d *drawing) draw() {
	d.named = d.name
	if d.danced() {
		d.solved()
		return
	}
	d.covered = d.roomiest()
	d.ground()
	d.all()
	d.flying()
	d.lifted()
}

// all draws all cards.
func (d *drawing) all() {
	d.hidden()
	d.turned()
	for _, suit := range homes {
		d.home(suit)
	}
	for n := range klondike.Columns {
		d.column(n)
	}
}

// home draws a foundation.
func (d *drawing) home(suit klondike.Suit) {
	at := spot{onHome, int(suit), 0}
	x, m, pile := d.col(columnOf(at)), d.mood(at), d.view.Foundation[suit]
	if n := d.kept(at, len(pile)); n > 0 {
		d.whole(x, pile[n-1].Card, m)
	} else {
		d.place(x, d.top, d.h, d.suit(suit), m)
	}
	d.below(x, m)
	d.hitTop(x, d.w, at)
}

// whole draws an open card of the top row.
func (d *drawing) whole(x int, c klondike.Card, m mood) {
	d.card(x, d.top+d.edge, c, look{rows: d.h - 2*d.edge, mood: m, top: true, last: true})
	d.shadow(x, d.top, d.h)
}

// hidden draws the stock.
func (d *drawing) hidden() {
	at := spot{zone: onStock}
	x, n, m := d.col(0), d.view.StockCount, d.mood(at)
	switch again := len(d.view.Waste) > 0 && d.view.RedealsLeft != 0; {
	case n > 0:
		d.painter.stock(x, n, m)
	case again:
		d.place(x, d.top, d.h, d.a.T("kl.stock.again"), m)
	default:
		d.place(x, d.top, d.h, "-", m)
	}
	if d.caption >= 0 {
		d.g.Text(x, d.caption, cards.FeltDim, d.a.T("kl.side.left", "n", n))
	}
	d.hitTop(x, d.w, at)
}

// turned draws the waste. With draws of three the next cards to come up lie below the first one.
func (d *drawing) turned() {
	at := spot{zone: onWaste}
	x, pile, m := d.col(1), d.view.Waste, d.mood(at)
	pile = pile[:d.kept(at, len(pile))]
	n := min(len(pile), 1)
	most, empty := d.painter.waste()
	if d.view.Draw > 1 {
		n = min(len(pile), most)
	}
	if n == 0 {
		d.place(x, d.top, d.h, empty, m)
		d.hitTop(x, d.w, at)
		return
	}
	for i, face := range pile[len(pile)-n : len(pile)-1] {
		d.card(x+i*d.fan(), d.top, face.Card, look{rows: d.h, under: true, top: i == 0, last: true, beside: i > 0})
	}
	end := x + (n-1)*d.fan()
	d.card(end, d.top+d.edge, pile[len(pile)-1].Card, look{rows: d.h - 2*d.edge, mood: m, top: n == 1, last: true, beside: n > 1})
	d.shadow(end, d.top, d.h)
	switch n := len(pile) - n; {
	case n > 0 && d.caption >= 0:
		d.g.Text(x, d.caption, cards.FeltDim, "+"+d.a.T("kl.cards", "n", n))
	case n > 0:
		d.rest(x, n)
	}
	d.hitTop(x, min(d.w+(n-1)*d.fan(), d.w+d.pitch), at) // up to the first foundation
}

// fan returns the cells from a card of the waste to the next one.
func (l layout) fan() int { return l.w/2 + 1 }

// hitTop makes a spot of the top row a hit.
func (d *drawing) hitTop(x, w int, at spot) { d.hit(x, d.top, w, d.h, at) }

// hit makes an area stand for a spot, with the cells up to the next column: a card may be dropped there.
func (d *drawing) hit(x, y, w, h int, at spot) {
	if d.mute {
		return
	}
	x, w = x-(d.pitch-d.w)/2, w+d.pitch-d.w
	d.g.HitNamed(ui.Rect{X: x, Y: y, W: w, H: h}, spots[at.code()], d.named, at.code())
}

// spots are all spots by their codes, as messages that a frame need not allocate.
var spots = func() (list [(onHome + 1) * klondike.Columns * klondike.Cards]any) {
	for code := range list {
		list[code] = spotAt(code)
	}
	return list
}()

// spotAt returns the spot of a code.
func spotAt(code int) spot {
	place := code / klondike.Cards
	return spot{zone(place / klondike.Columns), place % klondike.Columns, code % klondike.Cards}
}

// code returns a number for a spot.
func (at spot) code() int { return (int(at.zone)*klondike.Columns+at.n)*klondike.Cards + at.i }

// name names the spot of a code and what is there.
func (t *board) name(code int) string {
	return spokenSpot(t.a, t.view, spotAt(code))
}

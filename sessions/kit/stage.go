package kit

import "arcade/sessions/ui"

// Stage sets a board and what belongs to it. The board gets the largest of its sizes with which the rest has room:
// beside it in one column, or above and below it. What may be omitted goes before the board gets smaller.
type Stage struct {
	Board        Board
	Above, Below Block  // the players at both ends, in equal form; nil for none
	Side         []Item // what they need to know, between them or below
	Foot         Block  // a row under the board; nil for none
	Over         Block  // a notice over the board; nil for none
	Hangs        bool   // the notice takes the width of the board at its foot, and covers everything for clicks
	Aside        []Item // a further column of a large window
	Under        Block  // below the board of a large window; nil for none
	Wide         bool   // the board takes a whole width: the rest stands below it, and never beside it
	Whole        bool   // the board has all that belongs to it, and takes the room that it can use
}

// hanger is a board of which a notice that hangs covers a part.
type hanger interface {
	// Hung returns that part of the board in w by h cells.
	Hung(l Look, w, h int) ui.Rect
}

// The least and the largest width of a column beside a board, its usual width if there is a further one, and the
// least of that; the least rows of what stands below a board. A column of less than columnLeast cells is worse than
// none; of less than columnTouch for a finger, which has more from a larger board.
const (
	columnLeast, columnMost  = 30, 60
	columnTouch              = 24
	columnUsual, columnLarge = 41, 54
	asideLeast               = 30
	underLeast               = 7
)

// ends are the heights that the players' blocks may have.
var ends = [...]int{7, 4, 1}

// The least rows between two players' blocks higher than a line, beside a board and below it.
const middleLeast, restLeast = 8, 3

// staged is an arrangement: the place of each part, and whether the side is on a sheet and
// the players are in one row.
type staged struct {
	board, foot, above, below, side, aside, under, column ui.Rect
	sheet, pair                                           bool
}

// margin returns the columns left and right of all.
func (s Stage) margin(w int) int {
	switch {
	case w < 60:
		return 0
	case w < 100:
		return 1
	}
	return 2
}

// gapFor returns the columns between two parts.
func gapFor(w int) int {
	if w < 100 {
		return 2
	}
	return 4
}

// The cells of the side's sheet around its content.
const sheetX, sheetTop = 2, 1

// bare reports whether nothing of the side has room around a board.
func (s Stage) bare(l Look, p staged) bool {
	for _, it := range s.Side {
		if it.Least(l, p.side.W).H <= p.side.H {
			return false
		}
	}
	return len(s.Side) > 0
}

// padded returns the cells of a sheet around the side in a column, none without pictures and in a narrow one.
func padded(l Look, column int) (x, top int) {
	if l.Rich && column >= columnLeast {
		return sheetX, sheetTop
	}
	return 0, 0
}

// side returns what stands beside the board as a line.
func (s Stage) side() Line { return Line{Down: true, Gap: 1, Items: s.Side} }

// footRows returns the rows under the board.
func (s Stage) footRows(l Look, w int) int {
	if s.Foot == nil {
		return 0
	}
	return s.Foot.Least(l, w).H
}

// endWish returns the height that both ends would take in w cells, 0 if there are none.
func (s Stage) endWish(l Look, w int) (h int) {
	for _, b := range [...]Block{s.Above, s.Below} {
		if b != nil {
			if wish := b.Wish(l, w); h == 0 || wish < h {
				h = wish
			}
		}
	}
	return h
}

// endWidth returns the least width of an end.
func (s Stage) endWidth(l Look) (w int) {
	for _, b := range [...]Block{s.Above, s.Below} {
		if b != nil {
			w = max(w, narrowest(b, l))
		}
	}
	return w
}

// count returns the number of ends.
func (s Stage) count() (n int) {
	for _, b := range [...]Block{s.Above, s.Below} {
		if b != nil {
			n++
		}
	}
	return n
}

// place returns the arrangement in w by h cells; false if there is no room for the least. The foot is omitted before
// the board gets smaller. If only the players have room around the board, a smaller board with a column beside it is
// better. Instead of a narrow column a board as high takes fewer columns, if it can.
func (s Stage) place(l Look, w, h int) (p staged, ok bool) {
	if s.Board == nil { // there is no position yet
		return p, true
	}
	whole, slim, bare := s.Foot, staged{}, 0
	for n := 0; ; n++ {
		size, more := s.Board.SizeAt(l, n)
		if slim.board.H > 0 && (!more || size.H < slim.board.H) {
			return slim, true
		}
		if !more {
			return p, ok
		}
		if !size.fits(w, h) {
			continue
		}
		if s.Whole {
			return s.alone(size, w, h), true
		}
		if size == (Size{}) && !ok { // there is no board; see [Yields]
			return s.around(l, size, w, h)
		}
		if s.Wide {
			if p, ok = s.under(l, size, w, h); ok {
				return p, true
			}
			continue
		}
		for _, foot := range [...]Block{whole, nil} {
			s.Foot = foot
			wide, fits := s.beside(l, size, w, h)
			if fits && (wide.column.W >= columnLeast || l.Touch && wide.column.W >= columnTouch) {
				return wide, true
			}
			if ok && size.H < bare || slim.board.H > 0 {
				continue
			}
			low, under := s.around(l, size, w, h)
			switch {
			case under && low.pair:
				p, ok, bare = low, true, size.H+1
			case under && !s.bare(l, low):
				return low, true
			case fits:
				slim = wide
			case under && !ok:
				p, ok, bare = low, true, size.H
			}
		}
	}
}

// beside sets the rest in a column beside a board of a size.
func (s Stage) beside(l Look, size Size, w, h int) (p staged, ok bool) {
	margin, gap := s.margin(w), gapFor(w)
	room := w - 2*margin - size.W - gap
	foot := s.footRows(l, size.W)
	if room < max(s.endWidth(l), 1) || size.H+foot > h {
		return p, false
	}
	column, aside := min(room, columnMost), 0
	if len(s.Aside) > 0 && room >= columnUsual+gap+asideLeast {
		column = min(room-gap-asideLeast, columnLarge)
		aside = min(room-column-gap, columnMost)
	}
	padX, padTop := padded(l, column)
	var least Size
	if len(s.Side) > 0 {
		if least = s.side().Least(l, max(column-2*padX, 1)); least.W > column-2*padX {
			return p, false
		}
		least.H += padTop
	}
	n, rows, end := s.count(), size.H, 0
	if 2*size.H < h && len(s.Side) > 0 { // a small board leaves much room beside it
		rows = max(rows, min(s.side().Wish(l, max(column-2*padX, 1))+padTop+2*(n+1), h-1))
	}
	need := func(end, middle int) int {
		if middle == 0 {
			return n*end + max(n-1, 0)
		}
		return n*(end+1) + middle
	}
	for _, end = range ends {
		middle := least.H
		if end > 1 && least.H > 0 {
			middle = max(middle, middleLeast)
		}
		if n == 0 || end <= s.endWish(l, column) && need(end, middle) <= rows {
			break
		}
	}
	if end == 1 && need(1, least.H) > rows {
		if rows = need(1, least.H); rows > h {
			return p, false
		}
	}
	if n == 0 {
		end = 0
		if rows = max(rows, least.H); rows > h {
			return p, false
		}
	}
	used := max(size.H+foot, rows)
	x := max(margin, (w-size.W-gap-column-sign(aside, gap+aside))/2)
	y := min((h-used)/2, 2)
	if under := h - used - 2; s.Under != nil && under >= underLeast {
		y = 1
		p.under = ui.Rect{X: x, Y: used + 2, W: size.W, H: under}
		if aside == 0 {
			p.under.W += gap + column
		}
	}
	p.board = ui.Rect{X: x, Y: y, W: size.W, H: size.H}
	p.foot = ui.Rect{X: x, Y: y + size.H, W: size.W, H: foot}
	x += size.W + gap
	p.column = ui.Rect{X: x, Y: y, W: column, H: rows}
	top, bottom := y, y+rows
	if s.Above != nil {
		p.above = ui.Rect{X: x, Y: y, W: column, H: end}
		top += end + 1
	}
	if s.Below != nil {
		p.below = ui.Rect{X: x, Y: y + rows - end, W: column, H: end}
		bottom -= end + 1
	}
	p.side = ui.Rect{X: x, Y: top, W: column, H: bottom - top}
	p.sheet = l.Rich && column >= columnLeast
	if aside > 0 {
		p.aside = ui.Rect{X: x + column + gap, Y: y, W: aside, H: h - y}
	}
	return p, true
}

// sign returns n if of is above 0, else 0.
func sign(of, n int) int {
	if of > 0 {
		return n
	}
	return 0
}

// alone gives a board the whole room, but for what is around it in a large window.
func (s Stage) alone(size Size, w, h int) (p staged) {
	gap, aside := gapFor(w), 0
	if room := w - size.W - gap; len(s.Aside) > 0 && room >= asideLeast {
		aside = min(room, columnMost)
		p.aside = ui.Rect{X: w - aside, Y: 1, W: aside, H: h - 1}
	}
	p.board = ui.Rect{W: w - sign(aside, gap+aside), H: h}
	if room := h - size.H; s.Under != nil && room >= underLeast {
		p.board.H = min(size.H+1, h-underLeast)
		p.under = ui.Rect{Y: p.board.H, W: p.board.W, H: h - p.board.H}
	}
	return p
}

// wideLeast is the least width for what stands below a wide board, if the window has it.
const wideLeast = 80

// under sets the rest below a wide board, and in a large window a further column beside both.
func (s Stage) under(l Look, size Size, w, h int) (p staged, ok bool) {
	gap, in, aside := gapFor(w), min(w, max(size.W, wideLeast)), 0
	if room := w - in - gap - s.margin(w); len(s.Aside) > 0 && room >= asideLeast {
		aside = min(room, columnMost)
	}
	if p, ok = s.around(l, size, in, h); !ok {
		return p, false
	}
	x := (w - in - sign(aside, gap+aside)) / 2
	for _, r := range [...]*ui.Rect{&p.board, &p.foot, &p.above, &p.below, &p.side} {
		r.X += x
	}
	if aside > 0 {
		p.aside = ui.Rect{X: x + in + gap, Y: 1, W: aside, H: h - 1}
	}
	return p, true
}

// around sets the players above and below a board of a size and the rest under them; if there are no rows for that,
// the players stand beside each other under the board.
func (s Stage) around(l Look, size Size, w, h int) (p staged, ok bool) {
	margin := max(s.margin(w), 1)
	foot, in := s.footRows(l, size.W), w-2*margin
	var least Size
	if len(s.Side) > 0 {
		if least = s.side().Least(l, in); least.W > in {
			return p, false
		}
	}
	n, used := s.count(), size.H+foot
	left := h - used
	if left < 0 {
		return p, false
	}
	end, pair := 0, false
	if n > 0 {
		for _, end = range ends {
			rest := least.H
			if end > 1 && len(s.Side) > 0 {
				rest = max(rest, restLeast)
			}
			if end <= s.endWish(l, w) && n*end+rest <= left {
				break
			}
		}
		if pair = n*end+least.H > left; pair && (n < 2 || 1+least.H > left || s.endWidth(l) > (w-1)/2) {
			return p, false
		}
		if s.endWidth(l) > w {
			return p, false
		}
	} else if least.H > left {
		return p, false
	}
	y := 0
	if s.Above != nil && !pair {
		p.above, y = ui.Rect{W: w, H: end}, end
	}
	p.board = ui.Rect{X: (w - size.W) / 2, Y: y, W: size.W, H: size.H}
	y += size.H
	p.foot = ui.Rect{X: p.board.X, Y: y, W: size.W, H: foot}
	y += foot
	switch {
	case pair:
		half := (w - 1) / 2
		p.above, p.below = ui.Rect{Y: y, W: half, H: 1}, ui.Rect{X: w - half, Y: y, W: half, H: 1}
		y++
	case s.Below != nil:
		p.below = ui.Rect{Y: y, W: w, H: end}
		y += end
	}
	p.side, p.pair = ui.Rect{X: margin, Y: y, W: in, H: h - y}, pair
	return p, true
}

// Least returns the size with the smallest board.
func (s Stage) Least(l Look, w int) Size {
	if s.Board == nil {
		return Size{}
	}
	small := s.Board.Least(l, w)
	if small.W > w {
		return small
	}
	const most = 500
	low, high := small.H, most
	for low < high { // more rows never hurt
		mid := (low + high) / 2
		if _, ok := s.place(l, w, mid); ok {
			high = mid
		} else {
			low = mid + 1
		}
	}
	if high == most {
		return Size{w + 1, small.H}
	}
	return Size{small.W, high}
}

// Wish returns the rows of the largest board that has room in w cells, with the rest.
func (s Stage) Wish(l Look, w int) int {
	if s.Board == nil {
		return 0
	}
	return max(s.Board.Wish(l, w), s.Least(l, w).H)
}

// Draw draws the parts, and notes on the canvas where an overlay leaves the board in view: beside it, or below.
func (s Stage) Draw(l Look, g ui.Region) {
	p, ok := s.place(l, g.W(), g.H())
	if !ok {
		g.Fail("no room for a board in %dx%d", g.W(), g.H())
		return
	}
	part := func(b Block, r ui.Rect) {
		if b != nil && r.W > 0 && r.H > 0 {
			Draw(b, l, g.Sub(r))
		}
	}
	part(s.Board, p.board)
	if p.foot.H > 0 {
		part(s.Foot, p.foot)
	}
	part(s.Above, p.above)
	part(s.Below, p.below)
	if len(s.Side) > 0 && p.side.H > 0 {
		in := g.Sub(p.side)
		if p.sheet {
			in = g.Sheet(p.side, ui.Panel)
			in = in.Sub(ui.Rect{X: sheetX, Y: sheetTop, W: in.W() - 2*sheetX, H: in.H() - sheetTop})
		}
		Draw(s.side(), l, in)
	}
	if p.aside.W > 0 {
		Draw(Line{Down: true, Gap: 1, Tight: 1, Items: s.Aside}, l, g.Sub(p.aside))
	}
	part(s.Under, p.under)
	if p.column.W > 0 {
		g.Leaves(p.column)
	} else {
		below := p.foot.Y + p.foot.H
		g.Leaves(ui.Rect{X: p.side.X, Y: below, W: p.side.W, H: g.H() - below})
	}
	s.over(l, g, p.board)
}

// over draws the notice over the board.
func (s Stage) over(l Look, g ui.Region, board ui.Rect) {
	if s.Over == nil {
		return
	}
	if part, ok := s.Board.(hanger); ok && s.Hangs {
		at := part.Hung(l, board.W, board.H)
		g.BlockClicks(g.Rect())
		Draw(s.Over, l, g.Sub(board).Sub(at))
		return
	}
	if s.Hangs {
		h := min(s.Over.Wish(l, board.W), board.H)
		g.BlockClicks(g.Rect())
		Draw(s.Over, l, g.Sub(ui.Rect{X: board.X, Y: board.Y + board.H - h, W: board.W, H: h}))
		return
	}
	g.BlockClicks(board)
	if l.Rich {
		g.Dim(board)
	}
	w := min(noticeWidth, g.W())
	size := s.Over.Least(l, w)
	size.W = max(size.W, min(w, board.W-2))
	at := board.Centered(size.W, size.H)
	at.X, at.Y = max(min(at.X, g.W()-at.W), 0), max(min(at.Y, g.H()-at.H), 0)
	if !l.Rich { // a symbol left of it would lose the blank after it
		g.Fill(ui.Rect{X: at.X - 1, Y: at.Y, W: 1, H: at.H}, ui.Text)
	}
	Draw(s.Over, l, g.Sub(at))
}

// noticeWidth is the width of a notice over a board.
const noticeWidth = 36

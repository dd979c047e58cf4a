// Package narrow shows screens on a display of 48 columns. It draws the frame with buttons for fingers, and
// folds screens without their own narrow layout from their 80 columns.
package narrow

import (
	"slices"
	"strings"

	"arcade/sessions/paint"
	"arcade/sessions/ui"
)

// Width and Height are the size of the folded layouts.
const Width, Height = ui.MinWidth, 24

// indent is the indentation of the second part of a folded row.
const indent = 3

// cut is a stretch of a row of the wide screen, and its column on the narrow one.
type cut struct{ x, y, w, to int }

// line is a row of the narrow screen: its cuts, and the ground of the rest.
type line struct {
	cuts   []cut
	ground uint16
}

// Fold shows the part r of a drawn wide screen in g, which is on c. A row that is too long continues in the
// next one, and content beside a gutter moves below it. Clickable areas stay clickable.
func Fold(c *ui.Canvas, g ui.Rect, src *ui.Canvas, r ui.Rect) {
	f := folder{src: src, r: r, w: g.W}
	lines := f.fit(f.lines(), g.H)
	for i, l := range lines {
		f.show(c, ui.Rect{X: g.X, Y: g.Y + i, W: g.W, H: 1}, l)
	}
	f.hits(c, g, lines)
	f.field(c, g, lines)
}

// folder folds a part of a screen to that many columns.
type folder struct {
	src *ui.Canvas
	r   ui.Rect
	w   int
}

func (f folder) at(x, y int) *paint.Cell { return f.src.Cells().At(x, y) }

// ground returns the most frequent ground in a stretch of a row.
func (f folder) ground(y, from, to int) uint16 {
	count, most := map[uint16]int{}, f.at(from, y).Surface
	for x := from; x < to; x++ {
		s := f.at(x, y).Surface
		if count[s]++; count[s] > count[most] {
			most = s
		}
	}
	return most
}

// page is the ground of an empty screen.
const page = 0

// empty reports whether a cell looks blank on a ground.
func (f folder) empty(x, y int, ground uint16) bool {
	c := f.at(x, y)
	return c.Rune == ' ' && c.Surface == ground
}

// span returns the visible part of a row between two columns on a ground; w is 0 if there is none.
func (f folder) span(y, from, to int, ground uint16) (x, w int) {
	for from < to && f.empty(from, y, ground) {
		from++
	}
	for to > from && f.empty(to-1, y, ground) {
		to--
	}
	return from, to - from
}

// lines returns the rows of the narrow screen, as many as necessary.
func (f folder) lines() (list []line) {
	from, to := f.r.X, f.r.X+f.r.W
	if at := f.gutter(); at > 0 {
		for _, part := range [][2]int{{from, at}, {at, to}} {
			left, right := to, from
			for y := f.r.Y; y < f.r.Y+f.r.H; y++ {
				if x, w := f.span(y, part[0], part[1], page); w > 0 {
					left, right = min(left, x), max(right, x+w)
				}
			}
			if left >= right {
				continue
			}
			for y := f.r.Y; y < f.r.Y+f.r.H; y++ {
				list = append(list, line{cuts: []cut{{left, y, right - left, min(1, f.w-(right-left))}}})
			}
		}
		return list
	}
	for y := f.r.Y; y < f.r.Y+f.r.H; y++ {
		list = append(list, f.row(y, from, to)...)
	}
	return list
}

// gutter returns a column that is empty in all rows, has room on both sides, and has no clickable area
// across it; 0 for none.
func (f folder) gutter() int {
	areas := f.src.Areas()
next:
	for x := f.r.X + f.w; x >= f.r.X+f.r.W-f.w; x-- {
		for y := f.r.Y; y < f.r.Y+f.r.H; y++ {
			if !f.empty(x, y, page) {
				continue next
			}
		}
		for _, a := range areas {
			if a.Y >= f.r.Y && a.Y < f.r.Y+f.r.H && a.X < x && a.X+a.W > x {
				return 0
			}
		}
		return x
	}
	return 0
}

// row folds one row. It closes the gap before the last part if that suffices; otherwise the last part
// continues below.
func (f folder) row(y, from, end int) []line {
	at, wide := f.span(y, from, end, page)
	if wide == 0 {
		return []line{{ground: page}}
	}
	to := at + wide // content on a sheet ends with the sheet
	ground := f.ground(y, at, to)
	x, w := f.span(y, at, to, ground)
	if w == 0 {
		return []line{{ground: ground}}
	}
	margin := min(x-from, 1)
	if w > f.w-margin && corner(f.at(x+w-1, y).Rune) { // the sheet ends elsewhere now
		to = x + w - 1
		if _, w = f.span(y, x, to, ground); w == 1 && corner(f.at(x, y).Rune) {
			return []line{{ground: ground}}
		}
	}
	if f.ruled(y, x, w) {
		return []line{{[]cut{{x, y, min(w, f.w), 0}}, ground}}
	}
	var list []line
	used := 0 // of the last line
	for left := w; left > 0; {
		end := f.end(y, x, to, f.w-indent, ground)
		if len(list) == 0 {
			end = f.end(y, x, to, f.w-margin, ground)
		}
		n := end - x
		if len(list) > 0 && f.strip(y, x, end, ground) == x {
			break
		}
		switch last := len(list) - 1; {
		case last < 0:
			list = append(list, line{[]cut{{x, y, n, margin}}, ground})
			used = margin + n
		case used+1+n <= f.w: // there is room on its right
			list[last].cuts = append(list[last].cuts, cut{x, y, n, f.w - n})
			used = f.w
		default:
			n = f.strip(y, x, end, ground) - x
			list = append(list, line{[]cut{{x, y, n, indent}}, ground})
			used = indent + n
		}
		x, left = f.span(y, end, to, ground)
	}
	return list
}

// strip returns the end of a part of a row on a ground, without the rest of the sheet above and below it: a
// strip that marks a row ends before its sheet.
func (f folder) strip(y, from, to int, ground uint16) int {
	for _, other := range []int{y - 1, y + 1} {
		if other < f.r.Y || other >= f.r.Y+f.r.H {
			continue
		}
		sheet := f.ground(other, from, to)
		for sheet != ground && to > from && f.empty(to-1, y, sheet) {
			to--
		}
	}
	return to
}

// end returns the end of a part of a row that begins at x: at the last gap within w columns, else at the
// last blank, else anywhere.
func (f folder) end(y, x, to, w int, ground uint16) int {
	if _, left := f.span(y, x, to, ground); left <= w {
		return x + left
	}
	blank := func(x int) bool { return f.empty(x, y, ground) }
	back := func(end int) int {
		for end > x+1 && blank(end-1) {
			end--
		}
		return end
	}
	for end := x + w; end > x+1; end-- {
		if blank(end) && blank(end-1) {
			return back(end)
		}
	}
	for end := x + w; end > x+w/2; end-- {
		if f.at(end, y).Rune == ' ' {
			return back(end)
		}
	}
	end := x + w
	if f.at(end, y).Rune == paint.Tail {
		end--
	}
	return end
}

// ruled reports whether a row has only lines and blocks: a rule, the edge of a sheet, a picture. Its
// surplus is cut.
func (f folder) ruled(y, x, w int) bool {
	for i := range w {
		if r := f.at(x+i, y).Rune; r != ' ' && (r < 0x2500 || r > 0x259F) {
			return false
		}
	}
	return f.at(x, y).Rune != ' '
}

// corner reports whether a cell is the rounded corner of a sheet.
func corner(r rune) bool { return strings.ContainsRune("▙▛▟▜", r) }

// fit omits blank rows until the rest has room, then rows from the end, but not the focused one.
func (f folder) fit(list []line, h int) []line {
	blank := func(l line) bool {
		for _, c := range l.cuts {
			if _, w := f.span(c.y, c.x, c.x+c.w, l.ground); w > 0 {
				return false
			}
		}
		return true
	}
	for len(list) > 0 && blank(list[len(list)-1]) {
		list = list[:len(list)-1]
	}
	for i := len(list) - 1; i > 0 && len(list) > h; i-- { // keeps one of two blank rows
		if blank(list[i]) && blank(list[i-1]) {
			list = slices.Delete(list, i, i+1)
		}
	}
	for i := len(list) - 1; i >= 0 && len(list) > h; i-- {
		if blank(list[i]) {
			list = slices.Delete(list, i, i+1)
		}
	}
	if len(list) <= h {
		return list
	}
	from := 0
	for i, l := range list {
		if f.focused(l) {
			from = min(max(0, i-h/2), len(list)-h)
		}
	}
	return list[from:][:h]
}

// focused reports whether a row has the focus.
func (f folder) focused(l line) bool {
	for _, c := range l.cuts {
		for x := c.x; x < c.x+c.w; x++ {
			if f.src.At(x, c.y) == ui.Focus {
				return true
			}
		}
	}
	return false
}

// show copies a row.
func (f folder) show(c *ui.Canvas, at ui.Rect, l line) {
	if l.ground != page {
		for x := range at.W {
			*c.Cells().Put(at.X+x, at.Y, ' ') = paint.Cell{Rune: ' ', Surface: l.ground, Ink: uint16(ui.Text)}
		}
	}
	for _, part := range l.cuts {
		n := min(part.w, at.W-part.to)
		for i := range n {
			cell := *f.at(part.x+i, part.y)
			if i == 0 && cell.Rune == paint.Tail || i == n-1 && part.x+n < f.src.W() && f.at(part.x+n, part.y).Rune == paint.Tail {
				cell.Rune = ' ' // half of a wide character
			}
			*c.Cells().Put(at.X+part.to+i, at.Y, cell.Rune) = cell
		}
	}
}

// hits makes clickable areas clickable at their new places.
func (f folder) hits(c *ui.Canvas, g ui.Rect, lines []line) {
	for _, a := range f.src.Areas() {
		for i, l := range lines {
			for _, part := range l.cuts {
				r := a.Intersect(ui.Rect{X: part.x, Y: part.y, W: part.w, H: 1})
				if r.W > 0 && r.H > 0 {
					at := ui.Rect{X: g.X + part.to + r.X - part.x, Y: g.Y + i, W: min(r.W, g.W-part.to-(r.X-part.x)), H: 1}
					c.Hit(at, a.Msg)
				}
			}
		}
	}
}

// field moves the text field and the cursor to their new places.
func (f folder) field(c *ui.Canvas, g ui.Rect, lines []line) {
	field, at := f.src.Field()
	x, y, ok := f.src.Cells().Cursor()
	for i, l := range lines {
		for _, part := range l.cuts {
			if ok && y == part.y && x >= part.x && x < part.x+part.w && part.to+x-part.x < g.W {
				c.Cells().SetCursor(g.X+part.to+x-part.x, g.Y+i)
			}
			if field != nil && at.Y == part.y && at.X >= part.x && at.X < part.x+part.w {
				to := part.to + at.X - part.x
				c.SetField(field, ui.Rect{X: g.X + to, Y: g.Y + i, W: min(at.W, g.W-to), H: 1})
			}
		}
	}
}

// Bounds returns the bounds of the visible content between the frame's rows of a drawn wide screen.
func Bounds(src *ui.Canvas) (r ui.Rect) {
	f := folder{src: src}
	left, right, top, bottom := Width, 0, Height, 0
	for y := 1; y < Height-2; y++ {
		if x, w := f.span(y, 0, Width, page); w > 0 {
			left, right, top, bottom = min(left, x), max(right, x+w), min(top, y), y+1
		}
	}
	if right <= left {
		return ui.Rect{}
	}
	return ui.Rect{X: left, Y: top, W: right - left, H: bottom - top}
}

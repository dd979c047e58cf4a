package ui

import (
	"strings"
	"unicode"

	"arcade/sessions/paint"
)

// Area is a clickable rectangle, an uncovered cell of it, its message, and its name if its words do not say what it
// is; or a rectangle that is only told, without a message.
type Area struct {
	Rect
	AtX, AtY int
	Msg      any
	Name     string
}

// Areas returns the clickable areas that are not covered, in drawing order. A row of [SlideHit]s is one
// area with the message of the first.
func (c *Canvas) Areas() []Area { return c.areas(false) }

// Told returns the rectangles that [Region.Tells] and nothing covers, in drawing order.
func (c *Canvas) Told() []Area {
	for _, at := range c.hits {
		if at.told {
			return c.areas(true)
		}
	}
	return nil
}

// areas returns the clickable areas, or those that are told.
func (c *Canvas) areas(told bool) (list []Area) {
	w, h := c.cells.W(), c.cells.H()
	owner := make([]int32, w*h)
	for i, at := range c.hits {
		if at.told && !told {
			continue
		}
		r := at.Intersect(Rect{0, 0, w, h})
		for y := r.Y; y < r.Y+r.H; y++ {
			for x := r.X; x < r.X+r.W; x++ {
				owner[y*w+x] = int32(i + 1)
			}
		}
	}
	first := make([]int32, len(c.hits))
	for at := len(owner) - 1; at >= 0; at-- {
		if n := owner[at]; n > 0 {
			first[n-1] = int32(at + 1)
		}
	}
	for i, at := range c.hits {
		if first[i] == 0 || at.msg == nil && !told || at.told != told {
			continue
		}
		cell := int(first[i] - 1)
		if n := len(list) - 1; n >= 0 && slides(at.msg) && slides(list[n].Msg) &&
			list[n].Y == at.Y && list[n].H == at.H && list[n].X+list[n].W == at.X {
			list[n].W += at.W
			continue
		}
		area := Area{Rect: at.Rect, AtX: cell % w, AtY: cell / w, Msg: at.msg}
		if at.name != nil {
			area.Name = at.name(at.of)
		}
		list = append(list, area)
	}
	return list
}

// slides reports whether a message belongs to a slider.
func slides(msg any) bool { _, ok := msg.(SlideHit); return ok }

// Words returns the letters and digits in r, as one line.
func (c *Canvas) Words(r Rect) string {
	var b strings.Builder
	r = r.Intersect(Rect{0, 0, c.cells.W(), c.cells.H()})
	for y := r.Y; y < r.Y+r.H; y++ {
		for x := r.X; x < r.X+r.W; x++ {
			switch at := c.cells.At(x, y).Rune; {
			case at == paint.Tail:
			case at < 0x7F || unicode.IsLetter(at) || unicode.IsDigit(at):
				b.WriteRune(at)
			default:
				b.WriteByte(' ')
			}
		}
		b.WriteByte(' ')
	}
	s := strings.Join(strings.Fields(b.String()), " ")
	if !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return ""
	}
	return s
}

// Least returns the smallest screen that a client may choose by itself: a phone held upright, with readable cells.
func Least() (w, h int) { return leastWidth, phoneHeight }

// The least size for every screen, and the height of a phone held upright; the least size for a table in play, and for a phone that lies.
const (
	leastWidth, leastHeight, phoneHeight = 48, 23, 36
	tableWidth, tableHeight              = 40, 20
	lyingWidth, lyingHeight              = 95, 26
)

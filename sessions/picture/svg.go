package picture

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// In pixels: a cell of an SVG and the edge around all cells.
const cellW, cellH, edge = 9, 19, 8

// SVG returns the picture as an SVG document. Characters stand in their cells, whatever the font; lines and
// blocks are drawn, so that they meet.
func (p Picture) SVG() string {
	var under, blocked layer
	var over strings.Builder
	for y := range p.H {
		for x := 0; x < p.W; {
			cell := p.At(x, y)
			if cell.Width == 0 {
				x++
				continue
			}
			px, py, wide := edge+x*cellW, edge+y*cellH, cell.Width*cellW
			x += cell.Width
			for x < p.W && cell.blank() { // one rectangle for many blanks
				next := p.At(x, y)
				if !next.blank() || next.Bg != cell.Bg {
					break
				}
				wide += cellW
				x++
			}
			if cell.Bg != p.Ground {
				under.add(cell.Bg, float64(px), float64(py), float64(wide), cellH)
			}
			if cell.blank() {
				continue
			}
			r := []rune(cell.Text)
			if list := blocks(r[0]); list != nil {
				for _, b := range list {
					blocked.add(cell.Fg, float64(px)+b.x*cellW, float64(py)+b.y*cellH, b.w*cellW, b.h*cellH)
				}
				continue
			}
			if d := lines(r[0], px, py); d != "" {
				fmt.Fprintf(&over, `<path d="%s" stroke="%s" fill="none"/>`+"\n", d, hex(cell.Fg))
				continue
			}
			cell.text(&over, px+wide/2, py+14)
		}
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d">
<rect width="100%%" height="100%%" rx="6" fill="%s"/>
<g shape-rendering="crispEdges">
%s</g>
<g font-family="'DejaVu Sans Mono','Nanum Gothic Coding','NanumGothicCoding',Menlo,Consolas,monospace" font-size="15" text-anchor="middle">
%s</g>
</svg>
`, p.W*cellW+2*edge, p.H*cellH+2*edge, hex(p.Ground), under.String()+blocked.String(), over.String())
}

// layer has rectangles that do not overlap, as one path for each colour.
type layer struct {
	colours []uint32 // in the order in which they came
	paths   map[uint32]*strings.Builder
	ends    map[uint32]rect // the last rectangle of a colour, which the next one may extend
}

// add adds a rectangle.
func (l *layer) add(colour uint32, x, y, w, h float64) {
	if l.paths == nil {
		l.paths, l.ends = map[uint32]*strings.Builder{}, map[uint32]rect{}
	}
	if l.paths[colour] == nil {
		l.colours = append(l.colours, colour)
		l.paths[colour] = new(strings.Builder)
	}
	last := l.ends[colour]
	if last.y == y && last.h == h && last.x+last.w == x && last.w > 0 {
		l.ends[colour] = rect{last.x, y, last.w + w, h}
		return
	}
	l.flush(colour)
	l.ends[colour] = rect{x, y, w, h}
}

// flush writes the last rectangle of a colour.
func (l *layer) flush(colour uint32) {
	if r := l.ends[colour]; r.w > 0 {
		fmt.Fprintf(l.paths[colour], "M%g %gh%gv%gh%gz", r.x, r.y, r.w, r.h, -r.w)
	}
	delete(l.ends, colour)
}

// String returns the paths.
func (l *layer) String() string {
	var b strings.Builder
	for _, colour := range l.colours {
		l.flush(colour)
		fmt.Fprintf(&b, `<path fill="%s" d="%s"/>`+"\n", hex(colour), l.paths[colour])
	}
	return b.String()
}

// blank reports whether the cell shows only its ground.
func (c Cell) blank() bool { return c.Width == 1 && (c.Text == "" || c.Text == " ") }

// text writes a character centred on x.
func (c Cell) text(b *strings.Builder, x, y int) {
	style := ""
	if c.Bold {
		style = ` font-weight="bold"`
	}
	if c.Faint {
		style += ` opacity="0.6"`
	}
	fmt.Fprintf(b, `<text x="%d" y="%d" fill="%s"%s>`, x, y, hex(c.Fg), style)
	_ = xml.EscapeText(b, []byte(c.Text)) // a Builder takes everything
	b.WriteString("</text>\n")
}

// arms has the lines of box characters from the middle to the left, the right, up and down: 1 single, 2
// double.
var arms = map[rune][4]int{
	'─': {1, 1, 0, 0}, '━': {1, 1, 0, 0}, '│': {0, 0, 1, 1}, '┌': {0, 1, 0, 1}, '┐': {1, 0, 0, 1}, '└': {0, 1, 1, 0}, '┘': {1, 0, 1, 0},
	'├': {0, 1, 1, 1}, '┤': {1, 0, 1, 1}, '┬': {1, 1, 0, 1}, '┴': {1, 1, 1, 0}, '┼': {1, 1, 1, 1},
	'═': {2, 2, 0, 0}, '║': {0, 0, 2, 2}, '╔': {0, 2, 0, 2}, '╗': {2, 0, 0, 2}, '╚': {0, 2, 2, 0}, '╝': {2, 0, 2, 0},
}

// lines returns the path of a box character in the cell at x, y; "" for other characters.
func lines(r rune, x, y int) string {
	a, ok := arms[r]
	if !ok {
		return ""
	}
	mx, my := float64(x)+cellW/2., float64(y)+cellH/2.
	var d strings.Builder
	for i, n := range a {
		for _, off := range [][]float64{nil, {0}, {-1.5, 1.5}}[n] {
			switch i {
			case 0, 1:
				fmt.Fprintf(&d, "M%g %gL%g %g", mx, my+off, float64(x+i*cellW), my+off)
			default:
				fmt.Fprintf(&d, "M%g %gL%g %g", mx+off, my, mx+off, float64(y+(i-2)*cellH))
			}
		}
	}
	return d.String()
}

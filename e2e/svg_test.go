package e2e

import (
	"encoding/xml"
	"fmt"
	"image/color"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
)

// A cell of a picture, in pixels, and the colours of a terminal that was told none.
const (
	cellW, cellH = 9, 19
	paper, ink   = "#1c1c1c", "#d0d0d0"
)

// svg draws the terminal as a picture. Characters stand where their cells are,
// whatever the font; lines and blocks are drawn, so that they meet.
func (c *client) svg() string {
	c.Mu.Lock()
	defer c.Mu.Unlock()
	w, h := c.Em.Width(), c.Em.Height()
	const edge = 8
	var under, over strings.Builder
	for y := range h {
		for x := 0; x < w; {
			cell := c.Em.CellAt(x, y)
			if cell == nil || cell.Width == 0 {
				x++
				continue
			}
			px, py := edge+x*cellW, edge+y*cellH
			wide := cell.Width * cellW
			x += cell.Width
			fg, bg := hex(cell.Style.Fg, ink), hex(cell.Style.Bg, paper)
			if cell.Style.Attrs&uv.AttrReverse != 0 {
				fg, bg = bg, fg
			}
			if bg != paper {
				fmt.Fprintf(&under, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", px, py, wide, cellH, bg)
			}
			r := []rune(cell.Content)
			if len(r) == 0 || cell.Content == " " {
				continue
			}
			if d := drawn(r[0], px, py); d != "" {
				fmt.Fprintf(&over, `<path d="%s" stroke="%s" fill="%s"/>`+"\n", d, fg, fg)
				continue
			}
			style := ""
			if cell.Style.Attrs&uv.AttrBold != 0 {
				style = ` font-weight="bold"`
			}
			if cell.Style.Attrs&uv.AttrFaint != 0 {
				style += ` opacity="0.6"`
			}
			var text strings.Builder
			_ = xml.EscapeText(&text, []byte(cell.Content))
			fmt.Fprintf(&over, `<text x="%d" y="%d" fill="%s"%s>%s</text>`+"\n", px+wide/2, py+14, fg, style, text.String())
		}
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d">
<rect width="100%%" height="100%%" rx="6" fill="%s"/>
<g shape-rendering="crispEdges">
%s</g>
<g font-family="'DejaVu Sans Mono','Nanum Gothic Coding','NanumGothicCoding',Menlo,Consolas,monospace" font-size="15" text-anchor="middle">
%s</g>
</svg>
`, w*cellW+2*edge, h*cellH+2*edge, paper, under.String(), over.String())
}

func hex(c color.Color, def string) string {
	if c == nil {
		return def
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// arms are the lines of box characters from the middle to the left, the right, up and down: 1 single, 2 double.
var arms = map[rune][4]int{
	'─': {1, 1, 0, 0}, '│': {0, 0, 1, 1}, '┌': {0, 1, 0, 1}, '┐': {1, 0, 0, 1}, '└': {0, 1, 1, 0}, '┘': {1, 0, 1, 0},
	'├': {0, 1, 1, 1}, '┤': {1, 0, 1, 1}, '┬': {1, 1, 0, 1}, '┴': {1, 1, 1, 0}, '┼': {1, 1, 1, 1},
	'═': {2, 2, 0, 0}, '║': {0, 0, 2, 2}, '╔': {0, 2, 0, 2}, '╗': {2, 0, 0, 2}, '╚': {0, 2, 2, 0}, '╝': {2, 0, 2, 0},
}

// eighths are the blocks that fill a cell from below.
const eighths = "▁▂▃▄▅▆▇█"

// drawn is the path of a line or a block in the cell at x, y; "" for other characters.
func drawn(r rune, x, y int) string {
	rect := func(x, y, w, h float64) string { return fmt.Sprintf("M%g %gh%gv%gh%gz", x, y, w, h, -w) }
	if n := strings.IndexRune(eighths, r); n >= 0 {
		h := float64(cellH) * float64(n/len("█")+1) / 8
		return rect(float64(x), float64(y+cellH)-h, cellW, h)
	}
	switch r {
	case '▀':
		return rect(float64(x), float64(y), cellW, cellH/2.)
	case '▌':
		return rect(float64(x), float64(y), cellW/2., cellH)
	case '▐':
		return rect(float64(x)+cellW/2., float64(y), cellW/2., cellH)
	}
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
				end := float64(x + i*cellW)
				fmt.Fprintf(&d, "M%g %gL%g %g", mx, my+off, end, my+off)
			default:
				end := float64(y + (i-2)*cellH)
				fmt.Fprintf(&d, "M%g %gL%g %g", mx+off, my, mx+off, end)
			}
		}
	}
	return d.String()
}

package e2e

import (
	"image/color"

	uv "github.com/charmbracelet/ultraviolet"

	"arcade/sessions/picture"
)

// Colours of a terminal that has set none.
const paper, ink = 0x1c1c1c, 0xd0d0d0

// svg returns the terminal's screen as an SVG picture.
func (c *client) svg() string { return c.picture().SVG() }

// picture returns the terminal's screen as a picture.
func (c *client) picture() picture.Picture {
	c.Mu.Lock()
	defer c.Mu.Unlock()
	w, h := c.Em.Width(), c.Em.Height()
	cells := make([]picture.Cell, 0, w*h)
	cell := func(x, y int) picture.Cell {
		cell := c.Em.CellAt(x, y)
		if cell == nil || cell.Width == 0 {
			return picture.Cell{}
		}
		fg, bg := rgb(cell.Style.Fg, ink), rgb(cell.Style.Bg, paper)
		if cell.Style.Attrs&uv.AttrReverse != 0 {
			fg, bg = bg, fg
		}
		return picture.Cell{
			Text: cell.Content, Width: cell.Width, Fg: fg, Bg: bg,
			Bold: cell.Style.Attrs&uv.AttrBold != 0, Faint: cell.Style.Attrs&uv.AttrFaint != 0,
		}
	}
	for y := range h {
		for x := range w {
			cells = append(cells, cell(x, y))
		}
	}
	return picture.Picture{W: w, H: h, At: func(x, y int) picture.Cell { return cells[y*w+x] }, Ground: paper}
}

// rgb converts a colour to 0xRRGGBB.
func rgb(c color.Color, def uint32) uint32 {
	if c == nil {
		return def
	}
	r, g, b, _ := c.RGBA()
	return r>>8<<16 | g>>8<<8 | b>>8
}

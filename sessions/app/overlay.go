package app

import (
	"math"

	"arcade/sessions/kit"
	"arcade/sessions/ui"
)

// Overlay is what an overlay shows. The kit arranges it in a box over the screen below, on a phone in the whole window.
type Overlay struct {
	Title string
	Body  kit.Block
	Usual string       // the message, unless there is a note
	Keys  []ui.KeyItem // of the key bar
	W     int          // the cells of the body; 0 for what it needs
	At    ui.Rect      // the part of the screen in which the box stands if it has room there; zero for all of it
	Ink   ui.Token     // of Usual, if it is not text
	Asks  bool         // a question
	Costs bool         // an answer loses something
	Ends  ui.Token     // the colour of a match's end, 0 for none: with pictures a sheet takes all of At, and needs no title
}

// ends reports whether an overlay is the sheet at the end of a match, with pictures.
func (o Overlay) ends(look kit.Look) bool { return o.Ends != 0 && look.Rich }

// strip returns the colour of an overlay's upper edge, where there are pictures.
func (o Overlay) strip() ui.Token {
	switch {
	case o.Ends != 0:
		return o.Ends
	case o.Costs:
		return ui.Bad
	}
	return ui.Accent
}

// The cells of a box beside its body, and the most cells of a body of no fixed width; for the sheet of an end the cells
// beside its body, and the rows that it takes above its wish.
const boxSides, boxMost, endSides, endRows = 3, 60, 2, 4

// DrawOver draws an overlay.
func (a *App) DrawOver(c *ui.Canvas, o Overlay) {
	look, spec := a.arranged(), c.Spec
	spec.Keys = o.Keys
	if spec.Message, spec.MessageInk = a.MessageText(o.Usual); a.Note == "" && o.Ink != 0 {
		spec.MessageInk = o.Ink
	}
	c.BlockClicks(c.Rect())
	if look.Touch {
		spec.Bare = false
		c.Compose(true, o.Keys)
		g := ui.Body(c)
		if below := c.Sub(c.Free); o.Ends != 0 && kit.Fits(o.filling(look), look, below) { // the board stays in view
			g = below
			g.Fill(g.Rect(), ui.Page)
		} else {
			c.Fill(c.Rect(), ui.Page)
		}
		ui.Frame(c, spec)
		a.fills(c, g, look, o)
		return
	}
	ui.Frame(c, spec)
	area := c.Area()
	if o.Ends != 0 && c.Free.W == area.W { // the board stands above
		o.At = c.Free
	}
	at := o.At
	if at.W == 0 {
		at = area
	}
	box, w, fits := o.place(look, at)
	if !fits && at != area {
		at = area
		box, w, fits = o.place(look, at)
	}
	if !fits { // it takes all of the room
		g := c.Sub(area)
		g.Fill(g.Rect(), ui.Page)
		a.fills(c, g, look, o)
		return
	}
	if at == area && area.W-box.W < 2*boxSides { // the little that would be visible beside it is useless
		c.Fill(area, ui.Page)
	}
	if o.ends(look) && at == o.At { // what it covers has ended
		c.Fill(at, ui.Page)
	}
	in := o.box(c, look, at, box)
	kit.Draw(o.Body, look, in.Sub(ui.Rect{X: (in.W() - w) / 2, W: w, H: in.H()}))
}

// place returns the place of the box in a part of the screen and the cells of its body; fits is false if it has no room.
func (o Overlay) place(look kit.Look, at ui.Rect) (box ui.Rect, w int, fits bool) {
	sides := o.sides(look)
	most := at.W - 2*sides
	full := o.ends(look) && at == o.At
	if w = o.W; w == 0 {
		w = max(o.Body.Least(look, min(boxMost, most)).W, ui.Width(o.Title)+2, 18)
	}
	if w = min(max(w, o.Body.Least(look, max(w, 1)).W), most); full {
		w = most
	}
	above, below := o.rows(look)
	least := o.Body.Least(look, max(w, 1))
	fits = w > 0 && max(least.W, ui.Width(o.Title)) <= w && least.H+above+below <= at.H
	h := min(max(o.Body.Wish(look, max(w, 1)), least.H)+above+below+1, at.H) // with a blank row after the title
	if full {
		return ui.Rect{X: at.X, Y: at.Y, W: at.W, H: min(h+endRows, at.H)}, w, fits
	}
	return at.Centered(w+2*sides, h), w, fits
}

// sides returns the cells of a box beside its body.
func (o Overlay) sides(look kit.Look) int {
	if o.ends(look) {
		return endSides
	}
	return boxSides
}

// rows returns the rows of a box above and below its body.
func (o Overlay) rows(look kit.Look) (above, below int) {
	if look.Rich && o.Asks && !o.ends(look) {
		return 2, 1
	}
	return 1, 1
}

// box draws the box and returns the region of the body.
func (o Overlay) box(c *ui.Canvas, look kit.Look, at, box ui.Rect) ui.Region {
	above, below := o.rows(look)
	if box.H > above+below+1 && o.spare(look, box) {
		above++
	}
	if !look.Rich || !o.Asks {
		c.Panel(box, o.Title)
		return c.Sub(ui.Rect{X: box.X + 1, Y: box.Y + above, W: box.W - 2, H: box.H - above - below})
	}
	if at != c.Area() { // over the board only, or beside it
		c.Dim(at)
	} else {
		c.Dim(c.Area())
	}
	ground, title := ui.Raised, o.Title
	if o.ends(look) {
		ground, title = ui.Panel, ""
	}
	sheet := c.Sheet(box, ground)
	sheet.Strip(ui.Rect{W: box.W, H: 1}, o.strip())
	sheet.Text(boxSides, 1, ui.Strong|ui.Bold, title)
	return c.Sub(ui.Rect{X: box.X + 1, Y: box.Y + above, W: box.W - 2, H: box.H - above - below})
}

// spare reports whether a box has room for a blank row after its title.
func (o Overlay) spare(look kit.Look, box ui.Rect) bool {
	above, below := o.rows(look)
	w := box.W - 2*o.sides(look)
	if o.ends(look) { // nothing is omitted for it
		return o.Body.Wish(look, w) < box.H-above-below
	}
	return o.Body.Least(look, w).H < box.H-above-below
}

// fills draws an overlay in the whole of a region.
func (a *App) fills(c *ui.Canvas, g ui.Region, look kit.Look, o Overlay) {
	if look.Rich && o.Asks {
		g.Strip(ui.Rect{W: g.W(), H: 1}, o.strip())
	}
	kit.Show(o.filling(look), look, c, g)
}

// filling returns what an overlay shows where it takes the whole of a region.
func (o Overlay) filling(look kit.Look) kit.Block {
	body := kit.Pad{X: 1, Top: 1, Block: o.Body}
	if !o.ends(look) {
		body.Block = kit.Col(1, 0, kit.Item{Block: kit.Text{Ink: ui.Strong | ui.Bold, Text: o.Title}}, kit.Item{Block: o.Body, First: true})
	}
	if !look.Touch {
		body.Top = 0
	}
	return body
}

// sheet returns the sheet of an end over a screen; false if there is none.
func (a *App) sheet() (o Overlay, ok bool) {
	if len(a.Stack) == 0 { // a film draws a screen without a stack
		return o, false
	}
	top, is := a.Top().(interface{ Overlay(*App) Overlay })
	if !is {
		return o, false
	}
	o = top.Overlay(a)
	return o, o.Ends != 0 && o.Body != nil
}

// above draws a board above the sheet of an end, smaller if need be, and leaves the rest to the sheet. It returns false
// if both have no room, or if the sheet may stand beside the board.
func (o Overlay) above(b kit.Block, look kit.Look, g ui.Region) bool {
	if look.Touch && g.W() > 2*g.H() || !look.Touch && g.W() >= ui.MinWidth { // a cell is twice as high as wide
		return false
	}
	board := b.Least(look, g.W())
	least, wish := o.below(look, g.W())
	if least.W > g.W() || board.W > g.W() || board.H+least.H > g.H() {
		return false
	}
	rows := g.H() - min(max(wish, least.H), g.H()-board.H)
	kit.Draw(b, look, g.Sub(ui.Rect{W: g.W(), H: rows}))
	g.Leaves(ui.Rect{Y: rows, W: g.W(), H: g.H() - rows})
	return true
}

// below returns the least size of the sheet of an end below a board in w cells, and the rows that it would take.
func (o Overlay) below(look kit.Look, w int) (least kit.Size, wish int) {
	if look.Touch {
		sheet := o.filling(look)
		return sheet.Least(look, w), sheet.Wish(look, w)
	}
	o.At = ui.Rect{W: w, H: math.MaxInt16}
	box, in, _ := o.place(look, o.At)
	above, below := o.rows(look)
	least = o.Body.Least(look, max(in, 1))
	return kit.Size{W: least.W + 2*o.sides(look), H: least.H + above + below}, box.H
}

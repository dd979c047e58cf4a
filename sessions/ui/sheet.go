package ui

// softCorner is the sheet's share of a corner's ground, so that the corner looks round.
const softCorner = 0.4

// corners are the grounds of the corners of sheets on a page, by the sheet's ground.
var corners = map[Token]Token{
	Panel:  Mix(Page, Panel, softCorner),
	Raised: Mix(Page, Raised, softCorner),
	Cap:    Mix(Page, Cap, softCorner),
}

// Sheet fills r with a ground, with round corners, and returns it as a region. Text should keep a cell
// off its edges. With lines there are no grounds.
func (g Region) Sheet(r Rect, ground Token) Region {
	if !g.Rich() {
		return g.Sub(r)
	}
	around, square := g.At(r.X, r.Y), g.dimmed(r.X, r.Y) // a corner cannot show a dimmed ground
	g.Fill(r, ground)
	if r.W < 2 || r.H < 2 || square && around != Page {
		return g.Sub(r)
	}
	corner := around
	if c, ok := corners[ground]; ok && around == Page {
		corner = c
	}
	right, bottom := r.X+r.W-1, r.Y+r.H-1
	g.Cell(r.X, r.Y, '▟', SolidInk(ground), corner)
	g.Cell(right, r.Y, '▙', SolidInk(ground), corner)
	g.Cell(r.X, bottom, '▜', SolidInk(ground), corner)
	g.Cell(right, bottom, '▛', SolidInk(ground), corner)
	return g.Sub(r)
}

// Target is Sheet for what a finger presses: a quarter of its first row stays free, so that it stands apart from a target
// above it, though the two areas that can be pressed touch.
func (g Region) Target(r Rect, ground Token) Region {
	if !g.Rich() || r.W < 2 || r.H < 2 {
		return g.Sheet(r, ground)
	}
	around := g.At(r.X, r.Y)
	if g.dimmed(r.X, r.Y) {
		return g.Sheet(r, ground)
	}
	g.Fill(r, ground)
	right, bottom := r.X+r.W-1, r.Y+r.H-1
	for x := r.X; x <= right; x++ {
		g.Cell(x, r.Y, '▆', SolidInk(ground), around)
	}
	for _, x := range [2]int{r.X, right} { // round corners
		g.Cell(x, r.Y, '▄', SolidInk(ground), around)
		g.Cell(x, bottom, '▂', SolidInk(around), ground)
	}
	return g.Sub(r)
}

// SheetEdge is Sheet with a bar of colour down its left side, for the viewer's own or the focused sheet.
func (g Region) SheetEdge(r Rect, ground, edge Token) Region {
	in := g.Sheet(r, ground)
	if g.Rich() {
		in.Edge(0, 0, r.H, edge)
	}
	return in
}

// Edge draws a bar of h cells down from x, y, on the ground that is there; with lines a mark in the first row.
func (g Region) Edge(x, y, h int, tok Token) {
	if !g.Rich() {
		g.Text(x, y, Focus, ">")
		return
	}
	for i := range h {
		g.Cell(x, y+i, '▌', SolidInk(tok), g.At(x, y+i))
	}
}

// Strip draws a row of half height in a colour at the top of r, which shows a result; with lines nothing.
func (g Region) Strip(r Rect, tok Token) {
	if !g.Rich() {
		return
	}
	for i := range r.W {
		g.Cell(r.X+i, r.Y, '▀', SolidInk(tok), g.At(r.X+i, r.Y))
	}
}

// FocusRow marks the row y of the region as focused; its text has to be drawn afterwards.
func (g Region) FocusRow(y int) {
	g.Fill(Rect{0, y, g.W(), 1}, Cap)
	g.Edge(0, y, 1, Accent)
}

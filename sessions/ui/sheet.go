package ui

// softCorner is how far the ground of a corner is mixed into what is around it, so that it
// looks round.
const softCorner = 0.4

// corners are the grounds of the corners of sheets on a page, by the sheet's ground.
var corners = map[Token]Token{
	Panel:  Mix(Page, Panel, softCorner),
	Raised: Mix(Page, Raised, softCorner),
	Cap:    Mix(Page, Cap, softCorner),
}

// Sheet empties r in a ground, with round corners, and returns all of it: text keeps a cell
// off its edges. Over a picture, and over what steps back, its corners are square.
func (g Region) Sheet(r Rect, ground Token) Region {
	at := [4][2]int{{r.X, r.Y}, {r.X + r.W - 1, r.Y}, {r.X, r.Y + r.H - 1}, {r.X + r.W - 1, r.Y + r.H - 1}}
	var around [4]Token
	for i, p := range at {
		around[i] = g.around(p[0], p[1], ground)
	}
	g.Fill(r, ground)
	if r.W < 2 || r.H < 2 {
		return g.Sub(r)
	}
	for i, p := range at {
		if around[i] != ground {
			g.Cell(p[0], p[1], []rune("▟▙▜▛")[i], Ground(ground), around[i])
		}
	}
	return g.Sub(r)
}

// around is the ground of a corner at x, y of a sheet.
func (g Region) around(x, y int, ground Token) Token {
	at := g.At(x, y)
	corner, ok := corners[ground]
	switch {
	case at == Page && ok:
		return corner
	case !g.dimmed(x, y) && (at == Page || corners[at] != 0):
		return at
	}
	return ground // a corner shows no picture, and nothing that steps back
}

// SheetEdge is Sheet with a bar of colour down its left side: it is mine, or in focus.
func (g Region) SheetEdge(r Rect, ground, edge Token) Region {
	in := g.Sheet(r, ground)
	in.Edge(0, 0, r.H, edge)
	return in
}

// Edge draws a bar of h cells down from x, y, on the ground that is there.
func (g Region) Edge(x, y, h int, tok Token) {
	for i := range h {
		g.Cell(x, y+i, '▌', Ground(tok), g.At(x, y+i))
	}
}

// Strip draws a row of half height in a colour at the top of r: how something ended.
func (g Region) Strip(r Rect, tok Token) {
	for i := range r.W {
		g.Cell(r.X+i, r.Y, '▀', Ground(tok), g.At(r.X+i, r.Y))
	}
}

// FocusRow marks the row y of the region as the one in focus: its text has to be drawn after.
func (g Region) FocusRow(y int) {
	g.Fill(Rect{0, y, g.W(), 1}, Cap)
	g.Edge(0, y, 1, Accent)
}

package kit

import "arcade/sessions/ui"

// Masthead is the head of the first page: the arcade's name, the person's, and how many people are here. It stands in
// place of the top bar where there are pictures. With lines it is nothing, because the bar says all that.
type Masthead struct {
	Name, Rating string // the person's
	Here         string // the number of people here, "" for nobody else
	Lead, Date   string // beside a large name, if there is room
	Large        bool   // in pixels
}

// The size of the name in pixels, the width of the name in letters, and the cells between parts.
const (
	markWidth, markHeight = 34, 3
	letterWidth           = 11
	markGap               = 2
)

// Wordmark is the arcade's name in pixels, where there are pictures.
var Wordmark = Picture{Size: Size{markWidth, markHeight}, Art: true, Paint: func(_ Look, g ui.Region) { g.Wordmark(0, 0) }}

// here returns the cells of the number of people with its sign.
func (m Masthead) here() int {
	if m.Here == "" {
		return 0
	}
	return ui.Width(m.Here) + 2
}

// Least returns the size. The person's name may be cut.
func (m Masthead) Least(l Look, _ int) Size {
	switch {
	case !l.Rich:
		return Size{}
	case m.Large:
		return Size{markWidth + markGap + max(m.here(), ui.Width(m.Rating), 8), markHeight}
	}
	return Size{letterWidth + markGap + m.here() + 8, 1}
}

// Wish returns the height.
func (m Masthead) Wish(l Look, w int) int { return m.Least(l, w).H }

// Draw draws the names.
func (m Masthead) Draw(l Look, g ui.Region) {
	switch {
	case !l.Rich:
	case m.Large:
		m.large(g)
	default:
		g.Name(0, 0, 1)
		x := g.W() - m.people(g, 0)
		if m.Here != "" {
			x -= markGap
		}
		room := x - letterWidth - markGap
		name := ui.Cut(m.Name, room)
		if m.Rating != "" && ui.Width(name)+1+ui.Width(m.Rating) <= room {
			name += " " + m.Rating
		}
		g.TextRight(x, 0, ui.Strong|ui.Bold, name)
	}
}

// people draws the number of people at the right of the row y, and returns the cells taken.
func (m Masthead) people(g ui.Region, y int) int {
	if m.Here == "" {
		return 0
	}
	w := g.TextRight(g.W(), y, ui.Text, m.Here)
	g.Text(g.W()-w-2, y, ui.OK, "●")
	return w + 2
}

// large draws the name in pixels.
func (m Masthead) large(g ui.Region) {
	g.Wordmark(0, 0)
	room := g.W() - markWidth - markGap
	name := ui.Cut(m.Name, room)
	w := g.TextRight(g.W(), 0, ui.Strong|ui.Bold, name)
	if w+2+ui.Width(m.Rating) <= room-markGap {
		g.TextRight(g.W()-w-2, 0, ui.Muted, m.Rating)
	} else {
		g.TextRight(g.W(), 1, ui.Muted, m.Rating)
	}
	m.people(g, 2)
	x := markWidth + markGap + 1
	if x+max(ui.Width(m.Lead), ui.Width(m.Date))+markGap+w+2+ui.Width(m.Rating) <= g.W() {
		g.Text(x, 1, ui.Muted, m.Lead)
		g.Text(x, 2, ui.Faint, m.Date)
	}
}

package kit

import (
	"strconv"

	"arcade/sessions/ui"
)

// Place is a row of a ranking: a place or a label, a name, and a value.
type Place struct {
	Place       int    // drawn as a medal; 0 for Label
	Label       string // in place of the place
	Ink         ui.Token
	Name, Value string
	Mine        bool
}

// Places are the first places of a ranking, as many as have room.
type Places []Place

// lead returns the cells of the longest place or label, and of the longest value.
func (p Places) widths() (lead, value int) {
	lead = 3 // of a medal
	for _, x := range p {
		if x.Place == 0 {
			lead = max(lead, ui.Width(x.Label))
		}
		value = max(value, ui.Width(x.Value))
	}
	return lead, value
}

// Least returns the size of one row.
func (p Places) Least(Look, int) Size {
	if len(p) == 0 {
		return Size{}
	}
	lead, value := p.widths()
	return Size{lead + 1 + nameLeast/2 + 1 + value, 1}
}

// Wish returns a row for each.
func (p Places) Wish(Look, int) int { return len(p) }

// Draw draws the rows that have room.
func (p Places) Draw(l Look, g ui.Region) {
	lead, value := p.widths()
	for y, x := range p[:min(len(p), g.H())] {
		switch {
		case x.Place == 0:
			g.Text(0, y, x.Ink, x.Label)
		case l.Rich:
			ui.Medal(g, 0, y, x.Place)
		default:
			g.TextRight(2, y, ui.Text, strconv.Itoa(x.Place))
		}
		ink := ui.Text
		if x.Mine {
			ink = ui.Accent
		}
		g.TextCut(lead+1, y, g.W()-lead-2-value, ink, x.Name)
		g.TextRight(g.W(), y, ui.Muted, x.Value)
	}
}

package kit

import "arcade/sessions/ui"

// Push is a button with a message of its own: a place of a board, a way. For a finger it has three rows, and its label
// up to three lines.
type Push struct {
	Label string
	Hot   bool // it acts now
	Off   bool // not possible now; a press gives the reason
	Msg   any
}

// Least returns the size of the label with what is around it.
func (p Push) Least(l Look, w int) Size {
	if l.Touch {
		least := max(longestWord(p.Label)+2, touchCells)
		for (Text{Text: p.Label}).Least(l, least-2).H > touchRows {
			least++
		}
		return Size{least, touchRows}
	}
	return Size{ui.ButtonWidth(p.Label), 1}
}

// Wish returns the least height.
func (p Push) Wish(l Look, w int) int { return p.Least(l, w).H }

// Draw draws the button.
func (p Push) Draw(l Look, g ui.Region) {
	if l.Touch {
		p.touch(l, g)
		g.Hit(g.Rect(), p.Msg)
		return
	}
	w := ui.ButtonWidth(p.Label)
	switch {
	case p.Off:
		g.Text(2, 0, ui.Muted, p.Label)
	case l.Rich:
		ground := ui.Cap
		if p.Hot {
			ground = ui.Focus
		}
		w = g.Chip(0, 0, p.Label, ground)
	default:
		tok, mark := ui.Mark(p.Hot, ui.ButtonFocus, ui.Button)
		g.Text(0, 0, tok, "["+mark+p.Label+" ]")
	}
	g.Hit(ui.Rect{W: w, H: 1}, p.Msg)
}

// touch draws a button for a finger.
func (p Push) touch(l Look, g ui.Region) {
	ink := ui.Text
	switch {
	case p.Off:
		ink = ui.Muted
	case l.Rich && p.Hot:
		g.Target(g.Rect(), ui.Focus)
		ink = ui.Focus | ui.Bold
	case l.Rich:
		g.Target(g.Rect(), ui.Cap)
		ink = ui.Cap | ui.Bold
	case p.Hot:
		g.Fill(g.Rect(), ui.Focus)
		g.Text(0, 1, ui.Focus, ">")
		ink = ui.Focus
	default:
		g.Fill(g.Rect(), ui.Bar)
		ink = ui.Bar
	}
	lines := ui.WrapEven(p.Label, max(g.W()-2, 2))
	for k, line := range lines {
		// Two lines leave the first row, which stands the button apart from the one above.
		y := (touchRows-len(lines)+1)/2 + k
		if l.Rich && len(lines) > 1 && !p.Off { // over the sheet's corners
			g.Fill(ui.Rect{X: 1, Y: y, W: g.W() - 2, H: 1}, ink&^ui.Bold)
		}
		g.Text((g.W()-ui.Width(line))/2, y, ink, line)
	}
}

package kit

import "arcade/sessions/ui"

// Tabs are the names of pages, of which one is open; a click on one is Hit's message, or a ui.TabHit. They flow
// into as many rows as they need; for a finger they have one, or else the open one has arrows to its neighbours.
type Tabs struct {
	Lead   string // a word before them
	Labels []string
	Open   int
	Hit    func(i int) any
}

// tabGap is the number of cells between two tabs.
const tabGap = 1

// rows returns the rows in w cells, after the word before the tabs.
func (t Tabs) rows(l Look, w int) InRows {
	rows := InRows{W: w, Gap: tabGap}
	if l.Touch {
		rows.High = touchRows
	}
	if t.Lead != "" {
		rows.X = ui.Width(t.Lead) + 1
	}
	return rows
}

// width returns the cells of a tab.
func (t Tabs) width(l Look, i int) int {
	pad := 2
	if l.Touch {
		pad = 4
	}
	return max(ui.Width(t.Labels[i])+pad, 5)
}

// size returns the size of all tabs in w cells.
func (t Tabs) size(l Look, w int) Size {
	rows := t.rows(l, w)
	for i := range t.Labels {
		rows.Next(t.width(l, i))
	}
	s := rows.Size()
	return Size{max(s.W, ui.Width(t.Lead)), s.H}
}

// row returns the cells of all tabs in one row, steps those of one with arrows.
func (t Tabs) row(l Look) int { return t.size(l, 1<<16).W }

func (t Tabs) steps() (w int) {
	for _, label := range t.Labels {
		w = max(w, ui.Width(t.lead()+label)+2*touchCells+2)
	}
	return w
}

// stepped reports whether the tabs are one with arrows in w cells.
func (t Tabs) stepped(l Look, w int) bool {
	row := t.row(l)
	return l.Touch && row > w && t.steps() < row
}

// Least returns the size of the rows.
func (t Tabs) Least(l Look, w int) Size {
	switch {
	case t.stepped(l, w):
		return Size{t.steps(), touchRows}
	case l.Touch:
		return Size{t.row(l), touchRows}
	}
	return t.size(l, w)
}

// lead returns the word before the tabs with a blank.
func (t Tabs) lead() string {
	if t.Lead == "" {
		return ""
	}
	return t.Lead + " "
}

// Wish returns the number of rows.
func (t Tabs) Wish(l Look, w int) int { return t.Least(l, w).H }

// hit returns the message of a click on a tab.
func (t Tabs) hit(i int) any {
	if t.Hit != nil {
		return t.Hit(i)
	}
	return ui.TabHit(i)
}

// Draw draws the tabs.
func (t Tabs) Draw(l Look, g ui.Region) {
	if t.stepped(l, g.W()) {
		t.drawSteps(l, g)
		return
	}
	rows := t.rows(l, g.W())
	if t.Lead != "" {
		g.Text(0, min(max(rows.High, 1)/2, g.H()-1), ui.Muted, t.Lead)
	}
	for i, label := range t.Labels {
		open := i == t.Open
		in := g.Sub(rows.Next(t.width(l, i)))
		switch {
		case l.Touch && l.Rich:
			touchChip(in, in.Rect(), label, open)
		case l.Touch && open:
			in.Text(1, 1, ui.Picked, "["+label+"]")
		case l.Touch:
			in.Text(2, 1, ui.Text, label)
		case l.Rich && open:
			in.Chip(0, 0, label, ui.Cap)
		case l.Rich:
			in.Text(1, 0, ui.Muted, label)
		case open:
			in.Text(0, 0, ui.Picked, "["+label+"]")
		default:
			in.Text(1, 0, ui.Text, label)
		}
		in.Hit(in.Rect(), t.hit(i))
	}
}

// touchChip draws a word for a finger, in the middle of r.
func touchChip(g ui.Region, r ui.Rect, label string, open bool) {
	ground := ui.Panel
	if open {
		ground = ui.Cap
	}
	g.Target(r, ground)
	g.Text((g.W()-ui.Width(label))/2, 1, ground|ui.Bold, label)
}

// drawSteps draws the open tab between arrows to its neighbours.
func (t Tabs) drawSteps(l Look, g ui.Region) {
	n := len(t.Labels)
	label := t.lead()
	if t.Open >= 0 && t.Open < n {
		label += t.Labels[t.Open]
	}
	middle := g.Sub(ui.Rect{X: touchCells, W: g.W() - 2*touchCells, H: touchRows})
	if l.Rich {
		touchChip(middle, ui.Rect{X: besideArrow, W: middle.W() - 2*besideArrow, H: touchRows}, label, true)
	} else {
		middle.Text((middle.W()-ui.Width(label))/2, 1, ui.Strong, label)
	}
	for _, arrow := range []struct {
		x, by int
		sign  string
	}{{0, -1, "<"}, {g.W() - touchCells, 1, ">"}} {
		in := g.Sub(ui.Rect{X: arrow.x, W: touchCells, H: touchRows})
		if l.Rich {
			touchChip(in, in.Rect(), arrow.sign, false)
		} else {
			in.Text(2, 1, ui.Text, arrow.sign)
		}
		to := 0
		if t.Open >= 0 {
			to = (t.Open + n + arrow.by) % n
		} else if arrow.by < 0 {
			to = n - 1
		}
		in.HitNamed(in.Rect(), t.hit(to), func(i int) string { return t.Labels[i] }, to)
	}
}

package kit

import (
	"strconv"
	"strings"

	"arcade/sessions/ui"
)

// Task is something that waits for the person.
type Task struct {
	Head, Rest string // what, and the rest of the sentence; "" for none
	Right      string // the time that is left, or the like
	Mute       bool   // somebody else is to act
	Key        ui.Key // answers it besides Enter; "" for none
}

// title returns the whole sentence.
func (t Task) title() string {
	if t.Rest == "" {
		return t.Head
	}
	return t.Head + ": " + t.Rest
}

// Tasks are the things that wait, on a raised sheet: one row each, the focused one in two or three with the key that
// acts. For a finger each has three rows. Tasks without room are counted; they come into view with the focus.
type Tasks struct {
	Title string // if there is room
	List  []Task
	Focus int             // -1 for none
	Hit   func(i int) any // a click on one
	More  func(i int) any // a click on the number of those without room
}

// inset returns the cells and rows around the tasks.
func (t Tasks) inset(l Look) (x, top, foot int) {
	switch {
	case !l.Rich:
		return 0, 0, 0
	case l.Touch:
		return margin, 1, 0
	}
	return margin, 1, 1
}

// detail returns the lines below the head of the focused task: the rest and the time, in one line if both fit.
func (t Task) detail(w int) []string {
	gap := w - ui.Width(t.Rest) - ui.Width(t.Right)
	switch {
	case t.Right == "":
		return []string{t.Rest}
	case t.Rest == "":
		return []string{t.Right}
	case gap > 1:
		return []string{t.Rest + strings.Repeat(" ", gap) + t.Right}
	}
	return []string{t.Rest, t.Right}
}

// rows returns the rows of the i-th task in w cells.
func (t Tasks) rows(l Look, w, i int) int {
	switch {
	case l.Touch:
		return touchRows
	case i == t.Focus:
		return 1 + len(t.List[i].detail(w))
	}
	return 1
}

// span returns the tasks in view in h rows, around the focus.
func (t Tasks) span(l Look, w, h int) (from, to int) {
	for most := len(t.List); most > 0; most-- {
		from, to = ui.Window(max(t.Focus, 0), len(t.List), most)
		sum := 0
		for i := from; i < to; i++ {
			sum += t.rows(l, w, i)
		}
		if sum <= h {
			break
		}
	}
	return from, to
}

// leastTasks is the number of tasks in view at least; for a finger half of it.
const leastTasks = 6

// Least returns the size with a few of the tasks.
func (t Tasks) Least(l Look, w int) Size {
	x, top, foot := t.inset(l)
	in := max(w-2*x, 1)
	h := top + foot
	from, to := ui.Window(max(t.Focus, 0), len(t.List), min(len(t.List), leastTasks))
	if l.Touch {
		from, to = ui.Window(max(t.Focus, 0), len(t.List), min(len(t.List), leastTasks/2))
	}
	for i := from; i < to; i++ {
		h += t.rows(l, in, i)
	}
	return Size{2*x + 2*nameLeast, h}
}

// all returns the rows of all tasks.
func (t Tasks) all(l Look, w int) (h int) {
	for i := range t.List {
		h += t.rows(l, w, i)
	}
	return h
}

// titleRows are the rows of the title with the blank one.
const titleRows = 2

// Wish returns the height with all tasks.
func (t Tasks) Wish(l Look, w int) int {
	x, top, foot := t.inset(l)
	return max(top+foot+t.all(l, max(w-2*x, 1)), t.Least(l, w).H)
}

// most returns the height with the title.
func (t Tasks) most(l Look, w int) int { return t.Wish(l, w) + titleRows }

// Draw draws the tasks that have room.
func (t Tasks) Draw(l Look, g ui.Region) {
	x, top, foot := t.inset(l)
	in, w := g, g.W()-2*x
	if l.Rich {
		in = g.SheetEdge(g.Rect(), ui.Raised, ui.Accent)
	}
	y, room := top, g.H()-top-foot
	if more := room - t.all(l, w); more > 0 {
		in.Text(x, y, ui.Accent|ui.Bold, t.Title)
		y, room = y+min(more, titleRows), room-min(more, titleRows)
	}
	from, to := t.span(l, w, room)
	if to-from < len(t.List) {
		if !l.Rich && !l.Touch { // a sheet has a row for their number
			from, to = t.span(l, w, room-1)
		}
		t.more(l, in, x, from, to)
	}
	for i := from; i < to; i++ {
		row := in.Sub(ui.Rect{X: 0, Y: y, W: in.W(), H: t.rows(l, w, i)})
		row.Hit(row.Rect(), t.Hit(i))
		t.draw(l, row, x, i)
		y += row.H()
	}
}

// more counts the tasks that have no room: at the right of the sheet's first row, or in the last one.
func (t Tasks) more(l Look, in ui.Region, x, from, to int) {
	text, y, next := "+"+strconv.Itoa(len(t.List)-(to-from)), 0, from-1
	if !l.Rich {
		y = in.H() - 1
	}
	if from == 0 {
		next = to
	}
	if !l.Rich && l.Touch {
		return // every row is a target's
	}
	in.TextRight(in.W()-max(x, 1), y, ui.Muted, text)
	if !l.Touch {
		in.Hit(ui.Rect{X: in.W() - max(x, 1) - len(text), Y: y, W: len(text), H: 1}, t.More(next))
	}
}

// draw draws a task in its rows.
func (t Tasks) draw(l Look, g ui.Region, x, i int) {
	task, focus := t.List[i], i == t.Focus
	right := g.W() - max(x, 1)
	if !l.Rich {
		x = 2
	}
	ink := ui.Text
	switch {
	case focus && l.Rich:
		ink = ui.Strong | ui.Bold
	case focus:
		g.Fill(ui.Rect{W: g.W(), H: 1}, ui.Focus)
		g.Text(0, 0, ui.Focus, ">")
		ink = ui.Focus
	case task.Mute:
		ink = ui.Muted
	}
	switch {
	case l.Touch:
		w := g.TextRight(right, 0, ui.Muted, task.Right)
		g.TextCut(x, 0, right-x-w-1, ink, task.Head)
		g.TextCut(x, 1, right-x, ui.Muted, task.Rest)
	case focus:
		at := right - t.cap(l, g, right, "Enter", "enter", true)
		if task.Key != "" {
			at -= t.cap(l, g, at, string(task.Key), task.Key, false)
		}
		g.TextCut(x, 0, at-x, ink, task.Head)
		for k, line := range task.detail(right - x) {
			g.TextCut(x, 1+k, right-x, ui.Muted, line)
		}
	default:
		if task.Key != "" {
			right -= t.cap(l, g, right, string(task.Key), task.Key, false)
		}
		if w := ui.Width(task.Right); w > 0 && x+ui.Width(task.title())+2+w <= right {
			g.TextRight(right, 0, ui.Muted, task.Right)
		}
		g.TextCut(x, 0, right-x, ink, task.title())
	}
}

// cap draws a key left of the column right, and returns the cells taken with the blank left of it.
func (t Tasks) cap(l Look, g ui.Region, right int, name string, key ui.Key, hot bool) int {
	c := Cap{Name: name, Key: key, Hot: hot}
	w := c.Least(l, g.W()).W
	c.Draw(l, g.Sub(ui.Rect{X: right - w, W: w, H: 1}))
	return w + 1
}

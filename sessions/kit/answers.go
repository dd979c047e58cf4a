package kit

import "arcade/sessions/ui"

// Answer is an answer of a question.
type Answer struct {
	Name, Label string // of its key, and what it does
	Key         ui.Key
	Off         bool // not possible now: it keeps its place, muted
	Apart       bool // it stands apart from those before it, because it cannot be undone
}

// Answers are the answers of a question: buttons beside each other for a mouse, full rows for a finger, in two columns
// if there are many.
type Answers struct {
	List  []Answer
	Focus int
}

// The cells between two buttons, the rows above answers that stand apart, and the cells between two columns.
const answersGap, apartRows, answersAcross = 3, 2, 2

// text returns a button's label.
func (b Answer) text() string { return b.Name + " " + b.Label }

// rows breaks the answers into rows of buttons in w cells. An answer apart has its own row.
func (n Answers) rows(w int) (rows [][]Answer) {
	x := 0
	for _, b := range n.List {
		cells := ui.ButtonWidth(b.text())
		if k := len(rows); k > 0 && !b.Apart && !rows[k-1][0].Apart && x+answersGap+cells <= w {
			rows[k-1] = append(rows[k-1], b)
			x += answersGap + cells
			continue
		}
		rows, x = append(rows, []Answer{b}), cells
	}
	return rows
}

// width returns the cells of a row of buttons.
func width(row []Answer) int {
	w := -answersGap
	for _, b := range row {
		w += ui.ButtonWidth(b.text()) + answersGap
	}
	return w
}

// placed returns the places of the answers for a finger in so many columns, the rows they take, and whether their
// labels have room.
func (n Answers) placed(w, columns int) (at []ui.Rect, rows int, ok bool) {
	each, y, k := (w-answersAcross*(columns-1))/columns, 0, 0
	ok = true
	for _, b := range n.List {
		if b.Apart {
			if k > 0 {
				k, y = 0, y+touchRows
			}
			if len(at) > 0 {
				y += apartRows
			}
			at = append(at, ui.Rect{Y: y, W: w, H: touchRows})
			y += touchRows
			continue
		}
		ok = ok && len(ui.Wrap(b.Label, max(each-2, 2))) <= touchRows && longestWord(b.Label) <= each-2
		at = append(at, ui.Rect{X: k * (each + answersAcross), Y: y, W: each, H: touchRows})
		if k++; k == columns {
			k, y = 0, y+touchRows
		}
	}
	if k > 0 {
		y += touchRows
	}
	return at, y, ok
}

// Least returns the size of the buttons, for a finger in two columns if the labels have room.
func (n Answers) Least(l Look, w int) (s Size) {
	if l.Touch {
		_, one, _ := n.placed(w, 1)
		if _, two, ok := n.placed(w, 2); ok {
			one = min(one, two)
		}
		for _, b := range n.List {
			s.W = max(s.W, longestWord(b.Label)+2)
		}
		return Size{s.W, one}
	}
	for k, row := range n.rows(w) {
		if s = (Size{max(s.W, width(row)), s.H + 1}); k > 0 && row[0].Apart {
			s.H += apartRows
		}
	}
	return s
}

// Wish returns the height in one column.
func (n Answers) Wish(l Look, w int) int {
	if l.Touch {
		_, rows, _ := n.placed(w, 1)
		return rows
	}
	return n.Least(l, w).H
}

// Draw draws the answers.
func (n Answers) Draw(l Look, g ui.Region) {
	if l.Touch {
		n.touch(l, g)
		return
	}
	i, y := 0, 0
	for k, row := range n.rows(g.W()) {
		x := 0
		if row[0].Apart {
			x = max(g.W()-width(row), 0)
			if k > 0 {
				y += apartRows
			}
		}
		for _, b := range row {
			cells := ui.ButtonWidth(b.text())
			if b.Off {
				g.Text(x, y, ui.Muted, "  "+b.text())
				g.Hit(ui.Rect{X: x, Y: y, W: cells, H: 1}, ui.Press(b.Key))
			} else {
				g.Button(x, y, b.text(), b.Key, i == n.Focus)
			}
			x += cells + answersGap
			i++
		}
		y++
	}
}

// touch draws the answers for a finger: in one column, or in two if that has no room.
func (n Answers) touch(l Look, g ui.Region) {
	at, rows, _ := n.placed(g.W(), 1)
	if two, _, ok := n.placed(g.W(), 2); rows > g.H() && ok {
		at = two
	}
	for i, r := range at {
		b := n.List[i]
		Push{Label: b.Label, Hot: i == n.Focus, Off: b.Off, Msg: ui.Press(b.Key)}.Draw(l, g.Sub(r))
	}
}

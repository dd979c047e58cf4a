package ui

import "strings"

// Line is a row of text with its ink.
type Line struct {
	Text string
	Ink  Token
}

// Lines makes rows of the ordinary ink.
func Lines(text ...string) []Line {
	lines := make([]Line, len(text))
	for i, s := range text {
		lines[i].Text = s
	}
	return lines
}

// Choice is an answer on a button.
type Choice struct {
	Label string
	Key   Key  // what the button presses
	Off   bool // not possible now: it keeps its place, muted and without brackets
	Apart bool // it stands apart from the choices before it, because it cannot be undone
}

// ModalSpec is a dialogue, which needs an answer.
type ModalSpec struct {
	Title   string
	Lines   []Line // long ones are wrapped
	Buttons []Choice
	Focus   int  // the focused button
	W       int  // outer width; 0 for the width of the content
	At      Rect // the area in which it is centred and must fit; zero for the whole canvas

	Costs bool // an answer loses something: its strip on LevelRich is coral
}

// Modal draws a dialogue over the canvas. Clicks beside it have no effect, except on the key bar, which
// has the dialogue's keys. It returns its place.
func Modal(c *Canvas, m ModalSpec) Rect {
	at := m.At
	if at.W == 0 || at.H == 0 {
		at = c.Rect()
	}
	w := m.W
	if w == 0 {
		w = max(24, Width(m.Title)+6, rowWidth(m.Buttons)+6)
		for _, l := range m.Lines {
			w = max(w, Width(l.Text)+6)
		}
	}
	w = min(w, at.W)

	room := w - 6 // two cells of margin inside the border

	var lines []Line
	for _, l := range m.Lines {
		if l.Text == "" || Width(l.Text) <= room {
			lines = append(lines, l)
			continue
		}
		for _, s := range Wrap(l.Text, room) {
			lines = append(lines, Line{s, l.Ink})
		}
	}
	rows := buttonRows(m.Buttons, room)
	if c.Rich {
		return dialogue(c, m, at, w, lines, rows)
	}
	h := len(lines) + 2
	if len(rows) > 0 {
		h += 1 + rowsHeight(rows)
	}
	if at.H >= h+2 { // room above and below, if there is any
		h += 2
	}
	if h > at.H {
		c.fail("modal %q of %d rows does not fit in %d", m.Title, h, at.H)
		h = at.H
		lines = lines[:max(0, min(len(lines), h-2-rowsHeight(rows)))] // the answers matter most
	}
	r := at.Centered(w, h)
	c.Over = r

	c.Shade(Rect{0, 0, c.W(), c.H() - 1})
	c.Shade(r)
	in := c.Panel(r, m.Title)
	in = in.Sub(Rect{2, 0, in.W() - 4, in.H()})
	y := 0
	if in.H() > len(lines)+rowsHeight(rows)+1 {
		y = 1
	}
	for _, l := range lines {
		ink := l.Ink
		if ink == Text {
			ink = Panel
		}
		in.Text(0, y, ink, l.Text)
		y++
	}
	if y+rowsHeight(rows) < in.H() {
		y++
	}
	in.choices(y, rows, m.Focus)
	return r
}

// choices draws rows of buttons from y on. Rows apart stand below a gap, on the right.
func (g Region) choices(y int, rows [][]Choice, focus int) {
	i := 0
	for k, row := range rows {
		x := 0
		if row[0].Apart {
			x = max(g.W()-rowWidth(row), 0)
			if k > 0 {
				y += apartGap
			}
		}
		for _, b := range row {
			if b.Off {
				g.offButton(x, y, b.Label, b.Key)
			} else {
				g.Button(x, y, b.Label, b.Key, i == focus)
			}
			x += ButtonWidth(b.Label) + buttonGap
			i++
		}
		y++
	}
}

// Panel empties r, draws a double border with a title and returns the inside. It also empties the column
// left of it: a symbol there would lose the blank after it.
func (g Region) Panel(r Rect, title string) Region {
	g.c.Over = Rect{r.X + g.bounds.X, r.Y + g.bounds.Y, r.W, r.H}
	if g.Rich() {
		return g.titled(r, title)
	}
	g.Fill(Rect{r.X - 1, r.Y, 1, r.H}, Text)
	g.Fill(r, Panel)
	return g.Box(r, title, Panel, true)
}

// buttonGap is the number of cells between two buttons, apartGap the number of rows above buttons that stand
// apart: on a phone about as high as a finger.
const buttonGap, apartGap = 3, 2

// rowsHeight returns the height of rows of buttons with their gaps.
func rowsHeight(rows [][]Choice) int {
	h := len(rows)
	for k, row := range rows {
		if k > 0 && row[0].Apart {
			h += apartGap
		}
	}
	return h
}

func rowWidth(buttons []Choice) int {
	w := -buttonGap
	for _, b := range buttons {
		w += buttonGap + ButtonWidth(b.Label)
	}
	return max(0, w)
}

// buttonRows breaks the buttons into rows of at most w cells. A button apart has its own row.
func buttonRows(buttons []Choice, w int) [][]Choice {
	var rows [][]Choice
	from := 0
	for i := range buttons {
		if i > from && (buttons[i].Apart || rowWidth(buttons[from:i+1]) > w) {
			rows = append(rows, buttons[from:i])
			from = i
		}
	}
	if from < len(buttons) {
		rows = append(rows, buttons[from:])
	}
	return rows
}

// Invite draws an invitation over the top bar: its sentence, its answers, the second of
// which may be "", and the time left.
func Invite(c *Canvas, text, yes, no, left string) {
	if c.Touch {
		inviteTouch(c, text, yes, no, left)
		return
	}
	if c.Rich {
		inviteRich(c, text, yes, no, left)
		return
	}
	y, room := inviteRows(c)
	c.Fill(Rect{0, 0, c.W(), y + 1}, Toast)
	x := c.W() - 1 - Width(left)
	c.Text(x, y, Toast, left)
	if no != "" {
		x -= ButtonWidth(no) + 1
		c.Button(x, y, no, NoKey, false)
	}
	x -= ButtonWidth(yes) + 1
	c.Button(x, y, yes, YesKey, false)
	c.Text(1, 0, Toast, Cut(text, max(room, x)-2))
}

// inviteTouch is Invite for a finger: the sentence in two rows, and below it the answers as buttons.
func inviteTouch(c *Canvas, text, yes, no, left string) {
	ground := Toast
	if c.Rich {
		ground = Cap
	}
	g := c.Sub(Rect{0, 0, c.W(), touchAbove + touchButtons})
	g.Fill(g.Rect(), ground)
	g.Hit(g.Rect(), nil)
	w := g.W() - 2*touchMargin
	if left != "" {
		w -= g.TextRight(g.W()-touchMargin, 0, ground, left) + 1
	}
	lines := Wrap(text, max(w, 2))
	for i, line := range lines[:min(len(lines), touchAbove)] {
		if i == touchAbove-1 && len(lines) > touchAbove {
			line = Cut(line+" "+lines[touchAbove], w)
		}
		g.TextCut(touchMargin, i, w, ground|Bold, line)
	}
	answers := []KeyItem{{Label: yes, Key: YesKey}}
	if no != "" {
		answers = append(answers, KeyItem{Label: no, Key: NoKey})
	}
	each := (g.W() - 2*touchMargin - (len(answers) - 1)) / len(answers)
	for i, it := range answers {
		at := Rect{touchMargin + i*(each+1), touchAbove, each, touchButtons}
		tok := Button
		if i == 0 {
			tok = Picked
		}
		if c.Rich {
			g.Sheet(at, tok)
		} else {
			g.Fill(at, tok)
		}
		label := Cut(strings.TrimPrefix(it.Label, string(it.Key)+" "), each)
		g.TextCut(at.X+(each-Width(label))/2, at.Y+1, each, tok|Bold, label)
		g.Hit(at, Press(it.Key))
	}
}

// inviteRows returns the row of an invitation's answers, and the least end of its sentence: on a narrow
// screen the sentence has its own row.
func inviteRows(c *Canvas) (y, room int) {
	if c.W() < MinWidth {
		return 1, c.W()
	}
	return 0, 0
}

// InviteRows are the rows of an invitation for a finger, over which no screen that the kit arranges draws.
const InviteRows = touchButtons

// InviteTouch is Invite for a finger: the answers are buttons.
func InviteTouch(c *Canvas, text, yes, no, left string) {
	ground := Toast
	if c.Rich {
		ground = Cap
	}
	c.Fill(Rect{W: c.W(), H: InviteRows}, ground)
	x := c.W()
	for _, answer := range []struct {
		label  string
		key    Key
		ground Token
	}{{no, NoKey, Track}, {yes, YesKey, Picked}} {
		if answer.label == "" {
			continue
		}
		r := Rect{W: Width(answer.label) + 2, H: InviteRows}
		x -= r.W + 1
		r.X = x
		if tok := answer.ground; c.Rich {
			c.Fill(r, tok)
			c.Text(x+1, 1, tok|Bold, answer.label)
		} else {
			c.Text(x+1, 1, Button, answer.label)
		}
		c.Hit(r, Press(answer.key))
	}
	x -= frameMargin
	lines := Wrap(text, max(x-frameMargin, 2))
	for i, line := range lines[:min(len(lines), InviteRows)] {
		c.TextCut(frameMargin, i, x-frameMargin, ground|Bold, line)
	}
	if len(lines) < InviteRows {
		c.TextCut(frameMargin, InviteRows-1, x-frameMargin, ground, left)
	}
	if c.Rich {
		c.Edge(0, 0, InviteRows, Info)
	}
}

// Notice draws a line that needs no answer over the row y. A click on it sends msg, nil for nothing.
func Notice(c *Canvas, y int, text string, msg any) {
	r := Rect{0, y, c.W(), 1}
	if c.Rich {
		c.Fill(r, Cap)
		c.Edge(0, y, 1, Info)
		c.TextCut(frameMargin, y, c.W()-2*frameMargin, Cap|Bold, text)
	} else {
		c.Fill(r, Toast)
		c.Text(1, y, Toast, Cut("[ "+text+" ]", c.W()-2))
	}
	c.Hit(r, msg)
}

// Banner draws an important game event over the row y of g, in the middle.
func Banner(g Region, y int, text string) {
	if g.Rich() {
		w := Width(text) + 6
		g.Fill(Rect{(g.W() - w) / 2, y, w, 1}, Focus)
		g.textCenter(y, Focus|Bold, text)
		return
	}
	g.Fill(Rect{0, y, g.W(), 1}, Focus)
	g.textCenter(y, Focus, text)
}

package ui

import "strings"

// Panel empties r, draws a double border with a title and returns the inside. It also empties the column
// left of it: a symbol there would lose the blank after it.
func (g Region) Panel(r Rect, title string) Region {
	if g.Rich() {
		return g.titled(r, title)
	}
	g.Fill(Rect{r.X - 1, r.Y, 1, r.H}, Text)
	g.Fill(r, Panel)
	return g.Box(r, title, Panel, true)
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
	if c.Lies() {
		inviteLying(c, text, yes, no, left)
		return
	}
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
	}{{strings.TrimPrefix(no, string(NoKey)+" "), NoKey, Track}, {strings.TrimPrefix(yes, string(YesKey)+" "), YesKey, Picked}} {
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

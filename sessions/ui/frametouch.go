package ui

import (
	"slices"
	"strings"
)

// The rows around a screen for a finger: two above with the place and the stake, and below the message, the
// buttons and a blank row.
const (
	touchAbove   = 2
	touchMessage = 2
	touchButtons = 3
	touchMargin  = 1
	mostButtons  = 5
)

// frameTouch draws the rows around a screen: the place and the stake, the message, and the present keys as
// labelled buttons, large enough for a finger.
func frameTouch(c *Canvas, f FrameSpec) {
	const margin = touchMargin
	w, h := c.W(), c.H()
	above, below := c.frameRows()
	c.Fill(Rect{Y: h - below, W: w, H: below}, Page)
	if !f.Bare {
		c.Fill(Rect{W: w, H: above}, Page)
		place := strings.Split(f.Place, " / ")
		if len(place) > 1 && !c.Rich {
			place = []string{strings.Join(place, " / ")}
		} else if len(place) > 1 {
			place = place[1:]
		}
		c.TextCut(margin, 0, w-2*margin, Strong|Bold, strings.Join(place, " › "))
		c.TextCut(margin, 1, w-2*margin, Muted, f.Facts)
	}

	y := h - below
	clock := c.TextRight(w-margin, y, f.ClockInk, Cut(f.Clock, w/2))
	room := w - 2*margin - clock
	if clock > 0 {
		room--
	}
	lines := Wrap(f.Message, room)
	for i, l := range lines[:min(len(lines), 2)] {
		if i == 1 && len(lines) > 2 {
			l = Cut(strings.Join(lines[1:], " "), w-2*margin)
		}
		ink := f.MessageInk
		if ink == Text {
			ink = Strong
		}
		c.TextCut(margin, y+i, w-2*margin, ink, l)
	}
	items := touchItems(f.Keys)
	if c.buttonRows < 2 && len(items) > mostButtons {
		items = append(items[:mostButtons-2:mostButtons-2], items[len(items)-2:]...)
	}
	each := (len(items) + c.buttonRows - 1) / max(c.buttonRows, 1)
	for i := 0; i < len(items); i += each {
		y := h - 1 - touchButtons*(c.buttonRows-i/each)
		buttonBar(c, Rect{X: margin, Y: y, W: w - 2*margin, H: touchButtons}, items[i:min(i+each, len(items))], i == 0)
	}
}

// touchItems returns the keys that get a button, the acting one first: all that a press can mean. If there is a
// menu, it has the help, and of many keys those that are listed in it.
func touchItems(items []KeyItem) (list []KeyItem) {
	menu := false
	list = make([]KeyItem, 0, len(items))
	for _, it := range items {
		menu = menu || it.opensMenu()
	}
	for _, it := range items {
		twice := it.Label != "" && slices.ContainsFunc(list, func(other KeyItem) bool { return other.Label == it.Label })
		if it.Key != "" && (it.Key != "?" || !menu) && !twice { // two keys that do the same are one button
			list = append(list, it)
		}
	}
	for i := len(list) - 1; i > 0 && menu && len(list) > mostButtons; i-- {
		if list[i].Listed && list[i].Key != "enter" {
			list = slices.Delete(list, i, i+1)
		}
	}
	if i := slices.IndexFunc(list, func(it KeyItem) bool { return it.Key == "enter" }); i > 0 {
		act := list[i] // it becomes the gold one
		list = slices.Insert(slices.Delete(list, i, i+1), 0, act)
	}
	return list
}

// buttonBar draws a row of buttons of equal width; the first of the first row is gold.
func buttonBar(c *Canvas, r Rect, items []KeyItem, first bool) {
	if len(items) == 0 {
		return
	}
	const gap = 1
	w := (r.W - gap*(len(items)-1)) / len(items)
	for i, it := range items {
		at := Rect{X: r.X + i*(w+gap), Y: r.Y, W: w, H: r.H}
		if i == len(items)-1 {
			at.W = r.X + r.W - at.X
		}
		ground := Cap
		if first && i == 0 && !it.Quiet {
			ground = Focus
		}
		if !c.Rich {
			c.Fill(at, Bar)
			if ground == Focus {
				c.Fill(at, Focus)
			}
		}
		tok := ground
		if c.Rich {
			c.Target(at, ground)
			tok |= Bold
		} else if ground != Focus {
			tok = Bar
		}
		label := it.Label
		if label == "" {
			label = it.Name
		}
		room := at.W - 1
		for _, word := range strings.Fields(strings.ReplaceAll(label, "/", "/ ")) {
			if room = max(room, min(Width(word), at.W)); Width(word) > at.W {
				c.fail("a button of %d cells breaks %q", at.W, word)
			}
		}
		words := inTwo(label, room)
		if !c.Rich && len(words) == 1 && it.Name != label {
			text := Cut(it.Name, at.W)
			c.TextCut(at.X+(at.W-Width(text))/2, at.Y, at.W, tok, text)
		}
		for k, word := range words { // its first row is a gap between the label and what is above
			y := at.Y + 1 + k
			if word = Cut(word, at.W); c.Rich && Width(word) > at.W-2 {
				c.Fill(Rect{X: at.X, Y: y, W: at.W, H: 1}, ground) // no round corners beside it
			}
			c.TextCut(at.X+(at.W-Width(word))/2, y, at.W, tok, word)
		}
		c.Hit(at, Press(it.Key))
	}
}

// inTwo returns the rows of a button's label, at most two. It breaks two words with a slash between them,
// such as roll/stop, at the slash.
func inTwo(label string, w int) []string {
	if Width(label) > w {
		label = strings.ReplaceAll(label, "/", "/ ")
	}
	rows := WrapEven(label, w)
	return rows[:min(len(rows), 2)]
}

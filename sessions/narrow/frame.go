package narrow

import (
	"slices"
	"strings"

	"arcade/sessions/ui"
)

// The rows around a narrow screen: two above with the place and the stake, and below the message, a blank
// row and the buttons.
const (
	above   = 2
	buttons = 3
	below   = buttons + 3
	margin  = 1
	most    = 5 // buttons
)

// Body returns the area of the screen between the frame's rows.
func Body(w, h int) ui.Rect { return ui.Rect{Y: above, W: w, H: h - above - below} }

// MessageRow returns the row of the message.
func MessageRow(h int) int { return h - below }

// Frame draws the rows around a screen: the place and the stake, the message, and the present keys as
// labelled buttons, large enough for a finger.
func Frame(c *ui.Canvas, f ui.FrameSpec) {
	w, h := c.W(), c.H()
	c.Place, c.Message, c.Spec = f.Place, f.Message, f
	c.Fill(ui.Rect{W: w, H: above}, ui.Page)
	c.Fill(ui.Rect{Y: h - below, W: w, H: below}, ui.Page)
	place := strings.Split(f.Place, " / ")
	if len(place) > 1 && !c.Rich {
		place = []string{strings.Join(place, " / ")}
	} else if len(place) > 1 {
		place = place[1:]
	}
	c.TextCut(margin, 0, w-2*margin, ui.Strong|ui.Bold, strings.Join(place, " › "))
	c.TextCut(margin, 1, w-2*margin, ui.Muted, f.Facts)

	y := MessageRow(h)
	clock := c.TextRight(w-margin, y, f.ClockInk, ui.Cut(f.Clock, w/2))
	room := w - 2*margin - clock
	if clock > 0 {
		room--
	}
	lines := ui.Wrap(f.Message, room)
	for i, l := range lines[:min(len(lines), 2)] {
		if i == 1 && len(lines) > 2 {
			l = ui.Cut(strings.Join(lines[1:], " "), w-2*margin)
		}
		ink := f.MessageInk
		if ink == ui.Text {
			ink = ui.Strong
		}
		c.TextCut(margin, y+i, w-2*margin, ink, l)
	}
	bar(c, ui.Rect{X: margin, Y: h - buttons - 1, W: w - 2*margin, H: buttons}, pick(f.Keys))
}

// pick returns the keys that get a button: the first ones, and the last two, without the help, which is in
// the menu.
func pick(items []ui.KeyItem) (list []ui.KeyItem) {
	menu := false
	for _, it := range items {
		menu = menu || it.Key == "space"
	}
	for _, it := range items {
		if it.Key != "" && (it.Key != "?" || !menu) {
			list = append(list, it)
		}
	}
	if i := slices.IndexFunc(list, func(it ui.KeyItem) bool { return it.Key == "enter" }); i > 0 {
		act := list[i] // it becomes the gold one
		list = slices.Insert(slices.Delete(list, i, i+1), 0, act)
	}
	if len(list) > most {
		list = append(list[:most-2:most-2], list[len(list)-2:]...)
	}
	return list
}

// bar draws buttons of equal width.
func bar(c *ui.Canvas, r ui.Rect, items []ui.KeyItem) {
	if len(items) == 0 {
		return
	}
	const gap = 1
	w := (r.W - gap*(len(items)-1)) / len(items)
	for i, it := range items {
		at := ui.Rect{X: r.X + i*(w+gap), Y: r.Y, W: w, H: r.H}
		if i == len(items)-1 {
			at.W = r.X + r.W - at.X
		}
		ground := ui.Cap
		if i == 0 && !it.Quiet {
			ground = ui.Focus
		}
		if !c.Rich {
			c.Fill(at, ui.Bar)
			if ground == ui.Focus {
				c.Fill(at, ui.Focus)
			}
		}
		tok := ground
		if c.Rich {
			c.Sheet(at, ground)
			tok |= ui.Bold
		} else if ground != ui.Focus {
			tok = ui.Bar
		}
		label := it.Label
		if label == "" {
			label = it.Name
		}
		words := inTwo(label, at.W-1)
		y := at.Y + 1
		if len(words) == 2 {
			y = at.Y
		}
		if !c.Rich && len(words) == 1 && it.Name != label {
			text := ui.Cut(it.Name, at.W)
			c.TextCut(at.X+(at.W-ui.Width(text))/2, at.Y, at.W, tok, text)
		}
		for k, word := range words {
			if y += min(k, 1); c.Rich && len(words) == 2 && k == 0 {
				c.Fill(ui.Rect{X: at.X, Y: y, W: at.W, H: 1}, ground)
			}
			word = ui.Cut(word, at.W)
			c.TextCut(at.X+(at.W-ui.Width(word))/2, y, at.W, tok, word)
		}
		c.Hit(at, ui.Press(it.Key))
	}
}

// inTwo returns the rows of a button's label, at most two. It breaks two words with a slash between them,
// such as roll/stop, at the slash.
func inTwo(label string, w int) []string {
	if ui.Width(label) > w {
		label = strings.ReplaceAll(label, "/", "/ ")
	}
	rows := ui.Wrap(label, w)
	return rows[:min(len(rows), 2)]
}

package ui

import (
	"slices"
	"strings"

	"arcade/lobby/text"

	tea "charm.land/bubbletea/v2"
)

// Loss is why a field did not take all of a text.
type Loss int

const (
	LostNothing Loss = iota
	LostEnd          // it was too long
	LostSigns        // it had signs, such as emoji, that not every terminal shows alike
)

// Field is a text field of one line. Its zero value accepts nothing, so set the limits.
type Field struct {
	MaxCells int // the widest text, in cells
	MaxRunes int // the longest text, in characters

	// Lost is why the last typed or pasted text is not all there, LostNothing if it is.
	Lost Loss

	text []rune
	at   int // the cursor: before text[at]
}

// String returns the text in the field.
func (f *Field) String() string { return string(f.text) }

// insert puts typed or pasted text at the cursor: cleaned, and as much of it as the limits allow. It
// returns what was lost.
func (f *Field) insert(s string) Loss {
	lost := LostNothing
	if text.Drops(s) {
		lost = LostSigns
	}
	s = text.Clean(s, f.MaxCells+len(text.Ellipsis))
	cells := Width(string(f.text))
	for _, r := range s {
		if w := text.Cells(r); len(f.text) < f.MaxRunes && cells+w <= f.MaxCells {
			f.text = slices.Insert(f.text, f.at, r)
			f.at++
			cells += w
		} else {
			return LostEnd
		}
	}
	return lost
}

// Press handles a key in a text field. It returns false for a key without a meaning there, such as Enter
// and Esc, which the screen may use.
func (f *Field) Press(msg tea.KeyPressMsg) bool {
	key, _ := FromPress(msg)
	f.Lost = LostNothing
	if msg.Text != "" && msg.Mod&(tea.ModCtrl|tea.ModAlt|tea.ModMeta|tea.ModSuper|tea.ModHyper) == 0 {
		f.Lost = f.insert(msg.Text)
		return true
	}
	switch key {
	case "ctrl+u":
		f.text, f.at = nil, 0
	case "left":
		f.at = max(0, f.at-1)
	case "right":
		f.at = min(len(f.text), f.at+1)
	case "home":
		f.at = 0
	case "end":
		f.at = len(f.text)
	case "backspace":
		if f.at > 0 {
			f.at--
			f.text = slices.Delete(f.text, f.at, f.at+1)
		}
	case "delete":
		if f.at < len(f.text) {
			f.text = slices.Delete(f.text, f.at, f.at+1)
		}
	default:
		return false
	}
	return true
}

// Paste inserts the content of a bracketed paste. Line ends become blanks, and are dropped at both ends.
func (f *Field) Paste(msg tea.PasteMsg) { f.Lost = f.insert(strings.TrimSpace(msg.Content)) }

// Draw draws the field in w cells, with "_" at the free place at its end, and puts the terminal's cursor
// there. Of a longer text it shows the part around the cursor.
func (f *Field) Draw(g Region, x, y, w int) {
	if w < 3 {
		return
	}
	under := 1
	if f.at < len(f.text) {
		under = text.Cells(f.text[f.at])
	}
	from := 0
	for from < f.at && Width(string(f.text[from:f.at]))+under > w {
		from++
	}
	in := g.Sub(Rect{x, y, w, 1})
	in.Fill(in.Rect(), Text)
	in.TextCut(0, 0, w, Strong, text.Head(string(f.text[from:])+"_", w))
	cursor := Width(string(f.text[from:f.at]))
	in.Paint(Rect{cursor, 0, under, 1}, Focus)
	in.setCursor(cursor, 0)
	g.c.field = drawnField{f, Rect{g.bounds.X + x, g.bounds.Y + y, w, 1}}
}

// drawnField is a field and its place on the canvas.
type drawnField struct {
	*Field
	at Rect
}

// Field returns the text field that was drawn last and its place, nil if there is none.
func (c *Canvas) Field() (*Field, Rect) { return c.field.Field, c.field.at }

// SetField sets the field that was drawn last, at the place to which it has been copied.
func (c *Canvas) SetField(f *Field, at Rect) { c.field = drawnField{f, at} }

// At returns the cursor's place in the text, in characters.
func (f *Field) At() int { return f.at }

// Set sets the text, cleaned and as much of it as the limits allow, with the cursor before the character
// at.
func (f *Field) Set(s string, at int) {
	f.text, f.at = nil, 0
	f.Lost = f.insert(s)
	f.at = max(0, min(at, len(f.text)))
}

package ui

import (
	"slices"
	"strings"
	"testing"
)

// The buttons are at least 44 px in each direction with cells of 8 by 16, and the main action is first.
func TestButtons(t *testing.T) {
	c := New(48, 40)
	c.Rich = true
	c.Touch, c.buttonRows = true, 1
	Frame(c, FrameSpec{Place: "ARCADE / Othello", Keys: []KeyItem{
		{Name: "arrows", Label: "choose"}, {Name: "/", Label: "square", Key: "/"}, {Name: "Enter", Label: "place", Key: "enter"},
		{Name: "h", Label: "hints", Key: "h"}, {Name: "t", Label: "talk", Key: "t"}, {Name: "Space", Label: "menu", Key: "space"},
		{Name: "?", Label: "help", Key: "?"}, {Name: "Esc", Label: "leave", Key: "esc"},
	}})
	var keys []string
	for _, a := range c.Areas() {
		if 8*a.W < 44 || 16*a.H < 44 {
			t.Errorf("%v is %dx%d cells", a.Msg, a.W, a.H)
		}
		keys = append(keys, string(a.Msg.(Press)))
	}
	if got := strings.Join(keys, " "); got != "enter / h space esc" {
		t.Errorf("the buttons are %s", got)
	}
}

// Between the message and a button's label is a row without words, also where the label has two rows.
func TestLabelsBelowTheMessage(t *testing.T) {
	keys := []KeyItem{
		{Name: "Enter", Label: "throw again/stop it", Key: "enter"}, {Name: "/", Label: "another new game", Key: "/"}, {Name: "h", Label: "hints", Key: "h"},
		{Name: "t", Label: "talk to them", Key: "t"}, {Name: "Space", Label: "menu", Key: "space"}, {Name: "Esc", Label: "leave", Key: "esc"},
	}
	for _, size := range [][2]int{{48, 40}, {95, 26}} {
		c := New(size[0], size[1])
		c.Rich = true
		c.Compose(true, keys)
		Frame(c, FrameSpec{Place: "ARCADE", Message: strings.Repeat("one sentence after another ", 20), Keys: keys})
		two := 0
		for _, a := range c.Areas() {
			label := func(y int) string {
				var b strings.Builder
				for _, cell := range c.cells.Row(a.Y + y)[a.X : a.X+a.W] {
					b.WriteRune(cell.Rune)
				}
				return strings.Trim(b.String(), " ▂▄▆")
			}
			if label(0) != "" || label(1) == "" {
				t.Errorf("%v: the rows of %v are %q and %q", size, a.Msg, label(0), label(1))
			}
			if label(2) != "" {
				two++
			}
		}
		if two == 0 {
			t.Errorf("%v: no label has two rows", size)
		}
	}
}

// A button's label is broken between its words, and not within one.
func TestLabels(t *testing.T) {
	for label, want := range map[string][]string{
		"roll/stop": {"roll/", "stop"}, "굴리기/멈추기": {"굴리기/", "멈추기"},
		"kit": {"kit"}, "on/off": {"on/off"}, "new game": {"new", "game"},
	} {
		if got := inTwo(label, 7); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", label, got, want)
		}
	}
}

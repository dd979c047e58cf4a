package load

import (
	"bytes"
	"fmt"
	"strings"
)

// Colours is how many colours a session's terminal has, which decides what it is shown.
type Colours string

// Exact is a terminal of 24-bit colours, which says so when it is asked; the others call
// themselves what terminals of 256 and of 16 colours do, and do not know the question.
const (
	Exact   Colours = "24bit"
	Many    Colours = "256"
	Sixteen Colours = "16"
)

// AllColours lists them, most colours first.
var AllColours = []Colours{Exact, Many, Sixteen}

// term is the terminal's type.
func (c Colours) term() string {
	if c == Sixteen {
		return "xterm"
	}
	return "xterm-256color"
}

// attributes is the question about the terminal that programs ask last, position the one
// about the cursor's place, which they ask after each symbol whose width they want to know.
const attributes, position = "\x1b[c", "\x1b[6n"

// answers are what a terminal of dark ground says to a program's questions: how wide the
// symbols were, of which the last is a syllable of Hangul, the colour of the ground, that it
// has 24 bits, what it is.
func (c Colours) answers(questions []byte) string {
	var b strings.Builder
	for n := bytes.Count(questions, []byte(position)); n > 0; n-- {
		column := 2
		if n == 1 {
			column = 3
		}
		fmt.Fprintf(&b, "\x1b[2;%dR", column)
	}
	b.WriteString("\x1b]11;rgb:0000/0000/0000\x1b\\")
	if c == Exact {
		b.WriteString("\x1bP1+r524742=38\x1b\\")
	}
	b.WriteString("\x1b[?62;22c")
	return b.String()
}

package load

import (
	"bytes"
	"fmt"
	"strings"
)

// Colours is the number of colours of a session's terminal, which decides the colours that the server
// sends.
type Colours string

// An Exact terminal has 24-bit colours and reports so when asked. The others have the terminal types of
// 256 and of 16 colours, and ignore the query.
const (
	Exact   Colours = "24bit"
	Many    Colours = "256"
	Sixteen Colours = "16"
)

// AllColours lists them, most colours first.
var AllColours = []Colours{Exact, Many, Sixteen}

// term returns the terminal type.
func (c Colours) term() string {
	if c == Sixteen {
		return "xterm"
	}
	return "xterm-256color"
}

// attributes is the query that programs send last to a terminal. position asks for the cursor's place.
// Programs send it after each symbol whose width they need.
const attributes, position = "\x1b[c", "\x1b[6n"

// answers returns a dark terminal's replies to a program's queries: the width of the symbols, the last of
// which is a Hangul syllable; the background colour; 24-bit colour; the terminal's attributes.
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

package art

import (
	"strings"
	"testing"
)

const small = `a #2aa3b0
b felt

emblem
▀.
aa
bb

other one
K
a
b
`

func TestParse(t *testing.T) {
	list, err := Parse(small)
	if err != nil || len(list) != 2 {
		t.Fatal(list, err)
	}
	p := list[0]
	if p.Name != "emblem" || p.W != 2 || p.H != 1 || p.Cells[0] != (Cell{'▀', "#2aa3b0", "felt"}) || p.Cells[1].Rune != ' ' {
		t.Errorf("%+v", p)
	}
	if list[1].Name != "other one" || list[1].Cells[0].Rune != 'K' {
		t.Errorf("%+v", list[1])
	}
	var b strings.Builder
	if err := Show(&b, list); err != nil || !strings.Contains(b.String(), "\x1b[38;2;42;163;176m▀") {
		t.Errorf("%q, %v", b.String(), err)
	}
}

// An error names the line and the picture.
func TestMalformed(t *testing.T) {
	for text, want := range map[string]string{
		"ab #123456\n":                   "line 1: want a letter",
		"a #123456\n\nx\n..\naa\n":       "line 3: x has 2 rows",
		"a #123456\n\nx\n..\naa\nab\n":   "line 3: x: there is no colour 'b'",
		"a #123456\n\nx\n..\naaa\naaa\n": "has 3 cells, not 2",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

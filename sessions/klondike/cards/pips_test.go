package cards

import (
	"slices"
	"strings"
	"testing"

	"arcade/games/klondike"
	"arcade/sessions/ui"
)

// Every picture is complete, and every card has one.
func TestPips(t *testing.T) {
	all := readPips(pipsText)
	for _, name := range append(slices.Concat(suitNames[:], courtNames[:]), "#") {
		if len(all[name]) != pipH {
			t.Errorf("%s has %d rows", name, len(all[name]))
		}
		for _, row := range all[name] {
			if len(row) != PipW || strings.Trim(row, ".XGHFSx") != "" {
				t.Errorf("%s has a row %q", name, row)
			}
		}
	}
	for c := range klondike.Card(klondike.Cards) {
		n := 0
		for _, row := range Picture(c) {
			for _, tok := range row {
				if tok != ui.Text {
					n++
				}
			}
		}
		if n < 12 {
			t.Errorf("%v has %d pixels", c, n)
		}
	}
}

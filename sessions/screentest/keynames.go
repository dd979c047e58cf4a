package screentest

import (
	"fmt"
	"strings"

	"arcade/internal/keynames"
	"arcade/sessions/paint"
	"arcade/sessions/ui"
)

// keyNames returns the sentences of a screen for a finger that name a key. Buttons may: a press on them is the key.
func (p *Person) keyNames() (list []string) {
	if !p.Canvas.Touch {
		return nil
	}
	button := map[[2]int]bool{}
	for _, at := range p.Canvas.Areas() {
		if _, ok := at.Msg.(ui.Press); ok {
			for y := at.Y; y < at.Y+at.H; y++ {
				for x := at.X; x < at.X+at.W; x++ {
					button[[2]int{x, y}] = true
				}
			}
		}
	}
	cells := p.Canvas.Cells()
	for y := range cells.H() {
		var row strings.Builder
		for x, at := range cells.Row(y) {
			switch {
			case button[[2]int{x, y}]:
				row.WriteByte(' ')
			case at.Rune != paint.Tail:
				row.WriteRune(at.Rune)
			}
		}
		if m := keynames.In(row.String()); m != "" {
			list = append(list, fmt.Sprintf("a key for a finger, %q: %s", m, strings.TrimSpace(row.String())))
		}
	}
	return list
}

package screentest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"unicode"

	"arcade/sessions/paint"
	"arcade/sessions/ui"
)

var films = flag.String("films", "", "folder into which every page's rich frame is written as a terminal stream")

// film writes the frame in view as a terminal of 24 bits gets it, to be looked at: cat it.
func (p *Person) film(t *testing.T, name string) {
	if *films == "" {
		return
	}
	for theme, suffix := range map[ui.Theme]string{ui.Night: "", ui.Day: ".day", ui.Dark256: ".256"} {
		screen := paint.Screen{Terminal: paint.Terminal{Depth: paint.TrueColour}}
		stream := screen.Paint(nil, paint.Frame{Canvas: p.Canvas.Cells(), Palette: theme.Palette()})
		if err := os.WriteFile(filepath.Join(*films, name+suffix+".ansi"), stream, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// readable is the least contrast of words, as WCAG 2 asks of text.
const readable = 4.5

// unreadable are the words in view that do not stand out from their ground in some theme. What
// has stepped back for a dialogue need not be read.
func (p *Person) unreadable() (list []string) {
	for _, theme := range []ui.Theme{ui.Night, ui.Day, ui.NightVision, ui.DayVision, ui.Dark256, ui.Light256, ui.Dark256Vision, ui.Light256Vision} {
		seen := map[paint.Style]bool{}
		for y := range p.Canvas.Cells().H() {
			for x, at := range p.Canvas.Cells().Row(y) {
				if at.Rune == paint.Tail || !unicode.IsLetter(at.Rune) && !unicode.IsDigit(at.Rune) || at.Ink&paint.DimInk != 0 {
					continue
				}
				s := theme.Palette().Look(at.Surface, at.Ink)
				if ratio := contrast(shown(s.Fg), shown(s.Bg)); ratio < readable && !seen[s] {
					seen[s] = true
					list = append(list, fmt.Sprintf("theme %d: %q at %d,%d has a contrast of %.1f", theme, at.Rune, x, y, ratio))
				}
			}
		}
	}
	return list
}

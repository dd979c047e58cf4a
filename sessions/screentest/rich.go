package screentest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"arcade/sessions/paint"
	"arcade/sessions/picture"
	"arcade/sessions/ui"
)

var films = flag.String("films", "", "folder into which every page's rich frame is written as a terminal stream")

var rules = flag.String("rules", "", "folder into which the pictures of the rules are drawn")

// ruled has the pictures of the rules for players (docs/rules), by the pages that they show.
var ruled = map[string]string{
	"table-first-move": "othello-1", "table-mine": "othello-2", "table-pass-mine": "othello-3",
	"klondike-start": "klondike-1", "klondike-mid": "klondike-2", "klondike-long": "klondike-3",
	"matgo-table-mine": "matgo-1", "matgo-table-bomb-ask": "matgo-2", "matgo-table-go": "matgo-3",
	"matgo-standard-pile": "matgo-standard-1", "matgo-standard-bonus": "matgo-standard-2", "matgo-standard-pass": "matgo-standard-3",
	"yut-move": "yut-1", "yut-fork": "yut-2", "yut-stick": "yut-3",
	"stones-start": "stones-1", "stones-mid": "stones-2", "stones-super": "stones-3",
}

// rule draws the frame in view as a picture of the rules, if it is one:
//
//	go test ./sessions/... -run 'TestFrames/golden' -rules $PWD/docs/pictures/rules
func (p *Person) rule(t *testing.T, page string) {
	name := ruled[page]
	if *rules == "" || name == "" {
		return
	}
	svg := picture.Of(p.Canvas().Cells(), ui.Night.Palette()).SVG()
	if err := os.WriteFile(filepath.Join(*rules, name+"."+p.Lang.String()+".svg"), []byte(svg), 0o644); err != nil {
		t.Fatal(err)
	}
}

// filmed are the themes of films, by the end of the file's name.
var filmed = map[ui.Theme]string{
	ui.Night: "", ui.Day: ".day", ui.Dark256: ".256", ui.NightVision: ".vision", ui.DayVision: ".day.vision",
	ui.Dark256Vision: ".256.vision", ui.Clear: ".clear", ui.ClearDay: ".day.clear",
}

// film writes the frame in view in each theme, so that cat shows it.
func (p *Person) film(t *testing.T, name string) {
	if *films == "" {
		return
	}
	for theme, suffix := range filmed {
		screen := paint.Screen{Terminal: paint.Terminal{Depth: paint.TrueColour}}
		stream := screen.Paint(nil, paint.Frame{Canvas: p.Canvas().Cells(), Palette: theme.Palette()})
		if err := os.WriteFile(filepath.Join(*films, name+suffix+".ansi"), stream, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// The most bytes of a frame at 80x24 in 24-bit colours: the first one, the first one of a page of Matgo,
// and the change after a key that moves a focus.
const mostFirst, mostMatgo, mostMoved = 24_000, 18_000, 1_500

// costs checks the bytes of the frame in view, and of the one after the page's Move, in both themes.
func (p *Person) costs(t *testing.T, pg Page) {
	t.Helper()
	p.LookAs(80, 24, ui.LevelRich)
	most := mostFirst
	if strings.HasPrefix(pg.Name, "matgo-") {
		most = mostMatgo
	}
	screens := map[ui.Theme]*paint.Screen{ui.Night: {}, ui.Day: {}}
	hold := func(what string, most int) {
		for theme, screen := range screens {
			screen.Terminal = paint.Terminal{Depth: paint.TrueColour}
			if n := len(screen.Paint(nil, paint.Frame{Canvas: p.Canvas().Cells(), Palette: theme.Palette()})); n > most {
				t.Errorf("theme %d: %s takes %d bytes, want %d", theme, what, n, most)
			}
		}
	}
	hold("the first frame", most)
	if pg.Move != "" {
		was := p.Canvas().Plain(ui.LevelRich)
		p.Press(pg.Move)
		hold("what "+pg.Move+" changes", mostMoved)
		if p.Canvas().Plain(ui.LevelRich) == was {
			t.Errorf("%s moves nothing", pg.Move)
		}
	}
}

// readable is the least contrast of words, as WCAG 2 requires for text; visible of meaningful signs that
// are not text: discs, marks, arrows.
const (
	readable = 4.5
	visible  = 3.0
	enhanced = 7.0 // of words in high contrast, besides words in a picture
)

// themes are the themes in which words must be readable. A terminal without colours needs no check; the
// 16 colours belong to the user, and are checked as in xterm.
var themes = []ui.Theme{ui.Night, ui.Day, ui.NightVision, ui.DayVision, ui.Dark256, ui.Light256, ui.Dark256Vision, ui.Light256Vision, ui.Clear, ui.ClearDay, ui.Sixteen}

// needs returns the least contrast of a cell in a theme; 0 for a part of a picture: blocks, lines,
// Braille.
func needs(theme ui.Theme, at paint.Cell) float64 {
	switch r := at.Rune; {
	case r == '›': // it separates the words of the top bar, as blanks would
		return 0
	case theme == ui.Sixteen && (r == '●' || r == '○'): // discs on the user's green; their forms differ
		return 0
	case r > ' ' && r <= '~', unicode.IsLetter(r), unicode.IsDigit(r):
		if (theme == ui.Clear || theme == ui.ClearDay) && at.Surface < paint.FirstPaint {
			return enhanced
		}
		return readable
	case r >= 0x2500 && r < 0x25A0, r >= 0x2800 && r < 0x2900:
		return 0
	case unicode.IsSymbol(r):
		return visible
	}
	return 0
}

// unreadable returns the characters in view with too little contrast in some theme. Dimmed text need not
// be readable.
func (p *Person) unreadable() (list []string) {
	ratios := map[paint.Style]float64{} // a frame has few
	for _, theme := range themes {
		seen := map[paint.Style]float64{}
		for y := range p.Canvas().Cells().H() {
			row := p.Canvas().Cells().Row(y)
			for x, at := range row {
				least := needs(theme, at)
				if least == 0 || starPoint(row, x) || at.Rune == paint.Tail || at.Ink&paint.DimInk != 0 {
					continue
				}
				s := theme.Palette().Shown(at)
				ratio, known := ratios[s]
				if !known {
					ratio = contrast(shown(s.Fg), shown(s.Bg))
					ratios[s] = ratio
				}
				if ratio < least && seen[s] < least {
					seen[s] = least
					list = append(list, fmt.Sprintf("theme %d: %q at %d,%d has a contrast of %.1f, and needs %.1f", theme, at.Rune, x, y, ratio, least))
				}
			}
		}
	}
	return list
}

// starPoint reports whether a disc is one of the marks on a board's lines: they belong to the lines, and
// carry no information.
func starPoint(row []paint.Cell, x int) bool {
	return row[x].Rune == '●' && x > 0 && x+1 < len(row) && row[x-1].Rune == '─' && row[x+1].Rune == '─'
}

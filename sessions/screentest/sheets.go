package screentest

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"arcade/sessions/client"
	"arcade/sessions/picture"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

var (
	sheets     = flag.String("sheets", "", "folder into which a picture of each page in many sizes is written")
	sheetCells = flag.Int("sheets-cell", 20, "height of a cell in these pictures, in pixels")
)

// sheetSizes are the sizes of a sheet: phones and tablets in both directions, terminals, and a very large one.
var sheetSizes = []client.Size{
	{Width: 40, Height: 20}, {Width: 44, Height: 22}, {Width: 48, Height: 36}, {Width: 48, Height: 64}, {Width: 96, Height: 64}, {Width: 60, Height: 30}, {Width: 80, Height: 24},
	{Width: 100, Height: 30}, {Width: 120, Height: 40}, {Width: 200, Height: 60},
}

// writeSheets writes a sheet of each page: the same screen in many sizes, for a person who looks, with pictures and with lines, in both languages:
//
//	go test ./sessions/stones -run TestFrames/sheets -sheets /tmp/sheets
//
// The pages whose names are wanted alone: -run TestFrames/sheets/stones-mid.
func writeSheets(t *testing.T, pages []Page) {
	if *sheets == "" {
		t.Skip("only with -sheets DIR")
	}
	if err := os.MkdirAll(*sheets, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, pg := range pages {
		t.Run(pg.Name, func(t *testing.T) {
			for _, lang := range []words.Lang{words.KO, words.EN} {
				synctest.Test(t, func(t *testing.T) {
					p := pg.Make(NewHall(t, lang))
					for _, level := range []ui.Level{ui.LevelRich, ui.LevelLines} {
						p.sheet(t, strings.Join([]string{pg.Name, lang.String(), glyphNames[level], "png"}, "."), level)
					}
				})
			}
		})
	}
}

// sheet writes the screen in view in all sizes of a sheet.
func (p *Person) sheet(t *testing.T, name string, level ui.Level) {
	var titles []string
	var list []picture.Picture
	for _, s := range sheetSizes {
		p.LookAs(s.Width, s.Height, level)
		cells := p.Canvas().Cells()
		pic := picture.Of(cells, ui.Night.Palette())
		shown := make([]picture.Cell, 0, pic.W*pic.H) // the canvas is used again
		for y := range pic.H {
			for x := range pic.W {
				shown = append(shown, pic.At(x, y))
			}
		}
		w := pic.W
		pic.At = func(x, y int) picture.Cell { return shown[y*w+x] }
		titles, list = append(titles, fmt.Sprintf("%dx%d", s.Width, s.Height)), append(list, pic)
	}
	widest := slices.MaxFunc(sheetSizes, func(a, b client.Size) int { return cmp.Compare(a.Width, b.Width) })
	f, err := os.Create(filepath.Join(*sheets, name))
	if err != nil {
		t.Fatal(err)
	}
	if err := picture.Together(widest.Width+4, titles, list).PNG(f, *sheetCells); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

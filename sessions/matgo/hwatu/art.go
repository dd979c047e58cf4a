package hwatu

import (
	_ "embed" // hwatu.txt
	"fmt"
	"strconv"
	"strings"

	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/ui"
)

//go:embed hwatu.txt
var data string

// Art has the cards as pictures.
var Art = readArt(data)

// Size is one of the sizes in which cards are drawn.
type Size uint8

// The sizes.
const (
	Small Size = iota // 5 by 4 cells, for 80 columns
	Large             // 7 by 6 cells, for 120
	Huge              // 10 by 8 cells, for 200
)

// W returns a card's width in cells.
func (z Size) W() int { return [...]int{5, 7, 10}[z] }

// H returns a card's height in cells.
func (z Size) H() int { return [...]int{4, 6, 8}[z] }

// Strip returns the number of visible columns of a card that lies under another.
func (z Size) Strip() int { return [...]int{2, 2, 3}[z] }

// sizes has the letters of the sizes in hwatu.txt.
var sizes = map[string]Size{"S": Small, "M": Large, "L": Huge}

// TwoTone is an ink on a ground.
type TwoTone struct{ Ground, Ink ui.Token }

// picture has the rows of a card's pixels by size, without its head line.
type picture [3][][]ui.Token

// Deck has all pictures of the deck.
type Deck struct {
	cards [matgo.Cards]picture
	back  picture // two more rows, and no head line
	heads [13]TwoTone
	// Marks has the letters of hwatu.txt; those with ground 0 have no ground of their own.
	Marks map[string]TwoTone
	Tiles [matgo.Cards][4]ui.Token
}

// artPalettes has the colours of letters; month 0 is for all.
type artPalettes [13]map[byte]ui.Token

func (p *artPalettes) token(month int, letter byte) ui.Token {
	if tok, ok := p[month][letter]; ok {
		return tok
	}
	if tok, ok := p[0][letter]; ok {
		return tok
	}
	panic(fmt.Errorf("hwatu.txt: month %d has no colour %q", month, letter))
}

// paintOf returns the paint of "RRGGBB/N".
func paintOf(text string) ui.Token {
	rgb, index, _ := strings.Cut(text, "/")
	night, err := strconv.ParseUint(rgb, 16, 32)
	n, err2 := strconv.ParseUint(index, 10, 8)
	if err != nil || err2 != nil {
		panic(fmt.Errorf("hwatu.txt: no colour: %q", text))
	}
	return ui.NewPaint(ui.Paint{Night: uint32(night), Dark: uint8(n)})
}

// readArt reads the embedded hwatu.txt. It panics at what it cannot read.
func readArt(data string) *Deck {
	art := &Deck{Marks: map[string]TwoTone{}}
	var palettes artPalettes
	for line := range strings.Lines(data) {
		f := strings.Fields(line)
		switch f[0] {
		case "p":
			month, _ := strconv.Atoi(f[1])
			palettes[month] = map[byte]ui.Token{}
			for _, entry := range f[2:] {
				palettes[month][entry[0]] = paintOf(entry[2:])
			}
		case "h":
			month, _ := strconv.Atoi(f[1])
			art.heads[month] = TwoTone{paintOf(f[2]), paintOf(f[3])}
		case "m":
			if f[2] == "-" {
				art.Marks[f[1]] = TwoTone{}
				continue
			}
			art.Marks[f[1]] = TwoTone{paintOf(f[2]), paintOf(f[3])}
		case "t":
			c := CardOf(f[1])
			for i := range 4 {
				art.Tiles[c][i] = palettes.token(c.Month(), f[2][i])
			}
		case "c":
			art.picture(&palettes, f)
		}
	}
	return art
}

// CardOf returns a card by its name in the data.
func CardOf(id string) matgo.Card {
	c, ok := matgo.ParseCard(id)
	if !ok {
		panic(fmt.Errorf("hwatu.txt: no card: %q", id))
	}
	return c
}

// picture reads a line "c ID SIZE ROWS".
func (art *Deck) picture(palettes *artPalettes, f []string) {
	size, ok := sizes[f[2]]
	if !ok {
		panic(fmt.Errorf("hwatu.txt: %s has no size %q", f[1], f[2]))
	}
	to, month, high := &art.back, 0, 2*size.H()
	if f[1] != "back" {
		c := CardOf(f[1])
		to, month, high = &art.cards[c], c.Month(), high-2
		if c.Bonus() {
			month = 0
		}
	}
	rows := strings.Split(f[3], "/")
	if len(rows) != high {
		panic(fmt.Errorf("hwatu.txt: %s %s has %d rows", f[1], f[2], len(rows)))
	}
	for _, row := range rows {
		if len(row) != size.W() {
			panic(fmt.Errorf("hwatu.txt: %s %s has a row of %d", f[1], f[2], len(row)))
		}
		list := make([]ui.Token, len(row))
		for i := range row {
			list[i] = palettes.token(month, row[i])
		}
		to[size] = append(to[size], list)
	}
}

// markOf returns the letter of a card's class mark in hwatu.txt.
func markOf(c matgo.Card) string {
	switch {
	case c == matgo.BonusTriple:
		return "b3"
	case c.Bonus():
		return "b2"
	case c.Worth() == 2:
		return "d"
	}
	switch c.Kind() {
	case matgo.Kwang:
		return "k"
	case matgo.Yeol:
		return "y"
	case matgo.Tti:
		return map[string]string{"hong": "h", "cheong": "c", "cho": "o"}[Tags[c]] + app.TextIf(Tags[c] == "rain", "r")
	}
	return "p"
}

// markWord returns the text on a class mark, in two cells.
func markWord(a *app.App, c matgo.Card) string {
	switch {
	case c.Bonus():
		return a.T("hw.mark." + app.Itoa(c.Worth()))
	case c.Worth() == 2:
		return a.T("hw.double")
	case c.Kind() != matgo.Tti || Tags[c] == "rain":
		return KindTag(a, c)
	}
	return a.T("hw.tag." + Tags[c])
}

// HeadOf returns the colours of a card's head line.
func HeadOf(c matgo.Card) TwoTone {
	if c.Bonus() {
		return Art.heads[0]
	}
	return Art.heads[c.Month()]
}

// PaintMark draws a card's class mark at x, y: a chip of two cells. plain is its ground if it has none of
// its own.
func PaintMark(a *app.App, g ui.Region, x, y int, c matgo.Card, plain TwoTone) {
	tone := Art.Marks[markOf(c)]
	if tone.Ground == 0 {
		tone = plain
	}
	g.Fill(ui.Rect{X: x, Y: y, W: 2, H: 1}, tone.Ground)
	g.Text(x, y, tone.Ink|ui.Bold, markWord(a, c))
}

// Paint draws a card with its top left cell at x, y.
func Paint(a *app.App, g ui.Region, x, y int, c matgo.Card, z Size) {
	PaintTop(a, g, x, y, c, z, z.H())
}

// PaintTop draws the upper rows of a card.
func PaintTop(a *app.App, g ui.Region, x, y int, c matgo.Card, z Size, rows int) {
	head := HeadOf(c)
	g.Fill(ui.Rect{X: x, Y: y, W: z.W(), H: 1}, head.Ground)
	g.Text(x, y, head.Ink|ui.Bold, headWord(a, c, z))
	PaintMark(a, g, x+z.W()-2, y, c, head)
	drawPixels(g, x, y+1, top(Art.cards[c][z], rows-1), 0)
}

// headWord returns the month on a card's head.
func headWord(a *app.App, c matgo.Card, z Size) string {
	switch {
	case c.Bonus() && z == Small:
		return a.T("hw.two.0")
	case c.Bonus():
		return a.T("hw.four.0")
	case z == Small:
		return app.Itoa(c.Month())
	case z == Huge:
		return app.Itoa(c.Month()) + " " + a.T("hw.four."+app.Itoa(c.Month()))
	}
	return a.T("mg.month", "m", c.Month())
}

// top returns the pixels of that many rows of cells.
func top(pixels [][]ui.Token, rows int) [][]ui.Token { return pixels[:min(2*rows, len(pixels))] }

// PaintStrip draws the upper rows of the right columns of a card that lies under another.
func PaintStrip(a *app.App, g ui.Region, x, y int, c matgo.Card, z Size, rows int) {
	drawPart(a, g, x, y, c, z, z.Strip(), rows)
}

// drawPart draws the upper rows of that many right columns of a card.
func drawPart(a *app.App, g ui.Region, x, y int, c matgo.Card, z Size, w, rows int) {
	g.Fill(ui.Rect{X: x, Y: y, W: w, H: 1}, HeadOf(c).Ground)
	PaintMark(a, g, x+w-2, y, c, HeadOf(c))
	drawPixels(g, x, y+1, top(Art.cards[c][z], rows-1), z.W()-w)
}

// PaintBack draws the upper rows of the back of a card.
func PaintBack(g ui.Region, x, y int, z Size, rows int) {
	drawPixels(g, x, y, top(Art.back[z], rows), 0)
}

// drawPixels draws rows of pixels, two a cell, without their first columns.
func drawPixels(g ui.Region, x, y int, rows [][]ui.Token, from int) {
	for j := 0; j+1 < len(rows); j += 2 {
		for i := from; i < len(rows[j]); i++ {
			g.Pair(x+i-from, y+j/2, rows[j][i], rows[j+1][i])
		}
	}
}

package matgo

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
var hwatuData string

// art are the cards as pictures.
var art = readArt(hwatuData)

// cardSize is one of the sizes in which cards are drawn.
type cardSize uint8

const (
	sizeS cardSize = iota // 5 by 4 cells, for 80 columns
	sizeM                 // 7 by 6 cells, for 120
)

// w and h are a card's size in cells. strip is how many columns of a card are seen that lies
// under another.
func (z cardSize) w() int { return [...]int{5, 7}[z] }
func (z cardSize) h() int { return [...]int{4, 6}[z] }

const cardStrip = 2

// twoTone is an ink on a ground.
type twoTone struct{ ground, ink ui.Token }

// picture is the rows of a card's pixels by size, without its head line.
type picture [2][][]ui.Token

// hwatuArt is all that is drawn of the deck.
type hwatuArt struct {
	cards [matgo.Cards]picture
	back  picture // two rows more, and no head line
	heads [13]twoTone
	marks map[string]twoTone // by the letters of hwatu.txt; without a ground of its own where that is 0
	tiles [matgo.Cards][4]ui.Token
}

// artPalettes are the colours of letters; month 0 is for all.
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

// paintOf makes a paint of "RRGGBB/N".
func paintOf(text string) ui.Token {
	rgb, index, _ := strings.Cut(text, "/")
	night, err := strconv.ParseUint(rgb, 16, 32)
	n, err2 := strconv.ParseUint(index, 10, 8)
	if err != nil || err2 != nil {
		panic(fmt.Errorf("hwatu.txt: no colour: %q", text))
	}
	return ui.NewPaint(ui.Paint{Night: uint32(night), Dark: uint8(n)})
}

// readArt reads hwatu.txt, which is embedded: what it cannot read is a panic.
func readArt(data string) *hwatuArt {
	art := &hwatuArt{marks: map[string]twoTone{}}
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
			art.heads[month] = twoTone{paintOf(f[2]), paintOf(f[3])}
		case "m":
			if f[2] == "-" {
				art.marks[f[1]] = twoTone{}
				continue
			}
			art.marks[f[1]] = twoTone{paintOf(f[2]), paintOf(f[3])}
		case "t":
			c := artCard(f[1])
			for i := range 4 {
				art.tiles[c][i] = palettes.token(c.Month(), f[2][i])
			}
		case "c":
			art.picture(&palettes, f)
		}
	}
	return art
}

// artCard is a card by its name in the data.
func artCard(id string) matgo.Card {
	c, ok := matgo.ParseCard(id)
	if !ok {
		panic(fmt.Errorf("hwatu.txt: no card: %q", id))
	}
	return c
}

// picture reads a line "c ID SIZE ROWS".
func (art *hwatuArt) picture(palettes *artPalettes, f []string) {
	size := sizeS
	if f[2] == "M" {
		size = sizeM
	}
	to, month, high := &art.back, 0, 2*size.h()
	if f[1] != "back" {
		c := artCard(f[1])
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
		if len(row) != size.w() {
			panic(fmt.Errorf("hwatu.txt: %s %s has a row of %d", f[1], f[2], len(row)))
		}
		list := make([]ui.Token, len(row))
		for i := range row {
			list[i] = palettes.token(month, row[i])
		}
		to[size] = append(to[size], list)
	}
}

// cardMark is the letter of a card's class mark in hwatu.txt.
func cardMark(c matgo.Card) string {
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
		return map[string]string{"hong": "h", "cheong": "c", "cho": "o"}[hwatuTags[c]] + app.When(hwatuTags[c] == "rain", "r")
	}
	return "p"
}

// markWord is what stands on a class mark, in two cells.
func markWord(a *app.App, c matgo.Card) string {
	switch {
	case c.Bonus():
		return a.T("hw.mark." + app.Itoa(c.Worth()))
	case c.Worth() == 2:
		return a.T("hw.double")
	case c.Kind() != matgo.Tti || hwatuTags[c] == "rain":
		return kindTag(a, c)
	}
	return a.T("hw.tag." + hwatuTags[c])
}

// headOf are the colours of a card's head line.
func headOf(c matgo.Card) twoTone {
	if c.Bonus() {
		return art.heads[0]
	}
	return art.heads[c.Month()]
}

// drawMark draws a card's class mark at x, y: a chip of two cells. plain is its ground where
// it has none of its own.
func drawMark(a *app.App, g ui.Region, x, y int, c matgo.Card, plain twoTone) {
	tone := art.marks[cardMark(c)]
	if tone.ground == 0 {
		tone = plain
	}
	g.Fill(ui.Rect{X: x, Y: y, W: 2, H: 1}, tone.ground)
	g.Text(x, y, tone.ink|ui.Bold, markWord(a, c))
}

// drawCard draws a card with its top left cell at x, y.
func drawCard(a *app.App, g ui.Region, x, y int, c matgo.Card, z cardSize) {
	head := headOf(c)
	g.Fill(ui.Rect{X: x, Y: y, W: z.w(), H: 1}, head.ground)
	g.Text(x, y, head.ink|ui.Bold, headWord(a, c, z))
	drawMark(a, g, x+z.w()-2, y, c, head)
	drawPixels(g, x, y+1, art.cards[c][z], 0)
}

// headWord is the month on a card's head.
func headWord(a *app.App, c matgo.Card, z cardSize) string {
	switch {
	case c.Bonus() && z == sizeS:
		return a.T("hw.two.0")
	case c.Bonus():
		return a.T("hw.four.0")
	case z == sizeS:
		return app.Itoa(c.Month())
	}
	return a.T("mg.month", "m", c.Month())
}

// drawStrip draws the right columns of a card that lies under another.
func drawStrip(a *app.App, g ui.Region, x, y int, c matgo.Card, z cardSize) {
	drawPart(a, g, x, y, c, z, cardStrip)
}

// drawPart is the same of so many columns.
func drawPart(a *app.App, g ui.Region, x, y int, c matgo.Card, z cardSize, w int) {
	g.Fill(ui.Rect{X: x, Y: y, W: w, H: 1}, headOf(c).ground)
	drawMark(a, g, x+w-2, y, c, headOf(c))
	drawPixels(g, x, y+1, art.cards[c][z], z.w()-w)
}

// drawBack draws the back of a card.
func drawBack(g ui.Region, x, y int, z cardSize) { drawPixels(g, x, y, art.back[z], 0) }

// drawPixels draws rows of pixels, two a cell, without their first columns.
func drawPixels(g ui.Region, x, y int, rows [][]ui.Token, from int) {
	for j := 0; j+1 < len(rows); j += 2 {
		for i := from; i < len(rows[j]); i++ {
			g.Pair(x+i-from, y+j/2, rows[j][i], rows[j+1][i])
		}
	}
}

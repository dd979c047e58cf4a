package board

import (
	_ "embed" // sprites.txt, letters.txt
	"fmt"
	"strconv"
	"strings"

	"arcade/sessions/ui"
)

//go:embed sprites.txt
var spriteText string

//go:embed letters.txt
var letterText string

// Sprite is a small picture in rows of pixels; 0 is transparent.
type Sprite [][]ui.Token

// Sprites has the sides of a stick, and the relics by their ids.
var Sprites = readSprites(spriteText)

// readSprites reads sprites.txt. It panics on malformed data, since the file is embedded.
func readSprites(text string) map[string]Sprite {
	all, colours := map[string]Sprite{}, map[rune]ui.Token{}
	for line := range strings.Lines(text) {
		switch f := strings.Fields(line); f[0] {
		case "p":
			for _, c := range f[1:] {
				colours[rune(c[0])] = readColour(c[2:])
			}
		case "s":
			var s Sprite
			for row := range strings.SplitSeq(f[2], "/") {
				var pixels []ui.Token
				for _, r := range row {
					tok, ok := colours[r]
					if !ok && r != '.' {
						panic(fmt.Errorf("yut: sprite %s has no colour %q", f[1], r))
					}
					pixels = append(pixels, tok)
				}
				s = append(s, pixels)
			}
			all[f[1]] = s
		}
	}
	return all
}

// readColour reads "RRGGBB/N".
func readColour(text string) ui.Token {
	rgb, index, _ := strings.Cut(text, "/")
	colour, err := strconv.ParseUint(rgb, 16, 32)
	if err != nil {
		panic(fmt.Errorf("yut: sprites: %w", err))
	}
	n, err := strconv.ParseUint(index, 10, 8)
	if err != nil {
		panic(fmt.Errorf("yut: sprites: %w", err))
	}
	return Shade(uint32(colour), uint32(colour), uint8(n))
}

// emptyTile is the dark tile of a relic, 8 by 3 cells.
var emptyTile = ui.NewPicture(8, 3, relicTile)

// Tile draws a relic on its dark tile.
func Tile(g ui.Region, x, y int, relic string) {
	g.ShowWith(x, y, emptyTile, func(p *ui.Picture) {
		for j, row := range Sprites[relic] {
			for i, tok := range row {
				if tok != 0 {
					p.Set(1+i, j, tok)
				}
			}
		}
	})
}

// BigWords has the words of letters.txt: the rows of pixels of each, in quarters.
var BigWords = readWords(letterText)

func readWords(text string) map[string][][]int {
	all := map[string][][]int{}
	for line := range strings.Lines(text) {
		name, rows, _ := strings.Cut(strings.TrimSpace(line), " ")
		if name == "#" {
			continue
		}
		for row := range strings.SplitSeq(rows, "/") {
			var pixels []int
			for _, r := range row {
				alpha, _ := strconv.ParseUint(string(r), 16, 8) // '.' is nothing
				pixels = append(pixels, int(4*alpha+7)/15)
			}
			all[name] = append(all[name], pixels)
		}
	}
	return all
}

// ink has the colours of a word from the top to the foot, and its shadow.
type ink struct {
	rows   [7]*ui.Soft
	shadow *ui.Soft
}

// inked returns an ink from one colour to another on some grounds.
func inked(top, foot, shadow ui.Token, on ...ui.Token) (k ink) {
	k.shadow = ui.NewSoft(shadow, on...)
	for i := range k.rows {
		k.rows[i] = ui.NewSoft(ui.Mix(top, foot, float64(i)/6), append(on[:len(on):len(on)], shadow)...)
	}
	return k
}

// Inks of the words: of a throw over the board, and of the end on wood.
var (
	ThrowInk = inked(Shade(0xfffaf0, 0xfffaf0, 231), Shade(0xffd27a, 0xffd27a, 222), Shade(0x160a02, 0x160a02, 233), Scrim)
	EndInk   = inked(Shade(0xfffaf0, 0xfffaf0, 231), Shade(0xffe3a6, 0xffe3a6, 223), Shade(0x3a1d08, 0x3a1d08, 94), grain[:]...)
)

// Word draws a big word on a picture, its top left pixel at x, y.
func Word(p *ui.Picture, x, y int, name string, k ink) { WordOf(p, x, y, 1, name, k) }

// WordOf draws a big word with n by n pixels for each.
func WordOf(p *ui.Picture, x, y, n int, name string, k ink) {
	rows := BigWords[name]
	dot := func(i, j, quarters int, s *ui.Soft) {
		for at := range n * n {
			p.Dot(x+i*n+at%n, y+j*n+at/n, quarters, s)
		}
	}
	for j, row := range rows {
		for i, q := range row {
			dot(i+1, j+1, q, k.shadow)
		}
	}
	for j, row := range rows {
		for i, q := range row {
			dot(i, j, q, k.rows[j*6/max(1, len(rows)-1)])
		}
	}
}

package hwatu

import (
	_ "embed" // bigwords.txt
	"strings"

	"arcade/sessions/ui"
)

//go:embed bigwords.txt
var bigWordData string

// BigWords has words in pixels, by rows; '#' is a pixel.
var BigWords = readWords(bigWordData)

func readWords(data string) map[string][]string {
	words := map[string][]string{}
	for line := range strings.Lines(data) {
		if f := strings.Fields(line); f[0] == "w" {
			words[f[1]] = strings.Split(f[2], "/")
		}
	}
	return words
}

// BigSize returns a word's size in pixels; 0 for an unknown word.
func BigSize(name string) (w, h int) {
	rows := BigWords[name]
	if len(rows) == 0 {
		return 0, 0
	}
	return len(rows[0]), len(rows)
}

// PaintWord draws a word in pixels with its top left at x and the half row y, with colours that change
// downwards. shadow is one pixel below and right of it, 0 for none.
func PaintWord(g ui.Region, x, y int, name string, shade ui.Gradient, shadow ui.Token) {
	rows := BigWords[name]
	pass := func(dx, dy int, ink func(j int) ui.Token) {
		for j, row := range rows {
			for i := range row {
				if row[i] == '#' {
					g.Pixel(x+i+dx, y+j+dy, ink(j))
				}
			}
		}
	}
	if shadow != 0 {
		pass(1, 1, func(int) ui.Token { return shadow })
	}
	pass(0, 0, func(j int) ui.Token { return shade[j*len(shade)/len(rows)] })
}

package ui

import "strings"

// The wordmark is ARCADE in pixels, in warm light from left to right.
var wordmark = []string{
	"0110 1001 1001 1111 1001 1001", "1110 1001 1001 1110 1010 1001", "0111 1000 1000 1000 1000 0111",
	"0110 1001 1001 1111 1001 1001", "1110 1001 1001 1001 1001 1110", "1111 1000 1110 1000 1000 1111",
}

// wordmarkWidth is the width of the wordmark in cells; it is 3 high.
const wordmarkWidth = 34

// stops are the colours along the wordmark.
var stops = []Token{
	NewPaint(Paint{Night: 0xffe29a, Day: 0xb06a00, Dark: 222, Light: 130}), NewPaint(Paint{Night: 0xffb454, Day: 0xc2452d, Dark: 215, Light: 130}),
	NewPaint(Paint{Night: 0xff7a7a, Day: 0x9b2d6b, Dark: 210, Light: 125}), NewPaint(Paint{Night: 0xc48bff, Day: 0x5a3aa8, Dark: 177, Light: 61}),
}

// wordmarkColours are the colours of its columns.
var wordmarkColours = func() (list [wordmarkWidth]Token) {
	for i := range list {
		p := float64(i) / wordmarkWidth * float64(len(stops)-1)
		k := min(int(p), len(stops)-2)
		list[i] = Mix(stops[k], stops[k+1], float64(int((p-float64(k))*4+0.5))/4)
	}
	return list
}()

// barColours are the colours of the letters of ARCADE in the top bar.
var barColours = func() (list [6]Token) {
	from, to := NewPaint(Paint{Night: 0xffe29a, Day: 0x8a5a00, Dark: 222, Light: 94}), NewPaint(Paint{Night: 0xff8f7a, Day: 0xb3261e, Dark: 209, Light: 124})
	for i := range list {
		list[i] = Mix(from, to, float64(i)/5)
	}
	return list
}()

// Wordmark draws ARCADE in pixels, 34 cells by 3.
func (g Region) Wordmark(x, y int) {
	at := 0
	for _, letter := range wordmark {
		for j, row := range strings.Fields(letter) {
			for i, bit := range row {
				if bit == '1' {
					g.Pixel(x+at+i, 2*y+j, wordmarkColours[at+i])
				}
			}
		}
		at += 6
	}
}

// Name draws ARCADE in letters, each gap cells after the one before; it returns the cells taken.
func (g Region) Name(x, y, gap int) int {
	const name = "ARCADE"
	for i, r := range name {
		g.Cell(x+i*(1+gap), y, r, barColours[i]|Bold, g.At(x, y))
	}
	return len(name)*(1+gap) - gap
}

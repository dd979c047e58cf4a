package ui

import "crypto/sha256"

// identiconTones are the pairs of colours of identicons: figure and ground.
var identiconTones = func() (list [][2]Token) {
	for _, c := range [][2]uint32{
		{0xf0b45c, 0x2c3a5c}, {0x7fd3c0, 0x23424a}, {0xf08a8a, 0x4a2733}, {0xa9b8ff, 0x2c3264},
		{0xc9e07a, 0x33422a}, {0xe39be0, 0x43294e}, {0xffd9a0, 0x4f3a22}, {0x9fd4ff, 0x1f3d5a},
	} {
		list = append(list, [2]Token{NewPaint(Paint{Night: c[0]}), NewPaint(Paint{Night: c[1]})})
	}
	return list
}()

// IdenticonW and IdenticonH are the size of an identicon in cells.
const (
	IdenticonW = 8
	IdenticonH = 4
)

// Identicon draws a symbol for a name: 8 by 8 pixels, the right half the mirror of the left.
func (g Region) Identicon(x, y int, name string) {
	hash := sha256.Sum256([]byte(name))
	tones := identiconTones[int(hash[0])%len(identiconTones)]
	for j := range 2 * IdenticonH {
		for i := range IdenticonW / 2 {
			tok := tones[1]
			if hash[(3+j*4+i)%len(hash)]%5 < 3 {
				tok = tones[0]
			}
			g.Pixel(x+i, 2*y+j, tok)
			g.Pixel(x+IdenticonW-1-i, 2*y+j, tok)
		}
	}
}

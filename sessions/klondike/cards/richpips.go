package cards

import (
	_ "embed" // pips.txt
	"strings"

	"arcade/games/klondike"
	"arcade/sessions/app"
	"arcade/sessions/ui"
)

// PipW and pipH are the size of a picture on a card, in pixels.
const PipW, pipH = 5, 6

// pip is such a picture; ui.Text leaves a pixel out.
type pip [pipH][PipW]ui.Token

// pipsText are the pictures as rows of letters, each below its name: a suit, a court card, or the
// back.
//
//go:embed pips.txt
var pipsText string

// suitPips has the suits' pips, courtPips the figures of jack, queen and king in black and red, backPip the
// middle of a back.
var (
	suitPips  = suitPictures(readPips(pipsText))
	courtPips = courtPictures(readPips(pipsText))
	BackPip   = readPips(pipsText)["#"].painted(func(_ int, r byte) ui.Token { return app.If(r == 'x', BackLit, ui.Text) })
)

// rows has a picture's rows of letters.
type rows []string

// readPips reads the pictures by name.
func readPips(text string) map[string]rows {
	lines := strings.Fields(text)
	all := map[string]rows{}
	for i := 0; i+pipH < len(lines); i += pipH + 1 {
		all[lines[i]] = lines[i+1 : i+1+pipH]
	}
	return all
}

// painted returns the picture in colours; colour returns the colour of each letter.
func (r rows) painted(colour func(y int, letter byte) ui.Token) (p pip) {
	for y, row := range r {
		for x := range row {
			p[y][x] = colour(y, row[x])
		}
	}
	return p
}

// suitPictures returns the suits, lit from above.
func suitPictures(all map[string]rows) (list [klondike.Suits]pip) {
	var shaded [2][pipH]ui.Token // black, red
	for y := range pipH {
		t := min(1, float64(y)/3)
		shaded[0][y], shaded[1][y] = ui.Mix(litBlack, InkBlack, t), ui.Mix(litRed, InkRed, t)
	}
	for suit, name := range suitNames {
		red := klondike.CardOf(klondike.Suit(suit), klondike.Ace).Red()
		list[suit] = all[name].painted(func(y int, letter byte) ui.Token {
			return app.If(letter == 'X', shaded[app.If(red, 1, 0)][y], ui.Text)
		})
	}
	return list
}

// suitNames has the suits' names in pips.txt, courtNames the court cards' from the jack.
var (
	suitNames  = [klondike.Suits]string{klondike.Hearts: "h", klondike.Diamonds: "d", klondike.Clubs: "c", klondike.Spades: "s"}
	courtNames = [3]string{"J", "Q", "K"}
)

// courtPictures returns the heads with their headgear, in black and in red.
func courtPictures(all map[string]rows) (list [3][2]pip) {
	for i, name := range courtNames {
		for j, coat := range []ui.Token{blueCoat, InkRed} {
			colours := map[byte]ui.Token{'G': crown, 'F': skin, 'H': app.If(name == "K", greyHair, hair), 'S': coat}
			list[i][j] = all[name].painted(func(_ int, letter byte) ui.Token { return colours[letter] })
		}
	}
	return list
}

// Picture returns the picture in the middle of a card.
func Picture(c klondike.Card) *pip {
	const jack = klondike.King - 2
	if c.Rank() >= jack {
		return &courtPips[c.Rank()-jack][app.If(c.Red(), 1, 0)]
	}
	return &suitPips[c.Suit()]
}

// StampPip draws a picture in pixels of k by k with its first one at x, y; y counts half cells.
func StampPip(g ui.Region, x, y int, p *pip, k int) {
	for j := range pipH * k {
		for i := range PipW * k {
			if tok := p[j/k][i/k]; tok != ui.Text {
				g.Pixel(x+i, y+j, tok)
			}
		}
	}
}

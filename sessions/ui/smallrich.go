package ui

import (
	"fmt"

	"arcade/sessions/words"
)

// smallPicture has the data for the picture of a window that is too small.
var smallPicture = Rect{W: 60, H: 16}

// tooSmallRich is TooSmall on LevelRich: the activity that goes on meanwhile, and the present window inside
// the needed one. out says what Esc does.
func tooSmallRich(c *Canvas, w, h int, running, out string) {
	const across, down = 16, 6 // of the needed window
	g := c.Sub(Rect{2, 0, c.W() - 4, c.H()})
	g.Name(0, 0, 0)
	y := 2
	if running != "" {
		in := g.SheetEdge(Rect{0, y, g.W(), 3}, Raised, Accent)
		in.TextCut(3, 1, in.W()-4, Accent|Bold, running)
		y += 4
	}
	const needW, needH = leastWidth, leastHeight
	need := fmt.Sprintf("%d x %d", needW, needH)
	g.Fill(Rect{1, y + 1, across, down}, Panel)
	g.TextRight(across, y+down, Muted, need)
	g.Fill(Rect{1, y + 1, min(max(across*w/needW, 8), across), min(max(down*h/needH, 1), down-1)}, Cap)
	g.Text(2, y+2, Cap|Bold, fmt.Sprintf("%d x %d", w, h))
	x := across + 4
	for _, lang := range []words.Lang{words.EN, words.KO} {
		for i, key := range []string{"ui.small.title", "ui.small.tip", "ui.small.phone"} {
			ink := [...]Token{Strong | Bold, Text, Muted}[i]
			for _, line := range Wrap(words.T(lang, key), min(g.W()-x, 60)) {
				if y < g.H()-2 {
					g.Text(x, y, ink, line)
					y++
				}
			}
		}
		y++
	}
	g.Keycap(0, g.H()-1, "Esc", out, "esc", false)
}

package sessions

import (
	"strings"

	"arcade/games/matgo"
	"arcade/sessions/ui"
)

// How large hwatu cards are, in cells: the ordinary ones and those of the full layout.
const (
	hwatuW, hwatuH       = 4, 4
	hwatuBigW, hwatuBigH = 6, 5
)

// hwatuTags are the tags of the cards that have one: the set of a ribbon, a bird of
// 고도리, the cup of 국진, the rain, how many pi a card counts.
var hwatuTags [matgo.Cards]string

func init() {
	for tag, ids := range map[string]string{
		"hong": "01t 02t 03t", "cheong": "06t 09t 10t", "cho": "04t 05t 07t", "rain": "12t 12k",
		"bird": "02y 04y 08y", "cup": "09y", "x2": "11d 12d b2", "x3": "b3",
	} {
		for _, id := range strings.Fields(ids) {
			c, _ := matgo.ParseCard(id)
			hwatuTags[c] = tag
		}
	}
}

// hwatuToken is the surface of a card's face.
func hwatuToken(c matgo.Card) ui.Token {
	switch c.Kind() {
	case matgo.Kwang:
		return ui.HwatuBright
	case matgo.Yeol:
		return ui.HwatuAnimal
	case matgo.Tti:
		switch hwatuTags[c] {
		case "hong":
			return ui.RibbonHong
		case "cheong":
			return ui.RibbonCheong
		case "cho":
			return ui.RibbonCho
		}
		return ui.RibbonRain
	}
	if c.Bonus() {
		return ui.HwatuBonus
	}
	return ui.HwatuJunk
}

// monthName is a month's flower: "벚꽃", "Cherry".
func (a *App) monthName(month int) string { return a.T("hw.name." + itoa(month)) }

// flower is a card's flower in two cells; a bonus card has "보".
func (a *App) flower(c matgo.Card) string { return a.T("hw.two." + itoa(c.Month())) }

// kindTag is a card's kind in two cells: "광", "열", "띠", "피".
func (a *App) kindTag(c matgo.Card) string { return a.T("hw.kind." + c.Kind().String()) }

// cardTag is what a card has besides its kind, in two cells: the ribbon's set,
// a bird, the cup, how many pi it counts; "" for most.
func (a *App) cardTag(c matgo.Card) string {
	if tag := hwatuTags[c]; tag != "" {
		return a.T("hw.tag." + tag)
	}
	return ""
}

// monthCells is the month in two cells, "++" for a bonus card.
func monthCells(c matgo.Card) string {
	if c.Bonus() {
		return "++"
	}
	return ui.PadLeft(itoa(c.Month()), 2)
}

// cardName is a card in a sentence: "3피", "11쌍", "보3"; in English "3Jk", "11x2", "bon3".
func (a *App) cardName(c matgo.Card) string {
	switch {
	case c.Bonus():
		return a.T("hw.bonus", "n", c.Worth())
	case c.Worth() == 2:
		return itoa(c.Month()) + a.T("hw.double")
	}
	return itoa(c.Month()) + a.kindTag(c)
}

// cardFull is the same with the tag of what is no pi: "3띠(홍)", "8열(새)".
func (a *App) cardFull(c matgo.Card) string {
	if tag := a.cardTag(c); tag != "" && c.Kind() != matgo.Pi {
		return a.cardName(c) + "(" + tag + ")"
	}
	return a.cardName(c)
}

// cardNames are several cards, with a separator.
func (a *App) cardNames(list []matgo.Card, sep string) string {
	names := make([]string, len(list))
	for i, c := range list {
		names[i] = a.cardName(c)
	}
	return strings.Join(names, sep)
}

// edge is w cells of a card's border with a text in the middle.
func edge(text string, w int) string {
	gap := max(w-ui.Width(text), 0)
	return strings.Repeat("─", gap/2) + text + strings.Repeat("─", gap-gap/2)
}

// hwatuLook is how a card is shown, besides its face.
type hwatuLook struct {
	lit  bool   // it has the focus: a gold face
	foot string // on the bottom edge instead of the tag, two cells
}

func (l hwatuLook) token(c matgo.Card) ui.Token {
	if l.lit {
		return ui.Focus
	}
	return hwatuToken(c)
}

// hwatu draws a card of 4 by 4 cells: the flower on the top edge, the month, the
// kind, the tag on the bottom edge.
func (a *App) hwatu(g ui.Region, x, y int, c matgo.Card, look hwatuLook) {
	foot := look.foot
	if foot == "" {
		foot = a.cardTag(c)
	}
	tok := look.token(c)
	g.Fill(ui.Rect{X: x, Y: y, W: hwatuW, H: hwatuH}, tok)
	g.Text(x, y, tok, "┌"+edge(a.flower(c), 2)+"┐")
	g.Text(x, y+1, tok, "│"+monthCells(c)+"│")
	g.Text(x, y+2, tok, "│"+ui.PadRight(a.kindTag(c), 2)+"│")
	g.Text(x, y+3, tok, "└"+edge(foot, 2)+"┘")
}

// hwatuLow is the same without the row of the kind, 3 rows high: for a card that
// lies among others of its kind.
func (a *App) hwatuLow(g ui.Region, x, y int, c matgo.Card) {
	tok := hwatuToken(c)
	g.Fill(ui.Rect{X: x, Y: y, W: hwatuW, H: 3}, tok)
	g.Text(x, y, tok, "┌"+edge(a.flower(c), 2)+"┐")
	g.Text(x, y+1, tok, "│"+monthCells(c)+"│")
	g.Text(x, y+2, tok, "└"+edge(a.cardTag(c), 2)+"┘")
}

// hwatuBig draws a card of 6 by 5 cells, with the month and the flower in words.
func (a *App) hwatuBig(g ui.Region, x, y int, c matgo.Card, look hwatuLook) {
	tok := look.token(c)
	month := ui.Center("++", 4)
	if !c.Bonus() {
		month = ui.PadLeft(a.T("mg.month", "m", c.Month()), 4)
	}
	foot := look.foot
	if tag := hwatuTags[c]; foot == "" && tag != "" {
		foot = a.T("hw.big." + tag)
	}
	kind := a.T("hw.word." + c.Kind().String())
	if c.Kind() == matgo.Pi && c.Worth() > 1 {
		kind = a.T("hw.word." + hwatuTags[c])
	}
	g.Fill(ui.Rect{X: x, Y: y, W: hwatuBigW, H: hwatuBigH}, tok)
	g.Text(x, y, tok, "┌────┐")
	g.Text(x, y+1, tok, "│"+month+"│")
	g.Text(x, y+2, tok, "│"+ui.Center(a.T("hw.four."+itoa(c.Month())), 4)+"│")
	g.Text(x, y+3, tok, "│"+ui.Center(kind, 4)+"│")
	g.Text(x, y+4, tok, "└"+edge(foot, 4)+"┘")
}

// hwatuPile draws up to three cards of one month, 4 by 4 the first and 3 columns
// more the second. Of three the top edge says so, and the third one's kind
// stands on the bottom edge. It gives the width.
func (a *App) hwatuPile(g ui.Region, x, y int, list []matgo.Card, look func(i int) hwatuLook) int {
	a.hwatu(g, x, y, list[0], look(0))
	if len(list) == 1 {
		return hwatuW
	}
	tok, l := look(1).token(list[1]), look(1)
	top, foot := "──", l.foot
	if foot == "" {
		foot = a.cardTag(list[1])
	}
	if len(list) > 2 {
		top = "x" + itoa(len(list))
		first := look(2)
		g.Fill(ui.Rect{X: x + 1, Y: y + 3, W: 2, H: 1}, first.token(list[2]))
		mark := first.foot
		if mark == "" {
			mark = a.kindTag(list[2])
		}
		g.Text(x+1, y+3, first.token(list[2]), edge(mark, 2))
	}
	g.Fill(ui.Rect{X: x + 4, Y: y, W: 3, H: hwatuH}, tok)
	g.Text(x+4, y, tok, top+"┐")
	g.Text(x+4, y+1, tok, monthCells(list[1])+"│")
	g.Text(x+4, y+2, tok, ui.PadRight(a.kindTag(list[1]), 2)+"│")
	g.Text(x+4, y+3, tok, edge(foot, 2)+"┘")
	first := look(0).token(list[0])
	g.Text(x+3, y, first, "┬")
	g.Text(x+3, y+3, first, "┴")
	return hwatuW + 3
}

// hwatuBigPile draws up to three cards of one month, the first 6 by 5 and 3
// columns more each of the others.
func (a *App) hwatuBigPile(g ui.Region, x, y int, list []matgo.Card, look func(i int) hwatuLook) int {
	a.hwatuBig(g, x, y, list[0], look(0))
	w := hwatuBigW
	for i, c := range list[1:] {
		l := look(i + 1)
		tok, foot := l.token(c), l.foot
		if foot == "" {
			foot = a.cardTag(c)
		}
		g.Fill(ui.Rect{X: x + w, Y: y, W: 3, H: hwatuBigH}, tok)
		g.Text(x+w, y, tok, "──┐")
		g.Text(x+w, y+1, tok, monthCells(c)+"│")
		g.Text(x+w, y+2, tok, "  │")
		g.Text(x+w, y+3, tok, ui.PadRight(a.kindTag(c), 2)+"│")
		g.Text(x+w, y+4, tok, edge(foot, 2)+"┘")
		w += 3
	}
	return w
}

// hwatuBack draws the back of a card or of the stock.
func hwatuBack(g ui.Region, r ui.Rect) {
	g.Fill(r, ui.HwatuBack)
	g.Text(r.X, r.Y, ui.HwatuBack, "┌"+strings.Repeat("─", r.W-2)+"┐")
	for y := 1; y < r.H-1; y++ {
		g.Text(r.X, r.Y+y, ui.HwatuBack, "│"+strings.Repeat("▒", r.W-2)+"│")
	}
	g.Text(r.X, r.Y+r.H-1, ui.HwatuBack, "└"+strings.Repeat("─", r.W-2)+"┘")
}

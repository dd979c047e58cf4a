// Package hwatu draws the fifty cards and names them: small and large in cells, as pictures
// on ui.LevelRich, and all of them on a page.
package hwatu

import (
	"cmp"
	"strings"

	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/ui"
)

// Sizes of hwatu cards, in cells: the ordinary ones and the full layout's.
const (
	Width, Height       = 4, 4
	BigWidth, BigHeight = 6, 5
)

// Tags has the tags of the cards that have one: the set of a ribbon, a bird of 고도리, the cup of 국진, the
// rain, the number of pi.
var Tags [matgo.Cards]string

func init() {
	for tag, ids := range map[string]string{
		"hong": "01t 02t 03t", "cheong": "06t 09t 10t", "cho": "04t 05t 07t", "rain": "12t 12k",
		"bird": "02y 04y 08y", "cup": "09y", "x2": "11d 12d b2", "x3": "b3",
	} {
		for _, id := range strings.Fields(ids) {
			c, _ := matgo.ParseCard(id)
			Tags[c] = tag
		}
	}
}

// hwatuToken returns the surface of a card's face.
func hwatuToken(c matgo.Card) ui.Token {
	switch c.Kind() {
	case matgo.Kwang:
		return cardBright
	case matgo.Yeol:
		return cardAnimal
	case matgo.Tti:
		switch Tags[c] {
		case "hong":
			return ribbonHong
		case "cheong":
			return ribbonCheong
		case "cho":
			return ribbonCho
		}
		return ribbonRain
	}
	if c.Bonus() {
		return CardBonus
	}
	return cardJunk
}

// monthName returns a month's flower: "벚꽃", "Cherry".
func monthName(a *app.App, month int) string { return a.T("hw.name." + app.Itoa(month)) }

// flower returns a card's flower in two cells; a bonus card has "보".
func flower(a *app.App, c matgo.Card) string { return a.T("hw.two." + app.Itoa(c.Month())) }

// KindTag returns a card's kind in two cells: "광", "열", "띠", "피".
func KindTag(a *app.App, c matgo.Card) string { return a.T("hw.kind." + c.Kind().String()) }

// Tag returns a card's property besides its kind, in two cells: the ribbon's set, a bird, the cup, the
// number of pi; "" for most.
func Tag(a *app.App, c matgo.Card) string {
	if tag := Tags[c]; tag != "" {
		return a.T("hw.tag." + tag)
	}
	return ""
}

// MonthCells returns the month in two cells, "++" for a bonus card.
func MonthCells(c matgo.Card) string {
	if c.Bonus() {
		return "++"
	}
	return ui.PadLeft(app.Itoa(c.Month()), 2)
}

// Name returns a card's name in a sentence: "3피", "11쌍", "보3"; in English "3Jk", "11x2", "bon3".
func Name(a *app.App, c matgo.Card) string {
	switch {
	case c.Bonus():
		return a.T("hw.bonus", "n", c.Worth())
	case c.Worth() == 2:
		return app.Itoa(c.Month()) + a.T("hw.double")
	}
	return app.Itoa(c.Month()) + KindTag(a, c)
}

// FullName returns the same with a tag for all cards except pi: "3띠(홍)", "8열(새)".
func FullName(a *app.App, c matgo.Card) string {
	if tag := Tag(a, c); tag != "" && c.Kind() != matgo.Pi {
		return Name(a, c) + "(" + tag + ")"
	}
	return Name(a, c)
}

// Kind returns a card's kind within its month, in words: "ribbon (red)", "double junk".
func Kind(a *app.App, c matgo.Card, tagged bool) string {
	switch {
	case c.Bonus():
		return a.T("hw.words.bonus", "n", c.Worth())
	case c.Worth() == 2:
		return a.T("mg.said.double")
	}
	kind := a.T("mg.said." + c.Kind().String())
	if tag := Tags[c]; tagged && tag != "" {
		kind += " (" + a.T("hw.words.tag."+tag) + ")"
	}
	return kind
}

// Words returns a card in words: "3월 띠 (홍)", "March ribbon (red)".
func Words(a *app.App, c matgo.Card, tagged bool) string {
	if c.Bonus() {
		return Kind(a, c, tagged)
	}
	return a.T("hw.month."+app.Itoa(c.Month())) + " " + Kind(a, c, tagged)
}

// Names returns the names of several cards, with a separator.
func Names(a *app.App, list []matgo.Card, sep string) string {
	names := make([]string, len(list))
	for i, c := range list {
		names[i] = Name(a, c)
	}
	return strings.Join(names, sep)
}

// edge returns w cells of a card's border with a text in the middle.
func edge(text string, w int) string {
	gap := max(w-ui.Width(text), 0)
	return strings.Repeat("─", gap/2) + text + strings.Repeat("─", gap-gap/2)
}

// Look is the look of a card, besides its face.
type Look struct {
	Lit  bool   // focused: a gold face
	Foot string // on the bottom edge instead of the tag, two cells
	Low  bool   // without the row of the kind, which is on the bottom edge
}

// rows returns the height of a card of [Draw].
func (l Look) rows() int {
	if l.Low {
		return Height - 1
	}
	return Height
}

// foot returns the text on the bottom edge.
func (l Look) foot(a *app.App, c matgo.Card) string {
	if l.Low {
		return cmp.Or(l.Foot, KindTag(a, c))
	}
	return cmp.Or(l.Foot, Tag(a, c))
}

// head returns the text on the top edge: the flower, or what a low card has no other place for.
func (l Look) head(a *app.App, c matgo.Card) string {
	if tag := Tag(a, c); l.Low && tag != "" {
		return tag
	}
	return flower(a, c)
}

func (l Look) token(c matgo.Card) ui.Token {
	if l.Lit {
		return ui.Focus
	}
	return hwatuToken(c)
}

// Draw draws a card of 4 by 4 cells: the flower on the top edge, the month, the
// kind, the tag on the bottom edge.
func Draw(a *app.App, g ui.Region, x, y int, c matgo.Card, look Look) {
	tok, h := look.token(c), look.rows()
	g.Fill(ui.Rect{X: x, Y: y, W: Width, H: h}, tok)
	g.Text(x, y, tok, "┌"+edge(look.head(a, c), 2)+"┐")
	g.Text(x, y+1, tok, "│"+MonthCells(c)+"│")
	if !look.Low {
		g.Text(x, y+2, tok, "│"+ui.PadRight(KindTag(a, c), 2)+"│")
	}
	g.Text(x, y+h-1, tok, "└"+edge(look.foot(a, c), 2)+"┘")
}

// DrawChip draws a card in a row of four cells.
func DrawChip(a *app.App, g ui.Region, x, y int, c matgo.Card, look Look) {
	tok := look.token(c)
	g.Fill(ui.Rect{X: x, Y: y, W: Width, H: 1}, tok)
	g.Text(x, y, tok, Name(a, c))
}

// DrawLow draws the same without the row of the kind, 3 rows high: for a card among others of its kind.
func DrawLow(a *app.App, g ui.Region, x, y int, c matgo.Card, look Look) {
	tok := look.token(c)
	g.Fill(ui.Rect{X: x, Y: y, W: Width, H: 3}, tok)
	g.Text(x, y, tok, "┌"+edge(flower(a, c), 2)+"┐")
	g.Text(x, y+1, tok, "│"+MonthCells(c)+"│")
	g.Text(x, y+2, tok, "└"+edge(Tag(a, c), 2)+"┘")
}

// DrawBig draws a card of 6 by 5 cells, with the month and the flower in words.
func DrawBig(a *app.App, g ui.Region, x, y int, c matgo.Card, look Look) {
	tok := look.token(c)
	month := ui.Center("++", 4)
	if !c.Bonus() {
		month = ui.PadLeft(a.T("mg.month", "m", c.Month()), 4)
	}
	foot := look.Foot
	if tag := Tags[c]; foot == "" && tag != "" {
		foot = a.T("hw.big." + tag)
	}
	kind := a.T("hw.word." + c.Kind().String())
	if c.Kind() == matgo.Pi && c.Worth() > 1 {
		kind = a.T("hw.word." + Tags[c])
	}
	g.Fill(ui.Rect{X: x, Y: y, W: BigWidth, H: BigHeight}, tok)
	g.Text(x, y, tok, "┌────┐")
	g.Text(x, y+1, tok, "│"+month+"│")
	g.Text(x, y+2, tok, "│"+ui.Center(a.T("hw.four."+app.Itoa(c.Month())), 4)+"│")
	g.Text(x, y+3, tok, "│"+ui.Center(kind, 4)+"│")
	g.Text(x, y+4, tok, "└"+edge(foot, 4)+"┘")
}

// DrawPile draws up to three cards of one month, the first 4 by 4 and the second 3 columns more. Of three
// the top edge says so, and the third one's kind is on the bottom edge. It returns the width.
func DrawPile(a *app.App, g ui.Region, x, y int, list []matgo.Card, look func(i int) Look) int {
	Draw(a, g, x, y, list[0], look(0))
	if len(list) == 1 {
		return Width
	}
	tok, l, h := look(1).token(list[1]), look(1), look(1).rows()
	top, foot := "──", l.foot(a, list[1])
	if len(list) > 2 {
		top = "x" + app.Itoa(len(list))
		first := look(2)
		g.Fill(ui.Rect{X: x + 1, Y: y + h - 1, W: 2, H: 1}, first.token(list[2]))
		mark := cmp.Or(first.Foot, KindTag(a, list[2]))
		g.Text(x+1, y+h-1, first.token(list[2]), edge(mark, 2))
	}
	g.Fill(ui.Rect{X: x + 4, Y: y, W: 3, H: h}, tok)
	g.Text(x+4, y, tok, top+"┐")
	g.Text(x+4, y+1, tok, MonthCells(list[1])+"│")
	if !l.Low {
		g.Text(x+4, y+2, tok, ui.PadRight(KindTag(a, list[1]), 2)+"│")
	}
	g.Text(x+4, y+h-1, tok, edge(foot, 2)+"┘")
	first := look(0).token(list[0])
	g.Text(x+3, y, first, "┬")
	g.Text(x+3, y+h-1, first, "┴")
	return Width + 3
}

// DrawBigPile draws up to three cards of one month, the first 6 by 5 and each of the others 3 columns more.
func DrawBigPile(a *app.App, g ui.Region, x, y int, list []matgo.Card, look func(i int) Look) int {
	DrawBig(a, g, x, y, list[0], look(0))
	w := BigWidth
	for i, c := range list[1:] {
		l := look(i + 1)
		tok, foot := l.token(c), l.Foot
		if foot == "" {
			foot = Tag(a, c)
		}
		g.Fill(ui.Rect{X: x + w, Y: y, W: 3, H: BigHeight}, tok)
		g.Text(x+w, y, tok, "──┐")
		g.Text(x+w, y+1, tok, MonthCells(c)+"│")
		g.Text(x+w, y+2, tok, "  │")
		g.Text(x+w, y+3, tok, ui.PadRight(KindTag(a, c), 2)+"│")
		g.Text(x+w, y+4, tok, edge(foot, 2)+"┘")
		w += 3
	}
	return w
}

// DrawBack draws the back of a card or of the stock.
func DrawBack(g ui.Region, r ui.Rect) {
	g.Fill(r, CardBack)
	g.Text(r.X, r.Y, CardBack, "┌"+strings.Repeat("─", r.W-2)+"┐")
	for y := 1; y < r.H-1; y++ {
		g.Text(r.X, r.Y+y, CardBack, "│"+strings.Repeat("▒", r.W-2)+"│")
	}
	g.Text(r.X, r.Y+r.H-1, CardBack, "└"+strings.Repeat("─", r.W-2)+"┘")
}

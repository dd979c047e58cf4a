package play

import (
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/ui"
)

// The cloth of the curtain from the depth of a fold to its height, its rail and its hem.
var (
	cloth = [4]ui.Token{
		ui.NewPaint(ui.Paint{Night: 0x6f0f1c, Dark: 52}), ui.NewPaint(ui.Paint{Night: 0x8f1524, Dark: 88}),
		ui.NewPaint(ui.Paint{Night: 0xa31c2b, Dark: 88}), ui.NewPaint(ui.Paint{Night: 0xb8222f, Dark: 124}),
	}
	rail = ui.NewPaint(ui.Paint{Night: 0xe0ac3c, Dark: 178})
)

// folds is the repeating pattern of the cloth, one digit a column.
const folds = "00112233332211"

// curtainSides are the cells beside the words on a curtain, if there is room.
const curtainSides = 3

// drawCloth draws the curtain in the whole of g.
func (t *Table) drawCloth(a *app.App, g ui.Region, touch bool) {
	h := g.H()
	for x := range g.W() {
		fold := folds[x%len(folds)] - '0'
		g.Fill(ui.Rect{X: x, W: 1, H: h}, cloth[fold])
		if fold < 2 { // the hem hangs in the folds
			g.Cell(x, h-1, '▄', ui.SolidInk(ui.Page), cloth[fold])
		}
		g.Cell(x, 0, '▄', cloth[fold], rail)
	}
	text, key := t.curtainWords(a)
	words := max(ui.Width(text), ui.ButtonWidth(key))
	x := min(curtainSides, (g.W()-words)/2)
	in := g.Sub(ui.Rect{X: (g.W()-words)/2 - x, Y: (h - 2) / 2, W: words + 2*x, H: 3})
	in.Fill(in.Rect(), ui.Panel)
	in.Text(x, 0, ui.Strong|ui.Bold, text)
	lift(in, x, key, touch)
	if touch {
		g.Hit(g.Rect(), ui.Press("enter"))
	}
}

// lift draws the button that lifts the curtain. A finger hits all of the curtain.
func lift(g ui.Region, x int, key string, touch bool) {
	if touch {
		g.Text(x, 2, ui.Accent|ui.Bold, key)
		return
	}
	g.Button(x, 2, key, "enter", true)
}

// curtainWords returns the next player's sentence, and the label of the button.
func (t *Table) curtainWords(a *app.App) (text, key string) {
	return a.T("screen.pass", "p", a.SeatName(t.Snap.Seats[t.Snap.Curtain])), "Enter " + a.T("key.lift")
}

// curtain is the curtain of a shared screen at the foot of a board.
func (t *Table) curtain(a *app.App) kit.Block {
	text, key := t.curtainWords(a)
	size := kit.Size{W: max(ui.Width(text), ui.ButtonWidth(key)), H: 5}
	cloth := kit.Picture{Size: size, More: 2, Paint: func(l kit.Look, g ui.Region) { t.drawCloth(a, g, l.Touch) }}
	return kit.ByLevel{Pictures: cloth, Signs: kit.Picture{Size: size, More: 2, Paint: func(l kit.Look, g ui.Region) {
		in, x := g, min(curtainSides, (g.W()-size.W)/2)
		if x > 1 {
			in, x = g.Panel(g.Rect(), ""), x-1
		} else { // there is no room for a border
			g.Fill(g.Rect(), ui.Panel)
		}
		in.Text(x, 0, ui.Panel, text)
		lift(in, x, key, l.Touch)
		if l.Touch {
			g.Hit(g.Rect(), ui.Press("enter"))
		}
	}}}
}

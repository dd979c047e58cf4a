package yut

import (
	"arcade/games/yut"
	"arcade/sessions/app"
	"arcade/sessions/ui"
	"arcade/sessions/yut/board"
)

// drawRich is Draw on ui.LevelRich: the result on wood, the relics, and the texts to send flat on the page,
// where the player can select them.
func (o *runOver) drawRich(a *app.App, c *ui.Canvas) {
	g := ui.CompactBody(c)
	view, _ := o.t.Snap.View.(yut.View)
	for x := 1; x < 79; x++ {
		g.Pixel(x, 1, ui.Accent)
	}
	g.Show(1, 1, banner(a.T("yt.end.word"), view.Finished))
	n := g.Letters(41, 2, app.Itoa(view.Turn), 1, bannerShade)
	room := 34 - n
	lines := ui.Wrap(a.T("yt.over.head", "t", view.Turn, "n", view.Throws), room)
	for i, line := range lines {
		o.onWood(g, 43+n, 2+i, true, line)
	}
	if ui.Width(o.counts) <= room {
		o.onWood(g, 43+n, 2+len(lines), false, o.counts)
	} else {
		g.TextCut(2, 13, 76, ui.Muted, o.counts)
	}
	if len(view.Relics) > 0 {
		sheet := g.Sheet(ui.Rect{X: 1, Y: 10, W: 78, H: 3}, ui.Panel)
		each := 78 / len(view.Relics)
		for i, have := range view.Relics {
			k := column{a: a}
			k.relic(sheet, each*i, 0, each-9, have.ID)
		}
	}
	o.share(a, g, 14)
}

// bannerShade is the ink of the turns on the banner.
var bannerShade = ui.Shaded(board.WoodText, board.WoodText)

// banner draws the wood with the word of the end and the pieces that came home, 78 by 8 cells.
func banner(name string, pieces int) *ui.Picture {
	p := board.Woodgrain(78, 8, false)
	rows := board.BigWords[name]
	board.Word(p, 3, 1+(15-len(rows))/2, name, board.EndInk)
	under, top := ui.Disc(2.1, 0), ui.Disc(1.7, 0.3)
	for i := range pieces {
		p.Stamp(41+6*i, 5, under, board.ShadowRed)
		p.Stamp(41+6*i, 5, top, board.Red)
	}
	return p
}

// onWood writes on the banner, as far as there is room.
func (o *runOver) onWood(g ui.Region, x, y int, bold bool, words string) {
	words = ui.Cut(words, 77-x)
	g.Fill(ui.Rect{X: x, Y: y, W: ui.Width(words), H: 1}, board.WoodgrainTone(y-1))
	g.Text(x, y, app.Either(bold, board.WoodText|ui.Bold, board.WoodText), words)
}

// sent is a text to send, with the key that copies it.
type sent struct {
	key   ui.Key
	label string
	lines []string
}

// texts returns the texts to send.
func (o *runOver) texts(a *app.App) []sent {
	return []sent{{"1", "yt.key.short", []string{o.short(a)}}, {"2", "yt.key.long", o.shown(a)}}
}

// share draws the texts to send, each with its key at the right.
func (o *runOver) share(a *app.App, g ui.Region, y int) {
	for _, t := range o.texts(a) {
		label := a.T(t.label)
		w := ui.Width(label) + 4
		for i, l := range t.lines {
			ink := app.Either(i == 0, ui.Strong|ui.Bold, ui.Text)
			g.TextCut(2, y, app.Either(i == 0, 76-w-2, 76), ink, l)
			if i == 0 {
				g.Keycap(78-w, y, string(t.key), label, t.key, false)
			}
			y++
		}
		y = min(y+1, g.H()-len(o.shown(a)))
	}
}

// drawRich is Draw on ui.LevelRich: the sticks as pictures, and the relics.
func (k *outfit) drawRich(a *app.App, c *ui.Canvas) {
	g := ui.OverlayBox(c, 78, 21, a.T("yt.kit"))
	view, _ := k.t.Scene.View.(yut.View)
	lang := a.Lang.String()
	g.Text(2, 0, ui.Muted, a.T("yt.sticks"))
	for i, have := range view.Sticks {
		e, _ := yut.FindStick(have.ID)
		y := 1 + 2*i
		g.Show(3, y, standing(have.Special))
		n := g.Text(7, y, ui.Strong|ui.Bold, e.Name.In(lang)) + 2
		g.Text(7+n, y, app.Either(have.Special, ui.Accent, ui.Muted), app.Itoa(have.Back)+"%")
		g.TextCut(7, y+1, g.W()-8, ui.Text, e.Text.In(lang))
	}
	g.Text(2, 9, ui.Muted, a.T("yt.relics"))
	for i, have := range view.Relics {
		e, _ := yut.FindRelic(have.ID)
		board.Tile(g, 2, 10+3*i, have.ID)
		g.Text(12, 10+3*i, ui.Strong|ui.Bold, e.Name.In(lang))
		g.TextCut(12, 11+3*i, g.W()-13, ui.Text, e.Text.In(lang))
	}
	if len(view.Relics) == 0 {
		for i := range 3 {
			board.Tile(g, 2+10*i, 11, "")
		}
		g.Text(2, 15, ui.Text, a.T("yt.norelics.why"))
	}
	ui.Keys(c, a.Bar(k.Commands(a)))
	a.Row22(c, a.T("yt.kit.msg"))
}

// standing draws a small stick, 2 by 2 cells: a stick from an offer has a golden edge.
func standing(special bool) *ui.Picture {
	p := ui.NewPicture(2, 2, board.BackFace)
	for y := range p.H {
		p.Set(1, y, app.Either(special, board.Gold, board.FrontFace))
	}
	return p
}

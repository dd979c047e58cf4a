package hwatu

import (
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// Guide shows the fifty cards by month. Tab changes the language of their names, since players look up
// both.
type Guide struct{ lang words.Lang }

// NewGuide opens the page in the language of the session.
func NewGuide(a *app.App) *Guide { return &Guide{a.Lang} }

// Topic returns the screen's topic in the help.
func (g *Guide) Topic() string { return "matgoguide" }

// Commands lists the commands of its keys.
func (g *Guide) Commands(*app.App) []app.Command {
	tab := app.Either(g.lang == words.EN, "mp.guide.ko", "mp.guide.en")
	return []app.Command{
		{Key: "tab", Also: []ui.Key{"shift+tab", "space", "e"}, Bar: tab, Do: func(*app.App) {
			g.lang = other(g.lang)
		}},
		app.HelpKey,
		{Key: "esc", Also: []ui.Key{"q", "c", "enter", "backspace"}, Bar: "key.close", Do: (*app.App).Pop},
	}
}

// other returns the other language.
func other(l words.Lang) words.Lang { return app.Either(l == words.KO, words.EN, words.KO) }

// Draw draws the screen.
func (g *Guide) Draw(a *app.App, c *ui.Canvas) {
	usual := a.T("mp.guide.msg")
	if clock := a.Clock(); clock != "" {
		usual = a.T("help.clock") + " " + clock
	}
	a.Page(c, g.Commands(a), usual, a.T("game."+matgo.Name), a.T("mp.guide.place"))
	in := *a // the following is in the language of the guide
	in.Lang = g.lang
	if c.Rich {
		drawRichGuide(&in, ui.Body(c))
		return
	}
	r := ui.Body(c)
	small := r.W() <= ui.MinWidth
	colW, rowH, cardW := 20, 6, Width
	if small {
		r = r.Sub(ui.Rect{X: 1, W: r.W() - 1, H: r.H()})
	} else {
		colW, rowH, cardW = 29, 8, BigWidth
		r = r.Sub(ui.Rect{X: 2, Y: 1, W: r.W() - 2, H: r.H() - 1})
	}
	card := func(x, y int, id matgo.Card) {
		if small {
			Draw(&in, r, x, y, id, Look{})
		} else {
			DrawBig(&in, r, x, y, id, Look{})
		}
	}
	for month := 1; month <= 12; month++ {
		x, y := (month-1)%4*colW, (month-1)/4*rowH
		r.Text(x, y, ui.Strong, in.T("mg.month", "m", month)+" "+monthName(&in, month))
		for i, id := range byKind(month) {
			card(x+i*cardW, y+1, id)
		}
	}
	y := app.Either(!small, 3*rowH, 3*rowH-1)
	r.Text(0, y+2, ui.Strong, monthName(&in, 0))
	card(8, y, matgo.BonusDouble)
	card(8+cardW+1, y, matgo.BonusTriple)
	x := 8 + 2*cardW + 3
	r.Text(x, y+1, ui.Text, in.T("mp.guide.sets"))
	r.Text(x, y+2, ui.Text, in.T("mp.guide.tags"))
}

// byKind returns a month's cards, the best kind first.
func byKind(month int) (list []matgo.Card) {
	for kind := matgo.Kwang; kind <= matgo.Pi; kind++ {
		for c := range matgo.BonusDouble {
			if c.Month() == month && c.Kind() == kind {
				list = append(list, c)
			}
		}
	}
	return list
}

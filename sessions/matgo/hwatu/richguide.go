package hwatu

import (
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/ui"
)

// drawRichGuide draws the fifty cards by month on ui.LevelRich: four months a row, the fourth
// card half under the third.
func drawRichGuide(a *app.App, body ui.Region) {
	z, colW, rowH := Small, 20, 6
	r := body.Sub(ui.Rect{X: 1, W: body.W() - 1, H: body.H()})
	large := body.W() > ui.MinWidth
	if large {
		z, colW, rowH = Large, 29, 8
		r = body.Sub(ui.Rect{X: 3, Y: 1, W: body.W() - 3, H: body.H() - 1})
	}
	for month := 1; month <= 12; month++ {
		x, y := (month-1)%4*colW, (month-1)/4*rowH
		r.Text(x, y, ui.Strong|ui.Bold, a.T("mg.month", "m", month))
		r.Text(x+1+ui.Width(a.T("mg.month", "m", month)), y, ui.Muted, monthName(a, month))
		cards := byKind(month)
		if large {
			for i, c := range cards[:3] {
				Paint(a, r, x+i*(z.W()+1), y+1, c, z)
			}
			drawPart(a, r, x+3*(z.W()+1)-1, y+1, cards[3], z, z.W()/2, z.H())
			continue
		}
		compactMonth(a, r, x, y+1, cards)
	}
	y := app.Either(large, 3*rowH, 3*rowH-1)
	r.Text(0, y+1, ui.Strong|ui.Bold, monthName(a, 0))
	x := 8
	for _, c := range []matgo.Card{matgo.BonusDouble, matgo.BonusTriple} {
		if large {
			Paint(a, r, x, y, c, z)
			x += z.W() + 1
			continue
		}
		PaintMark(a, r, x, y+1, c, HeadOf(c))
		x += 3
	}
	x++
	r.Text(x, y+1, ui.Text, a.T("mp.guide.sets"))
	r.Text(x, y+2, ui.Text, a.T("mp.guide.tags"))
}

// compactMonth draws the four cards of a month in 17 cells: the second lies under the first, and the fourth
// has only its mark. All of them whole take 22 kB in a page, and 18 is the limit.
func compactMonth(a *app.App, g ui.Region, x, y int, cards []matgo.Card) {
	const shown = 3 // visible columns of the second
	w := Small.W()
	Paint(a, g, x, y, cards[0], Small)
	drawPart(a, g, x+w, y, cards[1], Small, shown, Small.H())
	Paint(a, g, x+w+shown+1, y, cards[2], Small)
	PaintMark(a, g, x+2*w+shown+1, y, cards[3], HeadOf(cards[3]))
}

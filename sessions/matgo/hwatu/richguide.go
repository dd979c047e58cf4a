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
		for i, c := range byKind(month) {
			if i == 3 { // under the third
				drawPart(a, r, x+i*(z.W()+1)-1, y+1, c, z, z.W()/2)
				continue
			}
			Paint(a, r, x+i*(z.W()+1), y+1, c, z)
		}
	}
	y := app.Either(large, 3*rowH, 3*rowH-1)
	r.Text(0, y+1, ui.Strong|ui.Bold, monthName(a, 0))
	Paint(a, r, 8, y, matgo.BonusDouble, z)
	Paint(a, r, 8+z.W()+1, y, matgo.BonusTriple, z)
	x := 8 + 2*z.W() + 2
	r.Text(x, y+1, ui.Text, a.T("mp.guide.sets"))
	r.Text(x, y+2, ui.Text, a.T("mp.guide.tags"))
}

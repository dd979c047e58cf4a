package pages

import (
	"arcade/sessions/app"
	"arcade/sessions/ui"
)

// medals are the grounds of the first three places, medalInk what stands on them.
var (
	medals = [3]ui.Token{
		ui.NewPaint(ui.Paint{Night: 0xffcb6b, Dark: 221}),
		ui.NewPaint(ui.Paint{Night: 0xc9d3e6, Dark: 252}),
		ui.NewPaint(ui.Paint{Night: 0xd9935a, Dark: 173}),
	}
	medalInk = ui.NewPaint(ui.Paint{Night: 0x1a1508, Dark: 16})
)

// medal draws a place in three cells: the first three as medals, on which the number stands.
func medal(g ui.Region, x, y, place int) {
	if place > len(medals) {
		g.Text(x, y, ui.Muted, ui.PadLeft(app.Itoa(place), 2))
		return
	}
	g.Fill(ui.Rect{X: x, Y: y, W: 3, H: 1}, medals[place-1])
	g.Text(x, y, medalInk|ui.Bold, " "+app.Itoa(place)+" ")
}

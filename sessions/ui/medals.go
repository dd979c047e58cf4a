package ui

import "strconv"

// Medals are the grounds of the first three places, MedalInk the ink on them.
var (
	Medals = [3]Token{
		NewPaint(Paint{Night: 0xffcb6b, Dark: 221}),
		NewPaint(Paint{Night: 0xc9d3e6, Dark: 252}),
		NewPaint(Paint{Night: 0xd9935a, Dark: 173}),
	}
	MedalInk = NewPaint(Paint{Night: 0x1a1508, Dark: 16})
)

// Medal draws a place in three cells, the first three places as medals with the number.
func Medal(g Region, x, y, place int) {
	if place > len(Medals) {
		g.Text(x, y, Muted, PadLeft(strconv.Itoa(place), 2))
		return
	}
	g.Fill(Rect{X: x, Y: y, W: 3, H: 1}, Medals[place-1])
	g.Text(x, y, MedalInk|Bold, " "+strconv.Itoa(place)+" ")
}

// Portrait draws a person's picture: the face of a bot of the house, or the identicon of a name.
func Portrait(g Region, x, y int, bot, name string) {
	g.Identicon(x, y, name)
}

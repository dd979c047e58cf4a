package matgo

import (
	"math"
	"slices"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/matgo/captures"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/matgo/tell"
)

// flying draws the moving cards.
func (t *richTable) flying() {
	for _, f := range t.f.Flies {
		x, y := t.spot(f.From, f.Card)
		toX, toY := t.spot(f.To, f.Card)
		x += int(math.Round(float64(toX-x) * t.f.Part))
		y += int(math.Round(float64(toY-y) * t.f.Part))
		x, y = min(max(x, 0), t.w-t.size.W()), min(max(y, 0), t.h-t.size.H())
		hwatu.Paint(t.a, t.g, x, y, f.Card, t.size)
	}
}

// spot returns a card's top left cell.
func (t *richTable) spot(p tell.Spot, c matgo.Card) (x, y int) {
	switch p.Kind {
	case tell.HandSpot:
		if p.Seat == t.me {
			return t.handAt(max(p.At, 0), p.Of)
		}
		return t.foeSeat.X + 20, t.foeSeat.Y
	case tell.DeckSpot:
		return t.deckX, t.deckY
	case tell.FloorSpot:
		x, y, _ = t.pileAt(c.Month(), len(onFloor(t.view, c.Month())))
		return x, y
	}
	return t.wonAt(p.Seat, c)
}

// wonAt returns the place of a card among a seat's captures; for pi, their bar.
func (t *richTable) wonAt(seat games.Seat, c matgo.Card) (x, y int) {
	r := app.Either(seat == t.me, t.own, t.foeSeat)
	if t.large() {
		r = app.Either(seat == t.me, t.ownSeat, t.foeSeat)
		for j, line := range plateLines {
			x = r.X + 2
			for _, i := range line {
				if k := slices.Index(captures.Groups[i].Cards, c); k >= 0 {
					return x + t.won.pitch*k, r.Y + 5 + (t.won.h+2)*j
				}
				x += t.won.pitch*len(captures.Groups[i].Cards) + t.won.gap
			}
		}
		return x, r.Y + 5 + (t.won.h+2)*(len(plateLines)-1)
	}
	x = 3
	for i := range captures.Groups {
		if captures.Groups[i].Tag != "rain" {
			x += 2
		}
		if k := slices.Index(captures.Groups[i].Cards, c); k >= 0 {
			for _, other := range captures.Groups[i].Cards[:k] {
				x += captures.TileWidth(other)
			}
			return x, r.Y + 1
		}
		for _, other := range captures.Groups[i].Cards {
			x += captures.TileWidth(other)
		}
		x += captures.Gap(i)
	}
	return 57, r.Y
}

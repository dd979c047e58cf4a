package matgo

import (
	"math"
	"slices"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/matgo/captures"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/matgo/tell"
)

// flying draws the moving cards.
func (t *board) flying() {
	for _, f := range t.f.Flies {
		x, y := t.spot(f.From, f.Card)
		toX, toY := t.spot(f.To, f.Card)
		x += int(math.Round(float64(toX-x) * t.f.Part))
		y += int(math.Round(float64(toY-y) * t.f.Part))
		x, y = min(max(x, 0), t.w-t.floorCard.w()), min(max(y, 0), t.h-t.floorCard.rows)
		t.card(x, y, f.Card, t.floorCard, hwatu.Look{})
	}
}

// spot returns a card's top left cell.
func (t *board) spot(p tell.Spot, c matgo.Card) (x, y int) {
	switch p.Kind {
	case tell.HandSpot:
		if p.Seat == t.me {
			return t.handAt(max(p.At, 0), p.Of)
		}
		return t.foeSeat.X + 20, t.foeSeat.Y
	case tell.DeckSpot:
		if t.deckX == 0 {
			return t.w - t.floorCard.w(), t.mat.Y
		}
		return t.deckX, t.deckY
	case tell.FloorSpot:
		x, y, _ = t.pileAt(c.Month(), len(onFloor(t.view, c.Month())))
		return x, y
	}
	return t.wonAt(p.Seat, c)
}

// wonAt returns the place of a card among a seat's captures; for pi, their bar or number.
func (t *board) wonAt(seat games.Seat, c matgo.Card) (x, y int) {
	r := t.bySeat()[0].at
	if seat == t.me {
		r = t.bySeat()[1].at
	}
	if t.sheets {
		for j, line := range plateLines {
			x, y = t.plateLine(r, j)
			y++
			for _, i := range line {
				if k := slices.Index(captures.Groups[i].Cards, c); k >= 0 {
					return x + t.won.pitch*k, y
				}
				x += t.won.pitch*len(captures.Groups[i].Cards) + t.won.gap
			}
		}
		return x, y
	}
	for j, line := range groupLines[t.lines] {
		x, y = r.X+1, r.Y+1+j*t.tiles
		if r.X > 0 {
			x++
		}
		for _, i := range line {
			if captures.Groups[i].Tag != "rain" {
				x += 2
			}
			for _, other := range captures.Groups[i].Cards {
				if other == c {
					return x, y
				}
				x += captures.TileWidth(other)
			}
			x += captures.Gap(i)
		}
	}
	return r.X + r.W - 22, r.Y
}

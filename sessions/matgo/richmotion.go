package matgo

import (
	"math"
	"slices"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/play"
)

// A spot is where a card is on the table: in a hand, on the deck, with its month, among what a
// seat has won.
type spot struct {
	kind   spotKind
	seat   games.Seat
	at, of int // which card of how many, in a hand
}

type spotKind uint8

const (
	handSpot spotKind = iota
	deckSpot
	floorSpot
	wonSpot
)

var onFloorSpot = spot{kind: floorSpot}

// flight is a card on its way.
type flight struct {
	card     matgo.Card
	from, to spot
}

// flights are cards that go the same way together.
func flights(cards []matgo.Card, from, to spot) (list []flight) {
	for _, c := range cards {
		list = append(list, flight{c, from, to})
	}
	return list
}

// thin leaves out cards under way, from the end, until there is time for the rest of a ply: for
// each moment a frame at least, and for what is called out twice that.
func thin(list []frame) []frame {
	most := int(play.MaxMotion/leastPace) - 3
	for i := len(list) - 1; i >= 0 && len(list) > most; i-- {
		if list[i].flies != nil {
			list = slices.Delete(list, i, i+1)
		}
	}
	return list
}

// flying draws the cards that are under way.
func (t *richTable) flying() {
	for _, f := range t.f.flies {
		x, y := t.spot(f.from, f.card)
		toX, toY := t.spot(f.to, f.card)
		x += int(math.Round(float64(toX-x) * t.f.part))
		y += int(math.Round(float64(toY-y) * t.f.part))
		x, y = min(max(x, 0), t.w-t.size.w()), min(max(y, 0), t.h-t.size.h())
		drawCard(t.a, t.g, x, y, f.card, t.size)
	}
}

// spot is where a card's top left cell is.
func (t *richTable) spot(p spot, c matgo.Card) (x, y int) {
	switch p.kind {
	case handSpot:
		if p.seat == t.me {
			return t.handAt(max(p.at, 0), p.of)
		}
		return t.foeSeat.X + 20, t.foeSeat.Y
	case deckSpot:
		return t.deckX, t.deckY
	case floorSpot:
		x, y, _ = t.pileAt(c.Month(), len(onFloor(t.view, c.Month())))
		return x, y
	}
	return t.wonAt(p.seat, c)
}

// wonAt is the place of a card among what a seat has won; of pi it is their bar.
func (t *richTable) wonAt(seat games.Seat, c matgo.Card) (x, y int) {
	r := app.Either(seat == t.me, t.own, t.foeSeat)
	if t.large() {
		r = app.Either(seat == t.me, t.ownSeat, t.foeSeat)
		for j, line := range plateLines {
			x = r.X + 2
			for _, i := range line {
				if k := slices.Index(capGroups[i].cards, c); k >= 0 {
					return x + 3*k, r.Y + 5 + 4*j
				}
				x += 3*len(capGroups[i].cards) + 3
			}
		}
		return x, r.Y + 13
	}
	x = 3
	for i := range capGroups {
		if capGroups[i].tag != "rain" {
			x += 2
		}
		if k := slices.Index(capGroups[i].cards, c); k >= 0 {
			for _, other := range capGroups[i].cards[:k] {
				x += tileWidth(other)
			}
			return x, r.Y + 1
		}
		for _, other := range capGroups[i].cards {
			x += tileWidth(other)
		}
		x += groupGap(i)
	}
	return 57, r.Y
}

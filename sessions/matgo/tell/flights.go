package tell

import (
	"slices"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/play"
)

// Spot is where a card is on the table: in a hand, on the deck, with its month, among what a
// seat has won.
type Spot struct {
	Kind   SpotKind
	Seat   games.Seat
	At, Of int // which card of how many, in a hand
}

// SpotKind is a kind of place.
type SpotKind uint8

// The kinds of places.
const (
	HandSpot SpotKind = iota
	DeckSpot
	FloorSpot
	wonSpot
)

var onFloorSpot = Spot{Kind: FloorSpot}

// Flight is a card on its way.
type Flight struct {
	Card     matgo.Card
	From, To Spot
}

// flights are cards that go the same way together.
func flights(cards []matgo.Card, from, to Spot) (list []Flight) {
	for _, c := range cards {
		list = append(list, Flight{c, from, to})
	}
	return list
}

// thin leaves out cards under way, from the end, until there is time for the rest of a ply: for
// each moment a frame at least, and for what is called out twice that.
func thin(list []Frame) []Frame {
	most := int(play.MaxMotion/LeastPace) - 3
	for i := len(list) - 1; i >= 0 && len(list) > most; i-- {
		if list[i].Flies != nil {
			list = slices.Delete(list, i, i+1)
		}
	}
	return list
}

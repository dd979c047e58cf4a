package tell

import (
	"slices"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/play"
)

// Spot is a card's place on the table: in a hand, on the deck, with its month, among a seat's captures.
type Spot struct {
	Kind   SpotKind
	Seat   games.Seat
	At, Of int // in a hand: its index, and the number of cards
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

// flights returns the flights of cards that go the same way together.
func flights(cards []matgo.Card, from, to Spot) (list []Flight) {
	for _, c := range cards {
		list = append(list, Flight{c, from, to})
	}
	return list
}

// thin drops flights, from the end, until there is time for the rest of a ply: at least one frame for each
// moment, and two for a call.
func thin(list []Frame) []Frame {
	most := int(play.MaxMotion/LeastPace) - 3
	for i := len(list) - 1; i >= 0 && len(list) > most; i-- {
		if list[i].Flies != nil {
			list = slices.Delete(list, i, i+1)
		}
	}
	return list
}

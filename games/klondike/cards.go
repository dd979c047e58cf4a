package klondike

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Suit is one of the four suits. Their order is the order of the unshuffled deck.
type Suit uint8

// The suits. Hearts and diamonds are red.
const (
	Hearts Suit = iota
	Diamonds
	Clubs
	Spades
)

// Suits and Ranks are the numbers of suits and ranks.
const (
	Suits = 4
	Ranks = 13
)

// Cards is the number of cards in a deck.
const Cards = Suits * Ranks

// Rank is a card's rank: 0 the ace, 12 the king.
type Rank uint8

// The ranks with a role of their own.
const (
	Ace  Rank = 0
	Two  Rank = 1
	King Rank = 12
)

const suitLetters = "HDCS"

var rankTexts = [Ranks]string{"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"}

// Red reports whether the suit is hearts or diamonds.
func (s Suit) Red() bool { return s <= Diamonds }

// String returns the suit's letter: H, D, C or S.
func (s Suit) String() string { return suitLetters[s : s+1] }

// String returns the rank's text: A, 2 to 10, J, Q or K.
func (r Rank) String() string { return rankTexts[r] }

// Card is one of the 52 cards: suit × 13 + rank.
type Card uint8

// CardOf returns the card of a suit and a rank.
func CardOf(s Suit, r Rank) Card { return Card(s)*Ranks + Card(r) }

// Suit returns the card's suit.
func (c Card) Suit() Suit { return Suit(c / Ranks) }

// Rank returns the card's rank.
func (c Card) Rank() Rank { return Rank(c % Ranks) }

// Red reports whether the card is a heart or a diamond.
func (c Card) Red() bool { return c.Suit().Red() }

// String returns the card's text, such as "H:10".
func (c Card) String() string { return c.Suit().String() + ":" + c.Rank().String() }

// MarshalText is String for encoding/json.
func (c Card) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// onto reports whether c may lie on d in a column: d has the other colour and is one rank above.
func (c Card) onto(d Card) bool { return c.Red() != d.Red() && c.Rank()+1 == d.Rank() }

// ParseCard reads a card's text, such as "H:10".
func ParseCard(text string) (Card, error) {
	suit, rank, ok := strings.Cut(text, ":")
	s, r := strings.Index(suitLetters, suit), slices.Index(rankTexts[:], rank)
	if ok && len(suit) == 1 && s >= 0 && r >= 0 {
		return CardOf(Suit(s), Rank(r)), nil
	}
	return 0, fmt.Errorf("%.20q is no card: want a suit H D C S, a colon and a rank A 2 to 10 J Q K, such as H:10", text)
}

// Face is a card as a viewer sees it on the table.
type Face struct {
	// Card is 0 if it is hidden.
	Card Card
	// Up reports whether the card lies face up.
	Up bool
	// Hidden reports whether the viewer may not know the card.
	Hidden bool
}

// String returns "H:10:u" face up, "H:10:d" face down and "?" hidden.
func (f Face) String() string {
	switch {
	case f.Hidden:
		return "?"
	case f.Up:
		return f.Card.String() + ":u"
	}
	return f.Card.String() + ":d"
}

// MarshalText is String for encoding/json.
func (f Face) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (f *Face) UnmarshalText(text []byte) error {
	if string(text) == "?" {
		*f = Face{Hidden: true}
		return nil
	}
	card, up := strings.CutSuffix(string(text), ":u")
	if !up {
		var down bool
		if card, down = strings.CutSuffix(card, ":d"); !down {
			return errors.New(`a card on the table ends with ":u" or ":d"`)
		}
	}
	c, err := ParseCard(card)
	if err != nil {
		return err
	}
	*f = Face{Card: c, Up: up}
	return nil
}

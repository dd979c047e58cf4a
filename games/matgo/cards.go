package matgo

import (
	"errors"
	"iter"
	"math/bits"
)

// Card is one of the fifty cards, 0 to 49, in the order of their ids: the four of a month are neighbours
// (01k 01p 01q 01t 02p ..), the bonus cards b2 and b3 come last.
type Card uint8

// Cards is the number of cards.
const Cards = 50

// Cards named by a rule.
const (
	// Gukjin (국진) is the card 09y. Its owner counts it as 열 or as two pi.
	Gukjin Card = 35
	// RainBright (비광) is the card 12k.
	RainBright Card = 45
	// BonusDouble is b2, BonusTriple b3: pi of no month.
	BonusDouble Card = 48
	BonusTriple Card = 49
)

// Kind is the kind of a card.
type Kind uint8

// The kinds: 광, 열끗, 띠, 피.
const (
	Kwang Kind = iota
	Yeol
	Tti
	Pi
)

// kindNames has the kinds in the notation and in JSON.
var kindNames = [...]string{"kwang", "yeol", "tti", "pi"}

// String returns "kwang", "yeol", "tti" or "pi".
func (k Kind) String() string { return kindNames[k] }

// MarshalText writes the kind as [Kind.String] does.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// letters are the last characters of a month's four ids, sorted.
var letters = [13]string{
	1: "kpqt", 2: "pqty", 3: "kpqt", 4: "pqty", 5: "pqty", 6: "pqty",
	7: "pqty", 8: "kpqy", 9: "pqty", 10: "pqty", 11: "dkpq", 12: "dkty",
}

// ids, kinds and worths have the facts of the fifty cards.
var ids, kinds, worths = facts()

func facts() (ids [Cards]string, kinds [Cards]Kind, worths [Cards]uint8) {
	for c := range BonusDouble {
		month := c.Month()
		letter := letters[month][c%4]
		ids[c] = string([]byte{'0' + byte(month/10), '0' + byte(month%10), letter})
		switch letter {
		case 'k':
			kinds[c] = Kwang
		case 'y':
			kinds[c] = Yeol
		case 't':
			kinds[c] = Tti
		case 'd':
			kinds[c], worths[c] = Pi, 2
		default:
			kinds[c], worths[c] = Pi, 1
		}
	}
	ids[BonusDouble], kinds[BonusDouble], worths[BonusDouble] = "b2", Pi, 2
	ids[BonusTriple], kinds[BonusTriple], worths[BonusTriple] = "b3", Pi, 3
	return ids, kinds, worths
}

// String returns the card's id, such as "07y", "11d" or "b2".
func (c Card) String() string { return ids[c] }

// Month returns 1 to 12, 0 for a bonus card.
func (c Card) Month() int {
	if c.Bonus() {
		return 0
	}
	return int(c)/4 + 1
}

// Kind returns the card's kind; [Gukjin] is [Yeol] here.
func (c Card) Kind() Kind { return kinds[c] }

// Worth returns the number of pi that the card counts: 1 to 3 for a pi, 0 for others.
func (c Card) Worth() int { return int(worths[c]) }

// Bonus reports whether the card is one of the two bonus cards.
func (c Card) Bonus() bool { return c >= BonusDouble }

// MarshalText writes the id.
func (c Card) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads an id.
func (c *Card) UnmarshalText(text []byte) error {
	card, ok := ParseCard(string(text))
	if !ok {
		return errNoCard
	}
	*c = card
	return nil
}

var errNoCard = errors.New("no card of this id")

// ParseCard reads an id, such as "07y"; ok is false for anything else.
func ParseCard(id string) (c Card, ok bool) {
	if len(id) == 2 && id[0] == 'b' && (id[1] == '2' || id[1] == '3') {
		return BonusDouble + Card(id[1]-'2'), true
	}
	if len(id) != 3 || id[0] < '0' || id[0] > '1' || id[1] < '0' || id[1] > '9' {
		return 0, false
	}
	month := int(id[0]-'0')*10 + int(id[1]-'0')
	if month < 1 || month > 12 {
		return 0, false
	}
	for i := range 4 {
		if letters[month][i] == id[2] {
			return Card(4*(month-1) + i), true
		}
	}
	return 0, false
}

// Set is a set of cards, bit c for card c.
type Set uint64

// Full is all fifty cards.
const Full Set = 1<<Cards - 1

// SetOf returns the set of the given cards.
func SetOf(cards ...Card) Set {
	var s Set
	for _, c := range cards {
		s |= c.Bit()
	}
	return s
}

func (c Card) Bit() Set { return 1 << c }

// MonthSet returns the four cards of a month, none for month 0.
func MonthSet(month int) Set {
	if month == 0 {
		return 0
	}
	return 0xf << (4 * (month - 1))
}

// Has reports whether c is in s.
func (s Set) Has(c Card) bool { return s&c.Bit() != 0 }

// Len returns the number of cards in s.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// Month returns the cards of a month in s.
func (s Set) Month(month int) Set { return s & MonthSet(month) }

// First returns the card with the lowest id; s must not be empty.
func (s Set) First() Card { return Card(bits.TrailingZeros64(uint64(s))) }

// All returns the cards by id.
func (s Set) All() iter.Seq[Card] {
	return func(yield func(Card) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(s.First()) {
				return
			}
		}
	}
}

// Cards lists the cards by id, never nil.
func (s Set) Cards() []Card {
	list := make([]Card, 0, s.Len())
	for c := range s.All() {
		list = append(list, c)
	}
	return list
}

// ofKind has the cards of each kind.
var ofKind = func() (sets [4]Set) {
	for c := range Card(Cards) {
		sets[c.Kind()] |= c.Bit()
	}
	return sets
}()

// Of returns the cards of a kind in s.
func (s Set) Of(k Kind) Set { return s & ofKind[k] }

// ManyPi are the pi that count 2 or 3. worth3 are the pi that count 3.
var ManyPi = SetOf(40, 44, BonusDouble, BonusTriple)

const worth3 = Set(1) << BonusTriple

// bonusCards are b2 and b3.
const bonusCards Set = 3 << BonusDouble

// Worth returns the number of pi that s counts, without [Gukjin].
func (s Set) Worth() int { return s.Of(Pi).Len() + (s & ManyPi).Len() + (s & worth3).Len() }

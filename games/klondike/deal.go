package klondike

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"arcade/games/rng"
)

// Columns is the number of columns in the tableau. Column c of 1..7 is dealt c cards.
const Columns = 7

// dealt is the number of cards dealt to the columns. The other 24 are the stock.
const dealt = 28

// source is xorshift64*, the generator of the deal's contract (Vigna, "An experimental exploration of
// Marsaglia's xorshift generators, scrambled", 2016). It replaces games/rng, so that a seed gives the same
// deal as on other clients.
type source uint64

func newSource(seed uint64) source {
	if seed == 0 {
		seed = 0x9E3779B97F4A7C15 // 0 would stay 0 for ever
	}
	return source(seed)
}

func (s *source) next() uint64 {
	x := uint64(*s)
	x ^= x >> 12
	x ^= x << 25
	x ^= x >> 27
	*s = source(x)
	return x * 0x2545F4914F6CDD1D
}

// draw returns a number below n. Its bias is part of the contract.
func (s *source) draw(n int) int { return int((s.next() >> 1) % uint64(n)) }

// fresh returns the deck of the suits in the given order, each ace to king.
func fresh(order [Suits]Suit) (deck [Cards]Card) {
	for i := range deck {
		deck[i] = CardOf(order[i/Ranks], Rank(i%Ranks))
	}
	return deck
}

// shuffled returns the deck of the suits in the given order, each ace to king, after the contract's
// Fisher–Yates shuffle.
func shuffled(seed uint64, order [Suits]Suit) [Cards]Card {
	deck := fresh(order)
	r := newSource(seed)
	for i := Cards - 1; i > 0; i-- {
		j := r.draw(i + 1)
		deck[i], deck[j] = deck[j], deck[i]
	}
	return deck
}

// Deck returns a seed's deck in the order of dealing: 28 cards to the columns, column by column from the
// bottom up, then the stock from its bottom to its top.
func Deck(seed uint64) [Cards]Card { return shuffled(seed, dealtOrder) }

// dealtOrder is the order of the suits in the deck before the shuffle.
var dealtOrder = [Suits]Suit{Hearts, Diamonds, Clubs, Spades}

// SecretDeck returns the deck of a ranked or daily run, in the order of [Deck]. It uses games/rng, because
// 25 cards reveal the whole state of the contract's generator, and no cards reveal the state of games/rng.
func SecretDeck(seed string) [Cards]Card {
	deck := fresh(dealtOrder)
	rng.Derive(seed, "klondike/deck").Shuffle(Cards, func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	return deck
}

// isSecret reports whether a seed belongs to a ranked or daily run: 128 bits, in hexadecimal
// digits. No typed seed is as long.
func isSecret(seed string) bool {
	return len(seed) == 32 && strings.Trim(seed, "0123456789abcdef") == ""
}

// ParseSeed reads a seed: an unsigned 64-bit number in decimal digits alone.
func ParseSeed(text string) (uint64, error) {
	switch {
	case text == "":
		return 0, errors.New("the seed is missing: want a number from 0 to 18446744073709551615")
	case len(text) > 20:
		return 0, fmt.Errorf("the seed has %d characters: want a number from 0 to 18446744073709551615, at most 20 digits", len(text))
	}
	seed, err := strconv.ParseUint(text, 10, 64)
	if errors.Is(err, strconv.ErrRange) {
		return 0, fmt.Errorf("the seed %s is too large: want a number from 0 to 18446744073709551615", text)
	}
	if err != nil {
		return 0, fmt.Errorf("the seed %q is no number: want decimal digits, 0 to 18446744073709551615", text)
	}
	return seed, nil
}

// ParseDeck reads a whole deck in the order of [Deck], 52 cards separated by commas: "H:A,D:10,…". It
// ignores blanks around a card. It refuses another number of cards, a text that is not a card, and a card
// that appears twice (so that another is missing).
func ParseDeck(line string) (deck [Cards]Card, err error) {
	parts := strings.Split(line, ",")
	if len(parts) != Cards {
		return deck, fmt.Errorf("the deck has %d cards, want %d", len(parts), Cards)
	}
	var at [Cards]int // 1 + the card's position, 0 before it appears
	for i, part := range parts {
		c, err := ParseCard(strings.TrimSpace(part))
		if err != nil {
			return deck, fmt.Errorf("card %d of the deck: %w", i+1, err)
		}
		if at[c] > 0 {
			return deck, fmt.Errorf("the deck has %v twice, as cards %d and %d%s", c, at[c], i+1, missing(parts))
		}
		at[c] = i + 1
		deck[i] = c
	}
	return deck, nil
}

// missing names a card that is absent from a list in which another appears twice.
func missing(parts []string) string {
	var seen [Cards]bool
	for _, p := range parts {
		if c, err := ParseCard(strings.TrimSpace(p)); err == nil {
			seen[c] = true
		}
	}
	for c, ok := range seen {
		if !ok {
			return fmt.Sprintf("; %v is missing", Card(c))
		}
	}
	return ""
}

// DeckText writes a deck in the form that [ParseDeck] reads.
func DeckText(deck [Cards]Card) string {
	var b strings.Builder
	for i, c := range deck {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(c.String())
	}
	return b.String()
}

// DealID names a seed under rules, like the contract's version 1: the hash of the rules, the seed and a
// shuffled deck. That deck differs from the dealt one: it starts with the suits in another order.
func DealID(seed uint64, r Rules) string {
	return dealID(strconv.FormatUint(seed, 10), shuffled(seed, [Suits]Suit{Spades, Hearts, Diamonds, Clubs}), r)
}

// DeckDealID names a deal with its own deck instead of a seed: the same hash with an empty seed and the
// deck in the order of [Deck].
func DeckDealID(deck [Cards]Card, r Rules) string { return dealID("", deck, r) }

func dealID(seed string, deck [Cards]Card, r Rules) string {
	return "DL1_" + hash58(fmt.Sprintf(`{"v":1,"sv":1,"rules":{"draw":%d,"redeals":%d,"recycle":"%s"},"seed":"%s","deck":"%s"}`,
		r.Draw, r.Redeals, r.Recycle, seed, DeckText(deck)))
}

// LayoutID names the layout right after the deal, whatever seed and rules produced it.
func LayoutID(deck [Cards]Card) string { return layoutPrefix + hash58(layoutText(deck)) }

// ReadLayout returns the deck of a layout. text has the form that [LayoutID] hashes; blanks between its
// parts do not count. It refuses anything that is not the layout right after a deal.
func ReadLayout(text string) (deck [Cards]Card, err error) {
	var layout struct {
		Tableau [][]string `json:"tableau"`
		Stock   []string   `json:"stock"`
	}
	if err := json.Unmarshal([]byte(text), &layout); err != nil {
		return deck, fmt.Errorf("layout: %w", err)
	}
	var cards []string
	for _, list := range append(layout.Tableau, layout.Stock) {
		for _, face := range list {
			cards = append(cards, strings.TrimSuffix(strings.TrimSuffix(face, ":u"), ":d"))
		}
	}
	if deck, err = ParseDeck(strings.Join(cards, ",")); err != nil {
		return deck, fmt.Errorf("layout: %w", err)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, []byte(text)); err != nil || compact.String() != layoutText(deck) {
		return deck, errors.New("layout: not as right after a deal")
	}
	return deck, nil
}

func layoutText(deck [Cards]Card) string {
	var b strings.Builder
	b.WriteString(`{"lv":0,"tableau":[`)
	rest := deck[:]
	for c := 1; c <= Columns; c++ {
		if c > 1 {
			b.WriteByte(',')
		}
		b.WriteByte('[')
		for i, card := range rest[:c] {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(`"` + Face{Card: card, Up: i == c-1}.String() + `"`)
		}
		b.WriteByte(']')
		rest = rest[c:]
	}
	b.WriteString(`],"foundation":[[],[],[],[]],"stock":[`)
	for i, card := range rest {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`"` + Face{Card: card}.String() + `"`)
	}
	b.WriteString(`],"waste":[]}`)
	return b.String()
}

func hash58(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base58(sum[:])
}

// base58Digits has the digits of Base58.
const base58Digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

// base58 writes bytes in Bitcoin's Base58: the digits of their number, high ones first, with a 1 for each
// leading zero byte.
func base58(data []byte) string {
	var digits []byte // low ones first
	for n, base, digit := new(big.Int).SetBytes(data), big.NewInt(58), new(big.Int); n.Sign() > 0; {
		n.DivMod(n, base, digit)
		digits = append(digits, base58Digits[digit.Int64()])
	}
	for _, b := range data {
		if b != 0 {
			break
		}
		digits = append(digits, base58Digits[0])
	}
	slices.Reverse(digits)
	return string(digits)
}

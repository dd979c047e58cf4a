package matgo

import (
	"fmt"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/gametest"
)

// cards reads ids with blanks between them.
func cards(t testing.TB, text string) []Card {
	t.Helper()
	var list []Card
	for _, id := range strings.Fields(text) {
		c, ok := ParseCard(id)
		if !ok {
			t.Fatalf("no card %q", id)
		}
		list = append(list, c)
	}
	return list
}

func idsOf(set Set) string {
	var list []string
	for c := range set.All() {
		list = append(list, c.String())
	}
	return strings.Join(list, " ")
}

// table is a position in mid-round: seat 0 is to act, and no seat has its first
// turn. What is named nowhere lies under the stock.
type table struct {
	hand, other string // the hands of seats 0 and 1
	floor       string
	stock       string // next first
	won, lost   string // captured by seats 0 and 1
	change      func(s *State)
}

func (x table) position(t testing.TB) *Position {
	t.Helper()
	s := State{Rules: &Standard, Carry: 1, Gold: [2]int{1_000_000, 1_000_000}, Turns: 3}
	s.opening.by, s.End.GoldBefore = ByOption, s.Gold
	used := Set(0)
	take := func(text string) []Card {
		list := cards(t, text)
		for _, c := range list {
			if used.Has(c) {
				t.Fatalf("%s is there twice", c)
			}
			used |= c.Bit()
		}
		return list
	}
	s.Sides[0] = SeatState{Hand: SetOf(take(x.hand)...), Won: SetOf(take(x.won)...), Turns: 2}
	s.Sides[1] = SeatState{Hand: SetOf(take(x.other)...), Won: SetOf(take(x.lost)...), Turns: 1}
	s.Floor = SetOf(take(x.floor)...)
	stock := take(x.stock)
	for c := range (Full &^ used).All() {
		stock = append(stock, c)
	}
	s.Next = Cards - len(stock)
	copy(s.Deck[s.Next:], stock)
	if x.change != nil {
		x.change(&s)
	}
	if wrong := check(&s); wrong != "" {
		t.Fatal(wrong)
	}
	return &Position{State: s, known: [2]Points{s.Points(0), s.Points(1)}}
}

// do plays actions, each with its seat as in "0 play 01k", and gives the events.
func do(t testing.TB, p *Position, actions ...string) []games.Event {
	t.Helper()
	var events []games.Event
	for _, a := range actions {
		if seat := int(a[0] - '0'); p.ToAct() != games.Seat(seat) {
			t.Fatalf("before %q seat %d is to act; legal %v", a, p.ToAct(), p.Legal())
		}
		e := gametest.Play(t, p, games.Action(a[2:]))
		if wrong := check(&p.State); wrong != "" {
			t.Fatalf("after %q: %s", a, wrong)
		}
		events = append(events, e...)
	}
	return events
}

// kinds are the kinds of events with blanks between them.
func kindsOf(events []games.Event) string {
	var list []string
	for _, e := range events {
		list = append(list, e.Fact.Kind())
	}
	return strings.Join(list, " ")
}

// find gives the first event of a kind.
func find[F games.Fact](events []games.Event) (f F) {
	for _, e := range events {
		if f, ok := e.Fact.(F); ok {
			return f
		}
	}
	return f
}

func legal(p *Position) string {
	var list []string
	for _, a := range p.Legal() {
		list = append(list, string(a))
	}
	return strings.Join(list, ", ")
}

// deckOf is a deck that begins with the given cards of each place; the rest of a
// place is filled so that no month comes there a third time.
func deckOf(t testing.TB, hand0, hand1, floor, stock string) *[Cards]Card {
	t.Helper()
	places := [4][]Card{cards(t, hand0), cards(t, hand1), cards(t, floor), cards(t, stock)}
	used := Set(0)
	for _, list := range places {
		used |= SetOf(list...)
	}
	size := [4]int{10, 10, 8, 22}
	const noBonus = Full &^ (3 << BonusDouble)
	for i := range 3 {
		for c := range (noBonus &^ used).All() {
			if len(places[i]) == size[i] {
				break
			}
			if SetOf(places[i]...).Month(c.Month()).Len() < 2 {
				places[i] = append(places[i], c)
				used |= c.Bit()
			}
		}
	}
	for c := range (Full &^ used).All() {
		places[3] = append(places[3], c)
	}
	var deck [Cards]Card
	n := 0
	for i, list := range places {
		if len(list) != size[i] {
			t.Fatalf("%d cards in place %d, want %d", len(list), i, size[i])
		}
		n += copy(deck[n:], list)
	}
	return &deck
}

// start begins a round through the game, options being a JSON object without its
// braces and deck.
func start(t testing.TB, deck *[Cards]Card, options string) *Position {
	t.Helper()
	raw := "{" + options
	if deck != nil {
		if options != "" {
			raw += ","
		}
		raw += `"deck":` + gametest.JSON(t, deck[:])
	}
	p := gametest.Start(t, Game{}, "s", raw+"}").(*Position)
	if wrong := check(&p.State); wrong != "" {
		t.Fatal(wrong)
	}
	return p
}

func equal(t testing.TB, what string, got, want any) {
	t.Helper()
	if g, w := fmt.Sprint(got), fmt.Sprint(want); g != w {
		t.Errorf("%s\n got %s\nwant %s", what, g, w)
	}
}

package matgo_test

import (
	"fmt"
	"testing"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/games/matgo/matgotest"
	"arcade/games/rng"
)

// Section 2: ten cards each, eight on the floor, the rest in the stock.
func TestDeal(t *testing.T) {
	deck := matgotest.DeckOf(t, "", "", "", "")
	p := start(t, deck, `"first":1,"carry":4,"gold":[7,8]`)
	equal(t, "hand 0", p.Sides[0].Hand, matgo.SetOf(deck[0:10]...))
	equal(t, "hand 1", p.Sides[1].Hand, matgo.SetOf(deck[10:20]...))
	equal(t, "floor", p.Floor, matgo.SetOf(deck[20:28]...))
	equal(t, "stock", p.Deck[p.Next:], deck[28:])
	equal(t, "to act", p.ToAct(), 1)
	equal(t, "carry, gold", fmt.Sprint(p.Carry, p.Gold), "4 [7 8]")
	o := p.View(games.Spectator).(*matgo.View).Opening
	if o.By != matgo.ByOption || o.Months != nil {
		t.Errorf("the first seat by %q, months %v", o.By, o.Months)
	}
}

// Section 2-1: by night the lower first month begins, by day the higher.
func TestFirst(t *testing.T) {
	for _, c := range []struct {
		name         string
		hand0, hand1 string
		hour         int
		first        games.Seat
		by           string
		months       [2]int
	}{
		{"day, higher", "02p 12k", "03p", 12, 1, matgo.ByDay, [2]int{2, 3}},
		{"day, lower", "04p", "03p", 12, 0, matgo.ByDay, [2]int{4, 3}},
		{"night, lower", "02p", "03p", 20, 0, matgo.ByNight, [2]int{2, 3}},
		{"night, higher", "04p", "03p", 20, 1, matgo.ByNight, [2]int{4, 3}},
		{"6 is day", "02p", "03p", 6, 1, matgo.ByDay, [2]int{2, 3}},
		{"17 is day", "02p", "03p", 17, 1, matgo.ByDay, [2]int{2, 3}},
		{"18 is night", "02p", "03p", 18, 0, matgo.ByNight, [2]int{2, 3}},
		{"5 is night", "02p", "03p", 5, 0, matgo.ByNight, [2]int{2, 3}},
		{"0 is night", "02p", "03p", 0, 0, matgo.ByNight, [2]int{2, 3}},
		{"a bonus card has no month", "b2 b3 02p", "03p", 12, 1, matgo.ByDay, [2]int{2, 3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := start(t, matgotest.DeckOf(t, c.hand0, c.hand1, "", ""), fmt.Sprintf(`"hour":%d`, c.hour))
			o := p.View(games.Spectator).(*matgo.View).Opening
			equal(t, "first", p.ToAct(), c.first)
			equal(t, "by, months", fmt.Sprint(o.By, *o.Months, o.Hour), fmt.Sprint(c.by, c.months, c.hour))
		})
	}
}

// Section 2-1: a coin from the seed decides between equal months.
func TestCoin(t *testing.T) {
	deck := matgotest.DeckOf(t, "02p", "02q", "", "")
	var got [2]int
	for n := range 64 {
		o := matgo.DefaultOptions()
		o.Deck = deck
		s := matgo.NewState(&matgo.Document, o, nil, rng.New(fmt.Sprint(n)))
		again := matgo.NewState(&matgo.Document, o, nil, rng.New(fmt.Sprint(n)))
		if s != again {
			t.Fatal("the same seed, another first seat")
		}
		equal(t, "by", s.View(0).Opening.By, matgo.ByCoin)
		got[s.First]++
	}
	if got[0] < 16 || got[1] < 16 {
		t.Errorf("64 coins fell %v", got)
	}
}

// Section 3: bonus cards of the opening.
func TestOpeningBonus(t *testing.T) {
	for _, c := range []struct {
		name                string
		hand0, hand1, floor string
		stock               string
		won0, won1          string
		left                int
		got0, got1, gotDown string // drawn into hand 0, hand 1, the floor
	}{
		{"both in one hand", "b2 b3", "", "", "12y 12t", "b2 b3", "", 20, "12y 12t", "", ""},
		{"one in each", "b3", "b2", "", "12y 12t", "b3", "b2", 20, "12y", "12t", ""},
		{"a drawn bonus is won too", "", "b3", "", "b2 12y 12t", "", "b2 b3", 20, "", "12y", ""},
		{"the floor's go to the first", "", "", "b2 b3", "12y 12t", "", "b2 b3", 20, "", "", "12y 12t"},
		{"one drawn onto the floor too", "", "", "b2", "b3 12y", "", "b2 b3", 20, "", "", "12y"},
		{"hands before the floor", "b2", "", "b3", "12y 12t", "b2", "b3", 20, "12y", "", "12t"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := start(t, matgotest.DeckOf(t, c.hand0, c.hand1, c.floor, c.stock), `"first":1`)
			equal(t, "won 0", idsOf(p.Sides[0].Won), c.won0)
			equal(t, "won 1", idsOf(p.Sides[1].Won), c.won1)
			equal(t, "stock", matgo.Cards-p.Next, c.left)
			for i, n := range []int{p.Sides[0].Hand.Len(), p.Sides[1].Hand.Len(), p.Floor.Len()} {
				equal(t, fmt.Sprint("size ", i), n, []int{10, 10, 8}[i])
			}
			for _, got := range []struct {
				in   matgo.Set
				want string
			}{{p.Sides[0].Hand, c.got0}, {p.Sides[1].Hand, c.got1}, {p.Floor, c.gotDown}} {
				if want := matgo.SetOf(matgotest.ReadCards(t, got.want)...); got.in&want != want {
					t.Errorf("%s lacks some of %s", idsOf(got.in), got.want)
				}
			}
			equal(t, "gold", p.Gold, [2]int{1000000, 1000000})
		})
	}
}

// Section 4-2: four of a month on the floor make the deal void and double the carry.
func TestFloorPresident(t *testing.T) {
	for _, c := range []struct{ name, floor, stock string }{
		{"dealt", "07y 07t 07p 07q", ""},
		{"completed in the place of a bonus card", "07y 07t 07p b2", "07q"},
	} {
		t.Run(c.name, func(t *testing.T) {
			deck := matgotest.DeckOf(t, "", "", c.floor, c.stock)
			p := start(t, deck, `"first":1,"carry":2`)
			equal(t, "carry", p.Carry, 4)
			v := p.View(games.Spectator).(*matgo.View)
			equal(t, "void", v.Opening.Void, []int{7})
			equal(t, "first", p.First, 1)
			if p.Deck == *deck {
				t.Error("the deal was not made again")
			}
			for i := range p.Sides {
				equal(t, "a deal that was void leaves nothing", p.Sides[i].Won&^matgo.SetOf(v.Opening.HandBonus[i]...)&^matgo.SetOf(v.Opening.FloorBonus...), 0)
			}
		})
	}
}

// Refused options, each with an error that names it.

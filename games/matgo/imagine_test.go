package matgo

import (
	"math"
	"testing"

	"arcade/games/rng"
)

// What a view tells is enough to know the round but for what it hides: the state made
// of it is the round's own, once the hidden cards are put in the same order.
func TestStateOfView(t *testing.T) {
	phases := map[Phase]int{}
	for n := range 300 {
		p, r := random(t, n)
		for p.Phase != Over {
			phases[p.Phase]++
			is := StateOf(p.View(p.ToAct()).(*View))
			want := p.State
			want.Hide()
			is.sort()
			want.sort()
			// What nobody on turn needs.
			want.opening, want.End, want.Trace = opening{}, Ending{}, Trace{}
			is.End = Ending{}
			want.Sides[0].Kungs, want.Sides[1].Kungs = is.Sides[0].Kungs, is.Sides[1].Kungs
			if is != want {
				t.Errorf("round %d, %s: sides %v, turn %v, past %v", n, p.Phase, is.Sides == want.Sides, is.Turn == want.Turn, is.Past == want.Past)
				t.Fatalf("\n  is %+v\nwant %+v", is.Turn, want.Turn)
			}
			legal := p.Legal()
			if _, err := p.Apply(legal[r.Intn(len(legal))]); err != nil {
				t.Fatal(err)
			}
		}
	}
	for phase := range Over {
		if phases[phase] < 5 {
			t.Errorf("%s was asked %d times", phase, phases[phase])
		}
	}
}

// sort puts what is hidden from the seat on turn into the order of the cards.
func (s *State) sort() {
	other := &s.Sides[1-s.Seat]
	hidden := SetOf(s.Deck[s.Next:]...) | other.Hand&^other.Shown
	hand := other.Hand & other.Shown
	at := s.Next
	n := other.Hand.Len()
	for c := range hidden.All() {
		if hand.Len() < n {
			hand |= c.Bit()
		} else {
			s.Deck[at] = c
			at++
		}
	}
	other.Hand = hand
	// Cards dealt at first are in hands and on the floor, not in the deck's order.
	clear(s.Deck[:s.Past.Next])
}

// below is close to what math.Exp gives.
func TestBelow(t *testing.T) {
	for x := 0.0; x > -4; x -= 0.1 {
		if y, want := below(x), math.Exp(x); math.Abs(y-want) > 0.01*want {
			t.Errorf("e to the power of %v is %v, want %v", x, y, want)
		}
	}
}

// A world keeps what the seat sees, and deals all that it does not.
func TestImagine(t *testing.T) {
	chance := rng.New("worlds")
	seen := map[Card]int{}
	p, _ := random(t, 3)
	for range 200 {
		s := p.State
		s.Hide()
		s.Determinize(chance)
		if s.Sides[s.Seat] != p.Sides[s.Seat] || s.Floor != p.Floor || s.Sides[1-s.Seat].Hand.Len() != p.Sides[1-s.Seat].Hand.Len() {
			t.Fatalf("another position: %+v", s)
		}
		all := s.Sides[0].Hand | s.Sides[1].Hand | s.Floor | s.Sides[0].Won | s.Sides[1].Won | SetOf(s.Deck[s.Next:]...)
		if all != Full {
			t.Fatalf("cards %v", all.Cards())
		}
		for c := range s.Sides[1-s.Seat].Hand.All() {
			seen[c]++
		}
	}
	for c, n := range seen {
		if n > 120 {
			t.Errorf("%s is in the other's hand %d times of 200", c, n)
		}
	}
}

// The hand that the other has explains what it did better than most others do.
func TestBelief(t *testing.T) {
	var work State
	var buf, moves [32]Move
	r := rng.New("belief")
	ahead, all := 0, 0
	for n := range 40 {
		s := Deal(&Standard, "belief/"+string(rune('a'+n)), DefaultOptions())
		for s.Phase != Over {
			legal := s.Legal(moves[:0])
			if s.Phase == AskPlay && s.Sides[s.Seat].Hand.Len() == 6 {
				x := s
				x.Hide()
				truth := x.belief(&work, &buf)
				for range 20 {
					x.Determinize(r)
					ahead += BoolInt(x.belief(&work, &buf) < truth)
					all++
				}
			}
			i, _ := sensible(&s, legal, r)
			if reason := s.Apply(legal[i]); reason != "" {
				t.Fatal(reason)
			}
		}
	}
	if all < 500 || ahead*4 < all*3 {
		t.Errorf("the true hand is believed more than %d of %d others", ahead, all)
	}
}

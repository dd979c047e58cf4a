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
		for p.phase != Over {
			phases[p.phase]++
			is := stateOf(p.View(p.ToAct()).(*View))
			want := p.State
			want.veil()
			is.sort()
			want.sort()
			// What nobody on turn needs.
			want.opening, want.end, want.trace = opening{}, end{}, trace{}
			is.end = end{}
			want.sides[0].kungs, want.sides[1].kungs = is.sides[0].kungs, is.sides[1].kungs
			if is != want {
				t.Errorf("round %d, %s: sides %v, turn %v, past %v", n, p.phase, is.sides == want.sides, is.turn == want.turn, is.past == want.past)
				t.Fatalf("\n  is %+v\nwant %+v", is.turn, want.turn)
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
	other := &s.sides[1-s.seat]
	hidden := SetOf(s.deck[s.next:]...) | other.hand&^other.shown
	hand := other.hand & other.shown
	at := s.next
	n := other.hand.Len()
	for c := range hidden.All() {
		if hand.Len() < n {
			hand |= c.bit()
		} else {
			s.deck[at] = c
			at++
		}
	}
	other.hand = hand
	// Cards dealt at first are in hands and on the floor, not in the deck's order.
	clear(s.deck[:s.past.next])
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
		s.veil()
		s.imagine(chance)
		if s.sides[s.seat] != p.sides[s.seat] || s.floor != p.floor || s.sides[1-s.seat].hand.Len() != p.sides[1-s.seat].hand.Len() {
			t.Fatalf("another position: %+v", s)
		}
		all := s.sides[0].hand | s.sides[1].hand | s.floor | s.sides[0].won | s.sides[1].won | SetOf(s.deck[s.next:]...)
		if all != Full {
			t.Fatalf("cards %v", all.Cards())
		}
		for c := range s.sides[1-s.seat].hand.All() {
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
		s := dealt(&Standard, "belief/"+string(rune('a'+n)), usual())
		for s.phase != Over {
			legal := s.Legal(moves[:0])
			if s.phase == AskPlay && s.sides[s.seat].hand.Len() == 6 {
				x := s
				x.veil()
				truth := x.belief(&work, &buf)
				for range 20 {
					x.imagine(r)
					ahead += bit(x.belief(&work, &buf) < truth)
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

package matgo_test

import (
	"testing"

	"arcade/games/matgo"
	"arcade/games/matgo/matgotest"
	"arcade/games/rng"
)

// A view determines the round except for the hidden cards: the state made from it equals the round once the
// hidden cards are in the same order.
func TestStateOfView(t *testing.T) {
	phases := map[matgo.Phase]int{}
	for n := range 300 {
		p, r := matgotest.Random(t, n)
		for p.Phase != matgo.Over {
			phases[p.Phase]++
			is := matgo.StateOf(p.View(p.ToAct()).(*matgo.View))
			want := p.State
			want.Hide()
			is, want = sorted(is), sorted(want)
			// The seat on turn does not need these facts.
			want.End, want.Trace = matgo.Ending{}, matgo.Trace{}
			want.ForgetOpening()
			is.End = matgo.Ending{}
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
	for phase := range matgo.Over {
		if phases[phase] < 5 {
			t.Errorf("%s was asked %d times", phase, phases[phase])
		}
	}
}

// sorted returns a state with the cards that are hidden from the seat on turn in the order of the cards.
func sorted(s matgo.State) matgo.State {
	other := &s.Sides[1-s.Seat]
	hidden := matgo.SetOf(s.Deck[s.Next:]...) | other.Hand&^other.Shown
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
	// Cards dealt at the start are in hands and on the floor, not in the deck's order.
	clear(s.Deck[:s.Past.Next])
	return s
}

// A world keeps everything that the seat sees, and deals everything else.
func TestImagine(t *testing.T) {
	chance := rng.New("worlds")
	seen := map[matgo.Card]int{}
	p, _ := matgotest.Random(t, 3)
	for range 200 {
		s := p.State
		s.Hide()
		s.Determinize(chance)
		if s.Sides[s.Seat] != p.Sides[s.Seat] || s.Floor != p.Floor || s.Sides[1-s.Seat].Hand.Len() != p.Sides[1-s.Seat].Hand.Len() {
			t.Fatalf("another position: %+v", s)
		}
		all := s.Sides[0].Hand | s.Sides[1].Hand | s.Floor | s.Sides[0].Won | s.Sides[1].Won | matgo.SetOf(s.Deck[s.Next:]...)
		if all != matgo.Full {
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

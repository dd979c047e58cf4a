package yut

import (
	"math"
	"slices"
	"testing"
)

// carrying is a state at the end of a turn with pieces on some places, a relic and a stick.
func carrying(turn int, relic, stick string, pieces ...Node) *state {
	s := &state{lib: library, turn: turn}
	copy(s.pieces[:], pieces)
	if relic != "" {
		s.relics[0] = held{index: uint8(library.relic(relic))}
		s.taken = 1
	}
	if stick != "" {
		s.sticks[0] = held{index: uint8(library.stick(stick))}
	}
	s.derive()
	return s
}

// inputNames are the names of a position's inputs.
func inputNames(s *state) (list []string) {
	signals, _ := s.describe(nil)
	for _, e := range signals {
		list = append(list, inputName(e.input))
	}
	return list
}

// The inputs say in how many turns an effect of some turns is due, and where special nodes are.
func TestDescribe(t *testing.T) {
	s := carrying(4, "rice-cake", "echo", O5)
	s.kinds[O10-1], s.kinds[A1] = Stick, Refresh
	for turn, want := range map[int][]string{4: {"relic/rice-cake/0", "stick/echo/0"}, 5: {"relic/rice-cake/4", "stick/echo/4"}, 7: {"relic/rice-cake/2", "stick/echo/2"}} {
		s.turn = turn
		got := inputNames(s)
		for _, name := range append(want, "relic/rice-cake", "stick/echo", "stick/O9", "refresh/A1", "place/O5", "place/home") {
			if !slices.Contains(got, name) {
				t.Errorf("after turn %d no %s in %v", turn, name, got)
			}
		}
		if slices.Contains(got, "") {
			t.Errorf("an input without a name in %v", got)
		}
	}
}

// A position at the beginning of a turn has the inputs that the turn before left, whatever its
// effects have brought since.
func TestBefore(t *testing.T) {
	r := newRun(library, "before")
	r.give(uint8(library.relic("carving-knife")))
	for r.turn < 3 {
		last := r.state
		r.play((&planner{w: fitted()}).choose(&r.state, r.hand, nil))
		if r.turn < 3 {
			continue
		}
		if r.offer == 0 {
			t.Fatal("the third turn offers no stick")
		}
		c := r.before()
		if got := inputNames(&c); !slices.Contains(got, "relic/carving-knife/0") || slices.Contains(got, "offer") {
			t.Errorf("%v after turn %d", got, last.turn)
		}
	}
}

// The gain is what the best end of the next token brings, by the chances of plain sticks.
func TestGain(t *testing.T) {
	for _, c := range []struct {
		relic  string
		pieces []Node
		want   float64
	}{
		{"", []Node{O10 - 1, O10 - 2, Finished, Finished}, 0},
		{"corner-stone", []Node{O10 - 1, Finished, Finished, Finished}, throwWorth * 4 / 16},
		{"corner-stone", []Node{O10 - 1, O10 - 2, Finished, Finished}, throwWorth * 10 / 16},
		{"carrying-strap", []Node{O10 - 1, O10 - 2, Finished, Finished}, 4. / 16 / meanSteps},
		{"feast", []Node{O20, O5 + 1, Finished, Finished}, throwWorth},
	} {
		if _, _, gain, _ := carrying(1, c.relic, "", c.pieces...).landings(plainOdds); math.Abs(gain-c.want) > 1e-9 {
			t.Errorf("%s at %v: %v, want %v", c.relic, c.pieces, gain, c.want)
		}
	}
}

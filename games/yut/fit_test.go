package yut

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"testing"
)

// The network of the master has weights for all that can be carried, and comes
// out of its file as it went in.
func TestNetworkFile(t *testing.T) {
	var file networkFile
	if err := json.Unmarshal(masterJSON, &file); err != nil {
		t.Fatal(err)
	}
	for i := range inputs {
		name := inputName(i)
		if name == "" || name == "stick/"+library.Sticks[0].ID {
			continue
		}
		if len(file.In[name]) != hidden {
			t.Errorf("%d weights for %s", len(file.In[name]), name)
		}
	}
	w, err := readNetwork(masterJSON)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(w.file())
	if err != nil || !bytes.Equal(bytes.TrimSpace(masterJSON), raw) {
		t.Errorf("another file comes out: %v", err)
	}
	if _, err := readNetwork([]byte("{")); err == nil {
		t.Error("half a file is read")
	}
}

// Fitting a new network makes it foretell runs better, the same way each time.
func TestFit(t *testing.T) {
	fit := func() []byte {
		raw, err := Fit([]byte("{}"), 3, 600, 3, "fit", func(int, float64, float64, float64) {})
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	raw := fit()
	if again := fit(); !bytes.Equal(raw, again) {
		t.Error("another network from the same seed")
	}
	if blank, fitted := wrong(t, []byte("{}")), wrong(t, raw); fitted > 0.95*blank {
		t.Errorf("mean square error %.2f, %.2f without fitting", fitted, blank)
	}
}

// wrong returns a network's mean square error at the starts of a planner's turns.
func wrong(t *testing.T, raw []byte) float64 {
	w, err := readNetwork(raw)
	if err != nil {
		t.Fatal(err)
	}
	r, p, judge := newRun(library, ""), &planner{w: fitted()}, &planner{w: w, keen: true}
	sum, n := 0.0, 0
	for i := range 100 {
		r.reset(library, strconv.Itoa(i))
		var foretold []float64
		for !r.over() {
			if r.turn > len(foretold) {
				c := r.before()
				judge.look(&c)
				foretold = append(foretold, float64(c.turn)+judge.value(&c))
			}
			r.play(p.choose(&r.state, r.hand, nil))
		}
		for _, v := range foretold {
			sum += (v - float64(r.turn)) * (v - float64(r.turn))
			n++
		}
	}
	return sum / float64(n)
}

// A target mixes the run with the network's predictions on the way. A position before a stray has none.
func TestSettle(t *testing.T) {
	w := new(network)
	w.base[1] = 4 // every position takes four turns more
	l := newLearner(w, "settle")
	*w = network{base: [2]float32{-1, 4}}
	for i, strayed := range []bool{false, false, true, false} {
		l.list = append(l.list, observation{turns: 8, left: float32(i), strayed: strayed})
	}
	l.settle(0, 9, false)
	var left []float32
	for _, o := range l.list {
		left = append(left, o.left)
	}
	third := float32(trust*9+(1-trust)*7) - 2 // the run took 9 turns, foretold were 3 and 4
	if want := []float32{5, third, 6}; len(left) != 3 || math.Abs(float64(left[0]-want[0])) > 1e-4 || math.Abs(float64(left[1]-want[1])) > 1e-4 || left[2] != want[2] {
		t.Errorf("%v turns are left, want %v", left, want)
	}
}

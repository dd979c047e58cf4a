package yut

import (
	_ "embed" // value.json
	"encoding/json"
	"fmt"
	"math"
	"sync"
)

// The value of a position at the start of a turn, in turns, is the plain game's value, corrected for
// carried sticks and relics, for special nodes and for the pieces' places by a small network: value = turns
// · (1 + a) + b, with one hidden layer of rectified units. Its weights are fitted to the real numbers of
// turns of runs by the policy that uses it: see [Fit].

// The inputs besides the counts of pieces by place, of relics and of sticks.
const (
	inTurns   = iota // the plain game's turns, in tens
	inPace           // gain of a throw over plain sticks
	inOffers         // chance that the next token offers a stick
	inRefresh        // chance that it deals the special nodes anew
	inStacks         // number of stacks left
	inReward         // whether relics are offered
	inOffer          // number of sticks offered
	inPlaces         // by place, the number of pieces there
)

// inputs is the greatest number of inputs: relics and sticks follow the places.
const (
	inRelics = inPlaces + places
	inSticks = inRelics + maxEntries
	inputs   = inSticks + maxEntries
	hidden   = 32
)

// signal is a nonzero input.
type signal struct {
	input int
	value float32
}

// maxSignals limits the signals of a position.
const maxSignals = inPlaces + Pieces + maxRelics + Slots

// describe lists a position's inputs, and returns the plain game's turns. pace is s.pace(), which most of a
// search shares.
func (s *state) describe(list []signal, pace float64) ([]signal, float64) {
	turns := float64(plainTurns()[standing(s.pieces)])
	offer, refresh, stacks := s.landings()
	for i, v := range [...]float64{inTurns: turns / 10, inPace: pace, inOffers: offer, inRefresh: refresh, inStacks: float64(stacks) / Pieces, inReward: one(s.finishers > 0), inOffer: float64(s.offers)} {
		if v != 0 {
			list = append(list, signal{i, float32(v)})
		}
	}
	for _, n := range s.pieces {
		list = append(list, signal{inPlaces + int(n), 1})
	}
	for i := range s.taken {
		list = append(list, signal{inRelics + int(s.relics[i].index), 1})
	}
	for _, h := range s.sticks {
		if h.index > 0 {
			list = append(list, signal{inSticks + int(h.index), 1})
		}
	}
	return list, turns
}

func one(ok bool) float64 {
	if ok {
		return 1
	}
	return 0
}

// plainPromise is the promise of plain sticks; see promise.
var plainPromise = sync.OnceValue(func() float64 {
	s := state{lib: library}
	s.derive()
	return s.promise()
})

// pace returns the speed gain of the carried sticks and relics over plain sticks.
func (s *state) pace() float64 { return s.promise()/plainPromise() - 1 }

// landings returns the chances that some piece can end the next token on a node that offers a stick, or
// deals the nodes anew, and the number of stacks, including the pieces at home.
func (s *state) landings() (offer, refresh float64, stacks int) {
	for i, n := range s.pieces {
		if n != Finished && (n == Home || !seen(s.pieces[:i], n)) {
			stacks++
		}
	}
	for t := Do; t <= Mo; t++ {
		var found [Refresh + 1]bool
		for i, n := range s.pieces {
			if n == Finished || seen(s.pieces[:i], n) {
				continue
			}
			found[s.kinds[landing(n, 0, t.Steps())]] = true
			found[s.kinds[landing(n, 1, t.Steps())]] = true
		}
		if found[Stick] {
			offer += plainOdds[t-1]
		}
		if found[Refresh] {
			refresh += plainOdds[t-1]
		}
	}
	return offer, refresh, stacks
}

// seen reports whether list contains n.
func seen(list []Node, n Node) bool {
	for _, o := range list {
		if o == n {
			return true
		}
	}
	return false
}

// network has the weights of a value function.
type network struct {
	in   [inputs][hidden]float32
	bias [hidden]float32
	out  [2][hidden]float32 // a and b
	base [2]float32
}

// of returns the value for a position's inputs. act, if not nil, gets the hidden units.
func (w *network) of(list []signal, turns float64, act *[hidden]float32) float64 {
	h := w.bias
	for ; len(list) >= 4; list = list[4:] { // four rows at once, added in order
		a, b, c, d := &w.in[list[0].input], &w.in[list[1].input], &w.in[list[2].input], &w.in[list[3].input]
		va, vb, vc, vd := list[0].value, list[1].value, list[2].value, list[3].value
		for i := range h {
			h[i] = h[i] + va*a[i] + vb*b[i] + vc*c[i] + vd*d[i]
		}
	}
	for _, s := range list {
		row := &w.in[s.input]
		for i := range h {
			h[i] += s.value * row[i]
		}
	}
	a, b := w.base[0], w.base[1]
	for i, x := range h {
		if x > 0 {
			a += x * w.out[0][i]
			b += x * w.out[1][i]
		} else {
			h[i] = 0
		}
	}
	if act != nil {
		*act = h
	}
	return turns*(1+float64(a)) + float64(b)
}

// turnsLeft returns the number of turns that a position at the start of a turn needs.
func (s *state) turnsLeft(w *network, pace float64) float64 {
	if s.over() {
		return 0
	}
	var room [maxSignals]signal
	list, turns := s.describe(room[:0], pace)
	return w.of(list, turns, nil)
}

//go:embed value.json
var valueJSON []byte

// fitted is the program's network.
var fitted = sync.OnceValue(func() *network {
	w, err := readNetwork(valueJSON)
	if err != nil {
		panic(err)
	}
	return w
})

// networkFile is a stored network: the weights of each input by its name, in thousandths.
type networkFile struct {
	In   map[string][]int `json:"in"`
	Bias []int            `json:"bias"`
	Out  [2][]int         `json:"out"`
	Base [2]int           `json:"base"`
}

// inputName returns an input's name in the file, by the content's own names, so that another order of
// relics or sticks changes nothing; "" for none.
func inputName(i int) string {
	switch {
	case i < inPlaces:
		return [...]string{"turns", "pace", "offers", "refresh", "stacks", "reward", "offer"}[i]
	case i < inRelics:
		return "place/" + Node(i-inPlaces).String()
	case i < inSticks && i-inRelics < len(library.Relics):
		return "relic/" + library.Relics[i-inRelics].ID
	case i >= inSticks && i-inSticks < len(library.Sticks):
		return "stick/" + library.Sticks[i-inSticks].ID
	}
	return ""
}

func readNetwork(raw []byte) (*network, error) {
	var file networkFile
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, fmt.Errorf("yut: the weights of the value: %w", err)
	}
	w := new(network)
	read := func(to *[hidden]float32, from []int) {
		for i := range min(hidden, len(from)) {
			to[i] = float32(from[i]) / 1000
		}
	}
	for i := range w.in {
		read(&w.in[i], file.In[inputName(i)])
	}
	read(&w.bias, file.Bias)
	for i := range w.out {
		read(&w.out[i], file.Out[i])
		w.base[i] = float32(file.Base[i]) / 1000
	}
	return w, nil
}

// file returns the network in its stored form.
func (w *network) file() networkFile {
	list := func(from *[hidden]float32) (out []int) {
		for _, x := range from {
			out = append(out, int(math.Round(float64(x)*1000)))
		}
		return out
	}
	file := networkFile{In: map[string][]int{}, Bias: list(&w.bias), Out: [2][]int{list(&w.out[0]), list(&w.out[1])}}
	for i := range w.in {
		if name := inputName(i); name != "" {
			file.In[name] = list(&w.in[i])
		}
	}
	for i, x := range w.base {
		file.Base[i] = int(math.Round(float64(x) * 1000))
	}
	return file
}

package yut

import (
	_ "embed" // the weights
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"
)

// The value of a position at the start of a turn, in turns, is the plain game's value, corrected for
// carried sticks and relics, for special nodes and for the pieces' places by a small network: value = turns
// · (1 + a) + b, with one hidden layer of rectified units. Products in sums are converted, here and in the
// policies, so that no processor fuses them and all choose alike. Its weights are fitted to the real numbers of
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
	inGain           // expected gain by effects where the next token ends
	inPlaces         // by place, the number of pieces there
)

// inputs is the greatest number of inputs: relics and sticks follow the places.
const (
	inRelics = inPlaces + places
	inSticks = inRelics + maxEntries
	inKinds  = inSticks + maxEntries // by kind and place of special nodes
	inDue    = inKinds + 2*places    // by relic, then stick: turns until its effect is due
	inputs   = inDue + 2*maxEntries*maxDue
	hidden   = 32
	maxDue   = 5 // so many turns and more count as one less
)

// signal is a nonzero input.
type signal struct {
	input int
	value float32
}

// maxSignals limits the signals of a position.
const maxSignals = inPlaces + Pieces + specialNodes + 2*(maxRelics+Slots)

// describe lists a position's inputs, and gives the plain game's turns.
func (s *state) describe(list []signal) ([]signal, float64) {
	return s.describePieces(s.describeKept(list, s.pace()), 0, s.odds())
}

// describeMeasured lists the inputs of the planner among the bots, in the order in which it was
// measured: another order rounds otherwise.
func (s *state) describeMeasured(list []signal, pace float64) ([]signal, float64) {
	list, turns := s.describePieces(list, pace, plainOdds)
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

// describeKept lists the inputs that moves do not change.
func (s *state) describeKept(list []signal, pace float64) []signal {
	list = append(list, signal{inPace, float32(pace)})
	for n, kind := range s.kinds {
		if kind != Normal {
			list = append(list, signal{inKinds + places*int(kind-Stick) + n, 1})
		}
	}
	for i := range s.carried() {
		h, rules, stick := s.holder(i)
		in, due := inRelics, inDue
		if stick {
			in, due = inSticks, inDue+maxEntries*maxDue
		}
		if stick && h.index == 0 {
			continue
		}
		list = append(list, signal{in + int(h.index), 1})
		if every := rules.every(); every > 0 {
			wait := (every - (s.turn+1)%every) % every
			list = append(list, signal{due + maxDue*int(h.index) + min(wait, maxDue-1), 1})
		}
	}
	return list
}

// every is after how many turns an effect acts again that acts when turns begin; 0 without one.
func (r *rules) every() int {
	for _, e := range r.list[:r.n] {
		if e.when == OnTurn {
			return e.every
		}
	}
	return 0
}

// describePieces lists the inputs that moves change, and gives the plain game's turns. odds are
// of the next throw; a pace of 0 is left out.
func (s *state) describePieces(list []signal, pace float64, odds Odds) ([]signal, float64) {
	turns := float64(plainTurns()[standing(s.pieces)])
	offer, refresh, gain, stacks := s.landings(odds)
	for i, v := range [...]float64{inTurns: turns / 10, inPace: pace, inOffers: offer, inRefresh: refresh, inStacks: float64(stacks) / Pieces, inReward: one(s.finishers > 0), inOffer: float64(s.offers), inGain: gain} {
		if v != 0 {
			list = append(list, signal{i, float32(v)})
		}
	}
	for _, n := range s.pieces {
		list = append(list, signal{inPlaces + int(n), 1})
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

// landings are the chances that some piece can end the next token on a node that offers a
// stick, or deals the nodes anew, what effects bring at most where it ends, and how many
// stacks there are, the pieces at home included.
func (s *state) landings(odds Odds) (offer, refresh, gain float64, stacks int) {
	var stack [Pieces]int // the first piece of each
	for i, n := range s.pieces {
		if n != Finished && (n == Home || !seen(s.pieces[:i], n)) {
			stacks++
		}
	}
	distinct := 0
	for i, n := range s.pieces {
		if n != Finished && !seen(s.pieces[:i], n) {
			stack[distinct] = i
			distinct++
		}
	}
	var room [2 * (Slots + maxRelics)]*rule
	rules := s.endings(room[:0])
	for t := Do; t <= Mo; t++ {
		var found [Refresh + 1]bool
		most := 0.0
		for _, i := range stack[:distinct] {
			n := s.pieces[i]
			for way := range 2 {
				if way == 1 && fork[n][0] == Home {
					break
				}
				to := landing(n, way, t.Steps())
				found[s.kinds[to]] = true
				if len(rules) > 0 {
					most = max(most, s.gainOf(rules, t, n, to))
				}
			}
		}
		if found[Stick] {
			offer += odds[t-1]
		}
		if found[Refresh] {
			refresh += odds[t-1]
		}
		gain += float64(odds[t-1] * most)
	}
	return offer, refresh, gain, stacks
}

// endings lists the effects that act where a move ends.
func (s *state) endings(list []*rule) []*rule {
	if s.when&(1<<OnLand|1<<OnFinish) == 0 {
		return list
	}
	for i := range s.carried() {
		_, rules, _ := s.holder(i)
		for j := range rules.n {
			if r := &rules.list[j]; r.when == OnLand || r.when == OnFinish {
				list = append(list, r)
			}
		}
	}
	return list
}

// gainOf is what effects bring, in tokens, where a move ends at the beginning of a turn.
func (s *state) gainOf(rules []*rule, t Token, from, to Node) (gain float64) {
	m := moment{when: OnLand, token: t, from: from, at: to, kind: s.kinds[to], merged: s.count(to) > 0, pieces: s.movers(from)}
	if to == Finished {
		m = moment{when: OnFinish, token: t, from: from, pieces: m.pieces}
	}
	for _, r := range rules {
		if r.holds(&m, 3, 0) {
			gain += r.worth()
		}
	}
	return gain
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

// before is the state at the beginning of a turn as the turn before left it.
func (s *state) before() state {
	c := *s
	c.turn--
	c.offers, c.offer = 0, 0
	return c
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
	w.add(&h, list)
	return w.value(&h, turns, act)
}

// add adds the rows of inputs to the hidden units.
func (w *network) add(h *[hidden]float32, list []signal) {
	for ; len(list) >= 4; list = list[4:] { // four rows at once, added in order
		a, b, c, d := &w.in[list[0].input], &w.in[list[1].input], &w.in[list[2].input], &w.in[list[3].input]
		va, vb, vc, vd := list[0].value, list[1].value, list[2].value, list[3].value
		for i := range h {
			h[i] = h[i] + float32(va*a[i]) + float32(vb*b[i]) + float32(vc*c[i]) + float32(vd*d[i])
		}
	}
	for _, s := range list {
		row := &w.in[s.input]
		for i := range h {
			h[i] += float32(s.value * row[i])
		}
	}
}

// value is the output for the sums of the hidden units. act, where there is one, gets the units.
func (w *network) value(h *[hidden]float32, turns float64, act *[hidden]float32) float64 {
	a, b := w.base[0], w.base[1]
	for i, x := range h {
		if x > 0 {
			a += float32(x * w.out[0][i])
			b += float32(x * w.out[1][i])
		} else {
			h[i] = 0
		}
	}
	if act != nil {
		*act = *h
	}
	return float64(turns*(1+float64(a))) + float64(b)
}

//go:embed value.json
var valueJSON []byte

//go:embed master.json
var masterJSON []byte

// fitted is the network of the planner among the bots, mastered the one by which a master plays.
var (
	fitted   = sync.OnceValue(func() *network { return mustRead(valueJSON) })
	mastered = sync.OnceValue(func() *network { return mustRead(masterJSON) })
)

func mustRead(raw []byte) *network {
	w, err := readNetwork(raw)
	if err != nil {
		panic(err)
	}
	return w
}

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
		return [...]string{"turns", "pace", "offers", "refresh", "stacks", "reward", "offer", "gain"}[i]
	case i < inRelics:
		return "place/" + Node(i-inPlaces).String()
	case i < inSticks && i-inRelics < len(library.Relics):
		return "relic/" + library.Relics[i-inRelics].ID
	case i >= inSticks && i-inSticks < len(library.Sticks):
		return "stick/" + library.Sticks[i-inSticks].ID
	case i >= inDue:
		return dueName((i-inDue)/maxDue, (i-inDue)%maxDue)
	case i >= inKinds:
		kind, n := Stick+Kind((i-inKinds)/places), Node((i-inKinds)%places)
		if slices.Contains(mayBeSpecial, n) {
			return kind.String() + "/" + n.String()
		}
	}
	return ""
}

// dueName names the input of an effect that is due in so many turns: relics before sticks.
func dueName(i, wait int) string {
	of := func(kind, id string, r *rules) string {
		if wait >= r.every() {
			return ""
		}
		return kind + "/" + id + "/" + strconv.Itoa(wait)
	}
	if i < len(library.Relics) {
		return of("relic", library.Relics[i].ID, &library.relicRules[i])
	}
	if i -= maxEntries; i >= 0 && i < len(library.Sticks) {
		return of("stick", library.Sticks[i].ID, &library.stickRules[i])
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

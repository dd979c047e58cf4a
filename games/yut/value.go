package yut

import (
	_ "embed" // value.json
	"encoding/json"
	"fmt"
	"sync"
)

// The value of a position at the beginning of a turn is the plain game's, corrected for
// relics, sticks and special nodes by a linear function. Its weights are fitted to what runs
// by the policy that uses them really took, again and again: see [Fit].

// The features of a position, of which each is in turns of the plain game but for the last.
const (
	featTurns    = iota // the plain game's turns
	featSpeed           // times by how much more a throw brings
	featSpeed2          // times the square of it
	featOffers          // times the chance that the next token offers a stick
	featRefresh         // times the chance that it deals the special nodes anew
	featStacks          // times the stacks that are left but one
	featCurve           // times the plain game's turns again
	featReward          // times whether relics are offered
	featOffer           // times how many sticks are
	featOne             // 1
	featHomes           // how many pieces are at home
	featRewarded        // whether relics are offered
	featRelics          // times whether a relic is carried, by relic
)

// Behind the relics are the relics times the pieces at home, times the stacks, and the sticks.
const (
	featRelicHomes  = featRelics + maxEntries
	featRelicStacks = featRelicHomes + maxEntries
	featSticks      = featRelicStacks + maxEntries
	maxFeatures     = featSticks + maxEntries
)

type features [maxFeatures]float64

// plainPromise is what a throw of plain sticks brings, see promise.
var plainPromise = sync.OnceValue(func() float64 {
	s := state{lib: library}
	s.derive()
	return s.promise()
})

// pace is how fast what is carried makes a run: the gain over plain sticks.
func (s *state) pace() float64 { return s.promise()/plainPromise() - 1 }

// describe fills in a position's features. pace is s.pace(), which most of a search shares.
func (s *state) describe(f *features, pace float64) {
	*f = features{}
	turns := float64(plainTurns()[standing(s.pieces)])
	offer, refresh, stacks := s.landings()
	f[featTurns] = turns
	f[featSpeed] = turns * pace
	f[featSpeed2] = turns * pace * pace
	f[featOffers] = turns * offer
	f[featRefresh] = turns * refresh
	f[featStacks] = turns * float64(max(0, stacks-1))
	f[featCurve] = turns * turns
	f[featOffer] = turns * float64(s.offers)
	f[featOne] = 1
	homes := float64(s.count(Home))
	f[featHomes] = homes
	if s.finishers > 0 {
		f[featReward], f[featRewarded] = turns, 1
	}
	for i := range s.taken {
		index := int(s.relics[i].index)
		f[featRelics+index] = turns
		f[featRelicHomes+index] = homes
		f[featRelicStacks+index] = float64(stacks)
	}
	for _, h := range s.sticks {
		if h.index > 0 {
			f[featSticks+int(h.index)] += turns
		}
	}
}

// landings are the chances that some piece can end the next token on a node that offers a
// stick, or deals the nodes anew, and how many stacks there are with those at home.
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

// seen reports whether a place is among some.
func seen(list []Node, n Node) bool {
	for _, o := range list {
		if o == n {
			return true
		}
	}
	return false
}

//go:embed value.json
var valueJSON []byte

// fitted are the weights of the features.
var fitted = sync.OnceValue(func() *features {
	w, err := readWeights(valueJSON)
	if err != nil {
		panic(err)
	}
	return w
})

// common are the names of the features that are none of a relic or a stick.
var common = []string{featTurns: "turns", featSpeed: "speed", featSpeed2: "speed2", featOffers: "offers", featRefresh: "refresh", featStacks: "stacks",
	featCurve: "curve", featReward: "reward", featOffer: "offer", featOne: "one", featHomes: "homes", featRewarded: "rewarded"}

// name is a feature's name in the file, by the content's own names, so that another order of
// relics or sticks changes nothing; "" for none.
func featureName(i int) string {
	at := (i - featRelics) % maxEntries
	switch {
	case i < featRelics:
		return common[i]
	case i >= featSticks && at < len(library.Sticks):
		return "stick/" + library.Sticks[at].ID
	case i < featSticks && at < len(library.Relics):
		return [...]string{"relic/", "relic/homes/", "relic/stacks/"}[(i-featRelics)/maxEntries] + library.Relics[at].ID
	}
	return ""
}

func readWeights(raw []byte) (*features, error) {
	var file map[string]float64
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, fmt.Errorf("yut: the weights of the value: %w", err)
	}
	f := new(features)
	for i := range f {
		f[i] = file[featureName(i)]
	}
	return f, nil
}

// file is the weights as they are kept.
func (f *features) file() map[string]float64 {
	file := map[string]float64{}
	for i, w := range f {
		if name := featureName(i); name != "" {
			file[name] = w
		}
	}
	return file
}

// turnsLeft is how many turns a position at the beginning of a turn needs, as the weights have it.
func (s *state) turnsLeft(w *features, pace float64) float64 {
	if s.over() {
		return 0
	}
	var f features
	s.describe(&f, pace)
	v := 0.0
	for i, x := range f {
		if x != 0 {
			v += w[i] * x
		}
	}
	return v
}

package nim

import (
	"arcade/games"
	"arcade/games/rng"
)

// random takes any number of sticks.
type random struct{}

func (random) Name() string { return "random" }

// Choose expects a [View]. It returns "" for any other value, and for a view without a legal action.
func (random) Choose(view any, r *rng.Source) games.Action {
	v, ok := view.(View)
	if !ok {
		return ""
	}
	list := (&position{heaps: v.Heaps}).Legal()
	if len(list) == 0 {
		return ""
	}
	return list[r.Intn(len(list))]
}

// nimble leaves heaps whose sum without carries is 0 if it can, which wins. Otherwise it takes one stick.
type nimble struct{}

func (nimble) Name() string { return "nimble" }

// Choose expects the same as random's.
func (nimble) Choose(view any, r *rng.Source) games.Action {
	v, ok := view.(View)
	if !ok {
		return ""
	}
	sum := 0
	for _, sticks := range v.Heaps {
		sum ^= sticks
	}
	for heap, sticks := range v.Heaps {
		if left := sticks ^ sum; left < sticks {
			return Take{heap, sticks - left}.Action()
		}
	}
	for heap, sticks := range v.Heaps {
		if sticks > 0 {
			return Take{heap, 1}.Action()
		}
	}
	return ""
}

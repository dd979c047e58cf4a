package nim

import (
	"fmt"

	"arcade/games"
)

// Take is an action: N sticks of a heap, counted from 0.
type Take struct{ Heap, N int }

// Action returns the take as text: the heap's letter and the number of sticks, "a3".
func (t Take) Action() games.Action {
	return games.Action(fmt.Sprintf("%c%d", 'a'+t.Heap, t.N))
}

// ParseTake reads an action. It does not check that the heap has as many sticks.
func ParseTake(a games.Action) (Take, bool) {
	if len(a) != 2 {
		return Take{}, false
	}
	t := Take{Heap: int(a[0]) - 'a', N: int(a[1]) - '0'}
	return t, t.Heap >= 0 && t.Heap < Heaps && t.N >= 1 && t.N <= Most
}

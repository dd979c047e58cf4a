package nim

import (
	"strings"

	nim "arcade/examples/nim/engine"
	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/play"
)

// speech describes Nim in words.
var speech = play.Speech{
	Board: func(a *app.App, s *play.Scene) (rows []string) {
		for heap := range nim.Heaps {
			rows = append(rows, spokenHeap(a, s, letter(heap)))
		}
		return rows
	},
	Row: spokenHeap, Choice: spokenTake,
	Read: func(a *app.App, s *play.Scene, typed string) games.Action {
		for _, act := range s.Legal {
			if strings.EqualFold(spokenTake(a, s, act), typed) {
				return act
			}
		}
		return ""
	},
	Event: func(a *app.App, s *play.Scene, ply int) []string {
		p := s.Plies[ply]
		for _, e := range p.Events {
			if f, ok := e.Fact.(nim.EventTake); ok {
				return []string{a.T("nim.said.took", "p", play.SpokenSeat(a, s, p.Seat), "n", f.N, "heap", letter(f.Heap), "left", f.Left)}
			}
		}
		return nil
	},
	Score: func(a *app.App, s *play.Scene) []string {
		sum := 0
		for _, sticks := range heapsOf(s) {
			sum += sticks
		}
		return []string{a.T("nim.said.left", "n", sum)}
	},
}

// spokenHeap returns a heap in words, such as "heap a: 3 sticks".
func spokenHeap(a *app.App, s *play.Scene, name string) string {
	for heap, sticks := range heapsOf(s) {
		if letter(heap) == name {
			return a.T("nim.said.heap", "heap", name, "n", sticks)
		}
	}
	return ""
}

// spokenTake returns an action in words, such as "2 from heap b".
func spokenTake(a *app.App, _ *play.Scene, act games.Action) string {
	take, ok := nim.ParseTake(act)
	if !ok {
		return ""
	}
	return a.T("nim.said.take", "n", take.N, "heap", letter(take.Heap))
}

package yut

import (
	"arcade/games/yut"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/yut/board"
)

// board returns the visible board: during the last move's animation the one before, with pieces on their
// way.
func (v *gameView) board(a *app.App, s *play.Scene, view yut.View) (b board.Scene) {
	from, path, pieces, _ := lastWalk(s)
	if before, ok := s.Before.(yut.View); ok && len(path) > 0 && s.MotionLeft(a, v) > 0 {
		b.Take(before)
		at := path[min(int(s.SinceMove()/a.Paced(nodePace)), len(path)-1)]
		if from == yut.Home {
			b.Home -= pieces
		} else {
			b.Stacks[from] -= pieces
		}
		if at == yut.Finished {
			b.Finished += pieces
		} else {
			b.Stacks[at] += pieces
		}
		return b
	}
	b.Take(view)
	if before, ok := s.Before.(yut.View); ok && v.freshNodes(a, s) {
		for _, n := range append(before.Special[:len(before.Special):len(before.Special)], view.Special...) {
			b.Fresh[n.Node] = true
		}
	}
	if view.Ask != yut.AskMove || s.You < 0 || s.Result != nil || s.Replay {
		return b
	}
	if m, ok := v.focused(view); ok {
		b.Origin, b.Chosen = m.From, true
		b.Targets = map[yut.Node]board.Target{}
		ways := v.ways(view)
		for i, w := range ways {
			t := board.Target{Letter: string(rune('a' + i)), Focus: w.Action == m.Action}
			if len(ways) > 1 {
				b.Targets[w.First] = t
			}
			if _, both := b.Targets[w.To]; !both || t.Focus {
				b.Targets[w.To] = t
			}
		}
	}
	return b
}

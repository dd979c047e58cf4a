package yut

import (
	"arcade/games/yut"
	"arcade/sessions/app"
	"arcade/sessions/play"
)

// board is what is to be seen of a position now: the one before, with pieces on
// their way, while the last move is shown.
func (v *gameView) board(a *app.App, s *play.Scene, view yut.View) (b scene) {
	from, path, pieces, _ := lastWalk(s)
	if before, ok := s.Before.(yut.View); ok && len(path) > 0 && s.Unrest(a, v) > 0 {
		b.take(before)
		at := path[min(int(s.SinceMove()/a.Paced(nodePace)), len(path)-1)]
		if from == yut.Home {
			b.home -= pieces
		} else {
			b.stacks[from] -= pieces
		}
		if at == yut.Finished {
			b.finished += pieces
		} else {
			b.stacks[at] += pieces
		}
		return b
	}
	b.take(view)
	if before, ok := s.Before.(yut.View); ok && v.freshNodes(a, s) {
		for _, n := range append(before.Special[:len(before.Special):len(before.Special)], view.Special...) {
			b.fresh[n.Node] = true
		}
	}
	if view.Ask != yut.AskMove || s.You < 0 || s.Result != nil || s.Replay {
		return b
	}
	if m, ok := v.focused(view); ok {
		b.origin, b.chosen = m.From, true
		b.targets = map[yut.Node]target{}
		ways := v.ways(view)
		for i, w := range ways {
			t := target{string(rune('a' + i)), w.Action == m.Action}
			if len(ways) > 1 {
				b.targets[w.First] = t
			}
			if _, both := b.targets[w.To]; !both || t.focus {
				b.targets[w.To] = t
			}
		}
	}
	return b
}

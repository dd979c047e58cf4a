package stones

import (
	"fmt"

	"arcade/games"
	"arcade/games/stones"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/words"
)

func init() {
	Game.Puzzle = play.Puzzle{
		Below: true,
		Ask: func(lang words.Lang, z games.Puzzle) (title, more string) {
			return words.T(lang, "st.puzzle.ask"), words.T(lang, "st.puzzle.more")
		},
		Worth: func(lang words.Lang, _ games.Puzzle, o games.Option) string {
			return words.T(lang, "st.puzzle.worth", "n", fmt.Sprintf("%.2f", o.Points))
		},
		Why: why,
	}
}

// why returns the chance that the answer ends epic or better, and the chance of the next best.
func why(a *app.App, s *play.Scene, step games.PuzzleStep) string {
	view, ok := s.View.(stones.View)
	second, more := step.Second()
	if !ok || !more {
		return ""
	}
	part := func(act games.Action) (n int) {
		for _, o := range stones.BestPlay(view.Mode).Outlooks(stones.State{Cell: view.Cell, Left: view.Left, Used: view.Used}) {
			if o.Choice.Action() == act {
				n = int(100*o.Final.AtLeast(stones.Epic) + 0.5)
			}
		}
		return n
	}
	return a.T("st.why", "a", actText(a, step.Action), "n", part(step.Action), "b", actText(a, second.Action), "m", part(second.Action))
}

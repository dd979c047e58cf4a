package said

import (
	"fmt"

	"arcade/games"
	matgobots "arcade/games/matgo/bots"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/words"
)

// Puzzle has the questions of the game's puzzles.
var Puzzle = play.Puzzle{
	Ask: func(lang words.Lang, z games.Puzzle) (title, more string) {
		if z.Goal == matgobots.GoalGoStop {
			return words.T(lang, "mg.puzzle.call"), words.T(lang, "mg.puzzle.more")
		}
		return words.T(lang, "mg.puzzle.card"), words.T(lang, "mg.puzzle.more")
	},
	Worth: func(lang words.Lang, _ games.Puzzle, o games.Option) string {
		if o.SE > 0 {
			return words.T(lang, "mg.puzzle.worth.se", "n", fmt.Sprintf("%+.1f", o.Points), "e", fmt.Sprintf("%.1f", o.SE))
		}
		return words.T(lang, "mg.puzzle.worth", "n", fmt.Sprintf("%+.1f", o.Points))
	},
	Why: func(a *app.App, s *play.Scene, step games.PuzzleStep) string {
		return a.T("mg.why", "m", spokenChoice(a, s, step.Action))
	},
}

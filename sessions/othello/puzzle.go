package othello

import (
	"arcade/games"
	"arcade/games/othello"
	"arcade/sessions/play"
	"arcade/sessions/words"
)

// puzzle is what the game's puzzles ask.
var puzzle = play.Puzzle{
	Beside: true,
	Ask: func(lang words.Lang, z games.Puzzle) (title, more string) {
		side := words.T(lang, []string{"ot.black", "ot.white"}[z.Seat])
		if z.Goal == othello.GoalWin {
			return words.T(lang, "ot.puzzle.win", "c", side), words.T(lang, "ot.puzzle.win.more")
		}
		return words.T(lang, "ot.puzzle.discs", "c", side), words.T(lang, "ot.puzzle.discs.more")
	},
	Worth: func(lang words.Lang, _ games.Puzzle, o games.Option) string {
		switch n := int(o.Points); {
		case n > 0:
			return words.T(lang, "ot.puzzle.wins", "n", n)
		case n < 0:
			return words.T(lang, "ot.puzzle.loses", "n", -n)
		}
		return words.T(lang, "ot.puzzle.draws")
	},
}

package klondike

import (
	"strings"

	"arcade/games"
	"arcade/sessions/play"
	"arcade/sessions/words"
)

func init() {
	Game.Puzzle = play.Puzzle{
		Ask: func(lang words.Lang, _ games.Puzzle) (title, more string) {
			return words.T(lang, "kl.puzzle.ask"), words.T(lang, "kl.puzzle.more")
		},
		Worth: func(lang words.Lang, _ games.Puzzle, o games.Option) string {
			if o.Points > 0 {
				return words.T(lang, "kl.puzzle.won")
			}
			return words.T(lang, "kl.puzzle.lost")
		},
		Option: func(lang words.Lang, o games.Action) string {
			if n, ok := strings.CutPrefix(string(o), "column "); ok {
				return words.T(lang, "kl.puzzle.column", "n", n)
			}
			card := strings.TrimPrefix(string(o), "waste ")
			return words.T(lang, "kl.puzzle.waste", "c", card)
		},
	}
}

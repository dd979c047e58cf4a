package klondike

import (
	"strings"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/words"
)

func init() {
	Game.Puzzle = play.Puzzle{
		Ask: func(lang words.Lang, z games.Puzzle) (title, more string) {
			if z.In > 0 {
				return words.T(lang, "kl.puzzle.in", "n", z.In), words.T(lang, "kl.puzzle.more")
			}
			return words.T(lang, "kl.puzzle.ask"), words.T(lang, "kl.puzzle.more")
		},
		Why: func(a *app.App, _ *play.Scene, step games.PuzzleStep) string {
			return a.T("kl.why", "n", len(step.Options)-1)
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
			c, err := klondike.ParseCard(strings.TrimPrefix(string(o), "waste "))
			if err != nil {
				return string(o)
			}
			return words.T(lang, "kl.puzzle.waste", "c", suitText(c.Suit())+c.Rank().String())
		},
	}
}

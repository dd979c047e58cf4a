package yut

import (
	"fmt"

	"arcade/games"
	"arcade/games/yut"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/words"
)

func init() {
	Game.Puzzle = play.Puzzle{
		Ask: func(lang words.Lang, z games.Puzzle) (title, more string) {
			return words.T(lang, "yt.puzzle.ask"), words.T(lang, "yt.puzzle.more")
		},
		Worth: func(lang words.Lang, _ games.Puzzle, o games.Option) string {
			turns := fmt.Sprintf("%.1f", -o.Points)
			if o.SE > 0 {
				return words.T(lang, "yt.puzzle.worth.se", "n", turns, "e", fmt.Sprintf("%.1f", o.SE))
			}
			return words.T(lang, "yt.puzzle.worth", "n", turns)
		},
		Option: func(lang words.Lang, o games.Action) string { return actText(&app.App{Lang: lang}, o) },
		Why: func(a *app.App, s *play.Scene, step games.PuzzleStep) string {
			view, _ := s.View.(yut.View)
			for _, m := range view.Moves {
				if m.Action == step.Action {
					return a.T("yt.why", "r", tokenName(a, m.Token), "a", spot(a, m.From), "b", spot(a, m.To), "n", m.Pieces)
				}
			}
			return ""
		},
	}
}

// moveText returns a move's throw, its start, and its way at a fork, such as "Do O5 > A1".
func moveText(a *app.App, move []string) string {
	if len(move) < 2 {
		return ""
	}
	text := app.If(move[1] == "home", a.T("yt.home"), move[1])
	for t := yut.Do; t <= yut.Mo; t++ {
		if t.String() == move[0] {
			text = tokenName(a, t) + " " + text
		}
	}
	if len(move) > 2 {
		text += " > " + move[2]
	}
	return text
}

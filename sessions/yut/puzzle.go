package yut

import (
	"fmt"
	"strings"

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
		Option: func(lang words.Lang, o games.Action) string { return moveText(&app.App{Lang: lang}, o) },
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

// moveText is a move's throw and where it begins, such as "Do: O4".
func moveText(a *app.App, act games.Action) string {
	f := strings.Fields(string(act))
	if len(f) < 3 || f[0] != "move" {
		return actText(a, act)
	}
	from := f[2]
	if from == "home" {
		from = a.T("yt.home")
	}
	text := from
	for t := yut.Do; t <= yut.Mo; t++ {
		if t.String() == f[1] {
			text = tokenName(a, t) + " " + from
		}
	}
	if len(f) > 3 {
		text += " > " + strings.Join(f[3:], " ")
	}
	return text
}

package puzzle

import (
	"arcade/lobby"
	"arcade/lobby/puzzles"
	"arcade/sessions/app"
	"arcade/sessions/words"
)

// Players returns the names of the players of the puzzle's match: players who let puzzles name them, and
// bots beside them.
func Players(l *lobby.Lobby, lang words.Lang, sit puzzles.Sitting) (names []string, err error) {
	list, err := l.Puzzles.Players(sit.Record, app.NamedInPuzzles)
	for _, s := range list {
		names = append(names, app.If(s.Bot == "", s.Name, words.T(lang, "bot."+s.Bot)))
	}
	return names, err
}

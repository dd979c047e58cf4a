package sessions

import (
	"arcade/sessions/klondike"
	"arcade/sessions/matgo"
	"arcade/sessions/othello"
	"arcade/sessions/play"
	"arcade/sessions/stones"
	"arcade/sessions/yut"
)

// The games of the arcade: one line a game.
func init() {
	play.Add(
		othello.Game,
		stones.Game,
		stones.Duel,
		matgo.Game,
		klondike.Game,
		yut.Game,
	)
}

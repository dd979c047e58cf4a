package othello

import (
	"testing"

	"arcade/games/othello"
	"arcade/sessions/pages"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
)

func init() {
	screentest.Places = pages.Rooms{}
	play.Add(Game)
}

// The game's screens are the tables and replays of the pages' tests.

func TestWords(t *testing.T) {
	screentest.HoldWords(t, othello.Game{}, othello.BoardFull, othello.BothPass, othello.NoBlack, othello.NoWhite)
}

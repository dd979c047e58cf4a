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

// Its screens are those of the tables and replays that the pages' tests hold.

func TestWords(t *testing.T) {
	screentest.HoldWords(t, othello.Game{}, othello.BoardFull, othello.BothPass, othello.NoBlack, othello.NoWhite)
}

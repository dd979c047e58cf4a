package matgo

import (
	"testing"

	"arcade/games/matgo"
	matgobots "arcade/games/matgo/bots"
	"arcade/sessions/pages"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
)

func init() {
	screentest.Places = pages.Rooms{}
	play.Add(Game)
	screentest.Labels("c", "mg.key.cards")
	screentest.Marks("b", "mg.key.right")
	screentest.Marks("g", "mg.go")
}

// frames has the game's screens.
var frames []screentest.Page

func TestFrames(t *testing.T) { screentest.Hold(t, frames, widenMatgo) }

func TestWords(t *testing.T) {
	screentest.HoldWords(t, matgobots.Game{}, matgo.EndStop, matgo.EndThreePpuk, matgo.EndPresident, matgo.EndEmpty, matgo.NagariTie, matgo.NagariNone, matgo.NagariFailed)
}

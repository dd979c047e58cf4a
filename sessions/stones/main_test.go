package stones

import (
	"testing"

	"arcade/games/stones"
	"arcade/games/stones/duel"
	"arcade/sessions/pages"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
)

func init() {
	screentest.Places = pages.Rooms{}
	screentest.Bring(rolled{})
	play.Add(Game, Duel)
}

// frames lists the game's screens.
var frames []screentest.Page

func TestFrames(t *testing.T) { screentest.Hold(t, frames, nil) }

func TestWords(t *testing.T) { screentest.HoldWords(t, stones.Game{}, "goal", "used") }

func TestDuelWords(t *testing.T) {
	screentest.HoldWords(t, duel.Game{}, duel.More, duel.Further, duel.Equal)
}

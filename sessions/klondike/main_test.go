package klondike

import (
	"testing"

	"arcade/games/klondike"
	"arcade/sessions/pages"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
)

func init() {
	screentest.Places = pages.Rooms{}
	play.Add(Game)
	screentest.Labels("i", "kl.k.hint")
	screentest.Labels("c", "kl.menu.ids")
}

// frames has the game's screens.
var frames []screentest.Page

func TestFrames(t *testing.T) { screentest.Hold(t, frames, nil) }

func TestWords(t *testing.T) { screentest.HoldWords(t, klondike.Game{}, "solved") }

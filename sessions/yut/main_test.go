package yut

import (
	"testing"

	"arcade/games/yut"
	"arcade/sessions/pages"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
)

func init() {
	screentest.Places = pages.Rooms{}
	play.Add(Game)
	screentest.Labels("c", "yt.key.kit", "yt.kit")
}

// frames lists the game's screens.
var frames []screentest.Page

func TestFrames(t *testing.T) { screentest.Hold(t, withPictures(frames), nil) }

func TestWords(t *testing.T) { screentest.HoldWords(t, yut.Game{}, "home") }

package sessions_test

import (
	"testing"

	_ "arcade/sessions" // registers all games
	"arcade/sessions/pages"
	"arcade/sessions/screentest"
)

func init() { screentest.Places = pages.Rooms{} }

// Frames of the screens about all games.
func TestFrames(t *testing.T) {
	screentest.Hold(t, []screentest.Page{
		{Name: "home-first", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person { return h.First(h.Name(0)) }},
		{Name: "home-idle", Sizes: screentest.AllSizes, Make: (*screentest.Hall).Me},
		{Name: "setup-watch", Make: screentest.Then((*screentest.Hall).Me, "n", "5")},
		{Name: "stats-menu", Make: screentest.ThenAsked((*screentest.Hall).Me, "p", "t")},
	}, nil)
}

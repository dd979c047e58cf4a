package nim

import (
	"testing"
	"time"

	nim "arcade/examples/nim/engine"
	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/pages"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
)

func init() {
	screentest.Places = pages.Rooms{}
	screentest.Bring(nim.Game{})
	play.Add(Game)
}

// frames are the game's screens.
var frames = []screentest.Page{
	{Name: "start", Make: mine("")},
	{Name: "mine", Sizes: screentest.AllSizes, Make: mine("b4 c2")},
	{Name: "chosen", Rich: screentest.RichSizes, Make: screentest.Then(mine("b4 c2"), "down", "down", "left", "left")},
	{Name: "theirs", Make: mine("b4")},
	{Name: "refused", Make: screentest.Then(mine("b4"), "enter")},
	{Name: "last", Make: mine("a3 b5 c6")},
	{Name: "won", Sizes: screentest.AllSizes, Make: over("a3 b5 c7")},
	{Name: "lost", Make: over("a3 b5 c6 c1")},
	{Name: "watched", Make: watched},
	{Name: "replay", Make: func(h *screentest.Hall) *screentest.Person {
		p := over("a3 b5 c7")(h)
		id := p.Top().(*play.Result).T.ID
		p.Do(func(a *app.App) { a.Push(play.NewReplay(id)) })
		p.Press("home", "right", "right")
		return p
	}},
	{Name: "setup", Make: func(h *screentest.Hall) *screentest.Person {
		p := h.Me()
		p.Do(func(a *app.App) { a.Push(a.House.Places.Form(a, nim.Name)) })
		return p
	}},
}

func TestFrames(t *testing.T) {
	screentest.Hold(t, append(frames, screentest.HelpPages(nim.Name, 4, mine(""))...), nil)
}

func TestWords(t *testing.T) { screentest.HoldWords(t, nim.Game{}, nim.LastStick) }

// mine is a match of the viewer's, who began, after some takes; over is one that has ended.
func mine(takes string) func(*screentest.Hall) *screentest.Person {
	return func(h *screentest.Hall) *screentest.Person {
		p := h.Me()
		h.Duel(p, h.Other(), lobby.Offer{Game: nim.Name}, takes)
		h.Pass(2 * time.Second)
		return p
	}
}

func over(takes string) func(*screentest.Hall) *screentest.Person {
	return screentest.ThenAsked(mine(takes))
}

// watched is the match of two others.
func watched(h *screentest.Hall) *screentest.Person {
	p := h.Me()
	id := h.Duel(h.Player(h.Name(1)), h.Player(h.Name(2)), lobby.Offer{Game: nim.Name}, "c3 a1")
	p.Do(play.OpenTable(id))
	h.Pass(2 * time.Second)
	return p
}

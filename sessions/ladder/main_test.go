package ladder_test

import (
	"testing"
	"time"

	"arcade/games"
	"arcade/games/matgo/bots"
	"arcade/games/othello"
	"arcade/games/rng"
	"arcade/games/stones/duel"
	"arcade/lobby/pairing"
	"arcade/sessions/matgo"
	othelloscreen "arcade/sessions/othello"
	"arcade/sessions/pages"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/stones"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

func init() {
	screentest.Places = pages.Rooms{}
	play.Add(othelloscreen.Game, matgo.Game, stones.Game, stones.Duel)
}

// page shows a player the ladder of Othello.
func page(p *screentest.Person) *screentest.Person {
	p.Push(pages.Rooms{}.Ladder(p.App, othello.Name))
	return p
}

// meet plays a game against a bot with another bot's moves.
func meet(h *screentest.Hall, p *screentest.Person, bot, as string) {
	id, err := p.Visit.Create(pairing.Offer{Game: othello.Name, Control: "none", Bot: bot})
	h.Must(err)
	h.Must(p.Visit.Watch(id))
	mind, chance := games.FindBot(othello.Game{}, as), rng.New(bot)
	for range 500 {
		s, err := p.Visit.Table(id)
		h.Must(err)
		if s.Result != nil {
			return
		}
		if s.ToAct == s.You {
			h.Must(p.Visit.Act(id, len(s.Plies), mind.Choose(s.View, chance)))
			continue
		}
		h.Pass(time.Second)
	}
	h.T.Fatal("the game does not end")
}

func fresh(h *screentest.Hall) *screentest.Person { return page(h.Me()) }

func guest(h *screentest.Hall) *screentest.Person { return page(h.Guest()) }

// climbed returns a player who has beaten the two weakest bots, lost to the third, and has a settled
// rating.
func climbed(h *screentest.Hall) *screentest.Person {
	p := h.Me()
	h.Rate(p, 1320, 80, 9)
	meet(h, p, "novice", "steady")
	meet(h, p, "beginner", "steady")
	h.Pass(24 * time.Hour)
	meet(h, p, "steady", "greedy")
	return page(p)
}

var frames = []screentest.Page{
	{Name: "fresh", Make: fresh},
	{Name: "guest", Make: guest},
	{Name: "climbed", Rich: screentest.RichSizes, Sizes: screentest.AllSizes, Make: climbed},
	{Name: "lost", Rich: screentest.RichSizes, Make: screentest.Then(climbed, "up")},
	{Name: "won", Rich: screentest.RichSizes, Make: screentest.Then(climbed, "end")},
	{Name: "strongest", Rich: screentest.RichSizes, Make: screentest.Then(climbed, "home")},
	{Name: "matgo", Rich: screentest.RichSizes, Make: screentest.Then(fresh, "tab")},
}

func TestFrames(t *testing.T) { screentest.Hold(t, frames, func(*screentest.Person) {}) }

// The focus is on the nearest unbeaten bot, Enter plays it, and a win marks it.
func TestClimbing(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := fresh(h)
		p.Press("enter")
		table, ok := p.Top().(*play.Table)
		if !ok || table.Snap.Seats[0].Bot != "novice" && table.Snap.Seats[1].Bot != "novice" {
			t.Fatalf("Enter leads a newcomer to %T", p.Top())
		}
		p.Stack = p.Stack[:1]
		meet(h, p, "novice", "steady")
		page(p)
		p.LookAs(80, 24, ui.LevelLines)
		p.Wants("1 of 7 beaten", true)
		p.Press("enter")
		if table, ok = p.Top().(*play.Table); !ok || table.Snap.Seats[0].Bot != "beginner" && table.Snap.Seats[1].Bot != "beginner" {
			t.Errorf("Enter leads after a win to %T", p.Top())
		}
	})
}

// Every rung is a bot of its game, with a face, a name and a description. Ratings rise.
func TestRungs(t *testing.T) {
	for _, g := range []interface {
		games.Game
		games.Laddered
	}{othello.Game{}, bots.Game{}, duel.Game{}} {
		last := 0.0
		for _, r := range g.Ladder() {
			name := g.Info().Name
			if games.FindBot(g, r.Bot) == nil || play.GameOf(name).Faces[r.Bot] == nil || !words.Has("bot."+r.Bot) || !words.Has("bot.about."+r.Bot) {
				t.Errorf("%s: %s has no bot, face, name or description", name, r.Bot)
			}
			if r.Rating <= last || r.Games == 0 {
				t.Errorf("%s: %s with %v after %v in %d games", name, r.Bot, r.Rating, last, r.Games)
			}
			last = r.Rating
		}
	}
}

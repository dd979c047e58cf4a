package stones

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/stones/duel"
	"arcade/lobby/pairing"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/play/replays"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

func init() {
	frames = append(frames, []screentest.Page{
		{Name: "duel-start", Sizes: screentest.AllSizes, Make: duelOf(0)},
		{Name: "duel-chosen", Make: duelOf(3)},
		{Name: "duel-mine", Sizes: screentest.AllSizes, Rich: screentest.RoomySizes, Make: screentest.Then(duelOf(4), "3")},
		{Name: "duel-notyours", Rich: screentest.RichSizes, Make: screentest.Then(duelOf(1), "enter")},
		{Name: "duel-rolling", Make: func(h *screentest.Hall) *screentest.Person {
			p := duelOf(3)(h) // the other has chosen
			p.Press("3", "enter")
			h.Pass(cellPace)
			return p
		}},
		{Name: "duel-over", Sizes: screentest.AllSizes, Make: screentest.ThenAsked(duelOf(-1))},
		{Name: "duel-alone", Make: duelOf(9)},
		{Name: "duel-watched", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			id := h.Duel(h.Player(h.Name(1)), h.Player(h.Name(2)), pairing.Offer{Game: duel.Name, Options: modeOptions(2)}, "1 3 1")
			p.Do(play.OpenTable(id))
			h.Pass(2 * time.Second)
			return p
		}},
		{Name: "duel-replay", Make: func(h *screentest.Hall) *screentest.Person {
			p := screentest.ThenAsked(duelOf(-1))(h)
			id := p.Top().(*play.Result).T.ID
			p.Do(func(a *app.App) { a.Push(replays.New(id)) })
			p.Press("home", "right", "right", "right", "right")
			return p
		}},
		{Name: "duel-setup", Make: screentest.Then(func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			p.Do(func(a *app.App) { a.Push(a.House.Places.Form(a, duel.Name)) })
			return p
		}, "down", "2")},
		{Name: "duel-ladder", Rich: screentest.RichSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			p.Do(func(a *app.App) { a.Push(a.House.Places.Ladder(a, duel.Name)) })
			return p
		}},
	}...)
	frames = append(frames, screentest.HelpPages(duel.Name, 4, duelOf(0))...)
}

// rolled returns the duel with the known rolls of superRun.
type rolled struct{ duel.Game }

func (g rolled) Start(s games.Setup) (games.Position, error) {
	s.Seed = superRun[0]
	return g.Game.Start(s)
}

// duelOf returns a duel of the viewer, who has the first seat, after so many choices of superRun's picks
// against choice 1 alone; -1 for all.
func duelOf(plies int) func(*screentest.Hall) *screentest.Person {
	return func(h *screentest.Hall) *screentest.Person {
		p := h.Me()
		h.Duel(p, h.Other(), pairing.Offer{Game: duel.Name}, duelPlies(h, "", plies))
		h.Pass(2 * time.Second)
		return p
	}
}

// duelPlies returns the choices in the order of play.
func duelPlies(h *screentest.Hall, options string, plies int) string {
	pos, err := rolled{}.Start(games.Setup{Game: duel.Name, Options: json.RawMessage(options)})
	h.Must(err)
	var list []string
	for next := [2]int{}; pos.Result() == nil && len(list) != plies; {
		seat, c := pos.ToAct(), "1"
		if seat == 0 {
			c = string(superRun[1][next[seat]])
		}
		next[seat]++
		_, err := pos.Apply(games.Action(c))
		h.Must(err)
		list = append(list, c)
	}
	return strings.Join(list, " ")
}

// A choice's digit does not answer a question that the opponent asks at that moment.
func TestDuelOffered(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o := h.Me(), h.Other()
		id := h.Duel(p, o, pairing.Offer{Game: duel.Name}, duelPlies(h, "", 4))
		h.Must(o.Visit.Do(id, games.OfferDraw))
		h.Pass(2 * time.Second)
		p.Wants(p.T("tb.draw.ask", "p", o.Visit.Me().Name), true)
		p.Press("1", "enter")
		h.Pass(time.Second)
		if s := p.Top().(*play.Table).Snap; s.Result != nil || len(s.Plies) != 5 {
			t.Fatalf("%d plies, %+v", len(s.Plies), s.Result)
		}
		h.Must(o.Visit.Do(id, games.OfferDraw))
		h.Pass(time.Second)
		p.Press("+")
		h.Pass(screentest.BeforeAnswer)
		p.Press("2")
		h.Pass(time.Second)
		if s, err := p.Visit.Table(id); err != nil || s.Result == nil || s.Result.Reason != games.Agreed {
			t.Fatalf("%+v, %v", s, err)
		}
	})
}

// The form's mode is the table's mode.
func TestDuelMode(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		p.Do(func(a *app.App) { a.Push(a.House.Places.Form(a, duel.Name)) })
		p.Press("1", "down", "2", "enter") // a bot, mode 2
		table, ok := p.Top().(*play.Table)
		if !ok {
			t.Fatalf("on top %T:\n%s", p.Top(), p.Text())
		}
		if v := table.Snap.View.(duel.View); v.Runs[0].Mode != 2 || !strings.Contains(p.Text(), p.T("st.mode", "n", 2)) {
			t.Errorf("mode %d:\n%s", v.Runs[0].Mode, p.Text())
		}
	})
}

// A key or a click during a roll's motion ends the motion and chooses nothing, and one twice chooses once.
func TestDuelSkipsMotion(t *testing.T) {
	for name, choose := range map[string]func(*screentest.Person){
		"enter": func(p *screentest.Person) { p.Press("enter") },
		"click": func(p *screentest.Person) { p.ClickHit(choiceHit(1)) },
	} {
		t.Run(name, func(t *testing.T) {
			screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
				p := duelOf(7)(h) // the player is on turn now, and first in the next turn
				tb := p.Top().(*play.Table)
				check := func(want int, after string) {
					t.Helper()
					if n := len(tb.Snap.Plies); n != want {
						t.Fatalf("%d choices after %s, want %d", n, after, want)
					}
				}
				choose(p)
				h.Pass(app.GuardTime)
				if tb.Scene.MotionLeft(p.App, tb.Game) == 0 {
					t.Fatal("nothing moves")
				}
				choose(p)
				check(8, "one during the motion")
				if tb.Scene.MotionLeft(p.App, tb.Game) > 0 {
					t.Error("it still moves")
				}
				choose(p)
				check(9, "another one")
			})
			screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
				p := duelOf(7)(h)
				p.Change(func(s *app.Settings) { s.Motion = "none" })
				choose(p)
				choose(p)
				if n := len(p.Top().(*play.Table).Snap.Plies); n != 8 {
					t.Errorf("%d choices after two at once", n)
				}
			})
		})
	}
}

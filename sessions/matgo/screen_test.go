package matgo

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/lobby/pairing"
	"arcade/sessions/app"
	"arcade/sessions/matgo/results"
	"arcade/sessions/play"
	"arcade/sessions/play/replays"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
	"arcade/store"
)

// besides returns a known round for two people at one screen, before its first ply.
func besides(h *screentest.Hall) (p *screentest.Person, id string) {
	var options map[string]any
	h.Must(json.Unmarshal(screentest.MatgoRounds()[0].Options, &options))
	raw, err := json.Marshal(options)
	h.Must(err)
	h.Dealt.Next = string(raw)
	p = h.Me()
	id = p.Create(pairing.Offer{Game: matgo.Name, Second: h.Name(1), Control: "none"})
	h.Settle() // the player is called there
	return p, id
}

// lifted returns the same with the curtain lifted for the seat that begins.
func lifted(h *screentest.Hall) *screentest.Person {
	p, _ := besides(h)
	h.Pass(app.GuardTime)
	p.Press("enter")
	h.Pass(app.GuardTime)
	return p
}

// The key that lifts the curtain plays no card of the hand by being pressed twice.
func TestLiftsOnce(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, id := besides(h)
		h.Pass(app.GuardTime)
		p.Press("enter", "enter", "1")
		tb, _ := screentest.AtTable(p, id)
		if tb.Snap.You == games.Nobody || len(tb.Snap.Plies) > 0 {
			t.Fatalf("seat %d, %d plies", tb.Snap.You, len(tb.Snap.Plies))
		}
		h.Pass(app.GuardTime)
		if p.Press("1"); len(tb.Snap.Plies) == 0 {
			t.Error("no card later")
		}
	})
}

func init() {
	frames = append(frames,
		screentest.Page{Name: "matgo-curtain", Sizes: screentest.AllSizes, Rich: screentest.RichSizes, Make: func(h *screentest.Hall) *screentest.Person { p, _ := besides(h); return p }},
		screentest.Page{Name: "matgo-curtain-lifted", Make: lifted},
		screentest.Page{Name: "matgo-curtain-resign", Make: screentest.ThenAsked(lifted, "r")},
		screentest.Page{Name: "matgo-curtain-over", Make: func(h *screentest.Hall) *screentest.Person {
			p := screentest.Then(screentest.ThenAsked(lifted, "r"), "2")(h)
			h.Pass(2 * time.Second)
			return p
		}},
	)
}

// The replay of a match that ended before any ply does not play by itself.
func TestReplayOfNothing(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := screentest.Then(screentest.ThenAsked(lifted, "r"), "2")(h)
		h.Pass(2 * time.Second)
		p.Press("v", "space")
		if r := p.Top().(*replays.Replay); len(r.Data.Plies) > 0 || strings.Contains(p.Text(), "playing") {
			t.Errorf("it plays, of %d plies:\n%s", len(r.Data.Plies), p.Text())
		}
		if list := p.Problems(); len(list) > 0 {
			t.Error(list)
		}
	})
}

// Between the turns of two people at one screen a curtain covers the hidden cards: only a spectator's view
// is drawn, and cards that were open for one are closed for the other.
func TestCurtain(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, id := besides(h)
		o := h.Player("watcher")
		o.Do(func(a *app.App) { a.Push(play.NewTable(id)) })
		table := func(p *screentest.Person) *play.Table { t, _ := screentest.AtTable(p, id); return t }
		for ply := range 6 {
			mine := table(p)
			if mine.Snap.Curtain == games.Nobody || !p.Sees("Pass the keyboard to "+mine.Snap.Seats[mine.Snap.Curtain].Name) {
				t.Fatalf("ply %d: no curtain:\n%s", ply, p.Text())
			}
			if !reflect.DeepEqual(mine.Scene.View, table(o).Scene.View) || mine.Scene.Before != nil || mine.Scene.Legal != nil {
				t.Errorf("ply %d: more is drawn than who watches sees", ply)
			}
			if ply > 0 { // it fell just now
				p.Press("enter")
			}
			if table(p).Snap.You != games.Nobody {
				t.Fatal("a key that was for something else lifted the curtain")
			}
			h.Pass(app.GuardTime)
			p.Press("1", "r")
			if table(p).Snap.You != games.Nobody || !strings.Contains(p.Text(), "Pass the keyboard") {
				t.Fatalf("another key did something behind the curtain:\n%s", p.Text())
			}
			p.Press("enter")
			h.Pass(time.Second)
			turn := table(p).Snap.You
			if turn == games.Nobody {
				t.Fatalf("ply %d: not lifted:\n%s", ply, p.Text())
			}
			for s := table(p).Snap; s.Result == nil && s.You == turn; s = table(p).Snap {
				if wait := s.HeldUntil - s.Now; wait > 0 {
					h.Pass(time.Duration(wait) * time.Millisecond)
				}
				h.Must(p.Visit.Act(id, len(s.Plies), s.Legal[0]))
				h.Settle()
			}
			if w := table(o); strings.Contains(o.Text(), "Pass the keyboard") || w.Snap.Own != games.Nobody {
				t.Error("who watches is asked for the keyboard")
			}
		}
	})
}

// A president that lies on the floor ends the round as it is dealt: the gold is paid, and the next round follows.
func TestFloorPresidentAtTheTable(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o := h.Me(), h.Other()
		id := h.MatgoTable(p, o, 0, 1161, 0)
		s, err := p.Visit.Table(id)
		if err != nil || s.Status != store.Done || !s.Waits || s.Result == nil {
			t.Fatalf("the round is %+v, %v", s, err)
		}
		stats := results.NewStats(p.Visit.Me().ID)
		p.Do(func(a *app.App) { a.Push(stats) })
		if n := stats.Stats.StandardPractice.Rounds + stats.Stats.StandardRated.Rounds; n != 1 {
			t.Errorf("%d rounds are counted", n)
		}
		h.Dealt.Next = string(screentest.MatgoRounds()[1085].Options)
		for _, v := range []*screentest.Person{p, o} {
			if err := v.Visit.Rematch(id); err != nil {
				t.Fatal(err)
			}
		}
		if s, err = p.Visit.Table(id); err != nil || s.Next == "" {
			t.Fatalf("no round follows: %+v, %v", s, err)
		}
		if s, err = p.Visit.Table(s.Next); err != nil || s.View.(*matgo.View).Rules != matgo.RulesStandard {
			t.Errorf("the next round has other rules: %v", err)
		}
	})
}

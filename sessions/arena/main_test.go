package arena_test

import (
	"slices"
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/arenas"
	"arcade/lobby/pairing"
	"arcade/sessions/app"
	"arcade/sessions/othello"
	"arcade/sessions/pages"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

func init() {
	screentest.Places = pages.Rooms{}
	play.Add(othello.Game)
}

// opened opens an arena that begins in a while, and shows its page to a player.
func opened(h *screentest.Hall, in time.Duration) (p *screentest.Person, id string) {
	p = h.Me()
	t, err := h.House.Lobby.OpenArena(arenas.Plan{Game: "othello", Control: "3+2", For: time.Hour}, in)
	if err != nil {
		h.T.Fatal(err)
	}
	h.Pass(time.Second)
	p.Push(pages.Rooms{}.Arena(p.App, t.ID))
	return p, t.ID
}

// crowd lets n others join the arena, each from a different network.
func crowd(h *screentest.Hall, id string, n int) (list []*screentest.Person) {
	for i := range n {
		o := h.Player(h.Name(i + 1))
		if err := o.Visit.JoinArena(id); err != nil {
			h.T.Fatal(err)
		}
		list = append(list, o)
	}
	return list
}

// sat seats all paired players.
func sat(h *screentest.Hall, id string, list ...*screentest.Person) {
	h.Pass(4 * time.Second)
	for _, o := range list {
		if _, m, _ := h.House.Lobby.Arena(id, o.Visit.Me().ID); m.Match != "" && !m.Sat {
			if err := o.Visit.SitInArena(id); err != nil {
				h.T.Fatal(err)
			}
		}
	}
	h.Pass(2 * time.Second)
}

// round plays a round: the first of each pair moves twice and then the other resigns.
func round(h *screentest.Hall, id string, wins string, list ...*screentest.Person) {
	sat(h, id, list...)
	for _, o := range list {
		_, m, _ := h.House.Lobby.Arena(id, o.Visit.Me().ID)
		if !m.Live {
			continue
		}
		at := slices.IndexFunc(list, func(q *screentest.Person) bool { return q.Visit.Me().ID == m.Opponent })
		if at < 0 {
			continue
		}
		both := []*screentest.Person{o, list[at]}
		for _, q := range both {
			if err := q.Visit.Watch(m.Match); err != nil {
				h.T.Fatal(err)
			}
		}
		for range 2 {
			for _, q := range both {
				s, err := q.Visit.Table(m.Match)
				if err != nil {
					h.T.Fatal(err)
				}
				if s.ToAct == s.You {
					if err := q.Visit.Act(m.Match, len(s.Plies), s.Legal[0]); err != nil {
						h.T.Fatal(err)
					}
				}
			}
		}
		loser := list[at]
		if o.Visit.Me().Name > loser.Visit.Me().Name {
			loser = o
		}
		if err := loser.Visit.Do(m.Match, games.Resign); err != nil {
			h.T.Fatal(err)
		}
		h.Pass(2 * time.Second)
	}
}

func soon(h *screentest.Hall) *screentest.Person {
	p, _ := opened(h, 10*time.Minute)
	return p
}

func out(h *screentest.Hall) *screentest.Person {
	p, id := opened(h, 0)
	others := crowd(h, id, 4)
	for range 3 {
		round(h, id, "", others...)
	}
	sat(h, id, others...)
	h.Pass(3 * time.Second)
	return p
}

func paired(h *screentest.Hall) *screentest.Person {
	p, id := opened(h, 0)
	crowd(h, id, 1)
	p.Press("enter")
	h.Pass(4 * time.Second)
	return p
}

func over(h *screentest.Hall) *screentest.Person {
	p := out(h)
	h.Pass(time.Hour)
	return p
}

var frames = []screentest.Page{
	{Name: "soon", Make: soon},
	{Name: "out", Rich: screentest.RichSizes, Sizes: screentest.AllSizes, Make: out},
	{Name: "paired", Rich: screentest.RichSizes, Make: paired},
	{Name: "waiting", Make: screentest.Then(soon, "enter"), Deaf: nil},
	{Name: "over", Rich: screentest.RichSizes, Make: over},
	{Name: "list", Make: screentest.Then(over, "v")},
	{Name: "home", Make: screentest.Then(soon, "esc")},
}

func TestFrames(t *testing.T) { screentest.Hold(t, frames, func(*screentest.Person) {}) }

// A pairing that is accepted too late has its own sentence, wherever its line is answered.
func TestTooLate(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := paired(h)
		list := p.Visit.Invitations()
		if len(list) != 1 || list[0].Why != pairing.Paired {
			t.Fatalf("invited: %+v", list)
		}
		p.Do((*app.App).Home)
		h.Pass(time.Minute)
		p.Do(func(a *app.App) { play.Accept(a, list[0]) })
		p.Wants(p.T("arena.late"), true)
	})
}

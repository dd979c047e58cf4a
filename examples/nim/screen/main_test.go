package nim

import (
	"strings"
	"testing"
	"time"

	nim "arcade/examples/nim/engine"
	"arcade/games"
	"arcade/games/gametest"
	"arcade/lobby/pairing"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/pages"
	"arcade/sessions/play"
	"arcade/sessions/play/replays"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
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
		p.Do(func(a *app.App) { a.Push(replays.New(id)) })
		p.Press("home", "right", "right")
		return p
	}},
	{Name: "numbered", Rich: screentest.RichSizes, Make: screentest.Then(func(h *screentest.Hall) *screentest.Person {
		p := mine("b4 c2")(h)
		p.Do(func(a *app.App) { a.Change(func(all *app.Settings) { numbered.Put(all, true) }) })
		return p
	}, "down", "down", "3")},
	{Name: "stats", Make: stats(over("a3 b5 c7"))},
	{Name: "stats-none", Make: stats((*screentest.Hall).Me)},
	{Name: "help-nimstats", Make: screentest.Then(stats((*screentest.Hall).Me), "?")},
	{Name: "settings", NamesGlyphs: true, Make: screentest.Then((*screentest.Hall).Me, "s")},
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

// mine opens a match of the viewer, who began, after some takes. over opens one that has ended.
func mine(takes string) func(*screentest.Hall) *screentest.Person {
	return func(h *screentest.Hall) *screentest.Person {
		p := h.Me()
		h.Duel(p, h.Other(), pairing.Offer{Game: nim.Name}, takes)
		h.Pass(2 * time.Second)
		return p
	}
}

func over(takes string) func(*screentest.Hall) *screentest.Person {
	return screentest.ThenAsked(mine(takes))
}

// watched opens a match of two other players.
func watched(h *screentest.Hall) *screentest.Person {
	p := h.Me()
	id := h.Duel(h.Player(h.Name(1)), h.Player(h.Name(2)), pairing.Offer{Game: nim.Name}, "c3 a1")
	p.Do(play.OpenTable(id))
	h.Pass(2 * time.Second)
	return p
}

// stats opens the viewer's statistics after start.
func stats(start func(*screentest.Hall) *screentest.Person) func(*screentest.Hall) *screentest.Person {
	return func(h *screentest.Hall) *screentest.Person {
		p := start(h)
		p.Do(func(a *app.App) { a.Push(statistics.Page(a, a.Visit.Me().ID)) })
		return p
	}
}

// The heaps, a take, a ply and the remaining sticks have words in both languages.
func TestSpeech(t *testing.T) {
	for _, c := range []struct {
		lang  words.Lang
		board string
		take  string
		event string
		score string
	}{
		{words.EN, "heap a: one stick / heap b: 5 sticks / heap c: 7 sticks", "2 from heap b", "You: 2 from heap a, 1 left", "13 sticks are left"},
		{words.KO, "a 더미: 막대 1개 / b 더미: 막대 5개 / c 더미: 막대 7개", "b 더미에서 2개", "나: a 더미에서 2개, 1개 남았어요", "막대 13개가 남았어요"},
	} {
		p := gametest.Start(t, nim.Game{}, "", "")
		events, err := p.Apply("a2")
		if err != nil {
			t.Fatal(err)
		}
		a := &app.App{Lang: c.lang}
		s := &play.Scene{Game: nim.Name, View: p.View(0), Plies: []games.Ply{{Action: "a2", Events: events}}, Seats: make([]table.SeatInfo, 2)}
		for got, want := range map[string]string{
			strings.Join(speech.Board(a, s), " / "):       c.board,
			play.SpokenChoice(a, s, "b2"):                 c.take,
			strings.Join(play.SpokenPly(a, s, 0), " / "):  c.event,
			strings.Join(speech.Score(a, s), " / "):       c.score,
			speech.Row(a, s, "b") + speech.Row(a, s, "d"): strings.Split(c.board, " / ")[1],
		} {
			if got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
	}
}

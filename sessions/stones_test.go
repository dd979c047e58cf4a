package sessions

import (
	"encoding/json"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/stones"
	"arcade/lobby"
	"arcade/sessions/words"
	"arcade/store"
)

// Runs of mode 1 with typed seeds, so that their rolls are known: the seed and
// the choices, one character each.
var (
	midRun    = [2]string{"s151", "13123"}       // on 12 with three picks left
	clampRun  = [2]string{"s4", "2"}             // 0, by a roll of -1
	usedRun   = [2]string{"s190", "333"}         // on 7, choice 3 used up
	superRun  = [2]string{"s652809", "13123232"} // ends on 15
	goalRun   = [2]string{"s70", "1111"}         // ends on 16 with the fourth pick
	longRun   = [2]string{"s245685", "11323232"} // ends on 13 with the eighth pick
	beforeEnd = [2]string{"s245685", "1132323"}  // the same, one pick before
)

func init() {
	pages = append(pages, []page{
		// Setting up.
		{name: "stones-setup", sizes: allSizes, make: func(h *hall) *person {
			p := h.me()
			p.press("2", "enter")
			return p
		}},
		{name: "stones-setup-daily", make: func(h *hall) *person {
			p := h.me()
			p.press("2", "enter", "2", "down", "2")
			return p
		}},
		{name: "stones-setup-done", make: func(h *hall) *person {
			p := h.me()
			h.score(p, stones.Name+"/1/"+h.house.Lobby.Today(), 3, 0, time.Minute)
			p.press("2", "enter", "down", "right")
			return p
		}},
		{name: "stones-setup-practice", make: func(h *hall) *person {
			p := h.me()
			p.press("2", "enter", "down", "left")
			return p
		}},
		{name: "stones-setup-seed", sizes: allSizes, make: func(h *hall) *person {
			p := h.me()
			p.press("2", "enter", "down", "left", "down")
			p.typed("가나 Abc12")
			return p
		}},
		{name: "stones-setup-guest", make: func(h *hall) *person {
			p := h.guest()
			p.press("2", "enter")
			return p
		}},

		// A run.
		{name: "stones-start", sizes: allSizes, make: func(h *hall) *person {
			p := h.me()
			p.press("2", "enter", "enter")
			return p
		}},
		{name: "stones-daily", make: func(h *hall) *person {
			p := h.me()
			p.press("2", "enter", "down", "right", "enter")
			return p
		}},
		{name: "stones-first", make: func(h *hall) *person {
			p := h.first(h.name(0))
			p.press("2", "enter", "enter")
			return p
		}},
		{name: "stones-mid", sizes: allSizes, make: func(h *hall) *person {
			p := stonesAt(h, midRun)
			p.press("2")
			return p
		}},
		{name: "stones-hints", sizes: allSizes, make: func(h *hall) *person {
			p := stonesAt(h, midRun)
			p.press("i", "3")
			return p
		}},
		{name: "stones-look", make: func(h *hall) *person {
			p := h.me()
			p.press("2", "enter", "enter", "i")
			h.pass(beforeAnswer)
			return p
		}},
		{name: "stones-look-daily", make: func(h *hall) *person {
			p := h.me()
			p.press("2", "enter", "down", "right", "enter", "i")
			h.pass(beforeAnswer)
			return p
		}},
		{name: "stones-looked", make: func(h *hall) *person {
			p := h.me()
			p.press("2", "enter", "enter", "i")
			h.pass(beforeAnswer)
			p.press("y")
			return p
		}},
		{name: "stones-confirm", make: func(h *hall) *person {
			p := stonesAt(h, midRun)
			p.change(func(s *Settings) { s.Confirm = true })
			p.press("enter")
			return p
		}},
		{name: "stones-clamp", make: func(h *hall) *person { return stonesAt(h, clampRun) }},
		{name: "stones-used", sizes: allSizes, make: func(h *hall) *person {
			p := stonesAt(h, usedRun)
			p.press("3", "enter")
			return p
		}, deaf: []string{"enter"}}, // refused already
		{name: "stones-rolling", sizes: allSizes, make: func(h *hall) *person {
			p := stonesAt(h, [2]string{midRun[0], midRun[1][:2]})
			p.press("enter")
			h.pass(3*cellPace - 10*time.Millisecond)
			return p
		}},
		{name: "stones-last", sizes: allSizes, make: func(h *hall) *person { return stonesAt(h, beforeEnd) }},
		{name: "stones-watching", sizes: allSizes, make: func(h *hall) *person {
			p, o := h.me(), h.other()
			id := h.run(o, midRun)
			o.do(openTable(id))
			p.do(openTable(id))
			h.pass(time.Second)
			return p
		}},
		{name: "stones-menu", make: func(h *hall) *person {
			p := stonesAt(h, midRun)
			p.press("space")
			h.pass(beforeAnswer)
			return p
		}},
		{name: "stones-log", make: func(h *hall) *person {
			p := stonesAt(h, midRun)
			p.press("e")
			return p
		}},
		{name: "stones-giveup", make: func(h *hall) *person {
			p := stonesAt(h, midRun)
			p.press("r")
			h.pass(beforeAnswer)
			return p
		}},
		{name: "stones-giveup-ranked", make: func(h *hall) *person {
			p := stonesAt(h, midRun)
			p.top().(*table).snap.Seeded = false
			p.press("r")
			h.pass(beforeAnswer)
			return p
		}},
		{name: "stones-abort", make: func(h *hall) *person {
			p := h.me()
			p.press("2", "enter", "enter", "r")
			h.pass(beforeAnswer)
			return p
		}},
		{name: "stones-left", make: func(h *hall) *person {
			p := stonesAt(h, midRun)
			p.press("esc")
			return p
		}},

		// The end of a run.
		{name: "stones-super", sizes: allSizes, make: func(h *hall) *person { return stonesAt(h, superRun) }},
		{name: "stones-goal", make: func(h *hall) *person { return stonesAt(h, goalRun) }},
		{name: "stones-gaveup", make: func(h *hall) *person {
			p := stonesAt(h, midRun)
			p.press("r")
			h.pass(beforeAnswer)
			p.press("y")
			h.pass(beforeAnswer)
			return p
		}},
		{name: "stones-over", make: func(h *hall) *person {
			p := stonesAt(h, longRun)
			p.press("esc")
			return p
		}},
		{name: "stones-replay", sizes: allSizes, make: func(h *hall) *person {
			p := stonesAt(h, superRun)
			p.press("v", "home", "right", "right", "right", "i")
			h.pass(time.Second)
			return p
		}},
		{name: "stones-replay-end", make: func(h *hall) *person {
			p := stonesAt(h, longRun)
			p.press("v")
			return p
		}, deaf: []string{"end", "right"}},

		// Lists.
		{name: "stones-home", sizes: allSizes, make: func(h *hall) *person {
			p := stonesBoards(h)
			p.press("2")
			return p
		}},
		{name: "stones-lobby", make: func(h *hall) *person {
			p, o := h.me(), h.other()
			id := h.run(o, midRun)
			o.do(openTable(id))
			p.press("m")
			return p
		}},
		{name: "stones-matches", make: func(h *hall) *person {
			p := stonesAt(h, superRun)
			p.do((*App).home)
			h.run(p, goalRun)
			h.run(p, midRun)
			p.do((*App).home)
			p.press("v")
			return p
		}},
		{name: "stones-board", make: func(h *hall) *person {
			p := stonesBoards(h)
			p.press("2", "b")
			return p
		}},
		{name: "stones-board-today", make: func(h *hall) *person {
			p := stonesBoards(h)
			p.press("2", "b", "right", "right")
			return p
		}},
		{name: "stones-board-yesterday", make: func(h *hall) *person {
			p := stonesBoards(h)
			p.press("2", "b", "left", "down")
			return p
		}},
		{name: "stones-board-empty", make: func(h *hall) *person {
			p := h.me()
			p.press("2", "b")
			return p
		}, deaf: []string{"enter", "v"}}, // nobody there
		{name: "stones-board-guest", make: func(h *hall) *person {
			p := h.guest()
			p.press("2", "b", "right", "right")
			return p
		}, deaf: []string{"enter", "v"}},
		{name: "stones-stats", sizes: allSizes, make: stonesStatistics},
		{name: "stones-stats-empty", make: func(h *hall) *person {
			p := h.me()
			p.press("2", "enter", "t")
			return p
		}, deaf: []string{"enter"}},
		{name: "stones-stats-guest", make: func(h *hall) *person {
			p := h.guest()
			p.press("2", "enter", "t")
			return p
		}, deaf: []string{"enter"}},
		{name: "stones-stats-other", make: func(h *hall) *person {
			o := h.other()
			h.run(o, superRun)
			p := h.me()
			id := o.visit.Me().ID
			p.do(func(a *App) tea.Cmd { return a.push(a.house.Places.Profile(a, id)) })
			p.press("t")
			h.pass(beforeAnswer)
			p.press("1")
			return p
		}},
		{name: "stones-sim", make: func(h *hall) *person {
			p := h.me()
			p.press("2", "enter", "t", "m")
			return p
		}},
		{name: "stones-sim-done", sizes: allSizes, make: func(h *hall) *person {
			p := h.me()
			p.press("2", "enter", "t", "m", "enter")
			return p
		}},
		{name: "stones-sim-random", make: func(h *hall) *person {
			p := h.me()
			p.press("2", "enter", "t", "m", "2", "down", "2", "down", "1", "enter")
			return p
		}},
		{name: "stones-best", sizes: allSizes, make: func(h *hall) *person {
			p := h.me()
			p.press("2", "enter", "t", "b")
			return p
		}},
		{name: "stones-best-later", make: func(h *hall) *person {
			p := h.me()
			p.press("2", "enter", "t", "b", "1", "2", "3", "3")
			for range 5 {
				p.press("down", "right", "right")
			}
			return p
		}},
	}...)
	topics := []struct {
		name string
		keys []string
	}{
		{"setup", []string{"2", "enter"}}, {"run", []string{"2", "enter", "enter"}}, {"stats", []string{"2", "enter", "t"}},
		{"sim", []string{"2", "enter", "t", "m"}}, {"best", []string{"2", "enter", "t", "b"}}, {"board", []string{"2", "b"}},
	}
	for _, topic := range topics {
		for i, tab := range helpTabs {
			if i > 0 && topic.name != "run" {
				break // the other pages are the shell's
			}
			pages = append(pages, page{name: "help-stones-" + topic.name + "-" + tab, make: func(h *hall) *person {
				p := h.me()
				p.press(topic.keys...)
				p.press("?")
				for range i {
					p.press("tab")
				}
				return p
			}})
		}
	}
}

// run plays a run with a typed seed and gives its id.
func (h *hall) run(p *person, run [2]string) string {
	h.t.Helper()
	o := stonesOffer(1)
	o.Seed = run[0]
	id := p.create(o)
	for i, c := range run[1] {
		h.must(p.visit.Act(id, i, games.Action(c)))
		h.pass(time.Second)
	}
	return id
}

// stonesAt is a player at a run, once everything has come to rest.
func stonesAt(h *hall, run [2]string) *person {
	p := h.me()
	o := stonesOffer(1)
	o.Seed = run[0]
	p.create(o) // which calls the player there
	for i, c := range run[1] {
		h.must(p.visit.Act(p.top().(*table).id, i, games.Action(c)))
		h.pass(time.Second)
	}
	return p
}

// score gives a player a row on a board, from a match that ended some time ago.
func (h *hall) score(p *person, board string, value, tie float64, ago time.Duration) {
	h.t.Helper()
	h.rated++
	at := time.Now().Add(-ago).UnixMilli()
	m := store.Match{
		ID: fmt.Sprintf("SCQRED%02d", h.rated), Game: stones.Name, Rules: 1, Seed: "00", Seats: []store.Seat{{Player: p.visit.Me().ID, Name: p.visit.Me().Name}},
		Options: json.RawMessage(`{"mode":1}`), Control: "none", Status: store.Live, Created: at, Started: at, Winner: -1,
	}
	h.must(h.store.CreateMatch(m))
	m.Status, m.Ended, m.Reason = store.Done, at, games.Resigned
	m.Result = json.RawMessage(`{"reason":"resign","winner":null,"mode":1,"reward":0,"cell":0,"picks":0}`)
	row := store.Score{Board: board, Player: p.visit.Me().ID, Name: p.visit.Me().Name, Value: value, Tie: tie, Match: m.ID, At: at}
	h.must(h.store.Finish(store.Finish{Match: m, Outcomes: []store.Outcome{{Player: p.visit.Me().ID, Scores: []store.Score{row}}}}))
}

// stonesBoards is somebody among those with rows on the boards.
func stonesBoards(h *hall) *person {
	p := h.me()
	l := h.house.Lobby
	for i := range 4 {
		q := h.player(h.name(i + 1))
		h.score(q, "stones/1", 2.75-0.15*float64(i), float64(4-i), time.Duration(i+1)*time.Hour)
		h.score(q, "stones/1/"+l.Today(), float64(4-i), 0, time.Duration(i+1)*time.Minute)
		h.score(q, "stones/2/"+lobby.DayBefore(l.Today()), float64(2+i%2), 0, 24*time.Hour+time.Duration(i)*time.Minute)
	}
	h.score(p, "stones/1", 2.55, 12, 40*time.Minute)
	h.score(p, "stones/1/"+l.Today(), 3, 0, 10*time.Minute)
	p.do((*App).home)
	p.do(func(a *App) tea.Cmd { return a.stack[0].(*home).refresh(a) })
	return p
}

// stonesStatistics are the statistics after some runs.
func stonesStatistics(h *hall) *person {
	p := h.me()
	for range 2 {
		for _, one := range [][2]string{superRun, goalRun, longRun} {
			h.run(p, one)
		}
	}
	id := h.run(p, midRun)
	h.must(p.visit.Do(id, games.Resign))
	h.pass(time.Minute)
	p.do((*App).home)
	p.press("p", "t")
	h.pass(beforeAnswer)
	p.press("1", "down")
	return p
}

// inStones runs f for a player at home in a house.
func inStones(t *testing.T, f func(h *hall, p *person)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, words.EN)
		f(h, h.me())
	})
}

// A key while a roll is shown skips the showing and rolls nothing.
func TestStonesSkipsMotion(t *testing.T) {
	inStones(t, func(h *hall, p *person) {
		o := stonesOffer(1)
		o.Seed = midRun[0]
		p.do(openTable(p.create(o)))
		p.press("enter", "enter")
		tb := p.top().(*table)
		if n := len(tb.snap.Plies); n != 1 {
			t.Fatalf("%d picks", n)
		}
		if v := tb.view.(*stonesView); v.moving(p.App, &tb.scene) {
			t.Error("it still moves")
		}
		p.press("enter")
		if n := len(tb.snap.Plies); n != 2 {
			t.Errorf("%d picks", n)
		}
	})
}

// Frames come while a roll is shown, and then no more.
func TestStonesFramesEnd(t *testing.T) {
	inStones(t, func(h *hall, p *person) {
		o := stonesOffer(1)
		o.Seed = midRun[0]
		p.do(openTable(p.create(o)))
		p.press("enter")
		tb, gen := p.top().(*table), p.gen
		motion := tb.view.motion(p.App, &tb.scene)
		h.pass(3 * time.Second)
		if n, most := p.gen-gen, int(motion/cellPace)+1; motion == 0 || n == 0 || n > most {
			t.Errorf("%d frames for %v, want at most %d", n, motion, most)
		}
	})
}

// The first look at a run that counts asks, and nothing is shown or marked before the answer.
func TestStonesLookAsks(t *testing.T) {
	inStones(t, func(h *hall, p *person) {
		p.press("2", "enter", "enter")
		tb := p.top().(*table)
		p.press("i")
		h.pass(beforeAnswer)
		if p.press("esc"); tb.scene.Best || tb.snap.Looked {
			t.Fatal("shown without an answer")
		}
		p.press("i")
		h.pass(beforeAnswer)
		p.press("y")
		if !tb.scene.Best || !tb.snap.Looked {
			t.Fatal("not shown after the answer")
		}
		p.press("i")
		if tb.scene.Best {
			t.Error("it cannot be hidden")
		}
		if p.press("i"); !tb.scene.Best || p.top() != screen(tb) {
			t.Error("a second look asks again")
		}
	})
}

// Leaving a run keeps it: it is on the home screen and goes on there.
func TestStonesIsKept(t *testing.T) {
	inStones(t, func(h *hall, p *person) {
		p.do(func(a *App) tea.Cmd { return a.push(a.house.Places.Form(a, stones.Name)) })
		p.press("enter", "enter")
		id := p.top().(*table).id
		h.pass(time.Second)
		p.press("esc")
		if _, ok := p.top().(*home); !ok {
			t.Fatalf("%T", p.top())
		}
		h.pass(time.Hour)
		p.do(func(a *App) tea.Cmd { a.stack[0].(*home).focus = 0; return nil })
		p.press("enter")
		if tb, ok := p.top().(*table); !ok || tb.id != id || len(tb.snap.Plies) != 1 {
			t.Errorf("%T", p.top())
		}
	})
}

// Another run after one of practice is practice with a new seed, after a ranked one ranked.
func TestStonesAgain(t *testing.T) {
	inStones(t, func(h *hall, p *person) {
		o := stonesOffer(2)
		o.Seed = goalRun[0]
		id := p.create(o)
		p.do(openTable(id))
		for i := range 4 {
			h.must(p.visit.Act(id, i, "1"))
		}
		h.pass(time.Second)
		p.press("enter")
		tb, ok := p.top().(*table)
		if !ok || tb.id == id || !tb.snap.Seeded || tb.snap.View.(stones.View).Mode != 2 {
			t.Fatalf("%T %+v", p.top(), tb)
		}
		if got := stonesAgain(&lobby.Snapshot{View: stones.View{Mode: 1}}); got.Seed != "" || got.Daily {
			t.Errorf("%+v", got)
		}
	})
}

// After a run of the day comes the board on which it stands.
func TestStonesDailyLeadsToItsBoard(t *testing.T) {
	inStones(t, func(h *hall, p *person) {
		o := stonesOffer(2)
		o.Daily = true
		id := p.create(o)
		p.do(openTable(id))
		for i := 0; ; i++ {
			s, err := p.visit.Table(id)
			h.must(err)
			if s.Result != nil {
				break
			}
			h.must(p.visit.Act(id, i, s.Legal[0]))
		}
		h.pass(time.Second)
		p.press("enter")
		b, ok := p.top().(*scores)
		if !ok || b.tabs[b.tab].board != "2" || b.tabs[b.tab].day != h.house.Lobby.Today() || b.mine.Match != id {
			t.Fatalf("%T %+v", p.top(), b)
		}
	})
}

// A simulation goes on while help stands over it, and comes to nothing once its screen is closed.
func TestStonesSimulation(t *testing.T) {
	inStones(t, func(h *hall, p *person) {
		p.press("2", "enter", "t", "m", "up", "3", "enter", "?")
		sim := p.stack[len(p.stack)-2].(*stonesSim)
		if sim.tally.Games != simMost {
			t.Errorf("%d runs", sim.tally.Games)
		}
		want := stones.BestPlay(1).Value(stones.Begin())
		if mean, err := sim.tally.Reward(); mean < want-4*err || mean > want+4*err {
			t.Errorf("mean %v, want %v within %v", mean, want, 4*err)
		}
		p.press("esc")
		gen := sim.gen
		p.press("esc")
		p.send(forScreen{sim, simulated{gen, stones.Tally{Games: 5}}})
		if sim.tally.Games != simMost {
			t.Error("a closed simulation goes on")
		}
	})
}

// Chances are not shown as nothing where there is one.
func TestPercent(t *testing.T) {
	for p, want := range map[float64]int{0: 0, 0.001: 1, 0.25: 25, 1.0 / 6: 17, 1: 100} {
		if got := percent(p); got != want {
			t.Errorf("%v: %d", p, got)
		}
	}
}

// Where a choice can land is never off the board, and what solve knows of it is the same.
func TestSpanIsOnTheBoard(t *testing.T) {
	for _, s := range stones.Reachable() {
		for _, o := range stones.BestPlay(1).Outlooks(s) {
			low, high := landing(s.Cell, o.Choice)
			if low > high || o.Landing[low] == 0 || o.Landing[high] == 0 {
				t.Fatalf("%+v: choice %d leads to %d..%d, not %v", s, o.Choice, low, high, o.Landing)
			}
			sum := 0.0
			for cell := low; cell <= high; cell++ {
				sum += o.Landing[cell]
			}
			if sum < 0.999 {
				t.Fatalf("%+v: choice %d leads elsewhere than %d..%d", s, o.Choice, low, high)
			}
		}
	}
	if got := spanText(15, 1); got != "16" {
		t.Error(got)
	}
}

// Why another run cannot begin is said on the sheet, which stays.
func TestStonesAgainRefused(t *testing.T) {
	inStones(t, func(h *hall, _ *person) {
		p := stonesAt(h, goalRun)
		h.pass(time.Second)
		h.house.Lobby.Drain()
		if p.press("enter"); p.note == "" {
			t.Errorf("%T, nothing is said", p.top())
		}
		if _, ok := p.top().(*table); ok {
			t.Error("the sheet is gone")
		}
	})
}

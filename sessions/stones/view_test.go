package stones

import (
	"testing"
	"time"

	"arcade/games"
	"arcade/games/stones"
	"arcade/lobby/records"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/pages"
	"arcade/sessions/play"
	"arcade/sessions/ranks"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
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
	beforeEnd = [2]string{"s245685", "1132323"}  // the same, one pick earlier
)

func init() {
	frames = append(frames, []screentest.Page{
		// Setting up.
		{Name: "stones-setup", Sizes: screentest.AllSizes, Rich: screentest.RichSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			p.Press("2", "enter")
			return p
		}},
		{Name: "stones-setup-daily", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			p.Press("2", "enter", "2", "down", "2")
			return p
		}},
		{Name: "stones-setup-done", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			h.Score(p, stones.Name+"/1/"+h.House.Lobby.Today(), 3, 0, time.Minute)
			p.Press("2", "enter", "down", "right")
			return p
		}},
		{Name: "stones-setup-practice", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			p.Press("2", "enter", "down", "left")
			return p
		}},
		{Name: "stones-setup-seed", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			p.Press("2", "enter", "down", "left", "down")
			p.Typed("가나 Abc12")
			return p
		}},
		{Name: "stones-setup-guest", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Guest()
			p.Press("2", "enter")
			return p
		}},

		// A run.
		{Name: "stones-start", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			p.Press("2", "enter", "enter")
			return p
		}},
		{Name: "stones-daily", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			p.Press("2", "enter", "down", "right", "enter")
			return p
		}},
		{Name: "stones-first", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.First(h.Name(0))
			p.Press("2", "enter", "enter")
			return p
		}},
		{Name: "stones-mid", Move: "left", Sizes: screentest.AllSizes, Rich: screentest.RoomySizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := stonesAt(h, midRun)
			p.Press("2")
			return p
		}},
		{Name: "stones-hints", Move: "right", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := stonesAt(h, midRun)
			p.Press("z", "3")
			return p
		}},
		{Name: "stones-look", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			p.Press("2", "enter", "enter", "z")
			h.Pass(screentest.BeforeAnswer)
			return p
		}},
		{Name: "stones-look-daily", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			p.Press("2", "enter", "down", "right", "enter", "z")
			h.Pass(screentest.BeforeAnswer)
			return p
		}},
		{Name: "stones-looked", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			p.Press("2", "enter", "enter", "z")
			h.Pass(screentest.BeforeAnswer)
			p.Press("2")
			return p
		}},
		{Name: "stones-confirm", Make: func(h *screentest.Hall) *screentest.Person {
			p := stonesAt(h, midRun)
			p.Change(func(s *app.Settings) { s.Confirm = true })
			p.Press("enter")
			return p
		}},
		{Name: "stones-clamp", Make: func(h *screentest.Hall) *screentest.Person { return stonesAt(h, clampRun) }},
		{Name: "stones-used", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := stonesAt(h, usedRun)
			p.Press("3")
			return p
		}},
		{Name: "stones-rolling", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := stonesAt(h, [2]string{midRun[0], midRun[1][:2]})
			p.Press("enter")
			h.Pass(3*cellPace - 10*time.Millisecond)
			return p
		}},
		{Name: "stones-last", Move: "right", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person { return stonesAt(h, beforeEnd) }},
		{Name: "stones-watching", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p, o := h.Me(), h.Other()
			id := run(h, o, midRun)
			o.Do(play.OpenTable(id))
			p.Do(play.OpenTable(id))
			h.Pass(time.Second)
			return p
		}},
		{Name: "stones-menu", Make: func(h *screentest.Hall) *screentest.Person {
			p := stonesAt(h, midRun)
			p.Press("space")
			h.Pass(screentest.BeforeAnswer)
			return p
		}},
		{Name: "stones-log", Make: func(h *screentest.Hall) *screentest.Person {
			p := stonesAt(h, midRun)
			p.Press("e")
			return p
		}},
		{Name: "stones-giveup", Make: func(h *screentest.Hall) *screentest.Person {
			p := stonesAt(h, midRun)
			p.Press("r")
			h.Pass(screentest.BeforeAnswer)
			return p
		}},
		{Name: "stones-giveup-ranked", Make: func(h *screentest.Hall) *screentest.Person {
			p := stonesAt(h, midRun)
			p.Top().(*play.Table).Snap.Seeded = false
			p.Press("r")
			h.Pass(screentest.BeforeAnswer)
			return p
		}},
		{Name: "stones-abort", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			p.Press("2", "enter", "enter", "r")
			h.Pass(screentest.BeforeAnswer)
			return p
		}},
		{Name: "stones-left", Make: func(h *screentest.Hall) *screentest.Person {
			p := stonesAt(h, midRun)
			p.Press("esc")
			h.Pass(screentest.BeforeAnswer)
			p.Press("2")
			return p
		}},
		{Name: "stones-leave", Rich: screentest.RichSizes[:1], Make: screentest.ThenAsked(func(h *screentest.Hall) *screentest.Person { return stonesAt(h, midRun) }, "esc")},

		// The end of a run.
		{Name: "stones-super", Sizes: screentest.AllSizes, Rich: screentest.RichSizes, Make: func(h *screentest.Hall) *screentest.Person { return stonesAt(h, superRun) }},
		{Name: "stones-goal", Make: func(h *screentest.Hall) *screentest.Person { return stonesAt(h, goalRun) }},
		{Name: "stones-gaveup", Make: func(h *screentest.Hall) *screentest.Person {
			p := stonesAt(h, midRun)
			p.Press("r")
			h.Pass(screentest.BeforeAnswer)
			p.Press("2")
			h.Pass(screentest.BeforeAnswer)
			return p
		}},
		{Name: "stones-over", Make: func(h *screentest.Hall) *screentest.Person {
			p := stonesAt(h, longRun)
			p.Press("esc")
			return p
		}},
		{Name: "stones-replay", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := stonesAt(h, superRun)
			p.Press("v", "home", "right", "right", "right", "z")
			h.Pass(time.Second)
			return p
		}},
		{Name: "stones-replay-end", Make: func(h *screentest.Hall) *screentest.Person {
			p := stonesAt(h, longRun)
			p.Press("v")
			return p
		}, Deaf: []string{"end", "right"}},

		// Lists.
		{Name: "stones-home", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := boards(h)
			p.Press("2")
			return p
		}},
		{Name: "stones-lobby", Make: func(h *screentest.Hall) *screentest.Person {
			p, o := h.Me(), h.Other()
			id := run(h, o, midRun)
			o.Do(play.OpenTable(id))
			p.Press("m")
			return p
		}},
		{Name: "stones-matches", Make: func(h *screentest.Hall) *screentest.Person {
			p := stonesAt(h, superRun)
			p.Do((*app.App).Home)
			run(h, p, goalRun)
			run(h, p, midRun)
			p.Do((*app.App).Home)
			p.Press("v")
			return p
		}},
		{Name: "stones-board", Make: func(h *screentest.Hall) *screentest.Person {
			p := boards(h)
			p.Press("2", "b")
			return p
		}},
		{Name: "stones-board-today", Rich: screentest.RichSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := boards(h)
			p.Press("2", "b", "right", "right")
			return p
		}},
		{Name: "stones-board-yesterday", Make: func(h *screentest.Hall) *screentest.Person {
			p := boards(h)
			p.Press("2", "b", "left", "down")
			return p
		}},
		{Name: "stones-board-empty", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			p.Press("2", "b")
			return p
		}, Deaf: []string{"enter", "v"}}, // nobody there
		{Name: "stones-board-guest", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Guest()
			p.Press("2", "b", "right", "right")
			return p
		}, Deaf: []string{"enter", "v"}},
		{Name: "stones-stats", Sizes: screentest.AllSizes, Rich: screentest.RichSizes, Make: statistics},
		{Name: "stones-stats-empty", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			p.Press("2", "enter", "t")
			return p
		}, Deaf: []string{"enter"}},
		{Name: "stones-stats-guest", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Guest()
			p.Press("2", "enter", "t")
			return p
		}, Deaf: []string{"enter"}},
		{Name: "stones-stats-other", Make: func(h *screentest.Hall) *screentest.Person {
			o := h.Other()
			run(h, o, superRun)
			p := h.Me()
			id := o.Visit.Me().ID
			p.Do(func(a *app.App) { a.Push(a.House.Places.Profile(a, id)) })
			p.Press("t")
			h.Pass(screentest.BeforeAnswer)
			p.Press("1")
			return p
		}},
		{Name: "stones-sim", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			p.Press("2", "enter", "t", "m")
			return p
		}},
		{Name: "stones-sim-done", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			p.Press("2", "enter", "t", "m", "enter")
			return p
		}},
		{Name: "stones-sim-random", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			p.Press("2", "enter", "t", "m", "2", "down", "2", "down", "1", "enter")
			return p
		}},
		{Name: "stones-best", Sizes: screentest.AllSizes, Rich: screentest.RichSizes, Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			p.Press("2", "enter", "t", "z")
			return p
		}},
		{Name: "stones-best-later", Make: func(h *screentest.Hall) *screentest.Person {
			p := h.Me()
			p.Press("2", "enter", "t", "z", "1", "2", "3", "3")
			for range 5 {
				p.Press("down", "right", "right")
			}
			return p
		}},
	}...)
	topics := []struct {
		name string
		keys []string
	}{
		{"setup", []string{"2", "enter"}}, {"run", []string{"2", "enter", "enter"}}, {"stats", []string{"2", "enter", "t"}},
		{"sim", []string{"2", "enter", "t", "m"}}, {"best", []string{"2", "enter", "t", "z"}}, {"board", []string{"2", "b"}},
	}
	for _, topic := range topics {
		for i, tab := range app.HelpTabs {
			if i > 0 && topic.name != "run" {
				break // the shell has the other pages
			}
			frames = append(frames, screentest.Page{Name: "help-stones-" + topic.name + "-" + tab, Make: func(h *screentest.Hall) *screentest.Person {
				p := h.Me()
				p.Press(topic.keys...)
				p.Press("?")
				for range i {
					p.Press("tab")
				}
				return p
			}})
		}
	}
}

// run plays a run with a typed seed and returns its id.
func run(h *screentest.Hall, p *screentest.Person, run [2]string) string {
	h.T.Helper()
	o := offer(1)
	o.Seed = run[0]
	id := p.Create(o)
	for i, c := range run[1] {
		h.Must(p.Visit.Act(id, i, games.Action(c)))
		h.Pass(time.Second)
	}
	return id
}

// stonesAt returns a player at a run, after all motion.
func stonesAt(h *screentest.Hall, run [2]string) *screentest.Person {
	p := h.Me()
	o := offer(1)
	o.Seed = run[0]
	p.Create(o) // which calls the player there
	for i, c := range run[1] {
		h.Must(p.Visit.Act(p.Top().(*play.Table).ID, i, games.Action(c)))
		h.Pass(time.Second)
	}
	return p
}

// boards returns a player among others with rows on the boards.
func boards(h *screentest.Hall) *screentest.Person {
	p := h.Me()
	l := h.House.Lobby
	for i := range 4 {
		q := h.Player(h.Name(i + 1))
		h.Score(q, "stones/1", 2.75-0.15*float64(i), float64(4-i), time.Duration(i+1)*time.Hour)
		h.Score(q, "stones/1/"+l.Today(), float64(4-i), 0, time.Duration(i+1)*time.Minute)
		h.Score(q, "stones/2/"+records.DayBefore(l.Today()), float64(2+i%2), 0, 24*time.Hour+time.Duration(i)*time.Minute)
	}
	h.Score(p, "stones/1", 2.55, 12, 40*time.Minute)
	h.Score(p, "stones/1/"+l.Today(), 3, 0, 10*time.Minute)
	p.Do((*app.App).Home)
	p.Do(func(a *app.App) { a.Stack[0].(*pages.Home).Refresh(a) })
	return p
}

// statistics returns the statistics after some runs.
func statistics(h *screentest.Hall) *screentest.Person {
	p := h.Me()
	for range 2 {
		for _, one := range [][2]string{superRun, goalRun, longRun} {
			run(h, p, one)
		}
	}
	id := run(h, p, midRun)
	h.Must(p.Visit.Do(id, games.Resign))
	h.Pass(time.Minute)
	p.Do((*app.App).Home)
	p.Press("p", "t")
	h.Pass(screentest.BeforeAnswer)
	p.Press("1", "down")
	return p
}

// inStones runs f for a player at home in a house.
func inStones(t *testing.T, f func(h *screentest.Hall, p *screentest.Person)) {
	t.Helper()
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		f(h, h.Me())
	})
}

// A digit chooses, even if pressed again; Enter rolls, and a second one at once is the same press.
func TestDigitsChooseAndEnterRolls(t *testing.T) {
	inStones(t, func(h *screentest.Hall, p *screentest.Person) {
		p.Change(func(s *app.Settings) { s.Motion = "none" })
		p.Do(play.OpenTable(p.Create(offer(1))))
		plies := func(want int, after string) {
			t.Helper()
			if n := len(p.Top().(*play.Table).Snap.Plies); n != want {
				t.Errorf("%d rolls after %s, want %d", n, after, want)
			}
		}
		p.Press("1")
		plies(0, "1")
		p.Press("1", "2", "2")
		plies(0, "1 1 2 2")
		p.Press("1", "enter", "enter")
		plies(1, "1 Enter Enter")
		h.Pass(app.GuardTime)
		p.Press("enter")
		plies(2, "another Enter later")
		p.ClickHit(choiceHit(1))
		plies(2, "a click at once")
	})
}

// A key during a roll's motion ends the motion and rolls nothing.
func TestSkipsMotion(t *testing.T) {
	inStones(t, func(h *screentest.Hall, p *screentest.Person) {
		o := offer(1)
		o.Seed = midRun[0]
		p.Do(play.OpenTable(p.Create(o)))
		p.Press("enter", "enter")
		tb := p.Top().(*play.Table)
		if n := len(tb.Snap.Plies); n != 1 {
			t.Fatalf("%d picks", n)
		}
		if v := tb.Game.(*gameView); tb.Scene.MotionLeft(p.App, v) > 0 {
			t.Error("it still moves")
		}
		h.Pass(app.GuardTime)
		p.Press("enter")
		if n := len(tb.Snap.Plies); n != 2 {
			t.Errorf("%d picks", n)
		}
	})
}

// The screen requests frames during a roll's motion, and none afterwards.
func TestFramesEnd(t *testing.T) {
	inStones(t, func(h *screentest.Hall, p *screentest.Person) {
		o := offer(1)
		o.Seed = midRun[0]
		p.Do(play.OpenTable(p.Create(o)))
		p.Press("enter")
		tb, gen := p.Top().(*play.Table), p.Ticks
		motion := tb.Game.Motion(p.App, &tb.Scene)
		h.Pass(3 * time.Second)
		if n, most := p.Ticks-gen, int(motion/cellPace)+1; motion == 0 || n == 0 || n > most {
			t.Errorf("%d frames for %v, want at most %d", n, motion, most)
		}
	})
}

// The first look at a run that counts asks, and shows and marks nothing before the answer.
func TestLookAsks(t *testing.T) {
	inStones(t, func(h *screentest.Hall, p *screentest.Person) {
		p.Press("2", "enter", "enter")
		tb := p.Top().(*play.Table)
		p.Press("z")
		h.Pass(screentest.BeforeAnswer)
		if p.Press("esc"); tb.Scene.Best || tb.Snap.Hinted {
			t.Fatal("shown without an answer")
		}
		p.Press("z")
		h.Pass(screentest.BeforeAnswer)
		p.Press("2")
		if !tb.Scene.Best || !tb.Snap.Hinted {
			t.Fatal("not shown after the answer")
		}
		p.Press("z")
		if tb.Scene.Best {
			t.Error("it cannot be hidden")
		}
		if p.Press("z"); !tb.Scene.Best || p.Top() != app.Screen(tb) {
			t.Error("a second look asks again")
		}
	})
}

// A player can leave a run: the home screen has it, and it goes on there.
func TestIsKept(t *testing.T) {
	inStones(t, func(h *screentest.Hall, p *screentest.Person) {
		p.Do(func(a *app.App) { a.Push(a.House.Places.Form(a, stones.Name)) })
		p.Press("enter", "enter")
		id := p.Top().(*play.Table).ID
		h.Pass(time.Second)
		p.Press("esc")
		h.Pass(screentest.BeforeAnswer)
		p.Press("2")
		if _, ok := p.Top().(*pages.Home); !ok {
			t.Fatalf("%T", p.Top())
		}
		h.Pass(time.Hour)
		p.Do(func(a *app.App) { a.Stack[0].(*pages.Home).Focus = 0 })
		p.Press("enter")
		if tb, ok := p.Top().(*play.Table); !ok || tb.ID != id || len(tb.Snap.Plies) != 1 {
			t.Errorf("%T", p.Top())
		}
	})
}

// Another run after one of practice is practice with a new seed, after a ranked one ranked.
func TestAgain(t *testing.T) {
	inStones(t, func(h *screentest.Hall, p *screentest.Person) {
		o := offer(2)
		o.Seed = goalRun[0]
		id := p.Create(o)
		p.Do(play.OpenTable(id))
		for i := range 4 {
			h.Must(p.Visit.Act(id, i, "1"))
		}
		h.Pass(screentest.AfterEnd)
		p.Press("n")
		tb, ok := p.Top().(*play.Table)
		if !ok || tb.ID == id || !tb.Snap.Seeded || tb.Snap.View.(stones.View).Mode != 2 {
			t.Fatalf("%T %+v", p.Top(), tb)
		}
		if got := again(nil, &table.Snapshot{View: stones.View{Mode: 1}}); got.Seed != "" || got.Daily {
			t.Errorf("%+v", got)
		}
	})
}

// A click on the chosen mode starts a run only if the mode has the focus; before, it takes the focus.
func TestModeClickStarts(t *testing.T) {
	inStones(t, func(h *screentest.Hall, p *screentest.Person) {
		p.Press("2", "enter", "down", "right") // the run of the day
		p.ClickHit(app.PickHit{Row: 0, At: 0})
		s, ok := p.Top().(*setup)
		if !ok || s.In().ID != "mode" {
			t.Fatalf("the first click leads to %T", p.Top())
		}
		p.ClickHit(app.PickHit{Row: 0, At: 0})
		if tb, ok := p.Top().(*play.Table); !ok || tb.Snap.Daily == "" {
			t.Errorf("the second click leads to %T", p.Top())
		}
	})
}

// After a run of the day comes its board.
func TestDailyLeadsToItsBoard(t *testing.T) {
	inStones(t, func(h *screentest.Hall, p *screentest.Person) {
		o := offer(2)
		o.Daily = true
		id := p.Create(o)
		p.Do(play.OpenTable(id))
		for i := 0; ; i++ {
			s, err := p.Visit.Table(id)
			h.Must(err)
			if s.Result != nil {
				break
			}
			h.Must(p.Visit.Act(id, i, s.Legal[0]))
		}
		h.Pass(screentest.AfterEnd)
		p.Press("enter")
		b, ok := p.Top().(*ranks.Scores)
		if !ok || b.Tabs[b.Tab].Board != "2" || b.Tabs[b.Tab].Day != h.House.Lobby.Today() || b.Mine.Match != id {
			t.Fatalf("%T %+v", p.Top(), b)
		}
	})
}

// A simulation goes on while help covers it, and ends with its screen.
func TestSimulation(t *testing.T) {
	inStones(t, func(h *screentest.Hall, p *screentest.Person) {
		p.Press("2", "enter", "t", "m", "up", "3", "enter", "?")
		sim := p.Stack[len(p.Stack)-2].(*simulation)
		if sim.tally.Games != simMost {
			t.Errorf("%d runs", sim.tally.Games)
		}
		want := startOf(1).Value
		if mean, err := sim.tally.Reward(); mean < want-4*err || mean > want+4*err {
			t.Errorf("mean %v, want %v within %v", mean, want, 4*err)
		}
		p.Press("esc")
		gen := sim.gen
		p.Press("esc")
		p.Send(app.ForScreen{To: sim, Msg: simulated{gen, stones.Tally{Games: 5}}})
		if sim.tally.Games != simMost {
			t.Error("a closed simulation goes on")
		}
	})
}

// No chance above zero is shown as zero.
func TestPercent(t *testing.T) {
	for p, want := range map[float64]int{0: 0, 0.001: 1, 0.25: 25, 1.0 / 6: 17, 1: 100} {
		if got := app.Percent(p); got != want {
			t.Errorf("%v: %d", p, got)
		}
	}
}

// A choice's landing cells are on the board, and solve's are the same.
func TestSpanIsOnTheBoard(t *testing.T) {
	for _, s := range stones.Modes()[0].Reachable() {
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

// The sheet says why another run cannot begin, and stays.
func TestAgainRefused(t *testing.T) {
	inStones(t, func(h *screentest.Hall, _ *screentest.Person) {
		p := stonesAt(h, goalRun)
		h.Pass(time.Second)
		h.House.Lobby.Drain()
		if p.Press("n"); p.Note == "" {
			t.Errorf("%T, nothing is said", p.Top())
		}
		if _, ok := p.Top().(*play.Table); ok {
			t.Error("the sheet is gone")
		}
	})
}

// seeing counts the calls of a view's See.
type seeing struct {
	play.View
	times int
}

func (v *seeing) Update(s *play.Scene) { v.times++; v.View.Update(s) }

// The player's own roll calls See once: the wake-up for it finds nothing new. Another player's roll calls
// See, too.
func TestServedOnce(t *testing.T) {
	inStones(t, func(h *screentest.Hall, p *screentest.Person) {
		o := offer(1)
		o.Seed = midRun[0]
		p.Do(play.OpenTable(p.Create(o)))
		p.Change(func(s *app.Settings) { s.Motion = "none" })
		h.Pass(time.Minute)
		tb := p.Top().(*play.Table)
		v := &seeing{View: tb.Game}
		tb.Game = v
		plies := len(tb.Snap.Plies)
		p.Press("enter")
		if len(tb.Snap.Plies) != plies+1 || v.times != 1 {
			t.Errorf("%d plies more, seen %d times", len(tb.Snap.Plies)-plies, v.times)
		}
		v.times = 0
		h.Must(p.Visit.Act(tb.ID, plies+1, stones.Choice(2).Action()))
		h.Settle()
		if len(tb.Snap.Plies) != plies+2 || v.times != 1 {
			t.Errorf("of what came from elsewhere %d plies more, seen %d times", len(tb.Snap.Plies)-plies-1, v.times)
		}
	})
}

// The ranks show the distance to them from the first ranked run on; practice does not count.
func TestTowardRanks(t *testing.T) {
	inStones(t, func(h *screentest.Hall, p *screentest.Person) {
		says := func(text string) {
			t.Helper()
			p.Do((*app.App).Home)
			p.Press("2", "b")
			p.Wants(text, true)
		}
		run(h, p, goalRun)
		says("Me: 0 of 20 ranked runs")
		id := p.Create(offer(1))
		h.Must(p.Visit.Act(id, 0, "1"))
		h.Must(p.Visit.Do(id, games.Resign))
		says("Me: 1 of 20 ranked runs   mean so far 0.00")
		p.Wants("-  "+p.Visit.Me().Name+" (me)         mean 0.00  streak 0", true) // on the board, and without a place
	})
}

// Every mode of the engine is offered: in the form of a run, in words, in the form of a duel, and on a board.
func TestEveryModeIsOffered(t *testing.T) {
	inStones(t, func(_ *screentest.Hall, p *screentest.Person) {
		n := len(stones.Modes())
		if got := [...]int{len(modeRow().Values), len(speech.Runs(p.App)), len(Duel.Versus.Variants), len(stones.Game{}.Boards())}; got != [...]int{n, n, n, n} {
			t.Errorf("of %d modes these are offered: %v", n, got)
		}
	})
}

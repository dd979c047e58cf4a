package puzzle_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby/puzzles"
	"arcade/sessions/klondike"
	"arcade/sessions/matgo"
	"arcade/sessions/othello"
	"arcade/sessions/pages"
	"arcade/sessions/play"
	"arcade/sessions/puzzle"
	"arcade/sessions/screentest"
	"arcade/sessions/stones"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/sessions/yut"
)

func init() {
	screentest.Places = pages.Rooms{}
	play.Add(othello.Game, matgo.Game, klondike.Game, yut.Game, stones.Game)
}

// stock puts a puzzle of a file into the house: of several, chance would choose one.
func stock(h *screentest.Hall, game string, at int) { h.Stock("testdata/"+game+".json", game, at) }

// stocked returns a visitor in a house with one puzzle: two answers, and a reply between them. The puzzle
// came after the visitor, because at each entry the house chooses the puzzle of the day.
func stocked(h *screentest.Hall) *screentest.Person {
	p := h.Me()
	stock(h, "othello", 0)
	return p
}

// askedIn asks a puzzle of another game, missedIn shows its answer. Matgo's first puzzle asks for a card,
// the second for go or stop.
func askedIn(game string, at int) func(*screentest.Hall) *screentest.Person {
	return func(h *screentest.Hall) *screentest.Person {
		p := h.Me()
		stock(h, game, at)
		p.Push(puzzle.Stream(p.App, game))
		h.Pass(time.Second)
		return p
	}
}

func missedIn(game string, at int) func(*screentest.Hall) *screentest.Person {
	return func(h *screentest.Hall) *screentest.Person {
		p := askedIn(game, at)(h)
		p.Press("x")
		h.Pass(time.Second)
		p.Press("2")
		return p
	}
}

func asked(h *screentest.Hall) *screentest.Person {
	p := stocked(h)
	p.Push(puzzle.Stream(p.App, "othello"))
	h.Pass(time.Second)
	return p
}

func hinted(h *screentest.Hall) *screentest.Person {
	p := asked(h)
	p.Press("i")
	return p
}

// answer plays the line's answers, up to n of them.
func answer(p *screentest.Person, n int) {
	p.Hall.Pass(time.Second) // the puzzle has been read
	for range n {
		s, err := p.House.Lobby.Puzzles.Next(puzzles.Who{ID: p.Visit.Me().ID}, "othello")
		if err != nil || s.State != puzzles.Asked {
			return
		}
		p.Press(append([]string{"/"}, strings.Split(string(s.Record.Puzzle.Line[s.Step].Action), "")...)...)
		p.Press("enter")
	}
}

func goesOn(h *screentest.Hall) *screentest.Person {
	p := asked(h)
	answer(p, 1)
	return p
}

func solved(h *screentest.Hall) *screentest.Person {
	p := asked(h)
	answer(p, 2)
	return p
}

func missed(h *screentest.Hall) *screentest.Person { return givenUp(h, asked(h)) }

func namedMissed(h *screentest.Hall) *screentest.Person { return givenUp(h, fromNamed(h)) }

// givenUp asks for the solution.
func givenUp(h *screentest.Hall, p *screentest.Person) *screentest.Person {
	p.Press("x")
	h.Pass(time.Second)
	p.Press("2")
	return p
}

func ofDay(h *screentest.Hall) *screentest.Person {
	p := stocked(h)
	p.Push(pages.Rooms{}.Today(p.App))
	p.Press("x")
	return p
}

// dayMissed has the longest words beside the day's puzzle on home.
func dayMissed(h *screentest.Hall) *screentest.Person {
	p := ofDay(h)
	p.Press("i")
	return givenUp(h, p)
}

// practised returns a visitor who has tried six puzzles, copies of one with other IDs, has missed every
// other one, and is asked the seventh.
func practised(h *screentest.Hall) *screentest.Person {
	p := h.Me()
	book, who := h.House.Lobby.Puzzles, puzzles.Who{ID: p.Visit.Me().ID}
	for i := range 7 {
		h.StockAs("testdata/othello.json", "othello", 0, "othello/"+strconv.Itoa(i))
		if i == 6 {
			break
		}
		s, err := book.Next(who, "othello")
		h.Must(err)
		for s.State == puzzles.Asked {
			if i%2 == 1 {
				s, err = book.GiveUp(who, s)
			} else {
				s, err = book.Answer(who, s, []games.Action{s.Record.Puzzle.Line[s.Step].Action})
			}
			h.Must(err)
		}
	}
	p.Push(puzzle.Stream(p.App, "othello"))
	return p
}

func guest(h *screentest.Hall) *screentest.Person {
	p := h.Guest()
	stock(h, "othello", 0)
	p.Push(puzzle.Stream(p.App, "othello"))
	return p
}

var frames = []screentest.Page{
	{Name: "asked", Rich: screentest.RoomySizes, Sizes: screentest.AllSizes, Make: asked},
	{Name: "hinted", Make: hinted},
	{Name: "goes-on", Make: goesOn},
	{Name: "solved", Rich: screentest.RichSizes, Sizes: screentest.AllSizes, Make: solved},
	{Name: "missed", Rich: screentest.RichSizes, Make: missed},
	{Name: "practised", Rich: screentest.RichSizes, Make: practised},
	{Name: "named", Make: fromNamed},
	{Name: "named-missed", Make: namedMissed},
	{Name: "day", Make: ofDay},
	{Name: "day-missed-home", Make: screentest.Then(dayMissed, "esc", "esc")},
	{Name: "guest", Make: guest},
	{Name: "klondike", Rich: screentest.RichSizes, Make: askedIn("klondike", 0)},
	{Name: "klondike-missed", Rich: screentest.RichSizes, Make: missedIn("klondike", 0)},
	{Name: "yut", Rich: screentest.RichSizes, Make: askedIn("yut", 0)},
	{Name: "yut-missed", Rich: screentest.RichSizes, Make: missedIn("yut", 0)},
	{Name: "stones", Rich: screentest.RichSizes, Make: askedIn("stones", 0)},
	{Name: "stones-missed", Rich: screentest.RichSizes, Make: missedIn("stones", 0)},
	{Name: "matgo", Rich: screentest.RichSizes, Make: askedIn("matgo", 0)},
	{Name: "matgo-missed", Rich: screentest.RichSizes, Make: missedIn("matgo", 1)},
}

func TestFrames(t *testing.T) {
	pages := slices.Clone(frames)
	for i := range pages {
		make := pages[i].Make
		pages[i].Make = func(h *screentest.Hall) *screentest.Person {
			p := make(h)
			h.Pass(time.Second) // keys are taken
			return p
		}
	}
	screentest.Hold(t, pages, func(*screentest.Person) {})
}

// The line of ratings has the rating after each rated try, the latest last.
func TestPast(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := practised(h)
		me, err := h.House.Lobby.Puzzles.Standing("othello", p.Visit.Me().ID)
		h.Must(err)
		past, err := h.House.Lobby.Puzzles.Past("othello", p.Visit.Me().ID, 4)
		h.Must(err)
		if len(past) != 4 || past[3] != me.Rating.Rating || past[0] <= past[1] || past[1] >= past[2] {
			t.Errorf("%v, now %v", past, me.Rating.Rating)
		}
		p.LookAs(120, 40, ui.LevelRich)
		p.Wants(p.T("puzzle.past.n", "n", 6), true)
	})
}

// A puzzle has no log of events: the key of a run's log does nothing.
func TestNoLog(t *testing.T) {
	for _, level := range []ui.Level{ui.LevelLines, ui.LevelRich} {
		screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
			p := askedIn("yut", 0)(h)
			before := p.Text()
			p.Glyphs = level
			p.Press("e")
			if p.Text() != before {
				t.Errorf("level %v: e changes the screen", level)
			}
		})
	}
}

// A move on the board is the answer; the keys walk the line; the next day a try keeps the streak; a missed
// puzzle comes again after some days.
func TestPlay(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := solved(h)
		p.Wants("Solved", true)
		p.Wants("line 3 of 3", true)
		p.Press("[", "[", "[")
		p.Wants("the position", true)
		me, err := h.House.Lobby.Puzzles.Standing("othello", p.Visit.Me().ID)
		h.Must(err)
		if me.Rating.N != 1 || me.Rating.Rating <= 1500 || me.Streak != 1 {
			t.Errorf("%+v", me)
		}
		h.Pass(time.Second)
		p.Press("enter") // there is no other
		p.Wants("No new puzzle now", true)
	})
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := ofDay(h)
		p.Wants("of the day", true)
		p.Press("x")
		h.Pass(time.Second)
		p.Press("2")
		s, err := h.House.Lobby.Streak(t.Context(), p.Visit.Me().ID)
		h.Must(err)
		if !s.Played || s.Length != 1 {
			t.Errorf("the streak is %+v", s)
		}
		h.Pass(3*24*time.Hour + time.Minute)
		p = h.Player(h.Name(0))
		who := puzzles.Who{ID: p.Visit.Me().ID}
		if again, err := h.House.Lobby.Puzzles.Missed(who, "othello"); err != nil || again.State != puzzles.Asked {
			t.Errorf("%+v, %v", again, err)
		}
	})
}

// A key pressed once more answers nothing: neither a puzzle that has just come, nor does it pass over the line
// of the one that has just been answered.
func TestOneEnterTooMany(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		book, who := h.House.Lobby.Puzzles, puzzles.Who{ID: p.Visit.Me().ID}
		for i := range 2 {
			h.StockAs("testdata/othello.json", "othello", 0, "othello/"+strconv.Itoa(i))
		}
		p.Push(puzzle.Stream(p.App, "othello"))
		state := func() puzzles.Player {
			s, err := book.Standing("othello", who.ID)
			h.Must(err)
			return s
		}
		p.Press("enter") // the one that has led here
		if n := state().Rating.N; n != 0 {
			t.Fatalf("%d tries: the puzzle was answered before it could be read", n)
		}
		h.Pass(time.Second)
		answer(p, 2)
		p.Press("enter")
		p.Wants("Solved", true)
		h.Pass(time.Second)
		p.Press("enter", "enter")
		if n := state().Rating.N; n != 1 {
			t.Errorf("%d tries: the next puzzle was answered before it could be read", n)
		}
		p.Wants("Solved", false)
	})
}

// The motion of an answer comes to its end by itself.
func TestMotionEnds(t *testing.T) {
	for _, level := range []ui.Level{ui.LevelRich, ui.LevelLines} {
		screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
			p := asked(h)
			p.LookAs(80, 24, level)
			answer(p, 2)
			h.Pass(1500 * time.Millisecond)
			shown := p.Canvas().Plain(level)
			p.Send(tea.FocusMsg{})
			if now := p.Canvas().Plain(level); now != shown {
				t.Errorf("the screen still shows\n%s\ninstead of\n%s", shown, now)
			}
			h.Pass(5 * time.Second)
			was := p.Ticks
			h.Pass(5 * time.Second)
			if n := p.Ticks - was; n > 0 {
				t.Errorf("%d ticks of a screen at rest", n)
			}
		})
	}
}

// The player cannot play an option that the hint has crossed out, and the screen says so.
func TestCrossedOut(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := hinted(h)
		book, who := h.House.Lobby.Puzzles, puzzles.Who{ID: p.Visit.Me().ID}
		s, err := book.Next(who, "othello")
		h.Must(err)
		if len(s.Crossed) == 0 {
			t.Fatal("the hint crossed nothing out")
		}
		p.Press(append([]string{"/"}, strings.Split(string(s.Crossed[0]), "")...)...)
		p.Press("enter")
		if s, err = book.Next(who, "othello"); err != nil || s.State != puzzles.Asked || s.Step != 0 {
			t.Errorf("it was an answer: %+v, %v", s, err)
		}
		p.Wants("The hint crossed that out", true)
	})
}

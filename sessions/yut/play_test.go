package yut

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/rng"
	"arcade/games/yut"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/play/replays"
	"arcade/sessions/ranks"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/sessions/yut/board"
)

// plies returns the number of actions so far.
func plies(tb *play.Table) (list []games.Action) {
	for _, p := range tb.Snap.Plies {
		list = append(list, p.Action)
	}
	return list
}

// last returns the latest action, "" before the first.
func last(tb *play.Table) games.Action {
	list := plies(tb)
	if len(list) == 0 {
		return ""
	}
	return list[len(list)-1]
}

// The lines between the nodes are the board's edges, each of them and nothing else; O1 is at the lower
// right, and the numbers go counter-clockwise.
func TestBoardIsItsEdges(t *testing.T) {
	for _, b := range board.Boards {
		l := b.Lines
		name := fmt.Sprint(l.W, "x", l.H)
		cells := func(draw func(g ui.Region)) (list [][2]int) {
			c := ui.New(l.W, l.H)
			c.ComposeWide(false, nil) // all of it
			draw(c.Region)
			for y, row := range screentest.Grid(c.Plain(ui.LevelLines)) {
				for x, r := range row {
					if strings.ContainsRune("─│╱╲", r) && !slices.ContainsFunc(l.At[1:], func(r ui.Rect) bool { return r.Contains(x, y) }) && !l.Slots.Contains(x, y) {
						list = append(list, [2]int{x, y})
					}
				}
			}
			return list
		}
		owner := map[[2]int]yut.Edge{}
		touches := func(p [2]int, n yut.Node) bool {
			r := l.At[n]
			return ui.Rect{X: r.X - 4, Y: r.Y - 1, W: r.W + 8, H: r.H + 2}.Contains(p[0], p[1])
		}
		for _, e := range yut.Edges() {
			line := cells(func(g ui.Region) { l.Edge(g, e) })
			for _, p := range line {
				if other, taken := owner[p]; taken {
					t.Errorf("%s: %v and %v share a cell", name, e, other)
				}
				owner[p] = e
			}
			if len(line) == 0 { // nodes that touch
				a, b := l.At[e.From], l.At[e.To]
				if gap := max(a.Y, b.Y) - min(a.Y+a.H, b.Y+b.H); gap > 0 {
					t.Errorf("%s: %v is not drawn", name, e)
				}
				continue
			}
			if first, last := line[0], line[len(line)-1]; !touches(first, e.From) && !touches(first, e.To) || !touches(last, e.From) && !touches(last, e.To) {
				t.Errorf("%s: %v does not reach its nodes: %v", name, e, line)
			}
		}
		synctest.Test(t, func(t *testing.T) {
			a := screentest.NewHall(t, words.EN).Me().App
			all := cells(func(g ui.Region) {
				board.Block(a, board.Scene{}, nil).Draw(kit.Look{Touch: b.Finger}, g)
			})
			for _, p := range all {
				if _, ok := owner[p]; !ok {
					t.Errorf("%s: a line at %v that is no edge", name, p)
				}
			}
			if len(all) != len(owner) {
				t.Errorf("%s: %d cells of lines, want %d", name, len(all), len(owner))
			}
		})
		area := 0 // twice the polygon's area, positive if it goes clockwise on the screen
		for n := yut.O1; n <= yut.O20; n++ {
			x1, y1 := board.Centre(l.At[n])
			x2, y2 := board.Centre(l.At[n%yut.O20+1])
			area += x1*y2 - x2*y1
		}
		if area >= 0 {
			t.Errorf("%s: O1 to O20 do not go counter-clockwise", name)
		}
		if x, y := board.Centre(l.At[yut.O1]); x < l.W*3/4 || y < l.H/2 {
			t.Errorf("%s: O1 is at %d,%d", name, x, y)
		}
		for n := yut.O1; n <= yut.Nodes; n++ {
			for m := n + 1; m <= yut.Nodes; m++ {
				if r := l.At[n].Intersect(l.At[m]); r.W > 0 && r.H > 0 {
					t.Errorf("%s: %v and %v overlap", name, n, m)
				}
			}
		}
	}
}

// The time of the throw, for each key and time of its hold.
func TestRoll(t *testing.T) {
	space, enter := screentest.PressOf("space"), screentest.PressOf("enter")
	up := tea.KeyReleaseMsg{Code: tea.KeySpace}
	mouseUp := tea.MouseReleaseMsg{X: 1, Y: 1, Button: tea.MouseLeft}
	type event struct {
		at  int // ms
		msg tea.Msg
	}
	repeats := func(from, to int) (list []event) {
		for at := from; at <= to; at += 30 {
			list = append(list, event{at, space})
		}
		return list
	}
	for name, tc := range map[string]struct {
		tells bool // the terminal reports released keys
		do    []event
		want  int // ms
	}{
		"a tap":                          {false, []event{{0, space}}, 500},
		"a key that repeats":             {false, append([]event{{0, space}}, repeats(400, 1600)...), 1600 + 150},
		"a key that repeats early":       {false, append([]event{{0, space}}, repeats(250, 310)...), 500},
		"a key that repeats for ever":    {false, append([]event{{0, space}}, repeats(300, 3600)...), 3000},
		"let go at once":                 {true, []event{{0, space}, {100, up}}, 500},
		"let go at the least":            {true, []event{{0, space}, {500, up}}, 500},
		"let go later":                   {true, append([]event{{0, space}}, append(repeats(400, 1000), event{1710, up})...), 1710},
		"never let go":                   {true, []event{{0, space}}, 3000},
		"a release that nobody foretold": {false, append([]event{{0, space}}, append(repeats(400, 880), event{910, up})...), 910},
		"Enter twice at once":            {false, []event{{0, enter}, {200, enter}}, 500},
		"Enter again":                    {false, []event{{0, enter}, {1400, enter}}, 1400},
		"Enter once":                     {false, []event{{0, enter}}, 3000},
		"the mouse, let go at once":      {false, []event{{0, board.ThrowHit{}}, {90, mouseUp}}, 500},
		"the mouse, let go elsewhere":    {false, []event{{0, board.ThrowHit{}}, {2000, mouseUp}}, 2000},
		"the mouse, never let go":        {false, []event{{0, board.ThrowHit{}}}, 3000},
		"another key on the way":         {false, []event{{0, enter}, {300, screentest.PressOf("4")}, {800, screentest.PressOf("tab")}}, 3000},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
				p := h.Me()
				yutBefore(h, p, "start")
				if tc.tells {
					p.Send(tea.KeyboardEnhancementsMsg{Flags: 3})
				}
				tb, start := p.Top().(*play.Table), time.Now()
				before := len(plies(tb))
				for _, e := range append(tc.do, event{4000, nil}) {
					for time.Since(start) < time.Duration(e.at)*time.Millisecond {
						h.Pass(10 * time.Millisecond)
						if len(plies(tb)) > before {
							if got := int(time.Since(start).Milliseconds()); got != tc.want {
								t.Errorf("thrown after %d ms, want %d", got, tc.want)
							}
							return
						}
					}
					if hit, ok := e.msg.(board.ThrowHit); ok {
						p.ClickHit(hit)
					} else if e.msg != nil {
						p.Send(e.msg)
					}
					if n := len(plies(tb)); n > before {
						if got := int(time.Since(start).Milliseconds()); got != tc.want {
							t.Errorf("thrown after %d ms, want %d", got, tc.want)
						}
						return
					}
				}
				t.Error("never thrown")
			})
		})
	}
}

// The bell rings each half second of rolling and once for the throw, if the player wants it.
func TestBeat(t *testing.T) {
	for roll, want := range map[string]int{"": 0, "bell": 3, "off": 0} {
		screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
			p := h.Me()
			p.Change(func(s *app.Settings) { rollSetting.Put(s, roll) })
			yutBefore(h, p, "start")
			p.Out = nil
			p.Press("enter")
			h.Pass(1200 * time.Millisecond)
			p.Wants("**....", roll == "")
			p.Press("enter")
			h.Pass(100 * time.Millisecond)
			p.Wants(p.T("yt.thud"), roll == "")
			if len(p.Out) != want {
				t.Errorf("%q: %v", roll, p.Out)
			}
		})
	}
}

// A ranked run's seed has a name at its end. Typed in the form, the name means the same seed.
func TestSeedOfARankedRun(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		id := p.Create(offer())
		view := func() yut.View { return p.Top().(*play.Table).Snap.View.(yut.View) }
		first := view()
		r := rng.New("ranked")
		for view().Ask != yut.Over {
			s := p.Top().(*play.Table).Snap
			h.Must(p.Visit.Act(id, len(s.Plies), yut.Game{}.Bots()[2].Choose(s.View, r)))
			h.Settle()
			if _, over := p.Top().(*runOver); over {
				break
			}
		}
		name := p.Top().(*runOver).seed(p.App)
		if len(name) != yut.SeedRunes {
			t.Fatalf("the seed is called %q", name)
		}
		form := newSetup(p.App)
		p.Do(func(a *app.App) { a.Push(form) })
		p.Press("left", "down")
		p.Typed(name)
		p.Press("enter")
		s := p.Top().(*play.Table).Snap
		if !s.Seeded || !reflect.DeepEqual(s.View, any(first)) {
			t.Errorf("by its name: %+v", s)
		}
		p.Wants(name, true)
	})
}

// A key that is still held after its throw neither throws again nor moves a piece until it has rested for a
// while. Moving begins by itself.
func TestHeldKeyThrowsOnce(t *testing.T) {
	for _, key := range []string{"space", "enter"} {
		for _, state := range []string{"start", "again"} {
			t.Run(key+"/"+state, func(t *testing.T) {
				t.Parallel()
				screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
					p := h.Me()
					yutBefore(h, p, state)
					tb := p.Top().(*play.Table)
					before := len(plies(tb))
					for range 200 { // six seconds
						p.Press(key)
						h.Pass(30 * time.Millisecond)
					}
					want := []games.Action{"throw", "start"}
					if state == "again" {
						want = want[:1]
					}
					if got := plies(tb)[before:]; !slices.Equal(got, want) {
						t.Fatalf("%q, want %q", got, want)
					}
					h.Pass(310 * time.Millisecond)
					p.Press(key)
					h.Pass(600 * time.Millisecond)
					p.Press(key)
					h.Pass(time.Millisecond)
					if n := len(plies(tb)) - before; n < 2 || state == "start" && key == "enter" && n < 3 {
						t.Error("the key is dead for good")
					}
				})
			})
		}
	}
}

// A newcomer reads how to throw while there is a throw, no longer.
func TestCoach(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		id := yutBefore(h, p, "start")
		tb := p.Top().(*play.Table)
		check := func(ask yut.Ask, want bool) {
			t.Helper()
			tb.Coach = 3
			p.LookAs(80, 24, ui.LevelLines)
			text := p.Canvas().Plain(p.Glyphs)
			if got := strings.Contains(text, p.T("yt.coach")); got != want || tb.Game.(*gameView).ask != ask {
				t.Errorf("asked for %v, told how to throw: %v\n%s", tb.Game.(*gameView).ask, got, text)
			}
		}
		check(yut.AskThrow, true)
		yutLast(h, p, id, "start")
		h.Pass(4 * time.Second)
		check(yut.AskMove, false)
	})
}

// A player who goes elsewhere puts the sticks down: nothing is thrown.
func TestRollIsPutDown(t *testing.T) {
	for _, key := range []string{"esc", "m", "e", "c", "?", "ctrl+c"} {
		screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
			p := h.Me()
			id := yutBefore(h, p, "start")
			tb := p.Top().(*play.Table)
			before := len(plies(tb))
			p.Press("enter")
			h.Pass(200 * time.Millisecond)
			p.Press(key)
			gen := p.Ticks
			h.Pass(5 * time.Second)
			if p.Top() == app.Screen(tb) {
				t.Errorf("%s leads nowhere", key)
			}
			if n := p.Ticks - gen; n > 5 {
				t.Errorf("after %s: %d frames of sticks that lie", key, n)
			}
			if key == "esc" {
				p.Do(play.OpenTable(id))
			} else {
				p.Press("esc")
			}
			h.Pass(5 * time.Second)
			if _, ok := p.Top().(*play.Table); !ok {
				t.Errorf("%s: no way back: %T", key, p.Top())
			}
			if s, err := p.Visit.Table(id); err != nil || len(s.Plies) != before {
				t.Errorf("after %s: %d plies, want %d (%v)", key, len(s.Plies), before, err)
			}
		})
	}
}

// Only at the table the terminal must report released keys, and pages with text to copy leave the mouse to
// it.
func TestModes(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		modes := func() string {
			f := p.Frame()
			return fmt.Sprint(f.Releases, f.Mouse)
		}
		check := func(where, want string) {
			t.Helper()
			if got := modes(); got != want {
				t.Errorf("%s: %s, want %s", where, got, want)
			}
		}
		check("at home", "false true")
		id := yutBefore(h, p, "over")
		check("at the table", "true true")
		p.Press("c")
		check("over the table", "false true")
		p.Press("esc")
		yutLast(h, p, id, "over")
		h.Pass(time.Second)
		check("at the end", "false true")
		p.Press("1")
		check("at a text to be copied", "false false")
		p.Press("esc")
		p.Press("esc")
		check("after the end", "false true")
	})
}

// A whole turn with the mouse alone.
func TestMouse(t *testing.T) {
	inYut(t, "start", func(t *testing.T, h *screentest.Hall, p *screentest.Person, tb *play.Table) {
		p.ClickHit(board.ThrowHit{})
		if last(tb) != "throw" || p.Note == "" {
			t.Fatal("no word that the throws are used up")
		}
		p.ClickHit(board.StartHit{})
		h.Pass(app.GuardTime)
		view := tb.Snap.View.(yut.View)
		if last(tb) != "start" {
			t.Fatalf("%q", last(tb))
		}
		p.ClickHit(board.TokenHit(view.Hand[0]))
		p.ClickHit(board.NodeHit(yut.Home))
		if last(tb) != "start" {
			t.Fatalf("the first click on a piece played %q", last(tb))
		}
		p.ClickHit(board.NodeHit(yut.Home)) // a second click
		if want := view.Moves[0].Action; last(tb) != want {
			t.Fatalf("%q, want %q", last(tb), want)
		}
		h.Pass(2 * time.Second)
	})
	inYut(t, "meet", func(t *testing.T, h *screentest.Hall, p *screentest.Person, tb *play.Table) { // the piece in focus would land on another
		view := tb.Snap.View.(yut.View)
		before := len(plies(tb))
		m := movesWith(view, tb.Game.(*gameView).token)
		at := slices.IndexFunc(m, func(m yut.Move) bool { return m.From == movesWith(view, tb.Game.(*gameView).token)[0].To })
		p.ClickHit(board.NodeHit(m[at].From))
		if len(plies(tb)) != before || tb.Game.(*gameView).at != at {
			t.Fatalf("a click on a piece played %q", last(tb))
		}
		p.ClickHit(board.NodeHit(m[at].To))
		if last(tb) != m[at].Action {
			t.Errorf("%q, want %q", last(tb), m[at].Action)
		}
	})
	inYut(t, "move", func(t *testing.T, h *screentest.Hall, p *screentest.Person, tb *play.Table) {
		before := len(plies(tb))
		far := yut.O1
		for n := yut.O1; n <= yut.Nodes; n++ {
			if !slices.ContainsFunc(tb.Snap.View.(yut.View).Moves, func(m yut.Move) bool { return m.From == n || m.To == n }) {
				far = n
			}
		}
		if p.ClickHit(board.NodeHit(far)); len(plies(tb)) != before || p.Note == "" {
			t.Errorf("a click on %v, where nothing goes: %d plies, %q", far, len(plies(tb))-before, p.Note)
		}
	})
}

// At a fork the player chooses the way on the board: its first node, its target, the line beside the board,
// or its letter. All play at once.
func TestFork(t *testing.T) {
	for name, choose := range map[string]func(p *screentest.Person, m yut.Move){
		"first node": func(p *screentest.Person, m yut.Move) { p.ClickHit(board.NodeHit(m.First)) },
		"end":        func(p *screentest.Person, m yut.Move) { p.ClickHit(board.NodeHit(m.To)) },
		"line":       func(p *screentest.Person, m yut.Move) { p.ClickHit(wayHit(m.Action)) },
		"letter":     func(p *screentest.Person, m yut.Move) { p.Press("b") },
		"arrows":     func(p *screentest.Person, m yut.Move) { p.Press("down", "enter") },
	} {
		t.Run(name, func(t *testing.T) {
			inYut(t, "fork", func(t *testing.T, h *screentest.Hall, p *screentest.Person, tb *play.Table) {
				view := tb.Snap.View.(yut.View)
				v := tb.Game.(*gameView)
				v.turnTo(view, view.Moves[0].Token)
				v.from(view, view.Moves[0].From)
				ways := v.ways(view)
				if len(ways) != 2 {
					t.Fatalf("%d ways", len(ways))
				}
				p.Do(func(*app.App) {})
				if choose(p, ways[1]); last(tb) != ways[1].Action {
					t.Errorf("%q, want %q", last(tb), ways[1].Action)
				}
			})
		})
	}
}

// An offer drops the first keys, starts without a choice, and waits for one.
func TestPanels(t *testing.T) {
	for _, tc := range []struct {
		state string
		keys  []string
		want  games.Action // "" if nothing was played
	}{
		{"stick", []string{"0"}, "stick discard"},
		{"stick", []string{"enter"}, ""},
		{"stick", []string{"space", "5", "a"}, ""},
		{"stick", []string{"3"}, ""},
		{"stick", []string{"3", "3"}, "stick 3"},
		{"stick", []string{"down", "down", "enter"}, "stick 2"},
		{"stick", []string{"up", "enter"}, "stick discard"},
		{"relic", []string{"0"}, ""},
		{"relic", []string{"enter"}, ""},
		{"relic", []string{"4", "4"}, ""},
		{"relic", []string{"2", "enter"}, "relic 2"},
		{"relic", []string{"up", "enter"}, "relic 3"},
		{"relic1", []string{"down", "enter"}, "relic 1"},
	} {
		screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
			p := h.Me()
			id := yutBefore(h, p, tc.state)
			yutLast(h, p, id, tc.state)
			tb := p.Top().(*play.Table)
			before := len(plies(tb))
			rest := tb.Game.Motion(p.App, &tb.Scene)
			h.Pass(rest + app.GuardTime - 20*time.Millisecond)
			p.Press(tc.keys...)
			if len(plies(tb)) != before || tb.Game.(*gameView).pick != 0 {
				t.Errorf("%s: %v answered before it could be read", tc.state, tc.keys)
			}
			h.Pass(40 * time.Millisecond)
			p.Press(tc.keys...)
			got := last(tb)
			if len(plies(tb)) == before {
				got = ""
			}
			if got != tc.want {
				t.Errorf("%s: %v played %q, want %q", tc.state, tc.keys, got, tc.want)
			}
		})
	}
	inYut(t, "stick", func(t *testing.T, h *screentest.Hall, p *screentest.Person, tb *play.Table) {
		p.ClickHit(board.SlotHit(4))
		p.ClickHit(board.SlotHit(4))
		if last(tb) != "stick 4" {
			t.Errorf("clicks played %q", last(tb))
		}
	})
	inYut(t, "relic", func(t *testing.T, h *screentest.Hall, p *screentest.Person, tb *play.Table) {
		p.ClickHit(board.SlotHit(1))
		p.ClickHit(ui.Press("enter"))
		if last(tb) != "relic 1" {
			t.Errorf("clicks played %q", last(tb))
		}
	})
}

// While a piece walks a key only skips the walk; with motion off no piece walks.
func TestSkipsMotion(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		id := yutBefore(h, p, "long")
		yutLast(h, p, id, "long")
		tb := p.Top().(*play.Table)
		v, before := tb.Game.(*gameView), len(plies(tb))
		if tb.Scene.MotionLeft(p.App, v) == 0 {
			t.Fatal("nothing walks")
		}
		if p.Press("enter"); tb.Scene.MotionLeft(p.App, v) > 0 || len(plies(tb)) != before || v.roll != nil {
			t.Error("Enter did more, or less, than to skip")
		}
		p.Change(func(s *app.Settings) { s.Motion = "none" })
		if v.Motion(p.App, &tb.Scene) != 0 {
			t.Error("it walks with motion off")
		}
	})
}

// The two texts at the end, as the game's specification has them.
func TestCopies(t *testing.T) {
	for lang, want := range map[words.Lang][2]string{
		words.KO: {"윷판 달리기 클리어! Seed: %s, 턴: %d", "윷판 달리기 클리어!\nSeed: %s\n턴: %d\n유물: %s\n윷가락: %s"},
		words.EN: {"Yut Run cleared! Seed: %s, turns: %d", "Yut Run cleared!\nSeed: %s\nTurns: %d\nRelics: %s\nSticks: %s"},
	} {
		screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
			p := h.Me()
			atState(h, p, "over")
			over, ok := p.Top().(*runOver)
			if !ok {
				t.Fatalf("%T", p.Top())
			}
			view := over.t.Snap.View.(yut.View)
			var relics, sticks []string
			for _, r := range view.Relics {
				relics = append(relics, relic(p.App, r.ID))
			}
			for _, s := range view.Sticks {
				sticks = append(sticks, stick(p.App, s.ID))
			}
			seed := yutTo(t, "over").seed
			texts := []string{fmt.Sprintf(want[0], seed, view.Turn), fmt.Sprintf(want[1], seed, view.Turn, strings.Join(relics, ", "), strings.Join(sticks, ", "))}
			for i, text := range texts {
				p.Out = nil
				p.Press(app.Itoa(i + 1))
				if len(p.Out) != 1 || fmt.Sprint(p.Out[0]) != text {
					t.Errorf("%v, want %q", p.Out, text)
				}
				p.Send(tea.ClipboardMsg{Content: "what was there before"})
				if p.Top() == app.Screen(over) || p.Sees(p.T("copy.hand")) {
					t.Error("another text is taken for an answer, or for none")
				}
				p.Send(tea.ClipboardMsg{Content: text})
				if p.Top() != app.Screen(over) || p.Note != p.T("copy.done") {
					t.Errorf("after the answer: %T, %q", p.Top(), p.Note)
				}
				h.Pass(screentest.BeforeAnswer)
				p.Press(app.Itoa(i + 1))
				h.Pass(app.AnswerTime)
				p.Wants(p.T("copy.hand"), true)
				p.Press("esc")
				h.Pass(screentest.BeforeAnswer)
			}
		})
	}
}

// After the end: the same seed again, another one, the replay, the seed's board.
func TestAfterTheEnd(t *testing.T) {
	inEnd := func(f func(t *testing.T, h *screentest.Hall, p *screentest.Person, over *runOver)) {
		t.Helper()
		screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
			p := h.Me()
			atState(h, p, "over")
			f(t, h, p, p.Top().(*runOver))
		})
	}
	inEnd(func(t *testing.T, h *screentest.Hall, p *screentest.Person, over *runOver) {
		p.Press("r")
		tb, ok := p.Top().(*play.Table)
		if !ok || tb == over.t || !tb.Snap.Seeded || tb.Snap.Seed != over.t.Snap.Seed || len(tb.Snap.Plies) != 0 {
			t.Errorf("r: %T", p.Top())
		}
	})
	inEnd(func(t *testing.T, h *screentest.Hall, p *screentest.Person, over *runOver) {
		p.Press("n")
		tb, ok := p.Top().(*play.Table)
		if !ok || tb == over.t || !tb.Snap.Seeded || tb.Snap.Seed == over.t.Snap.Seed {
			t.Errorf("n: %T", p.Top())
		}
	})
	inEnd(func(t *testing.T, h *screentest.Hall, p *screentest.Person, over *runOver) {
		p.Press("b")
		s, ok := p.Top().(*ranks.Scores)
		if !ok || s.Seed != over.t.Snap.Seed || len(s.Rows) != 1 || s.Place != 1 {
			t.Errorf("b: %T", p.Top())
		}
	})
	inEnd(func(t *testing.T, h *screentest.Hall, p *screentest.Person, over *runOver) {
		p.Press("v")
		if _, ok := p.Top().(*replays.Replay); !ok {
			t.Errorf("v: %T", p.Top())
		}
	})
	// The Enter that ended the run does not begin another.
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		id := yutBefore(h, p, "over")
		yutLast(h, p, id, "over")
		p.Press("enter", "enter")
		if _, ok := p.Top().(*runOver); !ok {
			t.Errorf("%T", p.Top())
		}
	})
}

// The form: a typed seed is trimmed and cut, an empty one is chosen and shown.
func TestSetup(t *testing.T) {
	for typed, want := range map[string]string{"  abc 1  ": "abc 1", "가나다라마바사아자차카타": "가나다라마바사아자차", "": "", "   ": ""} {
		screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
			p := yutForm(h, "left", "down")
			p.Typed(typed)
			p.Press("enter")
			tb, ok := p.Top().(*play.Table)
			if !ok || !tb.Snap.Seeded || want != "" && tb.Snap.Seed != want || len([]rune(tb.Snap.Seed)) > yut.SeedRunes {
				t.Fatalf("%q: %T %+v", typed, p.Top(), tb)
			}
			if want == "" && (len(tb.Snap.Seed) != yut.SeedRunes || !strings.Contains(p.Note, tb.Snap.Seed)) {
				t.Errorf("%q: seed %q, note %q", typed, tb.Snap.Seed, p.Note)
			}
		})
	}
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := yutForm(h, "right", "enter")
		tb := p.Top().(*play.Table)
		if tb.Snap.Daily != h.House.Lobby.Today() || tb.Snap.Seed != "" {
			t.Fatalf("%+v", tb.Snap)
		}
		finish(h, p, tb.ID)
		if over, ok := p.Top().(*runOver); !ok || !strings.Contains(over.short(p.App), tb.Snap.Daily) {
			t.Errorf("the day's seed is shown: %T", p.Top())
		}
		p.Press("r")
		if _, ok := p.Top().(*runOver); !ok || p.Note == "" {
			t.Error("the day's seed can be played again before the day is over")
		}
		p.Do((*app.App).Home)
		p.Do(func(a *app.App) { a.Push(a.House.Places.Form(a, yut.Name)) })
		p.Press("right", "enter")
		if _, ok := p.Top().(*ranks.Scores); !ok {
			t.Errorf("a day's run that is over begins again: %T", p.Top())
		}
	})
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// After leaving, a run is in the same state: in the middle of throwing, of an offer and of a reward. Coming
// back draws nothing anew.
func TestIsKept(t *testing.T) {
	for _, state := range []string{"again", "move", "fork", "stick", "relic", "more"} {
		inYut(t, state, func(t *testing.T, h *screentest.Hall, p *screentest.Person, tb *play.Table) {
			before := p.Canvas().Plain(ui.LevelLines)
			want := asJSON(t, tb.Snap.View)
			p.Press("esc")
			h.Pass(time.Hour)
			p.Do(play.OpenTable(tb.ID))
			h.Pass(time.Second)
			p.Do(func(a *app.App) { a.Note = "" })
			back := p.Top().(*play.Table)
			if got := asJSON(t, back.Snap.View); got != want {
				t.Errorf("%s: %s, was %s", state, got, want)
			}
			if got := p.Canvas().Plain(ui.LevelLines); strings.Join(strings.Split(got, "\n")[:22], "\n") != strings.Join(strings.Split(before, "\n")[:22], "\n") {
				t.Errorf("%s: another screen:\n%s\nwas\n%s", state, got, before)
			}
		})
	}
}

// Statistics as rows: the numbers, a bar for each number of turns, the relics.
func TestRows(t *testing.T) {
	rows, err := statsRows(words.EN, nil)
	if err != nil || len(rows) != 5 || rows[0][1] != "0" {
		t.Errorf("%v %v", rows, err)
	}
	if _, err := statsRows(words.EN, []byte(`[]`)); err == nil {
		t.Error("statistics that are none")
	}
	relic := yut.Relics()[0]
	raw := `{"runs":4,"finished":3,"turns":{"9":2,"11":1},"throws":36,"best":{"turns":9,"throws":11},"relics":{"` + relic.ID + `":{"taken":3,"finished":2,"turns":19}}}`
	rows, err = statsRows(words.EN, []byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, r := range rows {
		lines = append(lines, strings.Join(r, "  "))
	}
	want := []string{
		"runs  4", "finished  3", "mean turns  9.67", "mean throws  12.0", "best turns  9",
		"ranked 0 daily 0 practice 0",
		"runs by turns", " 9  ####################  2", "10  ....................  0", "11  ##########..........  1",
		"relics", "relic  runs  mean", relic.Name.En + "  3  9.5",
	}
	if !slices.Equal(lines, want) {
		t.Errorf("%q\nwant %q", lines, want)
	}
}

// Buckets hold every run, in at most so many rows.
func TestBuckets(t *testing.T) {
	s := yut.Stats{Turns: map[int]int{}}
	for turns := 6; turns <= 61; turns++ {
		s.Turns[turns] = turns % 5
	}
	for _, rows := range []int{1, 7, 12, 55, 56, 100} {
		list, sum := buckets(s, rows), 0
		for i, b := range list {
			sum += b.runs
			if i > 0 && b.low != list[i-1].high+1 {
				t.Errorf("%d rows: %v after %v", rows, b, list[i-1])
			}
		}
		if len(list) > rows || sum != 111 {
			t.Errorf("%d rows: %d buckets with %d runs", rows, len(list), sum)
		}
	}
}

// After a reshuffle the old and the new special nodes are marked for a moment, once the piece has
// come to rest; not with motion off.
func TestMarksWhatWasReshuffled(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		id := yutBefore(h, p, "refresh")
		tb := p.Top().(*play.Table)
		before := tb.Snap.View.(yut.View)
		yutLast(h, p, id, "refresh")
		v, now := tb.Game.(*gameView), tb.Snap.View.(yut.View)
		marked := func() (n int) {
			for _, m := range v.board(p.App, &tb.Scene, now).Fresh {
				if m {
					n++
				}
			}
			return n
		}
		if n := marked(); n != 0 {
			t.Errorf("%d nodes are marked while the piece walks", n)
		}
		h.Pass(v.Motion(p.App, &tb.Scene) + 10*time.Millisecond)
		either := map[yut.Node]bool{}
		for _, s := range slices.Concat(before.Special, now.Special) {
			either[s.Node] = true
		}
		if n := marked(); n != len(either) || len(p.Toasts) == 0 {
			t.Errorf("%d nodes are marked, want %d; %d toasts", n, len(either), len(p.Toasts))
		}
		p.Change(func(s *app.Settings) { s.Motion = "none" })
		if n := marked(); n != 0 {
			t.Errorf("%d nodes are marked with motion off", n)
		}
		p.Change(func(s *app.Settings) { s.Motion = "" })
		h.Pass(freshPace)
		if n := marked(); n != 0 {
			t.Errorf("%d nodes stay marked", n)
		}
	})
}

// A key that acts twice at once acts once, also if a move follows. The keys that choose take no pause.
func TestActsOnce(t *testing.T) {
	for _, tc := range []struct {
		state string
		keys  []string
	}{
		{"stick", []string{"2", "enter"}},
		{"centre", []string{"enter"}},
		{"centre", []string{"a"}},
	} {
		inYut(t, tc.state, func(t *testing.T, h *screentest.Hall, p *screentest.Person, tb *play.Table) {
			p.Change(func(s *app.Settings) { s.Motion = "none" })
			before := len(plies(tb))
			p.Press(tc.keys...)
			view := tb.Snap.View.(yut.View)
			if len(plies(tb)) != before+1 || view.Ask != yut.AskMove {
				t.Fatalf("%s: %v: %d plies, then asked for %v", tc.state, tc.keys, len(plies(tb))-before, view.Ask)
			}
			p.Press("enter", "a", "space")
			p.ClickHit(board.NodeHit(view.Moves[0].To))
			if _, ok := p.Top().(*play.Table); !ok || len(plies(tb)) != before+1 {
				t.Errorf("%s: %v: one more played %q", tc.state, tc.keys, last(tb))
			}
			token := view.Hand[len(view.Hand)-1]
			if p.Press(app.Itoa(int(token))); tb.Game.(*gameView).token != token {
				t.Errorf("%s: %v: %v is not in focus", tc.state, tc.keys, token)
			}
			h.Pass(app.GuardTime)
			if p.Press("enter"); len(plies(tb)) != before+2 {
				t.Errorf("%s: %v: no move later", tc.state, tc.keys)
			}
		})
	}
}

package sessions

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/yut"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// plies are the actions played so far.
func (tb *table) plies() (list []games.Action) {
	for _, p := range tb.snap.Plies {
		list = append(list, p.Action)
	}
	return list
}

// last is the latest action, "" before the first.
func (tb *table) last() games.Action {
	list := tb.plies()
	if len(list) == 0 {
		return ""
	}
	return list[len(list)-1]
}

// clickHit clicks where hit is to be clicked.
func (p *person) clickHit(hit any) {
	p.hall.t.Helper()
	p.View()
	for y := range p.h {
		for x := range p.w {
			if got, ok := p.canvas.HitAt(x, y); ok && got == hit {
				p.click(x, y)
				return
			}
		}
	}
	p.hall.t.Fatalf("%#v is nowhere to be clicked:\n%s", hit, p.canvas.Plain(p.glyphs))
}

// What is drawn between the nodes are the board's edges, each of them and nothing
// else; O1 is at the lower right, and the numbers go counter-clockwise.
func TestYutBoardIsItsEdges(t *testing.T) {
	for name, l := range map[string]*yutLayout{"small": &smallYut, "large": &largeYut} {
		cells := func(draw func(g ui.Region)) (list [][2]int) {
			c := ui.New(l.w, l.h)
			draw(c.Region)
			for y, row := range grid(c.Plain(ui.Default)) {
				for x, r := range row {
					if strings.ContainsRune("─│╱╲", r) && !slices.ContainsFunc(l.at[1:], func(r ui.Rect) bool { return r.Contains(x, y) }) && !l.slots.Contains(x, y) {
						list = append(list, [2]int{x, y})
					}
				}
			}
			return list
		}
		owner := map[[2]int]yut.Edge{}
		touches := func(p [2]int, n yut.Node) bool {
			r := l.at[n]
			return ui.Rect{X: r.X - 4, Y: r.Y - 1, W: r.W + 8, H: r.H + 2}.Contains(p[0], p[1])
		}
		for _, e := range yut.Edges() {
			line := cells(func(g ui.Region) { l.edge(g, e) })
			for _, p := range line {
				if other, taken := owner[p]; taken {
					t.Errorf("%s: %v and %v share a cell", name, e, other)
				}
				owner[p] = e
			}
			if len(line) == 0 { // nodes that touch
				a, b := l.at[e.From], l.at[e.To]
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
			a := newHall(t, words.EN).me().App
			all := cells(func(g ui.Region) { l.draw(a, g, yutScene{}) })
			for _, p := range all {
				if _, ok := owner[p]; !ok {
					t.Errorf("%s: a line at %v that is no edge", name, p)
				}
			}
			if len(all) != len(owner) {
				t.Errorf("%s: %d cells of lines, want %d", name, len(all), len(owner))
			}
		})
		area := 0 // twice the polygon's, positive where it goes clockwise on the screen
		for n := yut.O1; n <= yut.O20; n++ {
			x1, y1 := centre(l.at[n])
			x2, y2 := centre(l.at[n%yut.O20+1])
			area += x1*y2 - x2*y1
		}
		if area >= 0 {
			t.Errorf("%s: O1 to O20 do not go counter-clockwise", name)
		}
		if x, y := centre(l.at[yut.O1]); x < l.w*3/4 || y < l.h/2 {
			t.Errorf("%s: O1 is at %d,%d", name, x, y)
		}
		for n := yut.O1; n <= yut.Nodes; n++ {
			for m := n + 1; m <= yut.Nodes; m++ {
				if r := l.at[n].Intersect(l.at[m]); r.W > 0 && r.H > 0 {
					t.Errorf("%s: %v and %v overlap", name, n, m)
				}
			}
		}
	}
}

// When the sticks are thrown, after what has been held how long.
func TestYutRoll(t *testing.T) {
	space, enter := pressOf("space"), pressOf("enter")
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
		tells bool // the terminal tells when a key is let go
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
		"the mouse, let go at once":      {false, []event{{0, throwHit{}}, {90, mouseUp}}, 500},
		"the mouse, let go elsewhere":    {false, []event{{0, throwHit{}}, {2000, mouseUp}}, 2000},
		"the mouse, never let go":        {false, []event{{0, throwHit{}}}, 3000},
		"another key on the way":         {false, []event{{0, enter}, {300, pressOf("4")}, {800, pressOf("tab")}}, 3000},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				h := newHall(t, words.EN)
				p := h.me()
				h.yutBefore(p, "start")
				if tc.tells {
					p.send(tea.KeyboardEnhancementsMsg{Flags: 3})
				}
				tb, start := p.top().(*table), time.Now()
				before := len(tb.plies())
				for _, e := range append(tc.do, event{4000, nil}) {
					for time.Since(start) < time.Duration(e.at)*time.Millisecond {
						h.pass(10 * time.Millisecond)
						if len(tb.plies()) > before {
							if got := int(time.Since(start).Milliseconds()); got != tc.want {
								t.Errorf("thrown after %d ms, want %d", got, tc.want)
							}
							return
						}
					}
					if hit, ok := e.msg.(throwHit); ok {
						p.clickHit(hit)
					} else if e.msg != nil {
						p.send(e.msg)
					}
					if n := len(tb.plies()); n > before {
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

// A key that is still held after its throw neither throws again nor begins to
// move, until it has been still for a while.
func TestYutHeldKeyThrowsOnce(t *testing.T) {
	for _, key := range []string{"space", "enter"} {
		for _, state := range []string{"start", "again"} {
			t.Run(key+"/"+state, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					h := newHall(t, words.EN)
					p := h.me()
					h.yutBefore(p, state)
					tb := p.top().(*table)
					before := len(tb.plies())
					for range 200 { // six seconds
						p.press(key)
						h.pass(30 * time.Millisecond)
					}
					if n := len(tb.plies()) - before; n != 1 || tb.last() != "throw" {
						t.Fatalf("%d plies more, the last %q", n, tb.last())
					}
					h.pass(310 * time.Millisecond)
					p.press(key)
					h.pass(600 * time.Millisecond)
					p.press(key)
					h.pass(time.Millisecond)
					if n := len(tb.plies()) - before; n < 2 {
						t.Error("the key is dead for good")
					}
				})
			})
		}
	}
}

// A newcomer is told how to throw while there is a throw, no longer.
func TestYutCoach(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, words.EN)
		p := h.me()
		id := h.yutBefore(p, "start")
		tb := p.top().(*table)
		check := func(ask yut.Ask, want bool) {
			t.Helper()
			tb.coach = 3
			p.lookAs(80, 24, ui.Default)
			text := p.canvas.Plain(p.glyphs)
			if got := strings.Contains(text, p.T("yt.coach")); got != want || tb.view.(*yutView).ask != ask {
				t.Errorf("asked for %v, told how to throw: %v\n%s", tb.view.(*yutView).ask, got, text)
			}
		}
		check(yut.AskThrow, true)
		h.yutLast(p, id, "start")
		h.pass(4 * time.Second)
		check(yut.AskStart, false)
	})
}

// Whoever goes elsewhere puts the sticks down: nothing is thrown.
func TestYutRollIsPutDown(t *testing.T) {
	for _, key := range []string{"esc", "m", "e", "c", "?", "ctrl+c"} {
		synctest.Test(t, func(t *testing.T) {
			h := newHall(t, words.EN)
			p := h.me()
			id := h.yutBefore(p, "start")
			tb := p.top().(*table)
			before := len(tb.plies())
			p.press("enter")
			h.pass(200 * time.Millisecond)
			p.press(key)
			gen := p.gen
			h.pass(5 * time.Second)
			if p.top() == screen(tb) {
				t.Errorf("%s leads nowhere", key)
			}
			if n := p.gen - gen; n > 5 {
				t.Errorf("after %s: %d frames of sticks that lie", key, n)
			}
			if key == "esc" {
				p.do(openTable(id))
			} else {
				p.press("esc")
			}
			h.pass(5 * time.Second)
			if _, ok := p.top().(*table); !ok {
				t.Errorf("%s: no way back: %T", key, p.top())
			}
			if s, err := p.visit.Table(id); err != nil || len(s.Plies) != before {
				t.Errorf("after %s: %d plies, want %d (%v)", key, len(s.Plies), before, err)
			}
		})
	}
}

// The terminal is asked to tell when keys are let go at the table only, and the
// mouse is left to it where there is text to be copied.
func TestYutModes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, words.EN)
		p := h.me()
		modes := func() string {
			v := p.View()
			return fmt.Sprint(v.KeyboardEnhancements.ReportEventTypes, v.MouseMode == tea.MouseModeCellMotion)
		}
		check := func(where, want string) {
			t.Helper()
			if got := modes(); got != want {
				t.Errorf("%s: %s, want %s", where, got, want)
			}
		}
		check("at home", "false true")
		id := h.yutBefore(p, "over")
		check("at the table", "true true")
		p.press("c")
		check("over the table", "false true")
		p.press("esc")
		h.yutLast(p, id, "over")
		h.pass(time.Second)
		check("at the end", "false false")
		p.press("esc")
		check("after the end", "false true")
	})
}

// A whole turn with the mouse alone.
func TestYutMouse(t *testing.T) {
	inYut(t, "start", func(t *testing.T, h *hall, p *person, tb *table) {
		p.clickHit(throwHit{})
		if tb.last() != "throw" || p.note == "" {
			t.Fatal("no word that the throws are used up")
		}
		p.clickHit(startHit{})
		view := tb.snap.View.(yut.View)
		if tb.last() != "start" {
			t.Fatalf("%q", tb.last())
		}
		p.clickHit(tokenHit(view.Hand[0]))
		p.clickHit(nodeHit(yut.Home))
		if tb.last() != "start" {
			t.Fatalf("the first click on a piece played %q", tb.last())
		}
		p.clickHit(nodeHit(yut.Home)) // once more
		if want := view.Moves[0].Action; tb.last() != want {
			t.Fatalf("%q, want %q", tb.last(), want)
		}
		h.pass(2 * time.Second)
	})
	inYut(t, "meet", func(t *testing.T, h *hall, p *person, tb *table) { // where the piece in focus goes stands another
		view := tb.snap.View.(yut.View)
		before := len(tb.plies())
		m := movesWith(view, tb.view.(*yutView).token)
		at := slices.IndexFunc(m, func(m yut.Move) bool { return m.From == movesWith(view, tb.view.(*yutView).token)[0].To })
		p.clickHit(nodeHit(m[at].From))
		if len(tb.plies()) != before || tb.view.(*yutView).at != at {
			t.Fatalf("a click on a piece played %q", tb.last())
		}
		p.clickHit(nodeHit(m[at].To))
		if tb.last() != m[at].Action {
			t.Errorf("%q, want %q", tb.last(), m[at].Action)
		}
	})
	inYut(t, "move", func(t *testing.T, h *hall, p *person, tb *table) {
		before := len(tb.plies())
		far := yut.O1
		for n := yut.O1; n <= yut.Nodes; n++ {
			if !slices.ContainsFunc(tb.snap.View.(yut.View).Moves, func(m yut.Move) bool { return m.From == n || m.To == n }) {
				far = n
			}
		}
		if p.clickHit(nodeHit(far)); len(tb.plies()) != before || p.note == "" {
			t.Errorf("a click on %v, where nothing goes: %d plies, %q", far, len(tb.plies())-before, p.note)
		}
	})
}

// At a fork the way is chosen on the board: its first node, where it ends, the
// line beside the board, or its letter. All play at once.
func TestYutFork(t *testing.T) {
	for name, choose := range map[string]func(p *person, m yut.Move){
		"first node": func(p *person, m yut.Move) { p.clickHit(nodeHit(m.First)) },
		"end":        func(p *person, m yut.Move) { p.clickHit(nodeHit(m.To)) },
		"line":       func(p *person, m yut.Move) { p.clickHit(wayHit(m.Action)) },
		"letter":     func(p *person, m yut.Move) { p.press("b") },
		"arrows":     func(p *person, m yut.Move) { p.press("down", "enter") },
	} {
		t.Run(name, func(t *testing.T) {
			inYut(t, "fork", func(t *testing.T, h *hall, p *person, tb *table) {
				view := tb.snap.View.(yut.View)
				v := tb.view.(*yutView)
				v.turnTo(view, view.Moves[0].Token)
				v.from(view, view.Moves[0].From)
				ways := v.ways(view)
				if len(ways) != 2 {
					t.Fatalf("%d ways", len(ways))
				}
				p.do(func(*App) tea.Cmd { return nil })
				if choose(p, ways[1]); tb.last() != ways[1].Action {
					t.Errorf("%q, want %q", tb.last(), ways[1].Action)
				}
			})
		})
	}
}

// What is offered drops the first keys, starts without a choice, and waits for one.
func TestYutPanels(t *testing.T) {
	for _, tc := range []struct {
		state string
		keys  []string
		want  games.Action // "" for nothing played
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
		synctest.Test(t, func(t *testing.T) {
			h := newHall(t, words.EN)
			p := h.me()
			id := h.yutBefore(p, tc.state)
			h.yutLast(p, id, tc.state)
			tb := p.top().(*table)
			before := len(tb.plies())
			rest := tb.view.motion(p.App, &tb.scene)
			h.pass(rest + guardTime - 20*time.Millisecond)
			p.press(tc.keys...)
			if len(tb.plies()) != before || tb.view.(*yutView).pick != 0 {
				t.Errorf("%s: %v answered before it could be read", tc.state, tc.keys)
			}
			h.pass(40 * time.Millisecond)
			p.press(tc.keys...)
			got := tb.last()
			if len(tb.plies()) == before {
				got = ""
			}
			if got != tc.want {
				t.Errorf("%s: %v played %q, want %q", tc.state, tc.keys, got, tc.want)
			}
		})
	}
	inYut(t, "stick", func(t *testing.T, h *hall, p *person, tb *table) {
		p.clickHit(slotHit(4))
		p.clickHit(slotHit(4))
		if tb.last() != "stick 4" {
			t.Errorf("clicks played %q", tb.last())
		}
	})
	inYut(t, "relic", func(t *testing.T, h *hall, p *person, tb *table) {
		p.clickHit(slotHit(1))
		p.clickHit(ui.Press("enter"))
		if tb.last() != "relic 1" {
			t.Errorf("clicks played %q", tb.last())
		}
	})
}

// While a piece walks a key only skips the walk; with motion off nothing walks.
func TestYutSkipsMotion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, words.EN)
		p := h.me()
		id := h.yutBefore(p, "long")
		h.yutLast(p, id, "long")
		tb := p.top().(*table)
		v, before := tb.view.(*yutView), len(tb.plies())
		if !v.moving(p.App, &tb.scene) {
			t.Fatal("nothing walks")
		}
		if p.press("enter"); v.moving(p.App, &tb.scene) || len(tb.plies()) != before || v.roll != nil {
			t.Error("Enter did more, or less, than to skip")
		}
		p.change(func(s *Settings) { s.Motion = "none" })
		if v.motion(p.App, &tb.scene) != 0 {
			t.Error("it walks with motion off")
		}
	})
}

// The two texts at the end, as the game's specification has them.
func TestYutCopies(t *testing.T) {
	for lang, want := range map[words.Lang][2]string{
		words.KO: {"윷판 달리기 클리어! Seed: %s, 턴: %d", "윷판 달리기 클리어!\nSeed: %s\n턴: %d\n유물: %s\n윷가락: %s"},
		words.EN: {"Yut Run cleared! Seed: %s, turns: %d", "Yut Run cleared!\nSeed: %s\nTurns: %d\nRelics: %s\nSticks: %s"},
	} {
		synctest.Test(t, func(t *testing.T) {
			h := newHall(t, lang)
			p := h.me()
			h.yut(p, "over")
			over, ok := p.top().(*yutOver)
			if !ok {
				t.Fatalf("%T", p.top())
			}
			view := over.t.snap.View.(yut.View)
			var relics, sticks []string
			for _, r := range view.Relics {
				relics = append(relics, p.relic(r.ID))
			}
			for _, s := range view.Sticks {
				sticks = append(sticks, p.stick(s.ID))
			}
			seed := yutTo(t, "over").seed
			texts := []string{fmt.Sprintf(want[0], seed, view.Turn), fmt.Sprintf(want[1], seed, view.Turn, strings.Join(relics, ", "), strings.Join(sticks, ", "))}
			for i, text := range texts {
				p.out = nil
				p.press(itoa(i + 1))
				if len(p.out) != 1 || fmt.Sprint(p.out[0]) != text || p.note != p.T("yt.copy.sent") {
					t.Errorf("%v, note %q, want %q", p.out, p.note, text)
				}
			}
		})
	}
}

// After the end: the same seed again, another one, the replay, the seed's board.
func TestYutAfterTheEnd(t *testing.T) {
	inEnd := func(f func(t *testing.T, h *hall, p *person, over *yutOver)) {
		t.Helper()
		synctest.Test(t, func(t *testing.T) {
			h := newHall(t, words.EN)
			p := h.me()
			h.yut(p, "over")
			f(t, h, p, p.top().(*yutOver))
		})
	}
	inEnd(func(t *testing.T, h *hall, p *person, over *yutOver) {
		p.press("r")
		tb, ok := p.top().(*table)
		if !ok || tb == over.t || !tb.snap.Seeded || tb.snap.Seed != over.t.snap.Seed || len(tb.snap.Plies) != 0 {
			t.Errorf("r: %T", p.top())
		}
	})
	inEnd(func(t *testing.T, h *hall, p *person, over *yutOver) {
		p.press("enter")
		tb, ok := p.top().(*table)
		if !ok || tb == over.t || !tb.snap.Seeded || tb.snap.Seed == over.t.snap.Seed {
			t.Errorf("Enter: %T", p.top())
		}
	})
	inEnd(func(t *testing.T, h *hall, p *person, over *yutOver) {
		p.press("b")
		s, ok := p.top().(*scores)
		if !ok || s.seed != over.t.snap.Seed || len(s.list) != 1 || s.place != 1 {
			t.Errorf("b: %T", p.top())
		}
	})
	inEnd(func(t *testing.T, h *hall, p *person, over *yutOver) {
		if p.press("v"); fmt.Sprintf("%T", p.top()) != "*sessions.replay" {
			t.Errorf("v: %T", p.top())
		}
	})
	// The Enter that ended the run does not begin another.
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, words.EN)
		p := h.me()
		id := h.yutBefore(p, "over")
		h.yutLast(p, id, "over")
		p.press("enter", "enter")
		if _, ok := p.top().(*yutOver); !ok {
			t.Errorf("%T", p.top())
		}
	})
}

// The form: a typed seed is trimmed and cut, an empty one is chosen and shown.
func TestYutSetup(t *testing.T) {
	for typed, want := range map[string]string{"  abc 1  ": "abc 1", "가나다라마바사아자차카타": "가나다라마바사아자차", "": "", "   ": ""} {
		synctest.Test(t, func(t *testing.T) {
			h := newHall(t, words.EN)
			p := yutForm(h, "left", "down")
			p.typed(typed)
			p.press("enter")
			tb, ok := p.top().(*table)
			if !ok || !tb.snap.Seeded || want != "" && tb.snap.Seed != want || len([]rune(tb.snap.Seed)) > yut.SeedRunes {
				t.Fatalf("%q: %T %+v", typed, p.top(), tb)
			}
			if want == "" && (len(tb.snap.Seed) != yut.SeedRunes || !strings.Contains(p.note, tb.snap.Seed)) {
				t.Errorf("%q: seed %q, note %q", typed, tb.snap.Seed, p.note)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, words.EN)
		p := yutForm(h, "right", "enter")
		tb := p.top().(*table)
		if tb.snap.Daily != h.house.Lobby.Today() || tb.snap.Seed != "" {
			t.Fatalf("%+v", tb.snap)
		}
		h.yutFinish(p, tb.id)
		if over, ok := p.top().(*yutOver); !ok || !strings.Contains(over.short(p.App), tb.snap.Daily) {
			t.Errorf("the day's seed is shown: %T", p.top())
		}
		p.press("r")
		if _, ok := p.top().(*yutOver); !ok || p.note == "" {
			t.Error("the day's seed can be played again before the day is over")
		}
		p.do((*App).home)
		p.do(func(a *App) tea.Cmd { return a.push(a.house.Places.Form(a, yut.Name)) })
		if p.press("right", "enter"); fmt.Sprintf("%T", p.top()) != "*sessions.scores" {
			t.Errorf("a day's run that is over begins again: %T", p.top())
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

// A run is where it was after leaving: in the middle of throwing, of an offer and
// of a reward. Coming back draws nothing anew.
func TestYutIsKept(t *testing.T) {
	for _, state := range []string{"again", "start", "move", "fork", "stick", "relic", "more"} {
		inYut(t, state, func(t *testing.T, h *hall, p *person, tb *table) {
			before := p.canvas.Plain(ui.Default)
			want := asJSON(t, tb.snap.View)
			p.press("esc")
			h.pass(time.Hour)
			p.do(openTable(tb.id))
			h.pass(time.Second)
			p.do(func(a *App) tea.Cmd { a.note = ""; return nil })
			back := p.top().(*table)
			if got := asJSON(t, back.snap.View); got != want {
				t.Errorf("%s: %s, was %s", state, got, want)
			}
			if got := p.canvas.Plain(ui.Default); strings.Join(strings.Split(got, "\n")[:22], "\n") != strings.Join(strings.Split(before, "\n")[:22], "\n") {
				t.Errorf("%s: another screen:\n%s\nwas\n%s", state, got, before)
			}
		})
	}
}

// Statistics as rows: the numbers, a bar for each number of turns, the relics.
func TestYutRows(t *testing.T) {
	rows, err := yutRows(words.EN, nil)
	if err != nil || len(rows) != 1 || rows[0][0] != "0 runs" {
		t.Errorf("%v %v", rows, err)
	}
	if _, err := yutRows(words.EN, []byte(`[]`)); err == nil {
		t.Error("statistics that are none")
	}
	relic := yut.Relics()[0]
	raw := `{"runs":4,"finished":3,"turns":{"9":2,"11":1},"throws":36,"best":{"turns":9,"throws":11},"relics":{"` + relic.ID + `":{"taken":3,"finished":2,"turns":19}}}`
	rows, err = yutRows(words.EN, []byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, r := range rows {
		lines = append(lines, strings.Join(r, "  "))
	}
	want := []string{
		"4 runs   3 finished   mean 9.67 turns   mean throws 12.0",
		"best 9 turns (11 throws)",
		"      9  ##############################  2",
		"     10  ..............................  0",
		"     11  ###############...............  1",
		ui.PadRight(relic.Name.En, 22) + "3 runs  mean 9.5 turns",
	}
	if !slices.Equal(lines, want) {
		t.Errorf("%q\nwant %q", lines, want)
	}
}

// Buckets hold every run, in as many rows as there are at most.
func TestYutBuckets(t *testing.T) {
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

// After a reshuffle the nodes that were special and those that are now are marked
// for a moment, once the piece has come to rest; not with motion off.
func TestYutMarksWhatWasReshuffled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, words.EN)
		p := h.me()
		id := h.yutBefore(p, "refresh")
		tb := p.top().(*table)
		before := tb.snap.View.(yut.View)
		h.yutLast(p, id, "refresh")
		v, now := tb.view.(*yutView), tb.snap.View.(yut.View)
		marked := func() (n int) {
			for _, m := range v.board(p.App, &tb.scene, now).fresh {
				if m {
					n++
				}
			}
			return n
		}
		if n := marked(); n != 0 {
			t.Errorf("%d nodes are marked while the piece walks", n)
		}
		h.pass(v.motion(p.App, &tb.scene) + 10*time.Millisecond)
		either := map[yut.Node]bool{}
		for _, s := range slices.Concat(before.Special, now.Special) {
			either[s.Node] = true
		}
		if n := marked(); n != len(either) || len(p.toasts) == 0 {
			t.Errorf("%d nodes are marked, want %d; %d toasts", n, len(either), len(p.toasts))
		}
		p.change(func(s *Settings) { s.Motion = "none" })
		if n := marked(); n != 0 {
			t.Errorf("%d nodes are marked with motion off", n)
		}
		p.change(func(s *Settings) { s.Motion = "" })
		h.pass(freshPace)
		if n := marked(); n != 0 {
			t.Errorf("%d nodes stay marked", n)
		}
	})
}

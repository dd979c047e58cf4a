package screentest

import (
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"testing"
	"testing/cryptotest"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"arcade/internal/race"
	"arcade/sessions/app"
	"arcade/sessions/client"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// step is one action of a person, or an event of the terminal.
type step struct {
	who  int
	what string // "key", "click", "wheel", "drag", "release", "size", "paste", "time"
	key  string
	x, y int
	d    time.Duration
}

func (s step) String() string {
	switch s.what {
	case "key", "paste", "release":
		return fmt.Sprintf("%d:%s %q", s.who, s.what, s.key)
	case "time":
		return fmt.Sprint(s.d)
	}
	return fmt.Sprintf("%d:%s %d,%d", s.who, s.what, s.x, s.y)
}

// walkKeys are the keys of a walk: keys that lead somewhere come more often.
var walkKeys = append(strings.Fields(strings.Repeat("enter enter esc tab up down left right space 1 2 f n d y ", 3)),
	strings.Fields("shift+tab backspace delete pgup pgdn home end f2 ctrl+c ctrl+l ? / 0 3 4 5 6 7 8 9 a b c e g h i j k l m o p q r s t u v w x z A ㅎ ㅁ ㅏ 초 가 힣 é -")...)

var steps = rapid.Custom(func(t *rapid.T) step {
	s := step{who: rapid.IntRange(0, 1).Draw(t, "who")}
	switch n := rapid.IntRange(0, 99).Draw(t, "what"); {
	case n < 60:
		s.what, s.key = "key", rapid.SampledFrom(walkKeys).Draw(t, "key")
	case n < 80:
		s.what, s.x, s.y = "click", rapid.IntRange(0, 130).Draw(t, "x"), rapid.IntRange(0, 45).Draw(t, "y")
	case n < 83:
		s.what, s.y = "wheel", rapid.IntRange(0, 1).Draw(t, "y")
	case n < 85:
		s.what, s.x, s.y = "drag", rapid.IntRange(0, 130).Draw(t, "x"), rapid.IntRange(0, 45).Draw(t, "y")
	case n < 87:
		s.what, s.key = "release", rapid.SampledFrom([]string{"space", "enter", "mouse"}).Draw(t, "release")
	case n < 91:
		sizes := []client.Size{{Width: 80, Height: 24}, {Width: 80, Height: 24}, {Width: 100, Height: 30}, {Width: 120, Height: 40}, {Width: 119, Height: 40}, {Width: 80, Height: 25}, {Width: 79, Height: 24}, {Width: 60, Height: 18}, {Width: 1, Height: 1}, {Width: 500, Height: 200}, {Width: 3, Height: 50}, {Width: 200, Height: 5}}
		size := rapid.SampledFrom(sizes).Draw(t, "size")
		s.what, s.x, s.y = "size", size.Width, size.Height
	case n < 93:
		s.what, s.key = "paste", rapid.SampledFrom([]string{"K7Q-2M8", "홍련", "a\x1b[31mb\nc", strings.Repeat("길", 90)}).Draw(t, "paste")
	default:
		s.what, s.d = "time", rapid.SampledFrom([]time.Duration{50, 350, 700, 2000, 11_000, 61_000}).Draw(t, "time")*time.Millisecond
	}
	return s
})

// testWalk: whatever two people do, from any start and in any terminals, no screen fails, the home screen
// stays below all others, and every frame keeps the rules.
func testWalk(t *testing.T, pages []Page) {
	checks, most := "25", 250 // each package of screens has its own walks
	if race.On {              // short walks with the race detector, many and long ones without
		checks, most = "8", 50
	}
	seed := "1" // the same walks each time: .ci/repeat and -rapid.seed look for new ones
	if s := os.Getenv("ARCADE_WALK_SEED"); s != "" {
		seed = s
	}
	if !given("rapid.checks") { // many walks need a new seed
		if err := flag.Set("rapid.checks", checks); err != nil {
			t.Fatal(err)
		}
		if !given("rapid.seed") {
			if err := flag.Set("rapid.seed", seed); err != nil {
				t.Fatal(err)
			}
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		lang := rapid.SampledFrom([]words.Lang{words.KO, words.EN}).Draw(rt, "lang")
		from := rapid.IntRange(0, len(pages)-1).Draw(rt, "page")
		n := rapid.IntRange(1, most).Draw(rt, "n")
		list := rapid.SliceOfN(steps, n, n).Draw(rt, "steps")
		deals := rapid.Uint64().Draw(rt, "deals")
		pictured := rapid.Bool().Draw(rt, "pictured")
		problem := ""
		synctest.Test(t, func(t *testing.T) {
			cryptotest.SetGlobalRandom(t, deals)
			problem = walk(t, lang, pages[from], list, pictured)
		})
		if problem != "" {
			rt.Fatalf("from %s: %s", pages[from].Name, problem)
		}
	})
}

// walk does the steps and returns the first problem. If pictured is set, both people have the rich level
// throughout.
func walk(t *testing.T, lang words.Lang, from Page, list []step, pictured bool) (problem string) {
	h := NewHall(t, lang)
	at := "before the first step"
	defer func() {
		if r := recover(); r != nil {
			problem = fmt.Sprintf("%s: panic: %v\n%s", at, r, debug.Stack())
		}
	}()
	h.people = widest[int(lang)]
	two := []*Person{from.Make(h), nil}
	for _, p := range h.Here {
		if p != two[0] && !p.Dropped && !p.Quit {
			two[1] = p
		}
	}
	if two[1] == nil {
		two[1] = h.Enter("", "guest-2")
	}
	first := map[*Person]app.Screen{}
	for _, p := range two {
		first[p] = p.Stack[0]
	}
	for i, s := range list {
		at = fmt.Sprintf("step %d, %v", i, s)
		p := two[s.who]
		if pictured {
			p.Glyphs = ui.LevelRich // clicks are for its layout
		}
		if p.Quit {
			continue
		}
		switch s.what {
		case "key":
			p.Press(s.key)
		case "click":
			p.Click(s.x, s.y)
		case "wheel":
			p.Send(tea.MouseWheelMsg{Button: []tea.MouseButton{tea.MouseWheelUp, tea.MouseWheelDown}[s.y]})
		case "drag":
			p.Send(tea.MouseMotionMsg{X: s.x, Y: s.y, Button: tea.MouseLeft})
			if list := p.Problems(); len(list) > 0 && !p.Quit { // what is dragged is drawn, too
				return fmt.Sprintf("%s: %s\n%s", at, strings.Join(list, "\n"), p.Canvas().Plain(p.Glyphs))
			}
			p.Send(tea.MouseReleaseMsg{X: s.x, Y: s.y, Button: tea.MouseLeft})
		case "release":
			if s.key == "mouse" {
				p.Send(tea.MouseReleaseMsg{X: 1, Y: 1, Button: tea.MouseLeft})
			} else {
				p.Send(tea.KeyReleaseMsg(PressOf(s.key)))
			}
		case "size":
			p.Send(tea.WindowSizeMsg{Width: s.x, Height: s.y})
		case "paste":
			p.Send(tea.PasteMsg{Content: s.key})
		case "time":
			h.Pass(s.d)
		}
		for _, p := range two {
			if p.Quit {
				continue
			}
			if p.Stack[0] != first[p] {
				return fmt.Sprintf("%s: %T below all others", at, p.Stack[0])
			}
			if pictured {
				p.Glyphs = ui.LevelRich
			}
			if list := p.Problems(); len(list) > 0 {
				return fmt.Sprintf("%s: %s\n%s", at, strings.Join(list, "\n"), p.Canvas().Plain(p.Glyphs))
			}
		}
	}
	return ""
}

// given reports whether the command line sets a flag.
func given(name string) (found bool) {
	flag.Visit(func(f *flag.Flag) { found = found || f.Name == name })
	return found
}

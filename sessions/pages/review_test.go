package sessions

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// quickOthello is Othello whose analyst looks at few positions for each ply, and takes
// as long as a test says after a first quick look.
type quickOthello struct {
	othello.Game
	*analyst
}

// analyst is what a test says, and is told.
type analyst struct {
	pace atomic.Int64 // a time.Duration
	told atomic.Int64 // plies judged for good
}

func (g quickOthello) Analyse(setup games.Setup, plies []games.Action, limit games.Limit, tell func(games.Judgement)) ([]games.Judgement, error) {
	glance := limit.Nodes > 0
	limit.Nodes = 2_000
	return g.Game.Analyse(setup, plies, limit, func(j games.Judgement) {
		if !glance {
			time.Sleep(time.Duration(g.pace.Load()))
			g.told.Add(1)
		}
		tell(j)
	})
}

// reviewed is the replay of a finished match with its analysis.
func reviewed(h *hall, moves string, keys ...string) *person {
	p := ended(h, moves, nil)
	p.press("a")
	h.pass(time.Second)
	p.press(keys...)
	return p
}

func init() {
	full := []Size{{80, 24}, {120, 40}}
	pages = append(pages,
		page{name: "review-end", sizes: allSizes, make: func(h *hall) *person { return reviewed(h, fullWhite) }},
		page{name: "review-turn", sizes: full, make: func(h *hall) *person { return reviewed(h, fullBlack, "w") }, deaf: []string{"w"}},
		page{name: "review-miss", sizes: full, make: func(h *hall) *person { return reviewed(h, fullBlack, "n") }},
		page{name: "review-start", make: func(h *hall) *person { return reviewed(h, fullDrawn, "home") }},
		page{name: "review-passes", make: func(h *hall) *person { return reviewed(h, nobodyMoves, "left") }},
		page{name: "review-short", sizes: full, make: func(h *hall) *person { return reviewed(h, whiteGone) }},
		page{name: "review-running", sizes: full, make: func(h *hall) *person {
			h.analyst.pace.Store(int64(time.Second))
			p := reviewed(h, fullBlack)
			h.pass(34 * time.Second)
			return p
		}, deaf: []string{"end"}},
	)
	pages = append(pages, helpPages("review", len(helpTabs), func(h *hall) *person { return reviewed(h, whiteGone) })...)
}

// frame is the screen's text.
func (p *person) text() string {
	p.lookAs(p.w, p.h, ui.Default)
	return p.canvas.Plain(ui.Default)
}

// From the sheet after a game: the analysis comes while one waits, in Hangul mode too,
// and leads to the swing and from miss to miss.
func TestReview(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, words.EN)
		h.analyst.pace.Store(int64(time.Second))
		p := ended(h, fullBlack, nil)
		p.press("ㅁ") // a
		r, ok := p.top().(*replay)
		if !ok || r.scene.Review == nil {
			t.Fatalf("%T", p.top())
		}
		for n := range 3 {
			if want := "Analysing .. " + itoa(20*n) + "/60"; !strings.Contains(p.text(), want) {
				t.Fatalf("not %q:\n%s", want, p.text())
			}
			h.pass(20 * time.Second)
		}
		v := r.scene.Review
		if !v.finished() || v.turn == 0 || strings.Contains(p.text(), "Analysing") {
			t.Fatalf("after a minute %d of %d, swing %d", v.Done, v.Of, v.turn)
		}
		if p.press("w"); r.ply != v.turn || !strings.Contains(p.text(), "! Better: ") {
			t.Errorf("w leads to %d, not %d:\n%s", r.ply, v.turn, p.text())
		}
		p.press("home")
		list := v.misses(games.Nobody)
		slices.Sort(list)
		for _, want := range list[:3] {
			if p.press("n"); r.ply != want || v.better(want) == "" {
				t.Errorf("n leads to %d, not %d", r.ply, want)
			}
		}
		p.press("end")
		if p.press("n"); r.ply != list[0] {
			t.Errorf("after the last miss comes %d", r.ply)
		}

		// The graph is a slider: its columns from left to right go through the match.
		last := -1
		for x := range p.w {
			if hit, ok := p.canvas.HitAt(x, 8); ok {
				if s, ok := hit.(slideHit); ok && x > 40 {
					if int(s) <= last {
						t.Fatalf("column %d is ply %d after %d", x, s, last)
					}
					last = int(s)
					if p.click(x, 8); r.ply != last {
						t.Fatalf("a click on ply %d leads to %d", last, r.ply)
					}
				}
			}
		}
		if last != 60 {
			t.Errorf("the last column is ply %d", last)
		}

		if p.press("enter"); r.scene.Review != nil || strings.Contains(p.text(), "discs ahead") {
			t.Error("Enter does not close it")
		}
		if p.press("enter"); r.scene.Review == nil || !r.scene.Review.finished() || h.analyst.told.Load() != 60 {
			t.Errorf("the second time it takes %d plies", h.analyst.told.Load()-60)
		}
		if p.press("esc"); strings.Contains(p.text(), "discs ahead") {
			t.Error("Esc does not leave")
		}
	})
}

// It ends with its screen, and when the connection does.
func TestReviewEnds(t *testing.T) {
	for name, end := range map[string]func(h *hall, p *person){
		"closed":       func(h *hall, p *person) { p.press("enter") },
		"left":         func(h *hall, p *person) { p.press("esc") },
		"disconnected": func(h *hall, p *person) { p.End() },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHall(t, words.KO)
				h.analyst.pace.Store(int64(time.Second))
				p := ended(h, fullBlack, nil)
				p.press("v", "enter")
				h.pass(10 * time.Second)
				end(h, p)
				h.pass(2 * time.Second) // the ply under way
				at := h.analyst.told.Load()
				if h.pass(time.Minute); at < 10 || h.analyst.told.Load() != at {
					t.Errorf("%d plies, and then %d", at, h.analyst.told.Load())
				}
			})
		})
	}
}

// A match that is not over has none.
func TestNoReview(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, words.EN)
		p, o := h.me(), h.other()
		id := h.duel(p, o, lobby.Offer{}, sixMoves)
		p.do((*App).home)
		p.do(func(a *App) tea.Cmd { return a.push(newReplay(id)) })
		r := p.top().(*replay)
		if p.press("a", "enter"); r.scene.Review != nil || p.note != "" || strings.Contains(p.text(), "analyse") {
			t.Errorf("a match in play is analysed, or offered to be:\n%s", p.text())
		}
	})
}

// Bots that play each other are analysed too, and the next match begins without.
func TestReviewOfBots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, words.EN)
		p := h.me()
		p.press("n", "5", "enter", "5")
		h.pass(2 * time.Second)
		e := p.top().(*exhibit)
		if p.press("a"); e.scene.Review == nil {
			t.Fatal("no analysis")
		}
		h.pass(time.Second)
		if !e.scene.Review.finished() {
			t.Errorf("%d of %d", e.scene.Review.Done, e.scene.Review.Of)
		}
		v := e.scene.Review
		if e.over() || v.turn != 0 || len(v.misses(games.Nobody)) > 0 && slices.Max(v.misses(games.Nobody)) > e.ply || v.of(e.ply+1) != nil {
			t.Errorf("at ply %d of %d more is told than has been shown: swing %d, misses %v", e.ply, v.Of, v.turn, v.misses(games.Nobody))
		}
		p.press("?")
		if text := p.text(); !strings.Contains(text, "the next game") || strings.Contains(text, "exports") {
			t.Errorf("this is not the help of an exhibition:\n%s", text)
		}
		p.press("esc", "end")
		if want := games.TurningPoint(v.Judged) + 1; v.turn != want {
			t.Errorf("at the end the swing is %d, not %d", v.turn, want)
		}
		if len(v.misses(games.Nobody)) > 0 && !strings.Contains(p.text(), "n next miss") {
			t.Errorf("n is not in the key bar:\n%s", p.text())
		}
		p.press("home", "space")
		for _, problem := range p.problems() {
			t.Error(problem)
		}
		if h.pass(time.Minute); e.scene.Review == nil || !e.over() {
			t.Error("the next match began by itself")
		}
		h.analyst.pace.Store(int64(time.Second))
		p.press("a", "a")
		h.pass(10 * time.Second)
		last := e.data
		p.press("enter")
		h.pass(2 * time.Second)
		at := h.analyst.told.Load()
		if h.pass(10 * time.Second); h.analyst.told.Load() != at {
			t.Error("the analysis of the last match goes on")
		}
		if e.data == last || e.scene.Review != nil {
			t.Error("the next match does not begin, or with an analysis")
		}
	})
}

// However many plies, each has a column, in order, and every column a ply.
func TestChart(t *testing.T) {
	for plies := 1; plies < 130; plies++ {
		for _, w := range []int{33, 47} {
			c := chart{w: min(w, plies+1), plies: plies}
			for p := 1; p <= plies; p++ {
				if d := c.column(p) - c.column(p-1); d < 0 || d > 1 {
					t.Fatalf("%d plies in %d columns: %d stands at %d after %d", plies, w, p, c.column(p), c.column(p-1))
				}
			}
			if c.column(0) != 0 || c.column(plies) != c.w-1 {
				t.Fatalf("%d plies in %d columns: from %d to %d", plies, w, c.column(0), c.column(plies))
			}
		}
	}
}

func TestBar(t *testing.T) {
	for _, tt := range []struct {
		value, top float64
		half, full int
		rest       bool
	}{
		{0, 8, 4, 0, false}, {0.9, 64, 4, 0, false}, {1, 64, 4, 0, true}, {-1, 64, 4, 0, true},
		{8, 8, 4, 4, false}, {-8, 8, 4, 4, false}, {5, 8, 4, 2, true}, {70, 64, 4, 4, false}, {64, 64, 7, 7, false},
	} {
		if full, rest := bar(tt.value, tt.top, tt.half); full != tt.full || rest != tt.rest {
			t.Errorf("%v of %v: %d and a half %v", tt.value, tt.top, full, rest)
		}
	}
}

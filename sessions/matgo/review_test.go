package matgo

import (
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/client"
	"arcade/sessions/matgo/results"
	"arcade/sessions/matgo/tell"
	"arcade/sessions/play/replays"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// reviewed opens a known round with its analysis, from the sheet at its end.
func reviewed(h *screentest.Hall, seat games.Seat, round int, keys ...string) *screentest.Person {
	p := ended(h, seat, round)
	p.Press("a")
	h.Pass(2 * time.Second)
	p.Press(keys...)
	return p
}

func init() {
	full := []client.Size{{Width: 80, Height: 24}, {Width: 120, Height: 40}}
	frames = append(frames,
		screentest.Page{Name: "matgo-review-end", Rich: screentest.RoomySizes, Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person { return reviewed(h, 0, bakRound) }, Deaf: []string{"right"}},
		screentest.Page{Name: "matgo-review-miss", Sizes: full, Make: func(h *screentest.Hall) *screentest.Person { return reviewed(h, 0, factorRound, "n") }},
		screentest.Page{Name: "matgo-review-go", Sizes: full, Make: func(h *screentest.Hall) *screentest.Person {
			p := reviewed(h, 0, ppukRound)
			for p.Top().(*replays.Replay).Data.Plies[p.Top().(*replays.Replay).Ply-1].Action != "go" {
				p.Press("left")
			}
			return p
		}},
		screentest.Page{Name: "matgo-review-start", Make: func(h *screentest.Hall) *screentest.Person { return reviewed(h, 1, presidentRound, "home") }, Deaf: []string{"left"}},
		screentest.Page{Name: "matgo-review-running", Sizes: full, Make: func(h *screentest.Hall) *screentest.Person {
			h.Analyst.Pace.Store(int64(time.Second))
			p := reviewed(h, 0, bakRound)
			h.Pass(4 * time.Second)
			return p
		}, Deaf: []string{"right"}},
	)
	frames = append(frames, screentest.HelpPages("matgo-review", 4, func(h *screentest.Hall) *screentest.Person { return reviewed(h, 0, bakRound) })...)
}

// From the sheet: every ply has the value of each alternative, n goes from miss to miss, Enter is the
// sheet's, and the second analysis is there at once.
func TestReview(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		h.Analyst.Pace.Store(int64(300 * time.Millisecond)) // the next round begins by itself in 20 s
		p := ended(h, 0, factorRound)
		p.Press("a")
		r, ok := p.Top().(*replays.Replay)
		if !ok || r.Scene.Review == nil {
			t.Fatalf("%T", p.Top())
		}
		if h.Pass(time.Second); !strings.Contains(p.Text(), "Analysing .. 3/") {
			t.Fatalf("no progress:\n%s", p.Text())
		}
		h.Pass(10 * time.Second)
		v := r.Scene.Review
		if !v.Finished() || v.Luck == nil || !strings.Contains(p.Text(), "the result") {
			t.Fatalf("after ten seconds %d of %d, luck %v:\n%s", v.Done, v.Of, v.Luck, p.Text())
		}
		misses := v.Misses(games.Nobody)
		if len(misses) == 0 {
			t.Fatal("no miss in the round")
		}
		for range misses {
			p.Press("n")
			j := v.Verdict(r.Ply)
			if j == nil || !j.Missed || len(j.Options) < 2 || !strings.Contains(p.Text(), ">"+tell.ActShort(p.App, j.Played)[:2]) {
				t.Errorf("n leads to %d: %+v\n%s", r.Ply, j, p.Text())
			}
		}
		// The most expensive decision is first in the list; a click goes there.
		p.Press("home")
		at := -1
		for y := range p.H {
			if hit, ok := p.Canvas().HitAt(60, y); ok && y > 12 && at < 0 {
				if s, ok := hit.(ui.SlideHit); ok {
					at = y
					j := v.Verdict(misses[0])
					if both := tell.ActShort(p.App, j.Played) + "/" + tell.ActShort(p.App, j.Best); !strings.Contains(p.Text(), both) || strings.Contains(p.Text(), strings.ReplaceAll(both, "/", ">")) {
						t.Errorf("%q is not the first miss; > is for what takes:\n%s", both, p.Text())
					}
					if p.Click(60, y); int(s) != misses[0] || r.Ply != misses[0] {
						t.Errorf("the first row leads to %d, the dearest is %d", r.Ply, misses[0])
					}
				}
			}
		}
		if at < 0 {
			t.Error("no row to click")
		}
		p.Press("end")
		if p.Press("enter"); r.Scene.Review == nil || !strings.Contains(p.Text(), "═╗") {
			t.Errorf("Enter is not the sheet's:\n%s", p.Text())
		}
		told := h.Analyst.Told.Load()
		p.Press("a", "a")
		if r.Scene.Review == nil || !r.Scene.Review.Finished() || r.Scene.Review.Luck == nil || h.Analyst.Told.Load() != told {
			t.Errorf("the second time it takes %d plies", h.Analyst.Told.Load()-told)
		}
		p.Press("esc")
		if _, ok := p.Top().(*results.Sheet); !ok {
			t.Errorf("Esc leads to %T", p.Top())
		}
	})
}

// The analysis ends with its screen.
func TestReviewEnds(t *testing.T) {
	screentest.In(t, words.KO, func(t *testing.T, h *screentest.Hall) {
		h.Analyst.Pace.Store(int64(time.Second))
		p := ended(h, 0, bakRound)
		p.Press("v", "a")
		h.Pass(3 * time.Second)
		p.Press("esc")
		h.Pass(2 * time.Second) // the present ply
		at := h.Analyst.Told.Load()
		if h.Pass(time.Minute); at < 3 || h.Analyst.Told.Load() != at {
			t.Errorf("%d plies, and then %d", at, h.Analyst.Told.Load())
		}
	})
}

// A resigned round has its payment as its result: seven, four times.
func TestReviewOfResigned(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o := h.Me(), h.Other()
		id := h.MatgoTable(p, o, 0, bakRound, 8)
		h.Must(o.Visit.Do(id, games.Resign))
		h.Pass(2 * time.Second)
		p.Press("a")
		h.Pass(2 * time.Second)
		v := p.Top().(*replays.Replay).Scene.Review
		if v == nil || !v.Finished() || v.Luck == nil || v.Luck.Result != 28 || v.Of != 8 {
			t.Fatalf("%+v", v.Luck)
		}
	})
}

// The analysis of a round between bots shows the luck only at the end of the round: it has the result.
func TestReviewOfBots(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		p.Do(func(a *app.App) { a.Push(replays.NewExhibit("matgo", []string{"eager", "eager"})) })
		h.Pass(2 * time.Second)
		p.Press("home", "a")
		h.Pass(5 * time.Second)
		e := p.Top().(*replays.Exhibit)
		if e.Over() || e.Scene.Review == nil || e.Scene.Review.Luck == nil {
			t.Fatalf("ply %d: %+v", e.Ply, e.Scene.Review)
		}
		for _, end := range []bool{false, true} {
			for _, size := range screentest.RichSizes {
				p.LookAs(size.Width, size.Height, ui.LevelRich)
				if shown := strings.Contains(p.Canvas().Plain(ui.LevelRich), p.T("an.luck.result")); shown != end {
					t.Errorf("%v: the result is shown: %v, at the end: %v", size, shown, end)
				}
			}
			p.Press("enter", "left") // the end and back, without the result over it
		}
	})
}

package pages

import (
	"slices"
	"strings"
	"testing"
	"testing/cryptotest"
	"time"

	"arcade/games"
	"arcade/lobby/pairing"
	"arcade/sessions/app"
	"arcade/sessions/client"
	"arcade/sessions/play/replays"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// reviewed returns the replay of a finished match with its analysis.
func reviewed(h *screentest.Hall, moves string, keys ...string) *screentest.Person {
	p := screentest.Ended(h, moves, nil)
	p.Press("a")
	h.Pass(time.Second)
	p.Press(keys...)
	return p
}

func init() {
	full := []client.Size{{Width: 80, Height: 24}, {Width: 120, Height: 40}}
	frames = append(frames,
		screentest.Page{Name: "review-end", Sizes: screentest.AllSizes, Make: func(h *screentest.Hall) *screentest.Person { return reviewed(h, screentest.FullWhite) }},
		screentest.Page{Name: "review-turn", Sizes: full, Make: func(h *screentest.Hall) *screentest.Person { return reviewed(h, screentest.FullBlack, "w") }, Deaf: []string{"w"}},
		screentest.Page{Name: "review-miss", Sizes: full, Rich: screentest.RoomySizes, Make: func(h *screentest.Hall) *screentest.Person { return reviewed(h, screentest.FullBlack, "n") }},
		screentest.Page{Name: "review-start", Make: func(h *screentest.Hall) *screentest.Person { return reviewed(h, screentest.FullDrawn, "home") }},
		screentest.Page{Name: "review-passes", Make: func(h *screentest.Hall) *screentest.Person { return reviewed(h, screentest.NobodyMoves, "left") }},
		screentest.Page{Name: "review-short", Sizes: full, Make: func(h *screentest.Hall) *screentest.Person { return reviewed(h, screentest.WhiteGone) }},
		screentest.Page{Name: "review-running", Sizes: full, Rich: screentest.RichSizes[:1], Make: func(h *screentest.Hall) *screentest.Person {
			h.Analyst.Pace.Store(int64(time.Second))
			p := reviewed(h, screentest.FullBlack)
			h.Pass(34 * time.Second)
			return p
		}, Deaf: []string{"end"}},
	)
	frames = append(frames, screentest.HelpPages("review", len(app.HelpTabs), func(h *screentest.Hall) *screentest.Person { return reviewed(h, screentest.WhiteGone) })...)
}

// From the sheet after a game: the analysis comes while the player waits, even in Hangul mode, and leads to
// the turning point and from miss to miss.
func TestReview(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		h.Analyst.Pace.Store(int64(time.Second))
		p := screentest.Ended(h, screentest.FullBlack, nil)
		p.Press("ㅁ") // a
		r, ok := p.Top().(*replays.Replay)
		if !ok || r.Scene.Review == nil {
			t.Fatalf("%T", p.Top())
		}
		for n := range 3 {
			if want := "Analysing .. " + app.Itoa(20*n) + "/60"; !strings.Contains(p.Text(), want) {
				t.Fatalf("not %q:\n%s", want, p.Text())
			}
			h.Pass(20 * time.Second)
		}
		v := r.Scene.Review
		if !v.Finished() || v.Turn == 0 || strings.Contains(p.Text(), "Analysing") {
			t.Fatalf("after a minute %d of %d, swing %d", v.Done, v.Of, v.Turn)
		}
		if p.Press("w"); r.Ply != v.Turn || !strings.Contains(p.Text(), "! Better: ") {
			t.Errorf("w leads to %d, not %d:\n%s", r.Ply, v.Turn, p.Text())
		}
		p.Press("home")
		list := v.Misses(games.Nobody)
		slices.Sort(list)
		for _, want := range list[:3] {
			if p.Press("n"); r.Ply != want || v.Better(want) == "" {
				t.Errorf("n leads to %d, not %d", r.Ply, want)
			}
		}
		p.Press("end")
		if p.Press("n"); r.Ply != list[0] {
			t.Errorf("after the last miss comes %d", r.Ply)
		}

		// The graph is a slider: its columns from left to right go through the match.
		last := -1
		for x := range p.W {
			if hit, ok := p.Canvas().HitAt(x, 8); ok {
				if s, ok := hit.(ui.SlideHit); ok && x > 40 {
					if int(s) <= last {
						t.Fatalf("column %d is ply %d after %d", x, s, last)
					}
					last = int(s)
					if p.Click(x, 8); r.Ply != last {
						t.Fatalf("a click on ply %d leads to %d", last, r.Ply)
					}
				}
			}
		}
		if last != 60 {
			t.Errorf("the last column is ply %d", last)
		}

		if p.Press("enter"); r.Scene.Review != nil || strings.Contains(p.Text(), "discs ahead") {
			t.Error("Enter does not close it")
		}
		if p.Press("enter"); r.Scene.Review == nil || !r.Scene.Review.Finished() || h.Analyst.Told.Load() != 60 {
			t.Errorf("the second time it takes %d plies", h.Analyst.Told.Load()-60)
		}
		if p.Press("esc"); strings.Contains(p.Text(), "discs ahead") {
			t.Error("Esc does not leave")
		}
	})
}

// It ends with its screen, and with the connection.
func TestReviewEnds(t *testing.T) {
	for name, end := range map[string]func(h *screentest.Hall, p *screentest.Person){
		"closed":       func(h *screentest.Hall, p *screentest.Person) { p.Press("enter") },
		"left":         func(h *screentest.Hall, p *screentest.Person) { p.Press("esc") },
		"disconnected": func(h *screentest.Hall, p *screentest.Person) { p.End() },
	} {
		t.Run(name, func(t *testing.T) {
			screentest.In(t, words.KO, func(t *testing.T, h *screentest.Hall) {
				h.Analyst.Pace.Store(int64(time.Second))
				p := screentest.Ended(h, screentest.FullBlack, nil)
				p.Press("v", "enter")
				h.Pass(10 * time.Second)
				end(h, p)
				h.Pass(2 * time.Second) // the present ply
				at := h.Analyst.Told.Load()
				if h.Pass(time.Minute); at < 10 || h.Analyst.Told.Load() != at {
					t.Errorf("%d plies, and then %d", at, h.Analyst.Told.Load())
				}
			})
		})
	}
}

// An unfinished match has no analysis.
func TestNoReview(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o := h.Me(), h.Other()
		id := h.Duel(p, o, pairing.Offer{}, screentest.SixMoves)
		p.Do((*app.App).Home)
		p.Do(func(a *app.App) { a.Push(replays.New(id)) })
		r := p.Top().(*replays.Replay)
		if p.Press("a", "enter"); r.Scene.Review != nil || p.Note != "" || strings.Contains(p.Text(), "analyse") {
			t.Errorf("a match in play is analysed, or offered to be:\n%s", p.Text())
		}
	})
}

// Matches between bots can be analysed too, and the next match begins without.
func TestReviewOfBots(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		cryptotest.SetGlobalRandom(t, 1) // makes the next match long enough, too
		p := h.Me()
		p.Press("n", "5", "down", "1", "down", "1", "enter", "5")
		h.Pass(2 * time.Second)
		e := p.Top().(*replays.Exhibit)
		if p.Press("a"); e.Scene.Review == nil {
			t.Fatal("no analysis")
		}
		h.Pass(time.Second)
		if !e.Scene.Review.Finished() {
			t.Errorf("%d of %d", e.Scene.Review.Done, e.Scene.Review.Of)
		}
		v := e.Scene.Review
		if e.Over() || v.Turn != 0 || len(v.Misses(games.Nobody)) > 0 && slices.Max(v.Misses(games.Nobody)) > e.Ply || v.Verdict(e.Ply+1) != nil {
			t.Errorf("at ply %d of %d more is told than has been shown: swing %d, misses %v", e.Ply, v.Of, v.Turn, v.Misses(games.Nobody))
		}
		p.Press("?")
		if text := p.Text(); !strings.Contains(text, "the next game") || strings.Contains(text, "exports") {
			t.Errorf("this is not the help of an exhibition:\n%s", text)
		}
		p.Press("esc", "end")
		if want := games.TurningPoint(v.Judged) + 1; v.Turn != want {
			t.Errorf("at the end the swing is %d, not %d", v.Turn, want)
		}
		if len(v.Misses(games.Nobody)) > 0 && !strings.Contains(p.Text(), "n next miss") {
			t.Errorf("n is not in the key bar:\n%s", p.Text())
		}
		p.Press("home", "space")
		for _, problem := range p.Problems() {
			t.Error(problem)
		}
		if h.Pass(time.Minute); e.Scene.Review == nil || !e.Over() {
			t.Error("the next match began by itself")
		}
		h.Analyst.Pace.Store(int64(time.Second))
		p.Press("a", "a")
		h.Pass(10 * time.Second)
		last := e.Data
		p.Press("enter")
		h.Pass(2 * time.Second)
		at := h.Analyst.Told.Load()
		if h.Pass(10 * time.Second); h.Analyst.Told.Load() != at {
			t.Error("the analysis of the last match goes on")
		}
		if e.Data == last || e.Scene.Review != nil {
			t.Error("the next match does not begin, or with an analysis")
		}
	})
}

// The result of an analysis counts in the player's statistics.
func TestMissesCounted(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := reviewed(h, screentest.FullBlack)
		h.Pass(time.Minute)
		statistics(p)
		if text := p.Text(); !strings.Contains(text, "(1 analysed)") {
			t.Errorf("the misses are not counted:\n%s", text)
		}
	})
}

// The result sheet says how often the player found the best once the match has been analysed.
func TestResultSaysWhatWasFound(t *testing.T) {
	for _, lang := range []words.Lang{words.EN, words.KO} {
		screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
			found, _, _ := strings.Cut(words.T(lang, "res.found", "n", 1), "1")
			p := screentest.Ended(h, screentest.FullBlack, nil)
			p.Wants(found, false)
			p.Press("a")
			h.Pass(time.Minute)
			p.Press("esc", "enter")
			p.Wants(found, true)
		})
	}
}

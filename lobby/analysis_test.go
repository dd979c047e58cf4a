package lobby

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/store"
)

// judging is Othello whose analyst needs 100 ms for each action.
type judging struct {
	othello.Game
	judge           int
	asked, at, left *atomic.Int64 // how often begun, how many work now, how often stopped
	fail            bool
}

const judgeTime = 100 * time.Millisecond

func newJudging() judging {
	return judging{judge: 1, asked: &atomic.Int64{}, at: &atomic.Int64{}, left: &atomic.Int64{}}
}

func (g judging) Judge() int { return g.judge }

func (g judging) Analyse(setup games.Setup, plies []games.Action, limit games.Limit, tell func(games.Judgement)) ([]games.Judgement, error) {
	if limit.Nodes != 0 { // the quick look knows nothing
		for i := len(plies) - 1; i >= 0; i-- {
			tell(games.Judgement{Ply: i, Played: plies[i], Best: plies[i]})
		}
		return nil, nil
	}
	g.asked.Add(1)
	g.at.Add(1)
	defer g.at.Add(-1)
	list := make([]games.Judgement, len(plies))
	for i := len(plies) - 1; i >= 0; i-- {
		for range judgeTime / time.Millisecond {
			time.Sleep(time.Millisecond)
			if limit.Stop() {
				g.left.Add(1)
				return list[i+1:], games.ErrStopped
			}
		}
		if g.fail {
			panic("lost")
		}
		list[i] = games.Judgement{Ply: i, Seat: games.Seat(i % 2), Played: plies[i], Best: plies[i], Before: float64(i) + .25, After: float64(i), Exact: i > 3}
		if i == 2 {
			list[i].Best, list[i].Missed = "a1", true
		}
		tell(list[i])
	}
	return list, nil
}

// withJudge is a house with a rated match of kim and lee that lee resigned after six plies.
func withJudge(t *testing.T, g judging, f func(t *testing.T, h *house, kim, lee *Visit, r *Replay)) {
	inBubbleWith(t, Config{Games: games.NewRegistry(g)}, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, Offer{Rated: true})
		h.play(id, 6, kim, lee)
		h.must(lee.Do(id, games.Resign))
		r, err := h.Replay(kim.Me().ID, id)
		h.must(err)
		f(t, h, kim, lee, r)
	})
}

func (h *house) analyse(v *Visit, r *Replay) *Analysis {
	h.t.Helper()
	a, err := v.Analyse(r)
	h.must(err)
	return a
}

// The judgements come one by one from the last, each with a wake-up; they are kept, and
// who asks later, after a restart too, has them at once.
func TestAnalysis(t *testing.T) {
	g := newJudging()
	withJudge(t, g, func(t *testing.T, h *house, kim, lee *Visit, r *Replay) {
		a := h.analyse(kim, r)
		h.pass(time.Millisecond)
		for n := range 6 {
			f := a.Findings()
			if len(f.Judged) != 6 || f.Done != n || f.Of != 6 || f.Over {
				t.Fatalf("after %d: %+v", n, f)
			}
			for i, j := range f.Judged {
				if j.Ply != i || j.Played != r.Plies[i].Action || (j.Before != 0) != (i >= 6-n) {
					t.Fatalf("after %d: %+v", n, j)
				}
			}
			drain(kim)
			h.pass(judgeTime + time.Millisecond)
			if !woken(kim) {
				t.Fatal("nobody is woken")
			}
		}
		f := a.Findings()
		if f.Done != 6 || !f.Over || g.at.Load() != 0 {
			t.Fatalf("at the end: %+v", f)
		}
		again := h.analyse(lee, r).Findings()
		if !slices.Equal(again.Judged, f.Judged) || again.Done != 6 || !again.Over || g.asked.Load() != 1 {
			t.Errorf("the second reader has %+v, asked %d times", again, g.asked.Load())
		}

		h = h.kill()
		kim = h.enter("kim")
		if again := h.analyse(kim, r).Findings(); !slices.Equal(again.Judged, f.Judged) || again.Done != 6 || !again.Over || g.asked.Load() != 1 {
			t.Errorf("after a restart: %+v, asked %d times", again, g.asked.Load())
		}
	})
}

// What another judge said is judged again.
func TestAnalysisByAnotherJudge(t *testing.T) {
	g := newJudging()
	g.judge = 2
	withJudge(t, g, func(t *testing.T, h *house, kim, lee *Visit, r *Replay) {
		h.must(store.WriteNote(h.store, analysisSpace("othello"), r.Match.ID, analysisNote{Judge: 1, Plies: make([]judgedAs, 6)}))
		if f := h.analyse(kim, r).Findings(); f.Over {
			t.Errorf("%+v", f)
		}
		h.pass(time.Second)
		var note analysisNote
		if ok, err := store.ReadNote(h.store, analysisSpace("othello"), r.Match.ID, &note); !ok || err != nil || note.Judge != 2 {
			t.Errorf("%+v, %v", note, err)
		}
	})
}

func TestAnalysisRefused(t *testing.T) {
	g := newJudging()
	withJudge(t, g, func(t *testing.T, h *house, kim, lee *Visit, r *Replay) {
		id := h.start(kim, lee, Offer{})
		h.play(id, 6, kim, lee)
		live, err := h.Replay(kim.Me().ID, id)
		h.must(err)
		_, err = kim.Analyse(live)
		h.refused(err, ErrHidden)

		open := h.create(lee, Offer{Bot: "greedy", Private: true, Control: "none"})
		h.play(open, 1, lee)
		h.must(lee.Do(open, games.Resign))
		_, err = h.Replay(kim.Me().ID, open)
		h.refused(err, ErrPrivate) // so that there is nothing to ask about

		gone := h.enter("park")
		gone.Leave()
		_, err = gone.Analyse(r)
		h.refused(err, ErrLeft)
		h.enter("kim")
		_, err = kim.Analyse(r)
		h.refused(err, ErrSuperseded)
		h.Close()
		_, err = lee.Analyse(r)
		h.refused(err, ErrClosing)
		if g.asked.Load() != 0 {
			t.Error("it began all the same")
		}
	})
	inBubbleWith(t, Config{Games: games.NewRegistry(struct{ games.Game }{othello.Game{}})}, func(t *testing.T, h *house) {
		_, err := h.enter("kim").Analyse(&Replay{Match: store.Match{Game: "othello", Status: store.Done}})
		h.refused(err, games.ErrNotAllowed)
		if h.CanAnalyse("othello") {
			t.Error("a game that judges nothing can be analysed")
		}
	})
}

// It stops when its last reader is gone, by whatever way, and leaves nothing behind.
func TestAnalysisStops(t *testing.T) {
	for name, end := range map[string]func(h *house, a *Analysis){
		"closed":     func(h *house, a *Analysis) { a.Close(); a.Close() },
		"left":       func(h *house, a *Analysis) { a.v.Leave() },
		"superseded": func(h *house, a *Analysis) { h.enter("kim") },
		"another": func(h *house, a *Analysis) {
			other := *h.exhibit()
			h.analyse(a.v, &other).Close()
		},
		"house closed": func(h *house, a *Analysis) { h.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			g := newJudging()
			withJudge(t, g, func(t *testing.T, h *house, kim, lee *Visit, r *Replay) {
				a := h.analyse(kim, r)
				h.pass(judgeTime + judgeTime/2)
				end(h, a)
				h.pass(5 * time.Millisecond)
				if g.at.Load() != 0 || g.left.Load() != 1 {
					t.Errorf("%d work on, %d were stopped", g.at.Load(), g.left.Load())
				}
				if f := a.Findings(); !f.Over || f.Done != 1 {
					t.Errorf("%+v", f)
				}
				if len(h.studies) != 0 || len(h.thinkers) != 0 || len(h.analysts) != 0 {
					t.Errorf("left behind: %d studies, %d places", len(h.studies), len(h.thinkers))
				}
			})
		})
	}
}

func (h *house) exhibit() *Replay {
	h.t.Helper()
	r, err := h.Exhibit(context.Background(), "othello", []string{"greedy", "greedy"}, nil)
	h.must(err)
	return r
}

// Two who read the same match share the work, which goes on while one of them stays.
func TestAnalysisIsShared(t *testing.T) {
	g := newJudging()
	withJudge(t, g, func(t *testing.T, h *house, kim, lee *Visit, r *Replay) {
		a := h.analyse(kim, r)
		h.pass(2*judgeTime + judgeTime/2)
		b := h.analyse(lee, r)
		if f := b.Findings(); len(f.Judged) != 6 || f.Done != 2 {
			t.Errorf("the second reader begins with %d", f.Done)
		}
		a.Close()
		h.pass(judgeTime)
		if g.asked.Load() != 1 || g.left.Load() != 0 || b.Findings().Done != 3 {
			t.Errorf("asked %d times, stopped %d, %d judged", g.asked.Load(), g.left.Load(), b.Findings().Done)
		}
		a = h.analyse(kim, r) // who comes back joins in
		b.Close()
		h.pass(time.Second)
		if f := a.Findings(); !f.Over || f.Done != 6 || g.asked.Load() != 1 {
			t.Errorf("%+v", f)
		}
	})
}

// No more than thinkers work at a time; the others are in line, and may leave it.
func TestAnalysesTakeTurns(t *testing.T) {
	g := newJudging()
	withJudge(t, g, func(t *testing.T, h *house, kim, lee *Visit, r *Replay) {
		var list []*Analysis
		shown := h.exhibit() // which nobody shares
		for range thinkers() + 2 {
			list = append(list, h.analyse(h.enter("p"+string(rune('a'+len(list)))), shown))
		}
		h.pass(judgeTime)
		if n := int(g.at.Load()); n != thinkers() || g.asked.Load() != int64(n) {
			t.Fatalf("%d work, want %d", n, thinkers())
		}
		at := slices.IndexFunc(list, func(a *Analysis) bool { return len(a.Findings().Judged) > 0 })
		list[at].Close()
		h.pass(judgeTime)
		if n := thinkers(); int(g.at.Load()) != n || int(g.asked.Load()) != n+1 {
			t.Errorf("%d work after one has gone, %d were begun", g.at.Load(), g.asked.Load())
		}
		for _, a := range list { // those in line go too
			a.Close()
		}
		h.pass(10 * time.Millisecond)
		if g.at.Load() != 0 || len(h.thinkers) != 0 || len(h.analysts) != 0 {
			t.Errorf("%d work on", g.at.Load())
		}
		a := h.analyse(kim, shown)
		h.pass(time.Minute)
		if f := a.Findings(); !f.Over || f.Done != len(shown.Plies) {
			t.Errorf("%d judged of %d", f.Done, f.Of)
		}
		if list, err := h.store.Notes(analysisSpace("othello"), "", 10); len(list) != 0 || err != nil {
			t.Errorf("a match without a record has a note: %v, %v", list, err)
		}
	})
}

// A bot does not wait for the end of an analysis.
func TestBotsGoBeforeAnalyses(t *testing.T) {
	g := newJudging()
	withJudge(t, g, func(t *testing.T, h *house, kim, lee *Visit, r *Replay) {
		for i := range thinkers() {
			h.analyse(h.enter("p"+string(rune('a'+i))), h.exhibit())
		}
		h.pass(judgeTime)
		id := h.create(kim, Offer{Bot: "expert", Seat: 1, Control: "none"})
		h.must(kim.Watch(id))
		h.pass(700 * time.Millisecond)
		if s := h.see(kim, id); len(s.Plies) != 1 {
			t.Error("the bot waits")
		}
		if int(g.at.Load()) != thinkers() {
			t.Error("the analysis is over")
		}
	})
}

// An analyst that fails leaves what it had, and the place.
func TestAnalysisFails(t *testing.T) {
	g := newJudging()
	g.fail = true
	withJudge(t, g, func(t *testing.T, h *house, kim, lee *Visit, r *Replay) {
		a := h.analyse(kim, r)
		h.pass(time.Second)
		if f := a.Findings(); !f.Over || f.Done != 0 || len(h.thinkers)+len(h.analysts)+len(h.studies) != 0 {
			t.Errorf("%+v", f)
		}
		if _, err := h.store.Note(analysisSpace("othello"), r.Match.ID); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a note: %v", err)
		}
	})
}

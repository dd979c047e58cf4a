package lobby

import (
	"context"
	"reflect"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby/analysis"
	"arcade/lobby/analysis/analysistest"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/pairing"
	"arcade/lobby/records"
	"arcade/lobby/table"
	"arcade/lobby/turns"
	"arcade/store"
	"arcade/store/notes"
)

// withJudge opens a house with a rated match of kim and lee that lee resigned after six plies.
func withJudge(t *testing.T, g analysistest.Analysed, f func(t *testing.T, h *house, kim, lee *Visit, r *records.Replay)) {
	inBubbleWith(t, config.Config{Games: games.NewRegistry(g)}, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{Rated: true})
		h.play(id, 6, kim, lee)
		h.must(lee.Do(id, games.Resign))
		r, err := h.Replay(t.Context(), kim.Me().ID, id)
		h.must(err)
		f(t, h, kim, lee, r)
	})
}

func (h *house) analyse(v *Visit, r *records.Replay) *analysis.Reader {
	h.t.Helper()
	a, err := v.Analyse(r)
	h.must(err)
	return a
}

// The judgements come one by one from the last, each with a wake-up. They are stored, and a later reader,
// even after a restart, has them at once.
func TestAnalysis(t *testing.T) {
	g := analysistest.New(othello.Game{})
	withJudge(t, g, func(t *testing.T, h *house, kim, lee *Visit, r *records.Replay) {
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
			h.pass(analysistest.Time + time.Millisecond)
			if !woken(kim) {
				t.Fatal("nobody is woken")
			}
		}
		f := a.Findings()
		if f.Done != 6 || !f.Over || f.Luck == nil || *f.Luck != analysistest.Luck || g.At.Load() != 0 {
			t.Fatalf("at the end: %+v", f)
		}
		again := h.analyse(lee, r).Findings()
		if !reflect.DeepEqual(again.Judged, f.Judged) || again.Done != 6 || !again.Over || g.Asked.Load() != 1 {
			t.Errorf("the second reader has %+v, asked %d times", again, g.Asked.Load())
		}

		h = h.kill()
		kim = h.enter("kim")
		if again := h.analyse(kim, r).Findings(); !reflect.DeepEqual(again.Judged, f.Judged) || !reflect.DeepEqual(again.Luck, f.Luck) || again.Done != 6 || !again.Over || g.Asked.Load() != 1 {
			t.Errorf("after a restart: %+v, asked %d times", again, g.Asked.Load())
		}
	})
}

// Another judge's judgements are made again.
func TestAnalysisByAnotherJudge(t *testing.T) {
	g := analysistest.New(othello.Game{})
	g.Number = 2
	withJudge(t, g, func(t *testing.T, h *house, kim, lee *Visit, r *records.Replay) {
		h.must(notes.Space[any]{Name: "othello/analysis"}.Put(t.Context(), h.store, r.Match.ID, map[string]any{"judge": 1, "plies": make([]struct{}, 6)}))
		if f := h.analyse(kim, r).Findings(); f.Over {
			t.Errorf("%+v", f)
		}
		h.pass(time.Second)
		note, ok, err := notes.Space[struct{ Judge int }]{Name: "othello/analysis"}.Get(t.Context(), h.store, r.Match.ID)
		if !ok || err != nil || note.Judge != 2 {
			t.Errorf("%+v, %v", note, err)
		}
	})
}

func TestAnalysisRefused(t *testing.T) {
	g := analysistest.New(othello.Game{})
	withJudge(t, g, func(t *testing.T, h *house, kim, lee *Visit, r *records.Replay) {
		id := h.start(kim, lee, pairing.Offer{})
		h.play(id, 6, kim, lee)
		live, err := h.Replay(t.Context(), kim.Me().ID, id)
		h.must(err)
		_, err = kim.Analyse(live)
		h.refused(err, table.ErrHidden)

		open := h.create(lee, pairing.Offer{Bot: "greedy", Private: true, Control: "none"})
		h.play(open, 1, lee)
		h.must(lee.Do(open, games.Resign))
		_, err = h.Replay(t.Context(), kim.Me().ID, open)
		h.refused(err, table.ErrPrivate) // without anything to ask about

		gone := h.enter("park")
		gone.Leave()
		_, err = gone.Analyse(r)
		h.refused(err, directory.ErrLeft)
		h.window("kim")
		_, err = kim.Analyse(r)
		h.refused(err, directory.ErrSuperseded)
		h.Close()
		_, err = lee.Analyse(r)
		h.refused(err, directory.ErrClosing)
		if g.Asked.Load() != 0 {
			t.Error("it began all the same")
		}
	})
	inBubbleWith(t, config.Config{Games: games.NewRegistry(struct{ games.Game }{othello.Game{}})}, func(t *testing.T, h *house) {
		_, err := h.enter("kim").Analyse(&records.Replay{Match: store.Match{Game: "othello", Status: store.Done}})
		h.refused(err, games.ErrNotAllowed)
		if h.CanAnalyse("othello") {
			t.Error("a game that judges nothing can be analysed")
		}
	})
}

// The analysis stops when its last reader leaves in any way, and leaves nothing behind.
func TestAnalysisStops(t *testing.T) {
	for name, end := range map[string]func(h *house, kim *Visit, a *analysis.Reader){
		"closed": func(h *house, kim *Visit, a *analysis.Reader) { a.Close(); a.Close() },
		"left":   func(h *house, kim *Visit, a *analysis.Reader) { kim.Leave() },
		"another": func(h *house, kim *Visit, a *analysis.Reader) {
			other := *h.exhibit()
			h.analyse(kim, &other).Close()
		},
		"house closed": func(h *house, kim *Visit, a *analysis.Reader) { h.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			g := analysistest.New(othello.Game{})
			withJudge(t, g, func(t *testing.T, h *house, kim, lee *Visit, r *records.Replay) {
				a := h.analyse(kim, r)
				h.pass(analysistest.Time + analysistest.Time/2)
				end(h, kim, a)
				h.pass(5 * time.Millisecond)
				if g.At.Load() != 0 || g.Left.Load() != 1 {
					t.Errorf("%d work on, %d were stopped", g.At.Load(), g.Left.Load())
				}
				if f := a.Findings(); !f.Over || f.Done != 1 {
					t.Errorf("%+v", f)
				}
				if w, err := h.turns.Begin(t.Context(), turns.Payer{}, turns.Bot); err != nil { // waits for ever if the analysis kept its place
					t.Error(err)
				} else {
					w.End()
				}
			})
		})
	}
}

func (h *house) exhibit() *records.Replay {
	h.t.Helper()
	r, err := h.Exhibit(context.Background(), "othello", []string{"greedy", "greedy"}, nil)
	h.must(err)
	return r
}

// A bot does not wait for the end of an analysis.
func TestBotsGoBeforeAnalyses(t *testing.T) {
	g := analysistest.New(othello.Game{})
	withJudge(t, g, func(t *testing.T, h *house, kim, lee *Visit, r *records.Replay) {
		for i := range h.turns.Places() {
			h.analyse(h.enter("p"+string(rune('a'+i))), h.exhibit())
		}
		h.pass(analysistest.Time)
		id := h.create(kim, pairing.Offer{Bot: "expert", Seat: 1, Control: "none"})
		h.must(kim.Watch(id))
		h.pass(1300 * time.Millisecond)
		if s := h.see(kim, id); len(s.Plies) != 1 {
			t.Error("the bot waits")
		}
		if int(g.At.Load()) != h.turns.Places() {
			t.Error("the analysis is over")
		}
	})
}

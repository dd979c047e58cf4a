package analysis

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby/analysis/analysistest"
	"arcade/lobby/turns"
	"arcade/store"
	"arcade/store/bolt"
)

// desk is a desk with two places, in its own house. The house's clock stands still while a goroutine is
// busy.
type desk struct {
	*Desk
	t     *testing.T
	game  analysistest.Analysed
	ctx   context.Context
	woken int
}

func (h *desk) NoteMatch(_ string, write func() error) error { return write() }
func (h *desk) Context() context.Context                     { return h.ctx }

func atDesk(t *testing.T, f func(t *testing.T, h *desk)) {
	synctest.Test(t, func(t *testing.T) {
		s, err := bolt.Open(t.TempDir()+"/arcade.db", bolt.Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		ctx, closes := context.WithCancel(t.Context())
		h := &desk{t: t, game: analysistest.New(othello.Game{}), ctx: ctx}
		h.Desk = New(h, s, slog.New(slog.DiscardHandler), turns.New(turns.Limits{Places: 2}))
		f(t, h)
		closes()
		h.Wait()
		if h.left() != 0 {
			t.Errorf("%d left behind", h.left())
		}
	})
}

// left counts the unfinished work: taken places, waiting work and studies.
func (h *desk) left() int {
	places := h.turns.Places()
	for range places {
		if w, err := h.turns.Begin(h.t.Context(), turns.Payer{}, turns.Bot); err == nil {
			defer w.End()
			places--
		}
	}
	return places + len(h.analysts) + len(h.studies)
}

// played has the actions of every match here.
var played = strings.Fields("d3 c3 c4 e3 f3 d6")

// read starts a reader of the match with an ID, "" for one without a record.
func (h *desk) read(id string) *Reader {
	h.t.Helper()
	var plies []games.Ply
	for i, a := range played {
		plies = append(plies, games.Ply{Seat: games.Seat(i % 2), Action: games.Action(a)})
	}
	s, err := h.Study(h.game, store.Match{ID: id, Game: "othello", Status: store.Done}, plies)
	if err != nil {
		h.t.Fatal(err)
	}
	return s.Read(turns.Payer{}, func() { h.woken++ })
}

func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// Two readers of the same match share the work, which goes on while one of them stays.
func TestShared(t *testing.T) {
	atDesk(t, func(t *testing.T, h *desk) {
		g := h.game
		a := h.read("M")
		pass(2*analysistest.Time + analysistest.Time/2)
		if h.woken != len(played)+2 { // the quick look, and two final judgements
			t.Errorf("woken %d times", h.woken)
		}
		b := h.read("M")
		if f := b.Findings(); len(f.Judged) != len(played) || f.Done != 2 {
			t.Errorf("the second reader begins with %d", f.Done)
		}
		a.Close()
		pass(analysistest.Time)
		if g.Asked.Load() != 1 || g.Left.Load() != 0 || b.Findings().Done != 3 {
			t.Errorf("asked %d times, stopped %d, %d judged", g.Asked.Load(), g.Left.Load(), b.Findings().Done)
		}
		a = h.read("M") // a reader who comes back joins in
		b.Close()
		pass(time.Second)
		if f := a.Findings(); !f.Over || f.Done != len(played) || g.Asked.Load() != 1 {
			t.Errorf("%+v", f)
		}
	})
}

// When the last reader closes, the work ends.
func TestNobodyReads(t *testing.T) {
	atDesk(t, func(t *testing.T, h *desk) {
		a, b := h.read("M"), h.read("M")
		pass(analysistest.Time + analysistest.Time/2)
		a.Close()
		a.Close()
		pass(5 * time.Millisecond)
		if h.game.At.Load() != 1 {
			t.Error("it has ended with a reader")
		}
		b.Close()
		pass(5 * time.Millisecond)
		if h.game.At.Load() != 0 || h.game.Left.Load() != 1 || len(h.studies) != 0 {
			t.Errorf("%d work on, %d were stopped, %d studies", h.game.At.Load(), h.game.Left.Load(), len(h.studies))
		}
		if f := b.Findings(); !f.Over || f.Done != 1 {
			t.Errorf("%+v", f)
		}
	})
}

// At most as many works run at once as there are places. The others wait, and may leave.
func TestTurns(t *testing.T) {
	atDesk(t, func(t *testing.T, h *desk) {
		g, places := h.game, h.turns.Places()
		var list []*Reader
		for range places + 2 {
			list = append(list, h.read("")) // work that nobody shares
		}
		pass(analysistest.Time)
		if n := int(g.At.Load()); n != places || g.Asked.Load() != int64(n) {
			t.Fatalf("%d work, want %d", n, places)
		}
		at := slices.IndexFunc(list, func(r *Reader) bool { return len(r.Findings().Judged) > 0 })
		list[at].Close()
		pass(analysistest.Time)
		if int(g.At.Load()) != places || int(g.Asked.Load()) != places+1 {
			t.Errorf("%d work after one has gone, %d were begun", g.At.Load(), g.Asked.Load())
		}
		for _, r := range list { // waiting readers close too
			r.Close()
		}
		pass(10 * time.Millisecond)
		if g.At.Load() != 0 || h.left() != 0 {
			t.Errorf("%d work on", g.At.Load())
		}
		r := h.read("")
		pass(time.Minute)
		if f := r.Findings(); !f.Over || f.Done != len(played) {
			t.Errorf("%d judged of %d", f.Done, f.Of)
		}
		if list, err := h.store.Notes(t.Context(), analyses.In("othello").Name, "", 10); len(list) != 0 || err != nil {
			t.Errorf("a match without a record has a note: %v, %v", list, err)
		}
	})
}

// An analysis that fails keeps its judgements and frees its place.
func TestFails(t *testing.T) {
	atDesk(t, func(t *testing.T, h *desk) {
		h.game.Fail = true
		r := h.read("M")
		pass(time.Second)
		if f := r.Findings(); !f.Over || f.Done != 0 || h.left() != 0 {
			t.Errorf("%+v", f)
		}
		if _, err := h.store.Note(t.Context(), analyses.In("othello").Name, "M"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a note: %v", err)
		}
	})
}

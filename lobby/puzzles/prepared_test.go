package puzzles

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"arcade/games"
	klondike "arcade/games/klondike/solver"
	matgo "arcade/games/matgo/bots"
	"arcade/games/othello"
	finder "arcade/games/puzzles"
	"arcade/games/stones"
	"arcade/games/yut"
	"arcade/internal/chance"
	"arcade/store/bolt"
)

var proofs = flag.Int("proofs", 4, "how many prepared puzzles of each game are proved again, chosen by chance")

// The program brings 60 puzzles of each game along. All differ, each line can be played, and at most half of a game's
// are equally hard to guess. A few of each game are proved again; to prove them all takes minutes: -proofs 60. After
// a change of a game's puzzles they are made anew: see docs/puzzles.md.
func TestPreparedPuzzles(t *testing.T) {
	ids, r := map[string]bool{}, rand.New(rand.NewPCG(chance.Seed(t), 0))
	for _, g := range []games.Puzzler{othello.Game{}, klondike.Game{}, stones.Game{}, yut.Game{}, matgo.Game{}} {
		game := g.(games.Game).Info().Name
		list, err := finder.Prepared(game)
		if err != nil || len(list) != 60 {
			t.Errorf("%s: %d puzzles, %v", game, len(list), err)
		}
		proved := map[int]bool{}
		for _, i := range r.Perm(len(list))[:min(*proofs, len(list))] {
			proved[i] = true
		}
		ratings := map[float64]int{}
		for i, m := range list {
			id, made := IDOf(game, m.Puzzle), New(g, m.Setup, m.Plies, "", m.Puzzle, 0)
			ratings[made.Rating.Rating]++
			ids[id] = true
			if !proved[i] {
				made.Version = 0 // only plays the line
			}
			if err := Prove(g, game, id, made); err != nil {
				t.Errorf("%s %s: %v", game, id, err)
			}
		}
		for rating, n := range ratings {
			if n > 30 {
				t.Errorf("%s: %d of %d puzzles are rated %.0f", game, n, len(list), rating)
			}
		}
		t.Log(game, ratings)
	}
	if len(ids) != 300 {
		t.Errorf("%d different puzzles", len(ids))
	}
}

// A fresh house has the prepared puzzles at once, however many nodes start with it, and once: a start later adds
// nothing. A house whose search has begun gets none, and a puzzle that somebody has tried stays as it is.
func TestHouseBeginsWithPrepared(t *testing.T) {
	s, err := bolt.Open(t.TempDir()+"/arcade.db", bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	h := &house{t: t, s: s, closed: make(chan struct{})}
	node := func() *Book {
		return NewBook(context.Background(), h, func() func() { return func() {} }, s, games.NewRegistry(stones.Game{}), slog.New(slog.DiscardHandler), Limits{Prepared: true}, []byte("secret"))
	}
	h.Book = node()
	if _, err := h.Next(Who{}, "stones"); !errors.Is(err, ErrNone) {
		t.Fatal(err)
	}
	list, err := finder.Prepared("stones")
	h.must(err)
	cut := list[0] // as if a search was cut off before it stored its progress
	r := New(stones.Game{}, cut.Setup, cut.Plies, "", cut.Puzzle, 1)
	r.Tried, r.Solved = 7, 0
	_, err = h.Add("stones", IDOf("stones", cut.Puzzle), r)
	h.must(err)

	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			if err := node().Begin(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	h.counts("60 puzzles, 60 places")
	if r, _, err := puzzles.In("stones").Get(t.Context(), s, IDOf("stones", cut.Puzzle)); err != nil || r.Tried != 7 {
		t.Errorf("a puzzle that was there: %+v, %v", r, err)
	}
	if z, err := h.Next(Who{ID: "kim"}, "stones"); err != nil || z.State != Asked {
		t.Errorf("%+v, %v", z, err)
	}
	for _, problem := range h.findings() {
		t.Error(problem)
	}
	changed := list[1]
	id := IDOf("stones", changed.Puzzle)
	h.must(puzzles.In("stones").Edit(t.Context(), s, id, func(r *Record) error {
		r.Puzzle.Line[0].Options[0].Points++
		return nil
	}))
	if list := h.findings(); len(list) != 1 || !strings.Contains(list[0], id) {
		t.Errorf("a changed puzzle: %q", list)
	}
	if f, err := h.Count(); err != nil || f["stones"].Puzzles != 60 {
		t.Errorf("%+v, %v", f, err)
	}

	for n, err := range puzzles.In("stones").All(t.Context(), s) { // a house that has searched for itself
		h.must(err)
		h.must(s.PutNotes(t.Context(), space("stones"), puzzles.In("stones").Gone(n.Key), streams.In("stones").Gone(place(n.Key, n.Value.Rating))))
	}
	h.must(node().Begin())
	h.counts("0 puzzles, 0 places")
}

// counts compares the numbers of stored puzzles of Stones and of their places in the streams.
func (h *house) counts(want string) {
	h.t.Helper()
	stored, err := puzzles.In("stones").First(h.t.Context(), h.s, "", 1000)
	h.must(err)
	places, err := streams.In("stones").First(h.t.Context(), h.s, "", 1000)
	h.must(err)
	if got := fmt.Sprintf("%d puzzles, %d places", len(stored), len(places)); got != want {
		h.t.Errorf("%s, want %s", got, want)
	}
}

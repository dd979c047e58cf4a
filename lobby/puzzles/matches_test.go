package puzzles

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/stones"
	"arcade/lobby/clock"
	"arcade/store"
)

// noting is a game without puzzles that notes the seeds of the searched matches.
type noting struct {
	stones.Game
	seen *[]string
}

func (n noting) PuzzlePlies(setup games.Setup, _ []games.Action, _ games.Limit) ([]int, error) {
	*n.seen = append(*n.seen, setup.Seed)
	return nil, nil
}

// finished stores a match of one ply with a given end.
func (h *house) finished(seed string, ended int64, change func(*store.Match)) {
	h.t.Helper()
	m := store.Match{
		ID: "m-" + seed, Game: "stones", Rules: (stones.Game{}).Info().Rules, Seed: seed, Status: store.Live,
		Seats: []store.Seat{{Player: "kim"}}, Control: "none", Created: ended - 1000, Started: ended - 1000,
	}
	if change != nil {
		change(&m)
	}
	p, err := stones.Game{}.Start(games.Setup{Game: "stones", Rules: m.Rules, Seed: seed})
	h.must(err)
	act := store.Entry{Kind: string(games.Act), Action: string(p.Legal()[0]), At: ended - 500}
	if seed == "unreadable" {
		act.Action = "nonsense"
	}
	h.must(h.s.CreateMatch(context.Background(), m))
	m.Status, m.Ended = store.Done, ended
	if m.Reason == "" {
		m.Reason = "resign"
	}
	h.must(h.s.Finish(context.Background(), store.Finish{Match: m, Entries: []store.Entry{act}}))
}

// The search examines each finished public match once, in order, however many there are, and continues
// where it stopped after a restart.
func TestEachMatchOnce(t *testing.T) {
	in(t, func(h *house) {
		var seen []string
		restart := func() {
			h.Book = NewBook(context.Background(), h, func() func() { return func() {} }, h.s, games.NewRegistry(noting{seen: &seen}), slog.New(slog.NewTextHandler(t.Output(), nil)), Limits{Share: 1}, []byte("secret"))
		}
		look := func(times int) {
			t.Helper()
			for range times {
				_, _, err := h.Search("stones", nil)
				h.must(err)
			}
		}
		restart()
		var want []string
		start := clock.MS()
		for i := range 250 {
			seed := fmt.Sprintf("%016d", i)
			ended := start + int64(i/3) // several end in one ms
			switch i % 10 {
			case 3:
				h.finished(seed, ended, func(m *store.Match) { m.Private = true })
			case 5:
				h.finished(seed, ended, func(m *store.Match) { m.Reason = games.Aborted })
			default:
				h.finished(seed, ended, nil)
				want = append(want, seed)
			}
		}
		h.finished("unreadable", start+10, nil)
		time.Sleep(settled + time.Second)
		look(120)
		restart()
		look(81)
		if !slices.Equal(seen, want) {
			t.Fatalf("%d matches were looked through, not %d: %.3000v", len(seen), len(want), seen)
		}
		f, _, err := h.Search("stones", nil)
		h.must(err)
		if f.Bots != 1 {
			t.Errorf("%d matches between bots once there is no other", f.Bots)
		}
	})
}

// A match with a secret deal is searched when the deal is no longer secret. A match that has just ended is
// searched a little later. Neither delays others.
func TestSecretMatchesWait(t *testing.T) {
	in(t, func(h *house) {
		var seen []string
		h.Book = NewBook(context.Background(), h, func() func() { return func() {} }, h.s, games.NewRegistry(noting{seen: &seen}), slog.New(slog.NewTextHandler(t.Output(), nil)), Limits{Share: 1}, []byte("secret"))
		check := func(when string, want ...string) {
			t.Helper()
			seen = nil
			for range 5 {
				_, _, err := h.Search("stones", nil)
				h.must(err)
			}
			of := slices.DeleteFunc(seen, func(s string) bool { return !strings.HasPrefix(s, "00000") }) // without matches between bots
			if !slices.Equal(of, want) {
				t.Errorf("%s: %v, not %v", when, of, want)
			}
		}
		start := clock.MS()
		h.secrets = map[string]bool{"0000000000000002": true}
		h.finished("0000000000000001", start, func(m *store.Match) { m.Daily = h.Today() })
		h.finished("0000000000000002", start+1, nil)
		h.finished("0000000000000003", start+2, nil)
		check("at once")
		time.Sleep(settled + time.Second)
		check("after a minute", "0000000000000003")
		time.Sleep(24 * time.Hour)
		check("the next day", "0000000000000001")
		h.secrets = nil
		check("the same day")
		time.Sleep(24 * time.Hour)
		check("the day after", "0000000000000002")
		check("once more")
	})
}

package arenas

import (
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/store"
	"arcade/store/bolt"
)

// house is a house in which everybody is, and which notes whom it wakes.
type house struct {
	nudged  []string
	changes int
	next    int
}

func (h *house) Here(string) bool                          { return true }
func (h *house) Network(id string) string                  { return id }
func (h *house) Uncounted(_, _, _ string) string           { return "" }
func (h *house) Rating(Terms, string) float64              { return 1500 }
func (h *house) NewMatch() string                          { h.next++; return "M" + string(rune('A'+h.next)) }
func (h *house) Changed()                                  { h.changes++ }
func (h *house) Nudge(person string)                       { h.nudged = append(h.nudged, person) }
func (h *house) Draining() bool                            { return false }
func (h *house) Name(player string) string                 { return player }
func (h *house) Begin(Terms, string, string, [2]Who) error { return nil }

// A node that reads what another node has written, for whatever reason, wakes the people here whom it concerns.
func TestNewsReadOnTheWay(t *testing.T) {
	for name, read := range map[string]func(s *Service, id string) error{
		"before a request of its own": func(s *Service, id string) error { return s.Join(id, Who{ID: "park"}) },
		"because it was too late":     func(s *Service, id string) error { return s.do(s.known[id], Enter{Who: Who{ID: "park"}}) },
		"after a write that failed": func(s *Service, id string) error {
			s.known[id].stale = true
			return s.Close(id)
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				disk, err := bolt.Open(filepath.Join(t.TempDir(), "arcade.db"), bolt.Options{})
				if err != nil {
					t.Fatal(err)
				}
				defer disk.Close()
				node := func() (*Service, *house) {
					h := &house{}
					s := &Service{
						Context: t.Context(), Store: store.Store(disk), Games: games.NewRegistry(othello.Game{}), House: h, Shared: true,
						Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Rules: map[string]Rules{"othello": {Control: "3+2", Quick: 30}},
					}
					s.Init()
					return s, h
				}
				a, _ := node()
				b, there := node()
				a.leads.Store(true)
				p, err := ParsePlan("daily 20:00 othello 3+2")
				if err != nil {
					t.Fatal(err)
				}
				terms, err := a.Open(p, 0)
				if err != nil {
					t.Fatal(err)
				}
				for _, id := range []string{"kim", "lee"} {
					if err := b.Join(terms.ID, Who{ID: id}); err != nil {
						t.Fatal(err)
					}
				}
				for range 5 {
					time.Sleep(time.Second)
					a.beat()
				}
				there.nudged, there.changes = nil, 0
				if err := read(b, terms.ID); err != nil {
					t.Fatal(err)
				}
				if !slices.Contains(there.nudged, "kim") || !slices.Contains(there.nudged, "lee") || there.changes == 0 {
					t.Errorf("woken: %v, %d changes", there.nudged, there.changes)
				}
				there.changes = 0
				if b.beat(); there.changes != 0 {
					t.Error("the same news twice")
				}
			})
		})
	}
}

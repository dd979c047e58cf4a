package lobby

import (
	"errors"
	"slices"
	"testing"

	"arcade/games"
	"arcade/games/kibo"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/pairing"
	"arcade/lobby/table"
	"arcade/store"
)

// endless is a game for one without an end.
type endless struct{}

type endlessPosition struct{ n int }

func (endless) Bots() []games.Bot { return nil }

func (endless) Info() games.Info { return games.Info{Name: "endless", Rules: 1, Seats: 1} }

func (endless) Start(games.Setup) (games.Position, error)            { return &endlessPosition{}, nil }
func (p *endlessPosition) ToAct() games.Seat                         { return 0 }
func (p *endlessPosition) Legal() []games.Action                     { return []games.Action{"on"} }
func (p *endlessPosition) Apply(games.Action) ([]games.Event, error) { p.n++; return nil, nil }
func (p *endlessPosition) View(games.Seat) any                       { return p.n }
func (p *endlessPosition) Result() *games.Result                     { return nil }

// A run without an end is forfeited at the longest log. Its player is warned before, and it can be exported
// and replayed like any other, view by view.
func TestLongestLog(t *testing.T) {
	inBubbleWith(t, config.Config{Games: games.NewRegistry(endless{})}, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		id, err := kim.Create(pairing.Offer{Game: "endless"})
		h.must(err)
		tb, err := h.Room(id)
		h.must(err)
		skip := func(to int) { // as if it had been played
			var more []store.Entry
			for range to - tb.M.Len() {
				more = append(more, store.Entry{Kind: "act", Action: "on", At: tb.Now()})
			}
			h.append(id, tb.M.Len(), more...)
			h.must(tb.Fold(append(slices.Clone(tb.Log), more...)))
		}
		play := func() error { return kim.Act(id, len(tb.M.Plies()), "on") }
		for _, left := range table.NearlyFull {
			skip(table.FullLog - 1 - left)
			h.refused(play(), table.ErrLogEnds)
			h.must(play()) // warned once
		}
		for tb.Live() {
			h.must(play())
		}
		rec, err := h.store.Match(t.Context(), id)
		h.must(err)
		if rec.Status != store.Done || rec.Reason != games.Resigned || rec.Entries != table.FullLog {
			t.Errorf("%s by %s after %d entries", rec.Status, rec.Reason, rec.Entries)
		}
		f, err := h.Kibo(t.Context(), kim.Me().ID, id)
		h.must(err)
		if _, err := kibo.Verify(h.cfg.Games, f, nil); err != nil {
			t.Error(err)
		}
		r, err := h.Replay(t.Context(), kim.Me().ID, id)
		h.must(err)
		for _, ply := range []int{0, 1, 5000, 5001, 17, table.FullLog - 1} {
			if got := r.View(ply); got != ply {
				t.Errorf("at ply %d one sees %v", ply, got)
			}
		}
		if errors.Is(kim.Over(), directory.ErrLeft) {
			t.Error("the visit is over")
		}
	})
}

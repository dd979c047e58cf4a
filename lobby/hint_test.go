package lobby

import (
	"errors"
	"slices"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/games/stones"
	"arcade/lobby/config"
	"arcade/lobby/pairing"
	"arcade/lobby/table"
	"arcade/lobby/thinking"
)

// advised is a game whose hints the test decides.
type advised struct {
	stones.Game
	hint func(setup games.Setup, plies []games.Action, stop func() bool) ([]games.Action, bool)
}

func (g advised) Hint(setup games.Setup, plies []games.Action, stop func() bool) ([]games.Action, bool) {
	return g.hint(setup, plies, stop)
}

func TestHint(t *testing.T) {
	var asked []games.Action
	var during func()
	g := advised{hint: func(setup games.Setup, plies []games.Action, stop func() bool) ([]games.Action, bool) {
		asked = plies
		if setup.Seed == "" {
			t.Error("the setup has no seed")
		}
		from := time.Now()
		for !stop() {
			time.Sleep(10 * time.Millisecond)
		}
		if d := time.Since(from); d != thinking.HintTime {
			t.Errorf("stopped after %v", d)
		}
		if during != nil {
			during()
		}
		return []games.Action{"1"}, true
	}}
	inBubbleWith(t, config.Config{Games: games.NewRegistry(othello.Game{}, g)}, func(t *testing.T, h *house) {
		v := h.enter("홍련")
		id := h.ask(v, pairing.Offer{})
		h.pick(v, id, 2)
		during = func() { h.see(v, id) } // the table is not locked while the game thinks
		got, err := v.Hint(t.Context(), id)
		h.must(err)
		if !slices.Equal(got.Way, []games.Action{"1"}) || !got.Proven || !slices.Equal(asked, []games.Action{"2", "2"}) {
			t.Errorf("%+v after %v", got, asked)
		}
		if !h.see(v, id).Hinted {
			t.Error("the hint was not noted")
		}
		if _, err := v.Hint(t.Context(), id); err != nil {
			t.Errorf("a second one: %v", err)
		}

		if _, err := h.enter("달건이").Hint(t.Context(), id); !errors.Is(err, table.ErrNotSeated) {
			t.Errorf("a stranger: %v", err)
		}
		during = func() { panic("lost") }
		if _, err := v.Hint(t.Context(), id); !errors.Is(err, games.ErrNotAllowed) {
			t.Errorf("a game that fails: %v", err)
		}
		during = nil
		h.must(v.Do(id, games.Resign))
		if _, err := v.Hint(t.Context(), id); err == nil {
			t.Error("a hint after the end")
		}
	})
}

func TestNoHint(t *testing.T) {
	alone(t, func(t *testing.T, h *house) {
		v := h.enter("홍련")
		id := h.ask(v, pairing.Offer{})
		if _, err := v.Hint(t.Context(), id); !errors.Is(err, games.ErrNotAllowed) {
			t.Errorf("%v", err)
		}
		if h.see(v, id).Hinted {
			t.Error("noted without a hint")
		}
	})
}

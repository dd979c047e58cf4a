package admin

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"arcade/lobby/arenas"
)

// Arena is an arena, as /arenas lists it.
type Arena struct {
	arenas.Terms
	// Over reports whether it has ended.
	Over bool `json:"over,omitempty"`
}

// arenas lists running and coming arenas, then the arenas of the last weeks.
func (h House) arenas(w http.ResponseWriter, _ *http.Request) {
	open, past, err := h.Lobby.Arenas()
	if err != nil {
		h.Log.Error("admin", "action", "arenas", "err", err)
		answer(w, http.StatusInternalServerError, failure{err.Error()})
		return
	}
	list := []Arena{}
	for _, t := range open {
		list = append(list, Arena{Terms: t})
	}
	for _, t := range past {
		list = append(list, Arena{t, true})
	}
	answer(w, http.StatusOK, list)
}

// openArena announces an arena.
func (h House) openArena(_ context.Context, o OpenArena) (Done, error) {
	length, in := time.Duration(o.For)*time.Millisecond, time.Duration(o.In)*time.Millisecond
	if length < arenas.LeastFor || length > arenas.MostFor || in < 0 || in > arenas.Ahead {
		return Done{}, fmt.Errorf("%w: want a length of %v to %v, and a start within %v", arenas.ErrTerms, arenas.LeastFor, arenas.MostFor, arenas.Ahead)
	}
	t, err := h.Lobby.OpenArena(arenas.Plan{Game: o.Game, Rules: o.Rules, Control: o.Control, For: length, Bots: !o.NoBots}, in)
	return Done{Arena: t.ID}, err
}

// Arenas lists arenas.
func (c *Client) Arenas(ctx context.Context) ([]Arena, error) {
	return ask[[]Arena](ctx, c, "GET", "/arenas", nil)
}

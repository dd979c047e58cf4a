package othello

import (
	"encoding/json"
	"log/slog"
	"math"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby"
	"arcade/lobby/config"
	"arcade/lobby/nodestest"
	"arcade/lobby/room"
	"arcade/server/web"
	"arcade/server/web/webtest"
	"arcade/store"
	"arcade/store/bolt"
)

// node returns a house that is one of several over a store.
func node(t *testing.T, s store.Store, n *nodestest.Node) *house {
	t.Helper()
	l, err := lobby.New(config.Config{Store: s, Nodes: n, Games: games.NewRegistry(othello.Game{}), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return &house{t: t, lobby: l, Front: webtest.New(t, web.Config{APIs: []func(*http.ServeMux){New(l).Add}, Burst: 1 << 20})}
}

// A game can be played at any node, and the death of its owner does not end it.
func TestNodes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := bolt.Open(filepath.Join(t.TempDir(), "db"), bolt.Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		hub := nodestest.New(5*time.Second, room.WireErrors)
		owner := hub.Join("a")
		a, b, c := node(t, s, owner), node(t, s, hub.Join("b")), node(t, s, hub.Join("c"))
		game := a.game(map[string]any{"mode": "human_vs_human"})
		b.move(game, "d3")
		c.move(game, "c3")
		state := a.must("GET", game+"/state", nil)
		for _, h := range []*house{b, c} {
			for _, part := range []string{"/state", "/valid-moves", "/current-player"} {
				want, _ := json.Marshal(a.must("GET", game+part, nil))
				if got, _ := json.Marshal(h.must("GET", game+part, nil)); string(got) != string(want) {
					t.Errorf("%s:\n%s, at its node\n%s", part, got, want)
				}
			}
			h.refused(game+"/move", at("a1"), http.StatusBadRequest, "Invalid move")
			h.refused(game+"/ai-move", nil, http.StatusBadRequest, "AI move is only available in AI mode")
			h.refused("/api/game/"+strings.Repeat("0", 8)+"-0000-4000-8000-000000000000/move", at("a1"), http.StatusNotFound, "Game not found")
		}
		owner.Stop()
		b.refused(game+"/move", at("c4"), http.StatusServiceUnavailable, errBusy.Error())
		for !b.lobby.Nodes().Gone("a", math.MaxInt64) {
			time.Sleep(100 * time.Millisecond)
		} // nobody has taken over the game yet
		b.move(game, "c4")
		b.must("POST", game+"/undo", nil)
		want, _ := json.Marshal(state["board"])
		if got, _ := json.Marshal(c.must("GET", game+"/state", nil)["board"]); string(got) != string(want) || len(want) < 64 {
			t.Errorf("after an undo\n%s, was\n%s", got, want)
		}
	})
}

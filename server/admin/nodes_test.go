package admin

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"log/slog"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby"
	"arcade/lobby/config"
	"arcade/lobby/nodestest"
	"arcade/lobby/room"
	"arcade/server"
	"arcade/sessions/app"
	"arcade/sessions/pages"
	"arcade/store"
	"arcade/store/bolt"
)

// away has notes whose next reads of a list hang or fail.
type away struct {
	store.Store
	hangs, fails int
}

func (a *away) Notes(ctx context.Context, space, after string, n int) ([]store.Note, error) {
	switch {
	case a.hangs > 0:
		a.hangs--
		<-ctx.Done()
		return nil, ctx.Err()
	case a.fails > 0:
		a.fails--
		return nil, store.ErrAway
	}
	return a.Store.Notes(ctx, space, after, n)
}

// A ban of another node holds here as soon as the store can be read, and other events do not wait for it.
func TestBansAreReadAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st, err := bolt.Open(filepath.Join(t.TempDir(), "arcade.db"), bolt.Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = st.Close() })
		key, err := gossh.NewSignerFromKey(ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)))
		if err != nil {
			t.Fatal(err)
		}
		ctx, end := context.WithCancel(t.Context())
		defer end()
		log, hub := slog.New(slog.DiscardHandler), nodestest.New(time.Second, room.WireErrors)
		node := func(name string, notes store.Notes) House {
			n := hub.Join(name)
			l, err := lobby.New(config.Config{Store: st, Nodes: n, Games: games.NewRegistry(othello.Game{}), Log: log})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(l.Close)
			bans, err := server.OpenBans(ctx, notes)
			if err != nil {
				t.Fatal(err)
			}
			srv, err := server.New(server.Config{HostKey: key, Bans: bans, Log: log, Screen: server.Screen(&app.House{Lobby: l, Places: pages.Rooms{}})})
			if err != nil {
				t.Fatal(err)
			}
			h := House{Server: srv, Lobby: l, Nodes: n, Log: log}
			h.Join(ctx)
			return h
		}
		slow := &away{Store: st}
		a, b := node("a", st), node("b", slow)
		others := make(chan struct{}, 1)
		b.Lobby.Subscribe("another", func(json.RawMessage) { others <- struct{}{} })
		slow.hangs, slow.fails = 1, 2
		if _, err := a.Server.Ban(ctx, time.Hour, server.Ban{Target: "203.0.113.0/24"}); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(a.Lobby.Publish(eventBans, nil), a.Lobby.Publish("another", nil)); err != nil {
			t.Fatal(err)
		}
		select {
		case <-others:
		case <-time.After(time.Second):
			t.Error("another event waits for the bans")
		}
		time.Sleep(time.Minute)
		if bans := b.Server.Bans().List(); len(bans) != 1 {
			t.Errorf("bans here: %v", bans)
		}
	})
}

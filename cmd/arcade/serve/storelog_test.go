package serve

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade/internal/logtest"
	"arcade/server"
	"arcade/store"
	"arcade/store/bolt"
)

// However many calls fail, the log has one line that the store is away, with its address, and one line
// that it is back. A refusal by the store is not a failure.
func TestStoreLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var said logtest.Buffer
		var away atomic.Bool
		s := &storeLog{ctx: t.Context(), log: slog.New(server.Discreet(slog.NewTextHandler(&said, nil), slog.LevelInfo)), at: "postgres://192.0.2.1:5432/arcade", works: func() error {
			if away.Load() {
				return store.ErrAway
			}
			return nil
		}}
		backs := 0
		back := func() { backs++ }
		s.back.Store(&back)
		says := func(lines int, last ...string) {
			t.Helper()
			synctest.Wait()
			list := strings.Split(strings.TrimSuffix(said.String(), "\n"), "\n")
			if said.String() == "" {
				list = nil
			}
			if len(list) != lines {
				t.Fatalf("%d lines, want %d:\n%s", len(list), lines, said.String())
			}
			for _, want := range last {
				if !strings.Contains(list[lines-1], want) {
					t.Errorf("%q is not in %s", want, list[lines-1])
				}
			}
		}
		for _, err := range []error{nil, store.ErrConflict, store.ErrNotFound, errors.New("a bad record")} {
			s.observe("append", 0, err)
		}
		says(0)
		others := slog.New(s.quiet(s.log.Handler())).With("node", "a")
		for i, err := range []error{store.ErrUnwritten, store.ErrAway} {
			away.Store(true)
			err := fmt.Errorf("match x: %w: no route", err)
			for range 10 {
				s.observe("append", 0, err)
				others.Error("session", "err", err)
				time.Sleep(time.Second)
			}
			says(4*i+1, "level=ERROR", "192.0.2.1:5432", "append", "no route")
			others.Error("session", "err", errors.New("a bad record"))
			says(4*i+2, "level=ERROR", "a bad record")
			away.Store(false)
			time.Sleep(storeBack)
			says(4*i+3, "level=INFO", "back", "192.0.2.1:5432")
			others.Error("session", "err", err) // the store works, so this failure must be logged
			says(4*i+4, "level=ERROR", "no route")
		}
		for range 10 { // a full disk still takes small writes
			s.observe("append", 0, store.ErrUnwritten)
			time.Sleep(storeBack / 2)
		}
		says(9, "level=ERROR", "append")
		time.Sleep(storeBack)
		says(10, "level=INFO", "back")
		if backs != 3 {
			t.Errorf("the tables are told %d times that the store is back", backs)
		}
	})
}

// A server that stops still notices that the store is back, until it closes the store.
func TestStoreIsBackWhileStopping(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st, err := bolt.Open(filepath.Join(t.TempDir(), "arcade.db"), bolt.Options{NoSync: true})
		key, bad := gossh.NewSignerFromKey(ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)))
		if err := cmp.Or(err, bad); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		r := &running{log: slog.New(slog.DiscardHandler), hostKey: key, opened: watched{Opened: st}}
		r.ends = append(r.ends, st.Close)
		if err := r.join(ctx); err != nil {
			t.Fatal(err)
		}
		stop()
		for range 2 {
			backs := make(chan struct{}, 1)
			back := func() { backs <- struct{}{} }
			r.opened.log.back.Store(&back)
			r.opened.log.observe("append", 0, store.ErrAway)
			select {
			case <-backs:
			case <-time.After(time.Hour):
				t.Error("the tables are not told that the store is back")
			}
		}
		r.opened.log.observe("append", 0, store.ErrAway)
		if err := r.close(); err != nil { // ends the checks, or the test would not end
			t.Error(err)
		}
	})
}

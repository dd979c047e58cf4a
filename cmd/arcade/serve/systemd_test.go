package serve

import (
	"context"
	"log/slog"
	"net"
	"path/filepath"
	"testing"

	"arcade/games"
	"arcade/lobby"
	"arcade/lobby/config"
	"arcade/store/bolt"
)

// systemd reads that the server is open, that it lives, and that it stops.
func TestNotify(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notify")
	ln, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Skip("no unix datagrams here: ", err)
	}
	defer ln.Close()
	t.Setenv("NOTIFY_SOCKET", path)
	t.Setenv("WATCHDOG_USEC", "20000")
	t.Setenv("WATCHDOG_PID", "")
	st, err := bolt.Open(filepath.Join(t.TempDir(), "arcade.db"), bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	l, err := lobby.New(config.Config{Store: st, Games: games.NewRegistry()})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	hear := func(want string) {
		t.Helper()
		b := make([]byte, 100)
		for {
			n, err := ln.Read(b)
			if err != nil {
				t.Fatal(err)
			}
			if string(b[:n]) == want {
				return
			}
		}
	}
	stopping, stop := context.WithCancel(t.Context())
	notify(t.Context(), stopping, l, slog.New(slog.DiscardHandler))
	hear("READY=1")
	hear("WATCHDOG=1")
	stop()
	hear("STOPPING=1")
}

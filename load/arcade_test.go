package load_test

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	gossh "golang.org/x/crypto/ssh"

	"arcade/games"
	"arcade/games/klondike"
	matgobots "arcade/games/matgo/bots"
	"arcade/games/othello"
	"arcade/games/stones"
	"arcade/games/yut"
	"arcade/load"
	"arcade/load/echo"
	"arcade/lobby"
	"arcade/lobby/config"
	"arcade/server"
	"arcade/sessions/app"
	"arcade/sessions/pages"
	"arcade/store"
	"arcade/store/bolt"
)

// arcade starts an arcade in this process.
func arcade(t *testing.T, limits server.Limits) (addr string, st store.Store) {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	hostKey, err := gossh.NewSignerFromKey(key)
	if err != nil {
		t.Fatal(err)
	}
	st, err = bolt.Open(filepath.Join(t.TempDir(), "arcade.db"), bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	logger := slog.New(slog.DiscardHandler)
	l, err := lobby.New(config.Config{Store: st, Games: games.NewRegistry(othello.Game{}, matgobots.Game{}, stones.Game{}, klondike.Game{}, yut.Game{}), Log: logger, BotPause: 5 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	house := &app.House{Lobby: l, Places: pages.Rooms{}, Way: app.Way{SSH: "ssh -t arcade.example"}, Log: logger}
	srv, err := server.New(server.Config{
		HostKey: hostKey, Log: logger, Limits: limits, Grace: 50 * time.Millisecond,
		Screen: server.Screen(house),
	})
	if err != nil {
		t.Fatal(err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- srv.Serve(context.Background(), ln) }()
	t.Cleanup(func() {
		srv.Shutdown()
		if err := <-served; err != nil {
			t.Errorf("serve: %v", err)
		}
		l.Close()
		if err := st.Close(); err != nil {
			t.Errorf("close the store: %v", err)
		}
	})
	return ln.Addr().String(), st
}

// screens holds the terminals of all sessions.
type screens struct {
	mu     sync.Mutex
	em     map[int]*vt.Emulator
	writes map[int]int
}

// counted is a session's terminal that counts the writes to it.
type counted struct {
	s *screens
	i int
}

func (c counted) Write(p []byte) (int, error) {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	c.s.writes[c.i]++
	return c.s.em[c.i].Write(p)
}

// least returns the smallest number of writes to one terminal.
func (s *screens) least() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.writes) == 0 {
		return 0
	}
	return slices.Min(slices.Collect(maps.Values(s.writes)))
}

func (s *screens) tap(i int) io.Writer {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.em == nil {
		s.em, s.writes = map[int]*vt.Emulator{}, map[int]int{}
	}
	em := vt.NewEmulator(80, 24)
	s.em[i] = em
	go func() { _, _ = io.Copy(io.Discard, em) }() // discards the emulator's replies; load replies itself
	return counted{s, i}
}

// top returns the first row of each screen.
func (s *screens) top() (rows []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, em := range s.em {
		row, _, _ := strings.Cut(em.String(), "\n")
		rows = append(rows, row)
	}
	return rows
}

// show returns one screen.
func (s *screens) show() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.em[0].String()
}

// when returns a channel that is closed once ok returns true. ok is called repeatedly until end is
// called.
func when(ok func() bool) (enough <-chan struct{}, end func()) {
	done, over := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for !ok() {
			select {
			case <-time.After(50 * time.Millisecond):
			case <-over:
				return
			}
		}
	}()
	return done, func() { close(over); <-done }
}

// The plays work at a real arcade: games end, others begin, and no session ends up on another screen.
func TestPlays(t *testing.T) {
	for _, tc := range []struct {
		play, top string
		writes    int // minimum writes to each session's terminal
		plies     int // minimum plies in all games
		ends      int // minimum games that have ended
		// every is the time between keys, for games that ignore keys for a while after a change.
		every time.Duration
	}{
		{play: "idle", top: "online"},
		{play: "keys", top: "online", writes: 30},
		{play: "klondike", top: "Klondike", writes: 30, plies: 60},
		{play: "lobby", top: " [/›] | waits: ", writes: 30}, // the other sessions see an open seat
		{play: "matgo", top: "Matgo", writes: 30, plies: 60, ends: 2, every: 100 * time.Millisecond},
		{play: "yut", top: "Yut", writes: 30, plies: 20, every: 400 * time.Millisecond},
		{play: "stones", top: "Stones", writes: 30, plies: 20, ends: 3, every: 400 * time.Millisecond},
		{play: "motion", top: "Othello", writes: 100},
		{play: "othello", top: "Othello", writes: 30, plies: 200, ends: 3}, // a game has at most 61 plies, so a fourth game goes on
	} {
		t.Run(tc.play, func(t *testing.T) {
			t.Parallel()
			addr, st := arcade(t, server.Limits{})
			const n = 3
			keys := t.TempDir()
			var seen screens
			at := regexp.MustCompile(tc.top)
			enough, end := when(func() bool {
				plies, ended := played(t, st, keys)
				top := seen.top()
				elsewhere := slices.ContainsFunc(top, func(row string) bool { return !at.MatchString(row) })
				return plies >= tc.plies && ended >= tc.ends && seen.least() >= tc.writes && len(top) == n && !elsewhere
			})
			r, err := load.Run(t.Context(), load.Config{
				Target: addr, Sessions: n, Play: tc.play, Idle: 100 * time.Millisecond, Time: 2 * time.Minute,
				KeysEvery: cmp.Or(tc.every, 20*time.Millisecond), Settle: time.Second, Keys: keys, Timeout: time.Minute,
			}.Until(seen.tap, enough))
			end()
			if err != nil {
				t.Fatal(err)
			}
			if r.Opened != n || len(r.Failed)+len(r.Lost) > 0 {
				t.Fatalf("opened %d of %d, failed %v, lost %v", r.Opened, n, r.Failed, r.Lost)
			}
			for _, row := range seen.top() {
				if !at.MatchString(row) {
					t.Errorf("a screen begins with %q, want %s", row, tc.top)
				}
			}
			last := r.Stages[len(r.Stages)-1]
			// On a busy machine the server answers some keys after the next one, so the test allows some
			// missed answers.
			if tc.writes > 0 && (last.First.N < n || last.Missed > int64(max(last.First.N/4, 2*n))) {
				t.Errorf("%d keys were answered, %d were not", last.First.N, last.Missed)
			}
			plies, ended := played(t, st, keys)
			if plies < tc.plies || ended < tc.ends {
				t.Errorf("%d plies were played and %d games have ended, want %d and %d at least", plies, ended, tc.plies, tc.ends)
			}
			if t.Failed() {
				t.Log(seen.show())
			}
			t.Logf("%d plies, %d games ended; %d answers, %s", plies, ended, last.First.N, last.First)
		})
	}
}

// played counts the actions in the logs of the players with keys in a folder, and their finished matches.
func played(t *testing.T, st store.Store, keys string) (plies, ended int) {
	t.Helper()
	for _, p := range players(t, st, keys) {
		all, err := st.Matches(t.Context(), p.ID, "", 1000)
		if err != nil {
			t.Error(err)
			return 0, 0
		}
		for _, m := range all {
			if m.Status == store.Done {
				ended++
			}
			entries, err := st.Entries(t.Context(), m.ID, 0, -1)
			if errors.Is(err, store.ErrNotFound) { // the seat has been closed since
				continue
			}
			if err != nil {
				t.Error(err)
				return 0, 0
			}
			for _, e := range entries {
				if e.Kind == string(games.Act) {
					plies++
				}
			}
		}
	}
	return plies, ended
}

// players returns the players with keys in a folder.
func players(t *testing.T, st store.Store, keys string) (list []store.Player) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(keys, "*"))
	if err != nil {
		t.Error(err)
	}
	for _, path := range files {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
			return nil
		}
		key, err := gossh.ParsePrivateKey(b)
		if err != nil { // the file is being written
			continue
		}
		p, err := st.PlayerByKey(t.Context(), gossh.FingerprintSHA256(key.PublicKey()))
		if errors.Is(err, store.ErrNotFound) { // the player is still logging in
			continue
		}
		if err != nil {
			t.Error(err)
			return nil
		}
		list = append(list, p)
	}
	return list
}

// Refused clients are counted by reason. The others play on.
func TestRefused(t *testing.T) {
	t.Parallel()
	addr, _ := arcade(t, server.Limits{PerAddress: 2})
	r, err := load.Run(t.Context(), load.Config{Target: addr, Sessions: 5, Play: "keys", Time: 200 * time.Millisecond, KeysEvery: 20 * time.Millisecond, Settle: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if why := "refused: arcade: too many connections from your address"; r.Opened != 2 || r.Failed[why] != 3 || len(r.Failed) != 1 {
		t.Errorf("opened %d, failed %v; want 2 and 3 of %q", r.Opened, r.Failed, why)
	}
}

// The bare echo can be measured like any server. It answers every key with the same bytes, and ends with
// its context.
func TestEcho(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	said, stdout := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- echo.Serve(ctx, "127.0.0.1:0", stdout) }()
	var addr string
	if _, err := fmt.Fscanf(said, "echo\n  address %s\n", &addr); err != nil {
		t.Fatal(err)
	}
	const n = 3
	var seen screens
	enough, end := when(func() bool { return seen.least() > 20 })
	r, err := load.Run(t.Context(), load.Config{
		Target: addr, Sessions: n, Play: "keys", Time: 2 * time.Minute, KeysPerSecond: 300, Settle: time.Millisecond,
	}.Until(seen.tap, enough))
	end()
	if err != nil || r.Opened != n {
		t.Fatalf("%v: %+v", err, r)
	}
	if r.KeysEvery != 0.01 {
		t.Errorf("three sessions with 300 keys a second together press every %v s, want 0.01", r.KeysEvery)
	}
	if s := r.Stages[0]; s.First.N < 20 || s.Missed > 0 || s.AnswerP99 != 3 {
		t.Errorf("%d keys were answered, %d were not, with %d bytes; want 3, as a key has", s.First.N, s.Missed, s.AnswerP99)
	}
	cancel()
	if err := <-served; err != nil {
		t.Error(err)
	}
}

// Sessions that send pings around their keys, as OpenSSH's clients do, are served like others: the server
// answers their pings, and no connection breaks.
func TestChaff(t *testing.T) {
	t.Parallel()
	addr, _ := arcade(t, server.Limits{})
	r, err := load.Run(t.Context(), load.Config{
		Target: addr, Sessions: 3, Play: "keys", Time: 2 * time.Second, KeysEvery: 300 * time.Millisecond, Settle: time.Millisecond, Chaff: true,
	})
	if err != nil || r.Opened != 3 || len(r.Lost) != 0 {
		t.Fatalf("%v: %+v", err, r)
	}
	if s := r.Stages[0]; s.Chaff < 3 || s.First.N == 0 {
		t.Errorf("%d pings; %d keys were answered, %d were not", s.Chaff, s.First.N, s.Missed)
	}
}

// Runs with the same folder of keys have the same players.
func TestKeys(t *testing.T) {
	t.Parallel()
	addr, st := arcade(t, server.Limits{})
	dir := filepath.Join(t.TempDir(), "keys")
	for run := range 2 {
		enough, end := when(func() bool {
			list := players(t, st, dir)
			for _, p := range list {
				// A run without an action is continued.
				if all, err := st.Matches(t.Context(), p.ID, "", 10); err != nil || len(all) <= run || all[0].Entries == 0 {
					return false
				}
			}
			return len(list) == 2
		})
		r, err := load.Run(t.Context(), load.Config{Target: addr, Sessions: 2, Play: "othello", Time: 2 * time.Minute, Keys: dir, Settle: 500 * time.Millisecond}.Until(nil, enough))
		end()
		if err != nil || r.Opened != 2 {
			t.Fatalf("%v: %+v", err, r)
		}
	}
	list := players(t, st, dir)
	if len(list) != 2 {
		t.Errorf("%d players, want 2", len(list))
	}
	for _, p := range list {
		all, err := st.Matches(t.Context(), p.ID, "", 10)
		if err != nil {
			t.Fatal(err)
		}
		if len(all) != 2 {
			t.Errorf("a player of two runs has %d matches, want 2", len(all))
		}
	}
}

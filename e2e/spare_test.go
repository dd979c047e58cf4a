package e2e

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"arcade/e2e/door"
	"arcade/games"
	"arcade/internal/chance"
	"arcade/store/bolt"
	"arcade/store/bolt/spare"
)

// TestSpare plays, kills the server, promotes the spare and plays on. The promoted database has everything that
// a player was told before the time that the spare had noted, and the players come back to their matches.
func TestSpare(t *testing.T) {
	t.Parallel()
	path, data, other := needBinary(t), t.TempDir(), t.TempDir()
	seed := chance.Seed(t)
	flags := []string{"--max-per-address", "100", "--connect-rate", "0", "--login-rate", "0"}
	first := spawn(t, data, flags...)
	copyKey(t, data, other)
	follower := startSpare(t, path, first.Addr, other)

	var all []*witness
	for i := range 6 {
		all = append(all, &witness{
			name: fmt.Sprint("w", i), key: door.NewKey(t), command: "bot othello --new --join any --rated", do: (*witness).program,
			r: rand.New(rand.NewPCG(seed, uint64(i))), saw: map[string]*seen{}, paths: map[string]bool{},
		})
	}
	var playing sync.WaitGroup
	lines := playOn(t, all, first.Addr, &playing)
	lines.await(t, 300)
	var before []*witness
	for _, w := range all {
		before = append(before, w.notes())
	}
	noted := time.Now()
	awaitCopy(t, other, noted)
	lines.await(t, lines.n.Load()+100)
	for _, w := range all {
		close(w.dead)
	}
	first.kill()
	playing.Wait()

	if err := follower.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := follower.Wait(); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(path, "promote", "--data", other).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "everything agrees") || !strings.Contains(string(out), "The connection ended within ") {
		t.Fatalf("%v: %s", err, out)
	}
	t.Logf("%s", out)
	for i, w := range before { // what was called off later may be gone
		for id, s := range w.saw {
			s.off = s.off || all[i].saw[id].off || all[i].saw[id].over != nil && all[i].saw[id].reason() == "aborted"
		}
	}
	checkKilled(t, 1, filepath.Join(other, "arcade.db"), before)

	f, err := bolt.OpenFile(filepath.Join(other, "arcade.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for i, w := range all {
		if len(w.wrong) > 0 {
			t.Errorf("%s: %s", w.name, w.wrong)
		}
		for id, s := range w.saw { // the copy may have what was asked for later, and need not
			if before[i].saw[id] == nil {
				if _, err := f.Match(t.Context(), id); err != nil {
					continue
				}
				before[i].saw[id] = &seen{acts: map[int]games.Action{}, seat: s.seat}
			}
			before[i].saw[id].sent = s.sent
		}
		w.saw, w.now, w.offs = before[i].saw, "", freeOffs
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	second := spawn(t, other, flags...)
	again := playOn(t, all, second.Addr, &playing)
	again.await(t, 300)
	for _, w := range all {
		close(w.dead)
	}
	second.kill()
	playing.Wait()
	for _, w := range all {
		if len(w.wrong) > 0 {
			t.Errorf("after the promotion: %s: %s", w.name, w.wrong)
		}
	}
	checkKilled(t, 2, filepath.Join(other, "arcade.db"), all)
}

// A server that stops in order sends its spare the last changes, and ends no later for it. While a server answers,
// nothing is promoted, and with another key nobody follows it.
func TestSpareOfStoppedServer(t *testing.T) {
	t.Parallel()
	path, data, other := needBinary(t), t.TempDir(), t.TempDir()
	p := spawn(t, data, "--grace", "10ms")
	copyKey(t, data, other)
	follower := startSpare(t, path, p.Addr, other)
	awaitCopy(t, other, time.Now())
	refused := func(words ...string) string {
		t.Helper()
		out, err := exec.Command(path, words...).CombinedOutput()
		if err == nil {
			t.Errorf("%s succeeds: %s", words, out)
		}
		return string(out)
	}
	if out := refused("promote", "--data", other); !strings.Contains(out, "stop arcade spare first") {
		t.Error(out)
	}
	if out := refused("serve", "--data", other, "--listen", "127.0.0.1:0", "--http", "off"); !strings.Contains(out, "arcade promote") {
		t.Error(out)
	}
	if out := refused("spare", "--data", data, "--from", p.Addr); !strings.Contains(out, "a server has run in this folder") {
		t.Error(out)
	}
	began := time.Now()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Wait(); err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took > door.Patience {
		t.Errorf("the server stops in %v", took)
	}
	awaitCopy(t, other, began)
	if err := follower.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = follower.Wait()
	again := spawn(t, data, "--listen", p.Addr)
	if out := refused("promote", "--data", other); !strings.Contains(out, "answers") {
		t.Error(out)
	}
	again.kill()
	if out, err := exec.Command(path, "promote", "--data", other).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// needBinary returns the path of the program.
func needBinary(t *testing.T) string {
	t.Helper()
	oneProcess(t)
	path, err := binary()
	if err != nil {
		t.Skip(err)
	}
	return path
}

// copyKey copies the host key of a data folder.
func copyKey(t *testing.T, from, to string) {
	t.Helper()
	key, err := os.ReadFile(filepath.Join(from, "host_ed25519"))
	if err == nil {
		err = os.WriteFile(filepath.Join(to, "host_ed25519"), key, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// startSpare starts a spare of the server at an address. What it logs goes to the test's log at the end.
func startSpare(t *testing.T, path, addr, data string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(path, "spare", "--from", addr, "--data", data)
	log := &door.LogBuffer{}
	cmd.Stderr = log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if t.Failed() {
			t.Log(log.String())
		}
	})
	return cmd
}

// awaitCopy waits until a spare has everything that was stored before a time.
func awaitCopy(t *testing.T, data string, at time.Time) {
	t.Helper()
	for late := time.Now().Add(door.Patience); ; time.Sleep(10 * time.Millisecond) {
		var s spare.Status
		text, err := os.ReadFile(filepath.Join(data, "arcade.spare.json"))
		if err == nil && json.Unmarshal(text, &s) == nil && !s.Until.Before(at.Truncate(time.Millisecond)) {
			return
		}
		if time.Now().After(late) {
			t.Fatalf("the copy has everything until %v, want %v; %v", s.Until, at, err)
		}
	}
}

// lineCount counts the lines that clients have received.
type lineCount struct {
	n    atomic.Int64
	more chan struct{}
}

// await waits for a number of lines.
func (l *lineCount) await(t *testing.T, n int64) {
	t.Helper()
	for late := time.After(2 * door.Patience); l.n.Load() < n; {
		select {
		case <-l.more:
		case <-late:
			t.Fatalf("%d lines of %d have come", l.n.Load(), n)
		}
	}
}

// playOn lets witnesses play on a server.
func playOn(t *testing.T, all []*witness, addr string, playing *sync.WaitGroup) *lineCount {
	l := &lineCount{more: make(chan struct{}, 1)}
	for _, w := range all {
		w.t, w.addr, w.dead = t, addr, make(chan struct{})
		w.told = func() {
			l.n.Add(1)
			select {
			case l.more <- struct{}{}:
			default:
			}
		}
	}
	for _, w := range all {
		playing.Go(func() { w.do(w) })
	}
	return l
}

package e2e

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade/e2e/door"
)

// stages are the stages at which a connection breaks. Each function leaves it open at its stage.
var stages = []struct {
	name string
	come func(nc net.Conn, person, bot gossh.Signer) error
}{
	{"TCP alone", func(net.Conn, gossh.Signer, gossh.Signer) error { return nil }},
	{"the version", func(nc net.Conn, _, _ gossh.Signer) error {
		_, err := io.WriteString(nc, "SSH-2.0-test\r\n")
		return err
	}},
	{"in the key exchange", func(nc net.Conn, _, _ gossh.Signer) error {
		_, err := io.WriteString(nc, "SSH-2.0-test\r\n\x00\x00\x01\x00\x04")
		_, _ = bufio.NewReader(nc).ReadString('\n')
		return err
	}},
	{"before the login", func(nc net.Conn, _, _ gossh.Signer) error {
		reached := errors.New("reached")
		_, err := door.LogIn(nc, "someone", gossh.PublicKeysCallback(func() ([]gossh.Signer, error) {
			_ = nc.(*net.TCPConn).SetLinger(0)
			_ = nc.Close()
			return nil, reached
		}))
		if !errors.Is(err, reached) {
			return fmt.Errorf("not at the login: %w", err)
		}
		return nil
	}},
	{"logged in", func(nc net.Conn, person, _ gossh.Signer) error {
		_, err := door.LogIn(nc, "someone", gossh.PublicKeys(person))
		return err
	}},
	{"a session without a request", func(nc net.Conn, person, _ gossh.Signer) error {
		c, err := door.LogIn(nc, "someone", gossh.PublicKeys(person))
		if err == nil {
			_, err = c.NewSession()
		}
		return err
	}},
	{"a screen's questions", inSession(24, "", "", 1)},
	{"a screen", inSession(24, "", answers, 700)},
	{"a game on a screen", inSession(24, "play othello", answers+"b", 700)},
	{"a command that waits", inSession(0, "kibo verify", `{"format":`, 0)},
	{"a bot that waits", inSession(0, "bot othello --new", "", 60)},
	{"a bot that plays", inSession(0, "bot othello --new --house greedy", "", 300)},
}

// inSession starts a screen with so many rows, or a bot's command for 0, types the keys, and reads so
// many bytes.
func inSession(rows int, command, keys string, read int) func(net.Conn, gossh.Signer, gossh.Signer) error {
	return func(nc net.Conn, person, bot gossh.Signer) error {
		key := person
		if rows == 0 {
			key = bot
		}
		c, err := door.LogIn(nc, "someone", gossh.PublicKeys(key))
		if err != nil {
			return err
		}
		_, in, out, err := door.Start(c, command, 80, rows)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(in, keys); err != nil {
			return err
		}
		if n, err := io.ReadFull(out, make([]byte, read)); err != nil {
			return fmt.Errorf("reading %d of %d bytes: %w", n, read, err)
		}
		return nil
	}
}

// 1,000 connections break without notice, at every stage, four at a time. None of their goroutines is
// left, nobody counts as present, and no connection keeps its place, of which one address has 20.
//
// The test is not parallel, because it counts goroutines.
func TestNothingOutlivesItsConnection(t *testing.T) {
	if *door.Nodes > 1 {
		t.Skip("it counts the goroutines of one server")
	}
	h := open(t, door.Quick)
	n := 1000
	if testing.Short() {
		n = 10 * len(stages)
	}
	const workers = 4
	var people, bots [workers]gossh.Signer
	for i := range workers {
		people[i], bots[i] = door.NewKey(t), door.NewKey(t)
	}
	broken := func(i, worker int) {
		stage := stages[i%len(stages)]
		nc, err := net.DialTimeout("tcp", h.Addr, door.Patience)
		if err != nil {
			t.Error(err)
			return
		}
		_ = nc.SetDeadline(time.Now().Add(door.Patience))
		if err := stage.come(nc, people[worker], bots[worker]); err != nil {
			t.Errorf("connection %d, %s: %v", i, stage.name, err)
		}
		_ = nc.(*net.TCPConn).SetLinger(0)
		_ = nc.Close()
	}
	settled := func(goroutines int) (left int, ok bool) {
		for start := time.Now(); ; time.Sleep(10 * time.Millisecond) {
			if left = runtime.NumGoroutine(); left <= goroutines && h.Lobby.Online() == 0 {
				return left, true
			}
			if time.Since(start) > door.Patience {
				return left, false
			}
		}
	}
	for i := range stages { // starts everything that stays after its first use
		broken(i, 0)
	}
	late := time.Now().Add(door.Patience)
	for quiet, last := 0, 0; quiet < 50 && time.Now().Before(late); quiet++ { // the number stays the same once the last ones have ended
		time.Sleep(10 * time.Millisecond)
		if now := runtime.NumGoroutine(); now != last {
			quiet, last = 0, now
		}
	}
	before := runtime.NumGoroutine()
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			for i := w; i < n && !t.Failed(); i += workers {
				broken(i+w, w)
			}
		})
	}
	all.Wait()
	left, ok := settled(before)
	if !ok {
		buf := make([]byte, 1<<20)
		t.Errorf("%d goroutines and %d people are left, before there were %d\n%s", left, h.Lobby.Online(), before, buf[:runtime.Stack(buf, true)])
	}
	t.Logf("%d connections; %d goroutines before, %d after", n, before, left)
	c := visit(t, h.Addr, door.NewKey(t), door.Opts{})
	c.Leave()
}

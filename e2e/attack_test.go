package e2e

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade/e2e/door"
	"arcade/games/kibo"
	"arcade/load"
)

// attackers is the address of the attackers. Others come from 127.0.0.1.
const attackers = "127.0.0.2"

// TestAttacks attacks a separate server in each of the ways below. During an attack a player at the home
// screen presses keys and gets a frame for each, and a newcomer gets in. The server's memory stays within
// a limit. Afterwards the server has as many goroutines as before, and the store is sound: its records
// match its logs. The times of the frames are logged (-v). [TestFullDisk] covers a full disk, with which
// no newcomer gets in. A damaged database does not come over the network. What takes an arena or another day
// is tested where its rule is: points for resigning puppets by lobby.TestArenaResignedEarly, a day's run that is
// copied or led by hints by lobby.TestMarkedRuns and TestNoHintsInADaysRun, names of the house by
// lobby.TestReservedNames, many challenges by sessions.TestDeclineAll. The ratings that keys of any shape can
// buy in days and weeks are computed by ledger.TestNoShapeBuysARating.
//
// Several attacks run at a time, because most of an attack is waiting. They do not run beside other
// tests, which would lose the processors to them.
func TestAttacks(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes more than a minute")
	}
	for _, a := range attacks {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			data := t.TempDir()
			var has prepared
			if a.prepare != nil {
				has = a.prepare(t, data)
			}
			p := spawn(t, data, append([]string{"--metrics", "127.0.0.1:0"}, a.flags...)...)
			s := &siege{t: t, p: p, prepared: has, data: data, under: make(chan struct{}), met: make(chan struct{})}
			s.from(t)
			kim := visit(t, p.Addr, door.NewKey(t), door.Opts{User: "kim"})
			usual := latencies{kim.press(20)}
			goroutines := p.metric(t)("go_goroutines", "", "")
			before, err := load.ReadProcess(p.cmd.Process.Pid)
			if err != nil && !errors.Is(err, load.ErrNoProcess) {
				t.Fatal(err)
			}

			over := make(chan error, 1)
			go func() {
				err := errors.New("the attack has not come to its end")
				defer func() { over <- err }() // also after a fatal error
				err = a.run(s)
			}()
			var during latencies
			begun := s.under
			for attacked := true; attacked || len(during) < 2; {
				during = append(during, kim.press(10))
				select {
				case <-begun:
					begun = nil
					c := visit(t, p.Addr, door.NewKey(t), door.Opts{User: "lee"})
					close(s.met)
					c.Leave()
					c.Close() // a connection without a session would stay for a while
				case err := <-over:
					if attacked = false; err != nil {
						t.Error(err)
					}
				default:
				}
			}
			after, err := load.ReadProcess(p.cmd.Process.Pid)
			if err == nil && (after.Peak-before.RSS)>>20 > a.memory {
				t.Errorf("the server grew from %d to %d MiB, by more than %d", before.RSS>>20, after.Peak>>20, a.memory)
			}
			left := 0.0
			for start := time.Now(); ; time.Sleep(50 * time.Millisecond) {
				if left = p.metric(t)("go_goroutines", "", ""); left <= goroutines {
					break
				}
				if time.Since(start) > door.Patience {
					if left = p.alive(); left > goroutines {
						t.Errorf("%v goroutines are left, there were %v\n%s", left, goroutines, p.log)
					}
					break
				}
			}
			t.Logf("a frame: usually %s, now %s; memory %d MiB before, %d at most, CPU %v; goroutines %v before, %v after",
				usual, during, before.RSS>>20, after.Peak>>20, after.CPU-before.CPU, goroutines, left)
			if log, _, _ := strings.Cut(p.log.String(), quit); log != "" {
				t.Errorf("the server's log has\n%s", log)
			}
			p.kill()
			checkKilled(t, 0, filepath.Join(data, "arcade.db"), nil)
		})
	}
}

// quit is the beginning of a process's output when it ends by SIGQUIT: the stacks of its goroutines.
const quit = "SIGQUIT: quit"

// alive ends a process and returns the number of its goroutines, without the runtime's. The metric also
// counts the goroutines that gather metrics: on a busy machine several, during each scrape.
func (p *process) alive() (n float64) {
	_ = p.cmd.Process.Signal(syscall.SIGQUIT)
	_ = p.cmd.Wait()
	_, dump, _ := strings.Cut(p.log.String(), quit)
	for one := range strings.SplitSeq(dump, "\n\n") {
		if strings.HasPrefix(one, "goroutine ") && !strings.HasPrefix(one, "goroutine 0 ") && !strings.Contains(one, "created by runtime.") {
			n++
		}
	}
	return n
}

// attacks are the attacks of TestAttacks.
var attacks = []struct {
	name  string
	flags []string
	// memory limits the growth of the server's memory, in MiB.
	memory int64
	// run attacks, and returns when the attack is over.
	run func(*siege) error
	// prepare puts the attack's data into the data folder.
	prepare func(t testing.TB, data string) prepared
}{
	// Before its login a connection has about 30 KiB of buffers and stacks, and as much again until the
	// garbage collector runs: 2,000 of them are 120 MiB.
	{"half-open handshakes", []string{"--max-connections", "3000", "--max-per-address", "3000", "--max-handshakes", "2500",
		"--handshake-time", handshakeTime.String(), "--connect-rate", "0", "--login-rate", "0"}, 200, halfOpen, nil},
	// Nearly all are refused at once; 20 are held.
	{"half-open handshakes against the usual limits", nil, 40, halfOpenRefused, nil},
	// 80 screens, each with 12,000 cells, and a million for the larger ones, at 260 bytes a cell, are 510
	// MiB. The heap grows further before the collector runs.
	{"sessions from one address", []string{"--connect-rate", "0"}, 900, sessionFlood, nil},
	// 256 KiB may wait for each of six screens of 200x60, whose own cells take 3 MiB. The limit is five
	// times that, for uncollected garbage.
	{"clients that never read", nil, 100, neverRead, nil},
	// 16 KiB of a paste are kept, 64 KiB of a bot's line, and SSH's window of 2 MiB for each of 13
	// sessions.
	{"10 MB of input", nil, 150, floods, nil},
	// Nothing of it is kept. Its 300 kB before a session take 5 s, or more on a busy machine.
	{"channels and requests", []string{"--connect-rate", "0", "--handshake-time", "5m"}, 60, requestSpam, nil},
	// Each of 14 connections has at most half a MiB of packets at once. As unread packets of one byte
	// they are 10,000, with 50 bytes of the library for each: 20 MiB in all.
	{"packets that nobody reads", []string{"--connect-rate", "0"}, 60, unreadPackets, nil},
	// 64 connections wait, and there is uncollected garbage.
	{"silent connections from many addresses", nil, 60, crowd, nil},
	{"wrong codes", nil, 40, wrongCodes, nil},
	{"algorithms of yesterday", []string{"--connect-rate", "0"}, 40, oldAlgorithms, nil},
	{"a rating for sale", []string{"--shared-network", ""}, 60, sale, nil},
	{"a rating for sale by a pyramid", []string{"--shared-network", "", "--login-rate", "0"}, 60, pyramid, nil},
	// 20 files of two megabytes, which are read as they arrive. Each becomes entries and plies once its
	// work has begun.
	{"kibo verify in a loop", nil, 300, verifying, nil},
	{"kibo verify in a loop, from three addresses", nil, 300, func(s *siege) error { s.addresses = 3; return verifying(s) }, nil},
	// A run of 20,000 moves takes 20 MiB while it is folded and written, and 20 clients request it.
	{"the longest run, asked for in a loop", nil, 300, showing, longRun(kibo.MaxEntries - 1)},
	// Its owner requests the same, one at a time.
	{"everything of a run beyond all limits", nil, 300, exporting, longRun(21_738)},
	// The attack deals and plays at a few tables.
	{"a ranked deal, found out or chosen", []string{"--handshake-time", "5m"}, 60, peeking, nil},
	{"hands of rated Matgo, chosen", []string{"--shared-network", ""}, 60, choosing, nil},
	// The data of a command is gone when the command is done.
	{"small commands in a loop", nil, 60, looping, nil},
	// 80 screens with a key each; see above.
	{"keys as fast as they are taken", []string{"--connect-rate", "0"}, 150, pressing, nil},
	// A search has a table of 8 MiB.
	{"the house's strongest bots, hogged", nil, 200, hogging, nil},
	// 16 visits and seats.
	{"16 challenges to one", nil, 60, challenging, nil},
	// Two runs of eight rolls each.
	{"a daily run, known by the other mode", nil, 60, foreseeing, nil},
	// 1,000 connections with 20 KiB of buffers and stacks each.
	{"idle connections over HTTP", overHTTP, 80, idling, nil},
	// 5,000 tables of about 20 KiB.
	{"games over HTTP, as many as there can be", overHTTP, 250, sharing, nil},
	// Only one place at a time reads a board of 1,000 rows.
	{"boards over HTTP, filled and asked for", overHTTP, 120, boarding, nil},
	// 200 sessions in words, of which 120 make room.
	{"silent guests of one neighbourhood", nil, 100, besetting, nil},
	{"frames of pages that nobody reads", overHTTP, 60, framing, nil},
	// A picture takes some megabytes while it is drawn.
	{"computed pages over HTTP", overHTTP, 150, paging, nil},
	// A search has a table of 8 MiB; 16 may have begun.
	{"the house's strongest bots, hogged from 30 addresses", nil, 300, func(s *siege) error { s.addresses = 30; return hogging(s) }, nil},
}

// siege is one attack.
type siege struct {
	t testing.TB
	p *process
	prepared
	data  string        // the data folder
	under chan struct{} // closed when the attack is at its height
	met   chan struct{} // closed when a newcomer has come in since then

	addresses int // number of addresses from which attackers log in; 0 means one
	logins    atomic.Int64
	clients   map[gossh.Signer]*gossh.Client // the clients of the function command
}

// height marks the height of the attack, and waits until a newcomer has come in.
func (s *siege) height() error {
	close(s.under)
	select {
	case <-s.met:
		return nil
	case <-time.After(2 * door.Patience):
		return errors.New("no newcomer has come in")
	}
}

// from skips the test on a machine where connections cannot come from another address.
func (s *siege) from(t testing.TB) {
	nc, err := s.dial(attackers)
	if err != nil {
		t.Skipf("no connections from %s: %v", attackers, err)
	}
	nc.Close()
	if err := load.RaiseFiles(2500); err != nil {
		t.Skip(err)
	}
}

func (s *siege) dial(from string) (net.Conn, error) {
	d := net.Dialer{Timeout: door.Patience, LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	return d.Dial("tcp", s.p.Addr)
}

// login logs in from an attackers' address.
func (s *siege) login(auth gossh.AuthMethod) (*gossh.Client, error) {
	nc, err := s.connect()
	if err != nil {
		return nil, err
	}
	return door.LogIn(nc, "mallory", auth)
}

// connect opens a connection from an attackers' address.
func (s *siege) connect() (net.Conn, error) {
	from := attackers
	if s.addresses > 1 {
		from = fmt.Sprintf("127.7.%d.1", s.logins.Add(1)%int64(s.addresses)) // of one provider
	}
	return s.dial(from)
}

// press moves down and up a list n times and returns the time of each frame.
func (c *client) press(n int) (took []time.Duration) {
	c.T.Helper()
	for range n {
		key, want := "Down", `> 2 +<game.matgo>`
		if c.Shows(want) {
			key, want = "Up", `> 1 +<game.othello>`
		}
		start := time.Now()
		c.Keys(key)
		c.Await(want)
		took = append(took, time.Since(start))
		time.Sleep(keyPace - took[len(took)-1])
	}
	return took
}

// keyPace is the shortest interval between two keys that does not count as a flood.
const keyPace = time.Second / 60

// latencies holds the times of frames, in rounds.
type latencies [][]time.Duration

func (l latencies) String() string {
	all := slices.Sorted(slices.Values(slices.Concat(l...)))
	at := func(p float64) time.Duration { return all[int(p*float64(len(all)-1))].Round(10 * time.Microsecond) }
	return fmt.Sprintf("p50 %v, p99 %v, at most %v (%d keys)", at(0.5), at(0.99), at(1), len(all))
}

// manyHandshakes is the number of connections that do not finish their login. handshakeTime is the time
// for which the server holds each.
const (
	manyHandshakes = 2000
	handshakeTime  = 8 * time.Second
)

// stall opens a connection and stops at a stage of a login, given by number. It returns the connection
// and the server's first line.
func (s *siege) stall(stage int, never chan struct{}) (net.Conn, string, error) {
	nc, err := s.dial(attackers)
	if err != nil {
		return nil, "", err
	}
	_ = nc.SetDeadline(time.Now().Add(2 * door.Patience))
	if stage%5 == 4 { // the whole key exchange, then no authentication
		go func() {
			_, _ = door.LogIn(nc, "mallory", gossh.PublicKeysCallback(func() ([]gossh.Signer, error) {
				<-never
				return nil, errors.New("never")
			}))
		}()
		return nc, "", nil
	}
	hello := []string{"", "SSH-2.0-mallory\r\n", "SSH-2.0-mallory\r\n\x00\x00\x03", "SSH-2.0-mal"}[stage%5]
	if _, err := io.WriteString(nc, hello); err != nil {
		return nc, "", nil // the server has refused it already
	}
	line, _ := bufio.NewReader(nc).ReadString('\n')
	return nc, strings.TrimSpace(line), nil
}

// halfOpen holds 2,000 connections at several stages before the login until the server has closed all of
// them.
func halfOpen(s *siege) error {
	never := make(chan struct{})
	defer close(never)
	var all []net.Conn
	start := time.Now()
	for i := range manyHandshakes {
		nc, line, err := s.stall(i, never)
		if err != nil {
			return err
		}
		if i%5 != 4 && line != "SSH-2.0-arcade" {
			return fmt.Errorf("connection %d is told %q", i, line)
		}
		all = append(all, nc)
	}
	held := s.p.metric(s.t)("arcade_connections", "state", "handshake")
	s.t.Logf("%v are held at once", held)
	// If opening or counting takes longer, the first connections have gone by then.
	if least := manyHandshakes / 4 * min(1, handshakeTime.Seconds()/time.Since(start).Seconds()); held < least {
		return fmt.Errorf("only %v are held at once", held)
	}
	if err := s.height(); err != nil {
		return err
	}
	for i, nc := range all {
		if i%5 == 4 { // its handshake reads until the end
			continue
		}
		_ = nc.SetDeadline(time.Now().Add(door.Patience))
		if _, err := io.Copy(io.Discard, nc); err != nil && strings.Contains(err.Error(), "timeout") {
			return fmt.Errorf("connection %d is kept", i)
		}
	}
	for late := time.Now().Add(door.Patience); s.p.metric(s.t)("arcade_connections", "state", "handshake") > 0; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(late) {
			return errors.New("some are kept")
		}
	}
	return nil
}

// halfOpenRefused tries the same with the default limits.
func halfOpenRefused(s *siege) error {
	never := make(chan struct{})
	defer close(never)
	let, refused := 0, 0
	for i := range manyHandshakes {
		nc, line, err := s.stall(i%4, never)
		if err != nil {
			return err
		}
		defer nc.Close()
		switch {
		case line == "SSH-2.0-arcade":
			let++
		case line == "" || strings.HasPrefix(line, "arcade: too many connections from your address"):
			refused++
		default:
			return fmt.Errorf("connection %d is told %q", i, line)
		}
		if i == manyHandshakes/2 {
			if err := s.height(); err != nil {
				return err
			}
		}
	}
	s.t.Logf("%d were let in, %d refused", let, refused)
	if let == 0 || let > 60 {
		return fmt.Errorf("%d were let in", let)
	}
	return nil
}

// sessionFlood requests ten times as many sessions from one address as it may have, on 200 connections
// with a key each, with the largest screens. It keeps the sessions that it gets.
func sessionFlood(s *siege) error {
	var clients []*gossh.Client
	defer func() {
		for _, c := range clients {
			c.Close()
		}
	}()
	var screens, refused atomic.Int64
	var first error
	var opening sync.WaitGroup
	for range 200 {
		c, err := s.login(gossh.PublicKeys(door.NewKey(s.t)))
		if err != nil {
			refused.Add(1)
			first = err
			continue
		}
		clients = append(clients, c)
		opening.Go(func() {
			for range 6 {
				if err := s.hugeScreen(c); err != nil {
					refused.Add(1)
				} else {
					screens.Add(1)
				}
			}
		})
	}
	opening.Wait()
	s.t.Logf("%d screens on %d connections, %d refused, such as: %v", screens.Load(), len(clients), refused.Load(), first)
	if n := screens.Load(); len(clients) != 20 || n < 20 {
		return fmt.Errorf("%d connections, %d screens", len(clients), n)
	}
	return s.height()
}

// answers are a terminal's replies to the queries before the first frame.
const answers = "\x1b[?62;22c\x1b[1;2R\x1b[?62;22c\x1b[1;2R\x1b[?62;22c\x1b[1;2R"

// hugeScreen opens a screen of the largest size, and reads it until it ends.
func (s *siege) hugeScreen(c *gossh.Client) error {
	_, in, out, err := door.Start(c, "", 1000, 1000)
	if err != nil {
		return err
	}
	_, _ = io.WriteString(in, answers)
	for frame := 0; frame < 500; { // more output than the queries
		n, err := out.Read(make([]byte, 4096))
		if frame += n; err != nil {
			return err
		}
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	return nil
}

// neverRead opens six screens that request redraws repeatedly. Half of them never read, and half stop
// reading. Each ends when the server disconnects it.
func neverRead(s *siege) error {
	const n = 6
	failed := make(chan error, n)
	var ready sync.WaitGroup
	ready.Add(n)
	for i := range n {
		go func() { failed <- s.deaf(i%2 == 0, ready.Done) }()
	}
	ready.Wait()
	err := s.height()
	for range n {
		err = errors.Join(err, <-failed)
	}
	return err
}

func (s *siege) deaf(wholly bool, ready func()) error {
	ready = sync.OnceFunc(ready)
	defer ready()
	nc, err := s.dial(attackers)
	if err != nil {
		return err
	}
	conn := door.NewEar(nc)
	defer conn.Close()
	c, err := door.LogIn(conn, "mallory", gossh.PublicKeys(door.NewKey(s.t)))
	if err != nil {
		return err
	}
	_, in, out, err := door.Start(c, "", 200, 60)
	if err != nil {
		return err
	}
	if _, err := out.Read(make([]byte, 1)); err != nil {
		return err
	}
	ready()
	if wholly {
		conn.Stop()
	}
	// The terminal's replies to the first queries, so that the screen appears.
	keys := answers + strings.Repeat("\x0c?\x0c\x1b[B", 20)
	for late := time.Now().Add(4 * door.Patience); time.Now().Before(late); time.Sleep(20 * time.Millisecond) {
		if _, err := io.WriteString(in, keys); err != nil {
			return nil
		}
	}
	return errors.New("the server keeps somebody who does not read")
}

// waits is a command whose input lines always wait for their turn: 100 a second.
const waits = "bot matgo --new"

// floods sends 10 MB at once to each of several kinds of sessions.
func floods(s *siege) error {
	const much = 10 << 20
	fill := func(start, with string) string { return start + strings.Repeat(with, much/len(with)) }
	kinds := []struct{ command, input string }{
		{"", fill("", "\x1b[B\x1b[A")},
		{"", fill("\x1b[200~", "paste ")}, // never ends
		{"", fill("\x1b]0;", "title")},
		{"", fill("\x1bP+r", "00")},
		{"", fill("", "\x1b[200~x\x1b[201~")},
		{"", fill("", "\x1b[<35;1;1M")},
		{"", fill("", "\xff\x00\x1b")},
		{"play othello", fill("", "\r\x1b?")},
		{"whoami", fill("", "x")},
		{"kibo verify", fill("", "[")},
		{"kibo verify", fill(`{"entries":[`, `{},`)},
		{"bot othello --new", fill("", "{")},
		{waits, fill("", "\n")},
	}
	failed, enough := make(chan error, len(kinds)), make(chan struct{})
	var ready sync.WaitGroup
	ready.Add(len(kinds))
	for _, k := range kinds {
		go func() {
			if err := s.flood(k.command, k.input, ready.Done, enough); err != nil {
				failed <- fmt.Errorf("%s: %.20q: %w", k.command, k.input, err)
				return
			}
			failed <- nil
		}()
	}
	ready.Wait()
	err := s.height()
	for i := range kinds {
		if i == len(kinds)-1 {
			close(enough) // ends the session that waits
		}
		err = errors.Join(err, <-failed)
	}
	return err
}

// flood sends an input to a command, "" for a screen, until the session has ended, or until enough is
// closed for the session that waits.
func (s *siege) flood(command, input string, ready func(), enough chan struct{}) error {
	if command != waits {
		enough = nil
	}
	ready = sync.OnceFunc(ready)
	defer ready()
	c, err := s.login(gossh.PublicKeys(door.NewKey(s.t)))
	if err != nil {
		return err
	}
	defer c.Close()
	rows := 0
	if command == "" || strings.HasPrefix(command, "play") {
		rows = 24
	}
	sess, in, out, err := door.Start(c, command, 80, rows)
	if err != nil {
		return err
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	sent := make(chan struct{})
	go func() {
		ready()
		_, _ = io.WriteString(in, input)
		_ = in.Close()
		close(sent)
	}()
	ended := make(chan struct{})
	go func() { _ = sess.Wait(); close(ended) }()
	late := time.After(2 * door.Patience)
	if enough != nil { // closed when all others have ended
		late = nil
	}
	select {
	case <-ended:
	case <-enough:
	case <-late:
		return errors.New("neither taken nor refused")
	}
	c.Close()
	<-sent
	return nil
}

// requestSpam sends every SSH request that the arcade does not support, thousands of times, with and
// without waiting for replies.
func requestSpam(s *siege) error {
	kinds := []string{"direct-tcpip", "forwarded-tcpip", "x11", "auth-agent@openssh.com", "direct-streamlocal@openssh.com", "tun@openssh.com", "", "\x1b]0;x\x07"}
	const n = 4
	var ready sync.WaitGroup
	ready.Add(n)
	spam := func() error {
		ready := sync.OnceFunc(ready.Done)
		defer ready()
		c, err := s.login(gossh.PublicKeys(door.NewKey(s.t)))
		if err != nil {
			return err
		}
		defer c.Close()
		for i := range 300 {
			if ch, _, err := c.OpenChannel(kinds[i%len(kinds)], make([]byte, 1000)); err == nil {
				ch.Close()
				return fmt.Errorf("a channel of kind %q", kinds[i%len(kinds)])
			}
			if ok, _, err := c.SendRequest("tcpip-forward", true, gossh.Marshal(struct {
				Addr string
				Port uint32
			}{"0.0.0.0", 0})); ok || err != nil {
				return fmt.Errorf("forwards: %v, %v", ok, err)
			}
		}
		ready()
		sess, err := c.NewSession()
		if err != nil {
			return err
		}
		for _, kind := range []string{"subsystem", "auth-agent-req@openssh.com", "x11-req", "signal", "break", "eow@openssh.com"} {
			if ok, err := sess.SendRequest(kind, true, gossh.Marshal(struct{ S string }{"sftp"})); ok || err != nil {
				return fmt.Errorf("%s: %v, %v", kind, ok, err)
			}
		}
		for i := range 1000 {
			kind := []string{"env", "pty-req", "subsystem", "window-change", "signal"}[i%5]
			payload := gossh.Marshal(struct{ K, V string }{fmt.Sprint("LC_", i), strings.Repeat("v", 100)})
			if _, err := sess.SendRequest(kind, i%100 == 0, payload); err != nil {
				return err
			}
		}
		_ = sess.RequestPty("xterm", 24, 80, gossh.TerminalModes{})
		// It requests sessions beyond the limit, all at once, until the server disconnects it.
		gone := make(chan struct{})
		go func() { _ = c.Wait(); close(gone) }()
		for range 500 {
			go func() { _, _ = c.NewSession() }() // the reply may be lost with the connection
		}
		select {
		case <-gone:
		case <-time.After(door.Patience):
			return errors.New("sessions without end may be asked for")
		}
		return s.endless()
	}
	failed := make(chan error, n)
	for range n {
		go func() { failed <- spam() }()
	}
	ready.Wait()
	err := s.height()
	for range n {
		err = errors.Join(err, <-failed)
	}
	return err
}

// endless sends messages of the SSH protocol itself, each kind on its own connection, until the server
// disconnects it.
func (s *siege) endless() error {
	for name, kind := range map[string]func(c *gossh.Client, sess *gossh.Session) error{
		"global requests": func(c *gossh.Client, _ *gossh.Session) error {
			_, _, err := c.SendRequest("streamlocal-forward@openssh.com", false, make([]byte, 100))
			return err
		},
		"window changes": func(_ *gossh.Client, sess *gossh.Session) error { return sess.WindowChange(24, 80) },
		"signals":        func(_ *gossh.Client, sess *gossh.Session) error { return sess.Signal(gossh.SIGUSR1) },
	} {
		c, err := s.login(gossh.PublicKeys(door.NewKey(s.t)))
		if err != nil {
			return err
		}
		defer c.Close()
		sess, _, out, err := door.Start(c, "", 80, 24)
		if err != nil {
			return err
		}
		go func() { _, _ = io.Copy(io.Discard, out) }()
		gone := make(chan struct{})
		go func() { _ = c.Wait(); close(gone) }()
		go func() {
			for range 20_000 {
				if kind(c, sess) != nil {
					return
				}
			}
		}()
		select {
		case <-gone:
		case <-time.After(door.Patience):
			return fmt.Errorf("%s are taken without end", name)
		}
	}
	return nil
}

// crowd holds silent connections from 120 wide networks, 120 new ones a second, while other clients log
// in. All of these get in.
func crowd(s *siege) error {
	stop, stopped := make(chan struct{}), make(chan struct{})
	var knocks atomic.Int64
	go func() {
		defer close(stopped)
		var all []net.Conn
		next := time.NewTicker(time.Second / 120)
		defer next.Stop()
		for i := 0; ; i++ {
			select {
			case <-next.C:
			case <-stop:
				for _, nc := range all {
					nc.Close()
				}
				return
			}
			if nc, err := s.dial(fmt.Sprintf("127.%d.0.1", 1+i%120)); err == nil {
				all = append(all, nc)
				knocks.Add(1)
			}
		}
	}()
	defer func() { close(stop); <-stopped }()
	for late := time.Now().Add(door.Patience); s.p.metric(s.t)("arcade_connections", "state", "handshake") < 60; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(late) {
			return errors.New("they do not fill the door")
		}
	}
	// As many logins would have used up five seconds' worth, and the logins that accrued meanwhile.
	for late := time.Now().Add(door.Patience); knocks.Load() < 600; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(late) {
			return fmt.Errorf("only %d have knocked", knocks.Load())
		}
	}
	for i := range 20 {
		c, err := s.login(gossh.PublicKeys(door.NewKey(s.t)))
		if err != nil {
			return fmt.Errorf("login %d: %w", i, err)
		}
		c.Close()
	}
	if err := s.height(); err != nil {
		return err
	}
	for late := time.Now().Add(door.Patience); s.p.metric(s.t)("arcade_refused_total", "reason", "made_room") == 0; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(late) {
			return errors.New("nobody made room")
		}
	}
	return nil
}

// wrongCodes guesses the codes of friends' seats, with new players from one address.
func wrongCodes(s *siege) error {
	const told, enough = "No such table or match", "Too many wrong codes"
	defer func() {
		for _, c := range s.clients {
			c.Close()
		}
	}()
	heard, stopped := 0, 0
	for i := range 8 {
		key := door.NewKey(s.t)
		for k := range 12 {
			_, said, _ := s.command(key, fmt.Sprintf("bot othello --new --join ZZZZ%d%d", i, k%10))
			switch {
			case strings.Contains(said, enough):
				stopped++
			case strings.Contains(said, told):
				heard++
			default:
				return fmt.Errorf("a wrong code is told %q", said)
			}
		}
	}
	s.t.Logf("%d were heard, %d not", heard, stopped)
	if heard > 30 || stopped == 0 {
		return fmt.Errorf("%d wrong codes were heard", heard)
	}
	return s.height()
}

// command runs a command from the attackers' address.
func (s *siege) command(key gossh.Signer, line string) (stdout, stderr string, err error) {
	return s.typed(key, line, "")
}

// typed runs a command with an input from the attackers' address.
func (s *siege) typed(key gossh.Signer, line, input string) (stdout, stderr string, err error) {
	c, ok := s.clients[key]
	if !ok {
		if c, err = s.login(gossh.PublicKeys(key)); err != nil {
			return "", err.Error(), err
		}
		if s.clients == nil {
			s.clients = map[gossh.Signer]*gossh.Client{}
		}
		s.clients[key] = c
	}
	sess, err := c.NewSession()
	if err != nil {
		return "", err.Error(), err
	}
	defer sess.Close()
	if err := sess.Setenv("LANG", door.English); err != nil {
		return "", err.Error(), err
	}
	var out, errs strings.Builder
	sess.Stdin, sess.Stdout, sess.Stderr = strings.NewReader(input), &out, &errs
	err = sess.Run(line)
	return out.String(), errs.String(), err
}

// sale buys a rating: new keys lose to one key. First all come from its own address, then each from its
// own network, at once and after enough plies to count.
func sale(s *siege) error {
	buyer := door.NewKey(s.t)
	c, err := s.login(gossh.PublicKeys(buyer))
	if err != nil {
		return err
	}
	defer c.Close()
	seats, over := make(chan string, 99), make(chan error, 1) // the buyer's seats; one waits after each match
	go func() { over <- plays(c, "bot othello --new --rated --seat 0", 0, seats) }()
	sold := func(from string, plies int) error {
		d := net.Dialer{Timeout: door.Patience, LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
		nc, err := d.Dial("tcp", s.p.Addr)
		if err != nil {
			return err
		}
		key, err := door.LogIn(nc, "mallory", gossh.PublicKeys(door.NewKey(s.t)))
		if err != nil {
			return err
		}
		defer key.Close()
		select {
		case seat := <-seats:
			return plays(key, "bot othello --new --rated --join "+seat, plies, seats)
		case err := <-over:
			return fmt.Errorf("the buyer's session ended: %w", err)
		case <-time.After(door.Patience):
			return errors.New("the buyer has no seat")
		}
	}
	first := 0.0 // the gain from the first key of another network
	for i, x := range []struct {
		from               func(i int) string
		keys, plies, games int // the games that counted
	}{
		{func(int) string { return attackers }, 2, 20, 0},
		{func(i int) string { return fmt.Sprintf("127.7.%d.1", i) }, 2, 2, 0},
		{func(i int) string { return fmt.Sprintf("127.8.%d.1", i) }, 5, 20, 5},
	} {
		for k := range x.keys {
			if err := sold(x.from(k), x.plies); err != nil {
				return fmt.Errorf("part %d, key %d: %w", i+1, k+1, err)
			}
			if x.games > 0 && k == 0 {
				if first, _, err = s.rated(buyer, "othello"); err != nil {
					return err
				}
			}
		}
		r, games, err := s.rated(buyer, "othello")
		if err != nil {
			return err
		}
		s.t.Logf("part %d: the rating is %.0f after %d rated games", i+1, r, games)
		if games != x.games || games == 0 && r != 1500 || games > 0 && (first <= 1500 || r-1500 > 1.65*(first-1500)) {
			return fmt.Errorf("part %d: the rating is %.0f after %d rated games, after one it was %.0f", i+1, r, games, first)
		}
	}
	return s.height()
}

// rated returns a player's rating in a game, and the number of rated matches.
func (s *siege) rated(key gossh.Signer, game string) (rating float64, matches int, err error) {
	out, errs, err := s.command(key, "whoami --json")
	s.clients[key].Close() // without a session it would be closed before the next use
	delete(s.clients, key)
	var me struct {
		Games []struct {
			Game   string
			Rating float64
			Rated  int `json:"rated_games"`
		}
	}
	if err == nil {
		err = json.Unmarshal([]byte(out), &me)
	}
	for _, g := range me.Games {
		if g.Game == game {
			return g.Rating, g.Rated, nil
		}
	}
	return 0, 0, fmt.Errorf("whoami: %w, %s%s", err, out, errs)
}

// plays runs a bot that plays the first legal action. It resigns when it is on turn at ply `resign` or
// later (0: never). It sends the seats that it opens to seats.
func plays(c *gossh.Client, command string, resign int, seats chan<- string) error {
	sess, err := c.NewSession()
	if err != nil {
		return err
	}
	defer sess.Close()
	in, err := sess.StdinPipe()
	if err != nil {
		return err
	}
	out, err := sess.StdoutPipe()
	if err != nil {
		return err
	}
	if err := sess.Start(command); err != nil {
		return err
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		var said struct {
			Op, ID string
			Ply    int
			Legal  []string
		}
		if err := json.Unmarshal(lines.Bytes(), &said); err != nil {
			return err
		}
		switch {
		case said.Op == "waiting":
			seats <- said.ID
		case said.Op == "act" && resign > 0 && said.Ply >= resign:
			_, err = io.WriteString(in, `{"op":"resign"}`+"\n")
		case said.Op == "act":
			_, err = fmt.Fprintf(in, `{"op":"apply","action":%q}`+"\n", said.Legal[0])
		}
		if err != nil {
			return err
		}
	}
	return sess.Wait()
}

// oldAlgorithms requests broken algorithms.
func oldAlgorithms(s *siege) error {
	if err := s.height(); err != nil {
		return err
	}
	for _, config := range []gossh.Config{
		{KeyExchanges: []string{gossh.InsecureKeyExchangeDH14SHA1}}, {KeyExchanges: []string{gossh.InsecureKeyExchangeDH1SHA1}},
		{Ciphers: []string{gossh.CipherAES128CTR}, MACs: []string{gossh.HMACSHA1}}, {Ciphers: []string{gossh.InsecureCipherTripleDESCBC}},
	} {
		nc, err := s.dial(attackers)
		if err != nil {
			return err
		}
		c, _, _, err := gossh.NewClientConn(nc, s.p.Addr, &gossh.ClientConfig{
			Config: config, User: "mallory", Auth: []gossh.AuthMethod{gossh.PublicKeys(door.NewKey(s.t))}, HostKeyCallback: gossh.InsecureIgnoreHostKey(),
		})
		if err == nil {
			c.Close()
			return fmt.Errorf("let in with %+v", config)
		}
		nc.Close()
	}
	return nil
}

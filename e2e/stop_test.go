package e2e

import (
	"net"
	"strings"
	"syscall"
	"testing"
	"time"

	"arcade/e2e/door"
	"arcade/games"
)

// stopTime limits the time in which a stopping server ends.
const stopTime = 19 * time.Second

// SIGTERM arrives in the middle of a timed game, with a client that never reads. Both players see the
// countdown and the message that their game is kept. The server ends in time and with status 0. After the
// next start each clock has the time of the last move plus 20 seconds.
func TestStopAndGoOn(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	all := states(t, longGame)
	p := spawn(t, data, "--grace", "9s")
	sides := twoPlayers(t, &p.house)
	const plies = 6
	follow(sides, longGame[:plies], all, 0)
	var clocks [2]int // a running clock gets back the time since the last move
	for seat, r := range sides[0].seats() {
		clocks[seat] = r.clock
	}

	deaf := deafClient(t, p.Addr)
	defer deaf.Close()
	ended := make(chan error, 1)
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	go func() { ended <- p.cmd.Wait() }()
	late := time.After(stopTime)
	for _, c := range sides {
		c.countsDown()
	}
	if _, err := connect(t, p.Addr, door.NewKey(t), door.Opts{}); err == nil {
		t.Error("somebody was let in")
	}
	follow(sides, longGame[plies:plies+1], all, plies) // a running game continues
	for seat, r := range sides[0].seats() {
		clocks[seat] = min(clocks[seat], r.clock)
		if seat == int(all[plies].toAct) {
			clocks[seat] = r.clock
		}
	}
	for _, c := range sides {
		c.countedDown()
	}
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("the server ended with %v", err)
		}
	case <-late:
		t.Fatal("the server goes on")
	}

	start := time.Now()
	p = spawn(t, data)
	for i, c := range sides {
		sides[i] = c.again(p.Addr, "")
		sides[i].Await(`<resume.back>`) // only for a moment
	}
	time.Sleep(door.Calm) // no keys count before that
	for _, c := range sides {
		c.awaitBoard(all[plies+1])
		seats := c.seats()
		passed := int(time.Since(start)/time.Millisecond) + 2000 // the screen shows whole seconds
		for seat, r := range seats {
			high := clocks[seat] + games.RestartBonus + 2000
			low := clocks[seat] + games.RestartBonus - 2000
			if r.turn {
				low -= passed
			}
			if r.clock > high || r.clock < low {
				c.Fatalf("the clock of seat %d stands at %d ms, want %d to %d", seat, r.clock, low, high)
			}
		}
	}
	time.Sleep(door.Calm)
	follow(sides, longGame[plies+1:plies+2], all, plies+1)
}

// countsDown waits until a screen counts the seconds to the server's end, and then until the number is
// smaller.
func (c *client) countsDown() {
	c.T.Helper()
	first := door.One(c.Await(`<sh.restart n=(\d)>`))
	c.Until("a second less than "+first, func(lines []string) bool {
		m := door.RX(`<sh.restart n=(\d)>`).FindStringSubmatch(strings.Join(lines, "\n"))
		return m != nil && door.One(m) < first
	})
}

// A server without connections stops at once.
func TestStopOfAnEmptyServer(t *testing.T) {
	t.Parallel()
	p := spawn(t, t.TempDir())
	start := time.Now()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Wait(); err != nil {
		t.Error(err)
	}
	if took := time.Since(start); took > 5*time.Second { // a countdown lasts six
		t.Errorf("took %v", took)
	}
}

// deafClient returns a connection that has opened a screen and no longer reads.
func deafClient(t *testing.T, addr string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	ear := door.NewEar(conn)
	visit(t, addr, door.NewKey(t), door.Opts{Conn: ear})
	ear.Stop()
	return ear
}

// countedDown waits for the end of a session that the server ends with a message.
func (c *client) countedDown() {
	c.T.Helper()
	if code := c.Wait(); code != 0 {
		c.Fatalf("exit status %d", code)
	}
	c.Await(`<sh.closing>`)
}

package e2e

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"arcade/e2e/door"
	"arcade/internal/race"
)

// buildDir has the binary, once a test has built it.
var buildDir string

func TestMain(m *testing.M) {
	beNATS()
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue {
		_ = flag.Set("test.parallel", "8") // these tests wait most of the time, whatever the number of processors
	}
	code := m.Run()
	if buildDir != "" {
		_ = os.RemoveAll(buildDir)
	}
	os.Exit(code)
}

// binary builds cmd/arcade once as players run it, plus signals that make its clock jump (package clock).
var binary = sync.OnceValues(func() (string, error) {
	if _, err := os.Stat("../cmd/arcade"); errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	var err error
	if buildDir, err = os.MkdirTemp("", "arcade-e2e-"); err != nil {
		return "", err
	}
	path := filepath.Join(buildDir, "arcade")
	cmd := exec.Command("go", "build", "-tags", "faults", "-o", path, "arcade/cmd/arcade")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

// process is a server in a separate process.
type process struct {
	house
	cmd     *exec.Cmd
	log     *door.LogBuffer
	metrics string // address of its metrics, if requested
	http    string // address of its HTTP front, if requested
}

var (
	addressLine = regexp.MustCompile(`address +(\S+)`)
	httpLine    = regexp.MustCompile(`http +(\S+)/docs`)
	metricsLine = regexp.MustCompile(`metrics +(\S+)/metrics`)
)

// oneProcess skips a test that starts processes if -nodes asks for several nodes in this process.
func oneProcess(t testing.TB) {
	t.Helper()
	if *door.Nodes > 1 {
		t.Skip("it starts as many servers as it is about; -nodes is for those in this process")
	}
}

// spawn starts the server on a data folder, with additional flags.
func spawn(t testing.TB, data string, flags ...string) *process {
	t.Helper()
	if race.On {
		t.Skip("the race detector does not see the server; run without it")
	}
	oneProcess(t)
	path, err := binary()
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("there is no cmd/arcade")
	}
	if err != nil {
		t.Fatal(err)
	}
	return spawnOf(t, path, data, append([]string{"--puzzle-share", "0"}, flags...)...)
}

// spawnOf is spawn with a given binary, which may be an older version. It passes only flags that every
// version has.
func spawnOf(t testing.TB, path, data string, flags ...string) *process {
	t.Helper()
	p := &process{cmd: first(path, "serve", "--data", data, "--listen", "127.0.0.1:0", "--http", "off", "--log-level", "warn", "--solver-share", "0", "--shared-network", door.Loopback[0].String()), log: &door.LogBuffer{}}
	p.cmd.Args = append(p.cmd.Args, flags...)
	p.cmd.Stderr = p.log
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.kill() })
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if m := addressLine.FindStringSubmatch(lines.Text()); m != nil {
			p.Addr = m[1]
		}
		if m := httpLine.FindStringSubmatch(lines.Text()); m != nil {
			p.http = m[1]
		}
		if m := metricsLine.FindStringSubmatch(lines.Text()); m != nil {
			p.metrics = m[1]
		}
		if strings.Contains(lines.Text(), "enter") { // the last line of the greeting
			return p
		}
	}
	_ = p.cmd.Wait()
	t.Fatalf("the server does not start: %s", p.log)
	return nil
}

// kill ends the server without any cleanup, and waits until it is gone.
func (p *process) kill() {
	if p.cmd.ProcessState == nil {
		_ = p.cmd.Process.Kill() // SIGKILL
		_ = p.cmd.Wait()
	}
}

// The test kills the server at every ply of a whole game and starts it again. Both players return to the
// same board, the same turn and the clocks of the last move, plus 20 seconds each. With -short it kills
// at every eighth ply.
func TestKillAtEveryPly(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	all := states(t, longGame)
	p := spawn(t, data)
	sides := twoPlayers(t, &p.house)
	clocks := [2]int{300_000, 300_000} // at each player's last move, in whole seconds

	// Every eighth time the arcade greets the players and brings them back. Otherwise they name the match
	// themselves, which saves the wait for the greeting.
	var id string
	back := func(want state, greeted bool) {
		t.Helper()
		p.kill()
		for _, c := range sides {
			c.Close()
		}
		command := ""
		if !greeted {
			command = "watch " + id
		}
		start := time.Now()
		p = spawn(t, data)
		for i, c := range sides {
			sides[i] = c.again(p.Addr, command)
			if greeted {
				sides[i].Await(`<resume.back>`) // only for a moment
			}
		}
		time.Sleep(door.Calm) // no keys count before that
		for i, c := range sides {
			c.awaitBoard(want)
			if seat := c.seat(); seat != i {
				c.Fatalf("came back to seat %d, had %d", seat, i)
			}
			rows := c.seats()
			passed := int(time.Since(start)/time.Millisecond) + 1000
			for seat, r := range rows {
				high := clocks[seat] + 20_000
				low := high
				if r.turn {
					low -= passed
				}
				if r.clock > high || r.clock < low {
					c.Fatalf("the clock of seat %d stands at %d ms, want %d to %d", seat, r.clock, low, high)
				}
			}
		}
		clocks[0] += 20_000
		clocks[1] += 20_000
	}

	back(all[0], true)
	a := sides[0]
	a.Keys("Esc")
	a.Decide(`<away.title>`, "2")
	a.Await(atHome)
	a.Keys("v")
	id = a.Await(`> ([0-9A-Z]{8}) .*<mt.playing>`)[1]
	a.Keys("Enter")
	a.awaitBoard(all[0])
	every := 1
	if testing.Short() {
		every = 8
	}
	for i := 0; i < len(longGame)-1; i++ {
		mover := all[i].toAct
		sides[mover].move(longGame[i])
		if longGame[i+1] == "pass" { // killed while the pass is announced; it is played all the same
			sides[0].Await(passNotice(i + 2))
			sides[1].Await(passNotice(i + 2))
			i++
		} else {
			// The store has the positions that one player has seen. It is not always the same player.
			sides[i%2].awaitBoard(all[i+1])
		}
		rows := sides[i%2].seats()
		if c := rows[mover].clock; c > clocks[mover]+3000 {
			sides[mover].Fatalf("seat %d gained more than its increment: %d after %d", mover, c, clocks[mover])
		}
		clocks[mover] = rows[mover].clock
		if i%every == 0 {
			back(all[i+1], i%8 == 0)
		} else {
			sides[0].awaitBoard(all[i+1])
			sides[1].awaitBoard(all[i+1])
		}
	}

	// The last move ends the game. The store has the result and the rating.
	last := len(longGame) - 1
	sides[all[last].toAct].move(longGame[last])
	sides[1].Await(`<res.youwin>`)
	p.kill()
	p = spawn(t, data)
	c := sides[1].again(p.Addr, "")
	c.Await(atHome)
	c.Keys("v")
	c.Await(fmt.Sprintf(`> [0-9A-Z]{8} .*%s +<mt.r.won> \+\d+ +<end.short.board_full> +61`, sides[0].User))
}

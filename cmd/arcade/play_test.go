//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
	xterm "golang.org/x/term"

	"arcade/internal/race"
)

// desk is a terminal in which a test runs "arcade play".
type desk struct {
	t      *testing.T
	cmd    *exec.Cmd
	tty    *os.File // open, so that its state can be read after the process ends
	pty    *os.File
	before *xterm.State
	done   chan struct{} // closed when the process has ended
	code   int

	mu     sync.Mutex
	em     *vt.Emulator
	alt    bool
	cursor bool
	change chan struct{}
}

// patience limits the wait for events that should come at once.
const patience = 30 * time.Second

// sit runs the command in a terminal of 80x24.
func sit(t *testing.T, lang string, args ...string) *desk {
	t.Helper()
	if race.On {
		t.Skip("the process is another one, and would be built with the detector, too")
	}
	d := &desk{t: t, em: vt.NewEmulator(80, 24), cursor: true, change: make(chan struct{}), done: make(chan struct{})}
	d.em.SetCallbacks(vt.Callbacks{
		AltScreen:        func(on bool) { d.alt = on },
		CursorVisibility: func(on bool) { d.cursor = on },
	})
	var err error
	if d.pty, d.tty, err = pty.Open(); err != nil {
		t.Fatal(err)
	}
	if err := pty.Setsize(d.pty, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	if d.before, err = xterm.GetState(int(d.tty.Fd())); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	d.cmd = exec.Command(self)
	d.cmd.Args = append([]string{"arcade", "play"}, args...)
	d.cmd.Env = append(os.Environ(), "TERM=xterm-16color", "LC_ALL="+lang)
	d.cmd.Stdin, d.cmd.Stdout, d.cmd.Stderr = d.tty, d.tty, d.tty
	d.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := d.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go d.read()
	go func() { _, _ = io.Copy(d.pty, d.em) }() // replies of the terminal itself
	go func() {
		_ = d.cmd.Wait()
		d.mu.Lock()
		d.code = d.cmd.ProcessState.ExitCode()
		close(d.done)
		d.changed()
		d.mu.Unlock()
	}()
	t.Cleanup(func() {
		_ = d.cmd.Process.Signal(syscall.SIGTERM)
		<-d.done
		_ = d.tty.Close()
		_ = d.pty.Close()
		_ = d.em.InputPipe().(io.Closer).Close()
	})
	return d
}

func (d *desk) read() {
	p := make([]byte, 32<<10)
	for {
		n, err := d.pty.Read(p)
		d.mu.Lock()
		_, _ = d.em.Write(p[:n])
		d.changed()
		d.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// changed wakes the waiters; the caller holds mu.
func (d *desk) changed() {
	close(d.change)
	d.change = make(chan struct{})
}

// screen returns the text on the terminal; the caller holds mu.
func (d *desk) screen() string { return d.em.String() }

// await waits until the screen matches.
func (d *desk) await(re string) {
	d.t.Helper()
	r, late := regexp.MustCompile(re), time.After(patience)
	for {
		d.mu.Lock()
		screen, change := d.screen(), d.change
		d.mu.Unlock()
		if r.MatchString(screen) {
			return
		}
		select {
		case <-change:
		case <-late:
			d.t.Fatalf("waited in vain for %s:\n%s", re, screen)
		}
	}
}

func (d *desk) keys(keys string) {
	if _, err := io.WriteString(d.pty, keys); err != nil {
		d.t.Fatal(err)
	}
}

// breath waits up to `most` for another ply, because a new question ignores keys.
func (d *desk) breath(most time.Duration) {
	n := d.ply()
	for late := time.After(most); d.ply() == n; {
		d.mu.Lock()
		change := d.change
		d.mu.Unlock()
		select {
		case <-change:
		case <-late:
			return
		}
	}
}

// ply returns the number of plies in the top bar.
func (d *desk) ply() (n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	_, _ = fmt.Sscanf(regexp.MustCompile(`move \d+`).FindString(d.screen()), "move %d", &n)
	return n
}

// child returns the process of the screen.
func (d *desk) child() int {
	d.t.Helper()
	out, err := exec.Command("ps", "-o", "pid=", "--ppid", fmt.Sprint(d.cmd.Process.Pid)).Output()
	pid := 0
	if err == nil {
		_, err = fmt.Sscan(string(out), &pid)
	}
	if err != nil {
		d.t.Fatalf("no process of the screen: %v", err)
	}
	return pid
}

// left waits for the end, and checks the exit code and that the terminal is restored.
func (d *desk) left(code int) {
	d.t.Helper()
	select {
	case <-d.done:
	case <-time.After(patience):
		d.t.Fatal("it does not end")
	}
	for late := time.After(patience); ; { // its last output may still be under way
		d.mu.Lock()
		ok, change := !d.alt && d.cursor, d.change
		d.mu.Unlock()
		if ok {
			break
		}
		select {
		case <-change:
		case <-late:
			d.t.Fatal("the alternate screen, or no cursor, is left")
		}
	}
	if d.code != code {
		d.t.Errorf("exit status %d, want %d:\n%s", d.code, code, d.screen())
	}
	if after, err := xterm.GetState(int(d.tty.Fd())); err != nil || *after != *d.before {
		d.t.Errorf("the terminal's modes are others (%v)", err)
	}
}

// A player makes a move of Klondike in the terminal. Meanwhile the store is in use, and a kill leaves the
// terminal restored. The deal is still there afterwards.
func TestPlayKlondike(t *testing.T) {
	data := t.TempDir()
	d := sit(t, "en_US.UTF-8", "klondike", "--data", data)
	d.await("A new deal that nobody knows")
	d.keys("\r")
	d.await(`\b0 moves`)
	d.keys(" ")
	d.await(`\b1 move\b`)

	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string]string{"en_US.UTF-8": "open in another window", "ko_KR.UTF-8": "다른 창에서"} {
		second := exec.Command(self)
		second.Args = []string{"arcade", "sync", "--data", data}
		second.Env = append(os.Environ(), "LC_ALL="+lang)
		out, err := second.CombinedOutput()
		if !errors.As(err, new(*exec.ExitError)) || !strings.Contains(string(out), want) {
			t.Errorf("a second one in %s: %v, %s", lang, err, out)
		}
	}
	// The screen's process runs a command of another window.
	for _, lang := range []string{"en_US.UTF-8", "ko_KR.UTF-8"} {
		beside := exec.Command(self)
		beside.Args = []string{"arcade", "play", "stats", "klondike", "--json", "--data", data}
		beside.Env = append(os.Environ(), "LC_ALL="+lang)
		if out, err := beside.CombinedOutput(); err != nil || !json.Valid(out) {
			t.Errorf("stats in another window: %v, %s", err, out)
		}
		beside = exec.Command(self)
		beside.Args = []string{"arcade", "play", "kibo", "export", "NONE", "--data=" + data}
		beside.Env = append(os.Environ(), "LC_ALL="+lang)
		if out, err := beside.CombinedOutput(); err == nil || strings.Contains(string(out), "open in another window") {
			t.Errorf("export of no match in another window: %v, %s", err, out)
		}
	}
	if err := d.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	d.left(0)

	d = sit(t, "ko_KR.UTF-8", "--data", data)
	d.await(`이어하기 +\[>Enter \]\s.*\s 클론다이크`)
	d.keys("\r")
	d.await(`\b1수`)
	d.keys("\x03\x03")
	d.left(0)
	d.await("또 오세요!  arcade play")
}

// A player makes the first decision of a round of Matgo with a bot. A crash or a kill leaves the terminal
// restored.
func TestPlayMatgo(t *testing.T) {
	for name, sig := range map[string]syscall.Signal{"a crash": syscall.SIGABRT, "a kill": syscall.SIGKILL} {
		t.Run(name, func(t *testing.T) {
			d := sit(t, "en_US.UTF-8", "--data", t.TempDir(), "matgo")
			d.await("start against the bot")
			d.keys("\r")
			d.await(`── Your turn ─|╔═`)
			before := d.ply()
			for start := time.Now(); d.ply() <= before; { // the chosen card may lead to a question
				if time.Since(start) > patience {
					d.t.Fatalf("the decision is not taken:\n%s", d.em.String())
				}
				d.keys("1")
				d.breath(time.Second)
			}
			if err := syscall.Kill(d.child(), sig); err != nil {
				t.Fatal(err)
			}
			d.left(1)
		})
	}
}

// A pipe is not a terminal, and the commands need none.
func TestPlayWithoutTerminal(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Args, cmd.Env = []string{"arcade", "play", "--data", t.TempDir()}, append(os.Environ(), "LC_ALL=en_US.UTF-8")
	cmd.Stdin = bytes.NewReader(nil)
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "this needs a terminal") {
		t.Errorf("%v: %s", err, out)
	}
}

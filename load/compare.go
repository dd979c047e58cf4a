package load

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// Subject is a server that a comparison starts and measures.
type Subject struct {
	Name string
	// Command returns the command line that starts it on a free port of 127.0.0.1, with its data in an
	// empty folder. It must print "address HOST:PORT" on its standard output.
	Command func(data string) []string
	// Env is its environment; nil means this process's.
	Env []string
	// Metrics is the URL of its metrics while it runs, "" for none.
	Metrics string
	// Plays are measured one after another, each on a new server.
	Plays []string
	// Remembers reports whether the server recognizes returning players. If so, it is started again with
	// its data after the first play, and the same players return.
	Remembers bool
}

// Comparison is the result of Compare.
type Comparison struct {
	Machine Machine    `json:"machine"`
	Version string     `json:"version"`
	At      time.Time  `json:"at"`
	Runs    []Measured `json:"runs"`
}

// Measured is one run of one subject.
type Measured struct {
	Subject string `json:"subject"`
	*Report
	// Known is the report of the same players' return, nil if it was not measured.
	Known *Report `json:"known,omitempty"`
}

// Compare measures every subject with each number of sessions in steps. The rest of the config stays the
// same. Each run has its own server.
func Compare(ctx context.Context, c Config, steps []int, subjects []Subject, log io.Writer) ([]Measured, error) {
	var runs []Measured
	for _, n := range steps {
		for _, s := range subjects {
			for i, play := range s.Plays {
				fmt.Fprintf(log, "%s, %d sessions, %s\n", s.Name, n, play)
				run := c
				run.Sessions, run.Play, run.Metrics = n, play, s.Metrics
				if i > 0 {
					run.Idle = 0 // the first play has measured it
				}
				m, err := s.measure(ctx, run, s.Remembers && i == 0)
				if err != nil {
					return runs, fmt.Errorf("%s, %d sessions, %s: %w", s.Name, n, play, err)
				}
				runs = append(runs, m)
			}
		}
	}
	return runs, nil
}

// measure measures the subject on an empty data folder. again also measures returning players.
func (s Subject) measure(ctx context.Context, c Config, again bool) (m Measured, err error) {
	dir, err := os.MkdirTemp("", "arcade-load-")
	if err != nil {
		return m, fmt.Errorf("data folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	data := filepath.Join(dir, "data")
	if err := os.Mkdir(data, 0o700); err != nil {
		return m, fmt.Errorf("data folder: %w", err)
	}
	c.Keys = cmp.Or(c.Keys, filepath.Join(dir, "keys"))
	m.Subject = s.Name
	if m.Report, err = s.run(ctx, c, data); err != nil || !again {
		return m, err
	}
	c.Play, c.Idle, c.Time = "idle", 0, 0
	m.Known, err = s.run(ctx, c, data)
	return m, err
}

// run starts the subject, measures it and stops it.
func (s Subject) run(ctx context.Context, c Config, data string) (*Report, error) {
	p, err := start(s.Command(data), s.Env)
	if err != nil {
		return nil, err
	}
	defer p.stop()
	c.Target, c.PID = p.addr, p.cmd.Process.Pid
	return Run(ctx, c)
}

// child is a started server.
type child struct {
	cmd  *exec.Cmd
	addr string
	log  tail
	done chan struct{} // closed when it has ended
}

var addressLine = regexp.MustCompile(`(?m)^ *address +(\S+)$`)

const (
	// startTime limits the time until a server prints its address, stopTime the time until it ends.
	startTime, stopTime = 30 * time.Second, 20 * time.Second
)

// start starts a server and waits for its address.
func start(argv, env []string) (*child, error) {
	p := &child{cmd: exec.Command(argv[0], argv[1:]...), done: make(chan struct{})}
	p.cmd.Env, p.cmd.Stderr = env, &p.log
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	said := make(chan string, 1)
	go func() {
		defer close(p.done)
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if m := addressLine.FindStringSubmatch(lines.Text()); m != nil {
				select {
				case said <- m[1]:
				default:
				}
			}
		}
		_ = p.cmd.Wait()
	}()
	late := time.NewTimer(startTime)
	defer late.Stop()
	select {
	case p.addr = <-said:
		return p, nil
	case <-p.done:
		return nil, fmt.Errorf("%s has ended: %s", strings.Join(argv, " "), p.log.String())
	case <-late.C:
		p.stop()
		return nil, fmt.Errorf("%s has not said its address in %v", strings.Join(argv, " "), startTime)
	}
}

// stop ends the server, by force if necessary.
func (p *child) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.done:
	case <-time.After(stopTime):
		_ = p.cmd.Process.Kill()
		<-p.done
	}
}

// tail keeps the end of the bytes written to it.
type tail struct{ b []byte }

func (t *tail) Write(p []byte) (int, error) {
	const most = 4 << 10
	t.b = append(t.b, p...)
	if extra := len(t.b) - most; extra > 0 {
		t.b = append(t.b[:0], t.b[extra:]...)
	}
	return len(p), nil
}

func (t *tail) String() string { return string(bytes.TrimSpace(t.b)) }

package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/spf13/cobra"
	gossh "golang.org/x/crypto/ssh"

	"arcade/lobby/turns"
	"arcade/server/exec"
	"arcade/server/say"
	"arcade/sessions/client"
)

// commands returns a few commands of each kind.
func commands(call *exec.Call) []*cobra.Command {
	echo := &cobra.Command{Use: "echo WORD...", Short: "say it again", Args: cobra.MinimumNArgs(1)}
	upper := echo.Flags().Bool("upper", false, "")
	echo.RunE = func(_ *cobra.Command, args []string) error {
		text := strings.Join(args, "|")
		if *upper {
			text = strings.ToUpper(text)
		}
		_, err := fmt.Fprintln(call.Stdout, text)
		return err
	}
	count := &cobra.Command{Use: "count", Args: cobra.NoArgs, RunE: func(*cobra.Command, []string) error {
		n, err := io.Copy(io.Discard, call.Stdin)
		fmt.Fprintln(call.Stdout, n)
		return err
	}}
	kibo := &cobra.Command{Use: "kibo"}
	kibo.AddCommand(
		&cobra.Command{Use: "list", Args: cobra.NoArgs, RunE: func(*cobra.Command, []string) error {
			return fmt.Errorf("wrapped: %w", say.Both("기보가 없어요", "there is none"))
		}},
		&cobra.Command{Use: "show ID", Args: cobra.ExactArgs(1), RunE: func(_ *cobra.Command, args []string) error {
			if args[0] == "8" {
				return errors.New("bbolt: page 3 is torn") // for the log, not for the player
			}
			return say.Both("없어요", "no kibo\n\x1b[31m"+args[0])
		}},
	)
	boom := &cobra.Command{Use: "boom", RunE: func(*cobra.Command, []string) error { panic("boom") }}
	return []*cobra.Command{echo, count, kibo, boom}
}

// page runs a command as a page of a key.
func (d *door) page(t *testing.T, key, command string) (answer []byte, err error) {
	t.Helper()
	c, err := d.Knock(netip.MustParseAddrPort("198.51.100.7:1"), func() {})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Leave()
	if err := c.Visit(exec.Identity{Fingerprint: key}, "", func(ctx context.Context, called *Called) error {
		answer, err = called.Command(context.Background(), "en", command)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return answer, err
}

// A page's command that panics fails alone.
func TestPageCommandPanics(t *testing.T) {
	d := open(t, Config{Commands: func(*exec.Call) []*cobra.Command {
		return []*cobra.Command{{Use: "me", RunE: func(*cobra.Command, []string) error { panic("boom") }}}
	}})
	if _, err := d.page(t, "SHA256:kim", "me"); d.Sentence(err, "en") != "internal error; it has been logged" {
		t.Errorf("the player reads %q", d.Sentence(err, "en"))
	}
	if !strings.Contains(d.log.String(), "boom") {
		t.Error("not in the log")
	}
}

// The work of a page's command is billed to the player and the address.
func TestPageCommandIsBilled(t *testing.T) {
	d := open(t, Config{Commands: commands})
	if _, err := d.page(t, "SHA256:kim", "kibo list"); err == nil {
		t.Error("there is a kibo")
	}
	for _, c := range d.Turns().Costs() {
		if c.Payer != (turns.Payer{From: "198.51.100.7/32", Key: "SHA256:kim"}) {
			t.Errorf("billed to %+v", c.Payer)
		}
	}
	if len(d.Turns().Costs()) != 1 {
		t.Errorf("costs: %+v", d.Turns().Costs())
	}
}

func TestExec(t *testing.T) {
	d := open(t, Config{Commands: commands, SSH: "ssh -t -p 2222 play.example"})
	c := d.dial(t)
	for _, x := range []struct {
		command        string
		stdout, stderr string
		code           int
	}{
		{"echo a 'b c' d", "a|b c|d\n", "", 0},
		{"echo --upper hi", "HI\n", "", 0},
		{"echo -- --upper", "--upper\n", "", 0},
		{"whoami", "guest (no key)\n", "", 0},
		{"echo", "", "arcade: usage: echo WORD...\n", 2},
		{"echo --nonsense x", "", "arcade: usage: echo WORD...\n", 2},
		{"echo 'x", "", "arcade: a quotation mark is not closed\n", 2},
		{"kibo list", "", "arcade: there is none\n", 1},
		{"kibo show 7", "", "arcade: no kibo [31m7\n", 1},
		{"kibo show 8", "", "arcade: internal error; it has been logged\n", 1},
		{"kibo show", "", "arcade: usage: kibo show ID\n", 2},
		{"kibo show 1 2", "", "arcade: usage: kibo show ID\n", 2},
		{"kibo", "", "arcade: usage: kibo list|show\n", 2},
		{"kibo burn", "", "arcade: unknown command \"kibo burn\"; try help\n", 2},
		{"who", "", "arcade: unknown command \"who\"; did you mean whoami? try help\n", 2},
		{"rm -rf /", "", "arcade: unknown command \"rm\"; try help\n", 2},
		{"'한글 \"명령'", "", "arcade: unknown command \"한글 \\\"명령\"; try help\n", 2},
		{"__complete kibo", "", "arcade: unknown command \"__complete\"; try help\n", 2},
		{"completion bash", "", "arcade: unknown command \"completion\"; try help\n", 2},
		{"help nonsense", "", "arcade: unknown command \"nonsense\"; try help\n", 2},
		{"help kibo show", "  ssh -p 2222 play.example kibo show ID  \n", "", 0},
		{"help join", "  ssh -t -p 2222 play.example join CODE  take the seat of an invitation\n", "", 0},
		{"join", "", "arcade: usage: ssh -t -p 2222 play.example join CODE\n", 2},
		{"join A B", "", "arcade: usage: ssh -t -p 2222 play.example join CODE\n", 2},
		{"boom", "", "arcade: internal error; it has been logged\n", 1},
		{strings.Repeat("a ", 100), "", "arcade: the command is too long\n", 2},
	} {
		stdout, stderr, code := run(t, c, x.command)
		if stdout != x.stdout || stderr != x.stderr || code != x.code {
			t.Errorf("%.40q:\n got %d %q %q\nwant %d %q %q", x.command, code, stdout, stderr, x.code, x.stdout, x.stderr)
		}
	}
}

func TestExecHelp(t *testing.T) {
	d := open(t, Config{Commands: commands, SSH: "ssh -t -p 2222 play.example"})
	c := d.dial(t)
	for _, command := range []string{"help", "--help", "-h"} {
		out, errs, code := run(t, c, command)
		if code != 0 || errs != "" {
			t.Errorf("%s: %d %q", command, code, errs)
		}
		for _, want := range []string{"ssh -t -p 2222 play.example ...\n", "\n  join CODE ", "ssh -p 2222 play.example ...\n", "\n  kibo show ID ", "whoami", "echo WORD...", "say it again"} {
			if !strings.Contains(out, want) {
				t.Errorf("%s lacks %q:\n%s", command, want, out)
			}
		}
	}
	out, _, _ := run(t, c, "help", func(s *gossh.Session) { _ = s.Setenv("LANG", "ko_KR.UTF-8") })
	if !strings.Contains(out, "오락실로 들어가기") {
		t.Errorf("in Korean:\n%s", out)
	}
	if _, errs, _ := run(t, c, "zzz", func(s *gossh.Session) { _ = s.Setenv("LC_ALL", "ko_KR.UTF-8") }); !strings.Contains(errs, "모르는 명령이에요") {
		t.Errorf("in Korean: %s", errs)
	}
}

func TestExecLineEnds(t *testing.T) {
	d := open(t, Config{Commands: commands})
	c := d.dial(t)
	pty := withPTY("xterm", 80, 24)
	if out, _, _ := run(t, c, "echo a", pty); out != "a\r\n" {
		t.Errorf("with a terminal: %q", out)
	}
	if _, errs, _ := run(t, c, "zzz", pty); !strings.HasSuffix(errs, "\r\n") {
		t.Errorf("with a terminal: %q", errs)
	}
	// Ctrl+D and Ctrl+C, typed in raw mode, end the input.
	for _, key := range []string{"\x04", "\x03"} {
		out, _, code := run(t, c, "count", pty, func(s *gossh.Session) {
			in, _ := s.StdinPipe() // stays open
			_, _ = io.WriteString(in, "ab"+key)
		})
		if out != "2\r\n" || code != 0 {
			t.Errorf("%q: %d %q", key, code, out)
		}
	}
}

// A failed write is not the server's fault: the client has gone, and nothing is logged.
func TestExecToNobody(t *testing.T) {
	var log strings.Builder
	s := &session{srv: &Server{log: slog.New(slog.NewTextHandler(&log, nil))}}
	r, w := io.Pipe()
	r.CloseWithError(io.EOF) // like a closed channel
	_, err := (&patientWriter{w: w}).Write([]byte("a line"))
	if code := s.fail(err); !errors.Is(err, client.ErrHangup) || code != exitError || log.Len() > 0 {
		t.Errorf("%v, status %d, logged %q", err, code, log.String())
	}
}

func TestExecInput(t *testing.T) {
	d := open(t, Config{Commands: commands})
	c := d.dial(t)
	for _, x := range []struct {
		n      int
		stdout string
		stderr string
		code   int
	}{
		{0, "0\n", "", 0},
		{exec.MaxStdin, fmt.Sprintln(exec.MaxStdin), "", 0},
		{exec.MaxStdin + 1, fmt.Sprintln(exec.MaxStdin), "arcade: too much input (4 MiB at most)\n", 1},
		{3 * exec.MaxStdin, fmt.Sprintln(exec.MaxStdin), "arcade: too much input (4 MiB at most)\n", 1},
	} {
		stdout, stderr, code := run(t, c, "count", func(s *gossh.Session) { s.Stdin = strings.NewReader(strings.Repeat("x", x.n)) })
		if stdout != x.stdout || stderr != x.stderr || code != x.code {
			t.Errorf("%d bytes: %d %q %q", x.n, code, stdout, stderr)
		}
	}
}

// A configured command replaces the router's own.
func TestExecWhoamiOfTheWiring(t *testing.T) {
	var out strings.Builder
	call := &exec.Call{Stdout: &out, Stderr: io.Discard, Stdin: strings.NewReader(""), Lang: "en"}
	_, err := exec.Route(context.Background(), call, func(call *exec.Call) []*cobra.Command {
		return []*cobra.Command{{Use: "whoami", RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprint(call.Stdout, "kim")
			return err
		}}}
	}, []string{"whoami"})
	if err != nil || out.String() != "kim" {
		t.Errorf("%v %q", err, out.String())
	}
}

// oneAtATime is a channel that takes one write at a time.
type oneAtATime struct {
	writing atomic.Int32
	twice   atomic.Bool
}

func (w *oneAtATime) Write(p []byte) (int, error) {
	if w.writing.Add(1) > 1 {
		w.twice.Store(true)
	}
	runtime.Gosched()
	w.writing.Add(-1)
	return len(p), nil
}

// The echo of a line and an answer do not write to the channel at once.
func TestOneWriteAtATime(t *testing.T) {
	var w oneAtATime
	out := &patientWriter{w: &w}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 1000 {
				if _, err := out.Write([]byte("x")); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if w.twice.Load() {
		t.Error("two writes at once")
	}
}

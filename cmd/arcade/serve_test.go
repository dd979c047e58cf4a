package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/pflag"
	gossh "golang.org/x/crypto/ssh"

	"arcade/cmd/arcade/cli"
	"arcade/cmd/arcade/serve"
	"arcade/cmd/arcade/storage"
	"arcade/server"
)

// lines collects output, and can wait for a match in it.
type lines struct {
	mu sync.Mutex
	b  bytes.Buffer
	ch chan struct{}
}

func newLines() *lines { return &lines{ch: make(chan struct{}, 1)} }

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case l.ch <- struct{}{}:
	default:
	}
	return l.b.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// await returns the first group of the first match.
func (l *lines) await(t *testing.T, done <-chan error, re string) string {
	t.Helper()
	late := time.After(20 * time.Second)
	for {
		if m := regexp.MustCompile(re).FindStringSubmatch(l.String()); m != nil {
			return m[1]
		}
		select {
		case <-l.ch:
		case err := <-done:
			t.Fatalf("ended with %v: %s", err, l.String())
		case <-late:
			t.Fatalf("no %s in %q", re, l.String())
		}
	}
}

func start(t *testing.T, args ...string) (out *lines, stop context.CancelFunc, done chan error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	root := newRoot()
	out = newLines()
	root.SetOut(out)
	root.SetErr(io.Discard)
	root.SetArgs(append([]string{"serve", "--listen", "127.0.0.1:0"}, args...))
	done = make(chan error, 1)
	go func() { done <- root.ExecuteContext(ctx) }()
	return out, cancel, done
}

// A server that is stopped while it starts ends without an error.
func TestServeStoppedAsItStarts(t *testing.T) {
	root := newRoot()
	root.SetOut(io.Discard)
	root.SetErr(io.Discard)
	root.SetArgs([]string{"serve", "--listen", "127.0.0.1:0", "--http", "off", "--grace", "10ms", "--data", t.TempDir()})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := root.ExecuteContext(ctx); err != nil {
		t.Error(err)
	}
}

func TestServe(t *testing.T) {
	data := filepath.Join(t.TempDir(), "new", "data")
	var fingerprint string
	for range 2 { // a first start, then one with existing data
		out, stop, done := start(t, "--data", data, "--host", "play.example", "--grace", "100ms")
		line := out.await(t, done, `enter +(.*)\n`)
		address := regexp.MustCompile(`address +(\S+)`).FindStringSubmatch(out.String())[1]
		_, port, _ := net.SplitHostPort(address)
		if line != "ssh -t -p "+port+" play.example" {
			t.Errorf("the line to type: %q at %s", line, address)
		}
		if !strings.Contains(out.String(), data) {
			t.Errorf("does not tell its data folder: %s", out)
		}
		var key string
		c, err := gossh.Dial("tcp", address, &gossh.ClientConfig{User: "kim", Timeout: 20 * time.Second,
			Auth: []gossh.AuthMethod{gossh.KeyboardInteractive(func(_, _ string, _ []string, _ []bool) ([]string, error) { return nil, nil })},
			HostKeyCallback: func(_ string, _ net.Addr, k gossh.PublicKey) error {
				key = gossh.FingerprintSHA256(k)
				return nil
			}})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), key) || fingerprint != "" && key != fingerprint {
			t.Errorf("host key %s, before %s, told %s", key, fingerprint, out)
		}
		fingerprint = key
		s, err := c.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		if err := s.RequestPty("xterm-256color", 24, 80, nil); err != nil {
			t.Fatal(err)
		}
		screen := newLines()
		s.Stdout = screen
		if _, err := s.StdinPipe(); err != nil {
			t.Fatal(err)
		}
		if err := s.Shell(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- s.Wait() }()
		screen.await(t, ended, `(\x1b\[\?1049h)`) // the arcade's screen
		stop()
		if err := <-done; err != nil {
			t.Errorf("stopped with %v", err)
		}
		<-ended
		if !strings.Contains(screen.String(), "\x1b[?1049l") {
			t.Error("the player was left in the alternate screen")
		}
	}
	if err := os.Remove(filepath.Join(data, storage.HostKeyFile)); err != nil {
		t.Fatal(err)
	}
	if _, _, done := start(t, "--data", data); !errors.Is(<-done, server.ErrNoHostKey) {
		t.Error("a new host key for an old database")
	}
}

func TestServeRefusesBadFlags(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range [][]string{
		{"--lang", "fr"}, {"--log-level", "loud"}, {"--max-sessions", "0"}, {"--max-per-address", "-1"}, {"--grace", "0s"},
		{"--idle", "-1s"}, {"--idle", "30s"}, {"--max-player-sessions", "0"}, {"--connect-rate", "-1"}, {"--login-rate", "-1"}, {"--key-rate", "5"},
		{"--max-seats", "0"}, {"--max-games", "0"}, {"--chat-lines", "0"}, {"--chat-time", "0s"}, {"--max-connections", "0"}, {"--max-handshakes", "0"},
		{"--proxy-protocol", ""}, {"--proxy-protocol", "0.0.0.0/0"}, {"--proxy-protocol", "10.0.0.0/8,::/0"}, {"--proxy-protocol", "proxy"}, {"--shared-network", "10.0.0.0/33"}, {"--shared-network", "school"},
		{"--handshake-time", "soon"},
		{"--node", "a"}, {"--cluster", "nats://127.0.0.1:1"}, {"--cluster", "nats://127.0.0.1:1", "--node", "a.b"}, {"--cluster", "http://x", "--node", "a"}, {"--cluster", "nats://127.0.0.1:1", "--node", "a"},
		{"--solver-share", "1.5"}, {"--solver-share", "-0.1"}, {"--solver-share", "NaN"}, {"--solver-time", "0s"},
		{"--metrics", "0.0.0.0:0"}, {"--metrics", ":0"}, {"--metrics", "nonsense"}, {"--log-format", "xml"},
		{"--http", "nowhere:port"}, {"--http-origins", "localhost:3000"}, {"--http-rate", "-1"}, {"--http-burst", "0"},
		{"--solver-nodes", "0"}, {"--solver-depth", "-1"}, {"--solver-stock", "-1"}, {"--listen", "nowhere:port"}, {"--nonsense"}, {"extra"},
	} {
		_, stop, done := start(t, args...)
		select {
		case err := <-done:
			if err == nil {
				t.Errorf("%q: no error", args)
			}
		case <-time.After(20 * time.Second):
			t.Errorf("%q: serves", args)
		}
		stop()
	}
}

func TestVariables(t *testing.T) {
	env := map[string]string{"ARCADE_LOG_LEVEL": "debug", "ARCADE_MAX_SESSIONS": "7", "ARCADE_HOST": "", "ARCADE_LANG": "en", "ARCADE_HELP": "true"}
	lookup := func(k string) (string, bool) { v, ok := env[k]; return v, ok }
	flags := serve.New(serve.House{}).Flags()
	if err := flags.Parse([]string{"--lang", "ko"}); err != nil {
		t.Fatal(err)
	}
	if err := cli.FromEnvironment(flags, lookup); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"log-level": "debug", "max-sessions": "7", "host": "localhost", "lang": "ko"} {
		if got := flags.Lookup(name).Value.String(); got != want {
			t.Errorf("--%s is %q, want %q", name, got, want)
		}
	}
	env["ARCADE_MAX_SESSIONS"] = "many"
	if err := cli.FromEnvironment(serve.New(serve.House{}).Flags(), lookup); err == nil || !strings.Contains(err.Error(), "ARCADE_MAX_SESSIONS") {
		t.Errorf("a bad variable: %v", err)
	}
}

// The operator's guide names only existing flags of serve, and the deployment files only existing
// variables.
func TestOperatorsGuide(t *testing.T) {
	flags, variables := map[string]bool{}, map[string]bool{"ARCADE_VERSION": true, "ARCADE_PORT": true} // variables of the compose files
	serve.New(serve.House{}).Flags().VisitAll(func(f *pflag.Flag) {
		flags[f.Name], variables[cli.Variable(f.Name)] = true, true
	})
	found := func(re, file string, among map[string]bool) {
		t.Helper()
		text, err := os.ReadFile("../../" + file)
		if err != nil {
			t.Fatal(err)
		}
		all := regexp.MustCompile(re).FindAllStringSubmatch(string(text), -1)
		if len(all) == 0 {
			t.Errorf("%s names nothing", file)
		}
		for _, m := range all {
			if !among[m[1]] {
				t.Errorf("%s: serve has no %s", file, m[1])
			}
		}
	}
	found("(?m)^\\| `--([a-z-]+)`", "docs/operator-reference.md", flags)
	for _, file := range []string{"Dockerfile", "deploy/arcade.service", "deploy/compose.yaml", "deploy/README.md", "deploy/cluster/compose.yaml",
		"deploy/cluster/env.example", "deploy/cluster/arcade.env", "docs/cluster-guide.md"} {
		found(`(ARCADE_[A-Z_]*[A-Z])`, file, variables)
	}
}

func TestEngine(t *testing.T) {
	root := newRoot()
	var out bytes.Buffer
	root.SetIn(strings.NewReader(`{"op":"games"}` + "\n" + `{"op":"quit"}` + "\n"))
	root.SetOut(&out)
	root.SetArgs([]string{"engine"})
	if err := root.ExecuteContext(t.Context()); err != nil || !strings.Contains(out.String(), "othello") {
		t.Errorf("%v: %s", err, out.String())
	}

	r, w := io.Pipe() // nothing reads from it
	defer w.Close()
	root = newRoot() // a command keeps its first context
	root.SetArgs([]string{"engine"})
	root.SetIn(r)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := root.ExecuteContext(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

func TestVersion(t *testing.T) {
	root := newRoot()
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetArgs([]string{"version"})
	if err := root.Execute(); err != nil || !regexp.MustCompile(`^arcade \S+.* go1\.\S+\nreads files of the versions 1 to \d+, writes \d+\n$`).MatchString(out.String()) {
		t.Errorf("%v: %q", err, out.String())
	}
}

// A hangup neither ends the server nor makes it read anything again; the log says so.
func TestServeIgnoresHangups(t *testing.T) {
	root, out, log := newRoot(), newLines(), newLines()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	root.SetOut(out)
	root.SetErr(log)
	root.SetArgs([]string{"serve", "--listen", "127.0.0.1:0", "--http", "off", "--grace", "10ms", "--data", t.TempDir()})
	done := make(chan error, 1)
	go func() { done <- root.ExecuteContext(ctx) }()
	out.await(t, done, `enter +(.*)\n`)
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	if err := self.Signal(syscall.SIGHUP); err != nil {
		t.Skip(err) // not a Unix
	}
	log.await(t, done, `(SIGHUP)`)
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// A variable that no command reads is named, with the one that is meant.
func TestUnknownVariables(t *testing.T) {
	root := newRoot()
	for variable, want := range map[string]string{
		"ARCADE_LOG_LEVLE=debug": "ARCADE_LOG_LEVEL", "ARCADE_MAX_SESSION=3": "ARCADE_MAX_SESSIONS", "ARCADE_PUBLICPORT=22": "ARCADE_PUBLIC_PORT",
		"ARCADE_STORES=postgres://a:secret@b/c": "ARCADE_STORE", "ARCADE_SOMETHING_ELSE=1": "", "ARCADE_=1": "",
	} {
		name, _, _ := strings.Cut(variable, "=")
		got := cli.Unknown(root, []string{"HOME=/", variable})
		if len(got) != 1 || !strings.Contains(got[0], name+" ") || want != "" && !strings.Contains(got[0], want+"?") || want == "" && strings.Contains(got[0], "?") || strings.Contains(got[0], "secret") {
			t.Errorf("%s: %q", variable, got)
		}
	}
	for _, known := range []string{
		"ARCADE_STORE=x", "ARCADE_FROM=x", "ARCADE_LISTEN=", "ARCADE_HELP=", "ARCADE_GUARDED=1", "ARCADE_VERSION=v1", "ARCADE_PORT=2222", "arcade_x=1", "ARCADEX=1",
		"ARCADE_SERVICE_HOST=10.0.0.1", "ARCADE_SERVICE_PORT_SSH=22", "ARCADE_PORT_2222_TCP_ADDR=10.0.0.1", // Kubernetes makes these for a service of that name
	} {
		if got := cli.Unknown(root, []string{known}); len(got) > 0 {
			t.Errorf("%s: %q", known, got)
		}
	}
	var errs bytes.Buffer
	root.SetErr(&errs)
	root.SetOut(io.Discard)
	root.SetArgs([]string{"version"})
	t.Setenv("ARCADE_LOG_LEVLE", "debug")
	if err := root.Execute(); err != nil || errs.String() != "arcade: ARCADE_LOG_LEVLE is not a setting: did you mean ARCADE_LOG_LEVEL?\n" {
		t.Errorf("%v, %q", err, errs.String())
	}
}

package server

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	gossh "golang.org/x/crypto/ssh"

	"arcade/games"
	"arcade/games/othello"
	"arcade/internal/chance"
	"arcade/internal/logtest"
	"arcade/lobby"
	"arcade/lobby/config"
	"arcade/lobby/network"
	"arcade/sessions/app"
	"arcade/sessions/client"
	"arcade/sessions/pages"
	"arcade/sessions/paint"
	"arcade/sessions/term"
	"arcade/sessions/words"
	"arcade/store/bolt"
)

// patience limits the waits of a test; nothing takes as long.
const patience = 20 * time.Second

func newKey(t testing.TB) gossh.Signer {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := gossh.NewSignerFromKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

// board is a screen that shows its size and its last key, and quits on q.
type board struct {
	size client.Size
	key  string
	n    int

	client      *client.Client
	wake, stops <-chan struct{}
}

type goodbye struct{}

func (b *board) Init() tea.Cmd                      { return nil }
func (b *board) Attach(c *client.Client)            { b.client = c }
func (b *board) Wake() <-chan struct{}              { return b.wake }
func (b *board) Notice() (<-chan struct{}, tea.Msg) { return b.stops, goodbye{} }

func (b *board) View() tea.View {
	b.client.Show(client.Frame{Paint: b.Paint})
	return tea.View{}
}

func (b *board) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		b.size = client.Size(msg)
	case client.Woken:
		b.n++
	case goodbye:
		return b, tea.Quit
	case tea.KeyPressMsg:
		b.key = msg.String()
		if b.key == "q" {
			return b, tea.Quit
		}
	}
	return b, nil
}

var plain = paint.NewPalette(1, 1, func(int, int) paint.Style { return paint.Style{} })

func (b *board) Paint(d client.Display, dst []byte) []byte {
	fill := ' '
	if b.n > 0 {
		fill = rune('a' + b.n%26)
	}
	var c paint.Canvas
	c.Reset(b.size.Width, b.size.Height, paint.Cell{Rune: fill})
	for x, r := range fmt.Sprintf("size=%dx%d key=%s ", b.size.Width, b.size.Height, b.key) {
		if x < c.W() {
			c.Put(x, 0, r)
		}
	}
	return d.Show(dst, client.Picture{Frame: paint.Frame{Canvas: &c, Palette: plain}})
}

// screen runs a board, and ends it when the server stops.
func screen(ctx context.Context, s *session) error {
	return (&board{stops: s.Draining()}).on(ctx, s)
}

func (b *board) on(ctx context.Context, s *session) error {
	t := s.Terminal()
	b.size = t.Size()
	p := term.New(ctx, t, term.NewInput(t.In), b)
	s.run(p.Program)
	return p.Close()
}

// door is a running server.
type door struct {
	*Server
	addr string
	stop context.CancelFunc
	done chan error // Serve's result
	log  *logtest.Buffer
}

func open(t testing.TB, cfg Config) *door {
	t.Helper()
	cfg.HostKey = newKey(t)
	if cfg.Screen == nil {
		cfg.Screen = screen
	}
	if cfg.Lang == "" {
		cfg.Lang = "en"
	}
	d := &door{log: &logtest.Buffer{}, done: make(chan error, 1)}
	cfg.Log = slog.New(slog.NewTextHandler(d.log, nil))
	var err error
	if d.Server, err = New(cfg); err != nil {
		t.Fatal(err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	d.addr = ln.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	d.stop = cancel
	go func() { d.done <- d.Serve(ctx, ln) }()
	t.Cleanup(func() {
		d.end(errShutdown) // ends the sessions now, so that no test waits for Config.Grace
		d.stop()
		d.Shutdown()
	})
	return d
}

func (d *door) dialAs(auth ...gossh.AuthMethod) (*gossh.Client, error) {
	return gossh.Dial("tcp", d.addr, &gossh.ClientConfig{
		User: "someone", Auth: auth, HostKeyCallback: gossh.InsecureIgnoreHostKey(), Timeout: patience,
	})
}

var asGuest = gossh.KeyboardInteractive(func(_, _ string, questions []string, _ []bool) ([]string, error) {
	if len(questions) > 0 {
		return nil, errors.New("a guest was asked something")
	}
	return nil, nil
})

func (d *door) dial(t testing.TB) *gossh.Client {
	t.Helper()
	c, err := d.dialAs(asGuest)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// run runs a command and returns its output and exit code.
func run(t testing.TB, c *gossh.Client, command string, setup ...func(*gossh.Session)) (stdout, stderr string, code int) {
	t.Helper()
	s, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var out, errs bytes.Buffer
	s.Stdout, s.Stderr = &out, &errs
	for _, f := range setup {
		f(s)
	}
	err = s.Run(command)
	var exit *gossh.ExitError
	switch {
	case errors.As(err, &exit):
		code = exit.ExitStatus()
	case err != nil:
		t.Fatalf("%.60q: %v", command, err)
	}
	return out.String(), errs.String(), code
}

func withPTY(term string, width, height int) func(*gossh.Session) {
	return func(s *gossh.Session) { _ = s.RequestPty(term, height, width, gossh.TerminalModes{}) }
}

// screenOf opens a screen. Its shows waits until the screen has shown a text.
type screenOf struct {
	*gossh.Session
	keys  io.WriteCloser
	out   *output
	errs  *output
	ended chan error
}

// output is a buffer that can be waited on.
type output struct {
	mu   sync.Mutex
	cond *sync.Cond
	b    bytes.Buffer
}

func newOutput() *output { b := &output{}; b.cond = sync.NewCond(&b.mu); return b }

func (b *output) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	defer b.cond.Broadcast()
	return b.b.Write(p)
}

func (b *output) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

func (b *output) await(t testing.TB, text string) {
	t.Helper()
	start := time.Now()
	late := time.AfterFunc(patience, func() {
		b.mu.Lock() // without the lock, this could fall between the check of the time and the wait
		defer b.mu.Unlock()
		b.cond.Broadcast()
	})
	defer late.Stop()
	b.mu.Lock()
	defer b.mu.Unlock()
	for !strings.Contains(b.b.String(), text) {
		if time.Since(start) >= patience {
			t.Fatalf("%q did not come; %q did", text, b.b.String())
		}
		b.cond.Wait()
	}
}

func openScreen(t testing.TB, c *gossh.Client, command string, setup ...func(*gossh.Session)) *screenOf {
	t.Helper()
	s, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	sc := &screenOf{Session: s, out: newOutput(), errs: newOutput(), ended: make(chan error, 1)}
	s.Stdout, s.Stderr = sc.out, sc.errs
	sc.keys, _ = s.StdinPipe()
	for _, f := range setup {
		f(s)
	}
	if command == "" {
		err = s.Shell()
	} else {
		err = s.Start(command)
	}
	if err != nil {
		t.Fatal(err)
	}
	go func() { sc.ended <- s.Wait() }()
	return sc
}

func (s *screenOf) wait(t testing.TB) error {
	t.Helper()
	select {
	case err := <-s.ended:
		return err
	case <-time.After(patience):
		t.Fatal("the session goes on")
		return nil
	}
}

func TestScreen(t *testing.T) {
	d := open(t, Config{})
	s := openScreen(t, d.dial(t), "", withPTY("xterm-256color", 100, 30))
	s.out.await(t, "size=100x30")
	if err := s.WindowChange(40, 90); err != nil {
		t.Fatal(err)
	}
	s.out.await(t, "90x40")
	_, _ = io.WriteString(s.keys, "\x1b[A")
	s.out.await(t, "up")
	_, _ = io.WriteString(s.keys, "q")
	if err := s.wait(t); err != nil {
		t.Error(err)
	}
	if out := s.out.String(); !strings.HasPrefix(out[strings.LastIndex(out, "\x1b[?1049"):], "\x1b[?1049l") {
		t.Error("left in the alternate screen")
	}
}

func TestScreenSizes(t *testing.T) {
	d := open(t, Config{})
	c := d.dial(t)
	for _, x := range []struct {
		width, height int
		want          string
	}{{1000, 1000, "size=500x200"}, {0, 0, "size=80x24"}, {1, 1, "s"}, {1, 100000, "s"}} {
		s := openScreen(t, c, "", withPTY("xterm", x.width, x.height))
		s.out.await(t, x.want)
		_, _ = io.WriteString(s.keys, "q")
		if err := s.wait(t); err != nil {
			t.Errorf("%dx%d: %v", x.width, x.height, err)
		}
	}
}

// A burst of unread window sizes does not delay the session's other requests, and the last size counts.
func TestManyWindowChanges(t *testing.T) {
	start := make(chan struct{})
	d := open(t, Config{Screen: func(ctx context.Context, s *session) error {
		<-start
		return screen(ctx, s)
	}})
	s := openScreen(t, d.dial(t), "", withPTY("xterm", 80, 24))
	for i := range 500 {
		if err := s.WindowChange(30, 100+i%50); err != nil {
			t.Fatal(err)
		}
	}
	_ = s.WindowChange(31, 99)
	if ok, err := s.SendRequest("unheard-of", true, nil); ok || err != nil { // the reply comes after all sizes
		t.Fatalf("answer %v, %v", ok, err)
	}
	close(start)
	s.out.await(t, "99x31")
}

func TestDumbTerminals(t *testing.T) {
	d := open(t, Config{})
	c := d.dial(t)
	for _, term := range []string{"", "../../etc/passwd", "\x1b[31m", strings.Repeat("x", 5000)} {
		s := openScreen(t, c, "", withPTY(term, 80, 24))
		var exit *gossh.ExitError
		if err := s.wait(t); !errors.As(err, &exit) || exit.ExitStatus() != exitError {
			t.Errorf("%.20q: %v", term, err)
		}
		if got := s.errs.String(); strings.Count(got, "\r\n") != 1 || !strings.HasPrefix(got, "arcade: this terminal") || s.out.String() != "" {
			t.Errorf("%.20q: said %q and showed %q", term, got, s.out.String())
		}
	}
	// Commands need no terminal.
	if out, _, code := run(t, c, "help", withPTY("dumb", 80, 24)); code != 0 || !strings.Contains(out, "whoami") {
		t.Errorf("help on a dumb terminal: %d %q", code, out)
	}
}

func TestNothingButSessions(t *testing.T) {
	d := open(t, Config{})
	c := d.dial(t)
	if conn, err := c.Dial("tcp", d.addr); err == nil {
		conn.Close()
		t.Error("forwards connections")
	}
	if ln, err := c.Listen("tcp", "127.0.0.1:0"); err == nil {
		ln.Close()
		t.Error("listens for others")
	}
	for _, kind := range []string{"x11", "auth-agent@openssh.com", "direct-streamlocal@openssh.com", "forwarded-tcpip", ""} {
		if ch, _, err := c.OpenChannel(kind, nil); err == nil {
			ch.Close()
			t.Errorf("opens a channel %q", kind)
		}
	}
	s, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"subsystem", "auth-agent-req@openssh.com", "x11-req", "break", "signal", "exit-status", "\x00"} {
		if ok, err := s.SendRequest(kind, true, gossh.Marshal(struct{ S string }{"sftp"})); ok || err != nil {
			t.Errorf("request %q: %v, %v", kind, ok, err)
		}
	}
	if ok, _, err := c.SendRequest("tcpip-forward", true, []byte("junk")); ok || err != nil {
		t.Errorf("global request: %v, %v", ok, err)
	}
	if _, _, code := run(t, c, "whoami"); code != 0 {
		t.Error("the connection is of no use afterwards")
	}
}

func TestEnvironment(t *testing.T) {
	got := make(chan term.Terminal, 1)
	langs := make(chan string, 1)
	d := open(t, Config{Screen: func(_ context.Context, s *session) error {
		got <- s.Terminal()
		langs <- s.Lang()
		return nil
	}})
	c := d.dial(t)
	s := openScreen(t, c, "", withPTY("xterm", 80, 24), func(s *gossh.Session) {
		for k, v := range map[string]string{"PATH": "/evil", "LD_PRELOAD": "x", "TMUX": "x", "COLORTERM": "truecolor\x1b", "LC_X=Y": "z", "LC_BIG": strings.Repeat("x", 129)} {
			if s.Setenv(k, v) == nil {
				t.Errorf("keeps %s", k)
			}
		}
		if err := s.Setenv("LC_ALL", "ko_KR.UTF-8"); err != nil {
			t.Error(err)
		}
		for i := range 100 {
			_ = s.Setenv(fmt.Sprint("LC_", i), "x")
		}
	})
	_ = s.wait(t)
	term := <-got
	if len(term.Env) != maxEnv || term.Env[0] != "LC_ALL=ko_KR.UTF-8" {
		t.Errorf("%d variables: %q", len(term.Env), term.Env)
	}
	if l := <-langs; l != "ko" {
		t.Errorf("language %q", l)
	}
}

func TestLang(t *testing.T) {
	for env, want := range map[string]string{
		"": "def", "LANG=C": "def", "LANG=C.UTF-8": "def", "LANG=POSIX": "def", "LANG=": "def",
		"LANG=ko_KR.UTF-8": "ko", "LANG=ko": "ko", "LANG=en_US.UTF-8": "en", "LANG=fr_FR": "en",
		"LC_ALL=ko_KR LANG=en_US": "ko", "LANG=ko_KR LC_ALL=en_US": "en", "LC_CTYPE=ko_KR": "def",
	} {
		if got := lang(strings.Fields(env), "def"); got != want {
			t.Errorf("%q: %s, want %s", env, got, want)
		}
	}
}

// A client that does not read its screen is disconnected, and others do not notice.
func TestClientThatNeverReads(t *testing.T) {
	ended := make(chan error, 1)
	d := open(t, Config{Screen: func(ctx context.Context, s *session) error {
		wake := make(chan struct{})
		go func() {
			for ctx.Err() == nil {
				select {
				case wake <- struct{}{}:
				case <-ctx.Done():
				}
				time.Sleep(20 * time.Millisecond)
			}
		}()
		err := (&board{wake: wake}).on(ctx, s)
		ended <- err
		return err
	}})
	c := d.dial(t)
	s, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	_, _ = s.StdinPipe()
	_, _ = s.StdoutPipe() // nobody reads it, so the channel's window fills up
	withPTY("xterm", 500, 200)(s)
	if err := s.Shell(); err != nil {
		t.Fatal(err)
	}
	cut := make(chan error, 1)
	go func() { cut <- c.Wait() }()
	select {
	case <-cut:
	case <-time.After(8 * patience): // the server draws 2 MiB of frames first
		t.Fatal("still connected")
	}
	if err := <-ended; !errors.Is(err, client.ErrSlow) {
		t.Errorf("ended with %v", err)
	}
	if _, _, code := run(t, d.dial(t), "whoami"); code != 0 {
		t.Error("nobody else is served")
	}
}

func TestNoise(t *testing.T) {
	d := open(t, Config{})
	noise := make([]byte, 64<<10)
	_, _ = chance.Reader(t).Read(noise)

	nc, err := net.Dial("tcp", d.addr) // before the handshake
	if err != nil {
		t.Fatal(err)
	}
	_, _ = nc.Write(noise)
	nc.Close()

	c := d.dial(t)
	for _, kind := range []string{"pty-req", "env", "window-change", "exec", "signal"} {
		s, err := c.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		if ok, err := s.SendRequest(kind, true, noise[:1000]); ok || err != nil {
			t.Errorf("%s of noise: %v, %v", kind, ok, err)
		}
		s.Close()
	}
	s := openScreen(t, c, "", withPTY("xterm", 80, 24)) // on a screen
	s.out.await(t, "size=80x24")
	go func() {
		_, _ = s.keys.Write(bytes.ReplaceAll(noise, []byte("q"), nil))
		_, _ = io.WriteString(s.keys, "\x1b\\\x1b[201~q")
	}()
	if err := s.wait(t); err != nil {
		t.Error(err)
	}
	for _, command := range []string{string(noise[:3000]), "whoami \x00", "whoami \xff", "\x1b]0;x\x07", strings.Repeat("a", 200<<10)} {
		out, errs, code := run(t, c, command)
		if code != exitUsage || out != "" || strings.Count(errs, "\n") != 1 || !strings.HasPrefix(errs, "arcade: the command ") {
			t.Errorf("%.20q: %d %q %q", command, code, out, errs)
		}
	}
	// A request beyond the protocol's packet size ends that connection only.
	if s, err := d.dial(t).NewSession(); err == nil {
		_ = s.Run(strings.Repeat("a", 1<<20))
	}
	if _, _, code := run(t, c, "whoami"); code != 0 {
		t.Error("nobody else is served")
	}
	if strings.Contains(d.log.String(), "panic") {
		t.Error(d.log.String())
	}
}

func TestPanicsStayInTheirSession(t *testing.T) {
	d := open(t, Config{Screen: func(context.Context, *session) error { panic("boom") }})
	c := d.dial(t)
	s := openScreen(t, c, "", withPTY("xterm", 80, 24))
	var exit *gossh.ExitError
	if err := s.wait(t); !errors.As(err, &exit) || exit.ExitStatus() != exitError {
		t.Error(err)
	}
	if got := s.errs.String(); got != "arcade: internal error; it has been logged\r\n" {
		t.Errorf("said %q", got)
	}
	if !strings.Contains(d.log.String(), "boom") {
		t.Error("not in the log")
	}
}

func TestLogHasNoPersonalData(t *testing.T) {
	d := open(t, Config{})
	key := newKey(t)
	c, err := d.dialAs(gossh.PublicKeys(key))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	run(t, c, "whoami sekrit")
	run(t, c, "sekrit")
	run(t, c, "join sekrit")
	if _, _, code := run(t, c, "whoami"); code != 0 {
		t.Fatal(code)
	}
	c.Close()
	d.stop()
	<-d.done
	log := d.log.String()
	if strings.Count(log, "msg=session") != 4 || !strings.Contains(log, "name=whoami") {
		t.Errorf("log: %s", log)
	}
	for _, secret := range []string{"sekrit", "127.0.0.1", "someone", strings.TrimPrefix(gossh.FingerprintSHA256(key.PublicKey()), "SHA256:")} {
		if strings.Contains(log, secret) {
			t.Errorf("the log tells %q: %s", secret, log)
		}
	}
}

func TestShutdown(t *testing.T) {
	stubborn := make(chan struct{})
	d := open(t, Config{Grace: 2 * time.Second, Screen: func(ctx context.Context, s *session) error {
		if len(s.Args()) == 0 {
			return screen(ctx, s)
		}
		close(stubborn)
		<-ctx.Done()
		return context.Cause(ctx)
	}})
	c := d.dial(t)
	polite := openScreen(t, c, "", withPTY("xterm", 80, 24))
	polite.out.await(t, "size=80x24")
	other := openScreen(t, c, "join CODE", withPTY("xterm", 80, 24))
	<-stubborn
	d.stop()
	if err := polite.wait(t); err != nil {
		t.Errorf("a session that ends by itself: %v", err)
	}
	var exit *gossh.ExitError
	if err := other.wait(t); !errors.As(err, &exit) {
		t.Errorf("a session that does not: %v", err)
	}
	if got := other.errs.String(); got != "arcade: the server is restarting, come back in a moment\r\n" {
		t.Errorf("it was told %q", got)
	}
	if err := <-d.done; err != nil {
		t.Error(err)
	}
	if _, err := d.dialAs(asGuest); err == nil {
		t.Error("still lets people in")
	}
	if err := c.Wait(); err == nil {
		t.Error("the connection is open")
	}
}

// shutting is an ended context that shuts the server down as soon as Serve looks at it.
type shutting struct {
	context.Context
	server *Server
}

func (c shutting) Err() error {
	c.server.Shutdown()
	return context.Canceled
}

func TestShutdownBeforeServing(t *testing.T) {
	s, err := New(Config{HostKey: newKey(t), Screen: screen, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	done := make(chan error, 1)
	go func() { done <- s.Serve(shutting{ended, s}, ln) }()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(patience):
		t.Fatal("it serves on")
	}
}

// A screen may still be counting down when a busy server ends its sessions. The screen was notified, and
// ends as if the player had left.
func TestShutdownOfACountdown(t *testing.T) {
	l := openLobby(t, games.NewRegistry(othello.Game{}))
	d := open(t, Config{Grace: time.Hour, Screen: Screen(&app.House{Lobby: l, Places: pages.Rooms{}, Way: app.Way{SSH: "ssh -t x"}, Countdown: time.Hour})})
	english := func(s *gossh.Session) { _ = s.Setenv("LANG", "en_US.UTF-8") }
	s := openScreen(t, d.dial(t), "", english, withPTY("xterm", 80, 24))
	s.out.await(t, "\x1b[?1049h")
	d.stop()
	s.out.await(t, "3600")
	d.end(errShutdown)
	if err := s.wait(t); err != nil {
		t.Error(err)
	}
	if out, want := s.out.String(), words.T(words.EN, "sh.closing.guest", "host", "ssh -t x"); !strings.HasSuffix(out, want+"\r\n") || s.errs.String() != "" {
		t.Errorf("it was told %q, %q", out, s.errs.String())
	}
}

// Nothing remains of connections that were dropped halfway.
func TestNoGoroutineOutlivesItsConnection(t *testing.T) {
	d := open(t, Config{Limits: Limits{PerAddress: 1000}})
	base := runtime.NumGoroutine()
	for range 40 {
		c := d.dial(t)
		s := openScreen(t, c, "", withPTY("xterm", 80, 24))
		s.out.await(t, "size")
		_, _ = io.WriteString(s.keys, "abc")
		c.Close()
	}
	left := func() int {
		d.gate.mu.Lock()
		defer d.gate.mu.Unlock()
		return len(d.gate.conns) + len(d.gate.from[network.Address]) + len(d.gate.handshake)
	}
	for start := time.Now(); left() > 0 || runtime.NumGoroutine() > base; time.Sleep(10 * time.Millisecond) {
		if time.Since(start) > patience {
			buf := make([]byte, 1<<20)
			t.Fatalf("%d goroutines, %d before, the gate counts %d\n%s", runtime.NumGoroutine(), base, left(), buf[:runtime.Stack(buf, true)])
		}
	}
}

func TestHostKey(t *testing.T) {
	dir := t.TempDir()
	path, db := filepath.Join(dir, "host_ed25519"), filepath.Join(dir, "arcade.db")
	first, err := HostKey(path, db)
	if err != nil {
		t.Fatal(err)
	}
	if info, _ := os.Stat(path); info.Mode() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
	if err := os.WriteFile(db, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	again, err := HostKey(path, db)
	if err != nil || !bytes.Equal(again.PublicKey().Marshal(), first.PublicKey().Marshal()) {
		t.Errorf("another key the second time: %v", err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := HostKey(path, db); !errors.Is(err, ErrNoHostKey) {
		t.Errorf("a new key beside an old database: %v", err)
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("left behind: %v", files)
	}
	if err := os.WriteFile(path, []byte("junk"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := HostKey(path, db); err == nil {
		t.Error("a broken key was taken")
	}
}

// openLobby returns a lobby with its own store.
func openLobby(t testing.TB, reg *games.Registry) *lobby.Lobby {
	t.Helper()
	st, err := bolt.Open(filepath.Join(t.TempDir(), "arcade.db"), bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	l, err := lobby.New(config.Config{Store: st, Games: reg})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l
}

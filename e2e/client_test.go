package e2e

import (
	"errors"
	"fmt"
	"io"
	"net"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	gossh "golang.org/x/crypto/ssh"

	"arcade/sessions/words"
)

const (
	// patience is how long a test waits for something that should come at once.
	patience = 30 * time.Second
	// guard outwaits the time for which a question that has been seen takes no answer.
	guard = 310 * time.Millisecond
	// calm outwaits the time for which a table to which somebody was called takes no keys.
	calm = 750 * time.Millisecond
)

// opts is what a client says of itself. The zero value is an English 80x24 xterm.
type opts struct {
	cols, rows int
	lang       string // a locale
	term       string
	user       string
	command    string
	env        map[string]string
	noPTY      bool
	conn       net.Conn // instead of a new TCP connection
}

// client is an SSH client with a terminal emulator on it.
type client struct {
	t    testing.TB
	ssh  *gossh.Client
	sess *gossh.Session
	conn net.Conn     // under ssh
	key  gossh.Signer // nil for a guest
	lang string
	user string
	in   io.WriteCloser
	inMu sync.Mutex // one write of keys or of the terminal's answers at a time

	mu      sync.Mutex
	em      *vt.Emulator
	raw     []byte        // everything that came
	change  chan struct{} // closed at the next change
	started bool
	ended   bool
	err     error // of the session, once ended
	modes   map[ansi.Mode]bool
	alt     bool
	cursor  bool
	stopped chan struct{} // closed when ended
	never   *regexp.Regexp
	broke   string // the first screen that matched never
}

const korean, english = "ko_KR.UTF-8", "en_US.UTF-8"

// enter connects with a key, or nil for a guest, and starts a session.
func enter(t testing.TB, addr string, key gossh.Signer, o opts) *client {
	t.Helper()
	c, err := connect(t, addr, key, o)
	if err != nil {
		t.Fatalf("enter: %v", err)
	}
	return c
}

// visit enters and waits for the home screen.
func visit(t testing.TB, addr string, key gossh.Signer, o opts) *client {
	t.Helper()
	c := enter(t, addr, key, o)
	c.await(atHome)
	return c
}

// again comes in once more as who this client was.
func (c *client) again(addr, command string) *client {
	c.t.Helper()
	return enter(c.t, addr, c.key, opts{lang: c.lang, user: c.user, command: command})
}

func connect(t testing.TB, addr string, key gossh.Signer, o opts) (*client, error) {
	if o.cols == 0 {
		o.cols, o.rows = 80, 24
	}
	if o.term == "" {
		o.term = "xterm-256color"
	}
	if o.lang == "" {
		o.lang = english
	}
	if o.user == "" {
		o.user = "guest"
	}
	nc, err := o.conn, error(nil)
	if nc == nil {
		if nc, err = net.DialTimeout("tcp", addr, patience); err != nil {
			return nil, err
		}
	}
	c := &client{
		t: t, conn: nc, key: key, lang: o.lang, user: o.user, em: vt.NewEmulator(o.cols, o.rows), change: make(chan struct{}), cursor: true,
		modes: map[ansi.Mode]bool{}, stopped: make(chan struct{}),
	}
	c.em.SetCallbacks(vt.Callbacks{
		AltScreen:        func(on bool) { c.alt = on },
		CursorVisibility: func(on bool) { c.cursor = on },
		EnableMode:       func(m ansi.Mode) { c.modes[m] = true },
		DisableMode:      func(m ansi.Mode) { c.modes[m] = false },
	})
	if c.ssh, err = logIn(nc, o.user, by(key)); err != nil {
		return nil, err
	}
	t.Cleanup(c.close)
	if c.sess, err = c.ssh.NewSession(); err != nil {
		return nil, err
	}
	env := map[string]string{"LANG": o.lang}
	for k, v := range o.env {
		env[k] = v
	}
	for k, v := range env {
		if err := c.sess.Setenv(k, v); err != nil {
			return nil, fmt.Errorf("setenv %s: %w", k, err)
		}
	}
	if !o.noPTY {
		if err := c.sess.RequestPty(o.term, o.rows, o.cols, gossh.TerminalModes{}); err != nil {
			return nil, err
		}
	}
	if c.in, err = c.sess.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := c.sess.StdoutPipe()
	if err != nil {
		return nil, err
	}
	errs, err := c.sess.StderrPipe()
	if err != nil {
		return nil, err
	}
	if o.command == "" {
		err = c.sess.Shell()
	} else {
		err = c.sess.Start(o.command)
	}
	if err != nil {
		return nil, err
	}
	var read sync.WaitGroup
	read.Go(func() { c.read(out) })
	read.Go(func() { c.read(errs) })
	c.started = true
	go c.answer(c.em)
	go func() {
		err := c.sess.Wait()
		read.Wait()
		c.mu.Lock()
		c.ended, c.err = true, err
		close(c.stopped)
		c.changed()
		c.mu.Unlock()
	}()
	return c, nil
}

// by is how somebody logs in: with a key, or nil as a guest.
func by(key gossh.Signer) gossh.AuthMethod {
	if key != nil {
		return gossh.PublicKeys(key)
	}
	return gossh.KeyboardInteractive(func(_, _ string, _ []string, _ []bool) ([]string, error) { return nil, nil })
}

// dial connects to a server and logs in.
func dial(addr, user string, auth gossh.AuthMethod) (*gossh.Client, error) {
	nc, err := net.DialTimeout("tcp", addr, patience)
	if err != nil {
		return nil, err
	}
	return logIn(nc, user, auth)
}

// logIn logs in on a connection, and closes it where that fails.
func logIn(nc net.Conn, user string, auth gossh.AuthMethod) (*gossh.Client, error) {
	sc, chans, reqs, err := gossh.NewClientConn(nc, "", &gossh.ClientConfig{
		User: user, Auth: []gossh.AuthMethod{auth}, HostKeyCallback: gossh.InsecureIgnoreHostKey(),
	})
	if err != nil {
		nc.Close()
		return nil, err
	}
	return gossh.NewClient(sc, chans, reqs), nil
}

// start opens a session with a pipe each way and starts a command, "" for a screen;
// with rows it has a terminal.
func start(c *gossh.Client, command string, cols, rows int) (sess *gossh.Session, in io.WriteCloser, out io.Reader, err error) {
	if sess, err = c.NewSession(); err != nil {
		return nil, nil, nil, err
	}
	in, _ = sess.StdinPipe()
	out, _ = sess.StdoutPipe()
	if rows > 0 {
		_ = sess.RequestPty("xterm-256color", rows, cols, gossh.TerminalModes{})
	}
	if command == "" {
		return sess, in, out, sess.Shell()
	}
	return sess, in, out, sess.Start(command)
}

// close ends the connection, if it has not, and lets the terminal go: it is large.
func (c *client) close() {
	_ = c.ssh.Close()
	if c.started {
		<-c.stopped
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.em != nil {
		// Not its own Close, which answer's Read must not meet.
		_ = c.em.InputPipe().(io.Closer).Close()
		c.em = nil
	}
}

// read feeds the terminal.
func (c *client) read(r io.Reader) {
	p := make([]byte, 32<<10)
	for {
		n, err := r.Read(p)
		if n > 0 {
			c.mu.Lock()
			c.raw = append(c.raw, p[:n]...)
			_, _ = c.em.Write(p[:n])
			if c.never != nil && c.broke == "" {
				if lines := c.lines(); c.never.MatchString(strings.Join(lines, "\n")) {
					c.broke = frame(lines)
				}
			}
			c.changed()
			c.mu.Unlock()
		}
		if err != nil {
			return
		}
	}
}

// changed wakes those who wait; mu is held.
func (c *client) changed() {
	close(c.change)
	c.change = make(chan struct{})
}

// answer sends what the terminal says for itself, such as where its cursor is.
func (c *client) answer(em *vt.Emulator) {
	p := make([]byte, 4<<10)
	for {
		n, err := em.Read(p)
		if err != nil {
			return
		}
		c.send(string(p[:n]))
	}
}

// send sends bytes as they are; after the session's end they are lost.
func (c *client) send(s string) {
	c.inMu.Lock()
	defer c.inMu.Unlock()
	_, _ = io.WriteString(c.in, s)
}

var keyBytes = map[string]string{
	"Enter": "\r", "Tab": "\t", "Shift+Tab": "\x1b[Z", "Esc": "\x1b", "Space": " ", "Backspace": "\x7f",
	"Up": "\x1b[A", "Down": "\x1b[B", "Right": "\x1b[C", "Left": "\x1b[D", "Home": "\x1b[H", "End": "\x1b[F",
	"PgUp": "\x1b[5~", "PgDn": "\x1b[6~", "F1": "\x1bOP", "F2": "\x1bOQ", "Ctrl+C": "\x03", "Ctrl+L": "\x0c",
}

// keys presses keys by name; what is no name is typed. A bare Esc has to be the
// last of a call, and its effect awaited: with more bytes behind it it is another key.
func (c *client) keys(keys ...string) {
	var b strings.Builder
	for i, k := range keys {
		if k == "Esc" && i < len(keys)-1 {
			panic("Esc has to be last")
		}
		if s, ok := keyBytes[k]; ok {
			k = s
		}
		b.WriteString(k)
	}
	c.send(b.String())
}

// click presses and releases the left button over a cell, from 0.
func (c *client) click(x, y int) { c.button(0, x, y) }

func (c *client) button(b, x, y int) {
	c.send(fmt.Sprintf("\x1b[<%d;%d;%dM\x1b[<%d;%d;%dm", b, x+1, y+1, b, x+1, y+1))
}

// clickOn clicks on the first cell of the first text that matches.
func (c *client) clickOn(re string) {
	c.t.Helper()
	r := rx(re)
	for y, line := range c.text() {
		if m := r.FindStringIndex(line); m != nil {
			c.click(ansi.StringWidth(line[:m[0]]), y)
			return
		}
	}
	c.fatalf("no %s to click", re)
}

var sentence = regexp.MustCompile(`<(ko:|en:)?([a-z]+\.[a-zA-Z0-9._-]*)((?: [a-z]+=[^ >]+)*)>`)

// rx compiles what a test looks for on a screen: a regular expression in which ^
// and $ are the ends of lines and <key p=kim n=3> is a sentence of the catalogue
// in either language, <ko:key> in one. A value that is not named may be anything; one in
// parentheses is itself an expression, whose group is there once a language.
func rx(re string) *regexp.Regexp {
	if r, ok := compiled.Load(re); ok {
		return r.(*regexp.Regexp)
	}
	r := regexp.MustCompile("(?m)" + sentence.ReplaceAllStringFunc(re, func(s string) string {
		m := sentence.FindStringSubmatch(s)
		if !words.Has(m[2]) {
			panic("no sentence " + m[2])
		}
		var forms []string
		for _, lang := range []words.Lang{words.KO, words.EN} {
			if m[1] != "" && m[1] != lang.String()+":" {
				continue
			}
			form := regexp.QuoteMeta(words.T(lang, m[2]))
			for _, arg := range strings.Fields(m[3]) {
				name, value, _ := strings.Cut(arg, "=")
				if name == "n" && value == "1" {
					form = regexp.QuoteMeta(words.T(lang, m[2], "n", 1)) // may have a form of its own
				}
				if !strings.HasPrefix(value, "(") {
					value = regexp.QuoteMeta(value)
				}
				form = strings.ReplaceAll(form, regexp.QuoteMeta("{"+name+"}"), value)
			}
			forms = append(forms, hole.ReplaceAllString(form, `.+?`))
		}
		return "(?:" + strings.Join(forms, "|") + ")"
	}))
	compiled.Store(re, r)
	return r
}

var (
	hole     = regexp.MustCompile(`\\\{[a-z]+\\\}`)
	compiled sync.Map // of what rx has made
)

// one is the first group of a match that is not empty.
func one(m []string) string {
	for _, g := range m[1:] {
		if g != "" {
			return g
		}
	}
	return ""
}

// resize changes the window's size.
func (c *client) resize(cols, rows int) {
	c.t.Helper()
	c.mu.Lock()
	c.em.Resize(cols, rows)
	c.mu.Unlock()
	if err := c.sess.WindowChange(rows, cols); err != nil {
		c.t.Fatalf("resize: %v", err)
	}
}

// cut ends the connection as a cable does: without a word.
func (c *client) cut() {
	if tcp, ok := c.conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = c.conn.Close()
}

// text is the screen as lines without the blanks at their ends.
func (c *client) text() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lines()
}

// lines is text; mu is held.
func (c *client) lines() []string {
	if c.em == nil {
		return nil
	}
	w, h := c.em.Width(), c.em.Height()
	lines := make([]string, h)
	for y := range h {
		var b strings.Builder
		for x := 0; x < w; {
			cell := c.em.CellAt(x, y)
			if cell == nil || cell.Width == 0 {
				b.WriteByte(' ')
				x++
				continue
			}
			b.WriteString(cell.Content)
			x += cell.Width
		}
		lines[y] = strings.TrimRight(b.String(), " ")
	}
	return lines
}

// screen is the text as one string.
func (c *client) screen() string { return strings.Join(c.text(), "\n") }

// bytes is everything that has come so far.
func (c *client) bytes() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.raw)
}

// until waits until what the screen shows satisfies ok.
func (c *client) until(what string, ok func(lines []string) bool) {
	c.t.Helper()
	c.within(patience, what, ok)
}

// within is until with a patience of its own.
func (c *client) within(d time.Duration, what string, ok func(lines []string) bool) {
	c.t.Helper()
	late := time.NewTimer(d)
	defer late.Stop()
	for {
		c.mu.Lock()
		lines, change, ended := c.lines(), c.change, c.ended
		c.mu.Unlock()
		if ok(lines) {
			return
		}
		if ended {
			c.fatalf("the session has ended (%v) before: %s", c.err, what)
		}
		select {
		case <-change:
		case <-late.C:
			c.fatalf("waited in vain for: %s", what)
		}
	}
}

// await waits until the screen matches (see rx) and gives the match with its groups.
func (c *client) await(re string) []string {
	c.t.Helper()
	r := rx(re)
	var m []string
	c.until(re, func(lines []string) bool {
		m = r.FindStringSubmatch(strings.Join(lines, "\n"))
		return m != nil
	})
	return m
}

// forbid has the test fail if the screen ever matches from now on.
func (c *client) forbid(re string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.never = rx(re)
	c.t.Cleanup(func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.broke != "" {
			c.t.Errorf("the screen has shown %s\n%s", re, c.broke)
		}
	})
}

// allow ends forbid: what was seen until then counts.
func (c *client) allow() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.never = nil
}

// gone waits until the screen no longer matches.
func (c *client) gone(re string) {
	c.t.Helper()
	r := rx(re)
	c.until("no "+re, func(lines []string) bool { return !r.MatchString(strings.Join(lines, "\n")) })
}

// shows tells whether the screen matches now.
func (c *client) shows(re string) bool {
	return rx(re).MatchString(c.screen())
}

// answered presses keys and waits until the screen is another one.
func (c *client) answered(keys ...string) {
	c.t.Helper()
	before := c.screen()
	c.keys(keys...)
	c.until("an answer", func(lines []string) bool { return strings.Join(lines, "\n") != before })
}

// breath waits until something comes, a moment at most: for a loop that acts again.
func (c *client) breath() {
	c.mu.Lock()
	change := c.change
	c.mu.Unlock()
	select {
	case <-change:
	case <-time.After(50 * time.Millisecond):
	}
}

// decide answers a question that is on the screen: it waits until answers count.
func (c *client) decide(re string, keys ...string) {
	c.t.Helper()
	c.await(re)
	time.Sleep(guard)
	c.keys(keys...)
}

// wait waits for the session's end and gives its exit status, -1 where the
// connection has gone without one.
func (c *client) wait() int {
	c.t.Helper()
	select {
	case <-c.stopped:
	case <-time.After(patience):
		c.fatalf("the session does not end")
	}
	var exit *gossh.ExitError
	switch {
	case c.err == nil:
		return 0
	case errors.As(c.err, &exit):
		return exit.ExitStatus()
	}
	return -1
}

// leave ends the session and waits until the server knows.
func (c *client) leave() {
	c.t.Helper()
	c.keys("Ctrl+C", "Ctrl+C")
	c.wait()
}

func (c *client) fatalf(format string, args ...any) {
	c.t.Helper()
	c.t.Fatalf("%s\n%s", fmt.Sprintf(format, args...), frame(c.text()))
}

// frame draws a screen for a failure's message.
func frame(lines []string) string {
	var b strings.Builder
	for i, l := range lines {
		fmt.Fprintf(&b, "%2d|%s\n", i, l)
	}
	return b.String()
}

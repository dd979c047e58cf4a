package door

import (
	"errors"
	"fmt"
	"io"
	"maps"
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
	// Patience limits the wait for events that should come at once.
	Patience = 30 * time.Second
	// Guard is longer than the time for which a visible question or an end ignores keys.
	Guard = 510 * time.Millisecond
	// Calm is longer than the time for which a table ignores keys after calling a player to it.
	Calm = 750 * time.Millisecond
)

// Lined is a type of terminal that has too few colours for pictures. Most tests read screens as text.
// Pictured has enough colours.
const Lined, Pictured = "xterm-16color", "xterm-256color"

// Opts describes a client. The zero value is an English 80x24 terminal, Lined.
type Opts struct {
	Cols, Rows int
	Lang       string // the locale
	Term       string
	User       string
	Command    string
	Env        map[string]string
	NoPTY      bool
	Conn       net.Conn // used instead of a new TCP connection
}

// Client is an SSH client with a terminal emulator.
type Client struct {
	T    testing.TB
	ssh  *gossh.Client
	Sess *gossh.Session
	conn net.Conn     // connection under ssh
	key  gossh.Signer // nil for a guest
	lang string
	User string
	In   io.WriteCloser
	inMu sync.Mutex // held while keys or the terminal's replies are written

	Mu      sync.Mutex
	Em      *vt.Emulator
	raw     []byte        // all received bytes
	Change  chan struct{} // closed at the next change
	started bool
	Ended   bool
	Err     error // the session's error, once ended
	Modes   map[ansi.Mode]bool
	Alt     bool
	Cursor  bool
	Stopped chan struct{} // closed when ended
	never   *regexp.Regexp
	broke   string                // the first screen that matched a forbidden pattern
	seen    []func(screen string) // what Sees has each new screen shown to
}

// AtHome matches only the home screen with nothing over it: other screens have their place behind the arcade's name, and
// in the key bar Esc leads back or closes.
const AtHome = `(?s)^ +ARCADE {2,}\S.* Esc <key.quit>`

// Korean and English are locales.
const Korean, English = "ko_KR.UTF-8", "en_US.UTF-8"

// Enter connects with a key, or nil for a guest, and starts a session.
func Enter(t testing.TB, addr string, key gossh.Signer, o Opts) *Client {
	t.Helper()
	c, err := Connect(t, addr, key, o)
	if err != nil {
		t.Fatalf("enter: %v", err)
	}
	return c
}

// Visit enters and waits for the home screen.
func Visit(t testing.TB, addr string, key gossh.Signer, o Opts) *Client {
	t.Helper()
	c := Enter(t, addr, key, o)
	c.Await(AtHome)
	return c
}

// Again connects once more with this client's identity.
func (c *Client) Again(addr, command string) *Client {
	c.T.Helper()
	return Enter(c.T, addr, c.key, Opts{Lang: c.lang, User: c.User, Command: command})
}

// Connect is Enter for a client that may be refused.
func Connect(t testing.TB, addr string, key gossh.Signer, o Opts) (*Client, error) {
	if o.Cols == 0 {
		o.Cols, o.Rows = 80, 24
	}
	if o.Term == "" {
		o.Term = Lined
	}
	if o.Lang == "" {
		o.Lang = English
	}
	if o.User == "" {
		o.User = "guest"
	}
	nc, err := o.Conn, error(nil)
	if nc == nil {
		if nc, err = net.DialTimeout("tcp", addr, Patience); err != nil {
			return nil, err
		}
	}
	c := &Client{
		T: t, conn: nc, key: key, lang: o.Lang, User: o.User, Em: vt.NewEmulator(o.Cols, o.Rows), Change: make(chan struct{}), Cursor: true,
		Modes: map[ansi.Mode]bool{}, Stopped: make(chan struct{}),
	}
	c.Em.SetCallbacks(vt.Callbacks{
		AltScreen:        func(on bool) { c.Alt = on },
		CursorVisibility: func(on bool) { c.Cursor = on },
		EnableMode:       func(m ansi.Mode) { c.Modes[m] = true },
		DisableMode:      func(m ansi.Mode) { c.Modes[m] = false },
	})
	if c.ssh, err = LogIn(nc, o.User, By(key)); err != nil {
		return nil, err
	}
	t.Cleanup(c.Close)
	if c.Sess, err = c.ssh.NewSession(); err != nil {
		return nil, err
	}
	env := map[string]string{"LANG": o.Lang}
	maps.Copy(env, o.Env)
	for k, v := range env {
		if err := c.Sess.Setenv(k, v); err != nil {
			return nil, fmt.Errorf("setenv %s: %w", k, err)
		}
	}
	if !o.NoPTY {
		if err := c.Sess.RequestPty(o.Term, o.Rows, o.Cols, gossh.TerminalModes{}); err != nil {
			return nil, err
		}
	}
	if c.In, err = c.Sess.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := c.Sess.StdoutPipe()
	if err != nil {
		return nil, err
	}
	errs, err := c.Sess.StderrPipe()
	if err != nil {
		return nil, err
	}
	if o.Command == "" {
		err = c.Sess.Shell()
	} else {
		err = c.Sess.Start(o.Command)
	}
	if err != nil {
		return nil, err
	}
	var read sync.WaitGroup
	read.Go(func() { c.read(out) })
	read.Go(func() { c.read(errs) })
	c.started = true
	go c.answer(c.Em)
	go func() {
		err := c.Sess.Wait()
		read.Wait()
		c.Mu.Lock()
		c.Ended, c.Err = true, err
		close(c.Stopped)
		c.changed()
		c.Mu.Unlock()
	}()
	return c, nil
}

// By returns the login method for a key, or for a guest if key is nil.
func By(key gossh.Signer) gossh.AuthMethod {
	if key != nil {
		return gossh.PublicKeys(key)
	}
	return gossh.KeyboardInteractive(func(_, _ string, _ []string, _ []bool) ([]string, error) { return nil, nil })
}

// Dial connects to a server and logs in.
func Dial(addr, user string, auth gossh.AuthMethod) (*gossh.Client, error) {
	nc, err := net.DialTimeout("tcp", addr, Patience)
	if err != nil {
		return nil, err
	}
	return LogIn(nc, user, auth)
}

// LogIn logs in on a connection, and closes the connection on failure.
func LogIn(nc net.Conn, user string, auth gossh.AuthMethod) (*gossh.Client, error) {
	sc, chans, reqs, err := gossh.NewClientConn(nc, "", &gossh.ClientConfig{
		User: user, Auth: []gossh.AuthMethod{auth}, HostKeyCallback: gossh.InsecureIgnoreHostKey(),
	})
	if err != nil {
		nc.Close()
		return nil, err
	}
	return gossh.NewClient(sc, chans, reqs), nil
}

// Start opens a session in English with a pipe each way and starts a command, "" for a screen. If rows is not 0,
// the session has a terminal.
func Start(c *gossh.Client, command string, cols, rows int) (sess *gossh.Session, in io.WriteCloser, out io.Reader, err error) {
	if sess, err = c.NewSession(); err != nil {
		return nil, nil, nil, err
	}
	in, _ = sess.StdinPipe()
	out, _ = sess.StdoutPipe()
	_ = sess.Setenv("LANG", English)
	if rows > 0 {
		_ = sess.RequestPty("xterm-256color", rows, cols, gossh.TerminalModes{})
	}
	if command == "" {
		return sess, in, out, sess.Shell()
	}
	return sess, in, out, sess.Start(command)
}

// Close ends the connection, if it has not ended, and releases the terminal, which is large.
func (c *Client) Close() {
	_ = c.ssh.Close()
	if c.started {
		<-c.Stopped
	}
	c.Mu.Lock()
	defer c.Mu.Unlock()
	if c.Em != nil {
		// This does not call the emulator's own Close, because that would race with the Read in answer.
		_ = c.Em.InputPipe().(io.Closer).Close()
		c.Em = nil
	}
}

// read feeds the terminal.
func (c *Client) read(r io.Reader) {
	p := make([]byte, 32<<10)
	for {
		n, err := r.Read(p)
		if n > 0 {
			c.Mu.Lock()
			c.raw = append(c.raw, p[:n]...)
			_, _ = c.Em.Write(p[:n])
			c.see()
			c.changed()
			c.Mu.Unlock()
		}
		if err != nil {
			return
		}
	}
}

// see looks at a new screen for what is forbidden, and for what Sees waits for; mu is held.
func (c *Client) see() {
	if c.never == nil && len(c.seen) == 0 {
		return
	}
	lines := c.Lines()
	screen := strings.Join(lines, "\n")
	if c.never != nil && c.broke == "" && c.never.MatchString(screen) {
		c.broke = Frame(lines)
	}
	for _, f := range c.seen {
		f(screen)
	}
}

// changed wakes the waiters; mu is held.
func (c *Client) changed() {
	close(c.Change)
	c.Change = make(chan struct{})
}

// answer sends the terminal's own replies, such as the cursor's position.
func (c *Client) answer(em *vt.Emulator) {
	p := make([]byte, 4<<10)
	for {
		n, err := em.Read(p)
		if err != nil {
			return
		}
		c.Send(string(p[:n]))
	}
}

// Send sends bytes unchanged. After the session's end they are lost.
func (c *Client) Send(s string) {
	c.inMu.Lock()
	defer c.inMu.Unlock()
	_, _ = io.WriteString(c.In, s)
}

// KeyBytes maps keys that are not characters to the bytes that a terminal sends.
var KeyBytes = map[string]string{
	"Enter": "\r", "Tab": "\t", "Shift+Tab": "\x1b[Z", "Esc": "\x1b", "Space": " ", "Backspace": "\x7f",
	"Up": "\x1b[A", "Down": "\x1b[B", "Right": "\x1b[C", "Left": "\x1b[D", "Home": "\x1b[H", "End": "\x1b[F",
	"PgUp": "\x1b[5~", "PgDn": "\x1b[6~", "F1": "\x1bOP", "F2": "\x1bOQ", "Ctrl+C": "\x03", "Ctrl+L": "\x0c",
}

// Keys presses keys by name, and types everything else. A bare Esc must be the last of a call, and the
// test must wait for its effect: with more bytes after it, it would be another key.
func (c *Client) Keys(keys ...string) {
	var b strings.Builder
	for i, k := range keys {
		if k == "Esc" && i < len(keys)-1 {
			panic("Esc has to be last")
		}
		if s, ok := KeyBytes[k]; ok {
			k = s
		}
		b.WriteString(k)
	}
	c.Send(b.String())
}

// Click presses and releases the left button over a cell, counted from 0.
func (c *Client) Click(x, y int) { c.Button(0, x, y) }

// Button presses and releases a button, 0 for the left one, over a cell.
func (c *Client) Button(b, x, y int) {
	c.Send(fmt.Sprintf("\x1b[<%d;%d;%dM\x1b[<%d;%d;%dm", b, x+1, y+1, b, x+1, y+1))
}

// ClickOn clicks the first cell of the first matching text.
func (c *Client) ClickOn(re string) {
	c.T.Helper()
	r := RX(re)
	for y, line := range c.Text() {
		if m := r.FindStringIndex(line); m != nil {
			c.Click(ansi.StringWidth(line[:m[0]]), y)
			return
		}
	}
	c.Fatalf("no %s to click", re)
}

var sentence = regexp.MustCompile(`<(ko:|en:)?([a-z]+\.[a-zA-Z0-9._-]*)((?: [a-z]+=[^ >]+)*)>`)

// RX compiles a pattern for a screen: a regular expression in which ^ and $ are the ends of lines and
// <key p=kim n=3> is a sentence of the catalogue in either language, <ko:key> in one. A value that is not
// named may be anything. A value in parentheses is an expression, with one group for each language.
func RX(re string) *regexp.Regexp {
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
					form = regexp.QuoteMeta(words.T(lang, m[2], "n", 1)) // 1 may have its own form
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
	compiled sync.Map // the expressions that RX has compiled
)

// One returns the first group of a match that is not empty.
func One(m []string) string {
	for _, g := range m[1:] {
		if g != "" {
			return g
		}
	}
	return ""
}

// Resize changes the size of the window.
func (c *Client) Resize(cols, rows int) {
	c.T.Helper()
	c.Mu.Lock()
	c.Em.Resize(cols, rows)
	c.Mu.Unlock()
	if err := c.Sess.WindowChange(rows, cols); err != nil {
		c.T.Fatalf("resize: %v", err)
	}
}

// Cut breaks the connection without notice, as a cut cable does.
func (c *Client) Cut() {
	if tcp, ok := c.conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = c.conn.Close()
}

// Text returns the screen as lines without trailing blanks.
func (c *Client) Text() []string {
	c.Mu.Lock()
	defer c.Mu.Unlock()
	return c.Lines()
}

// Lines is Text for a caller that holds mu.
func (c *Client) Lines() []string {
	if c.Em == nil {
		return nil
	}
	w, h := c.Em.Width(), c.Em.Height()
	lines := make([]string, h)
	for y := range h {
		var b strings.Builder
		for x := 0; x < w; {
			cell := c.Em.CellAt(x, y)
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

// Screen returns the text as one string.
func (c *Client) Screen() string { return strings.Join(c.Text(), "\n") }

// Bytes returns all bytes received so far.
func (c *Client) Bytes() []byte {
	c.Mu.Lock()
	defer c.Mu.Unlock()
	return slices.Clone(c.raw)
}

// Until waits until ok accepts the screen.
func (c *Client) Until(what string, ok func(lines []string) bool) {
	c.T.Helper()
	c.Within(Patience, what, ok)
}

// Within is Until with its own time limit.
func (c *Client) Within(d time.Duration, what string, ok func(lines []string) bool) {
	c.T.Helper()
	if c.Comes(d, ok) {
		return
	}
	c.Mu.Lock()
	ended := c.Ended
	c.Mu.Unlock()
	if ended {
		c.Fatalf("the session has ended (%v) before: %s", c.Err, what)
	}
	c.Fatalf("waited in vain for: %s", what)
}

// Comes is Within for a screen that may not come. It reports whether it came.
func (c *Client) Comes(d time.Duration, ok func(lines []string) bool) bool {
	late := time.NewTimer(d)
	defer late.Stop()
	for {
		c.Mu.Lock()
		lines, change, ended := c.Lines(), c.Change, c.Ended
		c.Mu.Unlock()
		if ok(lines) {
			return true
		}
		if ended {
			return false
		}
		select {
		case <-change:
		case <-late.C:
			return false
		}
	}
}

// Await waits until the screen matches (see [RX]) and returns the match with its groups.
func (c *Client) Await(re string) []string {
	c.T.Helper()
	r := RX(re)
	var m []string
	c.Until(re, func(lines []string) bool {
		m = r.FindStringSubmatch(strings.Join(lines, "\n"))
		return m != nil
	})
	return m
}

// Sees watches the screen from now on. The function that it returns waits until the screen has matched, also if it no
// longer does: for what is shown for a moment.
func (c *Client) Sees(re string) (await func()) {
	c.Mu.Lock()
	defer c.Mu.Unlock()
	r, saw := RX(re), false
	c.seen = append(c.seen, func(screen string) { saw = saw || r.MatchString(screen) })
	return func() {
		c.T.Helper()
		c.Until(re, func([]string) bool {
			c.Mu.Lock()
			defer c.Mu.Unlock()
			return saw
		})
	}
}

// Forbid fails the test if the screen matches at any time from now on.
func (c *Client) Forbid(re string) {
	c.Mu.Lock()
	defer c.Mu.Unlock()
	c.never = RX(re)
	c.T.Cleanup(func() {
		c.Mu.Lock()
		defer c.Mu.Unlock()
		if c.broke != "" {
			c.T.Errorf("the screen has shown %s\n%s", re, c.broke)
		}
	})
}

// Allow ends Forbid. An earlier match still fails the test.
func (c *Client) Allow() {
	c.Mu.Lock()
	defer c.Mu.Unlock()
	c.never = nil
}

// Gone waits until the screen no longer matches.
func (c *Client) Gone(re string) {
	c.T.Helper()
	r := RX(re)
	c.Until("no "+re, func(lines []string) bool { return !r.MatchString(strings.Join(lines, "\n")) })
}

// Shows reports whether the screen matches now.
func (c *Client) Shows(re string) bool { return RX(re).MatchString(c.Screen()) }

// Answered presses keys and waits until the screen changes.
func (c *Client) Answered(keys ...string) {
	c.T.Helper()
	before := c.Screen()
	c.Keys(keys...)
	c.Until("an answer", func(lines []string) bool { return strings.Join(lines, "\n") != before })
}

// Breath waits for output, but only for a moment. It is for a loop that then acts again.
func (c *Client) Breath() {
	c.Mu.Lock()
	change := c.Change
	c.Mu.Unlock()
	select {
	case <-change:
	case <-time.After(50 * time.Millisecond):
	}
}

// Decide answers a question on the screen. It waits until the question accepts keys.
func (c *Client) Decide(re string, keys ...string) {
	c.T.Helper()
	c.Await(re)
	time.Sleep(Guard)
	c.Keys(keys...)
}

// Wait waits for the session's end and returns its exit status, -1 if the connection ended without one.
func (c *Client) Wait() int {
	c.T.Helper()
	select {
	case <-c.Stopped:
	case <-time.After(Patience):
		c.Fatalf("the session does not end")
	}
	var exit *gossh.ExitError
	switch {
	case c.Err == nil:
		return 0
	case errors.As(c.Err, &exit):
		return exit.ExitStatus()
	}
	return -1
}

// Leave ends the session and waits until the server has noticed.
func (c *Client) Leave() {
	c.T.Helper()
	c.Keys("Ctrl+C", "Ctrl+C")
	c.Wait()
}

// Fatalf fails the test, and shows the screen.
func (c *Client) Fatalf(format string, args ...any) {
	c.T.Helper()
	c.T.Fatalf("%s\n%s", fmt.Sprintf(format, args...), Frame(c.Text()))
}

// Frame draws a screen for a failure's message.
func Frame(lines []string) string {
	var b strings.Builder
	for i, l := range lines {
		fmt.Fprintf(&b, "%2d|%s\n", i, l)
	}
	return b.String()
}

// Command runs a command with a key, nil for a guest, on its own connection. in is the command's input.
func Command(t testing.TB, addr string, key gossh.Signer, line string, in ...string) (stdout, stderr string, code int) {
	t.Helper()
	c, err := Dial(addr, "someone", By(key))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	s, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Setenv("LANG", English); err != nil {
		t.Fatal(err)
	}
	var out, errs strings.Builder
	s.Stdin, s.Stdout, s.Stderr = strings.NewReader(strings.Join(in, "")), &out, &errs
	var exit *gossh.ExitError
	if err := s.Run(line); errors.As(err, &exit) {
		code = exit.ExitStatus()
	} else if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return out.String(), errs.String(), code
}

package load

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/crypto/ssh"
)

// client is one session: a connection with a terminal that nobody watches.
type client struct {
	number int // number of this session
	meter  *meter
	play   Play
	conn   *wire
	screen io.ReadWriter // output and keys of the session

	chaff *chaff // nil for none

	took time.Duration // time from the dial to the first screen

	shown chan struct{} // closed when the first screen has come
	ended chan struct{} // closed when the session has ended
	err   error         // the reason why it has ended
	said  []byte        // the output of a session that ended before its first screen
	shut  atomic.Bool   // this program ended it
}

// failure is the reason why a session failed. Equal failures have equal texts.
type failure struct{ reason string }

func (f failure) Error() string { return f.reason }

// screenful is the number of bytes that make a first screen. Fewer bytes only prepare the terminal.
const screenful = 256

// open makes a session and waits up to timeout for its first screen. The error is a failure.
func open(ctx context.Context, c Config, i int, key ssh.Signer) (*client, error) {
	play, _ := PlayOf(c.Play, i)
	start := time.Now()
	deadline := start.Add(c.Timeout)
	dialing, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	conn, err := dial(dialing, c.Target)
	if err != nil {
		return nil, failure{"dial: " + reason(err)}
	}
	// Either of these ends all waits below.
	_ = conn.SetDeadline(deadline)
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	cl := &client{number: i, meter: newMeter(), play: play, conn: conn, shown: make(chan struct{}), ended: make(chan struct{})}
	if c.Door == Page {
		err = cl.enterPage(dialing, c, key)
	} else {
		err = cl.enter(c, key)
	}
	if err != nil {
		conn.Close()
		return nil, err
	}
	var tap io.Writer
	if c.tap != nil {
		tap = c.tap(i)
	}
	go cl.read(tap, c.Colours)
	if cl.chaff != nil {
		go cl.chaff.run(cl.ended)
	}
	select {
	case <-cl.shown:
		cl.took = time.Since(start)
	case <-cl.ended:
		conn.Close()
		why := "first screen: " + reason(cl.err)
		if line := firstLine(cl.said); line != "" {
			why += ": " + line
		}
		return nil, failure{why}
	}
	_ = conn.SetDeadline(time.Time{})
	return cl, nil
}

// dial connects, and counts the received bytes.
func dial(ctx context.Context, target string) (*wire, error) {
	var d net.Dialer
	nc, err := d.DialContext(ctx, "tcp", target)
	if err != nil {
		return nil, err
	}
	return &wire{Conn: nc}, nil
}

func handshake(conn *wire, target string, key ssh.Signer) (ssh.Conn, error) {
	sc, chans, reqs, err := ssh.NewClientConn(conn, target, &ssh.ClientConfig{
		User: "load", Auth: []ssh.AuthMethod{ssh.PublicKeys(key)},
		HostKeyCallback: ssh.InsecureIgnoreHostKey(), // nothing secret is sent
	})
	if err != nil {
		if line := conn.refusal(); line != "" {
			return nil, failure{"refused: " + line}
		}
		return nil, failure{"handshake: " + reason(err)}
	}
	go func() { // one goroutine for both, because there are many sessions
		for chans != nil || reqs != nil {
			select {
			case n, ok := <-chans:
				if !ok {
					chans = nil
					continue
				}
				_ = n.Reject(ssh.UnknownChannelType, "a load generator")
			case r, ok := <-reqs:
				if !ok {
					reqs = nil
					continue
				}
				if r.WantReply {
					_ = r.Reply(false, nil)
				}
			}
		}
	}()
	return sc, nil
}

// enter logs in and starts a session on a terminal.
func (cl *client) enter(c Config, key ssh.Signer) error {
	sc, err := handshake(cl.conn, c.Target, key)
	if err != nil {
		return err
	}
	ch, reqs, err := sc.OpenChannel("session", nil)
	if err != nil {
		return failure{"session: " + reason(err)}
	}
	go ssh.DiscardRequests(reqs)
	cl.screen = ch
	if c.Chaff {
		cl.chaff = newChaff(sc)
	}
	terminal := struct {
		Term                         string
		Columns, Rows, Width, Height uint32
		Modes                        string
	}{Term: c.Colours.term(), Columns: uint32(c.Columns), Rows: uint32(c.Rows)}
	lang := struct{ Key, Value string }{"LANG", "en_US.UTF-8"}
	if _, err := ch.SendRequest("env", false, ssh.Marshal(&lang)); err != nil {
		return failure{"session: " + reason(err)}
	}
	if !cl.play.words {
		if ok, err := ch.SendRequest("pty-req", true, ssh.Marshal(&terminal)); err != nil {
			return failure{"terminal: " + reason(err)}
		} else if !ok {
			return failure{"terminal: refused"}
		}
	}
	what, payload := "shell", []byte(nil)
	if cl.play.command != "" {
		what, payload = "exec", ssh.Marshal(&struct{ Command string }{cl.play.command})
	}
	if ok, err := ch.SendRequest(what, true, payload); err != nil {
		return failure{what + ": " + reason(err)}
	} else if !ok {
		return failure{what + ": refused"}
	}
	return nil
}

// readSize is the size of a read buffer in bytes. It is small because ten thousand sessions may share the
// measured machine.
const readSize = 2 << 10

// read counts the received bytes until the session ends, and replies as a terminal with these colours.
// tap gets all bytes, unless it is nil.
func (cl *client) read(tap io.Writer, colours Colours) {
	defer close(cl.ended)
	p := make([]byte, readSize)
	before := 0 // bytes before the first screen; -1 once it has come
	for {
		n, err := cl.screen.Read(p)
		if n > 0 {
			cl.meter.got(time.Now(), n)
			if tap != nil {
				_, _ = tap.Write(p[:n])
			}
			switch {
			case before < 0:
			case bytes.Contains(p[:n], []byte(attributes)):
				questions := append(cl.said, p[:n]...)
				before, cl.said = 0, nil
				if _, err := io.WriteString(cl.screen, colours.answers(questions)); err != nil {
					cl.err = err
					return
				}
			default:
				cl.said = append(cl.said, p[:n]...)
				if before += n; before >= screenful || cl.play.words {
					before, cl.said = -1, nil
					close(cl.shown)
				}
			}
		}
		if err != nil {
			cl.err = err
			return
		}
	}
}

// send writes a key and reports whether the server must answer it.
func (cl *client) send(k key) (must bool, err error) {
	must = cl.meter.press(time.Now(), k.answer)
	_, err = io.WriteString(cl.screen, k.bytes)
	cl.chaff.key()
	return must, err
}

// close ends the session without notice, as closing a laptop does.
func (cl *client) close() {
	cl.shut.Store(true)
	_ = cl.conn.Close()
	<-cl.ended
}

// lost reports whether the session has ended by itself, with the reason.
func (cl *client) lost() (why string, lost bool) {
	select {
	case <-cl.ended:
		return reason(cl.err), !cl.shut.Load()
	default:
		return "", false
	}
}

// reason returns an error's text without the parts that differ between sessions.
func reason(err error) string {
	var timeout interface{ Timeout() bool }
	var rejected *ssh.OpenChannelError
	switch {
	case errors.As(err, &rejected):
		return "rejected: " + rejected.Message
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout(),
		err != nil && strings.Contains(err.Error(), "i/o timeout"): // some errors of the SSH library have it only as text
		return "timeout"
	case errors.Is(err, context.Canceled):
		return "interrupted"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "connection refused"
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return "connection reset"
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return "too many open files"
	case errors.Is(err, io.EOF), errors.Is(err, net.ErrClosed):
		return "connection closed"
	case err == nil:
		return "unknown"
	}
	return strings.TrimPrefix(err.Error(), "ssh: ")
}

// wire is a connection that counts the received bytes and keeps the first ones.
type wire struct {
	net.Conn
	in atomic.Int64

	mu   sync.Mutex
	head []byte
}

func (w *wire) Read(p []byte) (int, error) {
	n, err := w.Conn.Read(p)
	if w.in.Add(int64(n)) <= maxHead {
		w.mu.Lock()
		w.head = append(w.head, p[:n]...)
		w.mu.Unlock()
	}
	return n, err
}

// maxHead limits the length of a refusal line, in bytes.
const maxHead = 256

// refusal returns the line that the server sent instead of the SSH greeting (RFC 4253, 4.2), "" for none.
func (w *wire) refusal() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	line := firstLine(w.head)
	if strings.HasPrefix(line, "SSH-") {
		return ""
	}
	return line
}

// firstLine returns the first line of a server's output, without control characters.
func firstLine(b []byte) string {
	line, _, _ := strings.Cut(strings.TrimLeft(string(b), "\r\n"), "\n")
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return -1
		}
		return r
	}, line)
}

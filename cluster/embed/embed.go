// Package embed runs NATS inside the nodes of a cluster, so that there is no other process. One node at a time
// serves NATS for all, and a note in the store says which. When it is lost, another node serves an empty NATS:
// the nodes write their leases and visits there again.
//
// NATS is not replicated, because its replicas need a majority, and of two nodes none could then be lost. The
// store decides instead, which the nodes need anyway.
package embed

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

const (
	// lookEvery is the time between two looks at the note. The node that serves writes it as often.
	lookEvery = 500 * time.Millisecond
	// silence is the time after which another node serves if the note has not changed.
	silence = 4 * lookEvery
	// dialTime limits the start of a connection to the node that serves.
	dialTime = 2 * time.Second
	// writeTime limits one write to another node. After it the connection ends.
	writeTime = 10 * time.Second
	// startTime limits the start of NATS.
	startTime = 10 * time.Second
	// payload is the message size that NATS accepts, in bytes, as in deploy/cluster/nats.conf.
	payload = 8 << 20
)

// Note is the note in the store that says which node serves.
type Note interface {
	// Read returns the note's value, nil without one.
	Read(ctx context.Context) (json.RawMessage, error)
	// Write replaces the value from, nil for none, by to. It fails if the note has another value.
	Write(ctx context.Context, from, to json.RawMessage) error
}

// Config configures the NATS of a node.
type Config struct {
	// Node is the node's name.
	Node string
	// Addr is the address at which this node listens and at which the others reach it, HOST:PORT.
	Addr string
	// Dir is the folder of NATS's files. It is emptied.
	Dir string
	// Secret is common to all nodes. Who does not know it cannot connect.
	Secret []byte
	Note   Note
	Log    *slog.Logger
}

// CheckAddr refuses an address that other nodes cannot reach.
func CheckAddr(addr string) error {
	host, port, err := net.SplitHostPort(addr)
	if n, portErr := strconv.ParseUint(port, 10, 16); err != nil || portErr != nil || n == 0 || host == "" {
		return fmt.Errorf("%q is not HOST:PORT", addr)
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		return fmt.Errorf("%s is every address of this machine, and the other nodes need one that they can reach", host)
	}
	return nil
}

// form is the value of the note, in version 1.
type form struct {
	V    int    `json:"v"`
	Node string `json:"node"` // "" if nobody serves
	Addr string `json:"addr"`
	Term string `json:"term"` // another one each time that a node begins to serve
	Beat uint64 `json:"beat"` // grows while the node serves
}

const version = 1

// NATS is this node's part in the cluster's NATS, from [Start] until [NATS.Close].
type NATS struct {
	cfg      Config
	tls      *tls.Config
	listener net.Listener
	ctx      context.Context
	end      context.CancelFunc
	running  sync.WaitGroup

	looking sync.Mutex // held by look
	since   time.Time  // when the note was first seen as it is; zero if the store did not answer since
	seen    time.Time  // when it was last read, or written by the node that serves

	mu     sync.Mutex
	raw    json.RawMessage // the note as last read or written; nil for none
	now    form            // the same, decoded
	term   string          // this node's, while it serves
	served *server.Server  // nil while another node serves
	conns  map[net.Conn]bool
}

// Start listens for the other nodes, looks which node serves, and begins to serve if there is none.
func Start(cfg Config) (*NATS, error) {
	identity, err := pinned(cfg.Secret)
	if err != nil {
		return nil, fmt.Errorf("embed: %w", err)
	}
	listener, err := net.Listen("tcp", cfg.Addr)
	if err != nil {
		return nil, fmt.Errorf("cannot listen for other nodes: %w", err)
	}
	n := &NATS{cfg: cfg, tls: identity, listener: listener, conns: map[net.Conn]bool{}}
	n.ctx, n.end = context.WithCancel(context.Background())
	_ = n.look() // the store has just been opened
	n.running.Go(n.accept)
	n.running.Go(n.looks)
	return n, nil
}

// Close ends this node's part. If the node serves, it says so in the note first, and another node serves within
// half a second.
func (n *NATS) Close() {
	n.end()
	_ = n.listener.Close()
	n.mu.Lock()
	n.disconnect()
	n.mu.Unlock()
	n.running.Wait()
	if n.serves() != "" {
		ctx, cancel := context.WithTimeout(context.Background(), dialTime)
		defer cancel()
		if err := n.write(ctx, n.raw, form{V: version, Beat: n.now.Beat + 1}); err != nil { // nothing else runs any more
			n.cfg.Log.Debug("the other nodes notice later that this one serves NATS no more", "err", err)
		}
	}
	n.stop()
}

// InProcessConn connects to the node that serves, which may be this one. It makes NATS an option of nats.Connect.
func (n *NATS) InProcessConn() (net.Conn, error) {
	n.mu.Lock()
	served, f := n.served, n.now
	n.mu.Unlock()
	switch {
	case served != nil:
		return served.InProcessConn()
	case f.Node == "" || f.Addr == n.cfg.Addr:
		return nil, errors.New("no node serves NATS yet")
	}
	ctx, cancel := context.WithTimeout(n.ctx, dialTime)
	defer cancel()
	raw, err := (&net.Dialer{}).DialContext(ctx, "tcp", n.via(f.Addr))
	if err != nil {
		return nil, fmt.Errorf("%s does not answer: %w", f.Node, err)
	}
	c := &conn{tls.Client(raw, n.tls), raw, n}
	if !n.keep(raw, func() bool { return n.now.Term == f.Term }) {
		_ = c.Close()
		return nil, fmt.Errorf("%s serves NATS no more", f.Node)
	}
	if err := c.HandshakeContext(ctx); err != nil {
		_ = c.Close()
		return nil, fmt.Errorf("%s does not answer: %w", f.Node, err)
	}
	return c, nil
}

// conn is a connection to the node that serves.
type conn struct {
	*tls.Conn
	raw net.Conn
	n   *NATS
}

// Close closes the connection at once. TLS's own farewell would wait for a node that is cut off.
func (c *conn) Close() error {
	c.n.forget(c.raw)
	return c.raw.Close()
}

// keep records a connection, if so is still true; the caller's node may have begun or ended to serve meanwhile.
func (n *NATS) keep(raw net.Conn, so func() bool) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.ctx.Err() != nil || !so() {
		return false
	}
	n.conns[raw] = true
	return true
}

func (n *NATS) forget(raw net.Conn) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.conns, raw)
}

// disconnect closes all connections to other nodes. The caller holds the lock.
func (n *NATS) disconnect() {
	for c := range maps.Keys(n.conns) {
		_ = c.Close()
	}
	clear(n.conns)
}

// accept accepts the other nodes.
func (n *NATS) accept() {
	for {
		raw, err := n.listener.Accept()
		if n.ctx.Err() != nil {
			return
		}
		if err != nil { // too many open files
			select {
			case <-time.After(lookEvery):
			case <-n.ctx.Done():
			}
			continue
		}
		n.running.Go(func() { n.serve(raw) })
	}
}

// serve connects another node to NATS, while this node serves.
func (n *NATS) serve(raw net.Conn) {
	defer raw.Close()
	n.mu.Lock()
	served := n.served
	n.mu.Unlock()
	if served == nil || !n.keep(raw, func() bool { return n.served == served }) {
		return
	}
	defer n.forget(raw)
	c := tls.Server(raw, n.tls)
	_ = raw.SetDeadline(time.Now().Add(dialTime))
	if err := c.HandshakeContext(n.ctx); err != nil {
		n.cfg.Log.Debug("a connection without the cluster's secret was refused", "err", err)
		return
	}
	_ = raw.SetDeadline(time.Time{})
	inside, err := served.InProcessConn()
	if err != nil {
		return
	}
	n.running.Go(func() {
		defer inside.Close()
		copyTo(inside, c)
	})
	defer inside.Close()
	copyTo(c, inside)
}

// copyTo copies until an end closes or takes nothing for writeTime.
func copyTo(to, from net.Conn) {
	p := make([]byte, 64<<10)
	for {
		n, err := from.Read(p)
		if n > 0 {
			_ = to.SetWriteDeadline(time.Now().Add(writeTime))
			if _, err := to.Write(p[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// looks looks at the note until the node ends.
func (n *NATS) looks() {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if err := n.look(); err != nil {
				n.cfg.Log.Debug("which node serves NATS is not known now", "err", err)
			}
		case <-n.ctx.Done():
			return
		}
	}
}

// Current returns an error if this node does not know which node serves, because the store does not answer. After
// such a time a node that served before may be alone with its NATS: until it has seen the note it must not trust it.
func (n *NATS) Current() error {
	n.looking.Lock()
	current := time.Since(n.seen) < silence
	n.looking.Unlock()
	if current {
		return nil
	}
	return n.look()
}

// look reads the note once, and does what follows from it.
func (n *NATS) look() error {
	n.looking.Lock()
	defer n.looking.Unlock()
	began := time.Now()
	raw, err := n.cfg.Note.Read(n.ctx)
	if err != nil {
		n.since = time.Time{} // a note that nobody could write is not silent
		return err
	}
	var f form
	if err := json.Unmarshal(raw, &f); raw != nil && err != nil {
		n.cfg.Log.Error("the note that says which node serves NATS is damaged, and is written again", "err", err)
	}
	n.mu.Lock()
	changed := !bytes.Equal(raw, n.raw) || n.since.IsZero()
	n.mu.Unlock()
	switch own := n.serves(); {
	case own != "" && own == f.Term:
		f.Beat++
		if err := n.write(n.ctx, raw, f); err != nil {
			return fmt.Errorf("the note that this node serves NATS could not be written: %w", err)
		}
	case changed && f.Node != "":
		n.since = time.Now()
		n.follow(raw, f)
	case f.Node == "" || time.Since(n.since) >= silence:
		n.follow(raw, f)
		n.takeOver(raw, f)
	}
	n.seen = began
	return nil
}

// serves returns the term in which this node serves, "" if it does not.
func (n *NATS) serves() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.served == nil {
		return ""
	}
	return n.term
}

// follow records the note. If another node has begun to serve, the connections to the earlier one end.
func (n *NATS) follow(raw json.RawMessage, f form) {
	n.mu.Lock()
	was := n.now
	if n.raw, n.now = raw, f; was.Term != f.Term {
		n.disconnect()
	}
	n.mu.Unlock()
	if was.Term == f.Term {
		return
	}
	n.stop()
	if f.Node != "" {
		n.cfg.Log.Info("another node serves NATS", "node", f.Node)
	}
}

// write writes the note, if its value is from.
func (n *NATS) write(ctx context.Context, from json.RawMessage, f form) error {
	to, err := json.Marshal(f)
	if err != nil {
		return err
	}
	if err := n.cfg.Note.Write(ctx, from, to); err != nil {
		return err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.raw, n.now = to, f
	return nil
}

// takeOver makes this node the one that serves, unless another one is faster.
func (n *NATS) takeOver(raw json.RawMessage, before form) {
	f := form{V: version, Node: n.cfg.Node, Addr: n.cfg.Addr, Term: rand.Text(), Beat: before.Beat + 1}
	if err := n.write(n.ctx, raw, f); err != nil {
		n.cfg.Log.Debug("this node could not begin to serve NATS", "err", err)
		return
	}
	s, err := n.start()
	if err != nil {
		n.cfg.Log.Error("NATS does not start", "err", err)
		_ = n.write(n.ctx, n.raw, form{V: version, Beat: f.Beat + 1}) // only this goroutine changes n.raw
		select {                                                      // so that another node comes first
		case <-time.After(silence):
		case <-n.ctx.Done():
		}
		return
	}
	n.mu.Lock()
	n.served, n.term = s, f.Term
	n.mu.Unlock()
	n.cfg.Log.Info("this node serves NATS", "before", before.Node)
}

// start starts an empty NATS.
func (n *NATS) start() (*server.Server, error) {
	if err := os.RemoveAll(n.cfg.Dir); err != nil {
		return nil, err
	}
	s, err := server.NewServer(&server.Options{
		ServerName: n.cfg.Node, DontListen: true, JetStream: true, StoreDir: n.cfg.Dir, NoSigs: true, MaxPayload: payload,
	})
	if err != nil {
		return nil, err
	}
	s.SetLogger(natsLog{n.cfg.Log}, false, false)
	s.Start()
	if !s.ReadyForConnections(startTime) {
		s.Shutdown()
		return nil, errors.New("it is not ready in time")
	}
	return s, nil
}

// stop stops NATS, if it runs here.
func (n *NATS) stop() {
	n.mu.Lock()
	s := n.served
	n.served, n.term = nil, ""
	n.disconnect()
	n.mu.Unlock()
	if s == nil {
		return
	}
	s.Shutdown()
	s.WaitForShutdown()
	if err := os.RemoveAll(n.cfg.Dir); err != nil {
		n.cfg.Log.Debug("files of NATS are left", "err", err)
	}
}

// natsLog passes what NATS says about faults to the house's log.
type natsLog struct{ log *slog.Logger }

func (l natsLog) say(level slog.Level, format string, v []any) {
	l.log.Log(context.Background(), level, "NATS", "says", fmt.Sprintf(format, v...))
}

func (l natsLog) Noticef(format string, v ...any) { l.say(slog.LevelDebug, format, v) }
func (l natsLog) Warnf(format string, v ...any)   { l.say(slog.LevelWarn, format, v) }
func (l natsLog) Errorf(format string, v ...any)  { l.say(slog.LevelError, format, v) }
func (l natsLog) Fatalf(format string, v ...any)  { l.say(slog.LevelError, format, v) }
func (l natsLog) Debugf(string, ...any)           {}
func (l natsLog) Tracef(string, ...any)           {}

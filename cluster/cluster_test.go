package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"arcade/cluster/natstest"
	"arcade/internal/logtest"
)

// long limits how long a test waits for an event.
const long = 60 * time.Second

// lease is the lease of the tests: a node on a busy machine may stand still for a second.
func lease() time.Duration { return 3 * time.Second }

func natsURL(t *testing.T) string {
	t.Helper()
	return natstest.Start(t, t.TempDir(), "").ClientURL()
}

// testLog writes a node's log into the log of its test.
func testLog(t *testing.T, node string) *slog.Logger {
	return slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			a.Value = slog.StringValue(a.Value.Time().Format("05.000"))
		}
		return a
	}})).With("of", node)
}

// join makes a node that is closed when the test ends.
func join(t *testing.T, url, name string, with ...func(*Config)) *Node {
	t.Helper()
	n, err := tryJoin(t, url, name, with...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = n.Close() })
	return n
}

func tryJoin(t *testing.T, url, name string, with ...func(*Config)) (*Node, error) {
	t.Helper()
	cfg := Config{URL: url, Name: name, Version: "test", Lease: lease(), Log: testLog(t, name)}
	for _, f := range with {
		f(&cfg)
	}
	patience := long
	if strings.HasSuffix(url, ":1") { // nothing listens there
		patience = time.Second
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	return Join(ctx, cfg)
}

// await waits until so returns true. It calls so after each change.
func await(t *testing.T, what string, changed func() <-chan struct{}, so func() bool) {
	t.Helper()
	end := time.After(long)
	for {
		c := changed()
		if so() {
			return
		}
		select {
		case <-c:
		case <-end:
			t.Fatal("not seen:", what)
		}
	}
}

// names returns the names of the nodes in n's list of members.
func names(n *Node) string {
	var list []string
	for _, m := range n.Nodes() {
		list = append(list, m.Name)
	}
	return strings.Join(list, " ")
}

func sees(t *testing.T, n *Node, want string) {
	t.Helper()
	await(t, n.Name()+" sees "+want, n.Changed, func() bool { return names(n) == want })
}

// crash ends a node without a message, like a killed process.
func crash(n *Node) { n.stop() }

// noLeaks fails the test if goroutines are left when it ends.
func noLeaks(t *testing.T) {
	t.Cleanup(func() {
		var stacks string
		for end := time.Now().Add(long / 3); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
			buf := make([]byte, 1<<20)
			stacks = ""
			for s := range strings.SplitSeq(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
				if !strings.Contains(s, "testing.tRunner") && (strings.Contains(s, "arcade/cluster") || strings.Contains(s, "nats.go/") || strings.Contains(s, "nats.go@")) {
					stacks += s + "\n\n"
				}
			}
			if stacks == "" {
				return
			}
		}
		t.Error("goroutines that have not ended:\n" + stacks)
	})
}

// wire is a connection to NATS that a test can block for a while.
type wire struct {
	ln   net.Listener
	to   string
	gate sync.RWMutex // held while nothing passes
}

func newWire(t *testing.T, url string) *wire {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{ln: ln, to: strings.TrimPrefix(url, "nats://")}
	var conns sync.Map
	t.Cleanup(func() {
		ln.Close()
		conns.Range(func(c, _ any) bool { c.(net.Conn).Close(); return true })
	})
	pass := func(to, from net.Conn) {
		defer to.Close()
		buf := make([]byte, 64<<10)
		for {
			n, err := from.Read(buf)
			if err != nil {
				return
			}
			w.gate.RLock()
			_, err = to.Write(buf[:n])
			w.gate.RUnlock()
			if err != nil {
				return
			}
		}
	}
	go func() {
		for {
			in, err := ln.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", w.to)
			if err != nil {
				in.Close()
				continue
			}
			conns.Store(in, true)
			conns.Store(out, true)
			go pass(in, out)
			go pass(out, in)
		}
	}()
	return w
}

func (w *wire) url() string { return "nats://" + w.ln.Addr().String() }

// Nodes notice a leaving node at once, and a dead node after a lease. A node that returns has a greater
// incarnation.
func TestMembers(t *testing.T) {
	noLeaks(t)
	url := natsURL(t)
	a, b := join(t, url, "a"), join(t, url, "b")
	sees(t, a, "a b")
	sees(t, b, "a b")
	await(t, "a keeps", a.Changed, a.MayOwn)
	await(t, "b keeps", b.Changed, b.MayOwn)
	first := b.Incarnation()
	await(t, "b is there, and its start before is over", ticks(t), func() bool { return !a.Gone("b", first) && a.Gone("b", first-1) })
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	sees(t, a, "a")
	if b.MayOwn() {
		t.Error("a node that has left keeps")
	}

	b = join(t, url, "b")
	sees(t, a, "a b")
	if b.Incarnation() <= first {
		t.Error("the incarnation does not grow")
	}
	first = b.Incarnation()
	crash(b)
	sees(t, a, "a")
	await(t, "b is gone", ticks(t), func() bool { return a.Gone("b", first) }) // it takes a lease longer if a itself was cut off
}

// Of two nodes with one name the second is refused. A new node waits until the lease of a dead one ends.
func TestOneName(t *testing.T) {
	noLeaks(t)
	url := natsURL(t)
	a := join(t, url, "a")
	if _, err := tryJoin(t, url, "a"); !errors.Is(err, ErrNameTaken) {
		t.Fatal("a second node of one name:", err)
	}
	await(t, "the first one keeps", a.Changed, a.MayOwn)
	crash(a)
	if again := join(t, url, "a"); again.Incarnation() <= a.Incarnation() {
		t.Error("the incarnation does not grow")
	}

	var won atomic.Int32
	var both sync.WaitGroup
	for range 2 { // at the same moment
		both.Go(func() {
			n, err := tryJoin(t, url, "b")
			if err == nil {
				won.Add(1)
				t.Cleanup(func() { _ = n.Close() })
			} else if !errors.Is(err, ErrNameTaken) {
				t.Error(err)
			}
		})
	}
	both.Wait()
	if won.Load() != 1 {
		t.Error(won.Load(), "nodes have one name")
	}
}

// A node that was stopped while another took its name no longer answers.
func TestNameless(t *testing.T) {
	noLeaks(t)
	url := natsURL(t)
	with := func(c *Config) { c.Lease = 10 * time.Second } // no lease ends while this test runs
	old, other := join(t, url, "x", with), join(t, url, "y", with)
	heard := make(chan string, 100)
	old.Answer("who", func(context.Context, string, json.RawMessage) (any, error) { return "the old one", nil })
	old.Receive("told", func(string, json.RawMessage) { heard <- "the old one" })
	conn, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for subject, f := range map[string]nats.MsgHandler{
		subjectNode + "x": func(m *nats.Msg) { _ = m.Respond(encode(answerForm{V: version, Body: []byte(`"the new one"`)})) },
		subjectSent + "x": func(*nats.Msg) { heard <- "the new one" },
	} {
		if _, err := conn.Subscribe(subject, f); err != nil {
			t.Fatal(err)
		}
	}
	if err := conn.Flush(); err != nil {
		t.Fatal(err)
	}
	if _, err := old.nodes.Put(t.Context(), "x", encode(leaseForm{V: version, Incarnation: old.Incarnation() + 1})); err != nil {
		t.Fatal(err)
	}
	await(t, "the old one knows", ticks(t), old.nameless)
	select {
	case <-old.Superseded():
	case <-time.After(long):
		t.Error("the old one is not to end")
	}
	select {
	case <-other.Superseded():
		t.Error("another one is to end")
	default:
	}
	for range 50 {
		var who string
		if err := other.Ask(t.Context(), "x", "who", nil, &who); err != nil || who != "the new one" {
			t.Fatalf("%q answers, %v", who, err)
		}
		other.Send("x", "told", nil)
		if who := <-heard; who != "the new one" {
			t.Fatal("it hears what is sent to", who)
		}
	}
}

// An error at the start is one line without a password, and leaves nothing behind.
func TestBadStart(t *testing.T) {
	noLeaks(t)
	url := natsURL(t)
	a := join(t, url, "a")
	plain := natstest.Start(t, "", "").ClientURL()
	off := func(d time.Duration) func(*Config) {
		return func(c *Config) { c.Now = func() time.Time { return time.Now().Add(d) } }
	}
	for _, c := range []struct {
		name, url, node string
		with            func(*Config)
		want            error
		says            string
	}{
		{"nobody there", "nats://me:secret@127.0.0.1:1", "b", nil, ErrNoNATS, "127.0.0.1:1"},
		{"no JetStream", plain, "b", nil, ErrNoJetStream, "-js"},
		{"a clock ahead", url, "b", off(time.Minute), ErrClock, "1m0s"},
		{"a clock behind", url, "b", off(-time.Minute), ErrClock, "-1m0s"},
		{"another lease", url, "b", func(c *Config) { c.Lease = 2 * time.Second }, ErrLease, lease().String()},
		{"a bad name", url, "b.c", nil, nil, "b.c"},
		{"a bad URL", "postgres://me:secret@db", "b", nil, nil, "nats://"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.with == nil {
				c.with = func(*Config) {}
			}
			_, err := tryJoin(t, c.url, c.node, c.with)
			if err == nil || c.want != nil && !errors.Is(err, c.want) {
				t.Fatal(err)
			}
			t.Log(err)
			if s := err.Error(); !strings.Contains(s, c.says) || strings.Contains(s, "secret") || strings.Contains(s, "\n") {
				t.Error("it says:", s)
			}
		})
	}
	if names(a) != "a" {
		t.Error("a sees", names(a))
	}
}

// A node that is cut off stops owning matches before the others count it as gone. When its connection
// returns, it owns matches again with the same incarnation.
func TestCutOff(t *testing.T) {
	noLeaks(t)
	url := natsURL(t)
	w := newWire(t, url)
	a, b := join(t, url, "a"), join(t, w.url(), "b")
	sees(t, a, "a b")
	var kept atomic.Bool
	went := make(chan struct{})
	go func() { // when a loses b, does b own matches?
		defer close(went)
		for {
			c := a.Changed()
			if names(a) == "a" {
				kept.Store(b.MayOwn())
				return
			}
			<-c
		}
	}()
	w.gate.Lock()
	await(t, "b does not keep", b.Changed, func() bool { return !b.MayOwn() })
	<-went
	if kept.Load() {
		t.Error("b keeps when a takes it for gone")
	}
	if err := b.Ask(t.Context(), "a", askDirectory, pageForm{V: 1}, nil); !errors.Is(err, ErrNoAnswer) && !errors.Is(err, ErrCut) {
		t.Error("a question into the dark:", err)
	}
	w.gate.Unlock()
	await(t, "b keeps", b.Changed, b.MayOwn)
	sees(t, a, "a b")
	if a.Gone("b", b.Incarnation()) {
		t.Error("b is back, and taken for gone")
	}
}

// All nodes go on when NATS itself stops and returns, with or without its data. Meanwhile no node counts
// another as gone.
func TestNATSComesBack(t *testing.T) {
	for name, wiped := range map[string]bool{"with its data": false, "with nothing": true} {
		t.Run(name, func(t *testing.T) {
			noLeaks(t)
			dir := t.TempDir()
			s := natstest.Start(t, dir, "")
			url, addr := s.ClientURL(), s.Addr().String()
			a, b := join(t, url, "a"), join(t, url, "b")
			sees(t, a, "a b")
			stepped := make(chan struct{})
			if _, err := b.Claim(t.Context(), "P", "v", 0, false, func() { close(stepped) }); err != nil {
				t.Fatal(err)
			}
			natstest.Stop(s)
			await(t, "a does not keep", a.Changed, func() bool { return !a.MayOwn() })
			await(t, "b does not keep", b.Changed, func() bool { return !b.MayOwn() })
			if a.Gone("b", b.Incarnation()) {
				t.Error("a, cut off, takes b for gone")
			}
			if wiped {
				dir = t.TempDir()
			}
			natstest.Start(t, dir, addr)
			await(t, "a keeps", a.Changed, func() bool {
				if a.Gone("b", b.Incarnation()) {
					t.Error("a takes b for gone")
				}
				return a.MayOwn()
			})
			await(t, "b keeps", b.Changed, b.MayOwn)
			sees(t, a, "a b")
			sees(t, b, "a b")
			await(t, "where the visit is", ticks(t), func() bool {
				node, _, err := a.Where(t.Context(), "P")
				return err == nil && node == "b"
			})
		})
	}
}

// ticks makes await poll where no signal announces the change.
func ticks(*testing.T) func() <-chan struct{} {
	return func() <-chan struct{} {
		c := make(chan struct{})
		time.AfterFunc(20*time.Millisecond, func() { close(c) })
		return c
	}
}

// A node logs that its clock is off by more than a second, and owns no matches beyond five. The other
// nodes are not affected.
func TestClock(t *testing.T) {
	noLeaks(t)
	url := natsURL(t)
	var ahead atomic.Int64
	var said logtest.Buffer
	a := join(t, url, "a")
	b := join(t, url, "b", func(c *Config) {
		c.Now = func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
		c.Log = logTo(t, &said)
	})
	sees(t, b, "a b")
	ahead.Store(int64(3 * time.Second))
	await(t, "b says so", ticks(t), func() bool { return strings.Contains(said.String(), "clock is off") })
	if s := b.Skew(); s < 2*time.Second || s > 4*time.Second {
		t.Error("skew", s)
	}
	await(t, "b keeps, with three seconds", b.Changed, b.MayOwn)
	for _, off := range []time.Duration{time.Minute, -time.Minute} {
		ahead.Store(int64(off))
		await(t, "b does not keep", b.Changed, func() bool { return !b.MayOwn() })
		if s := a.Skew(); s.Abs() > skewTold {
			t.Error("a's clock is said to be off by", s)
		}
		ahead.Store(0)
		await(t, "b keeps", b.Changed, b.MayOwn)
	}
}

// logTo returns a log that a test can read.
func logTo(t *testing.T, b *logtest.Buffer) *slog.Logger {
	return slog.New(slog.NewTextHandler(io.MultiWriter(b, t.Output()), nil))
}

func TestMiddle(t *testing.T) {
	for _, c := range []struct {
		ahead []time.Duration
		want  time.Duration
	}{
		{[]time.Duration{60, 0}, 0}, {[]time.Duration{60, 60}, 60}, {[]time.Duration{-60, 1}, 0},
		{[]time.Duration{60, 1, 2}, 1}, {[]time.Duration{60, 60, 1}, 1}, {[]time.Duration{60, 60, 60}, 60}, {[]time.Duration{-60, -1, 2, 3, 4}, 0},
	} {
		if got := (&Node{}).middle(c.ahead); got != c.want {
			t.Errorf("middle of %v: %v, want %v", c.ahead, got, c.want)
		}
	}
}

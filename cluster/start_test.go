package cluster

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"arcade/cluster/natstest"
	"arcade/internal/freeport"
	"arcade/internal/logtest"

	natsserver "github.com/nats-io/nats-server/v2/server"
)

// forgetful is a connection to NATS that loses the first request of each kind, or its answer. Servers
// without a leader do so.
type forgetful struct {
	ln      net.Listener
	to      string
	answers bool // it loses answers, not requests

	mu   sync.Mutex
	seen map[string]bool
	lost []string
}

func newForgetful(t *testing.T, url string, answers bool) *forgetful {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	f := &forgetful{ln: ln, to: strings.TrimPrefix(url, "nats://"), answers: answers, seen: map[string]bool{}}
	t.Cleanup(func() { ln.Close() })
	go func() {
		for {
			in, err := ln.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", f.to)
			if err != nil {
				in.Close()
				continue
			}
			go func() {
				_, _ = io.Copy(in, out)
				in.Close()
			}()
			go func() {
				f.pass(bufio.NewReader(in), out)
				out.Close()
			}()
		}
	}()
	return f
}

func (f *forgetful) url() string { return "nats://" + f.ln.Addr().String() }

// pass forwards the client's lines, except lost ones.
func (f *forgetful) pass(in *bufio.Reader, out io.Writer) {
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		word := strings.Fields(line)
		if len(word) < 3 || word[0] != "PUB" && word[0] != "HPUB" {
			if _, err := io.WriteString(out, line); err != nil {
				return
			}
			continue
		}
		size, err := strconv.Atoi(word[len(word)-1])
		if err != nil {
			return
		}
		body := make([]byte, size+2)
		if _, err := io.ReadFull(in, body); err != nil {
			return
		}
		reply := len(word) - map[string]int{"PUB": 2, "HPUB": 3}[word[0]] // position of the reply subject, if there is one
		if reply == 2 && f.loses(word[1]) {
			if !f.answers {
				continue
			}
			line = strings.Replace(line, word[2], word[2]+"x", 1) // nobody listens on this subject
		}
		if _, err := io.WriteString(out, line+string(body)); err != nil {
			return
		}
	}
}

// loses records a request, and reports whether it is the first of its kind.
func (f *forgetful) loses(subject string) bool {
	if i := strings.Index(subject, "CONSUMER."); i >= 0 { // each consumer has its own name
		subject = subject[:i+len("CONSUMER.CREATE")]
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.seen[subject] {
		return false
	}
	f.seen[subject] = true
	f.lost = append(f.lost, subject)
	return true
}

// NATS loses the first request of every kind, or its answer. A node joins because it repeats each
// request.
func TestLostRequests(t *testing.T) {
	noLeaks(t)
	requestTime /= 4
	t.Cleanup(func() { requestTime *= 4 })
	for _, answers := range []bool{false, true} {
		t.Run(fmt.Sprint("answers ", answers), func(t *testing.T) {
			t.Parallel()
			s := natsURL(t)
			for _, name := range []string{"first", "second"} { // one node makes the buckets, one finds them
				f := newForgetful(t, s, answers)
				ctx, cancel := context.WithTimeout(t.Context(), long)
				defer cancel()
				began := time.Now()
				n, err := Join(ctx, Config{URL: f.url(), Name: name, Version: "test", Lease: lease(), Log: testLog(t, name)})
				if err != nil {
					t.Fatal(err)
				}
				defer n.Close()
				await(t, "it keeps", n.Changed, n.MayOwn)
				f.mu.Lock()
				t.Logf("%v for %q", time.Since(began).Round(time.Millisecond), f.lost)
				if len(f.lost) < 6 {
					t.Errorf("only %q were lost", f.lost)
				}
				f.mu.Unlock()
			}
		})
	}
}

// Nodes that start together with three NATS servers join as soon as the servers have found each other.
// The buckets are then on all three servers.
func TestStartedTogether(t *testing.T) {
	noLeaks(t)
	start := threeServers(t)
	servers := []*natsserver.Server{start(0)}
	var all sync.WaitGroup
	joined := make([]*Node, 3)
	for i := range joined {
		if i > 0 {
			servers = append(servers, start(i))
		}
		all.Go(func() {
			var err error
			if joined[i], err = tryJoin(t, servers[i].ClientURL(), fmt.Sprint("n", i)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for _, n := range joined {
		if n != nil {
			t.Cleanup(func() { _ = n.Close() })
		}
	}
	if t.Failed() {
		return
	}
	for _, n := range joined {
		sees(t, n, "n0 n1 n2")
	}
	for _, cfg := range joined[0].buckets() {
		s, err := joined[0].js.Stream(t.Context(), "KV_"+cfg.Bucket)
		if err != nil {
			t.Fatal(err)
		}
		if r := s.CachedInfo().Config.Replicas; r != 3 {
			t.Errorf("%s is on %d servers", cfg.Bucket, r)
		}
	}
}

func TestStartBeforeNATS(t *testing.T) {
	noLeaks(t)
	addr, err := freeport.Addr()
	if err != nil {
		t.Fatal(err)
	}
	var said logtest.Buffer
	began := make(chan *Node)
	go func() {
		n, err := tryJoin(t, "nats://"+addr, "a", func(c *Config) { c.Log = logTo(t, &said) })
		if err != nil {
			t.Error(err)
		}
		began <- n
	}()
	for !strings.Contains(said.String(), "waiting for NATS") {
		time.Sleep(time.Millisecond)
	}
	server, err := natstest.New(t.TempDir(), addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { natstest.Stop(server) })
	if n := <-began; n != nil {
		_ = n.Close()
	}
	if got := strings.Count(said.String(), "waiting for NATS"); got != 1 {
		t.Errorf("it says %d times that it waits", got)
	}
}

package e2e

import (
	"bufio"
	"bytes"
	"context"
	"encoding/pem"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	gossh "golang.org/x/crypto/ssh"

	"arcade/cluster/natstest"
	"arcade/e2e/door"
	"arcade/internal/freeport"
	"arcade/internal/race"
	"arcade/store/postgres/pgtest"
)

var embedded = flag.Bool("nodes.embed", false, "tests of several nodes use the NATS inside the nodes")

// nodes is an arcade of several nodes, each in a process, with one PostgreSQL and one NATS. Each node
// reaches them over its own cables.
type nodes struct {
	t    testing.TB
	pg   *pgtest.Server
	url  string       // URL of the database
	nats *natsProcess // nil with -nodes.embed
	// hostKey is the file of the common host key.
	hostKey string
	// before is the binary that each node runs at its first start. If empty, it is this version's.
	before string
	all    []*node
}

// node is a node of the arcade.
type node struct {
	*process // the process of the last start
	name     string
	data     string
	flags    []string
	starts   int
	nats     lines
	pg       *cable
	url      string // URL of the database over its cable
	listens  string // with -nodes.embed, where it listens for other nodes
	others   string // with -nodes.embed, the cables to the addresses of other nodes
}

// lease is the nodes' lease time, the shortest allowed.
const lease = time.Second

// unhurried are flags with which undisturbed nodes keep their leases on a busy machine.
var unhurried = []string{"--lease", "5s"}

// openNodes starts an arcade of n nodes, which ends with the test. It skips the test if PostgreSQL is not
// installed.
func openNodes(t testing.TB, n int, flags ...string) *nodes {
	t.Helper()
	if race.On {
		t.Skip("the race detector does not see the nodes; run without it")
	}
	oneProcess(t)
	pg := pgtest.Start(t, false)
	return openNodesOn(t, pg, pg.Schema(t), n, flags...)
}

// openNodesOn is openNodes on a given database.
func openNodesOn(t testing.TB, pg *pgtest.Server, url string, n int, flags ...string) *nodes {
	t.Helper()
	c := &nodes{t: t, pg: pg, url: url, before: *before}
	if !*embedded {
		c.nats = startNATS(t)
	}
	block, err := gossh.MarshalPrivateKey(door.NewSecret(t), "")
	if err != nil {
		t.Fatal(err)
	}
	c.hostKey = filepath.Join(t.TempDir(), "host_key")
	if err := os.WriteFile(c.hostKey, pem.EncodeToMemory(block), 0o600); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		c.all = append(c.all, &node{name: fmt.Sprintf("n%d", i+1), data: t.TempDir(), flags: flags, pg: connectCable(t, c.pg.Addr())})
	}
	c.connect()
	var starting sync.WaitGroup
	for i, one := range c.all {
		if i == 1 {
			starting.Wait() // the first node makes the schema
		}
		starting.Go(func() { c.start(one) })
	}
	starting.Wait()
	if t.Failed() {
		t.FailNow()
	}
	for _, one := range c.all {
		one.awaitReady(t)
	}
	return c
}

// connect lays the nodes' cables to NATS, or those from each node to each other.
func (c *nodes) connect() {
	for _, n := range c.all {
		if !*embedded {
			n.nats = lines{{connectCable(c.t, c.nats.addr), false}}
			continue
		}
		var err error
		if n.listens, err = freeport.Addr(); err != nil {
			c.t.Fatal(err)
		}
	}
	for _, from := range c.all {
		for _, to := range c.all {
			if *embedded && from != to {
				one := connectCable(c.t, to.listens)
				from.nats, to.nats = append(from.nats, line{one, false}), append(to.nats, line{one, true})
				from.others += to.listens + " " + one.addr() + "\n"
			}
		}
	}
}

// natsFlags returns the flags with which a node finds NATS.
func (n *node) natsFlags(t testing.TB) []string {
	t.Helper()
	if !*embedded {
		return []string{"--cluster", "nats://" + n.nats[0].addr()}
	}
	if err := errors.Join(os.MkdirAll(n.data, 0o700), os.WriteFile(filepath.Join(n.data, "cables"), []byte(n.others), 0o600)); err != nil {
		t.Fatal(err)
	}
	return []string{"--cluster", "embed", "--cluster-listen", n.listens}
}

// serving returns the node that serves NATS, or some node while none does.
func (c *nodes) serving() *node {
	c.t.Helper()
	name := c.rows(`select coalesce(max(record->>'node'), '') from notes where space = 'nats'`)[0]
	for _, n := range c.all {
		if n.name == name {
			return n
		}
	}
	return c.all[0]
}

// start starts a node, or starts it again.
func (c *nodes) start(n *node) {
	c.t.Helper()
	n.starts++
	u, err := url.Parse(c.url)
	if err != nil {
		c.t.Fatal(err)
	}
	u.Host = n.pg.addr()
	q := u.Query()
	q.Set("application_name", fmt.Sprint(n.name, ".", n.starts)) // so that the database knows which node writes
	u.RawQuery = q.Encode()
	n.url = u.String()
	flags := append(n.natsFlags(c.t),
		"--store", n.url, "--host-key", c.hostKey, "--node", n.name, "--lease", lease.String(), "--metrics", "127.0.0.1:0",
		"--max-per-address", "5000", "--max-connections", "5000", "--max-handshakes", "5000", "--connect-rate", "0", "--login-rate", "0", "--work-share", "0",
		"--handshake-time", "5m", // clients wait for each other
	)
	flags = append(flags, n.flags...)
	if c.before != "" && n.starts == 1 {
		n.process = spawnOf(c.t, c.before, n.data, flags...)
		return
	}
	n.process = spawn(c.t, n.data, flags...)
}

// awaitReady waits until a node accepts players.
func (n *node) awaitReady(t testing.TB) {
	t.Helper()
	n.awaitReadyz(t, http.StatusOK, "ok")
}

// sign sends a node a signal.
func (n *node) sign(t testing.TB, s syscall.Signal) {
	t.Helper()
	if err := n.cmd.Process.Signal(s); err != nil {
		t.Fatalf("%s: %v", n.name, err)
	}
}

// friends returns two new people at a table, each on its node.
func friends(t testing.TB, at, otherAt *node) (first, other *client) {
	t.Helper()
	first = enter(t, at.Addr, door.NewKey(t), door.Opts{Command: "play othello"})
	first.Await(`<lobby.place>`)
	first.Keys("n")
	first.Await(`<setup.title>`)
	first.Keys("3")
	first.Await(`\[<setup.who.friend>\]`)
	first.Keys("Enter")
	code := first.Await(`ssh -t .*join ([0-9A-Z]{3}-[0-9A-Z]{3})`)[1]
	time.Sleep(2 * time.Second) // by then all nodes know the table
	other = enter(t, otherAt.Addr, door.NewKey(t), door.Opts{Command: "join " + code})
	ready(first, other)
	return first, other
}

// rows runs a query on the database and returns the rows as text, with columns separated by blanks.
func (c *nodes) rows(sql string, args ...any) (list []string) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), door.Patience)
	defer cancel()
	conn, err := pgx.Connect(ctx, c.url)
	if err != nil {
		c.t.Fatal(err)
	}
	defer conn.Close(ctx)
	rows, err := conn.Query(ctx, sql, args...)
	if err != nil {
		c.t.Fatalf("%s: %v", sql, err)
	}
	for rows.Next() {
		values, err := rows.Values()
		if err != nil {
			c.t.Fatal(err)
		}
		list = append(list, strings.TrimSuffix(fmt.Sprintln(values...), "\n"))
	}
	if err := rows.Err(); err != nil {
		c.t.Fatalf("%s: %v", sql, err)
	}
	return list
}

// way is a direction through a cable.
type way int

// Directions: to the server, and back.
const (
	there way = iota
	back
)

// cable is a connection to a server that can be cut in one direction or both. Then nothing passes, and
// neither side gets an error.
type cable struct {
	ln net.Listener
	to string

	bytes atomic.Int64 // bytes in both directions

	mu    sync.Mutex
	whole [2]chan struct{} // by direction; closed while the cable is whole
	held  []byte           // bytes that have come to the last cut
	conns map[net.Conn]bool
}

// connectCable makes a cable to a server, which ends with the test.
func connectCable(t testing.TB, to string) *cable {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cable{ln: ln, to: to, conns: map[net.Conn]bool{}}
	for i := range c.whole {
		c.whole[i] = make(chan struct{})
		close(c.whole[i])
	}
	t.Cleanup(func() {
		ln.Close()
		c.mend(true)
	})
	go func() {
		for {
			nc, err := ln.Accept()
			if err != nil {
				return
			}
			go c.carry(nc)
		}
	}()
	return c
}

func (c *cable) addr() string { return c.ln.Addr().String() }

// carry carries one connection until either end closes it.
func (c *cable) carry(near net.Conn) {
	defer near.Close()
	c.pass(there)
	c.pass(back)
	far, err := net.Dial("tcp", c.to)
	if err != nil {
		return
	}
	c.mu.Lock()
	c.conns[near], c.conns[far] = true, true
	c.mu.Unlock()
	var both sync.WaitGroup
	for w, from := range []net.Conn{there: near, back: far} {
		both.Go(func() {
			to := []net.Conn{there: far, back: near}[w]
			defer from.Close()
			defer to.Close()
			p := make([]byte, 32<<10)
			for {
				n, err := from.Read(p)
				c.hold(way(w), p[:n])
				c.bytes.Add(int64(n))
				c.pass(way(w))
				if n > 0 {
					if _, err := to.Write(p[:n]); err != nil {
						return
					}
				}
				if err != nil {
					return
				}
			}
		})
	}
	both.Wait()
	c.mu.Lock()
	delete(c.conns, near)
	delete(c.conns, far)
	c.mu.Unlock()
}

// pass waits until the cable is whole in a direction.
func (c *cable) pass(w way) {
	c.mu.Lock()
	whole := c.whole[w]
	c.mu.Unlock()
	<-whole
}

// cut cuts the cable in some directions, in both if none is named.
func (c *cable) cut(ways ...way) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(ways) == 0 {
		ways = []way{there, back}
	}
	for _, w := range ways {
		c.whole[w] = make(chan struct{})
	}
	c.held = nil
}

// hold records bytes that cannot pass in a direction now.
func (c *cable) hold(w way, p []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-c.whole[w]:
	default:
		c.held = append(c.held, p...)
	}
}

// holds reports whether bytes that contain a text wait at the cut.
func (c *cable) holds(text string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return bytes.Contains(c.held, []byte(text))
}

// mend repairs the cable. Waiting bytes arrive late, or are lost with their connections if lost is true.
func (c *cable) mend(lost bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if lost {
		for nc := range c.conns {
			nc.Close()
		}
	}
	for _, whole := range c.whole {
		select {
		case <-whole:
		default:
			close(whole)
		}
	}
}

// line is a cable as one of its ends sees it: away from the node is there.
type line struct {
	*cable
	incoming bool
}

// lines are a node's cables to NATS.
type lines []line

// cut cuts all of them.
func (l lines) cut(ways ...way) {
	for _, one := range l {
		var seen []way
		for _, w := range ways {
			if one.incoming {
				w = back - w
			}
			seen = append(seen, w)
		}
		one.cable.cut(seen...)
	}
}

// mend repairs all of them.
func (l lines) mend(lost bool) {
	for _, one := range l {
		one.cable.mend(lost)
	}
}

// natsProcess is a NATS server in a separate process, so that it can be killed.
type natsProcess struct {
	t         testing.TB
	dir, addr string
	cmd       *exec.Cmd
}

// natsHere is the variable that makes this test program a NATS server. It has the folder and the address.
const natsHere = "ARCADE_TEST_NATS"

// beNATS makes this process a NATS server if it was started as one. It ends with its input.
func beNATS() {
	dir, addr, ok := strings.Cut(os.Getenv(natsHere), " ")
	if !ok {
		return
	}
	s, err := natstest.New(dir, addr)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println("ready")
	_, _ = io.Copy(io.Discard, os.Stdin)
	natstest.Stop(s)
	os.Exit(0)
}

func startNATS(t testing.TB) *natsProcess {
	t.Helper()
	addr, err := freeport.Addr()
	if err != nil {
		t.Fatal(err)
	}
	n := &natsProcess{t: t, dir: t.TempDir(), addr: addr}
	n.start()
	t.Cleanup(n.kill)
	return n
}

// start starts the server, if there is one beside the nodes. After a kill it has its earlier data.
func (n *natsProcess) start() {
	if n == nil {
		return
	}
	n.t.Helper()
	self, err := os.Executable()
	if err != nil {
		n.t.Fatal(err)
	}
	n.cmd = exec.Command(self)
	n.cmd.Env = append(os.Environ(), natsHere+"="+n.dir+" "+n.addr)
	_, errIn := n.cmd.StdinPipe() // its input ends with this process
	out, errOut := n.cmd.StdoutPipe()
	if err := errors.Join(errIn, errOut, n.cmd.Start()); err != nil {
		n.t.Fatal(err)
	}
	if line, _ := bufio.NewReader(out).ReadString('\n'); line != "ready\n" {
		n.kill()
		n.t.Fatalf("NATS does not start: %s", line)
	}
}

// kill ends it without any cleanup.
func (n *natsProcess) kill() {
	if n == nil {
		return
	}
	_ = n.cmd.Process.Kill()
	_ = n.cmd.Wait()
}

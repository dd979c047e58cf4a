package e2e

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade/e2e/door"
	"arcade/games"
	"arcade/load"
)

// Measurements of the cost of a cluster for docs/capacity.md, which has the commands. Nodes, PostgreSQL,
// NATS and clients share one machine.

// turning is longer than discs turn. While they do, a player's move waits on the other's screen for the next unasked
// frame, of which there is one in 50 ms at most (sessions/term).
const turning = time.Second

// BenchmarkNodesAction measures the time from a key to the first frames on both screens that have the
// move in their lists, because discs turn for longer. Two people play on one node and on two. On two, the
// mover is on the owner's node or on the other.
func BenchmarkNodesAction(b *testing.B) {
	c := openNodes(b, 2)
	all := states(b, longGame)
	for second, name := range []string{"one-node", "two-nodes"} {
		b.Run(name, func(b *testing.B) {
			took := map[bool][]time.Duration{} // by whether the mover was on the owner's node
			for len(took[true])+len(took[false]) < b.N {
				c.benchGame(b, second, all, took)
			}
			if second == 0 {
				report(b, "", took[true])
			} else {
				report(b, "keepers-node-", took[true])
				report(b, "other-node-", took[false])
			}
		})
	}
}

// benchGame plays half of the long game between two new people. It records the time of each action until
// it is on both screens.
func (c *nodes) benchGame(b *testing.B, second int, all []state, took map[bool][]time.Duration) {
	first, other := friends(b, c.all[0], c.all[second])
	defer first.Close()
	defer other.Close()
	sides := inOrder(first, other)
	owner := c.rows(`select keeper from matches where status = 'live'`)
	if len(owner) != 1 {
		b.Fatalf("%s keep the one match", owner)
	}
	on := map[*client]string{first: c.all[0].name, other: c.all[second].name}
	for i, m := range longGame[:slices.Index(longGame, "pass")-1] {
		mover, entry := sides[all[i].toAct], fmt.Sprintf("%d %s %s", i+1, []string{"●", "○"}[all[i].toAct], m)
		for played := false; !played; { // repeats a refused move, as on a machine with other work
			mover.Await(myTurn)
			time.Sleep(turning)
			began := time.Now()
			mover.Keys("/"+m, "Enter")
			listed := func(lines []string) bool {
				return strings.Contains(strings.Join(strings.Fields(strings.Join(lines, " ")), " "), entry)
			}
			played = sides[0].Comes(3*time.Second, listed) && sides[1].Comes(3*time.Second, listed)
			if at := on[mover] == owner[0]; played {
				took[at] = append(took[at], time.Since(began))
			}
		}
		for _, one := range sides {
			one.awaitBoard(all[i+1])
		}
	}
	sides[0].Keys("r")
	sides[0].Decide(`<resign.title>`, "2")
	sides[1].Await(`<res.title>`)
}

// report prints the median, the 99th percentile and the maximum. It prints nothing without measurements,
// as in Go's first call.
func report(b *testing.B, what string, took []time.Duration) {
	b.Helper()
	b.ReportMetric(0, "ns/op")
	if len(took) == 0 {
		return
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, what+"p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, what+"p99-ms")
	b.ReportMetric(float64(took[len(took)-1].Microseconds())/1000, what+"worst-ms")
}

// benchBot is a program that plays the first legal action, a tenth of a second after the request. A
// faster player would exceed the limit of new matches in a minute.
type benchBot struct {
	conn  *gossh.Client
	in    io.WriteCloser
	lines *bufio.Scanner
	turn  *said // the request for an action that is not settled yet
	think func()
}

// benchPair makes two programs meet, each on its node.
func (c *nodes) benchPair(b *testing.B, keys [2]gossh.Signer, names [2]string, on [2]*node) (pair benchBots) {
	b.Helper()
	for i := range pair {
		conn, err := door.Dial(on[i].Addr, names[i], door.By(keys[i]))
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { conn.Close() })
		_, in, out, err := door.Start(conn, "bot othello --new --games 1000000 --against "+names[1-i], 0, 0)
		if err != nil {
			b.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		lines.Buffer(nil, 1<<20)
		pair[i] = &benchBot{conn: conn, in: in, lines: lines, think: func() { time.Sleep(100 * time.Millisecond) }}
	}
	return pair
}

// play plays until the connection ends, and calls acked after each acknowledged action.
func (p *benchBot) play(acked func()) error {
	for p.lines.Scan() {
		var l said
		if err := games.DecodeStrict(p.lines.Bytes(), &l); err != nil {
			return err
		}
		switch {
		case l.OK != nil && *l.OK:
			acked()
			p.turn = nil
		case l.OK != nil && p.turn != nil: // not now
			time.Sleep(time.Millisecond)
			p.answer()
		case l.Op == "act":
			p.turn = &l
			p.think()
			p.answer()
		case l.Op == "event" && p.turn != nil && l.Ply > p.turn.Ply:
			p.turn = nil
		case l.Op == "bye":
			return fmt.Errorf("%s", p.lines.Text())
		}
	}
	return p.lines.Err()
}

func (p *benchBot) answer() {
	_, _ = fmt.Fprintf(p.in, `{"op":"apply","action":%q,"ply":%d}`+"\n", p.turn.Legal[0], p.turn.Ply)
}

// named gives names to keys, because challenges go by name.
func (c *nodes) named(b *testing.B, names ...string) (keys []gossh.Signer) {
	b.Helper()
	for _, name := range names {
		key := door.NewKey(b)
		p := c.all[0].run(b, key, name, "bot othello --new")
		p.await("waiting")
		p.send(`{"op":"quit"}`)
		p.bye("quit", 0)
		keys = append(keys, key)
	}
	return keys
}

// BenchmarkNodesProcessor measures the processor time of nodes and NATS for an action, and its traffic
// with NATS and PostgreSQL, with both programs on one node and on two.
func BenchmarkNodesProcessor(b *testing.B) {
	for _, second := range []int{0, 1} {
		b.Run([]string{"one-node", "two-nodes"}[second], func(b *testing.B) {
			const pairs = 20
			c := openNodes(b, 2)
			var names []string
			for i := range 2 * pairs {
				names = append(names, fmt.Sprint("p", i))
			}
			keys := c.named(b, names...)
			var acts atomic.Int64
			enough := make(chan struct{})
			total := int64(b.N)
			var playing sync.WaitGroup
			var all []*benchBot
			for i := 0; i < len(keys); i += 2 {
				pair := c.benchPair(b, [2]gossh.Signer(keys[i:]), [2]string(names[i:]), [2]*node{c.all[0], c.all[second]})
				all = append(all, pair[:]...)
			}
			begun, was := c.processors(b), c.traffic()
			b.ResetTimer()
			for _, p := range all {
				playing.Go(func() {
					_ = p.play(func() {
						if acts.Add(1) == total {
							close(enough)
						}
					})
				})
			}
			<-enough
			b.StopTimer()
			now, is := c.processors(b), c.traffic()
			for _, p := range all {
				p.conn.Close()
			}
			playing.Wait()
			b.ReportMetric(0, "ns/op")
			for i, name := range []string{"node1", "node2", "nats"} {
				b.ReportMetric(float64((now[i]-begun[i]).Microseconds())/float64(total), name+"-us/action")
			}
			for i, name := range []string{"nats-bytes", "pg-bytes", "pg-transactions"} {
				b.ReportMetric(float64(is[i]-was[i])/float64(total), name+"/action")
			}
		})
	}
}

// traffic returns the bytes that nodes have exchanged with NATS and with PostgreSQL, and the number of
// transactions.
func (c *nodes) traffic() (n [3]int64) {
	for _, one := range c.all {
		n[0] += one.nats[0].bytes.Load()
		n[1] += one.pg.bytes.Load()
	}
	_, _ = fmt.Sscan(c.rows(`select xact_commit from pg_stat_database where datname = current_database()`)[0], &n[2])
	return n
}

// processors returns the processor times of both nodes and of NATS.
func (c *nodes) processors(b *testing.B) (times []time.Duration) {
	b.Helper()
	if c.nats == nil {
		b.Skip("NATS has no process of its own")
	}
	for _, pid := range []int{c.all[0].cmd.Process.Pid, c.all[1].cmd.Process.Pid, c.nats.cmd.Process.Pid} {
		p, err := load.ReadProcess(pid)
		if err != nil {
			b.Skip(err)
		}
		times = append(times, p.CPU)
	}
	return times
}

// BenchmarkNodesCrowd measures the time from an action to the frames of 1,000 spectators on three nodes,
// up to 50 times (-benchtime 50x).
func BenchmarkNodesCrowd(b *testing.B) {
	const crowd = 1000
	c := openNodes(b, 3)
	keys := c.named(b, "ann", "bob")
	pair := c.benchPair(b, [2]gossh.Signer(keys), [2]string{"ann", "bob"}, [2]*node{c.all[0], c.all[1]})
	var id string
	for late := time.Now().Add(door.Patience); id == ""; time.Sleep(20 * time.Millisecond) {
		if rows := c.rows(`select id from matches where status = 'live'`); len(rows) == 1 {
			id = rows[0]
		} else if time.Now().After(late) {
			b.Fatal("no match begins")
		}
	}
	var acted atomic.Int64 // time in ns; 0 before the first action
	var mu sync.Mutex
	var took []time.Duration
	var coming, watching sync.WaitGroup
	gate := make(chan struct{}, 16)
	for i := range crowd {
		coming.Add(1)
		watching.Go(func() {
			gate <- struct{}{}
			conn, err := door.Dial(c.all[i%3].Addr, "crowd", door.By(nil))
			<-gate
			if err != nil {
				b.Error(err)
				coming.Done()
				return
			}
			b.Cleanup(func() { conn.Close() })
			_, in, out, err := door.Start(conn, "watch "+id, 80, 24)
			if err != nil {
				b.Error(err)
				coming.Done()
				return
			}
			_, _ = io.WriteString(in, answers)
			coming.Done()
			p, seen := make([]byte, 32<<10), int64(0)
			for {
				n, err := out.Read(p)
				if err != nil {
					return
				}
				if at := acted.Load(); n > 0 && at > seen {
					seen = at
					mu.Lock()
					took = append(took, time.Since(time.Unix(0, at)))
					mu.Unlock()
				}
			}
		})
	}
	coming.Wait()
	time.Sleep(5 * time.Second) // until their arrival no longer changes the others' screens
	// One action a second, by turns; of fewer than a match has, as who watches stays with it.
	n := 0 // only one player at a time uses it: the other gets its turn after the action
	enough := make(chan struct{})
	for _, p := range pair {
		p.think = func() {
			time.Sleep(time.Second)
			if n++; n > b.N {
				if n == b.N+1 {
					close(enough)
				}
				<-b.Context().Done()
			}
			acted.Store(time.Now().UnixNano())
		}
		go func() { _ = p.play(func() {}) }()
	}
	<-enough
	mu.Lock()
	defer mu.Unlock()
	if len(took) == 0 {
		b.Fatal("nobody has seen anything")
	}
	b.ReportMetric(float64(len(took))/float64(b.N), "frames/action")
	report(b, "", took)
}

// BenchmarkNodesKill measures the time from SIGKILL of a match's owner to the next accepted action, for
// several matches at once. Both players are on other nodes.
func BenchmarkNodesKill(b *testing.B) {
	const pairs = 6
	c := openNodes(b, 3)
	var names []string
	for i := range 2 * pairs {
		names = append(names, fmt.Sprint("k", i))
	}
	keys := c.named(b, names...)
	var took []time.Duration
	stuck := 0
	for at := 0; len(took) < b.N; {
		var playing []benchBots
		last := map[string]*atomic.Int64{} // by the name of either player
		for i := 0; i < len(keys); i += 2 {
			pair := c.benchPair(b, [2]gossh.Signer(keys[i:]), [2]string(names[i:]), [2]*node{c.all[(at+1)%3], c.all[(at+2)%3]})
			when := new(atomic.Int64)
			last[names[i]], last[names[i+1]] = when, when
			playing = append(playing, pair)
			for _, p := range pair {
				go func() { _ = p.play(func() { when.Store(time.Now().UnixNano()) }) }()
			}
		}
		for _, when := range last {
			if after(when, 0).IsZero() {
				b.Fatal("nobody plays")
			}
		}
		kept := c.rows(`select record->'seats'->0->>'name' from matches where status = 'live' and keeper = $1`, c.all[at].name)
		if len(kept) > 0 {
			began := time.Now()
			c.all[at].kill()
			killed := time.Now().UnixNano()
			for _, name := range kept {
				if when := after(last[name], killed); when.IsZero() {
					stuck++
					b.Logf("a match of %s does not go on: %s", name, c.rows(`select id, status, keeper, epoch, entries, record->'seats' from matches where status = 'live' and record::text like '%"'||$1||'"%'`, name))
				} else {
					took = append(took, when.Sub(began))
				}
			}
			c.start(c.all[at])
			c.all[at].awaitReady(b)
		}
		busy := c.rows(`select keeper from matches where status = 'live' group by keeper order by count(*) desc limit 1`)
		for _, pair := range playing {
			pair.close()
		}
		if len(busy) == 1 {
			at = slices.IndexFunc(c.all, func(n *node) bool { return n.name == busy[0] })
		}
	}
	b.ReportMetric(float64(stuck), "stuck")
	report(b, "", took)
}

// after waits until last is later than a time in ns, and returns it; zero if that never happens.
func after(last *atomic.Int64, moment int64) time.Time {
	for late := time.Now().Add(door.Patience); last.Load() <= moment; time.Sleep(time.Millisecond) {
		if time.Now().After(late) {
			return time.Time{}
		}
	}
	return time.Unix(0, last.Load())
}

// benchBots are two programs that play each other.
type benchBots [2]*benchBot

func (p benchBots) close() {
	for _, one := range p {
		one.conn.Close()
	}
}

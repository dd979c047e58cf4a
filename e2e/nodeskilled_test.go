package e2e

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade/e2e/door"
	"arcade/store/postgres"
)

var (
	nodeKills = flag.Int("nodes.kills", 6, "how many faults TestNodesKilled makes")
	nodeSeed  = flag.Uint64("nodes.seed", 0, "the seed of TestNodesKilled, 0 for a new one")
	nodeFault = flag.String("nodes.fault", "", "TestNodesKilled makes only faults whose name has this")
)

// goesOn limits the time in which a match of connected players continues.
const goesOn = 10 * time.Second

// busy is more time for a machine with other work, where the other nodes lose their leases for moments, too.
const busy = 20 * time.Second

// TestNodesKilled has 24 clients that play on three nodes, in every game for two. It kills nodes
// (SIGKILL), stops them for longer than their lease (SIGSTOP, SIGCONT), cuts them off from NATS or from
// PostgreSQL in one direction or both, sets their clocks ahead and back, kills NATS and PostgreSQL, fills
// PostgreSQL's disk, and kills everything at once. After each fault every match continues in time, and
// the store has everything that a client was told. 1,000 times:
//
//	go test ./e2e -run TestNodesKilled -nodes.kills 1000 -timeout 4h
//
// With -nodes.embed NATS runs inside the nodes, two and three by turns. A node that is killed is killed with its
// NATS, and half of them come back with an empty folder.
//
// The test is not parallel, because it checks the times of an arcade of several processes.
func TestNodesKilled(t *testing.T) {
	n := *nodeKills
	if testing.Short() {
		n = min(n, 3)
	}
	inTurns(t, "faults, -nodes.seed", n, *nodeSeed, "database", nodesKilled)
}

// trial is an arcade of several nodes with its witnesses.
type trial struct {
	*nodes
	t   *testing.T
	r   *rand.Rand
	all []*witness

	mu     sync.Mutex
	at     map[*witness]*node // the node of each connection or attempt
	struck map[*node]bool     // no client connects there now
	faulty bool               // there is a fault, or was one until now
	ended  bool
}

// fault is a fault and its repair.
type fault struct {
	name string
	// of reports whether it strikes one node.
	of   bool
	hold [2]time.Duration // minimum and maximum duration
	// others reports whether matches without players on that node continue meanwhile.
	others bool
	strike func(x *trial, n *node)
	mend   func(x *trial, n *node)
}

var faults = []fault{
	{"a node is killed", true, [2]time.Duration{0, 3 * lease}, true,
		(*trial).kill, (*trial).revive},
	{"a node is stopped", true, [2]time.Duration{3 * lease / 2, 4 * lease}, true,
		func(x *trial, n *node) { n.sign(x.t, syscall.SIGSTOP) },
		func(x *trial, n *node) { n.sign(x.t, syscall.SIGCONT) }},
	{"a node has no NATS", true, [2]time.Duration{lease / 2, 4 * lease}, true,
		func(x *trial, n *node) { n.nats.cut() },
		func(x *trial, n *node) { n.nats.mend(x.r.IntN(2) == 0) }},
	{"a node has no PostgreSQL", true, [2]time.Duration{lease / 2, 2 * goesOn}, true,
		func(x *trial, n *node) { n.pg.cut() },
		func(x *trial, n *node) { n.pg.mend(x.r.IntN(2) == 0) }},
	{"a node is not heard by NATS", true, [2]time.Duration{lease / 2, 4 * lease}, true,
		func(x *trial, n *node) { n.nats.cut(there) },
		func(x *trial, n *node) { n.nats.mend(x.r.IntN(2) == 0) }},
	{"a node does not hear NATS", true, [2]time.Duration{lease / 2, 4 * lease}, true,
		func(x *trial, n *node) { n.nats.cut(back) },
		func(x *trial, n *node) { n.nats.mend(x.r.IntN(2) == 0) }},
	{"a node is not heard by PostgreSQL", true, [2]time.Duration{lease / 2, 2 * goesOn}, true,
		func(x *trial, n *node) { n.pg.cut(there) },
		func(x *trial, n *node) { n.pg.mend(x.r.IntN(2) == 0) }},
	{"a node does not hear PostgreSQL", true, [2]time.Duration{lease / 2, 2 * goesOn}, true,
		func(x *trial, n *node) { n.pg.cut(back) },
		func(x *trial, n *node) { n.pg.mend(x.r.IntN(2) == 0) }},
	{"a node's clock is 90 s ahead", true, [2]time.Duration{lease / 2, 4 * lease}, true,
		func(x *trial, n *node) { n.sign(x.t, syscall.SIGUSR1) },
		func(x *trial, n *node) { n.sign(x.t, syscall.SIGUSR2) }},
	{"a node's clock is 90 s behind", true, [2]time.Duration{lease / 2, 4 * lease}, true,
		func(x *trial, n *node) { n.sign(x.t, syscall.SIGUSR2) },
		func(x *trial, n *node) { n.sign(x.t, syscall.SIGUSR1) }},
	{"NATS is killed", false, [2]time.Duration{0, 3 * lease}, false,
		func(x *trial, _ *node) { x.nats.kill() },
		func(x *trial, _ *node) { x.nats.start() }},
	{"PostgreSQL is killed", false, [2]time.Duration{0, 3 * lease}, false,
		func(x *trial, _ *node) { x.pg.Kill() },
		func(x *trial, _ *node) { x.pg.Up(x.t) }},
	{"PostgreSQL's disk is full", false, [2]time.Duration{lease, goesOn}, false,
		func(x *trial, _ *node) { x.fill() },
		func(x *trial, _ *node) { x.empty() }},
	{"everything is killed, and started together", false, [2]time.Duration{0, 3 * lease}, false,
		(*trial).killAll, (*trial).startAll},
}

// servingKilled stands for "NATS is killed" where NATS runs inside the nodes.
var servingKilled = fault{"the node that serves NATS is killed", true, [2]time.Duration{0, 3 * lease}, true, (*trial).kill, (*trial).revive}

// possible returns the faults of which the name has a text.
func possible(text string) (list []fault) {
	for _, f := range faults {
		if *embedded && f.name == "NATS is killed" {
			f = servingKilled
		}
		if strings.Contains(f.name, text) {
			list = append(list, f)
		}
	}
	return list
}

// kill kills a node.
func (x *trial) kill(n *node) {
	x.free(n)
	n.kill()
}

// revive starts a killed node. With a NATS inside it may have lost its folder.
func (x *trial) revive(n *node) {
	if *embedded && x.r.IntN(2) == 0 {
		if err := os.RemoveAll(n.data); err != nil {
			x.t.Error(err)
		}
	}
	x.start(n)
	n.awaitReady(x.t)
}

// fill makes the database refuse new entries, like a full disk.
func (x *trial) fill() {
	for _, f := range []string{"trigger", "event_trigger"} {
		x.rows(`create or replace function no_` + f + `() returns ` + f + ` language plpgsql as $$ begin
			raise exception 'could not extend file: No space left on device' using errcode = '53100';
		end $$`)
	}
	x.rows(`create event trigger no_tables on ddl_command_end when tag in ('CREATE TABLE AS') execute function no_event_trigger()`)
	x.rows(`create trigger no_room before insert on log for each row execute function no_trigger()`)
}

// empty undoes fill.
func (x *trial) empty() {
	x.rows(`drop event trigger no_tables`)
	x.rows(`drop trigger no_room on log`)
}

// killAll kills all nodes, NATS and PostgreSQL.
func (x *trial) killAll(*node) {
	for _, n := range x.nodes.all {
		x.free(n)
		n.kill()
	}
	x.nats.kill()
	x.pg.Kill()
}

// startAll starts them at the same moment, so nodes find neither NATS nor PostgreSQL ready.
func (x *trial) startAll(*node) {
	var all sync.WaitGroup
	for _, n := range x.nodes.all {
		all.Go(func() { x.start(n) })
	}
	all.Go(x.nats.start)
	all.Go(func() { x.pg.Up(x.t) })
	all.Wait()
	for _, n := range x.nodes.all {
		n.awaitReady(x.t)
	}
}

// nodesKilled applies n faults to one arcade.
func nodesKilled(t *testing.T, seed uint64, n int) {
	count := 3
	if *embedded {
		count = 2 + int(seed%2)
	}
	x := &trial{nodes: openNodes(t, count), t: t, r: rand.New(rand.NewPCG(seed, 0)), at: map[*witness]*node{}, struck: map[*node]bool{}}
	x.audit()
	// They think so long that nobody begins 30 matches in a minute, which is the limit.
	add := func(count int, pace time.Duration, do func(*witness), command func(i int) string) {
		for range count {
			i := len(x.all)
			x.all = append(x.all, &witness{
				t: t, name: fmt.Sprint("w", i), key: door.NewKey(t), command: command(i), do: do, told: func() {}, patient: true, pace: pace,
				r: rand.New(rand.NewPCG(seed, 1+uint64(i))), saw: map[string]*seen{}, paths: map[string]bool{},
			})
		}
	}
	// Neighbours play each other, and are on different nodes.
	against := func(game string) func(i int) string {
		return func(i int) string {
			return fmt.Sprintf("bot %s --new --rated --games 1000000 --against w%d", game, i^1)
		}
	}
	add(4, 150*time.Millisecond, (*witness).program, func(int) string { return "bot othello --new --join any --rated" })
	add(6, 150*time.Millisecond, (*witness).program, against("othello"))
	add(6, 300*time.Millisecond, (*witness).program, against("matgo"))
	add(6, time.Second, (*witness).program, against("stonesduel"))
	add(2, time.Second, (*witness).screen, func(int) string { return "play stones" })
	x.baptise()
	var playing sync.WaitGroup
	for i, w := range x.all {
		w.may = x.may
		playing.Go(func() { x.stay(w, x.nodes.all[i%len(x.nodes.all)]) })
	}
	defer func() {
		x.end()
		playing.Wait()
	}()
	x.everybodyPlays()
	var order []fault
	took := map[string][]time.Duration{}
	for i := 1; i <= n && !t.Failed(); i++ {
		if len(order) == 0 {
			order = possible(*nodeFault)
			x.r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		}
		f := order[0]
		order = order[1:]
		took[f.name] = append(took[f.name], x.once(i, f)...)
		x.check(i)
	}
	if t.Failed() {
		x.logs()
		return
	}
	x.everybodyPlays()
	for acts, overs := x.acknowledged(); acts < 200*n || overs < n; acts, overs = x.acknowledged() {
		x.everybodyPlays() // on a busy machine the faults may end before enough was played
	}
	x.end()
	playing.Wait()
	for _, n := range x.nodes.all {
		n.sign(t, syscall.SIGTERM)
	}
	for _, n := range x.nodes.all {
		if err := n.cmd.Wait(); err != nil {
			t.Errorf("%s ends: %v\n%s", n.name, err, n.log)
		}
	}
	x.check(n)
	for name, list := range took {
		slices.Sort(list)
		if len(list) > 0 {
			t.Logf("%s: matches went on after %v, at most %v (%d)", name, list[len(list)/2].Round(time.Millisecond), list[len(list)-1].Round(time.Millisecond), len(list))
		}
	}
	path, _ := binary()
	if out, err := exec.Command(path, "check", "--store", x.url).CombinedOutput(); err != nil {
		t.Errorf("arcade check: %v\n%s", err, out)
	}
	acts, overs := x.acknowledged()
	done := x.rows(`select count(*) from matches where status = 'done'`)[0]
	t.Logf("%d actions and %d ends were acknowledged; %s matches done, %s epochs were written in, %s takeovers",
		acts, overs, done, x.rows(`select count(distinct (match, epoch)) from written`)[0], x.rows(`select coalesce(sum(epoch), 0)::bigint from matches`)[0])
}

// acknowledged returns the number of actions and of ends of matches that players were told of.
func (x *trial) acknowledged() (acts, overs int) {
	for _, w := range x.all {
		for _, s := range w.notes().saw {
			acts += len(s.acts)
			if s.over != nil {
				overs++
			}
		}
	}
	return acts, overs
}

// audit makes the database record which node writes in which epoch.
func (x *trial) audit() {
	for _, sql := range []string{
		`create table written (match text, n bigint, epoch bigint, node text)`,
		`create function note() returns trigger language plpgsql as $$ begin
			insert into written select new.match, new.n, m.epoch, current_setting('application_name') from matches m where m.id = new.match;
			return new;
		end $$`,
		`create trigger note after insert on log for each row execute function note()`,
		`create table dropped (match text, status text, epoch bigint, plies bigint, node text)`,
		`create function dropping() returns trigger language plpgsql as $$ begin
			insert into dropped select old.id, old.status, old.epoch, (select count(*) from written where match = old.id), current_setting('application_name');
			return old;
		end $$`,
		`create trigger dropping before delete on matches for each row execute function dropping()`,
	} {
		x.rows(sql)
	}
}

// baptise connects each client once, so that it has a name for challenges.
func (x *trial) baptise() {
	var all sync.WaitGroup
	for i, w := range x.all {
		if strings.HasPrefix(w.command, "bot ") {
			h := &x.nodes.all[i%len(x.nodes.all)].house
			all.Go(func() {
				p := h.run(x.t, w.key, w.name, strings.Join(strings.Fields(w.command)[:3], " "))
				if hello := p.await("hello"); hello.Name != w.name {
					x.t.Errorf("%s is %s", w.name, hello.Name)
				}
				p.send(`{"op":"quit"}`)
				p.bye("quit", 0)
			})
		}
	}
	all.Wait()
	if x.t.Failed() {
		x.t.FailNow()
	}
}

// stay keeps a witness connected, on its home node or the next node that accepts players.
func (x *trial) stay(w *witness, home *node) {
	first := slices.Index(x.nodes.all, home)
	for x.comes(w, first) {
		w.do(w)
		time.Sleep(20*time.Millisecond + w.pace)
	}
}

// comes finds a node for a witness. It returns false if the witness must not connect again.
func (x *trial) comes(w *witness, first int) bool {
	for ; ; time.Sleep(20 * time.Millisecond) {
		x.mu.Lock()
		if x.ended {
			x.mu.Unlock()
			return false
		}
		for i := range x.nodes.all {
			if n := x.nodes.all[(first+i)%len(x.nodes.all)]; !x.struck[n] {
				x.at[w], w.addr = n, n.Addr
				w.mu.Lock()
				w.dead, w.now, w.excused = make(chan struct{}), "", false
				w.mu.Unlock()
				x.mu.Unlock()
				return true
			}
		}
		x.mu.Unlock()
	}
}

// free allows clients at a node to lose their connections from now on.
func (x *trial) free(n *node) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for w, at := range x.at {
		if at == n {
			w.free()
		}
	}
}

// free lets the present connection break from now on.
func (w *witness) free() {
	w.mu.Lock()
	defer w.mu.Unlock()
	select {
	case <-w.dead:
	default:
		close(w.dead)
	}
}

// may reports whether a new match or visit may be refused now.
func (x *trial) may() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.faulty || x.ended
}

// end ends all witnesses.
func (x *trial) end() {
	x.mu.Lock()
	x.ended = true
	x.mu.Unlock()
	for _, w := range x.all {
		w.leave()
	}
}

// leave ends the present connection from the client's side.
func (w *witness) leave() {
	w.free()
	w.mu.Lock()
	defer w.mu.Unlock()
	switch c := w.conn.(type) {
	case *client:
		c.Close()
	case *gossh.Client:
		c.Close()
	}
}

// game is a live match as its witnesses see it.
type game struct {
	id    string
	sides []*witness
	moved []int   // each witness's count of plays when inPlay was called
	on    []*node // node of each witness
}

// inPlay returns the matches that have two witnesses.
func (x *trial) inPlay() map[string]*game {
	x.mu.Lock()
	defer x.mu.Unlock()
	found := map[string]*game{}
	for _, w := range x.all {
		w.mu.Lock()
		if w.now != "" {
			g := found[w.now]
			if g == nil {
				g = &game{id: w.now}
				found[w.now] = g
			}
			g.sides, g.moved, g.on = append(g.sides, w), append(g.moved, w.moved), append(g.on, x.at[w])
		}
		w.mu.Unlock()
	}
	maps.DeleteFunc(found, func(_ string, g *game) bool { return len(g.sides) != 2 })
	return found
}

// wentOn reports whether an action has been played since.
func (g *game) wentOn() bool {
	for i, w := range g.sides {
		w.mu.Lock()
		moved := w.moved
		w.mu.Unlock()
		if moved == g.moved[i] {
			return false
		}
	}
	return true
}

// waits says what a witness waits for.
func (w *witness) waits() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	turn := "is not asked for an action"
	if w.turn != nil {
		turn = "is asked by " + w.turn.raw
	}
	if !w.stuck.asked.IsZero() {
		turn += fmt.Sprintf(", first answered %v ago, refused since: %v", time.Since(w.stuck.asked).Round(time.Millisecond), w.stuck.again)
	}
	return fmt.Sprintf("%s is at match %q, %s; it heard last %q", w.name, w.now, turn, w.last)
}

// everybodyPlays waits until every witness has played. One may be in a series, whose next round can wait
// for a minute.
func (x *trial) everybodyPlays() {
	x.t.Helper()
	before := map[*witness]int{}
	progress := func(w *witness) int {
		w.mu.Lock()
		defer w.mu.Unlock()
		return w.moved
	}
	for _, w := range x.all {
		before[w] = progress(w)
	}
	for late := time.Now().Add(3 * door.Patience); len(before) > 0; time.Sleep(20 * time.Millisecond) {
		maps.DeleteFunc(before, func(w *witness, was int) bool { return progress(w) != was })
		if time.Now().After(late) {
			for w := range before {
				w.mu.Lock()
				shows := ""
				if c, ok := w.conn.(*client); ok {
					shows = door.Frame(c.Text())
				}
				x.t.Errorf("%s (%s) on %s does not play; it is at match %q: %q; it heard last %q\n%s", w.name, w.command, x.at[w].name, w.now, w.wrong, w.last, shows)
				w.mu.Unlock()
			}
			x.logs()
			x.t.FailNow()
		}
	}
}

// once applies a fault, repairs it, and waits until all matches have continued. It returns the times of
// the matches that could continue meanwhile.
func (x *trial) once(i int, f fault) (took []time.Duration) {
	t := x.t
	n := x.nodes.all[x.r.IntN(len(x.nodes.all))]
	if f.name == servingKilled.name {
		n = x.serving()
	}
	hold := f.hold[0] + time.Duration(x.r.Int64N(int64(f.hold[1]-f.hold[0])))
	x.mu.Lock()
	x.faulty = true
	if f.of {
		x.struck[n] = true
	}
	x.mu.Unlock()
	keeps := map[string]bool{} // matches that n owns, from the database
	for _, id := range x.rows(`select id from matches where status = 'live' and keeper = $1`, n.name) {
		keeps[id] = true
	}
	f.strike(x, n)
	struck := time.Now()
	games := x.inPlay()
	what := f.name
	if f.of {
		what += fmt.Sprintf(" (%s, owner of %d)", n.name, len(keeps))
	}
	t.Logf("fault %d: %s for %v, with %d matches at play", i, what, hold.Round(time.Millisecond), len(games))
	if f.of && x.r.IntN(2) == 0 { // some connect elsewhere and do not wait
		x.mu.Lock()
		var leaving []*witness
		for _, w := range x.all {
			if x.at[w] == n && x.r.IntN(2) == 0 {
				leaving = append(leaving, w)
			}
		}
		x.mu.Unlock()
		for _, w := range leaving {
			w.leave()
		}
	}
	var mended time.Time
	for open := maps.Clone(games); len(open) > 0; time.Sleep(10 * time.Millisecond) {
		if mended.IsZero() && time.Since(struck) >= hold {
			f.mend(x, n)
			mended = time.Now()
			x.mu.Lock()
			delete(x.struck, n)
			x.mu.Unlock()
		}
		maps.DeleteFunc(open, func(id string, g *game) bool {
			elsewhere := !f.of || !slices.Contains(g.on, n)
			limit := struck.Add(goesOn + busy)
			if !elsewhere || !f.others {
				limit = struck.Add(hold + goesOn + busy)
				if !mended.IsZero() {
					limit = mended.Add(goesOn + busy)
				}
			}
			switch {
			case g.wentOn():
				if keeps[id] && elsewhere {
					took = append(took, time.Since(struck))
				}
				return true
			case time.Now().After(limit):
				stored := x.rows(`select status, keeper, epoch, entries from matches where id = $1`, id)
				if len(stored) == 1 && !strings.HasPrefix(stored[0], "done ") { // a witness that returns late is not told of the end
					t.Errorf("fault %d, %s: match %s of %s and %s does not go on; their nodes are %s and %s; stored: %s\n%s\n%s", i, what, id,
						g.sides[0].name, g.sides[1].name, g.on[0].name, g.on[1].name, stored, g.sides[0].waits(), g.sides[1].waits())
				}
				return true
			}
			return false
		})
	}
	if mended.IsZero() {
		time.Sleep(time.Until(struck.Add(hold)))
		f.mend(x, n)
	}
	x.mu.Lock()
	delete(x.struck, n)
	x.mu.Unlock()
	for _, n := range x.nodes.all {
		n.awaitReady(t)
	}
	for _, w := range x.all {
		w.mu.Lock()
		w.excused = w.now == ""
		w.mu.Unlock()
	}
	x.mu.Lock()
	x.faulty = false
	x.mu.Unlock()
	for _, w := range x.all { // some return to their home node
		if x.r.IntN(4) == 0 {
			w.leave()
		}
	}
	return took
}

// check compares the store with everything that the witnesses were told before.
func (x *trial) check(i int) {
	t := x.t
	t.Helper()
	var notes []*witness
	for _, w := range x.all {
		notes = append(notes, w.notes())
	}
	a, err := postgres.OpenArchive(x.url)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	checkArchive(t, i, a, notes)
	for _, w := range notes {
		for _, wrong := range w.wrong[:min(len(w.wrong), 5)] {
			t.Errorf("fault %d: %s (%s): %s", i, w.name, w.command, wrong)
		}
	}
	x.oneWriter(i)
}

// oneWriter fails the test if two nodes wrote to a match in one epoch.
func (x *trial) oneWriter(i int) {
	x.t.Helper()
	for _, row := range x.rows(`select match, epoch, string_agg(distinct node, ' ') from written group by match, epoch having count(distinct node) > 1`) {
		x.t.Errorf("fault %d: two have written in one epoch: %s", i, row)
	}
}

// logs prints who has deleted matches that witnesses saw, and the nodes' logs.
func (x *trial) logs() {
	for _, w := range x.all {
		n := w.notes()
		for id, s := range n.saw {
			for _, row := range x.rows(fmt.Sprintf(`select 'status', status, 'epoch', epoch, 'entries', plies, 'by', node from dropped where match = '%s'`, id)) {
				x.t.Logf("%s saw match %s, of which %d plies were acknowledged; it was deleted: %s", w.name, id, len(s.acts), row)
			}
		}
	}
	for _, n := range x.nodes.all {
		log := n.log.String()
		x.t.Logf("%s says\n%s", n.name, log[max(0, len(log)-4000):])
	}
}

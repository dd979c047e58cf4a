package e2e

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"arcade/e2e/door"
)

// before enables tests with nodes of two versions.
var (
	before  = flag.String("nodes.before", "", "binary of an older version, which tests of several processes start first: TestNodesUpgrade replaces it by this one")
	without = flag.String("nodes.without", "", "a game that TestNodesUpgrade does not play, because the older version does not know its present rules: Othello takes its place")
)

// A new version is installed on three nodes: one after another is drained, by SIGTERM and by arcade
// admin, ends, and is started again, while programs and two people play on all of them. Every match is
// transferred between two actions and continues. No acknowledged action is lost, nothing is refused for
// more than a second, no clock runs out and nobody loses by absence. The screens of the drained node
// count down, play on meanwhile, and reconnect to another node.
//
// The test is not parallel, because it checks the times of an arcade of several processes.
func TestNodesUpgrade(t *testing.T) {
	x := &trial{nodes: openNodes(t, 3, append(slices.Clone(unhurried), "--grace", "9s")...), t: t, r: rand.New(rand.NewPCG(1, 0)), at: map[*witness]*node{}, struck: map[*node]bool{}}
	x.audit()
	for i := range 12 {
		game, pace := "othello", 150*time.Millisecond
		switch {
		case i >= 10:
			game, pace = "stonesduel", time.Second
		case i >= 6:
			game, pace = "matgo", 300*time.Millisecond
		}
		if game == *without {
			game = "othello"
		}
		x.all = append(x.all, &witness{
			t: t, name: fmt.Sprint("w", i), key: door.NewKey(t), do: (*witness).program, told: func() {}, may: x.may, patient: true, pace: pace,
			command: fmt.Sprintf("bot %s --new --rated --games 1000000 --against w%d", game, i^1),
			r:       rand.New(rand.NewPCG(1, 1+uint64(i))), saw: map[string]*seen{}, paths: map[string]bool{},
		})
	}
	x.baptise()
	var playing sync.WaitGroup
	for i, w := range x.all {
		playing.Go(func() { x.stay(w, x.nodes.all[i%3]) })
	}
	defer func() {
		x.end()
		playing.Wait()
		if t.Failed() {
			x.logs()
		}
	}()
	x.everybodyPlays()

	all := states(t, longGame)
	one, other := friends(t, x.nodes.all[0], x.nodes.all[1])
	sides := inOrder(one, other)
	on := map[*client]*node{one: x.nodes.all[0], other: x.nodes.all[1]}
	homes := [2]*node{on[sides[0]], on[sides[1]]}
	plies := 0
	play := func(n int) {
		t.Helper()
		follow(sides, longGame[plies:plies+n], all, plies)
		plies += n
	}
	play(4)
	path, _ := binary()
	for i, n := range x.nodes.all {
		next := x.nodes.all[(i+1)%3]
		clocks, began := sides[0].seats(), time.Now()
		x.mu.Lock()
		x.faulty, x.struck[n] = true, true
		x.mu.Unlock()
		x.free(n)
		if kept := x.rows(`select count(*) from matches where status = 'live' and keeper = $1`, n.name); i == 0 && kept[0] == "0" {
			t.Error("the first node keeps no match: nothing is handed over")
		}
		if i < 2 {
			n.sign(t, syscall.SIGTERM)
		} else if out, err := exec.Command(path, "admin", "drain", n.name, "--data", next.data).CombinedOutput(); err != nil {
			t.Fatalf("admin drain: %v %s", err, out)
		}
		ended := make(chan error, 1)
		go func() { ended <- n.cmd.Wait() }()
		for seat, c := range sides {
			if homes[seat] == n {
				c.countsDown()
			}
		}
		if left := x.rows(`select id from matches where status = 'live' and keeper = $1`, n.name); len(left) > 0 {
			t.Errorf("%s counts down and keeps %s", n.name, left)
		}
		play(1) // meanwhile
		for seat, c := range sides {
			if homes[seat] == n {
				c.countedDown()
			}
		}
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("%s ends with %v\n%s", n.name, err, n.log)
			}
		case <-time.After(door.Patience):
			t.Fatalf("%s does not end\n%s", n.name, n.log)
		}
		for seat, c := range sides {
			if homes[seat] == n {
				homes[seat], sides[seat] = next, c.again(next.Addr, "")
				if x.before == "" { // an older version greets in other words
					sides[seat].Await(`<resume.back>|<err.moving>`)
				}
				for sides[seat].Await(`/ <game.othello> /|(<err.moving>)`)[1] != "" { // the match may be moving at that moment
					sides[seat].Answered("Enter")
				}
				sides[seat].awaitBoard(all[plies])
			}
		}
		time.Sleep(door.Calm)
		play(2)
		passed := int(time.Since(began)/time.Millisecond) + 2000 // the screen shows whole seconds
		for seat, r := range sides[0].seats() {
			if r.clock < clocks[seat].clock-passed {
				t.Errorf("seat %d has %d ms, and had %d ms %d ms before", seat, r.clock, clocks[seat].clock, passed)
			}
		}
		x.start(n)
		n.awaitReady(t)
		x.mu.Lock()
		delete(x.struck, n)
		x.faulty = false
		x.mu.Unlock()
		x.everybodyPlays()
	}
	x.end()
	playing.Wait()
	x.check(len(x.nodes.all))
	var refused, slowest time.Duration
	for _, w := range x.all {
		refused, slowest = max(refused, w.stuck.refused), max(slowest, w.stuck.slowest)
	}
	if refused > 15*time.Second { // without other work on the machine it is under a second
		t.Errorf("an action was refused for %v", refused)
	}
	for _, row := range x.rows(`select id, record->>'reason', record->>'winner' from matches where status = 'done' and record->>'reason' in ('timeout', 'abandoned')`) {
		t.Errorf("somebody has lost a match: %s", row)
	}
	done := x.rows(`select count(*), sum(epoch)::bigint from matches`)[0]
	t.Logf("matches and take-overs: %s; the slowest action took %v, the slowest that was refused at first %v", done, slowest, refused)
}

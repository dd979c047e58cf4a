package e2e

import (
	"bufio"
	"flag"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"arcade/e2e/door"
	"arcade/games"
)

var firstVisits = flag.Int("nodes.visits", 300, "how many come at once for the first time in TestNodesVisits")

// Many clients come to three nodes at once. Names are unique, a key on all nodes has one visit, and
// no player who looks for an opponent gets two.
//
// The test is not parallel, because it runs several processes.
func TestNodesVisits(t *testing.T) {
	c := openNodes(t, 3, unhurried...)
	t.Run("names", func(t *testing.T) { c.firstVisits(t, *firstVisits) })
	t.Run("quick", func(t *testing.T) { c.quick(t) })
	t.Run("one visit", func(t *testing.T) { c.oneVisit(t) })
}

// firstVisits connects n new people, all with the same name, who begin at once.
func (c *nodes) firstVisits(t *testing.T, n int) {
	var coming, there sync.WaitGroup
	start := make(chan struct{})
	var mu sync.Mutex
	names := map[string]int{}
	gate := make(chan struct{}, 32) // a login is expensive, and not the subject of the test
	for i := range n {
		key, addr := door.NewKey(t), c.all[i%len(c.all)].Addr
		coming.Add(1)
		there.Go(func() {
			gate <- struct{}{}
			conn, err := door.Dial(addr, "kim", door.By(key))
			<-gate
			coming.Done()
			if err != nil {
				t.Error(err)
				return
			}
			defer conn.Close()
			<-start
			_, _, out, err := door.Start(conn, "bot othello --new", 0, 0)
			if err != nil {
				t.Error(err)
				return
			}
			var hello said
			line, err := bufio.NewReader(out).ReadString('\n')
			if err == nil {
				err = games.DecodeStrict([]byte(line), &hello)
			}
			if err != nil || hello.Op != "hello" || hello.Name == "" {
				t.Errorf("%s: %q, %v", addr, line, err)
			}
			mu.Lock()
			names[hello.Name]++
			mu.Unlock()
		})
	}
	coming.Wait()
	close(start)
	began := time.Now()
	there.Wait()
	t.Logf("%d first visits took %v", n, time.Since(began).Round(time.Millisecond))
	for name, count := range names {
		if count > 1 {
			t.Errorf("%d are %q", count, name)
		}
	}
	if rows := c.rows(`select count(*), count(distinct name_key), count(distinct record->>'name') from players`); rows[0] != fmt.Sprintf("%[1]d %[1]d %[1]d", n) {
		t.Errorf("players, name keys, names: %s; want %d", rows[0], n)
	}
}

// oneVisit repeatedly connects one key to all nodes at once, and looks for an opponent in all windows at once. All
// windows stay, and one is the active one. Each round has a key of its own: a lost connection's seat stays open for a
// while, and a person may have a few only.
func (c *nodes) oneVisit(t *testing.T) {
	for round := range 10 {
		key, who := door.NewKey(t), door.Opts{User: fmt.Sprintf("lee%d", round)}
		visit(t, c.all[0].Addr, key, who).Leave()
		list := make([]*client, len(c.all))
		var all sync.WaitGroup
		for i, n := range c.all {
			all.Go(func() {
				var err error
				if list[i], err = connect(t, n.Addr, key, who); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if t.Failed() {
			return
		}
		for _, one := range list {
			one.Await(atHome + `|<sh.moved>`) // a later window may have taken its place already
			one.Keys("f")
		}
		left := func() (stay []*client) {
			for _, one := range list {
				if !one.Shows(`<sh.moved>`) {
					stay = append(stay, one)
				}
			}
			return stay
		}
		for late := time.Now().Add(door.Patience); len(left()) > 1; time.Sleep(20 * time.Millisecond) {
			if time.Now().After(late) {
				t.Fatalf("round %d: %d visits stay\n%s\n%s", round, len(left()), left()[0].Screen(), left()[1].Screen())
			}
		}
		stay := left()
		if len(stay) == 0 {
			t.Fatalf("round %d: nobody is left", round)
		}
		for _, one := range list {
			one.Close()
		}
	}
}

// quick makes nine people on three nodes look for an opponent at once. Eight play, and nobody sits at two
// tables.
func (c *nodes) quick(t *testing.T) {
	const people = 9
	var list []*client
	for i := range people {
		list = append(list, visit(t, c.all[i%len(c.all)].Addr, door.NewKey(t), door.Opts{User: fmt.Sprint("seeker", i)}))
	}
	for _, one := range list {
		one.Keys("f")
	}
	var waits []*client
	found := func() (n int) {
		waits = waits[:0]
		for _, one := range list {
			switch {
			case one.Shows(`<meet.title>`):
				n++
			case one.Shows(`<wait.title>`):
				waits = append(waits, one)
			}
		}
		return n
	}
	for late := time.Now().Add(door.Patience); found() < people-1 || len(waits) != 1; time.Sleep(50 * time.Millisecond) {
		c.noneTwice(t)
		if time.Now().After(late) {
			for _, one := range list {
				t.Log(one.Screen())
			}
			t.Fatalf("%d of %d are paired, %d wait on", found(), people, len(waits))
		}
	}
	playing := func(one *client) bool { return one == waits[0] || one.Shows(`[45]:\d\d`) && !one.Shows(`<meet.title>`) }
	for late := time.Now().Add(door.Patience); slices.ContainsFunc(list, func(one *client) bool { return !playing(one) }); time.Sleep(door.Calm) { // tables ignore keys for this long
		for _, one := range list {
			if one.Shows(`<meet.go>`) { // the first seeker is ready
				one.Keys("Enter")
			}
		}
		if time.Now().After(late) {
			for _, one := range list {
				t.Log(one.Screen())
			}
			t.Fatal("not all who are paired play")
		}
	}
	c.noneTwice(t)
	if rows := c.rows(`select count(*) from matches where status = 'live'`); rows[0] != fmt.Sprint(people/2) {
		t.Errorf("%s matches are played", rows[0])
	}
}

// noneTwice fails the test if somebody sits twice at one table, or at two tables that have begun or are
// full.
func (c *nodes) noneTwice(t *testing.T) {
	t.Helper()
	sits := map[string]string{} // table by player
	for _, row := range c.rows(`select m.id, s->>'name' from matches m, json_array_elements(m.record->'seats') s
		where m.status <> 'done' and s->>'player' <> '' and not exists (
			select from json_array_elements(m.record->'seats') e where coalesce(e->>'player', e->>'bot', '') = '')`) {
		id, name, _ := strings.Cut(row, " ")
		if other, ok := sits[name]; ok {
			t.Fatalf("%s sits at %s and at %s", name, other, id)
		}
		sits[name] = id
	}
}

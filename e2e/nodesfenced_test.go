package e2e

import (
	"net/http"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"arcade/e2e/door"
)

// TestNodesFenced stops an owner for longer than its lease while its write is under way. The write
// reaches the store in the epoch of the node that took over, while the log has the expected length. Only
// the epoch refuses it. Without the epoch in the statement of an append, both nodes write in the second
// epoch, and the player is told that the action counts.
//
// The test is not parallel, because a call waits only for a limited time.
func TestNodesFenced(t *testing.T) {
	x := &trial{nodes: openNodes(t, 2), t: t}
	x.audit()
	defer func() {
		if t.Failed() {
			x.logs()
		}
	}()
	// While there is a row in shut, an append of n2 waits before it reads anything.
	for _, sql := range []string{
		`create table shut (yes bool)`,
		`create function wait() returns trigger language plpgsql as $$ begin
			while current_setting('application_name') like 'n2.%' and exists (select from shut) loop
				perform pg_sleep(0.01);
			end loop;
			return null;
		end $$`,
		`create trigger wait before update of entries on matches for each statement execute function wait()`,
	} {
		x.rows(sql)
	}
	for range 5 { // a busy machine may take longer than a call or a lease
		if x.fenced() {
			return
		}
	}
	t.Error("no write of the stopped owner came to the store")
}

var fencedCount = regexp.MustCompile(`(?m)^arcade_fenced_total ([1-9]\d*)`)

// fenced plays one match until its owner n1 is stopped with a write under way. It returns false if n1
// lost the match earlier, or the write was given up before it reached the store.
func (x *trial) fenced() bool {
	t, n1, n2 := x.t, x.nodes.all[0], x.nodes.all[1]
	host := n1.house.run(t, door.NewKey(t), "host", "bot othello --new")
	defer host.ssh.Close()
	host.await("waiting")
	guest := n2.house.run(t, door.NewKey(t), "guest", "bot othello --new --join any")
	defer guest.ssh.Close()
	id := guest.await("start").ID
	turn := host.await("start")
	if turn.Seat == 1 {
		first := guest.await("act")
		guest.insist(first.Legal[0], first.Ply)
	}
	turn = host.await("act")
	if rows := x.rows(`select keeper, epoch, entries from matches where id = $1`, id); len(rows) != 1 || !strings.HasPrefix(rows[0], "n1 0 ") {
		t.Logf("match %s: %s", id, rows) // n1's lease has ended before
		n1.awaitReady(t)
		return false
	}
	taken := func() bool { return len(x.rows(`select id from matches where id = $1 and keeper = 'n2'`, id)) > 0 }
	n1.pg.cut()
	host.apply(turn.Legal[0], turn.Ply)
	late := time.Now().Add(door.Patience)
	for !n1.pg.holds(id) && !n1.pg.holds("with made as") { // the append, or its preparation
		switch {
		case taken():
			t.Logf("match %s has gone to n2 before the write", id)
			n1.pg.mend(false)
			n1.awaitReady(t)
			return false
		case time.Now().After(late):
			t.Fatal("the action is not on its way")
		}
		time.Sleep(5 * time.Millisecond)
	}
	n1.sign(t, syscall.SIGSTOP)
	x.rows(`insert into shut values (true)`)
	for !taken() {
		if time.Now().After(late) {
			t.Fatal("nobody takes over")
		}
		time.Sleep(5 * time.Millisecond)
	}
	n1.pg.mend(false)
	n1.sign(t, syscall.SIGCONT)
	came := false
	for end := time.Now().Add(4 * time.Second); !came && time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		_, metrics := n1.ask("/metrics")
		came = fencedCount.MatchString(metrics) || len(x.rows(`select n from written where match = $1 and epoch = 1 and node like 'n1.%'`, id)) > 0
	}
	x.rows(`delete from shut`)
	for _, n := range x.nodes.all {
		if code, _ := n.ask("/readyz"); code != http.StatusOK {
			n.awaitReady(t)
		}
	}
	x.oneWriter(0)
	if !came {
		return false
	}
	if host.answer() == "" {
		t.Fatal("what the store must refuse is acknowledged")
	}
	host.insist(turn.Legal[0], turn.Ply)
	guest.await("act")
	x.oneWriter(0)
	return true
}

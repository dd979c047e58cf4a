package e2e

import (
	"testing"
	"time"

	"arcade/e2e/door"
)

// An owner is cut off only from PostgreSQL, and still connected to NATS. Other nodes take over. Players
// there continue within ten seconds, and their clocks get their time back.
func TestNodesStore(t *testing.T) {
	x := &trial{nodes: openNodes(t, 3, "--lease", "2s"), t: t}
	defer func() {
		if t.Failed() {
			x.logs()
		}
	}()
	n1, n2, n3 := x.nodes.all[0], x.nodes.all[1], x.nodes.all[2]
	key := door.NewKey(t)
	host := n1.house.run(t, key, "host", "bot othello --new --control 30s")
	host.await("waiting")
	guest := n2.house.run(t, door.NewKey(t), "guest", "bot othello --new --join any --control 30s")
	defer guest.ssh.Close()
	id := guest.await("start").ID
	if host.await("start").Seat == 1 { // black begins
		first := guest.await("act")
		guest.insist(first.Legal[0], first.Ply)
	}
	host.await("act")
	host.ssh.Close() // reconnects on another node
	host = n3.house.run(t, key, "host", "bot othello")
	defer host.ssh.Close()
	turn := host.await("act")
	if rows := x.rows(`select keeper from matches where id = $1`, id); len(rows) != 1 || rows[0] != "n1" {
		t.Fatalf("match %s is kept by %s", id, rows)
	}
	n1.pg.cut()
	defer n1.pg.mend(true)
	struck := time.Now()
	host.insist(turn.Legal[0], turn.Ply)
	t.Logf("went on after %v", time.Since(struck).Round(time.Millisecond))
	guest.await("act")
	if rows := x.rows(`select keeper from matches where id = $1`, id); rows[0] == "n1" {
		t.Error("n1 keeps the match still")
	}
}

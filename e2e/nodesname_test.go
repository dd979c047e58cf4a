package e2e

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"arcade/e2e/door"
	"arcade/internal/freeport"
)

// A stopped node whose name was given to another node ends when it continues, with the reason.
func TestNodesName(t *testing.T) {
	x := openNodes(t, 2)
	old := *x.all[0]
	old.sign(t, syscall.SIGSTOP)
	if *embedded { // the new one is on another machine
		addr, err := freeport.Addr()
		if err != nil {
			t.Fatal(err)
		}
		x.all[0].listens = addr
	}
	x.start(x.all[0]) // the new node waits until the lease is over
	x.all[0].awaitReady(t)
	old.sign(t, syscall.SIGCONT)
	ended := make(chan error, 1)
	go func() { ended <- old.cmd.Wait() }()
	select {
	case err := <-ended:
		if err == nil || !strings.Contains(old.log.String(), "another node has this name") {
			t.Errorf("it ends with %v, and says\n%s", err, old.log)
		}
	case <-time.After(door.Patience):
		t.Errorf("it does not end, and says\n%s", old.log)
	}
	for _, n := range x.all {
		n.awaitReady(t)
	}
}

package e2e

import (
	"bytes"
	"strings"
	"testing"
)

// Somebody sends 10 MB of keys. They wait for their turn, others go on as if nothing
// were, and before long the sender is sent away with a line that says why.
func TestFloodOfKeys(t *testing.T) {
	t.Parallel()
	p := spawn(t, t.TempDir())
	kim := visit(t, p.addr, newKey(t), opts{user: "kim"})
	flood := visit(t, p.addr, nil, opts{})
	go flood.send(strings.Repeat("\x1b[B\x1b[A", 10<<20/6))
	rounds := 0
	for over := false; !over; rounds++ {
		kim.keys("Down")
		kim.await(`> 2 +<game.matgo>`)
		kim.keys("Up")
		kim.await(`> 1 +<game.othello>`)
		select {
		case <-flood.stopped:
			over = true
		default:
			kim.breath()
		}
	}
	if rounds < 10 {
		t.Errorf("the other one was answered %d times while it lasted", rounds)
	}
	if code := flood.wait(); code != 1 {
		t.Errorf("exit status %d", code)
	}
	if said := flood.bytes(); !bytes.Contains(said, []byte("disconnected: more keys than anybody types")) {
		t.Errorf("the last words were %q", said[max(0, len(said)-300):])
	}
}

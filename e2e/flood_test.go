package e2e

import (
	"bytes"
	"strings"
	"testing"

	"arcade/e2e/door"
)

// A client sends 10 MB of keys. They wait for their turn, and other players notice nothing. Soon the
// client is disconnected with a line that says why.
func TestFloodOfKeys(t *testing.T) {
	t.Parallel()
	p := spawn(t, t.TempDir())
	kim := visit(t, p.Addr, door.NewKey(t), door.Opts{User: "kim"})
	flood := visit(t, p.Addr, nil, door.Opts{})
	go flood.Send(strings.Repeat("\x1b[B\x1b[A", 10<<20/6))
	rounds := 0
	for over := false; !over; rounds++ {
		kim.Keys("Down")
		kim.Await(`> 2 +<game.matgo>`)
		kim.Keys("Up")
		kim.Await(`> 1 +<game.othello>`)
		select {
		case <-flood.Stopped:
			over = true
		default:
			kim.Breath()
		}
	}
	if rounds < 10 {
		t.Errorf("the other one was answered %d times while it lasted", rounds)
	}
	if code := flood.Wait(); code != 1 {
		t.Errorf("exit status %d", code)
	}
	if said := flood.Bytes(); !bytes.Contains(said, []byte("disconnected: more keys than anybody types")) {
		t.Errorf("the last words were %q", said[max(0, len(said)-300):])
	}
}

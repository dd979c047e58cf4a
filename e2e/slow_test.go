package e2e

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"arcade/e2e/door"
)

// A player and some spectators stop reading, and press keys that make the server draw. The other player's
// moves are not delayed. The server holds little data for clients that do not read, and finally
// disconnects them.
//
// The test is not parallel, because it measures the heap.
func TestClientsThatDoNotRead(t *testing.T) {
	h := open(t, door.Quick)
	stuck := func(key bool, o door.Opts) (*client, *door.Ear) {
		t.Helper()
		end, err := h.Pipes.Dial()
		if err != nil {
			t.Fatal(err)
		}
		o.Conn = end
		if key {
			return enter(t, h.Addr, door.NewKey(t), o), end
		}
		return enter(t, h.Addr, nil, o), end
	}
	slow, tapped := stuck(true, door.Opts{User: "kim"})
	slow.Await(atHome)
	fast := visit(t, h.Addr, door.NewKey(t), door.Opts{User: "lee"})
	sides := pair(slow, fast)
	all := states(t, shortGame)
	follow(sides, shortGame[:2], all, 0)

	const crowd = 8
	var taps []*door.Ear
	var watchers []*client
	for range crowd {
		c, end := stuck(false, door.Opts{Cols: 200, Rows: 60})
		c.Await(atHome)
		c.Keys("m")
		c.Await(`> <game.othello>`)
		c.Keys("Enter")
		c.Await(`████`)
		taps, watchers = append(taps, end), append(watchers, c)
	}
	fast.Await(`<tb.watchers n=8>`)
	for start := time.Now(); h.Lobby.Online() < 2+crowd; fast.Breath() { // another node's visits are shown a moment later
		if time.Since(start) > door.Patience {
			t.Fatalf("%d people are here", h.Lobby.Online())
		}
	}
	before := heap()
	for _, end := range append(taps, tapped) {
		end.Stop()
	}

	// Each player makes two moves before the server disconnects anybody. A server that waited for the
	// clients would stand still until then. The slow player sees nothing and plays the moves.
	fast.Forbid(`<sh.away>`)
	for range 2 {
		for start := time.Now(); !fast.Shows(myTurn); fast.Breath() {
			slow.Keys("Tab", "Enter")
			if time.Since(start) > door.Patience {
				fast.Fatalf("no move of the one who does not read comes through")
			}
		}
		board, _, _ := readBoard(fast.Text())
		fast.Keys("Tab", "Enter")
		fast.Until("the own move", func(lines []string) bool {
			now, _, ok := readBoard(lines)
			return ok && now != board
		})
	}
	fast.Allow()
	if h.Lobby.Online() != 2+crowd {
		t.Fatalf("%d of %d are left: the moves have not been played beside them", h.Lobby.Online(), 2+crowd)
	}

	// Each redraw would cost 30 KB or more for a client that does not read. 256 KiB may wait for each,
	// and buffers grow by doubling.
	most, limit := before, before+crowd*(1<<20)+8<<20
	redraw := strings.Repeat(door.KeyBytes["Ctrl+L"], 5)
	start := time.Now()
	for h.Lobby.Online() > 2 {
		for _, c := range watchers {
			c.Send(redraw)
		}
		slow.Send(redraw)
		fast.Keys("?")
		fast.Await(`<help.title>`)
		fast.Keys("Esc")
		fast.Gone(`╔═ <help.title>`)
		if most = max(most, heap()); most > limit {
			t.Fatalf("the heap grew from %d to %d KiB, limit %d", before>>10, most>>10, limit>>10)
		}
		if time.Since(start) > door.Patience {
			t.Fatal("the server holds on to those who do not read")
		}
	}
	for _, c := range append(watchers, slow) {
		c.Close()
	}
	fast.Await(`<sh.away p=kim>`)
	t.Logf("heap: %d KiB before, %d at most, %d after", before>>10, most>>10, heap()>>10)
}

// heap returns the bytes of live objects on the heap.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

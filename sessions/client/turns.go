package client

import (
	"runtime"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
)

// What comes by itself, such as news, clocks and motion, comes to many sessions at once: a seat that opens
// changes every lobby in view. So sessions take turns at it, on half of the processors; the other half is for
// keys, which wait for nobody.
var turns = make(chan struct{}, (runtime.GOMAXPROCS(0)+1)/2)

// maxTurn is the longest turn: a session that waits for the disk lets the others go on.
const maxTurn = 100 * time.Millisecond

// A processor that always has something to do does not ask the network what has come: the runtime then does so
// every ten milliseconds only, and keys would wait for that. So turns pause now and then, and a processor that
// finds nothing to do asks.
const (
	breath   = 100 * time.Microsecond // of a pause; the system makes a millisecond of it
	breathes = time.Millisecond       // from one to the next
)

// breathed is when the last pause ended, since began.
var (
	began    = time.Now()
	breathed atomic.Int64
)

// breathe pauses if the last pause is long ago.
func breathe() {
	if time.Since(began)-time.Duration(breathed.Load()) >= breathes {
		time.Sleep(breath)
		breathed.Store(int64(time.Since(began)))
	}
}

// turn brings a message to the event loop in the session's turn. The loop closes over once it has handled
// and painted it.
type turn struct {
	msg  tea.Msg
	over chan struct{}
}

// inTurn sends the event loop a message that nobody waits for, and returns when the turn is over.
func (c *Client) inTurn(msg tea.Msg) {
	select {
	case turns <- struct{}{}:
	case <-c.ctx.Done():
		return
	}
	defer func() {
		breathe()
		<-turns
	}()
	over := make(chan struct{})
	limit := time.NewTimer(maxTurn)
	defer limit.Stop()
	c.program.Send(turn{msg, over})
	select {
	case <-over:
	case <-limit.C:
	case <-c.ctx.Done():
	}
}

// endTurn ends the turn in which the message in hand came, if it did.
func (c *Client) endTurn() {
	if c.turn != nil {
		close(c.turn)
		c.turn = nil
	}
}

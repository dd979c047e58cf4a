package client

import (
	"os"
	"runtime"
	"time"

	tea "charm.land/bubbletea/v2"
)

// What comes by itself, such as news, clocks and motion, comes to many sessions at once: a seat that opens
// changes every lobby in view. So sessions take turns at it, on half of the processors; the other half is for
// keys, which wait for nobody.
var turns = newTurns((runtime.GOMAXPROCS(0) + 1) / 2)

// maxTurn is the longest turn: a session that waits for the disk lets the others go on.
const maxTurn = 100 * time.Millisecond

// turn brings a message to the event loop in the session's turn. The loop closes over once it has handled
// and painted it.
type turn struct {
	msg  tea.Msg
	over chan struct{}
}

// newTurns returns a channel with n ears, one for each turn at a time.
func newTurns(n int) chan ear {
	list := make(chan ear, n)
	for range n {
		list <- newEar()
	}
	return list
}

// ear has the runtime ask the network what has come. A processor that always has something to do does so only every
// ten milliseconds, and keys would wait for that when turns follow each other. The way to have it ask is to wait for
// the network oneself: for a byte through a pipe.
type ear struct {
	pipe  *os.File // nil if there is none
	heard chan struct{}
}

// newEar makes an ear, with a goroutine that waits at the pipe's other end as long as the process runs.
func newEar() ear {
	r, w, err := os.Pipe()
	if err != nil {
		return ear{}
	}
	e := ear{w, make(chan struct{})}
	go func() {
		for b := make([]byte, 1); ; {
			if _, err := r.Read(b); err != nil {
				return
			}
			e.heard <- struct{}{}
		}
	}()
	return e
}

// listen returns when the runtime has asked the network.
func (e ear) listen() {
	if e.pipe == nil {
		return
	}
	if _, err := e.pipe.Write([]byte{0}); err == nil {
		<-e.heard
	}
}

// inTurn sends the event loop a message that nobody waits for, and returns when the turn is over.
func (c *Client) inTurn(msg tea.Msg) {
	var e ear
	select {
	case e = <-turns:
	case <-c.ctx.Done():
		return
	}
	defer func() {
		e.listen()
		turns <- e
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

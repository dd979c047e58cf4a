package term

import (
	"bytes"
	"errors"
	"io"
	"sync"
	"time"
)

const (
	// maxPending is how many bytes may wait for a client, besides the frame being added.
	maxPending = 256 << 10
	// maxWrite is how long the transport may take for one chunk.
	maxWrite = 10 * time.Second
	// maxDrain is how long a program that has ended waits for its last bytes to go out.
	maxDrain = 3 * time.Second
	// chunk is the most that is handed to the transport at once: the slowest
	// client that is served takes chunk bytes in maxWrite.
	chunk = 16 << 10
)

// ErrSlow ends a session whose client takes its output too slowly or not at all.
var ErrSlow = errors.New("the client does not read its output")

// writer queues a program's output for a transport that may block. Write never
// waits and nothing is dropped, because frames are differences to the one
// before: a client that falls too far behind loses its connection instead.
//
// A line feed leaves as CR LF: the renderer counts on a terminal driver that
// does so, and there is none between it and the client's raw terminal.
type writer struct {
	out    io.Writer
	hangup func(error) // closes the transport, so that a blocked out.Write returns

	mu      sync.Mutex
	wake    chan struct{} // has a token while there is something to do
	pending []byte
	last    byte
	closing bool
	err     error
	done    chan struct{} // closed when run has returned
}

// newWriter makes a writer; somebody has to call run. hangup may be called
// more than once and from any goroutine.
func newWriter(out io.Writer, hangup func(error)) *writer {
	return &writer{out: out, hangup: hangup, wake: make(chan struct{}, 1), done: make(chan struct{})}
}

// Write queues p. It fails once the transport has failed or was given up.
func (w *writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	switch {
	case w.err != nil:
		defer w.mu.Unlock()
		return 0, w.err
	case w.closing:
		defer w.mu.Unlock()
		return 0, io.ErrClosedPipe
	case len(w.pending) >= maxPending:
		w.mu.Unlock()
		w.fail(ErrSlow)
		return 0, ErrSlow
	}
	w.add(p)
	w.mu.Unlock()
	w.signal()
	return len(p), nil
}

// add appends p to the queue with its line feeds translated.
func (w *writer) add(p []byte) {
	for len(p) > 0 {
		i := bytes.IndexByte(p, '\n')
		if i < 0 {
			w.pending = append(w.pending, p...)
			w.last = p[len(p)-1]
			return
		}
		w.pending = append(w.pending, p[:i]...)
		if i > 0 {
			w.last = p[i-1]
		}
		if w.last != '\r' {
			w.pending = append(w.pending, '\r')
		}
		w.pending = append(w.pending, '\n')
		w.last = '\n'
		p = p[i+1:]
	}
}

func (w *writer) signal() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// fail gives the transport up: what waits will never be read.
func (w *writer) fail(err error) {
	w.mu.Lock()
	first := w.err == nil
	if first {
		w.err = err
		w.pending = nil
	}
	w.mu.Unlock()
	if first {
		w.hangup(err)
	}
	w.signal()
}

// run moves bytes to the transport until close or a failure.
func (w *writer) run() {
	defer close(w.done)
	buf := make([]byte, 0, chunk)
	for {
		w.mu.Lock()
		n := min(len(w.pending), chunk)
		buf = append(buf[:0], w.pending[:n]...)
		stop := w.err != nil || w.closing && n == 0
		w.mu.Unlock()
		if stop {
			return
		}
		if n == 0 {
			<-w.wake
			continue
		}
		slow := time.AfterFunc(maxWrite, func() { w.fail(ErrSlow) })
		_, err := w.out.Write(buf)
		slow.Stop()
		if err != nil {
			w.fail(err)
			return
		}
		w.mu.Lock()
		// Only now does the chunk leave the count. fail may have emptied the
		// queue meanwhile.
		if w.err == nil {
			w.pending = append(w.pending[:0], w.pending[n:]...)
			if len(w.pending) == 0 && cap(w.pending) > 2*chunk {
				w.pending = nil // one large frame must not be kept for the session's life
			}
		}
		w.mu.Unlock()
	}
}

// Close waits until everything queued has gone out, for maxDrain at most, and
// then until run has returned.
func (w *writer) Close() {
	w.mu.Lock()
	w.closing = true
	w.mu.Unlock()
	w.signal()
	late := time.AfterFunc(maxDrain, func() { w.fail(ErrSlow) })
	defer late.Stop()
	<-w.done
}

package term

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
)

// Input owns the reading of what a client sends, so that a probe can look at it
// before the program does without a goroutine left behind that would swallow
// the first keys. It reads ahead by one chunk, no more.
type Input struct {
	src    io.ReadCloser
	chunks chan []byte
	done   chan struct{}
	close  func() error
	rest   []byte
	err    error // why chunks was closed

	sink  func(p []byte, err error)
	last  func()        // tells the sink of the end, once
	fed   chan struct{} // closed when the sink takes what comes
	ended chan struct{} // closed when there is no more to read
}

// NewInput starts to read src. What reads it ends once src is closed and its Read has
// returned, which nobody waits for: a client's channel may keep it until its own end.
func NewInput(src io.ReadCloser) *Input {
	in := &Input{src: src, chunks: make(chan []byte), done: make(chan struct{}), fed: make(chan struct{}), ended: make(chan struct{})}
	in.close = sync.OnceValue(func() error {
		close(in.done)
		return src.Close()
	})
	go in.read()
	return in
}

func (in *Input) read() {
	var p []byte // the reader owns a chunk that is handed on, but not one that is fed
	for fed := false; ; {
		if !fed {
			p = make([]byte, chunk)
		}
		n, err := in.src.Read(p)
		select {
		case <-in.done:
			n, err = 0, io.ErrClosedPipe
		default:
		}
		if n > 0 && fed {
			in.sink(p[:n], nil)
		} else if n > 0 {
			select {
			case in.chunks <- p[:n]:
			case <-in.fed:
				fed = true
				in.sink(p[:n], nil)
			case <-in.done:
				err = io.ErrClosedPipe
			}
		}
		if err != nil {
			in.end(err)
			return
		}
	}
}

// chunk is how much is read at a time.
const chunk = 512

// end tells the reader of the input that there is no more of it.
func (in *Input) end(err error) {
	in.err = err
	close(in.chunks)
	close(in.ended)
	select {
	case <-in.fed:
		in.last()
	default: // who feeds finds it ended
	}
}

// Feed hands over what no probe took, in its order and at last the error that ends it,
// in place of Read: so nobody has to wait for it. It is called once, sink by one
// goroutine at a time.
func (in *Input) Feed(sink func(p []byte, err error)) {
	rest := in.rest
	in.rest, in.sink = nil, sink
	in.last = sync.OnceFunc(func() { sink(nil, in.err) })
	begin := func() {
		if len(rest) > 0 {
			sink(rest, nil)
		}
		close(in.fed)
		select {
		case <-in.ended:
			in.last()
		default:
		}
	}
	if len(rest) == 0 {
		begin()
	} else {
		go begin() // the feeder may have to wait
	}
}

// Read gives the bytes that no probe took, in their order. It is for one
// goroutine, and not beside Probe.
func (in *Input) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if len(in.rest) == 0 {
		select {
		case chunk, ok := <-in.chunks:
			if !ok {
				return 0, in.err
			}
			in.rest = chunk
		case <-in.done:
			return 0, io.ErrClosedPipe
		}
	}
	n := copy(p, in.rest)
	in.rest = in.rest[n:]
	return n, nil
}

// Close closes the source, and makes Read return. It may be called more than once.
func (in *Input) Close() error { return in.close() }

// errProbe reports whether the client did not take the probe's question: it does not
// read, and no program should be started on it.
var errProbe = errors.New("the client does not take its output")

// maxQuestion is how long a client may take to accept the question, when it has not
// while its answers were waited for: as long as for any other write.
const maxQuestion = 10 * time.Second

// Probe asks the client's terminal what it is like (see Question) and waits for
// the answers, for wait at most: most terminals need one round trip. What the user typed meanwhile
// is kept for Read. A silent terminal is not an error. The client's end, or a cancelled context,
// ends the waiting as well.
func (in *Input) Probe(ctx context.Context, out io.Writer, wait time.Duration, capabilities bool) (Answers, error) {
	answers, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	wrote := make(chan error, 1)
	go func() { // ends with the write, at the latest when the transport is closed
		_, err := io.WriteString(out, question(capabilities))
		wrote <- err
	}()

	var p probe
	asked := time.Now()
	p.feed(in.rest)
	in.rest = nil
	written := false
	for !p.done {
		select {
		case err := <-wrote:
			if err != nil {
				in.rest = p.Finish()
				return p.Answers, fmt.Errorf("ask the terminal: %w", err)
			}
			written, wrote = true, nil
			continue
		case chunk, ok := <-in.chunks:
			if ok {
				p.feed(chunk)
				continue
			}
		case <-in.done:
		case <-answers.Done():
		}
		break
	}
	in.rest = p.Finish()
	if p.done && p.Measured {
		p.Took = time.Since(asked)
	}
	if written {
		return p.Answers, nil
	}
	// What is asked must not come between the program's own output.
	stuck := time.NewTimer(maxQuestion)
	defer stuck.Stop()
	select {
	case err := <-wrote:
		if err != nil {
			return p.Answers, fmt.Errorf("ask the terminal: %w", err)
		}
	case <-in.done:
	case <-ctx.Done():
	case <-stuck.C:
		return p.Answers, errProbe
	}
	return p.Answers, nil
}

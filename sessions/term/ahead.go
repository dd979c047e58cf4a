package term

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
)

// Input reads a client's bytes. A probe can look at them before the program does, and swallows no keys. It reads
// ahead by one chunk, no more.
type Input struct {
	src    io.ReadCloser
	chunks chan []byte // what comes before the sink
	done   chan struct{}
	close  func() error
	rest   []byte // what the probe did not take
	err    error  // the reason why chunks was closed

	sink  func(p []byte, err error)
	last  func()        // reports the end to the sink, once
	fed   chan struct{} // closed when the sink takes the input
	ended chan struct{} // closed at the end of the input
}

// NewInput starts to read src. Its goroutine ends once src is closed and its Read has returned. Nobody
// waits for that: a client's channel may block Read until its own end.
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
	p := make([]byte, chunk)
	for fed := false; ; {
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
				p = make([]byte, chunk) // the probe keeps it
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

// chunk is the size of a read in bytes.
const chunk = 512

// end ends the reader's input.
func (in *Input) end(err error) {
	in.err = err
	close(in.chunks)
	close(in.ended)
	select {
	case <-in.fed:
		in.last()
	default: // Feed finds the end
	}
}

// Feed hands over the bytes that no probe took, in order, and at last the error that ends them. It returns at once,
// and calls sink from one goroutine at a time; the bytes are the sink's until it returns. Call it once, after a probe.
func (in *Input) Feed(sink func(p []byte, err error)) {
	rest := in.rest
	in.rest, in.sink = nil, sink
	in.last = sync.OnceFunc(func() { sink(nil, in.err) })
	go func() { // the sink may have to wait
		if len(rest) > 0 {
			sink(rest, nil)
		}
		close(in.fed)
		select {
		case <-in.ended:
			in.last()
		default:
		}
	}()
}

// Close closes the source. The sink gets no more bytes. Repeated calls do nothing.
func (in *Input) Close() error { return in.close() }

// errProbe reports that the client did not take the probe's question: it does not read, and no program
// should start on it.
var errProbe = errors.New("the client does not take its output")

// maxQuestion limits the time in which a client must accept the question after the wait for its answers, as
// for any other write.
const maxQuestion = 10 * time.Second

// Probe asks the client's terminal for its properties (see Question) and waits for the answers, at most
// wait: most terminals need one round trip. Feed hands over the keys typed meanwhile. A silent terminal is not
// an error. The client's end or a cancelled context also ends the wait.
func (in *Input) Probe(ctx context.Context, out io.Writer, wait time.Duration, capabilities bool) (Answers, error) {
	answers, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	wrote := make(chan error, 1)
	go func() { // ends with the write, at the latest when the transport closes
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
	// The question must not come between the program's own output.
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

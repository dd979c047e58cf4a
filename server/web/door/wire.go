package door

import (
	"bufio"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limits of what a page sends. The library answers pings, and drops pongs and empty continuations, below
// every limit on messages. So the server counts frames and bytes before the library sees them.
const (
	// messageRate limits messages a second after messageBurst. No hand and mouse send as many. Further
	// ones wait.
	messageRate, messageBurst = 400, 4000
	// byteRate limits bytes a second after byteBurst. The longest messages are texts of fields. Further
	// bytes wait.
	byteRate, byteBurst = 32 << 10, 512 << 10
	// noiseRate limits control frames and continuations a second after noiseBurst. Browsers send a pong
	// every pingTime, and split no message that a page sends. More close the socket.
	noiseRate, noiseBurst = 10, 200
	// frameCost estimates the processor time of a frame, the answer to a ping included, and byteCost that of
	// a byte. A bill covers at least billed.
	frameCost, byteCost = 8 * time.Microsecond, 4 * time.Nanosecond
	billed              = time.Millisecond
	// maxParse limits the bill for parsing a message: a longer time was spent waiting for a processor.
	maxParse = 5 * time.Millisecond
)

// errLoud ends a socket that sends too much that is not a message.
var errLoud = errors.New("more frames than a browser sends")

// payer bills what a page sends; see [server.Caller].
type payer interface {
	Received(took time.Duration) (hold time.Duration)
	TooLoud()
}

// wire is the connection below a socket. It limits what the page sends, and bills it. One goroutine reads
// from it.
type wire struct {
	net.Conn
	payer
	closed  chan struct{}
	closing sync.Once

	messages, bytes, noise *rate.Limiter
	frames                 frames
	owed                   time.Duration // not yet billed
}

func newWire(p payer) *wire {
	return &wire{
		payer: p, closed: make(chan struct{}), messages: rate.NewLimiter(messageRate, messageBurst),
		bytes: rate.NewLimiter(byteRate, byteBurst), noise: rate.NewLimiter(noiseRate, noiseBurst),
	}
}

// Read reads bytes of frames. It waits if the page sends more than it may, or if its address owes work.
func (w *wire) Read(p []byte) (int, error) {
	n, err := w.Conn.Read(p[:min(len(p), byteBurst)])
	if counted := w.count(p[:n]); counted != nil {
		return 0, counted
	}
	return n, err
}

// Close closes the connection, and ends a wait.
func (w *wire) Close() error {
	w.closing.Do(func() { close(w.closed) })
	return w.Conn.Close()
}

// count counts received bytes, and waits for their turn.
func (w *wire) count(p []byte) error {
	if len(p) == 0 {
		return nil
	}
	now := time.Now()
	messages, others := w.frames.take(p)
	if !w.noise.AllowN(now, others) {
		w.TooLoud()
		_ = w.Close()
		return errLoud
	}
	w.owed += time.Duration(messages+others)*frameCost + time.Duration(len(p))*byteCost
	wait := max(w.messages.ReserveN(now, messages).DelayFrom(now), w.bytes.ReserveN(now, len(p)).DelayFrom(now))
	if w.owed >= billed {
		wait = max(wait, w.Received(w.owed))
		w.owed = 0
	}
	if wait <= 0 {
		return nil
	}
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-w.closed:
		return net.ErrClosed
	}
}

// parsed bills the parsing of a message, with what is read next.
func (w *wire) parsed(took time.Duration) { w.owed += min(took, maxParse) }

// frames finds the frames in a stream of bytes (RFC 6455, 5.2). The library closes the socket at a frame
// that breaks the protocol.
type frames struct {
	head [14]byte // the header so far
	got  int      // its bytes
	left uint64   // bytes of the payload that are still to come
}

// take counts the frames that begin in p: messages, and other frames.
func (f *frames) take(p []byte) (messages, others int) {
	for len(p) > 0 {
		if f.left > 0 {
			n := min(f.left, uint64(len(p)))
			f.left -= n
			p = p[n:]
			continue
		}
		f.head[f.got] = p[0]
		f.got++
		p = p[1:]
		if f.got == 1 {
			if op := f.head[0] & 0x0f; op == 1 || op == 2 {
				messages++
			} else {
				others++
			}
		}
		if f.got >= 2 && f.got == f.size() {
			f.left, f.got = f.payload(), 0
		}
	}
	return messages, others
}

// size returns the size of a header whose first two bytes are there.
func (f *frames) size() int {
	n := 2
	switch f.head[1] & 0x7f {
	case 126:
		n += 2
	case 127:
		n += 8
	}
	if f.head[1]&0x80 != 0 {
		n += 4
	}
	return n
}

// payload returns the size of the payload after a complete header.
func (f *frames) payload() (n uint64) {
	size := 0
	switch f.head[1] & 0x7f {
	case 126:
		size = 2
	case 127:
		size = 8
	default:
		return uint64(f.head[1] & 0x7f)
	}
	for _, b := range f.head[2 : 2+size] {
		n = n<<8 | uint64(b)
	}
	return n
}

// taking is the writer of a request whose connection a socket takes over, by way of its wire.
type taking struct {
	http.ResponseWriter
	wire *wire
}

// Hijack implements [http.Hijacker].
func (t taking) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	nc, rw, err := http.NewResponseController(t.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	t.wire.Conn = nc
	early, err := rw.Reader.Peek(rw.Reader.Buffered()) // came with the request
	if err == nil {
		err = t.wire.count(early)
	}
	if err != nil {
		_ = nc.Close()
		return nil, nil, err
	}
	return t.wire, rw, nil
}

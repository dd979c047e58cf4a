package spare

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"hash/maphash"
	"io"
	"log/slog"
	"sync"
	"time"
)

// Source is a store in a file.
type Source interface {
	// Revision returns the number of the last stored change.
	Revision() (int, error)
	// Snapshot opens the file as of one moment. write writes it, and must be called once.
	Snapshot() (size int64, write func(io.Writer) error, err error)
}

const (
	// every is the pause between two generations.
	every = 2 * time.Second
	// share limits the part of the time that reading the file takes: a large file is read less often.
	share = 0.05
	// maxPiece limits the memory for blocks that wait to be sent, in bytes.
	maxPiece = 32 << 20
	// patience limits the time that a copy takes to acknowledge a generation.
	patience = 2 * time.Minute
)

// Sender sends a store's file to copies.
type Sender struct {
	source Source
	log    *slog.Logger
	every  time.Duration
	share  float64

	mu    sync.Mutex
	until time.Time // what the newest acknowledged generation has; zero before the first
}

// NewSender returns a sender of the source's file.
func NewSender(source Source, log *slog.Logger) *Sender {
	return &Sender{source: source, log: log, every: every, share: share}
}

// Lag returns how long ago the best copy had everything. It returns false if this sender has had no copy. It
// grows while no copy is connected.
func (s *Sender) Lag() (lag time.Duration, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Since(s.until), !s.until.IsZero()
}

// acknowledged records that a copy has everything that was stored before a time.
func (s *Sender) acknowledged(until time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if until.After(s.until) {
		s.until = until
	}
}

// Serve sends generations to the copy at the other end of a connection, until the connection ends. After ctx
// has ended it sends one more. The other end must be known to be one's own: it gets everything.
func (s *Sender) Serve(ctx context.Context, conn io.ReadWriter) error {
	in := bufio.NewReader(conn)
	has, err := readSums(in)
	if err != nil {
		return err
	}
	x := newStream(s.source, conn, has)
	s.log.Info("a spare follows", "blocks", len(has))
	acks, gone := make(chan uint64), make(chan struct{})
	defer close(gone)
	go func() {
		defer close(acks)
		for {
			var n uint64
			if binary.Read(in, binary.BigEndian, &n) != nil {
				return
			}
			select {
			case acks <- n:
			case <-gone:
				return
			}
		}
	}()
	err = s.serve(ctx, x, acks)
	s.log.Info("a spare is gone", "err", err)
	return err
}

// serve is Serve after the greeting. acks gets the number of each acknowledged generation, and is closed when
// the copy has gone.
func (s *Sender) serve(ctx context.Context, x *stream, acks <-chan uint64) error {
	for n, last := uint64(1), false; ; n++ {
		until, took, err := x.send()
		if err != nil {
			return err
		}
		late := time.NewTimer(patience)
		select {
		case got, ok := <-acks:
			late.Stop()
			if !ok {
				return io.ErrUnexpectedEOF
			}
			if got != n {
				return errors.New("the spare acknowledges what it was not sent")
			}
			x.heard = time.Now()
			s.acknowledged(until)
		case <-late.C:
			return errors.New("the spare does not acknowledge")
		}
		if last {
			return nil
		}
		pause := time.NewTimer(max(s.every, time.Duration(float64(took)/s.share)))
		select {
		case <-pause.C:
		case <-ctx.Done():
			last = true
		case _, ok := <-acks:
			if !ok {
				return io.EOF
			}
			return errors.New("the spare acknowledges what it was not sent")
		}
		pause.Stop()
	}
}

// stream is what a sender knows of a copy.
type stream struct {
	source Source
	out    *frames
	most   int // maxPiece, less in tests
	seed   maphash.Seed
	has    []sum    // of the copy's blocks when it came, until all are compared
	seen   []uint64 // hashes of the blocks that the copy has or was sent, from the file's first on

	heard    time.Time // the time of the last acknowledgement
	sent     bool      // a generation
	revision int       // of the last one
	size     int64
}

func newStream(source Source, to io.Writer, has []sum) *stream {
	return &stream{source: source, out: newFrames(to), most: maxPiece, seed: maphash.MakeSeed(), has: has, heard: time.Now()}
}

// send sends a generation. It returns the time until which the generation has everything, and the time that
// reading the file took.
//
// A snapshot is never open while blocks go out: bbolt cannot reuse the pages that an open snapshot sees, so
// the file would grow as long as a slow connection takes. What does not fit into memory is sent in pieces,
// each of a newer snapshot. The last piece completes the snapshot that it is of: by then the copy lacks
// nothing else.
func (x *stream) send() (until time.Time, took time.Duration, err error) {
	for whole := false; !whole; {
		until = time.Now()
		revision, err := x.source.Revision()
		if err != nil {
			return until, took, err
		}
		if x.sent && revision == x.revision {
			break
		}
		var p piece
		if p, err = x.read(); err != nil {
			return until, took, err
		}
		took = time.Since(until)
		for i, number := range p.numbers {
			x.out.block(number, p.data[i*blockSize:min((i+1)*blockSize, len(p.data))])
		}
		if whole = p.whole; whole {
			x.sent, x.revision, x.size, x.has = true, revision, p.size, nil
		}
	}
	return until, took, x.out.end(generation{size: x.size, until: until, after: until.Sub(x.heard)})
}

// piece is a part of a snapshot that the copy lacks.
type piece struct {
	size    int64 // of the file, in bytes
	whole   bool  // the copy lacks nothing else
	numbers []int
	data    []byte // the blocks, one after the other
}

// read reads a snapshot up to its end, or until a piece is full.
func (x *stream) read() (piece, error) {
	size, write, err := x.source.Snapshot()
	if err != nil {
		return piece{}, err
	}
	d := &difference{stream: x, piece: piece{size: size}}
	w := bufio.NewWriterSize(d, 64*blockSize)
	err = write(w)
	if err == nil {
		err = w.Flush()
	}
	if err == nil && len(d.rest) > 0 {
		err = d.block(d.rest)
	}
	if d.full {
		return d.piece, nil
	}
	if err == nil {
		d.whole, x.seen = true, x.seen[:d.next]
	}
	return d.piece, err
}

// difference compares a snapshot, which is written to it, with what the copy has.
type difference struct {
	*stream
	piece
	next int    // the number of the next block
	rest []byte // the beginning of that block
	full bool
}

var errFull = errors.New("the piece is full")

func (d *difference) Write(p []byte) (n int, err error) {
	for n < len(p) {
		if len(d.rest) == 0 && len(p)-n >= blockSize {
			if err := d.block(p[n : n+blockSize]); err != nil {
				return n, err
			}
			n += blockSize
			continue
		}
		more := min(blockSize-len(d.rest), len(p)-n)
		d.rest = append(d.rest, p[n:n+more]...)
		n += more
		if len(d.rest) == blockSize {
			if err := d.block(d.rest); err != nil {
				return n, err
			}
			d.rest = d.rest[:0]
		}
	}
	return n, nil
}

// block compares the next block, and keeps it if the copy lacks it.
func (d *difference) block(p []byte) error {
	i, h := d.next, maphash.Bytes(d.seed, p)
	switch {
	case i < len(d.seen) && d.seen[i] == h:
	case i >= len(d.seen) && i < len(d.has) && d.has[i] == sumOf(p):
		d.seen = append(d.seen, h)
	case len(d.data) >= d.most:
		d.full = true
		return errFull
	default:
		d.numbers, d.data = append(d.numbers, i), append(d.data, p...)
		if i < len(d.seen) {
			d.seen[i] = h
		} else {
			d.seen = append(d.seen, h)
		}
	}
	d.next++
	return nil
}

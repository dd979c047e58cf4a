package exec

import (
	"cmp"
	"context"
	"io"
	"strings"

	"arcade/games/kibo"
	"arcade/lobby/turns"
)

// AwayWriter writes while the work of ctx, if any, has left its place.
type AwayWriter struct {
	ctx context.Context
	w   io.Writer
}

// NewAwayWriter returns an AwayWriter that writes to w.
func NewAwayWriter(w io.Writer) *AwayWriter { return &AwayWriter{w: w} }

// Begin sets the work that writes from now on.
func (a *AwayWriter) Begin(ctx context.Context) { a.ctx = ctx }

// End unsets the work.
func (a *AwayWriter) End() { a.ctx = nil }

func (a *AwayWriter) Write(p []byte) (n int, err error) {
	if a.ctx == nil {
		return a.w.Write(p)
	}
	gone := turns.Away(a.ctx, func() { n, err = a.w.Write(p) })
	return n, cmp.Or(err, gone)
}

// AwayReader reads while the work of ctx has left its place. The pieces grow, because the work waits for
// a place after each.
type AwayReader struct {
	ctx  context.Context
	r    io.Reader
	rest []byte // unread bytes of the piece
	err  error  // the error after the piece
	buf  []byte
}

// NewAwayReader returns an AwayReader that reads from r.
func NewAwayReader(ctx context.Context, r io.Reader) *AwayReader { return &AwayReader{ctx: ctx, r: r} }

// minPiece and maxPiece are the sizes of the first and the largest piece of a command's input, in bytes.
const minPiece, maxPiece = 4 << 10, 256 << 10

func (a *AwayReader) Read(p []byte) (n int, err error) {
	if len(a.rest) == 0 && a.err == nil {
		if n := max(minPiece, min(2*len(a.buf), maxPiece)); n > len(a.buf) {
			a.buf = make([]byte, n)
		}
		gone := turns.Away(a.ctx, func() {
			for n < len(a.buf) && a.err == nil {
				var more int
				more, a.err = a.r.Read(a.buf[n:])
				n += more
			}
		})
		a.rest, a.err = a.buf[:n], cmp.Or(a.err, gone)
	}
	if len(a.rest) == 0 {
		return 0, a.err
	}
	n = copy(p, a.rest)
	a.rest = a.rest[n:]
	return n, nil
}

// MaxStdin limits the input of a command, in bytes: the largest output of `kibo export`.
const MaxStdin = kibo.MaxSize

// Bounded returns a reader of r that returns [ErrInput] after [MaxStdin] bytes.
func Bounded(r io.Reader) io.Reader { return &boundedReader{r, MaxStdin} }

// boundedReader returns an error when r has more bytes than the limit. io.LimitReader would return EOF.
type boundedReader struct {
	r    io.Reader
	left int
}

func (b *boundedReader) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, ErrInput
	}
	n, err := b.r.Read(p[:min(len(p), b.left+1)])
	if b.left -= n; b.left < 0 {
		return n + b.left, ErrInput
	}
	return n, err
}

// Keyboard returns a reader of a person's typed input.
func Keyboard(r io.Reader) io.Reader { return keyboard{r} }

// keyboard reads a person's typed input. Ctrl+C and Ctrl+D end it, because a client's terminal in raw
// mode does not end it by itself.
type keyboard struct{ r io.Reader }

func (k keyboard) Read(p []byte) (int, error) {
	n, err := k.r.Read(p)
	if i := strings.IndexAny(string(p[:n]), "\x03\x04"); i >= 0 {
		return i, io.EOF
	}
	return n, err
}

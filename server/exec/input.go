package exec

import (
	"cmp"
	"context"
	"io"
	"strings"

	"arcade/games/kibo"
	"arcade/lobby/turns"
)

// AwayWriter writes while the work in ctx, as long as there is any, is away from its place.
type AwayWriter struct {
	ctx context.Context
	w   io.Writer
}

// NewAwayWriter makes one that writes to w.
func NewAwayWriter(w io.Writer) *AwayWriter { return &AwayWriter{w: w} }

// Begin sets the work that writes from now on, End ends it.
func (a *AwayWriter) Begin(ctx context.Context) { a.ctx = ctx }

// End says that no work writes from now on.
func (a *AwayWriter) End() { a.ctx = nil }

func (a *AwayWriter) Write(p []byte) (n int, err error) {
	if a.ctx == nil {
		return a.w.Write(p)
	}
	gone := turns.Away(a.ctx, func() { n, err = a.w.Write(p) })
	return n, cmp.Or(err, gone)
}

// AwayReader reads while the work in ctx is away from its place: a little at first, then ever
// larger pieces, as a place is waited for after each.
type AwayReader struct {
	ctx  context.Context
	r    io.Reader
	rest []byte // of the piece
	err  error  // behind it
	buf  []byte
}

// NewAwayReader makes one that reads from r.
func NewAwayReader(ctx context.Context, r io.Reader) *AwayReader { return &AwayReader{ctx: ctx, r: r} }

// minPiece and maxPiece are the first and the largest piece of a command's input.
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

// MaxStdin is how much input a command may read, in bytes: what `kibo export` writes.
const MaxStdin = kibo.MaxSize

// Bounded reads from r, and gives [ErrInput] after [MaxStdin] bytes.
func Bounded(r io.Reader) io.Reader { return &boundedReader{r, MaxStdin} }

// boundedReader fails, unlike io.LimitReader, where there is more than it gives.
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

// Keyboard reads what a person types at a command.
func Keyboard(r io.Reader) io.Reader { return keyboard{r} }

// keyboard is what a person types at a command: Ctrl+C and Ctrl+D end it, which
// the client's terminal in raw mode does not do by itself.
type keyboard struct{ r io.Reader }

func (k keyboard) Read(p []byte) (int, error) {
	n, err := k.r.Read(p)
	if i := strings.IndexAny(string(p[:n]), "\x03\x04"); i >= 0 {
		return i, io.EOF
	}
	return n, err
}

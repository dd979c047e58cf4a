package spoken

import (
	"bytes"
	"context"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// maxLine is the longest line that is taken, in bytes. Longer ones are skipped.
const maxLine = 512

// Lines come no faster than this: so many at once, then so many a second.
const burst, rate = 20, 10

// line is what was typed, as it came: a text, a line that was too long, or the end.
type line struct {
	text      string
	long, end bool
}

// reader reads lines.
type reader struct {
	in   io.Reader
	free time.Time // when the line after the next may come
	buf  []byte    // what has been read and not been returned; it grows to maxLine
	n    int       // how much that is
	long bool      // the line that begins there has lost its beginning
}

// next reads one line. An unfinished last line counts as the end: the connection was cut.
func (r *reader) next() line {
	for searched := 0; ; {
		if i := bytes.IndexByte(r.buf[searched:r.n], '\n'); i >= 0 {
			return r.cut(searched + i)
		}
		switch searched = r.n; {
		case r.n == maxLine:
			r.n, searched, r.long = 0, 0, true
		case r.n == len(r.buf):
			r.buf = append(r.buf, make([]byte, max(len(r.buf), 64))...)
		}
		n, err := r.in.Read(r.buf[r.n:])
		if r.n += n; n == 0 && err != nil {
			return line{end: true}
		}
	}
}

// cut takes the line that ends at an index of the buffer.
func (r *reader) cut(end int) line {
	l := line{text: string(r.buf[:end]), long: r.long}
	if r.long {
		l.text = ""
	}
	r.n, r.long = copy(r.buf, r.buf[end+1:r.n]), false
	return l
}

// pace waits until a line may come, and reports false if ctx ends before.
func (r *reader) pace(ctx context.Context) bool {
	now := time.Now()
	if late := now.Add(-burst * time.Second / rate); r.free.Before(late) {
		r.free = late
	}
	if r.free = r.free.Add(time.Second / rate); r.free.After(now) {
		select {
		case <-time.After(r.free.Sub(now)):
		case <-ctx.Done():
			return false
		}
	}
	return true
}

// tidy is a line as it is obeyed.
func tidy(typed string) string { return strings.TrimSpace(clean(typed)) }

// clean drops what no sentence has: control characters and broken bytes.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r == unicode.ReplacementChar, !unicode.IsPrint(r):
			return -1
		}
		return r
	}, s)
}

// number reads a small whole number.
func number(s string) (int, bool) {
	n, err := strconv.Atoi(strings.TrimSuffix(s, "."))
	return n, err == nil && n > 0 && n < 1000
}

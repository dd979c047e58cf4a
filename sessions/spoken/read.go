package spoken

import (
	"bufio"
	"context"
	"errors"
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

// line is what was typed: a text, a line that was too long, or the end.
type line struct {
	text      string
	long, end bool
}

// read hands on the lines of in, at the pace above, until in ends or ctx does.
func read(ctx context.Context, in io.Reader) <-chan line {
	lines := make(chan line)
	go func() {
		r := bufio.NewReaderSize(in, maxLine)
		var free time.Time // when the line after this one may come
		for {
			l := next(r)
			now := time.Now()
			if late := now.Add(-burst * time.Second / rate); free.Before(late) {
				free = late
			}
			if free = free.Add(time.Second / rate); free.After(now) {
				select {
				case <-time.After(free.Sub(now)):
				case <-ctx.Done():
					return
				}
			}
			select {
			case lines <- l:
			case <-ctx.Done():
				return
			}
			if l.end {
				return
			}
		}
	}()
	return lines
}

// next reads one line. An unfinished last line counts as the end: the connection was cut.
func next(r *bufio.Reader) line {
	b, err := r.ReadSlice('\n')
	long := false
	for errors.Is(err, bufio.ErrBufferFull) {
		long = true
		b, err = r.ReadSlice('\n')
	}
	switch {
	case err != nil:
		return line{end: true}
	case long:
		return line{long: true}
	}
	return line{text: strings.TrimSpace(clean(string(b)))}
}

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

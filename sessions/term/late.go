package term

import (
	"strings"
	"time"
)

// late takes what comes after the start of an escape sequence has expired: nobody has typed it. Multiplexers
// and slow hosts cut a mouse report after its ESC; its digits would answer a question.
type late struct {
	state lateState
	left  int // in inCounted: the bytes to come; in inControl: 0 before the first byte
}

type lateState uint8

const (
	inNothing   lateState = iota
	inEscape              // after ESC, which may have been the key
	inControl             // within ESC [
	inString              // within ESC ] and the like, which BEL or ESC \ ends
	inStringEnd           // after ESC within a string
	inCounted             // before the last bytes of a sequence
)

// begun returns what may follow the start of a sequence.
func begun(start []byte) late {
	if len(start) == 0 || start[0] != 0x1b {
		return late{}
	}
	l := late{state: inEscape}
	for _, b := range start[1:] {
		if !l.step(b) || l.state == inNothing {
			return late{}
		}
	}
	return l
}

// take returns how many of the first bytes are the rest of the sequence. It waits, n = -1, until it knows
// whether a bracket after a lone ESC is typed: only what follows the bracket at once tells.
func (l *late) take(b []byte, expired bool) (n int) {
	if l.state == inEscape {
		switch {
		case strings.IndexByte("[O]P", b[0]) < 0, len(b) == 1 && expired:
			*l = late{}
			return 0
		case len(b) == 1:
			return -1
		}
	}
	for i, c := range b {
		if !l.step(c) {
			*l = late{}
			return i
		}
		if l.state == inNothing {
			return i + 1
		}
	}
	return len(b)
}

// step reports whether a byte belongs to the sequence.
func (l *late) step(b byte) (own bool) {
	switch l.state {
	case inEscape:
		switch b {
		case 0x1b:
		case '[':
			*l = late{state: inControl}
		case 'O':
			*l = late{inCounted, 1}
		case ']', 'P', '_', '^', 'X':
			*l = late{state: inString}
		default:
			return false
		}
		return true
	case inControl:
		switch first := l.left == 0; {
		case b < ' ' || b >= 0x7F:
			return false
		case first && b == 'M': // an old mouse report
			*l = late{inCounted, 3}
		case first && b == '[': // a key of the Linux console
			*l = late{inCounted, 1}
		case b >= '@':
			*l = late{}
		default:
			l.left = 1
		}
		return true
	case inString:
		switch {
		case b == '\a':
			*l = late{}
		case b == 0x1b:
			l.state = inStringEnd
		default:
			return b >= ' '
		}
		return true
	case inStringEnd:
		*l = late{}
		return b == '\\'
	case inCounted:
		if l.left--; l.left == 0 {
			*l = late{}
		}
		return b >= ' '
	}
	return false
}

const (
	// pasteWait is the longest pause in a paste, lateWait the longest one before the rest of an expired
	// sequence. They may take spanTime, and a second more for each KiB, so that keys do not keep them open.
	pasteWait, lateWait = 3 * time.Second, time.Second
	spanTime            = 6 * time.Second
)

// span is the time of a state that the client's bytes keep open; zero: there is none.
type span struct {
	since, last time.Time
	bytes       int
}

// more counts n bytes of the state.
func (s *span) more(n int) {
	now := time.Now()
	if s.since.IsZero() {
		*s = span{since: now}
		n = 0
	}
	s.last, s.bytes = now, s.bytes+n
}

// end returns when the state ends unless more comes.
func (s *span) end(pause time.Duration) time.Time {
	end := s.since.Add(spanTime + time.Duration(s.bytes)*time.Second>>10)
	if t := s.last.Add(pause); t.Before(end) {
		return t
	}
	return end
}

package term

import (
	"bytes"
	"strconv"
	"strings"
	"time"
)

// Answers has a probe's findings about a terminal.
type Answers struct {
	// Measured reports whether the terminal reported the widths of the symbols.
	Measured bool
	// Safe reports whether a symbol does not take one cell, so that the screens must use the safe set.
	Safe bool
	// Hangul reports whether a syllable takes two cells; on a terminal without UTF-8 it does not. Valid
	// only if Measured.
	Hangul bool
	// Background reports whether the terminal reported its ground colour, Light whether that is light.
	Background, Light bool
	// Blocks reports whether half blocks and quadrants take one cell each. Valid only if Measured.
	Blocks bool
	// TrueColor reports whether it has 24-bit colours.
	TrueColor bool
	// Took is the time until the last answer, 0 if it did not come.
	Took time.Duration
}

// probed lists the measured characters and their widths in the default set. Of the syllable's three bytes a terminal
// without UTF-8 shows one, as the others are control characters of ISO 8859-1.
var probed = [...]struct {
	s     string
	cells int
}{{"─", 1}, {"●", 1}, {"▂", 1}, {"▗", 1}, {"한", 2}}

// blocks are the characters of probed for pictures only: from the first up to the last.
const firstBlock, lastBlock = 2, 3

// probeRow is their row: a report for row 1 would look like a key, F3 with a modifier.
const probeRow = 2

// question returns the bytes that ask a terminal for Answers: they print each character and ask for the
// cursor's place, ask for the colour of the ground, and, with capabilities, ask for 24-bit colours in two
// ways; then they ask for the device attributes. Every terminal answers that, and no other answer follows.
// All of it happens on the alternate screen and leaves it again. Text from a terminal that does not
// understand a question is wiped.
//
// capabilities is a DCS sequence: ask only descendants of xterm.
func question(capabilities bool) string {
	home := "\x1b[" + strconv.Itoa(probeRow) + ";1H"
	var b strings.Builder
	b.WriteString("\x1b7\x1b[?1049h")
	for _, p := range probed {
		b.WriteString(home + p.s + "\x1b[6n")
	}
	b.WriteString(home + "\x1b]11;?\x1b\\")
	if capabilities {
		b.WriteString("\x1bP+q524742\x1b\\")                  // XTGETTCAP "RGB"
		b.WriteString("\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[m") // DECRQSS: the present style
	}
	b.WriteString(home + "\x1b[J\x1b[c\x1b[?1049l\x1b8")
	return b.String()
}

const (
	// maxReply limits the length of a reply in bytes.
	maxReply = 256
	// maxTyped limits the bytes typed during a probe. With more the probe gives up.
	maxTyped = 4 << 10
)

// probe takes the answers to Question out of a client's bytes. The zero value is ready. It holds at most
// maxTyped + one chunk.
type probe struct {
	Answers
	rest    []byte // bytes outside answers
	pending []byte // the start of a possible answer
	widths  int    // reports seen
	done    bool
}

// feed takes more of the client's bytes.
func (p *probe) feed(b []byte) {
	p.pending = append(p.pending, b...)
	for len(p.pending) > 0 && !p.done {
		esc := bytes.IndexByte(p.pending, 0x1b)
		if esc != 0 { // typed
			if esc < 0 {
				esc = len(p.pending)
			}
			p.pass(esc)
			continue
		}
		n, whole := p.reply(p.pending)
		switch {
		case whole:
			p.pending = p.pending[n:]
		case n == 0 || len(p.pending) > maxReply:
			p.pass(1)
		default:
			return
		}
	}
}

// Finish ends the probe and returns the bytes that were not part of an answer.
func (p *probe) Finish() []byte {
	rest := append(p.rest, p.pending...)
	p.rest, p.pending = nil, nil
	return rest
}

func (p *probe) pass(n int) {
	p.rest = append(p.rest, p.pending[:n]...)
	p.pending = p.pending[n:]
	p.done = p.done || len(p.rest) > maxTyped
}

// reply reports whether b, which starts with ESC, starts with an answer. A whole one: its length and true.
// An incomplete one: 1 and false. None: 0 and false.
func (p *probe) reply(b []byte) (n int, whole bool) {
	if len(b) < 2 {
		return 1, false
	}
	switch b[1] {
	case '[':
		end := 2
		for end < len(b) && (b[end] >= '0' && b[end] <= '9' || b[end] == ';' || b[end] == '?') {
			end++
		}
		if end == len(b) {
			return 1, false
		}
		params := string(b[2:end])
		switch {
		case b[end] == 'R' && p.position(params), b[end] == 'c' && p.attributes(params):
			return end + 1, true
		}
	case ']':
		return p.text(b, "\x1b]11;", func(s string) bool { return p.background(s) })
	case 'P':
		if len(b) > 2 && b[2] == '0' {
			if len(b) > 3 && b[3] == '$' {
				return p.text(b, "\x1bP0$r", func(string) bool { return true })
			}
			return p.text(b, "\x1bP0+r", func(string) bool { return true })
		}
		if len(b) > 3 && b[3] == '$' {
			return p.text(b, "\x1bP1$r", func(s string) bool {
				p.TrueColor = p.TrueColor || has24Bits(s)
				return true
			})
		}
		return p.text(b, "\x1bP1+r", func(s string) bool {
			p.TrueColor = p.TrueColor || strings.HasPrefix(strings.ToLower(s), "524742")
			return true
		})
	}
	return 0, false
}

// has24Bits reports whether a style, as DECRQSS reports it, has the colour that the question
// has set, in any of the spellings that terminals use.
func has24Bits(sgr string) bool {
	for _, colour := range []string{"48:2::1:2:3", "48:2:1:2:3", "48;2;1;2;3"} {
		if strings.Contains(sgr, colour) {
			return true
		}
	}
	return false
}

// text takes a reply that starts with prefix and ends with ST or BEL; take gets the part between and
// reports whether it is ours.
func (p *probe) text(b []byte, prefix string, take func(string) bool) (n int, whole bool) {
	if len(b) < len(prefix) {
		if strings.HasPrefix(prefix, string(b)) {
			return 1, false
		}
		return 0, false
	}
	if string(b[:len(prefix)]) != prefix {
		return 0, false
	}
	for i := len(prefix); i < len(b); i++ {
		switch {
		case b[i] == '\a':
			if take(string(b[len(prefix):i])) {
				return i + 1, true
			}
			return 0, false
		case b[i] == 0x1b && i+1 == len(b):
			return 1, false
		case b[i] == 0x1b && b[i+1] == '\\':
			if take(string(b[len(prefix):i])) {
				return i + 2, true
			}
			return 0, false
		case b[i] < ' ' || b[i] >= 0x7F:
			return 0, false
		}
	}
	return 1, false
}

// position takes a cursor report: "row;column".
func (p *probe) position(params string) bool {
	row, column, _ := strings.Cut(params, ";")
	y, err1 := strconv.Atoi(row)
	x, err2 := strconv.Atoi(column)
	if err1 != nil || err2 != nil || y != probeRow || p.widths == len(probed) {
		return false
	}
	n, fits := p.widths, x-1 == probed[p.widths].cells
	p.widths++
	switch {
	case p.widths == len(probed):
		p.Measured, p.Hangul = true, fits
	case n < firstBlock:
		p.Safe = p.Safe || !fits
	case n == firstBlock:
		p.Blocks = fits
	case n <= lastBlock:
		p.Blocks = p.Blocks && fits
	}
	return true
}

// attributes takes the last reply.
func (p *probe) attributes(params string) bool {
	if !strings.HasPrefix(params, "?") {
		return false
	}
	p.done = true
	return true
}

// background takes a colour as X11 writes it: "rgb:RRRR/GGGG/BBBB", one to four
// hexadecimal digits each, or "rgba:" with a fourth.
func (p *probe) background(s string) bool {
	kind, values, _ := strings.Cut(s, ":")
	parts := strings.Split(values, "/")
	if kind != "rgb" && kind != "rgba" || len(parts) < 3 {
		return false
	}
	var c [3]float64
	for i := range c {
		v, err := strconv.ParseUint(parts[i], 16, 16)
		if err != nil || parts[i] == "" {
			return false
		}
		c[i] = float64(v) / float64(uint(1)<<(4*len(parts[i]))-1)
	}
	p.Background = true
	p.Light = 0.299*c[0]+0.587*c[1]+0.114*c[2] > 0.5 // luma, Rec. 601
	return true
}

package term

import (
	"bytes"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
)

const (
	// escWait limits the time for the rest of an escape sequence: after it a lone ESC is the key.
	escWait = 50 * time.Millisecond
	// cutWait replaces it once the rest of a sequence has come later than that.
	cutWait = 500 * time.Millisecond
	// maxSequence limits the length in bytes of an escape sequence.
	maxSequence = 1 << 10
	// maxPaste is the number of bytes of a paste that are kept.
	maxPaste = 16 << 10
)

const (
	pasteStart = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
)

// decoder turns a client's bytes into messages. Bubble Tea's own reader keeps
// an unfinished sequence or paste of any length and cannot be stopped while it
// waits for the program; this one holds at most maxSequence + maxPaste bytes.
type decoder struct {
	uv    uv.EventDecoder
	buf   []byte
	paste []byte // not nil within a paste
	late  late   // the rest of a sequence whose start has expired
	cut   bool   // such a rest has come
	emit  func(tea.Msg)
}

// feed takes more bytes and emits the complete messages.
func (d *decoder) feed(p []byte) {
	if len(d.buf) > 0 {
		p = append(d.buf, p...)
	}
	d.buf = p
	d.decode(false)
	d.buf = append([]byte(nil), d.buf...) // the caller owns p
}

// waiting reports whether an unfinished sequence or paste is pending.
func (d *decoder) waiting() bool { return len(d.buf) > 0 || d.paste != nil }

// expire emits the pending bytes and the paste as they are: no more will come.
func (d *decoder) expire() { d.decode(true) }

func (d *decoder) decode(expired bool) {
	for len(d.buf) > 0 || d.paste != nil && expired {
		if d.paste != nil {
			if !d.pasted(expired) {
				return
			}
			continue
		}
		if d.late.state != inNothing {
			n := d.late.take(d.buf, expired)
			if n < 0 {
				return
			}
			d.cut = d.cut || n > 0
			d.buf = d.buf[n:]
			continue
		}
		n, event := d.Next()
		if n == 0 && !expired && len(d.buf) < maxSequence {
			return
		}
		if n == 0 && bytes.HasPrefix(d.buf, []byte("\x1b\x1b")) { // the ESC key twice, not Alt with it
			n, event = 1, uv.KeyPressEvent{Code: uv.KeyEscape}
		}
		if n == 0 { // it stays unfinished: the ESC key, or noise
			n, event = d.uv.Decode(d.buf)
			if n <= 0 || n > len(d.buf) {
				n = len(d.buf)
			}
			d.late = begun(d.buf[:n])
		}
		d.buf = d.buf[n:]
		if _, ok := event.(uv.PasteStartEvent); ok {
			d.paste = []byte{}
			continue
		}
		d.send(event)
	}
	d.buf = nil
}

// Next decodes the first event; n is 0 if it may be incomplete.
func (d *decoder) Next() (n int, event uv.Event) {
	b := d.buf
	switch r := bytes.TrimLeft(b, "\x1b"); {
	case !noise(r):
	case len(r) < len(b):
		return 1, uv.KeyPressEvent{Code: uv.KeyEscape}
	default:
		return 1, nil
	}
	if b[0] == 0x1b {
		switch {
		case len(b) == 1, len(b) == 2 && strings.IndexByte("[O]P_^X\x1b", b[1]) >= 0,
			len(b) == 3 && b[1] == 0x1b && (b[2] == '[' || b[2] == 'O'):
			return 0, nil
		case b[1] == '[' && b[2] == '[': // the Linux console's F1..F5: ESC [ [ A..E
			if len(b) == 3 {
				return 0, nil
			}
			if b[3] >= 'A' && b[3] <= 'E' {
				return 4, uv.KeyPressEvent{Code: uv.KeyF1 + rune(b[3]-'A')}
			}
		case b[1] == '[' && b[2] == 'M' && len(b) < 6: // an old mouse report has three more bytes
			return 0, nil
		}
	} else if b[0] >= utf8.RuneSelf && !utf8.FullRune(b) {
		return 0, nil
	}
	n, event = d.uv.Decode(b)
	if n <= 0 || n > len(b) {
		n = 1
	}
	if _, unknown := event.(uv.UnknownEvent); unknown && n == len(b) && b[0] == 0x1b {
		return 0, nil
	}
	return n, event
}

// noise reports whether b starts with a byte that starts no character. The controls of eight bits are among
// them: no terminal that speaks UTF-8 sends one, and uv reads beyond the end of a mouse report that starts
// with one.
func noise(b []byte) bool {
	r, size := utf8.DecodeRune(b)
	return r == utf8.RuneError && size == 1 && utf8.FullRune(b)
}

// pasted adds to the paste; false until its end. An expired paste ends without one.
func (d *decoder) pasted(expired bool) bool {
	end := bytes.Index(d.buf, []byte(pasteEnd))
	whole := end >= 0
	if !whole { // the end may be cut in two
		end = len(d.buf)
		for n := min(len(pasteEnd)-1, end); n > 0; n-- {
			if bytes.HasSuffix(d.buf, []byte(pasteEnd[:n])) {
				end -= n
				break
			}
		}
	}
	d.paste = append(d.paste, d.buf[:min(end, maxPaste-len(d.paste))]...)
	d.buf = d.buf[end:]
	switch {
	case whole:
		d.buf = d.buf[len(pasteEnd):]
	case expired:
		d.late, d.buf = begun(d.buf), nil
	default:
		return false
	}
	text := strings.ToValidUTF8(string(d.paste), "")
	d.paste = nil
	d.emit(tea.PasteMsg{Content: text})
	return true
}

// send passes on the events that screens may see. It leaves out reports of sizes: the connection reports
// the size.
func (d *decoder) send(event uv.Event) {
	switch event := event.(type) {
	case uv.MultiEvent:
		for _, e := range event {
			d.send(e)
		}
	case uv.KeyPressEvent, uv.KeyReleaseEvent,
		uv.MouseClickEvent, uv.MouseReleaseEvent, uv.MouseWheelEvent, uv.MouseMotionEvent,
		uv.FocusEvent, uv.BlurEvent, uv.ClipboardEvent,
		uv.ForegroundColorEvent, uv.BackgroundColorEvent,
		uv.CursorPositionEvent, uv.PrimaryDeviceAttributesEvent,
		uv.ModeReportEvent, uv.KeyboardEnhancementsEvent:
		d.emit(event)
	}
}

// translate returns Bubble Tea's message for an event.
func translate(event tea.Msg) tea.Msg {
	switch e := event.(type) {
	case uv.KeyPressEvent:
		return tea.KeyPressMsg(e)
	case uv.KeyReleaseEvent:
		return tea.KeyReleaseMsg(e)
	case uv.MouseClickEvent:
		return tea.MouseClickMsg(e)
	case uv.MouseReleaseEvent:
		return tea.MouseReleaseMsg(e)
	case uv.MouseWheelEvent:
		return tea.MouseWheelMsg(e)
	case uv.MouseMotionEvent:
		return tea.MouseMotionMsg(e)
	case uv.FocusEvent:
		return tea.FocusMsg(e)
	case uv.BlurEvent:
		return tea.BlurMsg(e)
	case uv.ClipboardEvent:
		return tea.ClipboardMsg(e)
	case uv.ModeReportEvent:
		return tea.ModeReportMsg(e)
	case uv.KeyboardEnhancementsEvent:
		return tea.KeyboardEnhancementsMsg(e)
	}
	return event
}

// input decodes a client's bytes. Between two reads it keeps the start of a sequence, or a paste; a timer
// ends it.
type input struct {
	src    *Input
	mu     sync.Mutex
	d      decoder
	events []tea.Msg // of the present bytes
	ahead  atomic.Int32
	emit   func(tea.Msg)
	timer  *time.Timer
	due    time.Time // when what is unfinished expires
	span   span      // of a paste, or of the rest of an expired sequence
	closed bool
	safely func(func()) // runs what other goroutines call
}

// newInput returns an input that decodes what src reads.
func newInput(src *Input) *input {
	in := &input{src: src}
	in.d.emit = func(event tea.Msg) { in.events = append(in.events, event) }
	return in
}

// Listen implements [client.Source].
func (in *input) Listen(emit func(tea.Msg), ended func(), safely func(func())) {
	in.emit, in.safely = emit, safely
	in.src.Feed(func(p []byte, err error) {
		safely(func() { in.feed(p, err != nil) })
		if err != nil {
			ended()
		}
	})
}

// More reports whether the present bytes hold more events.
func (in *input) More() bool { return in.ahead.Load() > 0 }

// feed takes more bytes, the last ones with the error of the end.
func (in *input) feed(p []byte, end bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.closed {
		return
	}
	if in.d.late.state != inNothing && time.Now().After(in.span.end(lateWait)) {
		in.d.late = late{}
	}
	in.d.feed(p)
	if end {
		in.d.expire()
	}
	in.flush()
	in.await(len(p))
}

// await sets the timer that ends what is unfinished, n bytes after the last time.
func (in *input) await(n int) {
	if in.d.paste == nil && in.d.late.state == inNothing {
		in.span = span{}
	} else {
		in.span.more(n)
	}
	switch {
	case in.d.paste != nil:
		in.due = in.span.end(pasteWait)
	case in.d.waiting() && (in.d.cut || in.d.late.state != inNothing):
		in.due = time.Now().Add(cutWait)
	case in.d.waiting():
		in.due = time.Now().Add(escWait)
	default:
		if in.timer != nil {
			in.timer.Stop()
		}
		return
	}
	if in.timer == nil {
		in.timer = time.AfterFunc(time.Until(in.due), func() { in.safely(in.expire) })
	} else {
		in.timer.Reset(time.Until(in.due))
	}
}

// flush emits the events of the present bytes.
func (in *input) flush() {
	for i, event := range in.events {
		in.ahead.Store(int32(len(in.events) - 1 - i))
		in.emit(translate(event))
	}
	in.events = nil
}

// expire ends what is unfinished, unless more of it has come.
func (in *input) expire() {
	in.mu.Lock()
	defer in.mu.Unlock()
	if !in.closed && in.d.waiting() && !time.Now().Before(in.due) {
		in.d.expire()
		in.flush()
		in.await(0)
	}
}

// Close closes the source. The input emits nothing more.
func (in *input) Close() {
	_ = in.src.Close()
	in.mu.Lock()
	defer in.mu.Unlock()
	in.closed = true
	if in.timer != nil {
		in.timer.Stop()
	}
}

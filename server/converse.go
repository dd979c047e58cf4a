package server

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"arcade/server/exec"
	"arcade/sessions"
	"arcade/sessions/app"
	"arcade/sessions/spoken"
	"arcade/sessions/ui"
)

// dumb is the type of a terminal that shows only lines.
const dumb = "dumb"

// wordy reports whether the session is a conversation in words: its client has no terminal, or one that
// shows only lines.
func (s *session) wordy() bool {
	pty, _, ok := s.Pty()
	return !ok || pty.Term == dumb
}

// conversation makes a session in words; see package spoken.
func (s *session) conversation(house *app.House) *spoken.Session {
	var in io.Reader = s.reader()
	out := s.stdout()
	ascii := s.legacy() && sessions.LoginLang(s.id.Login) == ""
	if ascii {
		out = asciiWriter{out}
	}
	if s.pty {
		in = &lineEditor{in: in, out: out}
	}
	return sessions.Converse(spoken.Config{
		House: house, In: in, Out: out, ASCII: ascii, End: s.end, Place: s.args, Draining: s.srv.draining,
		Spent:   s.Spent,
		Command: func(ctx context.Context, typed []string) (bool, []string, error) { return s.aside(ctx, out, typed) },
	}, s.visitor())
}

// asciiWriter writes a ? for each character that is not ASCII. Each write has whole characters.
type asciiWriter struct{ w io.Writer }

func (a asciiWriter) Write(p []byte) (int, error) {
	_, err := a.w.Write(bytes.Map(func(r rune) rune {
		if r >= utf8.RuneSelf {
			return '?'
		}
		return r
	}, p))
	return len(p), err
}

// apart holds the commands that make no sense in a conversation: bot has its own session, and a
// conversation has its own help.
var apart = []string{exec.Bot, "help"}

// aside runs a command within a conversation. It returns false if the typed words are not a command, and the words
// before an answer if the command asks; see [spoken.Config].
func (s *session) aside(ctx context.Context, out io.Writer, typed []string) (known bool, asks []string, err error) {
	call := s.call(strings.NewReader(""), out, out)
	call.Spoken = true
	known = len(typed) > 0 && !slices.Contains(apart, typed[0]) &&
		slices.ContainsFunc(s.srv.cfg.Commands(call), func(c *cobra.Command) bool { return c.Name() == typed[0] })
	if !known {
		return false, nil, nil
	}
	ctx, cancel := context.WithTimeoutCause(ctx, maxExec, errTime)
	defer cancel()
	if _, err := s.work(ctx, call, typed); err != nil {
		_, err = io.WriteString(out, s.srv.Sentence(err, s.Lang())+"\n")
		return true, call.Asks, err
	}
	return true, call.Asks, nil
}

// lineEditor reads lines from a terminal in raw mode: it echoes typed text, handles Backspace, and
// returns whole lines. Ctrl+C, and Ctrl+D on an empty line, end the input.
type lineEditor struct {
	in    io.Reader
	out   io.Writer
	typed []byte    // of the present line
	ready []byte    // complete lines to be read
	esc   int       // 1 after ESC, 2 within a sequence
	heard time.Time // when the last bytes came
	after byte      // the last byte
	err   error
}

// sequenceTime limits the pause within an escape sequence. Then the client's keys are a person's again.
const sequenceTime = time.Second

// maxTyped limits the length of a typed line in bytes. Further characters are dropped.
const maxTyped = 1 << 10

func (e *lineEditor) Read(p []byte) (int, error) {
	for len(e.ready) == 0 && e.err == nil {
		var raw [256]byte
		n, err := e.in.Read(raw[:])
		if now := time.Now(); n > 0 {
			if now.Sub(e.heard) > sequenceTime {
				e.esc = 0
			}
			e.heard = now
		}
		var echo bytes.Buffer
		for _, b := range raw[:n] {
			if e.key(b, &echo); e.err != nil {
				break
			}
		}
		if e.err == nil {
			e.err = err
		}
		if _, err := e.out.Write(echo.Bytes()); err != nil {
			e.err = err
		}
	}
	if len(e.ready) == 0 {
		return 0, e.err
	}
	n := copy(p, e.ready)
	e.ready = e.ready[n:]
	return n, nil
}

// key takes a typed byte, and adds its echo.
func (e *lineEditor) key(b byte, echo *bytes.Buffer) {
	last := e.after
	e.after = b
	if b < ' ' || b == 127 {
		e.esc = 0 // it cuts a sequence off
	}
	switch {
	case e.esc == 1:
		e.esc = 0
		if b == '[' || b == 'O' {
			e.esc = 2
		}
	case e.esc == 2:
		if b >= '@' && b <= '~' {
			e.esc = 0
		}
	case b == 0x1b:
		e.esc = 1
	case b == 3, b == 4 && len(e.typed) == 0:
		e.err = io.EOF
	case b == '\n' && last == '\r': // the second byte of one Enter
	case b == '\r', b == '\n':
		e.ready = append(append(e.ready, e.typed...), '\n')
		e.typed = e.typed[:0]
		echo.WriteByte('\n')
	case b == 8, b == 127:
		e.erase(echo)
	case b >= ' ' && len(e.typed) < maxTyped:
		e.typed = append(e.typed, b)
		echo.WriteByte(b)
	}
}

// erase removes the last character.
func (e *lineEditor) erase(echo *bytes.Buffer) {
	runes := []rune(string(e.typed))
	if len(runes) == 0 {
		return
	}
	w := ui.Width(string(runes[len(runes)-1]))
	e.typed = append(e.typed[:0], string(runes[:len(runes)-1])...)
	echo.WriteString(strings.Repeat("\b", w) + strings.Repeat(" ", w) + strings.Repeat("\b", w))
}

package server

import (
	"strings"
	"unicode"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// maxEnv limits the number of variables that a client may send, and maxEnvValue the bytes of each.
const maxEnv, maxEnvValue = 32, 128

// opened is a session's channel for wish. It is already accepted. It leaves out requests that mean
// nothing here, and requests of which wish would keep any number.
type opened struct {
	gossh.NewChannel
	channel gossh.Channel
	passed  chan *gossh.Request
}

// Accept returns the channel, which is already accepted.
func (o opened) Accept() (gossh.Channel, <-chan *gossh.Request, error) {
	return o.channel, o.passed, nil
}

// pass reads the session's requests and sends the requests for wish to the channel to, until the session
// has started. With a nil to it reads until the session's channel is closed.
func (s *session) pass(all <-chan *gossh.Request, to chan<- *gossh.Request) {
	if to != nil {
		defer close(to)
	}
	for req := range all {
		s.wire.message()
		if pass, ok := s.requested(req); pass {
			to <- req
		} else if req.WantReply {
			_ = req.Reply(ok, nil)
		}
		if to != nil && s.started {
			return
		}
	}
}

// requested handles one of the session's requests. It reports whether wish gets the request, and
// otherwise the reply. Subsystems, agents, X11, signals and breaks end here.
func (s *session) requested(req *gossh.Request) (pass, ok bool) {
	switch req.Type {
	case "env":
		return s.variable(req.Payload), false
	case "pty-req":
		if !s.pty {
			s.pty, s.resizes = true, make(chan ssh.Window, 1)
		}
		return true, false
	case "window-change":
		return false, s.pty && s.resize(req.Payload)
	case "shell", "exec":
		if s.started || req.Type == "exec" && gossh.Unmarshal(req.Payload, new(struct{ Command string })) != nil {
			return false, false
		}
		s.started = true
		s.late.Stop()
		s.late = nil
		s.running.Add(1) // finished calls Done
		return true, false
	}
	return false, false
}

// variable reports whether a variable has a meaning here and there is room for it.
func (s *session) variable(payload []byte) bool {
	var kv struct{ Key, Value string }
	if s.variables >= maxEnv || gossh.Unmarshal(payload, &kv) != nil ||
		len(kv.Key) > maxEnvValue || len(kv.Value) > maxEnvValue ||
		strings.ContainsFunc(kv.Key+kv.Value, func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsPrint(r) }) {
		return false
	}
	switch {
	case kv.Key == "LANG", kv.Key == "TERM", kv.Key == "COLORTERM", kv.Key == "NO_COLOR",
		strings.HasPrefix(kv.Key, "LC_") && !strings.Contains(kv.Key, "="):
		s.variables++
		return true
	}
	return false
}

// resize stores the newest size for the program and does not wait. wish would wait until the program
// takes the size, and a command never does.
func (s *session) resize(payload []byte) bool {
	var w struct{ Columns, Rows, Width, Height uint32 } // RFC 4254, 6.7
	if gossh.Unmarshal(payload, &w) != nil {
		return false
	}
	select {
	case <-s.resizes:
	default:
	}
	s.resizes <- ssh.Window{Width: int(w.Columns), Height: int(w.Rows)} // the only sender
	return true
}

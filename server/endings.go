package server

import (
	"context"
	"errors"

	"arcade/server/exec"
	"arcade/server/say"
	"arcade/sessions/client"
	"arcade/sessions/spoken"
	"arcade/sessions/term"
)

// Ending is why a session ended, in a word for logs, metrics and lists.
type Ending string

// The endings.
const (
	EndQuit    Ending = "quit"    // the player left, or the command was done
	EndDropped Ending = "dropped" // the connection was lost, or the client closed it without a word
	EndKicked  Ending = "kicked"  // by an operator
	EndBanned  Ending = "banned"  // by an operator, or a ban kept it out
	EndStopped Ending = "stopped" // the server stopped, or was about to
	EndRoom    Ending = "room"    // the server was full, and the session was idle longest
	EndSlow    Ending = "slow"    // the client did not read its output
	EndFlood   Ending = "flood"   // the client sent too much
	EndInput   Ending = "input"   // a command's input or a page's answer was too large
	EndTime    Ending = "time"    // a command took too long
	EndFailed  Ending = "failed"  // a fault of the program, which the log has
	EndRefused Ending = "refused" // it got a sentence that says why, such as for a mistyped command
)

// Endings lists them.
var Endings = []Ending{EndQuit, EndDropped, EndKicked, EndBanned, EndStopped, EndRoom, EndSlow, EndFlood, EndInput, EndTime, EndFailed, EndRefused}

// causes maps the errors with which sessions end. Any other error is a refusal.
var causes = []struct {
	err error
	as  Ending
}{
	{client.ErrFlood, EndFlood}, {client.ErrSlow, EndSlow}, {exec.ErrInput, EndInput}, {errTime, EndTime}, {errRoom, EndRoom},
	{client.ErrPanic, EndFailed}, {spoken.ErrPanic, EndFailed}, {errInternal, EndFailed},
	{errShutdown, EndStopped}, {errStopping, EndStopped},
	{client.ErrHangup, EndDropped}, {context.Canceled, EndDropped},
}

// ejected is the cause with which a session ends that an operator ends.
type ejected struct {
	say.Message
	as Ending
}

// ending returns the ending of a session that ended with an error, or with nil. Once the server stops, a session
// that ends without an error has left because of that: a screen counts down and says so, a bot gets its bye.
func (srv *Server) ending(err error) Ending {
	if err == nil && srv.Draining() {
		return EndStopped
	}
	return endingOf(err)
}

// endingOf returns the ending for an error, or for nil, whether the server stops or not.
func endingOf(err error) Ending {
	var e ejected
	switch {
	case err == nil:
		return EndQuit
	case errors.As(err, &e):
		return e.as
	}
	for _, c := range causes {
		if errors.Is(err, c.err) {
			return c.as
		}
	}
	if errors.Is(err, term.ErrTerminal) || say.Known(say.Refusal(err)) {
		return EndRefused
	}
	return EndFailed
}

package server

import (
	"bufio"
	"cmp"
	"context"
	"io"
	"strings"
	"time"

	"arcade/lobby/turns"
	"arcade/server/exec"
)

// maxExec limits the duration of a command.
const maxExec = 2 * time.Minute

// exec runs a command without a screen and returns its known name for the log.
func (s *session) exec(words []string) (name string, err error) {
	if s.isSpare(words) {
		return exec.Spare, s.followed()
	}
	ctx, cancel := s.ctx, context.CancelFunc(func() {})
	if words[0] != exec.Bot { // bot has its own limits
		ctx, cancel = context.WithTimeoutCause(s.ctx, maxExec, errTime)
	}
	defer cancel()
	in, closeIn := s.stdin()
	defer closeIn(nil)
	defer context.AfterFunc(ctx, func() { closeIn(context.Cause(ctx)) })()
	if s.pty {
		in = exec.Keyboard(in)
	}
	if words[0] != exec.Bot {
		in = exec.Bounded(in)
	}
	name, err = s.work(ctx, s.call(in, s.stdout(), s.stderr()), words)
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return name, err
}

// call returns a command call of the session's player.
func (s *session) call(in io.Reader, out, errs io.Writer) *exec.Call {
	return &exec.Call{
		Stdin:    in,
		Stdout:   out,
		Stderr:   errs,
		Identity: s.id,
		Session:  s.ID(),
		Came:     s.listed.Since,
		From:     s.from.String(),
		Lang:     s.Lang(),
		SSH:      strings.Replace(s.srv.cfg.SSH, "ssh -t ", "ssh ", 1),
		Screen:   s.srv.cfg.SSH,
		Web:      s.srv.cfg.Web,
		Platform: exec.SSH,
		Draining: s.Draining(),
		Received: func(took time.Duration) { s.pause(s.srv.received(s.wire, took)) },
	}
}

// light holds the commands that run without a place for work.
var light = map[string]bool{"help": true, "whoami": true, "games": true, "keys": true}

// outBuffer limits the buffered output of a command, in bytes. Beyond it the command waits for its
// client.
const outBuffer = 64 << 10

// work runs a command at a place for work; see [turns.Turns]. The place is free while output waits for
// the client. The bot command stays long, so it takes no place.
func (s *session) work(ctx context.Context, call *exec.Call, words []string) (name string, err error) {
	if words[0] == exec.Bot {
		return exec.Route(ctx, call, s.srv.cfg.Commands, words)
	}
	kind := turns.Command
	if light[words[0]] {
		kind = turns.Light
	}
	to := exec.NewAwayWriter(call.Stdout)
	out := bufio.NewWriterSize(to, outBuffer)
	call.Stdout = out
	err = s.srv.cfg.Turns.Do(ctx, kind, func(ctx context.Context) error {
		to.Begin(ctx)
		name, err = exec.Route(ctx, call, s.srv.cfg.Commands, words)
		return err
	})
	to.End()
	return name, cmp.Or(err, out.Flush())
}

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

// maxExec bounds the time of a command.
const maxExec = 2 * time.Minute

// exec runs a command without a screen and returns its known name for the log.
func (s *session) exec(words []string) (name string, err error) {
	ctx, cancel := s.ctx, context.CancelFunc(func() {})
	if words[0] != exec.Bot { // it has its own bounds
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
	}
}

// light are the commands that need no place for their work.
var light = map[string]bool{"help": true, "whoami": true, "games": true, "keys": true}

// outBuffer is how much of a command's output is buffered before it has to wait for its client.
const outBuffer = 64 << 10

// work runs a command at a place for work; see [turns.Turns]. Its output waits for the client without the
// place. A bot, which stays, has no place.
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

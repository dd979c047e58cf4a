package home

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync"

	"github.com/spf13/cobra"
	xterm "golang.org/x/term"

	"arcade/games"
	"arcade/sessions/words"
)

// An open screen has the store to itself. A command in another window is sent over a socket in the data
// folder to the screen's process, which runs it.

// besideSocket is the name of the socket in the data folder.
const besideSocket = "play.sock"

// besideCommand is a command for the screen's process: a line of JSON, before its standard input.
type besideCommand struct {
	Args []string `json:"args"`
	Lang string   `json:"lang"`
}

// besideOutput is a part of the reply, a line of JSON: output, or the end with the text of an error.
type besideOutput struct {
	Out  []byte `json:"out,omitempty"`
	Err  []byte `json:"err,omitempty"`
	End  bool   `json:"end,omitempty"`
	Fail string `json:"fail,omitempty"`
}

type besideWriter struct {
	send func(besideOutput) error
	err  bool
}

// Write sends a part.
func (w besideWriter) Write(p []byte) (int, error) {
	part := besideOutput{Out: p}
	if w.err {
		part = besideOutput{Err: p}
	}
	if err := w.send(part); err != nil {
		return 0, err
	}
	return len(p), nil
}

// serveBeside runs the commands of other windows until ctx ends. Without a socket, such commands report
// that the arcade is open.
func (o *own) serveBeside(ctx context.Context, reg *games.Registry) {
	path := filepath.Join(o.dir, besideSocket)
	_ = os.Remove(path) // the process with the store has the socket
	ln, err := net.Listen("unix", path)
	if err == nil {
		err = os.Chmod(path, 0o600)
	}
	if err != nil {
		o.log.Warn("commands in other windows", "err", err)
		return
	}
	defer context.AfterFunc(ctx, func() { _ = ln.Close() })()
	var all sync.WaitGroup
	defer all.Wait()
	for {
		c, err := ln.Accept()
		if err != nil {
			return
		}
		all.Go(func() {
			defer c.Close()
			defer context.AfterFunc(ctx, func() { _ = c.Close() })()
			if err := o.answerBeside(ctx, reg, c); err != nil {
				o.log.Warn("a command in another window", "err", err)
			}
		})
	}
}

// answerBeside runs the command from a connection.
func (o *own) answerBeside(ctx context.Context, reg *games.Registry, c net.Conn) error {
	in := bufio.NewReader(c)
	line, err := in.ReadBytes('\n')
	var what besideCommand
	if err == nil {
		err = json.Unmarshal(line, &what)
	}
	if err != nil {
		return err
	}
	var sending sync.Mutex
	out := json.NewEncoder(c)
	send := func(part besideOutput) error {
		sending.Lock()
		defer sending.Unlock()
		return out.Encode(part)
	}
	end := besideOutput{End: true}
	if err := o.command(ctx, reg, what.Args, what.Lang, in, besideWriter{send, false}, besideWriter{send, true}); err != nil {
		end.Fail = err.Error()
	}
	return send(end)
}

// beside sends a command to the screen that is open on a folder. It returns inUse if the screen cannot
// run it.
func beside(cmd *cobra.Command, dir string, args []string, inUse error) error {
	c, err := (&net.Dialer{}).DialContext(cmd.Context(), "unix", filepath.Join(dir, besideSocket))
	if err != nil {
		return inUse
	}
	defer c.Close()
	defer context.AfterFunc(cmd.Context(), func() { _ = c.Close() })()
	if err := json.NewEncoder(c).Encode(besideCommand{args, localeLang().String()}); err != nil {
		return fmt.Errorf("%w: %w", inUse, err)
	}
	go func() {
		if f, ok := cmd.InOrStdin().(*os.File); !ok || !xterm.IsTerminal(int(f.Fd())) {
			_, _ = io.Copy(c, cmd.InOrStdin())
		}
		_ = c.(*net.UnixConn).CloseWrite()
	}()
	for in := json.NewDecoder(c); ; {
		var part besideOutput
		if err := in.Decode(&part); err != nil {
			return fmt.Errorf("%s: %w", words.T(localeLang(), "own.beside"), err)
		}
		_, failed := cmd.OutOrStdout().Write(part.Out)
		_, alsoFailed := cmd.ErrOrStderr().Write(part.Err)
		if err := errors.Join(failed, alsoFailed); err != nil {
			return err
		}
		if part.End && part.Fail != "" {
			return errors.New(part.Fail)
		} else if part.End {
			return nil
		}
	}
}

// Package gtp plays Othello with a program that speaks the Go Text Protocol, version 2, as Edax (edax
// -gtp) and Rhino (gtp-rhino) do.
package gtp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"

	"arcade/games"
	"arcade/games/othello"
)

// Bot is the command line of a program that plays in a match.
type Bot string

// Find returns the bot for a name of the form gtp:COMMAND, "" for any other name.
func Find(name string) Bot {
	command, _ := strings.CutPrefix(name, "gtp:")
	if command == name {
		return ""
	}
	return Bot(command)
}

// Engine is a running program, for one game.
type Engine struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	told int // number of actions that the program knows
}

// Start runs the program until the engine is closed or ctx ends. Each game has a new program, without
// state from an earlier game.
func (b Bot) Start(ctx context.Context) (*Engine, error) {
	argv := strings.Fields(string(b))
	if len(argv) == 0 {
		return nil, errors.New("gtp: no command")
	}
	e := &Engine{cmd: exec.CommandContext(ctx, argv[0], argv[1:]...)}
	var err error
	if e.in, err = e.cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("gtp: %w", err)
	}
	out, err := e.cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("gtp: %w", err)
	}
	e.out = bufio.NewReader(out)
	if err := e.cmd.Start(); err != nil {
		return nil, fmt.Errorf("gtp: %w", err)
	}
	for _, line := range []string{"boardsize 8", "clear_board"} {
		if _, err := e.ask(line); err != nil {
			e.Close()
			return nil, err
		}
	}
	return e, nil
}

// Engines holds the programs of the two bots of a game; nil for a bot that is not a program.
type Engines [2]*Engine

// StartAll starts the programs among two bots, by their names.
func StartAll(ctx context.Context, names []string) (two Engines, err error) {
	for i, name := range names {
		if b := Find(name); b != "" && err == nil {
			two[i], err = b.Start(ctx)
		}
	}
	if err != nil {
		two.Close()
	}
	return two, err
}

// Close ends the programs.
func (two Engines) Close() {
	for _, e := range two {
		if e != nil {
			e.Close()
		}
	}
}

// Close ends the program.
func (e *Engine) Close() {
	_ = e.in.Close()
	_ = e.cmd.Process.Kill() // the program may ignore the end of its input
	_ = e.cmd.Wait()
}

// errRefused means that the reply begins with a question mark.
var errRefused = errors.New("refused")

// Next returns the program's action after all played actions, including passes.
func (e *Engine) Next(played []games.Action) (games.Action, error) {
	for ; e.told < len(played); e.told++ {
		_, err := e.ask(fmt.Sprintf("play %s %s", side(e.told), played[e.told]))
		// Some programs, such as Rhino, pass by themselves and refuse a pass.
		if err != nil && !(errors.Is(err, errRefused) && played[e.told] == othello.Pass) {
			return "", err
		}
	}
	answer, err := e.ask("genmove " + side(e.told))
	if err != nil {
		return "", err
	}
	e.told++ // genmove plays it
	action := games.Action(strings.ToLower(answer))
	if _, ok := othello.ParseSquare(string(action)); !ok && action != othello.Pass {
		return "", fmt.Errorf("gtp: %s plays %.20q", e.cmd.Args[0], answer)
	}
	return action, nil
}

// side returns the colour that plays action number `action`, counted from 0.
func side(action int) string { return [2]string{"black", "white"}[action%2] }

// ask sends a command and returns the text of the reply: = or ?, text, an empty line.
func (e *Engine) ask(line string) (string, error) {
	if _, err := io.WriteString(e.in, line+"\n"); err != nil {
		return "", fmt.Errorf("gtp: %s: %w", line, err)
	}
	var answer strings.Builder
	for {
		text, err := e.out.ReadString('\n')
		if err != nil {
			return "", fmt.Errorf("gtp: no answer to %q: %w", line, err)
		}
		if text = strings.TrimSpace(text); text == "" && answer.Len() > 0 {
			break
		}
		// The program's output before the reply is ignored.
		if answer.Len() > 0 || strings.HasPrefix(text, "=") || strings.HasPrefix(text, "?") {
			answer.WriteString(text + "\n")
		}
	}
	said := answer.String()
	if text, ok := strings.CutPrefix(said, "="); ok {
		return strings.TrimSpace(text), nil
	}
	return "", fmt.Errorf("gtp: %w: %q is answered by %.80q", errRefused, line, strings.TrimSpace(said))
}

// Package home has the commands for the player's own machine: play without a server, upload finished
// runs, and print the deal of a day.
package home

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"os/signal"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	xterm "golang.org/x/term"

	"arcade/cmd/arcade/storage"
	"arcade/games"
	"arcade/lobby"
	"arcade/lobby/config"
	"arcade/lobby/deals"
	"arcade/lobby/directory"
	"arcade/lobby/puzzles"
	"arcade/server/commands"
	command "arcade/server/exec" // named unlike os/exec
	"arcade/sessions"
	"arcade/sessions/app"
	"arcade/sessions/client"
	"arcade/sessions/pages"
	"arcade/sessions/paint"
	"arcade/sessions/term"
	"arcade/sessions/words"
	"arcade/store"
	"arcade/store/bolt"
	"arcade/store/guard"
	"arcade/upload"
)

// NewPlay returns the command that plays the games of reg in the terminal, without a server.
func NewPlay(reg *games.Registry) *cobra.Command {
	var data string
	var inWords bool
	cmd := &cobra.Command{
		Use:   "play [GAME | COMMAND ...]",
		Short: "Play on this machine, without a server",
		Long: "Play on this machine, without a server: alone and with bots, in a store of your own.\n" +
			"It has the same commands as ssh, such as \"arcade play stats GAME\"; \"arcade play help\" lists them.",
		RunE: func(cmd *cobra.Command, args []string) error {
			args = takeData(args, &data)
			if len(args) > 0 {
				if _, err := reg.Game(args[0]); err != nil || len(args) > 1 {
					return playCommand(cmd, data, reg, args)
				}
			}
			if inWords {
				return playWords(cmd, data, reg, args)
			}
			ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGHUP)
			defer stop()
			switch {
			case os.Getenv(guardedVariable) != "":
				return playScreen(ctx, data, reg, args)
			case !xterm.IsTerminal(int(os.Stdin.Fd())) || !xterm.IsTerminal(int(os.Stdout.Fd())):
				return errors.New(words.T(localeLang(), "own.terminal"))
			}
			return guarded(ctx)
		},
	}
	flags := cmd.Flags()
	flags.SetInterspersed(false) // words after a command belong to the command
	flags.StringVar(&data, "data", "", "folder of your own store; empty: arcade in $XDG_DATA_HOME, or in ~/.local/share")
	flags.BoolVar(&inWords, "words", false, "play in words, without a screen: one line in, short lines out")
	return cmd
}

// takeData takes --data out of the words after a game or a command, none of which has such a flag.
func takeData(args []string, data *string) (rest []string) {
	for i := 0; i < len(args); i++ {
		value, given := strings.CutPrefix(args[i], "--data=")
		switch {
		case args[i] == "--":
			return append(rest, args[i:]...)
		case given:
			*data = value
		case args[i] == "--data" && i+1 < len(args):
			i++
			*data = args[i]
		default:
			rest = append(rest, args[i])
		}
	}
	return rest
}

// own is a person's own store, with the arcade that runs on it.
type own struct {
	dir   string
	store *bolt.Store
	lobby *lobby.Lobby
	log   *slog.Logger
	line  string // the command line that opens the arcade
	lang  words.Lang
	file  io.Closer // the log file

	sender   *upload.Sender
	finished chan struct{} // gets a token when a match has ended
}

// logFile is the name of the log in the data folder.
const logFile = "play.log"

// ownKey replaces the key of the only player: anybody who can read the store may play.
const ownKey = "SHA256:own"

// Work for one player. The house keeps ownStock solvable deals of each kind ready, and finds ownPuzzles
// puzzles of a game. Each of the two searches may use ownShare of a processor.
const (
	ownStock   = 40
	ownPuzzles = 200
	ownShare   = 0.25
)

// ownFolder returns the folder of the person's own store: data, or the usual folder.
func ownFolder(data string) (string, error) {
	if data == "" {
		base := os.Getenv("XDG_DATA_HOME")
		if !filepath.IsAbs(base) { // the XDG specification ignores relative paths
			home, err := os.UserHomeDir()
			if err != nil {
				return "", fmt.Errorf("data folder: %w; name one with --data", err)
			}
			base = filepath.Join(home, ".local", "share")
		}
		data = filepath.Join(base, "arcade")
	}
	dir, err := filepath.Abs(data)
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		return "", fmt.Errorf("data folder: %w", err)
	}
	return dir, nil
}

// openOwn opens the person's own store.
func openOwn(ctx context.Context, data string, reg *games.Registry) (o *own, err error) {
	o = &own{line: "arcade play", lang: localeLang(), finished: make(chan struct{}, 1)}
	if o.dir, err = ownFolder(data); err != nil {
		return nil, err
	}
	if data != "" {
		o.line += " --data " + data
	}
	o.store, err = bolt.Open(filepath.Join(o.dir, storage.DatabaseFile), bolt.Options{})
	if errors.Is(err, store.ErrInUse) {
		return nil, inUseError{words.T(o.lang, "own.inuse", "dir", o.dir), o.dir}
	} else if err != nil {
		return nil, err
	}
	o.store.Observe(o.noteFinished)
	log, err := os.OpenFile(filepath.Join(o.dir, logFile), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("log: %w", err), o.store.Close())
	}
	o.file = log
	o.log = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	slog.SetDefault(o.log)
	if o.sender, err = newSender(o); err == nil {
		o.lobby, err = lobby.New(config.Config{
			Store: o.store, Games: reg, Log: o.log,
			Deals: deals.Limits{Share: ownShare, Stock: ownStock}, Puzzles: puzzles.Limits{Share: ownShare, Stock: ownPuzzles, First: ownPuzzles / 10, Prepared: true},
		})
	}
	if err != nil {
		return nil, errors.Join(err, o.store.Close(), log.Close())
	}
	o.lobby.AddElsewhere("clients", elsewhere{o})
	if lang, ok := words.ParseLang(o.house().Chosen(ctx, ownKey)); ok {
		o.lang = lang
	}
	return o, nil
}

// house returns what screens and conversations share.
func (o *own) house() *app.House {
	return &app.House{Lobby: o.lobby, Places: pages.Rooms{}, Way: app.Way{SSH: o.line}, Log: o.log, Alone: true, Sending: sending{o}}
}

// inUseError means that the store of a folder is open in another window.
type inUseError struct{ text, dir string }

// Error returns the sentence for the person at the machine.
func (e inUseError) Error() string { return e.text }

func (o *own) close() error {
	o.lobby.Close()
	return errors.Join(o.store.Close(), o.file.Close())
}

// noteFinished is an observer of the store: it sends a token after each finished match.
func (o *own) noteFinished(op guard.Op, _ time.Duration, err error) {
	if op == "finish" && err == nil {
		select {
		case o.finished <- struct{}{}:
		default:
		}
	}
}

// playScreen shows the arcade on the terminal of this process.
func playScreen(ctx context.Context, data string, reg *games.Registry, args []string) (err error) {
	o, err := openOwn(ctx, data, reg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.close()) }()
	// It does not read standard input: a read of that cannot be ended, and would take text that is typed
	// for the shell.
	keys, err := os.Open("/dev/tty")
	if err != nil {
		keys = os.Stdin
	}
	in, out := int(os.Stdin.Fd()), int(os.Stdout.Fd())
	was, err := xterm.MakeRaw(in)
	if err != nil {
		return fmt.Errorf("terminal: %w", err)
	}
	defer func() { err = errors.Join(err, xterm.Restore(in, was)) }()
	resizes, stop := resizesOf(out)
	defer stop()
	size := sizeOf(out)
	t := term.Terminal{
		In: keys, Out: os.Stdout, Close: keys.Close, Term: os.Getenv("TERM"), Env: os.Environ(),
		Width: size.Width, Height: size.Height, Resizes: resizes, Log: o.log,
	}
	login := ""
	if u, err := user.Current(); err == nil {
		login = u.Username
	}
	behind, end := context.WithCancel(ctx)
	var sends sync.WaitGroup
	sends.Go(func() { o.background(behind) })
	sends.Go(func() { o.serveBeside(behind, reg) })
	defer sends.Wait()
	defer end()
	who := directory.Identity{Fingerprint: ownKey, Login: login, Lang: localeName()}
	if len(args) > 0 {
		args = []string{"play", args[0]}
	}
	err = sessions.Serve(ctx, o.house(), t, who, args)
	switch {
	case errors.Is(err, client.ErrPanic):
		return errors.New(words.T(o.lang, "own.failed", "file", filepath.Join(o.dir, logFile)))
	case errors.Is(err, term.ErrTerminal):
		return errors.New(words.T(o.lang, "own.terminal"))
	case ctx.Err() != nil, errors.Is(err, client.ErrHangup): // the process got a signal, or the terminal is gone
		return nil
	}
	return err
}

// playCommand runs a command without a screen on the person's own store.
func playCommand(cmd *cobra.Command, data string, reg *games.Registry, args []string) (err error) {
	o, err := openOwn(cmd.Context(), data, reg)
	if open := (inUseError{}); errors.As(err, &open) {
		return beside(cmd, open.dir, args, err)
	} else if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.close()) }()
	return o.command(cmd.Context(), reg, args, o.lang.String(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr())
}

// command runs a command without a screen.
func (o *own) command(ctx context.Context, reg *games.Registry, args []string, lang string, in io.Reader, out, errs io.Writer) error {
	return command.Here(ctx, o.call(lang, in, out, errs), o.commands(reg), args)
}

func (o *own) call(lang string, in io.Reader, out, errs io.Writer) *command.Call {
	return &command.Call{
		Stdin: in, Stdout: out, Stderr: errs,
		Identity: command.Identity{Fingerprint: ownKey}, Lang: lang, SSH: o.line, Platform: runtime.GOOS,
	}
}

// commands returns the server's commands that need neither other people nor a player's key.
func (o *own) commands(reg *games.Registry) func(*command.Call) []*cobra.Command {
	return func(c *command.Call) []*cobra.Command {
		return slices.DeleteFunc(commands.All(o.lobby, reg, nil)(c), func(c *cobra.Command) bool {
			return slices.Contains([]string{"arena", "bot", "keys"}, c.Name())
		})
	}
}

// localeLang returns the language of the process's locale, Korean by default.
func localeLang() words.Lang {
	lang, _ := words.ParseLang(localeName())
	return lang
}

// localeName returns "ko" or "en" for the process's locale, "" if that names no language.
func localeName() string {
	lang, ok := words.LangFromEnv(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG"))
	if !ok {
		return ""
	}
	return lang.String()
}

// sizeOf returns a terminal's size, zero if it has none.
func sizeOf(fd int) client.Size {
	w, h, err := xterm.GetSize(fd)
	if err != nil {
		return client.Size{}
	}
	return client.Size{Width: w, Height: h}
}

// resizesOf returns a channel that gets a terminal's newest size after each change, until stop is called.
func resizesOf(fd int) (sizes <-chan client.Size, stop func()) {
	changed, newest := make(chan os.Signal, 1), make(chan client.Size)
	done := make(chan struct{})
	notifyResize(changed)
	go func() {
		for {
			select {
			case <-changed:
			case <-done:
				return
			}
			select {
			case newest <- sizeOf(fd):
			case <-done:
				return
			}
		}
	}()
	return newest, func() { signal.Stop(changed); close(done) }
}

// guardedVariable tells the screen's process that its parent restores the terminal.
const guardedVariable = "ARCADE_GUARDED"

// ErrTold ends a process whose child has already printed the error.
var ErrTold = errors.New("the process has failed")

// guarded runs this command again in a child process, and restores the terminal however the child ends. A
// process that panics or is killed cannot restore it itself.
func guarded(ctx context.Context) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	fd := int(os.Stdin.Fd())
	was, err := xterm.GetState(fd)
	if err != nil {
		return fmt.Errorf("terminal: %w", err)
	}
	var said bytes.Buffer
	cmd := exec.Command(self)
	cmd.Args = os.Args
	cmd.Env = append(os.Environ(), guardedVariable+"=1")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, &said
	if err := cmd.Start(); err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { _ = cmd.Process.Signal(syscall.SIGTERM) })()
	err = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 0 && code != 1 { // the child did not end by itself
		_, _ = os.Stdout.WriteString(paint.Restore)
	}
	err = errors.Join(err, xterm.Restore(fd, was))
	_, _ = io.Copy(os.Stderr, &said)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrTold, err)
	}
	return nil
}

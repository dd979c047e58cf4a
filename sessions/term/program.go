package term

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

const (
	// MaxWidth and MaxHeight are the largest terminal that is drawn, in cells:
	// the renderer's memory and time grow with the area.
	MaxWidth, MaxHeight = 500, 200
	// framesPerSecond is the renderer's rate: motion has ten frames a second.
	framesPerSecond = 20
)

// Size is a terminal's size in cells.
type Size struct{ Width, Height int }

// Clamp cuts a size to what is drawn; false where it is none, as those that
// clients without a terminal, or at the end of a session, send.
func (s Size) Clamp() (Size, bool) {
	if s.Width <= 0 || s.Height <= 0 {
		return Size{}, false
	}
	return Size{min(s.Width, MaxWidth), min(s.Height, MaxHeight)}, true
}

// Terminal is the client's end of a session.
type Terminal struct {
	// In is what the client types. Closing it must make a blocked Read return;
	// Run closes it.
	In io.ReadCloser
	// Out is the client's screen, without any translation on the way.
	Out io.Writer
	// Close closes the transport under In and Out, so that a blocked Write
	// returns. It may be called more than once.
	Close func() error
	// Term is the terminal's type, and Env what else the client said of itself,
	// as "key=value". The server's own environment plays no part.
	Term string
	Env  []string
	// Width and Height are the size at the start, in cells, as the client says it.
	Width, Height int
	// Resizes has the newest size after each change; nil or closed means none.
	Resizes <-chan Size
	// Keys is how many keys, clicks and the like are taken each second; what comes
	// faster waits, and a client that goes on with it is sent away (ErrFlood). 0: all.
	Keys int
	// Log takes what went wrong; nil for the default logger.
	Log *slog.Logger
}

// Feed runs beside a program and sends it messages, until its context ends. Its
// send waits for the program alone, and gives up when the program has ended.
type Feed func(ctx context.Context, send func(tea.Msg))

var (
	// ErrTerminal refuses a client whose terminal cannot show a screen.
	ErrTerminal = errors.New("this terminal cannot show screens")
	// ErrHangup ends a program whose client has gone.
	ErrHangup = errors.New("the client has gone")
	// ErrPanic ends a program that has failed; the details are in the log.
	ErrPanic = errors.New("the program has failed")
)

// CheckTerm tells, with ErrTerminal, that a terminal of this type gets no screen.
func CheckTerm(term string) error {
	if term == "" || term == "dumb" || len(term) > 64 ||
		strings.ContainsFunc(term, func(r rune) bool {
			return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-+._", r))
		}) {
		return ErrTerminal
	}
	return nil
}

// Run runs a model on a client's terminal until it quits (nil), the client goes
// (ErrHangup), stops reading (ErrSlow), sends too much (ErrFlood), the model fails (ErrPanic) or ctx ends
// (its cause). The terminal is restored where the client still reads. When Run
// returns nothing of it runs on but commands of the model that have not
// returned; no client can make anybody else wait.
func Run(ctx context.Context, t Terminal, model tea.Model, feeds ...Feed) error {
	if err := CheckTerm(t.Term); err != nil {
		return err
	}
	log := t.Log
	if log == nil {
		log = slog.Default()
	}
	size, ok := Size{t.Width, t.Height}.Clamp()
	if !ok {
		size = Size{80, 24}
	}
	part := &area{pool: &large}
	defer part.free()
	size = part.fit(size)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	env := Environment(t)
	profile := colorprofile.Env(env)

	out := newWriter(t.Out, func(err error) {
		if !errors.Is(err, ErrSlow) {
			err = ErrHangup
		}
		cancel(err)
		_ = t.Close()
	})
	// Bubble Tea reads this until the end and finds nothing: the keys come by
	// readInput. Without an input it would leave the keyboard's modes alone.
	quiet, unquiet := io.Pipe()

	first := make(chan struct{}) // closed when the program has its first size
	program := tea.NewProgram(model,
		tea.WithContext(ctx),
		tea.WithInput(quiet),
		tea.WithOutput(out),
		tea.WithEnvironment(env),
		tea.WithColorProfile(profile),
		tea.WithWindowSize(size.Width, size.Height),
		tea.WithFPS(framesPerSecond),
		tea.WithoutSignalHandler(),
		tea.WithFilter(func(_ tea.Model, msg tea.Msg) tea.Msg {
			if _, ok := msg.(tea.WindowSizeMsg); ok {
				select {
				case <-first:
				default:
					close(first)
				}
			}
			msg = filter(msg)
			if size, ok := msg.(tea.WindowSizeMsg); ok {
				return tea.WindowSizeMsg(part.fit(Size(size)))
			}
			return msg
		}),
	)

	var wg sync.WaitGroup
	spawn := func(what string, f func()) {
		wg.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					log.Error("panic in a session", "part", what, "panic", r, "stack", string(debug.Stack()))
					cancel(ErrPanic)
				}
			}()
			f()
		})
	}
	spawn("output", out.run)
	spawn("input", func() {
		readInput(t.In, ctx.Done(), throttleKeys(t.Keys, ctx.Done(), func() { cancel(ErrFlood) }, program.Send))
		if ctx.Err() == nil {
			cancel(ErrHangup)
		}
	})
	spawn("size", func() {
		select { // Bubble Tea sends the first size from a goroutine of its own: not after a newer one
		case <-first:
			resize(ctx, t.Resizes, program.Send)
		case <-ctx.Done():
		}
	})
	if AsksColour(t.Term, profile) {
		spawn("colour", func() {
			program.Send(tea.RequestCapability("RGB")())
			program.Send(tea.RequestCapability("Tc")())
		})
	}
	for _, feed := range feeds {
		spawn("feed", func() { feed(ctx, program.Send) })
	}

	_, err := program.Run()
	cause := context.Cause(ctx)
	cancel(nil)
	_ = t.In.Close()
	_ = unquiet.Close()
	out.Close()
	wg.Wait()

	switch {
	case cause != nil:
		return cause
	case errors.Is(err, tea.ErrProgramPanic):
		log.Error("panic in a screen", "err", err)
		return ErrPanic
	case err == nil, errors.Is(err, tea.ErrInterrupted):
		return nil
	default:
		return fmt.Errorf("run the program: %w", err)
	}
}

// filter keeps from a program what must not happen on a server: stopping the
// process, and a screen of a size that the client made up.
func filter(msg tea.Msg) tea.Msg {
	switch msg := msg.(type) {
	case tea.SuspendMsg:
		return tea.ResumeMsg{}
	case tea.WindowSizeMsg:
		size, ok := Size(msg).Clamp()
		if !ok {
			return nil
		}
		return tea.WindowSizeMsg(size)
	}
	return msg
}

// resize sends each new size.
func resize(ctx context.Context, sizes <-chan Size, send func(tea.Msg)) {
	for {
		select {
		case <-ctx.Done():
			return
		case size, ok := <-sizes:
			if !ok {
				return
			}
			send(tea.WindowSizeMsg(size))
		}
	}
}

// Environment is all that the renderer knows of the client. SSH_TTY makes it
// put its questions only to terminals that are known to answer them.
func Environment(t Terminal) []string {
	env := []string{"TERM=" + t.Term, "SSH_TTY=1"}
	for _, kv := range t.Env {
		key, value, _ := strings.Cut(kv, "=")
		switch {
		case key == "NO_COLOR" && value != "": // any value counts, not only those that parse as true
			env = append(env, "NO_COLOR=1")
		case key == "COLORTERM", key == "LANG", strings.HasPrefix(key, "LC_"):
			env = append(env, kv)
		}
	}
	return env
}

// AsksColour tells whether to ask the terminal for true colour: SSH carries no
// COLORTERM, and only descendants of xterm take the question silently.
func AsksColour(term string, profile colorprofile.Profile) bool {
	return profile > colorprofile.ASCII && profile < colorprofile.TrueColor &&
		slices.ContainsFunc([]string{"xterm", "tmux", "rxvt", "vte", "konsole", "mintty"},
			func(p string) bool { return strings.HasPrefix(term, p) })
}

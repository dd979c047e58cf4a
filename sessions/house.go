package sessions

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/colorprofile"

	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/pages"
	"arcade/sessions/term"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// House is the door: what all connections have in common.
type House struct {
	Lobby *lobby.Lobby
	// SSH is the command that a person types to come in, such as "ssh -t -p 2222 arcade.example".
	SSH string
	Log *slog.Logger
	// Idle is how long a connection may be without input, 0 for ever; never while
	// it sits at a live table.
	Idle time.Duration
	// Keys is how many keys a second are taken from one connection, see [Terminal]; 0: all.
	Keys int
	// Alone tells that the house is one person's own, see [app.House].
	Alone bool
	// Sending is what it may send to a server elsewhere; nil for nothing.
	Sending app.Sending
	// Countdown is how long screens show that the server stops before they leave; 0: they leave at once.
	Countdown time.Duration
}

const (
	// probeWait is how long a terminal may take to say what it can show.
	probeWait = 800 * time.Millisecond
	// byeWait is how long a client may take to read the goodbye.
	byeWait = 5 * time.Second
)

// Serve shows a connection the arcade until it leaves. command is where to go
// first: nothing, or "join CODE", "watch ID", "play GAME". drain is closed when
// the server begins to stop. An error is one of Run's, or why nobody is let in.
func (h *House) Serve(ctx context.Context, t term.Terminal, who lobby.Identity, command []string, drain <-chan struct{}) error {
	if err := term.CheckTerm(t.Term); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	t.Keys = h.Keys
	in := ui.NewInput(term.ThrottleInput(t.In, h.Keys, func() { cancel(term.ErrFlood) }))
	t.In = in
	defer in.Close()
	screens, err := h.enter(ctx, in, &t, who, command, drain)
	if err != nil {
		return err
	}
	defer screens.End()
	err = term.Run(ctx, t, screens)
	if errors.Is(err, term.ErrHangup) || errors.Is(err, term.ErrSlow) || errors.Is(err, term.ErrFlood) || errors.As(err, new(spoken)) {
		return err
	}
	late := time.AfterFunc(byeWait, func() { _ = t.Close() }) // a client that does not read keeps nobody
	defer late.Stop()
	_, _ = io.WriteString(t.Out, screens.Bye()+"\r\n")
	if screens.Closing() && errors.Is(err, context.Cause(ctx)) {
		return nil // it has counted down to that, and said so
	}
	return err
}

// enter asks the terminal what it is like, and makes the screens. Apart from Serve, whose
// frame lies below the session for all its life: while the stack holds less than 3.2 KiB
// there, the next collection of garbage leaves it 8 KiB and not 16.
func (h *House) enter(ctx context.Context, in *ui.Input, t *term.Terminal, who lobby.Identity, command []string, drain <-chan struct{}) (*app.App, error) {
	profile := colorprofile.Env(term.Environment(*t))
	answers, err := in.Probe(ctx, t.Out, probeWait, term.AsksColour(t.Term, profile))
	if err != nil {
		_ = t.Close()
		return nil, term.ErrHangup
	}
	t.TrueColour = answers.TrueColor
	lang, ok := words.ParseLang(langOf(who.Login, who.Lang))
	if !ok {
		lang = words.KO
	}
	who.Lang = lang.String() // newcomers and guests are named in the language that they read
	visit, err := h.Lobby.Enter(who)
	if err != nil {
		return nil, err
	}
	size, ok := term.Size{Width: t.Width, Height: t.Height}.Clamp()
	if !ok {
		size = term.Size{Width: 80, Height: 24}
	}
	look := app.Look{Safe: answers.Safe, Light: answers.Background && answers.Light}
	switch {
	case profile <= colorprofile.ASCII, strings.HasPrefix(t.Term, "vt"): // no VT of that name had colours
		look.Colours = ui.NoColours
	case profile == colorprofile.ANSI:
		look.Colours = ui.Colours16
	}
	return app.New(ctx, &app.House{Lobby: h.Lobby, SSH: h.SSH, Log: h.Log, Idle: h.Idle, Places: pages.Rooms{}, Alone: h.Alone, Sending: h.Sending}, visit, app.Client{Lang: lang, Look: look, Command: command, Width: size.Width, Height: size.Height, Stops: drain, In: h.Countdown}), nil
}

// spoken is an error with a sentence for the player, which the front says in place of a goodbye.
type spoken interface{ Say(lang string) string }

// SSHLine is how to come in, from the parts that an operator knows.
func SSHLine(host, port string) string {
	if port == "" || port == "22" {
		return "ssh -t " + host
	}
	return fmt.Sprintf("ssh -t -p %s %s", port, host)
}

// langOf is the language that a login name asks for, "ko@host" or "en@host", else the locale's.
func langOf(login, locale string) string {
	if l := strings.ToLower(login); slices.Contains([]string{"ko", "en"}, l) {
		return l
	}
	return locale
}

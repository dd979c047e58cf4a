package sessions

import (
	"cmp"
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
	"arcade/sessions/client"
	"arcade/sessions/page"
	"arcade/sessions/term"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// House is the door: what all connections have in common.
type House struct {
	Lobby *lobby.Lobby
	// SSH is the command that a person types to come in, such as "ssh -t -p 2222 arcade.example".
	SSH string
	// Web is where browsers find the page, such as "https://arcade.example"; "" where nobody says.
	Web string
	Log *slog.Logger
	// Idle is how long a connection may be without input, 0 for ever; never while
	// it sits at a live table.
	Idle time.Duration
	// Keys is how many keys a second are taken from one connection, see [Terminal]; 0: all.
	Keys int
	// Alone reports whether the house is one person's own, see [app.House].
	Alone bool
	// Lang is the language, "ko" or "en", before a client that names none has chosen; "ko".
	Lang string
	// Sending is what it may send to a server elsewhere; nil for nothing.
	Sending app.Sending
	// Countdown is how long screens show that the server stops before they leave; 0: they leave at once.
	Countdown time.Duration
}

const (
	// probeWait is how long a terminal may take to say what it can show.
	probeWait = 800 * time.Millisecond
	// farTrip is the round trip above which nothing is shown in motion, unless the settings ask for it.
	farTrip = 250 * time.Millisecond
	// byeWait is how long a client may take to read the goodbye.
	byeWait = 5 * time.Second
)

// Session is the arcade on one client, from the door to the goodbye.
type Session struct {
	// Program is what runs. Whoever has the session runs it, then calls Close.
	*client.Program
	out     io.Writer
	bye     func(text string) string // the last words as the client takes them
	hangup  func() error             // closes the transport
	end     func() error             // closes what the client sends
	screens *app.App
	ctx     context.Context
	cancel  context.CancelCauseFunc
}

// Open lets a connection in: it asks the terminal what it can show, begins the visit and
// makes the program. command is where to go first: nothing, or "join CODE", "watch ID",
// "play GAME". drain is closed when the server begins to stop. An error says why nobody is
// let in: term.ErrTerminal, client.ErrHangup, or one of lobby.Enter's.
func (h *House) Open(ctx context.Context, t term.Terminal, who lobby.Identity, command []string, drain <-chan struct{}) (*Session, error) {
	if err := term.CheckTerm(t.Term); err != nil {
		return nil, err
	}
	s := &Session{out: t.Out, hangup: t.Close, bye: func(text string) string { return text + "\r\n" }}
	s.ctx, s.cancel = context.WithCancelCause(ctx)
	t.Keys = h.Keys
	in := term.NewInput(client.ThrottleInput(t.In, h.Keys, func() { s.cancel(client.ErrFlood) }))
	t.In, s.end = in, in.Close
	look, err := probe(s.ctx, in, &t)
	if err == nil {
		s.screens, err = h.enter(s.ctx, app.Client{Look: look, Command: command, Stops: drain}, t.Size, who)
	}
	if err != nil {
		s.cancel(nil)
		_ = in.Close()
		return nil, err
	}
	s.Program = term.New(s.ctx, t, s.screens)
	return s, nil
}

// OpenPage is Open for a browser's page. Whoever has made the page's link closes it.
func (h *House) OpenPage(ctx context.Context, p page.Page, who lobby.Identity, command []string, drain <-chan struct{}) (*Session, error) {
	s := &Session{out: p.Link, hangup: p.Link.Close, end: func() error { return nil }, bye: page.Bye}
	s.ctx, s.cancel = context.WithCancelCause(ctx)
	p.Keys = h.Keys
	who.Lang = cmp.Or(p.Lang, who.Lang)
	look := app.Look{Blocks: true, Light: p.Prefers.Light, Clear: p.Prefers.Clear, Colours: ui.TrueColours}
	var err error
	if s.screens, err = h.enter(s.ctx, app.Client{Look: look, Command: command, Browser: true, Stops: drain}, func() client.Size { return p.Size }, who); err != nil {
		s.cancel(nil)
		return nil, err
	}
	s.Program = page.New(s.ctx, p, s.screens)
	return s, nil
}

// Close ends the visit, restores the terminal and says goodbye. It returns why the program
// ended: nil where the player left, else one of package term's errors, or the cause by which
// the context given to Open ended.
func (s *Session) Close() error {
	defer func() { _ = s.end() }()
	defer s.cancel(nil)
	defer s.screens.End()
	err := s.Program.Close()
	if errors.Is(err, client.ErrHangup) || errors.Is(err, client.ErrSlow) || errors.Is(err, client.ErrFlood) || errors.As(err, new(sentenced)) {
		return err
	}
	late := time.AfterFunc(byeWait, func() { _ = s.hangup() }) // a client that does not read keeps nobody
	defer late.Stop()
	_, _ = io.WriteString(s.out, s.bye(s.screens.Bye()))
	if s.screens.Closing() && errors.Is(err, context.Cause(s.ctx)) {
		return nil // it has counted down to that, and said so
	}
	return err
}

// Serve is Open, Run and Close, for a terminal to which no server leads.
func (h *House) Serve(ctx context.Context, t term.Terminal, who lobby.Identity, command []string) error {
	s, err := h.Open(ctx, t, who, command, nil)
	if err != nil {
		return err
	}
	err = s.Run()
	return cmp.Or(s.Close(), err)
}

// probe asks the terminal what it can show.
func probe(ctx context.Context, in *term.Input, t *term.Terminal) (look app.Look, err error) {
	profile := colorprofile.Env(term.Environment(*t))
	answers, err := in.Probe(ctx, t.Out, probeWait, term.AsksColour(t.Term, profile))
	if err != nil {
		_ = t.Close()
		return look, client.ErrHangup
	}
	if answers.TrueColor { // whatever its type says: many terminals call themselves xterm
		t.Env = append(t.Env, "COLORTERM=truecolor")
		profile = colorprofile.Env(term.Environment(*t))
	}
	look = app.Look{Safe: answers.Safe, Blocks: answers.Measured && answers.Blocks, Light: answers.Background && answers.Light, Far: answers.Took > farTrip}
	switch {
	case profile <= colorprofile.ASCII, strings.HasPrefix(t.Term, "vt"): // no VT of that name had colours
		look.Colours = ui.NoColours
	case profile == colorprofile.ANSI:
		look.Colours = ui.Colours16
	case profile == colorprofile.TrueColor && !term.Multiplexed(t.Term):
		look.Colours = ui.TrueColours
	}
	return look, nil
}

// enter begins the visit and makes the screens of a client, of which the look, the command and
// the end of the server are known.
func (h *House) enter(ctx context.Context, c app.Client, size func() client.Size, who lobby.Identity) (*app.App, error) {
	login := LoginLang(who.Login)
	named := cmp.Or(login, who.Lang)
	lang, ok := words.ParseLang(cmp.Or(named, h.Lang))
	if !ok {
		lang = words.KO
	}
	c.Chooses, c.Unnamed = login != "", named == ""
	who.Lang = lang.String() // newcomers and guests are named in the language that they read
	visit, err := h.Lobby.Enter(who)
	if err != nil {
		return nil, err
	}
	c.Lang, c.Width, c.Height, c.In = lang, size().Width, size().Height, h.Countdown
	return app.New(ctx, h.house(), visit, c), nil
}

// sentenced is an error with a sentence for the player, which the front says in place of a goodbye.
type sentenced interface{ Say(lang string) string }

// SSHLine is how to come in, from the parts that an operator knows.
func SSHLine(host, port string) string {
	if port == "" || port == "22" {
		return "ssh -t " + host
	}
	return fmt.Sprintf("ssh -t -p %s %s", port, host)
}

// LoginLang is the language that a login name asks for, as "ko@host" or "en@host" does; ""
// for none.
func LoginLang(login string) string {
	if l := strings.ToLower(login); slices.Contains([]string{"ko", "en"}, l) {
		return l
	}
	return ""
}

// Chosen is the language that the player of a key has chosen, "" for none.
func (h *House) Chosen(fingerprint string) string {
	p, err := h.Lobby.PlayerByKey(fingerprint)
	if err != nil {
		return "" // a newcomer; or what is asked for next says that nothing can be read
	}
	return app.ChosenLang(p.Settings)
}

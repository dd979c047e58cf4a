package sessions

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/colorprofile"

	"arcade/lobby/directory"
	"arcade/sessions/app"
	"arcade/sessions/client"
	"arcade/sessions/page"
	"arcade/sessions/term"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

const (
	// probeWait limits the wait for a terminal's answers about its abilities.
	probeWait = 800 * time.Millisecond
	// farTrip is the round trip above which there is no motion, unless the settings ask for it.
	farTrip = 250 * time.Millisecond
	// byeWait limits the time that a client may take to read the goodbye.
	byeWait = 5 * time.Second
)

// Session is the arcade on one client, from the door to the goodbye.
type Session struct {
	// Program is the program of the session. The session's owner runs it, then calls Close.
	*client.Program
	out     io.Writer
	bye     func(text string) string // returns the last words in the client's form
	hangup  func() error             // closes the transport
	end     func() error             // closes the client's input
	screens *app.App
	ctx     context.Context
	cancel  context.CancelCauseFunc
}

// Open lets a connection in: it asks the terminal about its abilities, begins the visit and makes the
// program. command is the first destination: nothing, or "join CODE", "watch ID", "play GAME". drain is
// closed when the server begins to stop. An error says why the connection is refused: term.ErrTerminal,
// client.ErrHangup, or one of lobby.Enter's.
func Open(ctx context.Context, house *app.House, t term.Terminal, who directory.Identity, command []string, drain <-chan struct{}) (*Session, error) {
	if err := term.CheckTerm(t.Term); err != nil {
		return nil, err
	}
	s := &Session{out: t.Out, hangup: t.Close, bye: func(text string) string { return text + "\r\n" }}
	s.ctx, s.cancel = context.WithCancelCause(ctx)
	t.Keys = house.Keys
	in := term.NewInput(client.ThrottleInput(t.In, house.Keys, func() { s.cancel(client.ErrFlood) }))
	s.end = in.Close
	look, err := probe(s.ctx, in, &t)
	look.ASCII = look.ASCII && LoginLang(who.Login) != "ko" // who asks for Korean gets it
	t.ASCII = look.ASCII
	if err == nil {
		s.screens, err = enter(s.ctx, house, app.Client{Look: look, Command: command, Stops: drain}, t.Size, who)
	}
	if err != nil {
		s.cancel(nil)
		_ = in.Close()
		return nil, err
	}
	s.Program = term.New(s.ctx, t, in, s.screens)
	return s, nil
}

// OpenPage is Open for a browser's page. The maker of the page's link closes the link.
func OpenPage(ctx context.Context, house *app.House, p page.Page, who directory.Identity, command []string, drain <-chan struct{}) (*Session, error) {
	s := &Session{out: p.Link, hangup: p.Link.Close, end: func() error { return nil }, bye: page.Bye}
	s.ctx, s.cancel = context.WithCancelCause(ctx)
	p.Keys = house.Keys
	who.Lang = cmp.Or(p.Lang, who.Lang)
	look := app.Look{Blocks: true, Light: p.Prefers.Light, Clear: p.Prefers.Clear, Finger: p.Prefers.Finger, Colours: ui.TrueColours}
	var err error
	if s.screens, err = enter(s.ctx, house, app.Client{Look: look, Command: command, Browser: true, Stops: drain}, func() client.Size { return p.Size }, who); err != nil {
		s.cancel(nil)
		return nil, err
	}
	s.Program = page.New(s.ctx, p, s.screens)
	return s, nil
}

// Close ends the visit, restores the terminal and says goodbye. It returns the reason for the program's
// end: nil if the player left, else one of package term's errors, or the cause of the end of Open's
// context.
func (s *Session) Close() error {
	defer func() { _ = s.end() }()
	defer s.cancel(nil)
	defer s.screens.End()
	err := s.Program.Close()
	if errors.Is(err, client.ErrHangup) || errors.Is(err, client.ErrSlow) || errors.Is(err, client.ErrFlood) || errors.As(err, new(sentenced)) {
		return err
	}
	late := time.AfterFunc(byeWait, func() { _ = s.hangup() }) // a client that does not read blocks nobody
	defer late.Stop()
	_, _ = io.WriteString(s.out, s.bye(s.screens.Bye()))
	if s.screens.Closing() && errors.Is(err, context.Cause(s.ctx)) {
		return nil // it has counted down and said so
	}
	return err
}

// Serve is Open, Run and Close, for a terminal without a server.
func Serve(ctx context.Context, house *app.House, t term.Terminal, who directory.Identity, command []string) error {
	s, err := Open(ctx, house, t, who, command, nil)
	if err != nil {
		return err
	}
	err = s.Run()
	return cmp.Or(s.Close(), err)
}

// probe asks the terminal about its abilities.
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
	look = app.Look{Safe: answers.Safe, Blocks: answers.Measured && answers.Blocks, Light: answers.Background && answers.Light, Far: answers.Took > farTrip,
		ASCII: term.Legacy(t.Env) || answers.Measured && !answers.Hangul}
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

// enter begins the visit and makes a client's screens. The look, the command and the end of the server are
// already known.
func enter(ctx context.Context, house *app.House, c app.Client, size func() client.Size, who directory.Identity) (*app.App, error) {
	login := LoginLang(who.Login)
	named := cmp.Or(login, who.Lang)
	lang, ok := words.ParseLang(cmp.Or(named, house.Lang))
	if !ok {
		lang = words.KO
	}
	c.Chooses, c.Unnamed = login != "", named == "" && !c.ASCII
	if c.ASCII {
		lang = words.EN
	}
	who.Lang = lang.String() // newcomers and guests get names in their reading language
	visit, err := house.Lobby.Enter(who)
	if err != nil {
		return nil, err
	}
	c.Lang, c.Width, c.Height = lang, size().Width, size().Height
	return app.New(ctx, house, visit, c), nil
}

// sentenced is an error with a sentence for the player, which replaces the goodbye.
type sentenced interface{ Say(lang string) string }

// SSHLine returns the command with which people connect, from an operator's settings.
func SSHLine(host, port string) string {
	if port == "" || port == "22" {
		return "ssh -t " + host
	}
	return fmt.Sprintf("ssh -t -p %s %s", port, host)
}

// LoginLang returns the language that a login name asks for, such as "ko@host" or "en@host"; "" for none.
func LoginLang(login string) string {
	if l := strings.ToLower(login); slices.Contains([]string{"ko", "en"}, l) {
		return l
	}
	return ""
}

package server

import (
	"context"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"
	"charm.land/wish/v2/bubbletea"

	"arcade/lobby/directory"
	"arcade/sessions"
	"arcade/sessions/app"
)

// Screen returns a function that runs a session with a terminal in a house.
func Screen(house *app.House) func(context.Context, *session) error {
	return func(ctx context.Context, s *session) error {
		if s.wordy() {
			return s.conversation(house).Run(ctx)
		}
		return s.screens(ctx, house)
	}
}

func (s *session) screens(ctx context.Context, house *app.House) error {
	in, err := sessions.Open(ctx, house, s.Terminal(), s.visitor(), s.Args(), s.Draining())
	if err != nil {
		return err
	}
	s.run(in.Program.Program)
	return in.Close()
}

// visitor returns the session's identity for the lobby.
func (s *session) visitor() directory.Identity {
	return directory.Identity{Fingerprint: s.id.Fingerprint, Login: s.id.Login, Lang: s.locale(), From: s.from.String(), Session: s.ID(), Code: s.listed.Code, Came: s.listed.Since}
}

// run runs a program to its end by wish's Bubble Tea middleware, which sends it each new window size.
func (s *session) run(p *tea.Program) {
	bubbletea.MiddlewareWithProgramHandler(func(ssh.Session) *tea.Program { return p })(func(ssh.Session) {})(s)
}

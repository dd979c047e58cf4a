package sessions

import (
	"cmp"
	"context"

	"arcade/lobby/directory"
	"arcade/sessions/app"
	"arcade/sessions/pages"
	"arcade/sessions/spoken"
	"arcade/sessions/words"
)

// Converse makes the conversation of a connection without a screen; see package spoken. c has everything
// except Enter, the idle time and the log.
func (h *House) Converse(c spoken.Config, who directory.Identity) *spoken.Session {
	c.Enter = func(ctx context.Context) (*app.App, error) { return h.wordy(ctx, who, c.ASCII) }
	c.Idle, c.Log = h.Idle, h.Log
	return spoken.New(c)
}

// wordy begins the visit of a conversation.
func (h *House) wordy(ctx context.Context, who directory.Identity, ascii bool) (*app.App, error) {
	lang, ok := words.ParseLang(cmp.Or(LoginLang(who.Login), who.Lang, h.Lang))
	if !ok {
		lang = words.KO
	}
	who.Lang = lang.String()
	visit, err := h.Lobby.Enter(who)
	if err != nil {
		return nil, err
	}
	return app.NewWithoutScreens(ctx, h.house(), visit, app.Client{Lang: lang, Chooses: LoginLang(who.Login) != "", Look: app.Look{Safe: true, ASCII: ascii}}), nil
}

// house returns the common parts of the screens and conversations.
func (h *House) house() *app.House {
	return &app.House{Lobby: h.Lobby, SSH: h.SSH, Web: h.Web, Log: h.Log, Idle: h.Idle, Places: pages.Rooms{}, Alone: h.Alone, Rules: h.Rules, Sending: h.Sending, Painters: h.Painters}
}

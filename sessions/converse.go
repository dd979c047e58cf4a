package sessions

import (
	"cmp"
	"context"

	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/pages"
	"arcade/sessions/spoken"
	"arcade/sessions/words"
)

// Converse lets in a connection without a screen. The caller runs the returned conversation; see package
// spoken. c has everything except the App and the idle time.
func (h *House) Converse(ctx context.Context, c spoken.Config, who lobby.Identity) (*spoken.Session, error) {
	lang, ok := words.ParseLang(cmp.Or(LoginLang(who.Login), who.Lang, h.Lang))
	if !ok {
		lang = words.KO
	}
	who.Lang = lang.String()
	visit, err := h.Lobby.Enter(who)
	if err != nil {
		return nil, err
	}
	c.App = app.Wordy(ctx, h.house(), visit, app.Client{Lang: lang, Chooses: LoginLang(who.Login) != "", Look: app.Look{Safe: true}})
	c.Idle = h.Idle
	return spoken.New(c), nil
}

// house returns the common parts of the screens and conversations.
func (h *House) house() *app.House {
	return &app.House{Lobby: h.Lobby, SSH: h.SSH, Web: h.Web, Log: h.Log, Idle: h.Idle, Places: pages.Rooms{}, Alone: h.Alone, Sending: h.Sending}
}

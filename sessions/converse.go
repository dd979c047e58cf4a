package sessions

import (
	"cmp"
	"context"

	"arcade/lobby/directory"
	"arcade/sessions/app"
	"arcade/sessions/spoken"
	"arcade/sessions/words"
)

// Converse makes the conversation of a connection without a screen; see package spoken. c has everything
// except Enter.
func Converse(c spoken.Config, who directory.Identity) *spoken.Session {
	c.Enter = func(ctx context.Context) (*app.App, error) { return enterWords(ctx, c.House, who, c.ASCII) }
	return spoken.New(c)
}

// enterWords begins the visit of a conversation.
func enterWords(ctx context.Context, house *app.House, who directory.Identity, ascii bool) (*app.App, error) {
	lang, ok := words.ParseLang(cmp.Or(LoginLang(who.Login), who.Lang, house.Lang))
	if !ok {
		lang = words.KO
	}
	who.Lang = lang.String()
	visit, err := house.Lobby.Enter(who)
	if err != nil {
		return nil, err
	}
	return app.NewWithoutScreens(ctx, house, visit, app.Client{Lang: lang, Chooses: LoginLang(who.Login) != "", Look: app.Look{Safe: true, ASCII: ascii}}), nil
}

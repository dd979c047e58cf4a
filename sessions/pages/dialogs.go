package pages

import (
	"errors"
	"strings"

	"arcade/lobby/names"
	"arcade/lobby/pairing"
	"arcade/lobby/records"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/store"
)

// newJoin asks for a friend's code.
func newJoin(a *app.App) *app.Entry {
	return &app.Entry{
		Title: a.T("join.title"), Text: a.T("join.text"), Hint: a.T("join.hint"), Input: ui.NewField(12),
		Done: func(a *app.App, text string) error {
			id, err := a.Visit.JoinCode(a.Ctx, text)
			if err != nil {
				return err
			}
			a.Swap(play.NewTable(id))
			return nil
		},
	}
}

// newRename asks for another name.
func newRename(a *app.App) *app.Entry {
	e := &app.Entry{
		Title: a.T("name.title"), Text: a.T("name.text", "p", a.Visit.Me().Name), Hint: a.T("sh.name.bad"), Input: ui.NewField(12),
		Done: func(a *app.App, text string) error {
			if err := a.Visit.Rename(text); err != nil {
				return err
			}
			a.Back(a.T("name.done", "p", a.Visit.Me().Name))
			return nil
		},
	}
	e.Extra = []app.Command{{Key: "tab", Bar: "key.redraw", Do: func(a *app.App) {
		name := a.Visit.DrawName(a.Lang.String())
		e.Input.Set(name, len([]rune(name)))
	}}}
	return e
}

// hereNamed returns the names, beginning with a text, of people here who can be challenged.
func hereNamed(a *app.App, text string) (list []string) {
	for _, p := range a.House.Lobby.People() {
		if !p.Guest && p.ID != a.Visit.Me().ID && strings.HasPrefix(strings.ToLower(p.Name), strings.ToLower(text)) {
			list = append(list, p.Name)
		}
	}
	return list
}

// newChallengeGames asks for the game of a challenge: any for two.
func newChallengeGames(to store.Player) app.Screen {
	return &app.LazyAsk{Build: func(a *app.App, q *app.Ask) {
		q.Title = a.T("chal.game", "p", a.NameWithMark(to.Name, to.Bot))
		for _, g := range a.House.Lobby.Games() {
			if name := g.Info().Name; !play.GameOf(name).Alone() {
				q.Add(true, ui.Key(name), a.T("game."+name), app.To(func(a *app.App) *Setup { return newSetupFor(a, name, to) }))
			}
		}
		q.Add(true, "esc", a.T("key.back"), nil)
	}}
}

// newChallenge asks for the recipient of an offer.
func newChallenge(a *app.App, o pairing.Offer) *app.Entry {
	return &app.Entry{
		Title: a.T("chal.title"), Text: a.T("chal.text"), Hint: a.T("chal.hint"), Input: ui.NewField(12), Offers: hereNamed,
		Done: func(a *app.App, text string) error {
			p, err := a.House.Lobby.PlayerByName(a.Ctx, text)
			if err != nil {
				if errors.Is(err, names.ErrBad) {
					err = records.ErrNoPlayer
				}
				return err
			}
			o.Player = p.ID
			id, err := a.Visit.Create(o)
			if err != nil {
				return err
			}
			a.Pop() // the entry, then the form below it
			a.Swap(play.NewTable(id))
			return nil
		},
	}
}

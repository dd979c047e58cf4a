package play

import (
	"slices"
	"strings"

	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/ui"
	"arcade/store"
)

// newTableMenu lists the table's commands except moves, so that players need not know the keys.
func newTableMenu(t *Table) app.Screen {
	return &app.LazyAsk{Build: func(a *app.App, q *app.Ask) {
		q.Title, q.Width = a.T("menu.title"), 36 // harmless entries come first
		list := t.commands(a)
		fill := func(keys ...ui.Key) { q.Fill(a, app.Pick(list, keys...)) }
		talk := func() {
			if a.House.Alone {
				return
			}
			fill("t")
			q.Add(true, "x", a.T(app.If(a.Set.Mute, "menu.unmute", "menu.mute")), t.mute)
		}
		fill("i", "z", "e", guideKey)
		others := !alone(t.Snap)
		if others {
			talk()
		}
		if own, ok := t.Game.(MenuFiller); ok {
			own.FillMenu(a, t, q)
		}
		fill("p", "u", "d", "q", "r")
		if t.shown(a) {
			q.Add(true, "y", a.T("menu.watch"), t.share)
		}
		if _, own := t.Game.(MenuFiller); !own && t.plays() { // last, so that their coming and going changes no number
			q.Fill(a, t.ownInMenu(a, list))
		}
		if !others && t.Snap.Watchers > 0 { // last, so that no number changes when a spectator comes
			talk()
		}
	}}
}

// ownInMenu returns the game's commands that are not the table's.
func (t *Table) ownInMenu(a *app.App, list []app.Command) []app.Command {
	return slices.DeleteFunc(t.Game.Commands(a, t), func(c app.Command) bool {
		return slices.ContainsFunc(list, func(of app.Command) bool { return of.Key == c.Key })
	})
}

// shown reports whether people with the line may watch the table.
func (t *Table) shown(a *app.App) bool {
	s := t.Snap
	return !a.House.Alone && s.Status == store.Live && s.Result == nil && !s.Private && len(s.Seats) > 1
}

// share copies the line for spectators, and the page's address below it.
func (t *Table) share(a *app.App) {
	line := a.House.SSH + " watch " + t.ID
	a.Copy(strings.TrimSpace(line+"\n"+a.House.Link("/watch/"+t.ID, a.Lang)), a.T("tb.share"), a.Game(t.Snap.Game, t.Snap.Options), t.ID)
}

// mute hides the chat of others, or shows it again.
func (t *Table) mute(a *app.App) {
	a.Change(func(s *app.Settings) { s.Mute = !s.Mute })
	a.Say(a.T(app.If(a.Set.Mute, "talk.muted", "talk.heard")))
	t.Refresh(a)
}

// doing returns a function that does an entry at the table.
func (t *Table) doing(kind games.Kind) func(*app.App) {
	return func(a *app.App) { t.do(a, kind) }
}

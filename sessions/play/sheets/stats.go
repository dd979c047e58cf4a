// Package sheets has what the pages of statistics share: whose they are, the matches they list, and
// their tiles and panels.
package sheets

import (
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// Games are the games that keep statistics, in their order.
func Games(a *app.App) (list []string) {
	for _, g := range a.House.Lobby.Games() {
		if name := g.Info().Name; play.GameOf(name).Stats != nil {
			list = append(list, name)
		}
	}
	return list
}

// newMenu asks of which game a player's statistics are to be seen.
func newMenu(player string) app.Screen {
	return &app.LazyAsk{Build: func(a *app.App, q *app.Ask) {
		q.Title, q.Width = a.T("solo.stats.title"), 36
		for i, name := range Games(a) {
			q.Answers = append(q.Answers, app.Answer{Key: ui.Key(app.Itoa(i + 1)), Label: a.T("game." + name), Do: func(a *app.App) {
				a.Push(play.Statistics(a, name, player))
			}})
		}
	}}
}

// Show opens a player's statistics: at once where one game alone keeps any.
func Show(a *app.App, player string) {
	list := Games(a)
	switch len(list) {
	case 0:
		return
	case 1:
		a.Push(play.Statistics(a, list[0], player))
		return
	}
	a.Push(newMenu(player))
}

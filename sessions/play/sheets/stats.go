// Package sheets has the shared parts of the statistics pages: their owner, the list of matches, tiles
// and panels.
package sheets

import (
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// Games returns the games that keep statistics, in their order.
func Games(a *app.App) (list []string) {
	for _, g := range a.House.Lobby.Games() {
		if name := g.Info().Name; play.GameOf(name).Stats != nil {
			list = append(list, name)
		}
	}
	return list
}

// newMenu asks for the game whose statistics are shown.
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

// Show opens a player's statistics, at once if only one game keeps any.
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

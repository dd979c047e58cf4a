package play

import (
	"arcade/sessions/app"
	"arcade/sessions/ui"
)

// GamesWithStats are the games that keep statistics, in their order.
func GamesWithStats(a *app.App) (list []string) {
	for _, g := range a.House.Lobby.Games() {
		if name := g.Info().Name; GameOf(name).Stats != nil {
			list = append(list, name)
		}
	}
	return list
}

// newStatsMenu asks of which game a player's statistics are to be seen.
func newStatsMenu(player string) app.Screen {
	return &app.LazyAsk{Build: func(a *app.App, q *app.Ask) {
		q.Title, q.Width = a.T("solo.stats.title"), 36
		for i, name := range GamesWithStats(a) {
			q.Answers = append(q.Answers, app.Answer{Key: ui.Key(app.Itoa(i + 1)), Label: a.T("game." + name), Do: func(a *app.App) {
				a.Push(Statistics(a, name, player))
			}})
		}
	}}
}

// ShowStats opens a player's statistics: at once where one game alone keeps any.
func ShowStats(a *app.App, player string) {
	list := GamesWithStats(a)
	switch len(list) {
	case 0:
		return
	case 1:
		a.Push(Statistics(a, list[0], player))
		return
	}
	a.Push(newStatsMenu(player))
}

// HasBoards reports whether a game for two has boards by points besides its ratings.
func HasBoards(a *app.App, game string) bool {
	g := GameOf(game)
	return !g.Alone() && g.Board != nil && len(a.House.Lobby.Boards(game)) > 0
}

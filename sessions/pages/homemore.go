package pages

import (
	"slices"

	"arcade/lobby/ledger"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/store"
)

// more has what home shows in a large window alone: the latest matches, the boards of the day, and the best of the
// week. Reading it costs as much as all the rest, and every home screen does so at each change of the lists.
type more struct {
	recent []store.Match // finished public matches, newest first
	today  []dayBoard
	week   []dayBoard // one row each
}

// dayBoard has rows of a board of a day in a game for one seat.
type dayBoard struct {
	game, board string
	rows        []store.Score
}

// mostRecent is the number of the latest matches, of the newest lastFinished.
const mostRecent, lastFinished = 12, 40

// read reads it, or nothing in a window that does not show it.
func (m *more) read(a *app.App) {
	if *m = (more{}); !ui.Large(a.W, a.H) {
		return
	}
	l := a.House.Lobby
	for _, g := range l.Games() {
		name := g.Info().Name
		if !play.GameOf(name).Alone() {
			continue
		}
		for _, b := range l.Boards(name) {
			if rows := topOf(a, name, b, l.Today(), 3); len(rows) > 0 {
				m.today = append(m.today, dayBoard{name, b, rows})
			}
			if best := topOf(a, name, b, l.ThisWeek(), 1); len(best) > 0 {
				m.week = append(m.week, dayBoard{name, b, best})
			}
		}
	}
	recent, err := l.Recent(a.Ctx, "", lastFinished)
	if err != nil {
		a.Report("home", err)
	}
	recent = slices.DeleteFunc(recent, func(m store.Match) bool { // games with bots are their players' own
		return slices.ContainsFunc(m.Seats, func(s store.Seat) bool { return s.Bot != "" || s.Remote })
	})
	m.recent = recent[:min(len(recent), mostRecent)]
}

// topOf returns the first rows of a board of a day.
func topOf(a *app.App, game, board, day string, n int) []store.Score {
	rows, err := a.House.Lobby.Scores(a.Ctx, ledger.BoardName(game, board, day), 0, n)
	if err != nil {
		a.Report("home", err)
	}
	return rows
}

// title names a board of a game, not only the game if it has several.
func (b dayBoard) title(a *app.App) string {
	title := a.T("game." + b.game)
	if len(a.House.Lobby.Boards(b.game)) > 1 {
		title += "  " + play.GameOf(b.game).Board(a, b.board)
	}
	return title
}

package pages

import (
	"time"

	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/play"
)

// lit has the home screen's additional data for ui.LevelRich.
type lit struct {
	people []lobby.Present
	views  map[string]any   // public views of the live tables in view, by id
	mine   lobby.RatingInfo // the visitor's rating in the first game for two
}

// miniTables is the number of live tables with a picture in a row, mostTables the number in all.
const miniTables, mostTables = 3, 9

// read reads the data.
func (l *lit) read(a *app.App, live []*lobby.Summary) {
	l.people, l.views = a.House.Lobby.People(), map[string]any{}
	for _, s := range live[:min(len(live), app.Either(play.Roomy(a), mostTables, miniTables))] {
		if play.GameOf(s.Game).Face.Mini != nil {
			l.views[s.ID] = a.House.Lobby.Peek(s.ID)
		}
	}
	me := a.Visit.Me()
	l.mine = lobby.RatingInfo{}
	for _, g := range a.House.Lobby.Games() {
		if name := g.Info().Name; !play.GameOf(name).Alone() {
			l.mine = a.House.Lobby.Rating(a.Ctx, name, me.ID)
			break
		}
	}
}

// dayLeft returns the rest of the day, in hours or minutes.
func dayLeft(a *app.App) string {
	const day = 24 * time.Hour
	left := time.Until(time.Now().Truncate(day).Add(day))
	step := app.Either(left > time.Hour, time.Hour, time.Minute)
	a.Ages(time.Now().Add(left%step+time.Second), step)
	return passed(a, left)
}

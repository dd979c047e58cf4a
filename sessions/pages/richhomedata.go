package pages

import (
	"time"

	"arcade/lobby"
	"arcade/lobby/ledger"
	"arcade/lobby/records"
	"arcade/sessions/app"
	"arcade/sessions/play"
)

// lit is what the home screen shows on ui.LevelRich besides.
type lit struct {
	people  []lobby.Present
	views   map[string]any // what everybody may see of the live tables in view, by id
	streaks []streak
	of      string           // whose streaks they are
	mine    lobby.RatingInfo // the visitor's rating in the first game for two
}

// weekDays is how many days a streak shows.
const weekDays = 7

// streak are the days on which a player is on a board of a game for one seat, the last of
// them today.
type streak struct {
	game string
	done [weekDays]bool
	day  string // the day that was last read
}

// miniTables is how many live tables have a picture at most.
const miniTables = 3

// read reads it. Past days of the streaks are read once a day.
func (l *lit) read(a *app.App, live []*lobby.Summary) {
	l.people, l.views = a.House.Lobby.People(), map[string]any{}
	for _, s := range live[:min(len(live), miniTables)] {
		if play.GameOf(s.Game).Face.Mini != nil {
			l.views[s.ID] = a.House.Lobby.Peek(s.ID)
		}
	}
	me := a.Visit.Me()
	if l.of != me.ID {
		l.of, l.streaks = me.ID, nil
	}
	today := a.House.Lobby.Today()
	for i, game := range soloGames(a) {
		if i == len(l.streaks) {
			l.streaks = append(l.streaks, streak{game: game})
		}
		if !me.Guest {
			l.streaks[i].read(a, me.ID, today)
		}
	}
	l.mine = lobby.RatingInfo{}
	for _, g := range a.House.Lobby.Games() {
		if name := g.Info().Name; !play.GameOf(name).Alone() {
			l.mine = a.House.Lobby.Rating(name, me.ID)
			break
		}
	}
}

// soloGames are the names of the games for one seat.
func soloGames(a *app.App) (list []string) {
	for _, g := range a.House.Lobby.Games() {
		if name := g.Info().Name; play.GameOf(name).Alone() {
			list = append(list, name)
		}
	}
	return list
}

// read reads today, and the days before it where another day has begun.
func (s *streak) read(a *app.App, player, today string) {
	if s.day != today {
		s.done = [weekDays]bool{}
		for i, day := weekDays-2, records.DayBefore(today); i >= 0; i, day = i-1, records.DayBefore(day) {
			s.done[i] = onBoard(a, s.game, player, day)
		}
		s.day = today
	}
	s.done[weekDays-1] = s.done[weekDays-1] || onBoard(a, s.game, player, today)
}

// onBoard reports whether a player is on a board of a game's day.
func onBoard(a *app.App, game, player, day string) bool {
	for _, board := range a.House.Lobby.Boards(game) {
		_, place, _, err := a.House.Lobby.ScoreOf(ledger.BoardName(game, board, day), player)
		if err != nil {
			a.Log.Error("home", "err", err)
		} else if place > 0 {
			return true
		}
	}
	return false
}

// run is how many days in a row there are up to today, or up to yesterday while today is
// open; whole where it fills all days that are shown, and may be longer.
func (s streak) run() (n int, whole bool) {
	for i := weekDays - 1; i >= 0; i-- {
		switch {
		case s.done[i]:
			n++
		case i < weekDays-1:
			return n, false
		}
	}
	return n, n >= weekDays-1
}

// dayLeft is how long the day lasts, in hours or minutes.
func dayLeft(a *app.App) string {
	const day = 24 * time.Hour
	left := time.Until(time.Now().Truncate(day).Add(day))
	step := app.Either(left > time.Hour, time.Hour, time.Minute)
	a.Ages(time.Now().Add(left%step+time.Second), step)
	return passed(a, left)
}

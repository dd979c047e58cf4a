package pages

import (
	"time"

	"arcade/sessions/app"
)

// arenaSoon is the time before its start from which home mentions an arena.
const arenaSoon = 24 * time.Hour

// arenaLine names the running or next arena, "" if there is none within a day.
func (h *Home) arenaLine(a *app.App) string {
	t := h.arena
	until := time.Until(time.UnixMilli(t.Start))
	game := a.Game(t.Game, t.Options)
	switch {
	case until > arenaSoon, time.Now().UnixMilli() >= t.End:
		return ""
	case until <= 0:
		return a.T("home.arena.runs", "game", game, "c", t.Control)
	}
	step := app.If(until > time.Hour, time.Hour, time.Minute)
	a.RedrawForAge(time.Now().Add(until%step+time.Second), step)
	return a.T("home.arena.soon", "game", game, "c", t.Control, "t", passed(a, until))
}

// arenaKey returns the command that leads to the arenas. Without one it says so.
func (h *Home) arenaKey() app.Command {
	return app.Command{Key: "r", Menu: app.TextIf(h.arena.ID != "", "arena.place"), Do: func(a *app.App) {
		if _, ok := a.House.Lobby.NextArena(); !ok {
			a.Warn(a.T("arena.unplanned"))
			return
		}
		a.Push(a.House.Places.Arena(a, ""))
	}}
}

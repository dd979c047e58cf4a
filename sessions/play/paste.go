package play

import (
	"arcade/games"
	"arcade/lobby/records"
	"arcade/sessions/app"
	"arcade/store"
)

// Paste is a game's part of the line that shares a result. Progress and Lead must not reveal a move, a
// card or a throw, because others play the same run.
type Paste struct {
	// Progress returns a run's progress from 0 to 9.
	Progress func(view any) int
	// Lead returns the first seat's lead; nil means the difference of Card.Points.
	Lead func(view any) int
	// Figure returns a row of a day's board in a few digits, "" if it has none.
	Figure func(s store.Score) string
}

// TellLine shows the line of a finished match for pasting.
func TellLine(a *app.App, r *records.Replay) {
	if r == nil || r.Result == nil {
		a.Warn(a.T("err.hidden"))
		return
	}
	a.Push(a.House.Places.Line(a, r))
}

// TellCommand is the command that shows a match's line.
func TellCommand(id string) app.Command {
	return app.Command{Key: "y", Menu: "paste.title", Do: func(a *app.App) {
		r, err := a.House.Lobby.Replay(a.Ctx, a.Visit.Me().ID, id)
		if err != nil {
			a.Fail(err)
			return
		}
		TellLine(a, r)
	}}
}

// CopyExport copies the command that exports a match, in the game's own format if it has one. A page
// downloads the file.
func CopyExport(a *app.App, game, id string) {
	if a.Save(id+".json", "kibo export "+id) {
		return
	}
	hint := ""
	if g, err := a.House.Lobby.Game(game); err == nil {
		if e, ok := g.(games.Exporter); ok {
			hint = a.T("sh.copy.format", "f", e.Formats()[0], "game", a.T("game."+game))
		}
	}
	a.Copy(a.House.Command("kibo export "+id), hint, a.T("rp.place"), a.T("game."+game), id)
}

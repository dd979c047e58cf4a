package pages

import (
	"arcade/lobby/pairing"
	"arcade/lobby/records"
	"arcade/sessions/app"
	"arcade/sessions/arena"
	"arcade/sessions/ladder"
	"arcade/sessions/play"
	"arcade/sessions/play/replays"
	"arcade/sessions/play/tell"
	"arcade/sessions/puzzle"
	"arcade/sessions/ranks"
	"arcade/sessions/today"
)

// Rooms implements the arcade's [Places].
type Rooms struct{}

func (Rooms) Home(a *app.App) app.Screen { return newHome(a) }

func (r Rooms) Lobby(a *app.App, game string) app.Screen {
	if a.House.Alone {
		return r.Form(a, game)
	}
	return newLobby(game, game)
}

func (Rooms) Form(a *app.App, game string) app.Screen {
	if g := play.GameOf(game); g.Alone() {
		return g.Form(a)
	}
	return newSetup(a, game)
}

func (Rooms) Ranks(a *app.App, game string) app.Screen { return ranks.New(a, game) }

func (Rooms) Scores(a *app.App, game, board, day string) app.Screen {
	return ranks.At(a, game, board, day)
}

func (Rooms) SeedScores(a *app.App, game, seed string) app.Screen { return ranks.OfSeed(a, game, seed) }

func (Rooms) Today(a *app.App) app.Screen { return today.New(a) }

func (Rooms) Ladder(a *app.App, game string) app.Screen { return ladder.New(a, game) }

func (Rooms) Puzzle(a *app.App, game string) app.Screen {
	if game == "" {
		return puzzle.New(a, "")
	}
	return puzzle.Stream(a, game)
}

func (Rooms) Arena(a *app.App, id string) app.Screen { return arena.New(a, id) }

func (Rooms) Profile(_ *app.App, player string) app.Screen { return newProfile(player) }

func (Rooms) Replay(_ *app.App, id string, reviewed bool) app.Screen {
	if reviewed {
		return replays.NewReviewed(id)
	}
	return replays.New(id)
}

func (Rooms) Line(a *app.App, r *records.Replay) app.Screen { return tell.NewPasting(a, r) }

func (Rooms) Calls(a *app.App) {
	if id := a.Visit.Call(); id != "" {
		play.Called(a, id)
	}
}

func (Rooms) Accept(a *app.App, i pairing.Invitation) { play.Accept(a, i) }

func (Rooms) Start(a *app.App, command []string) {
	cmd := place(command)
	switch {
	case cmd.name == "join":
		id, err := a.Visit.JoinCode(a.Ctx, cmd.arg)
		if err != nil {
			a.Fail(err)
			return
		}
		a.Push(play.NewTable(id))
		return
	case cmd.name == "watch":
		play.Watch(a, cmd.arg)
		return
	case cmd.name == "play":
		if _, err := a.House.Lobby.Game(cmd.arg); err != nil {
			a.Fail(err)
			return
		}
		if typed := play.GameOf(cmd.arg).Typed; typed != nil && cmd.more != "" {
			a.Push(typed(a, cmd.more))
			return
		}
		if play.GameOf(cmd.arg).Alone() {
			a.Push(Rooms{}.Form(a, cmd.arg))
			return
		}
		if a.Browser() && a.Visit.Active() {
			open(a, cmd.arg)
			return
		}
		a.Push(Rooms{}.Lobby(a, cmd.arg))
		return
	case cmd.name == "daily":
		a.Push(today.Of(a, cmd.arg))
		return
	case cmd.name == "boards": // from a page; in a terminal the command prints a list
		if _, err := a.House.Lobby.Game(cmd.arg); err != nil {
			a.Fail(err)
			return
		}
		a.Push(ranks.Of(a, cmd.arg, cmd.more, cmd.day))
		return
	}
	if !a.Visit.Active() { // the match goes on in another window
		return
	}
	for _, s := range a.Visit.Home().Resume {
		if s.People() > 1 || s.Control != "none" { // another person, or a clock, is waiting
			play.Resume(a, s.ID)
			return
		}
	}
	if w := today.NewAway(a); w != nil {
		a.Push(w)
	}
}

// open opens a game for two as a link to it promises: the visitor's unfinished match of it, or else what Enter on
// the game gives.
func open(a *app.App, game string) {
	for _, s := range a.Visit.Home().Resume {
		if s.Game == game {
			play.Resume(a, s.ID)
			return
		}
	}
	play.Search{Game: game, Options: play.EnterRules(a, game), Bot: true}.Begin(a, "")
}

// where is the destination of a connection's command; more is a typed deal, or the name of a board.
type where struct{ name, arg, more, day string }

// place reads the command of a connection that wants a screen; nothing, or an unknown command, is
// the home screen.
func place(command []string) where {
	switch len(command) {
	case 1:
		return where{name: command[0]}
	case 2:
		return where{name: command[0], arg: command[1]}
	case 3:
		return where{name: command[0], arg: command[1], more: command[2]}
	case 4:
		return where{command[0], command[1], command[2], command[3]}
	}
	return where{}
}

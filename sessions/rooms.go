package sessions

import tea "charm.land/bubbletea/v2"

// rooms are the [Places] of the arcade.
type rooms struct{}

func (rooms) Home(a *App) screen { return newHome(a) }

func (rooms) Lobby(a *App, game string) screen { return newLobby(a, game, game) }

func (rooms) Form(a *App, game string) screen {
	if g := gameOf(game); g.alone() {
		return g.form(a)
	}
	return newSetup(a, game)
}

func (rooms) Ranks(a *App, game string) screen {
	if gameOf(game).alone() {
		return newScores(a, game)
	}
	return newBoard(a, game)
}

func (rooms) Scores(a *App, game, board, day string) screen {
	return newScoresAt(a, game, board, day)
}

func (rooms) SeedScores(a *App, game, seed string) screen { return newScoresOf(a, game, seed) }

func (rooms) Profile(a *App, player string) screen { return newProfile(a, player) }

func (rooms) News(a *App) (cmd tea.Cmd) {
	if id := a.visit.Call(); id != "" {
		cmd = a.called(id)
	}
	a.invites()
	return cmd
}

func (rooms) Start(a *App, command []string) tea.Cmd {
	cmd := place(command)
	switch {
	case cmd.name == "join":
		id, err := a.visit.JoinCode(cmd.arg)
		if err != nil {
			a.fail(err)
			return nil
		}
		return a.push(newTable(id))
	case cmd.name == "watch":
		return a.watch(cmd.arg)
	case cmd.name == "play":
		if _, err := a.house.Lobby.Game(cmd.arg); err != nil {
			a.fail(err)
			return nil
		}
		if gameOf(cmd.arg).alone() {
			return a.push(rooms{}.Form(a, cmd.arg))
		}
		return a.push(rooms{}.Lobby(a, cmd.arg))
	}
	for _, s := range a.visit.Home().Resume {
		if s.People() > 1 || s.Control != "none" { // somebody, or a clock, is waiting
			return a.push(newResume(a, s.ID))
		}
	}
	return nil
}

// where is the place that a connection's command names.
type where struct{ name, arg string }

// place reads the command of a connection that wants a screen; nothing, or what
// is no such command, is the home screen.
func place(command []string) where {
	if len(command) == 2 {
		return where{command[0], command[1]}
	}
	return where{}
}

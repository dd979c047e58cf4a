package app

import (
	"errors"

	"arcade/lobby"
)

// Ended closes the session of a visit that the lobby has ended.
func (a *App) Ended(why error) {
	switch {
	case errors.Is(why, lobby.ErrForgotten):
		a.bye = a.T("acc.deleted")
	case errors.Is(why, lobby.ErrKeyMoved):
		a.bye = a.T("acc.bye.moved")
	default:
		a.bye = a.T("acc.bye.removed")
	}
	a.Quit()
}

package app

import (
	"errors"

	"arcade/lobby/account"
	"arcade/lobby/directory"
)

// Ended closes the session of a visit that the lobby has ended.
func (a *App) Ended(why error) {
	a.bye = a.WhyEnded(why)
	a.Quit()
}

// WhyEnded returns a sentence on why the lobby has ended the visit.
func (a *App) WhyEnded(why error) string {
	switch {
	case errors.Is(why, account.ErrForgotten):
		return a.T("acc.deleted")
	case errors.Is(why, account.ErrKeyMoved):
		return a.T("acc.bye.moved")
	case errors.Is(why, directory.ErrCrowded):
		return a.T("moved.crowded")
	}
	return a.T("acc.bye.removed")
}

package play

import (
	tea "charm.land/bubbletea/v2"

	"arcade/lobby"
	"arcade/sessions/app"
)

// OpenTable brings one to a table.
func OpenTable(id string) func(*app.App) tea.Cmd {
	return func(a *app.App) tea.Cmd { return a.Push(NewTable(id)) }
}

// Offer makes a table and shows it by show, which is push or swap.
func Offer(a *app.App, o lobby.Offer, show func(app.Screen) tea.Cmd) tea.Cmd {
	id, err := a.Visit.Create(o)
	if err != nil {
		return a.Fail(err)
	}
	return show(NewTable(id))
}

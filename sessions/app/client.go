package app

import (
	tea "charm.land/bubbletea/v2"

	"arcade/sessions/client"
)

// Terminal is what a session asks of its client's terminal; see [client.Client].
type Terminal interface {
	Show(client.Frame)
	Ring()
	Copy(text string, ask bool)
	Save(name, command string)
	Repaint()
	Go(func() tea.Msg)
	Contain(part string)
}

var (
	_ Terminal     = (*client.Client)(nil)
	_ client.Model = (*App)(nil)
)

// Quit ends the program once the message in hand is dealt with.
func (a *App) Quit() { a.quit = true }

// Quits reports whether the program is to end.
func (a *App) Quits() bool { return a.quit }

// Ring sounds the terminal's bell.
func (a *App) Ring() { a.client.Ring() }

// Go runs f beside the session. What it returns, such as a [ForScreen], comes back as a
// message; nil is none. Where f may take long it looks at a.Ctx.
func (a *App) Go(f func() tea.Msg) { a.client.Go(f) }

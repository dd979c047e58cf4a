package app

import (
	tea "charm.land/bubbletea/v2"

	"arcade/sessions/client"
)

// Terminal is the part of [client.Client] that a session uses.
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

// Quit ends the program after the present message.
func (a *App) Quit() { a.quit = true }

// Quits reports whether the program is to end.
func (a *App) Quits() bool { return a.quit }

// Ring sounds the terminal's bell.
func (a *App) Ring() { a.client.Ring() }

// Go runs f in a goroutine. Its result, such as a [ForScreen], comes back as a message, unless it is nil.
// If f takes long, it checks a.Ctx.
func (a *App) Go(f func() tea.Msg) { a.client.Go(f) }

package sessions

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/ui"
)

// toast is a line that needs no answer.
type toast struct {
	text  string
	until time.Time
	act   func(*App) tea.Cmd // done by o or a click; nil for none
}

// say puts a sentence in row 22 until the next key; warn does so in the colour of a refusal.
func (a *App) say(s string) { a.note, a.noteTok, a.noted = s, ui.Text, time.Now() }

func (a *App) warn(s string) { a.note, a.noteTok, a.noted = s, ui.Warn, time.Now() }

// noteTime is for how long a note keeps row 22 from what presses more.
const noteTime = 2 * time.Second

// toast shows a line that needs no answer for a moment; act is done by o or a click on it.
func (a *App) toast(text string, act func(*App) tea.Cmd) {
	a.toasts = append(a.toasts, &toast{text, time.Now().Add(toastTime), act})
	if len(a.toasts) > 2 {
		a.toasts = a.toasts[len(a.toasts)-2:]
	}
}

// fail shows an error of the lobby as a sentence in row 22.
func (a *App) fail(err error) {
	if err != nil {
		a.warn(a.sentence(err))
	}
}

// answer does what a toast is for, and takes it away.
func (a *App) answer(t *toast) tea.Cmd {
	a.toasts = slices.DeleteFunc(a.toasts, func(u *toast) bool { return u == t })
	return t.act(a)
}

package sessions

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/lobby"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// toast is a line that needs no answer.
type toast struct {
	text  string
	until time.Time
	act   func(*App) tea.Cmd // done by o or a click; nil for none
	house bool               // from the house: what players say does not push it away
}

// say puts a sentence in row 22 until the next key; warn does so in the colour of a refusal.
func (a *App) say(s string) { a.note, a.noteTok, a.noted = s, ui.Text, time.Now() }

func (a *App) warn(s string) { a.note, a.noteTok, a.noted = s, ui.Warn, time.Now() }

// said is what row 22 says, and how: what has just been said, or else the usual words.
func (a *App) said(usual string) (string, ui.Token) {
	if a.note != "" {
		return a.note, a.noteTok
	}
	return usual, ui.Text
}

// noteTime is for how long a note keeps row 22 from what presses more.
const noteTime = 2 * time.Second

// toast shows a line that needs no answer for a moment; act is done by o or a click on it.
func (a *App) toast(text string, act func(*App) tea.Cmd) {
	a.addToast(&toast{text: text, until: time.Now().Add(toastTime), act: act})
}

// addToast keeps two toasts: the oldest goes, those of the house last.
func (a *App) addToast(t *toast) {
	a.toasts = append(a.toasts, t)
	if len(a.toasts) > 2 {
		i := max(slices.IndexFunc(a.toasts, func(t *toast) bool { return !t.house }), 0)
		a.toasts = slices.Delete(a.toasts, i, i+1)
	}
}

// houseTime is how long what the house has to say stays.
const houseTime = 12 * time.Second

// notices shows what the house has told the visitor. It takes no key and covers no question.
func (a *App) notices() {
	for _, n := range a.visit.Notices() {
		text := n.EN
		if a.lang == words.KO {
			text = n.KO
		}
		switch n.Kind {
		case lobby.Announced:
			text = a.T("sh.announce", "x", text)
		case lobby.Renamed:
			text = a.T("sh.renamed", "p", text)
		case lobby.TableShut:
			if text == "" {
				text = a.T("sh.shut")
			} else {
				text = a.T("sh.shut.why", "x", text)
			}
		}
		a.addToast(&toast{text: text, until: time.Now().Add(houseTime), house: true})
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

package sessions

import (
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"arcade/lobby"
	"arcade/sessions/ui"
)

// entry is an overlay with one text field: a name, a code.
type entry struct {
	title, text, hint string
	input             *ui.Field
	// done takes the text; an error keeps the overlay open and is said in row 22.
	done func(a *App, text string) (tea.Cmd, error)
}

func (e *entry) over()            {}
func (e *entry) field() *ui.Field { return e.input }

func (e *entry) handle(a *App, msg tea.Msg) tea.Cmd {
	switch msg {
	case ui.Key("esc"):
		return a.pop()
	case ui.Key("enter"):
		if strings.TrimSpace(e.input.String()) == "" {
			a.warn(e.hint)
			return nil
		}
		cmd, err := e.done(a, e.input.String())
		if err != nil {
			a.fail(err)
		}
		return cmd
	}
	return nil
}

func (e *entry) draw(a *App, c *ui.Canvas) {
	g := panel(c, 60, 9, e.title)
	g.Text(2, 1, ui.Panel, ui.Cut(e.text, g.W()-4))
	e.input.Draw(g, 2, 3, 24)
	g.Text(2, 5, ui.Panel, ui.Cut(e.hint, g.W()-4))
	ui.Keys(c, a.items("enter", "key.ok", "esc", "key.cancel"))
	a.row22(c, a.T("entry.msg"))
}

// newJoin asks for a friend's code.
func newJoin(a *App) *entry {
	return &entry{
		title: a.T("join.title"), text: a.T("join.text"), hint: a.T("join.hint"), input: newField(12),
		done: func(a *App, text string) (tea.Cmd, error) {
			id, err := a.visit.JoinCode(text)
			if err != nil {
				return nil, err
			}
			return a.swap(newTable(id)), nil
		},
	}
}

// newRename asks for another name.
func newRename(a *App) *entry {
	e := &entry{
		title: a.T("name.title"), text: a.T("name.text", "p", a.visit.Me().Name), hint: a.T("sh.name.bad"), input: newField(12),
		done: func(a *App, text string) (tea.Cmd, error) {
			if err := a.visit.Rename(text); err != nil {
				return nil, err
			}
			cmd := a.pop()
			a.say(a.T("name.done", "p", a.visit.Me().Name))
			return cmd, nil
		},
	}
	return e
}

// newChallenge asks for the player to whom an offer goes.
func newChallenge(a *App, o lobby.Offer) *entry {
	return &entry{
		title: a.T("chal.title"), text: a.T("chal.text"), hint: a.T("chal.hint"), input: newField(12),
		done: func(a *App, text string) (tea.Cmd, error) {
			p, err := a.house.Lobby.PlayerByName(text)
			if err != nil {
				if errors.Is(err, lobby.ErrNameBad) {
					err = lobby.ErrNoPlayer
				}
				return nil, err
			}
			o.Player = p.ID
			id, err := a.visit.Create(o)
			if err != nil {
				return nil, err
			}
			cmd := a.pop() // the entry, then the form below it
			return tea.Batch(cmd, a.swap(newTable(id))), nil
		},
	}
}

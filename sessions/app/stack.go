package sessions

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// top is the screen that has the keys.
func (a *App) top() screen { return a.stack[len(a.stack)-1] }

// push opens a screen over the present one.
func (a *App) push(s screen) tea.Cmd {
	a.stack = append(a.stack, s)
	a.opened, a.note = time.Now(), ""
	if o, ok := s.(opener); ok {
		return o.open(a)
	}
	return nil
}

// pop closes the top screen; the last one stays.
func (a *App) pop() tea.Cmd {
	if len(a.stack) < 2 {
		return nil
	}
	s := a.top()
	a.stack = a.stack[:len(a.stack)-1]
	if c, ok := s.(closer); ok {
		c.close(a)
	}
	a.note = ""
	if r, ok := a.top().(refresher); ok {
		return r.refresh(a)
	}
	return nil
}

// swap puts a screen in the place of the top one.
func (a *App) swap(s screen) tea.Cmd {
	if len(a.stack) > 1 {
		old := a.top()
		a.stack = a.stack[:len(a.stack)-1]
		if c, ok := old.(closer); ok {
			c.close(a)
		}
	}
	return a.push(s)
}

// home closes everything down to the first screen.
func (a *App) home() tea.Cmd {
	var cmd tea.Cmd
	for len(a.stack) > 1 {
		cmd = a.pop()
	}
	return cmd
}

package app

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// Top is the screen that has the keys.
func (a *App) Top() Screen { return a.Stack[len(a.Stack)-1] }

// Push opens a screen over the present one.
func (a *App) Push(s Screen) tea.Cmd {
	a.Stack = append(a.Stack, s)
	a.Opened, a.Note = time.Now(), ""
	a.look() // before it reads the lists
	cmd := a.invites()
	if o, ok := s.(opener); ok {
		return tea.Batch(cmd, o.Open(a))
	}
	return cmd
}

// Pop closes the top screen; the last one stays.
func (a *App) Pop() tea.Cmd {
	if len(a.Stack) < 2 {
		return nil
	}
	s := a.Top()
	a.Stack = a.Stack[:len(a.Stack)-1]
	if c, ok := s.(closer); ok {
		c.Close(a)
	}
	a.Note = ""
	a.look()
	cmd := a.invites() // what a table in view asks by itself is no line
	if r, ok := a.Top().(refresher); ok {
		return tea.Batch(cmd, r.Refresh(a))
	}
	return cmd
}

// Swap puts a screen in the place of the top one.
func (a *App) Swap(s Screen) tea.Cmd {
	if len(a.Stack) > 1 {
		old := a.Top()
		a.Stack = a.Stack[:len(a.Stack)-1]
		if c, ok := old.(closer); ok {
			c.Close(a)
		}
	}
	return a.Push(s)
}

// Home closes everything down to the first screen.
func (a *App) Home() tea.Cmd {
	var cmd tea.Cmd
	for len(a.Stack) > 1 {
		cmd = a.Pop()
	}
	return cmd
}

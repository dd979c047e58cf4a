package app

import (
	"time"

	"arcade/sessions/client"
	"arcade/sessions/ui"
)

// Top returns the screen that has the keys.
func (a *App) Top() Screen { return a.Stack[len(a.Stack)-1] }

// Push opens a screen over the present one.
func (a *App) Push(s Screen) {
	a.Stack = append(a.Stack, s)
	a.Opened = time.Now()
	a.clearNote()
	a.look() // before it reads the lists
	if !a.covered() {
		a.invites()
	}
	if o, ok := s.(opener); ok {
		o.Open(a)
		return
	}
}

// Pop closes the top screen; the last one stays.
func (a *App) Pop() {
	if len(a.Stack) < 2 {
		return
	}
	s := a.Top()
	a.Stack = a.Stack[:len(a.Stack)-1]
	if c, ok := s.(closer); ok {
		c.Close(a)
	}
	a.clearNote()
	a.look()
	a.invites() // a table in view asks by itself and needs no line
	if r, ok := a.Top().(refresher); ok {
		r.Refresh(a)
		return
	}
}

// Swap replaces the top screen.
func (a *App) Swap(s Screen) {
	if len(a.Stack) > 1 {
		old := a.Top()
		a.Stack = a.Stack[:len(a.Stack)-1]
		if c, ok := old.(closer); ok {
			c.Close(a)
		}
	}
	a.Push(s)
}

// Home closes all screens except the first.
func (a *App) Home() {
	for len(a.Stack) > 1 {
		a.Pop()
	}
}

// addresses returns the addresses of the open screens without overlays, the one in view last.
func (a *App) addresses() (list []string) {
	at := "/"
	for _, s := range a.Stack {
		if _, over := s.(overlay); over {
			continue
		}
		if is, ok := s.(addressed); ok {
			at = is.Address()
		}
		list = append(list, at)
	}
	return list
}

// follow goes where the user has gone in the browser's history. Each step back is an Esc, so a table in play
// asks first; one that closes nothing ends the way. Forward is a link.
func (a *App) follow(to client.Went) {
	a.active()
	a.went = to.No
	if !ui.Fits(a.W, a.H) {
		return
	}
	for range len(a.addresses()) - 1 - to.Depth {
		open := len(a.Stack)
		a.Key("esc")
		if a.quit || len(a.Stack) >= open {
			return
		}
	}
	if to.Depth >= len(a.addresses()) && len(to.Command) > 0 && !a.asks() {
		a.House.Places.Start(a, to.Command)
	}
}

package app

import (
	"time"
)

// Top returns the screen that has the keys.
func (a *App) Top() Screen { return a.Stack[len(a.Stack)-1] }

// Push opens a screen over the present one.
func (a *App) Push(s Screen) {
	a.Stack = append(a.Stack, s)
	a.Opened = time.Now()
	a.hush()
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
	a.hush()
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

package app

import (
	"slices"

	"arcade/sessions/kit"
	"arcade/sessions/ui"
)

// Composed is a page that says what it shows. The kit arranges it in any size from leastWidth by leastHeight on; its
// Draw calls [App.Compose].
type Composed interface {
	Screen
	commander
	View(a *App) View
}

// View is what a page shows.
type View struct {
	Place []string // the path in the top bar
	Usual string   // the message, unless there is a note
	Body  kit.Block
}

// The least size of composed pages.
const leastWidth, leastHeight = 48, 23

// arranged returns what arrangements depend on besides the size.
func (a *App) arranged() kit.Look {
	return kit.Look{Rich: a.Glyphs == ui.LevelRich, Touch: ui.Narrow(a.W, a.H)}
}

// Compose draws a page: the frame, and what it shows between the frame's rows.
func (a *App) Compose(c *ui.Canvas, p Composed) {
	look := a.arranged()
	v, commands := p.View(a), p.Commands(a)
	if hasMenu(commands) && !slices.ContainsFunc(commands, func(c Command) bool { return c.Key == MenuKey.Key }) {
		at := max(slices.IndexFunc(commands, func(c Command) bool { return c.Key == HelpKey.Key }), 0)
		commands = slices.Insert(slices.Clone(commands), at, MenuKey) // a finger and a mouse have no letters
	}
	f := ui.FrameSpec{Place: a.Place(v.Place...), Facts: a.Facts(), Keys: a.Bar(commands)}
	c.Compose(look.Touch, f.Keys)
	f.Message, f.MessageInk = a.Said(v.Usual)
	ui.Frame(c, f)
	g := ui.Body(c)
	x, y := 1, 0
	if g.W() >= 100 {
		x = 2
	}
	if g.H() >= 30 {
		y = 1
	}
	kit.Draw(v.Body, look, g.Sub(ui.Rect{X: x, Y: y, W: g.W() - 2*x, H: g.H() - y}))
}

// composed reports whether all visible screens but overlays are composed, so that smaller windows have room.
func (a *App) composed() bool {
	_, ok := a.Stack[a.Lowest()].(Composed)
	return ok && a.W >= leastWidth && a.H >= leastHeight
}

// Fits reports whether the window has room for what is in view.
func (a *App) Fits() bool { return ui.Fits(a.W, a.H) || a.composed() }

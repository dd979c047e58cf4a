package app

import (
	"slices"

	"arcade/sessions/kit"
	"arcade/sessions/ui"
)

// Composed is a page that says what it shows. The kit arranges it in any size in which [ui.Fits], and in
// smaller ones if it has room; its Draw calls [App.Compose].
type Composed interface {
	Screen
	commander
	// View returns what the page shows.
	View(a *App) View
}

// View is what a page shows.
type View struct {
	Place      []string // the path in the top bar
	Facts      string   // at the right of the top bar; "" for the usual ones
	Usual      string   // the message, unless there is a note
	Message    string   // the message in the ink MessageInk, in place of a note; "" for Usual
	MessageInk ui.Token
	Clock      string // at the right of the message
	ClockInk   ui.Token
	Keys       []ui.KeyItem // of the key bar; nil for all of the page's commands
	Masthead   bool         // the body has a [kit.Masthead] in place of the top bar
	Body       kit.Block
	// Whole gives the body the whole window, without a margin: a board takes what there is.
	Whole bool
}

// arranged returns what arrangements depend on besides the size.
func (a *App) arranged() kit.Look {
	return kit.Look{Rich: a.Glyphs == ui.LevelRich, Touch: a.Touched()}
}

// Touched reports whether screens are for a finger: the client says so and has room for large buttons, or it has a
// phone's size.
func (a *App) Touched() bool {
	w, h := ui.Least()
	return ui.Narrow(a.W, a.H) || a.term.Look.Finger && (a.W >= w && a.H >= h || ui.Lying(a.W, a.H))
}

// Compose draws a page: the frame, and what it shows between the frame's rows.
func (a *App) Compose(c *ui.Canvas, p Composed) {
	v := p.View(a)
	if v.Keys == nil {
		v.Keys = a.Bar(withMenu(p.Commands(a)))
	}
	a.Show(c, v)
}

// Show draws what a page shows, with its keys.
func (a *App) Show(c *ui.Canvas, v View) {
	look := a.arranged()
	f := ui.FrameSpec{Place: a.Place(v.Place...), Facts: v.Facts, Clock: v.Clock, ClockInk: v.ClockInk, Keys: v.Keys}
	f.Bare = v.Masthead && look.Rich
	sheet, ended := a.sheet()
	if ended = ended && v.Whole; ended {
		f.Keys = sheet.Keys
	}
	if f.Facts == "" {
		f.Facts = a.Facts()
	}
	if v.Whole {
		c.ComposeWide(look.Touch, f.Keys)
	} else {
		c.Compose(look.Touch, f.Keys)
	}
	if f.Message, f.MessageInk = v.Message, v.MessageInk; f.Message == "" {
		f.Message, f.MessageInk = a.MessageText(v.Usual)
	}
	ui.Frame(c, f)
	g := ui.Body(c)
	if f.Bare {
		body := c.Area()
		g = c.Sub(ui.Rect{W: body.W, H: body.Y + body.H})
	}
	if look.Touch && a.invitesNow() && !c.Lies() {
		above := max(ui.InviteRows-g.Place().Y, 0)
		g = g.Sub(ui.Rect{Y: above, W: g.W(), H: g.H() - above})
	}
	if v.Whole {
		if ended && sheet.above(v.Body, look, g) {
			return
		}
		kit.Show(v.Body, look, c, g)
		return
	}
	x, y := 1, 0
	switch w := g.W(); {
	case w >= 100:
		x = 2
	case !ui.Fits(w, a.H):
		x = 0
	}
	if g.H() >= 30 && !(f.Bare && g.W() < ui.MinWidth) { // row 0 says where one is
		y = 1
	}
	kit.Show(v.Body, look, c, g.Sub(ui.Rect{X: x, Y: y, W: g.W() - 2*x, H: g.H() - y}))
}

// withMenu returns commands with the menu's key if some are in the menu: a finger and a mouse have no letters.
func withMenu(list []Command) []Command {
	if !hasMenu(list) || slices.ContainsFunc(list, func(c Command) bool { return c.Key == MenuKey.Key || c.Bar == MenuKey.Bar }) {
		return list
	}
	at := max(slices.IndexFunc(list, func(c Command) bool { return c.Key == HelpKey.Key }), 0)
	return slices.Concat(list[:at], []Command{MenuKey}, list[at:])
}

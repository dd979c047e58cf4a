package app

import (
	"slices"
	"strings"

	"arcade/sessions/ui"
)

// Entry is an overlay with one text field: a name, a code.
type Entry struct {
	Title, Text, Hint string
	Input             *ui.Field
	// Extra are commands besides the usual two, such as another suggestion.
	Extra []Command
	// Done takes the text; an error keeps the overlay open and is said in row 22.
	Done func(a *App, text string) error
}

func (e *Entry) Over()            {}
func (e *Entry) Field() *ui.Field { return e.Input }

func (e *Entry) Commands(*App) []Command {
	return slices.Concat([]Command{{Key: "enter", Bar: "key.ok", Do: e.take}}, e.Extra, []Command{{Key: "esc", Bar: "key.cancel", Do: (*App).Pop}})
}

// take does what the text is for.
func (e *Entry) take(a *App) {
	if strings.TrimSpace(e.Input.String()) == "" {
		a.Warn(e.Hint)
		return
	}
	err := e.Done(a, e.Input.String())
	a.Fail(err)
}

func (e *Entry) Draw(a *App, c *ui.Canvas) {
	g := ui.OverlayBox(c, 60, 9, e.Title)
	g.Text(2, 1, ui.Panel, ui.Cut(e.Text, g.W()-4))
	if c.Rich {
		g.Fill(ui.Rect{X: 1, Y: 3, W: 26, H: 1}, ui.Cap)
	}
	e.Input.Draw(g, 2, 3, 24)
	g.Text(2, 5, ui.Panel, ui.Cut(e.Hint, g.W()-4))
	ui.Keys(c, a.Bar(e.Commands(a)))
	a.Row22(c, a.T("entry.msg"))
}

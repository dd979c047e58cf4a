package app

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/ui"
)

// Entry is an overlay with one text field: a name, a code.
type Entry struct {
	Title, Text, Hint string
	Input             *ui.Field
	// Offers returns suggestions, shown below the field; nil for none. Tab takes one after the other, a
	// click the clicked one.
	Offers func(a *App, typed string) []string
	typed  string // the text for which the offers are
	taken  string // the offer in the field
	// Extra are additional commands, such as another suggestion.
	Extra []Command
	// Done takes the text. An error keeps the overlay open and is shown in row 22.
	Done func(a *App, text string) error
}

func (e *Entry) Over()            {}
func (e *Entry) Field() *ui.Field { return e.Input }

func (e *Entry) Commands(*App) []Command {
	list := []Command{{Key: "enter", Bar: "key.ok", Do: e.take}}
	if e.Offers != nil {
		list = append(list, Command{Key: "tab", Bar: "key.complete", Turn: e.complete})
	}
	return slices.Concat(list, e.Extra, []Command{{Key: "esc", Bar: "key.cancel", Do: (*App).Pop}})
}

// offers returns the suggestions for the typed text.
func (e *Entry) offers(a *App) []string {
	if e.Offers == nil {
		return nil
	}
	if text := e.Input.String(); text != e.taken {
		e.typed, e.taken = text, ""
	}
	return e.Offers(a, e.typed)
}

// complete puts the next offer into the field, or the previous one.
func (e *Entry) complete(a *App, by int) {
	list := e.offers(a)
	if len(list) == 0 {
		a.Warn(e.Hint)
		return
	}
	at := slices.Index(list, e.taken)
	if at < 0 && by < 0 {
		at = 0
	}
	e.fill(list[(at+len(list)+by)%len(list)])
}

func (e *Entry) fill(text string) {
	e.taken = text
	e.Input.Set(text, len([]rune(text)))
}

// offerHit is a clicked offer.
type offerHit string

func (e *Entry) Handle(_ *App, msg tea.Msg) {
	if hit, ok := msg.(offerHit); ok {
		e.fill(string(hit))
	}
}

// take passes the text to Done.
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
	x := 2
	for _, offer := range e.offers(a) {
		if x+ui.Width(offer) > g.W()-2 {
			break
		}
		w := g.Text(x, 6, Either(offer == e.taken, ui.Focus, ui.Panel), offer)
		g.Hit(ui.Rect{X: x, Y: 6, W: w, H: 1}, offerHit(offer))
		x += w + 2
	}
	ui.Keys(c, a.Bar(e.Commands(a)))
	a.Row22(c, a.T("entry.msg"))
}

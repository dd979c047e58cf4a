package app

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/kit"
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
	// Done takes the text. An error keeps the overlay open and is shown in the message row.
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

func (e *Entry) Draw(a *App, c *ui.Canvas) { a.DrawOver(c, e.Overlay(a)) }

// entryWidth is the usual width of an entry.
const entryWidth = 54

// Overlay shows the question, the field, the hint, and the offers.
func (e *Entry) Overlay(a *App) Overlay {
	offers := e.offers(a)
	tabs := kit.Tabs{Labels: offers, Open: slices.Index(offers, e.taken), Hit: func(i int) any { return offerHit(offers[i]) }}
	col := kit.Col(1, 0, kit.Item{Block: kit.Text{Text: e.Text}}, kit.Item{Block: kit.Field{Input: e.Input, Focused: true}}, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: e.Hint}})
	if len(offers) > 0 {
		col.Items = append(col.Items, kit.Item{Block: tabs, Drop: 1})
	}
	return Overlay{Title: e.Title, Body: col, Usual: a.T("entry.msg"), Keys: a.Bar(e.Commands(a)), W: entryWidth}
}

package play

import (
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/ui"
)

// talk is the overlay of fixed phrases with a line for free text.
type talk struct {
	t     *Table
	focus int
	line  *ui.Field
}

// NewTalk returns the overlay for chat at a table.
func NewTalk(t *Table) app.Screen { return &talk{t: t, line: ui.NewField(table.MaxChat)} }

func (k *talk) Over() {}

// Field takes typed text while the last row, the free text, is in focus.
func (k *talk) Field() *ui.Field {
	if k.focus == table.Phrases {
		return k.line
	}
	return nil
}

// Start opens the free text for a letter. Digits choose a phrase, and "/" and "?" are keys.
func (k *talk) Start(text string) *ui.Field {
	if r, _ := utf8.DecodeRuneInString(text); !unicode.IsLetter(r) {
		return nil
	}
	k.focus = table.Phrases
	return k.line
}

func (k *talk) Handle(a *app.App, msg tea.Msg) {
	if hit, ok := msg.(ui.RowHit); ok {
		k.focus = int(hit)
		if k.focus < table.Phrases {
			k.say(a)
			return
		}
		return
	}
	key, ok := msg.(ui.Key)
	if !ok {
		return
	}
	n := table.Phrases + 1
	switch key {
	case "up", "shift+tab":
		k.focus = (k.focus + n - 1) % n
	case "down", "tab":
		k.focus = (k.focus + 1) % n
	case "enter":
		k.say(a)
		return
	case "/":
		k.focus = table.Phrases
	case "esc":
		a.Pop()
		return
	default:
		if len(key) == 1 && key[0] >= '1' && int(key[0]-'1') < table.Phrases {
			k.focus = int(key[0] - '1')
			k.say(a)
			return
		}
	}
}

func (k *talk) say(a *app.App) {
	phrase, text := k.focus+1, ""
	if k.focus == table.Phrases {
		phrase, text = 0, k.line.String()
		if strings.TrimSpace(text) == "" {
			return
		}
	}
	err := a.Visit.Say(k.t.ID, phrase, text)
	if err != nil && phrase == 0 { // the text stays
		a.Fail(err)
		return
	}
	a.Pop()
	if err != nil {
		a.Fail(err)
		return
	}
	a.Say(a.T("talk.said"))
	a.CatchUp()
}

func (k *talk) Draw(a *app.App, c *ui.Canvas) { a.DrawOver(c, k.Overlay(a)) }

// talkWidth is the usual width of the phrases.
const talkWidth = 44

// Overlay shows the phrases and the free text.
func (k *talk) Overlay(a *app.App) app.Overlay {
	phrases := kit.List{Cols: []kit.Column{{W: 2}, {W: 36}}, N: table.Phrases + 1, Focus: k.focus, Row: func(i int) []string {
		key, text := "/", a.T("talk.own")
		if i < table.Phrases {
			key, text = app.Itoa(i+1), a.T("talk."+app.Itoa(i+1))
		}
		if a.Touched() { // a finger has no keys
			key = ""
		}
		return []string{key, text}
	}}
	col := kit.Col(0, 0, kit.Item{Block: phrases})
	if k.focus == table.Phrases {
		col.Items = append(col.Items, kit.Item{Block: kit.Field{Input: k.line, Focused: true}})
	}
	return app.Overlay{Title: a.T("talk.title"), Body: col, Usual: a.T("talk.msg"), Keys: a.Items("digits", "key.phrase", "enter", "key.say", "esc", "key.close"), W: talkWidth}
}

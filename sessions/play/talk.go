package play

import (
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/ui"
)

// talk is the overlay of fixed phrases with a line for free text.
type talk struct {
	t     *Table
	focus int
	line  *ui.Field
}

// NewTalk returns the overlay for chat at a table.
func NewTalk(t *Table) app.Screen { return &talk{t: t, line: ui.NewField(lobby.MaxChat)} }

func (k *talk) Over() {}

// Field takes typed text while the last row, the free text, is in focus.
func (k *talk) Field() *ui.Field {
	if k.focus == lobby.Phrases {
		return k.line
	}
	return nil
}

// Start opens the free text for a letter. Digits choose a phrase, and "/" and "?" are keys.
func (k *talk) Start(text string) *ui.Field {
	if r, _ := utf8.DecodeRuneInString(text); !unicode.IsLetter(r) {
		return nil
	}
	k.focus = lobby.Phrases
	return k.line
}

func (k *talk) Handle(a *app.App, msg tea.Msg) {
	if hit, ok := msg.(ui.RowHit); ok {
		k.focus = int(hit)
		if k.focus < lobby.Phrases {
			k.say(a)
			return
		}
		return
	}
	key, ok := msg.(ui.Key)
	if !ok {
		return
	}
	n := lobby.Phrases + 1
	switch key {
	case "up", "shift+tab":
		k.focus = (k.focus + n - 1) % n
	case "down", "tab":
		k.focus = (k.focus + 1) % n
	case "enter":
		k.say(a)
		return
	case "/":
		k.focus = lobby.Phrases
	case "esc":
		a.Pop()
		return
	default:
		if len(key) == 1 && key[0] >= '1' && int(key[0]-'1') < lobby.Phrases {
			k.focus = int(key[0] - '1')
			k.say(a)
			return
		}
	}
}

func (k *talk) say(a *app.App) {
	phrase, text := k.focus+1, ""
	if k.focus == lobby.Phrases {
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

func (k *talk) Draw(a *app.App, c *ui.Canvas) {
	g := ui.OverlayBox(c, 48, lobby.Phrases+6, a.T("talk.title"))
	for i := range lobby.Phrases {
		ui.ListRow(g, i+1, i == k.focus, app.Itoa(i+1)+"  "+a.T("talk."+app.Itoa(i+1)), ui.RowHit(i))
	}
	y := 1 + lobby.Phrases
	own := k.focus == lobby.Phrases
	ui.ListRow(g, y, own, "/  "+a.T("talk.own"), ui.RowHit(lobby.Phrases))
	if own {
		k.line.Draw(g, 5, y+1, g.W()-7)
	}
	ui.Keys(c, a.Items("digits", "key.phrase", "enter", "key.say", "esc", "key.close"))
	a.Row22(c, a.T("talk.msg"))
}

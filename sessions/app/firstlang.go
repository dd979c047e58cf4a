package app

import (
	"time"

	"arcade/sessions/kit"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// start follows the connection's command. A visitor whose client names no language chooses one first.
func (a *App) start() {
	if a.term.Unnamed && a.Set.Lang == "" && !a.waitedFor() {
		a.Push(&firstLang{focus: int(a.Lang)})
		return
	}
	a.begin()
}

// begin goes where the command says. In a window beside another one it says so.
func (a *App) begin() {
	a.House.Places.Start(a, a.term.Command)
	if a.term.ASCII {
		a.addToast(&toast{text: a.T("sh.ascii"), stays: HouseTime, house: true})
	}
	if a.untouched = a.Beside(); a.untouched && a.Note == "" {
		a.Say(a.T("sh.beside"))
	}
}

// waitedFor reports whether a match is on in which another player, or a clock, waits for the visitor:
// then no question comes first.
func (a *App) waitedFor() bool {
	for _, s := range a.Visit.Home().Resume {
		if s.People() > 1 || s.Control != "none" {
			return true
		}
	}
	return false
}

// firstLang is the bilingual first screen, on which the visitor chooses a language with one key.
type firstLang struct{ focus int }

func (f *firstLang) Guard() time.Duration { return GuardTime }

// Commands are the keys of the screen; its bar names them in both languages.
func (f *firstLang) Commands(*App) []Command {
	take := func(lang words.Lang) func(*App) { return func(a *App) { f.take(a, lang) } }
	turn := func(_ *App, by int) { f.focus = (f.focus + 2 + by) % 2 }
	return []Command{
		{Key: "1", Do: take(words.KO)},
		{Key: "2", Do: take(words.EN)},
		{Key: "leftright", Turn: turn}, {Key: "updown", Turn: turn}, {Key: "tab", Turn: turn},
		{Key: "enter", Also: []ui.Key{"space"}, Do: func(a *App) { f.take(a, words.Lang(f.focus)) }},
		{Key: "esc", Also: []ui.Key{"q"}, Do: (*App).Quit},
	}
}

// take stores the language, gives a newcomer with an invented name another one in that language, and goes
// on to the first screen.
func (f *firstLang) take(a *App, lang words.Lang) {
	a.Change(func(s *Settings) { s.Lang = lang.String() })
	if a.Visit.First() {
		a.Fail(a.Visit.RenameIn(lang.String()))
	}
	a.Pop()
	a.begin()
}

// Draw draws the question.
func (f *firstLang) Draw(a *App, c *ui.Canvas) { a.Compose(c, f) }

// View asks for the language in both.
func (f *firstLang) View(a *App) View {
	both := func(key string) string { return words.T(words.KO, key) + " / " + words.T(words.EN, key) }
	item := func(name string, key ui.Key, label string) ui.KeyItem {
		return ui.KeyItem{Name: name, Label: label, Key: key}
	}
	ko, en := words.T(words.EN, "key.lang"), words.T(words.KO, "key.lang")
	ask := kit.Col(1, 1, kit.Item{Block: kit.Text{Ink: ui.Strong | ui.Bold, Text: both("lang.title")}})
	for _, lang := range []words.Lang{words.KO, words.EN} {
		if a.Visit.Me().Guest {
			break // nothing remembers it
		}
		ask.Items = append(ask.Items, kit.Item{Block: kit.Text{Ink: ui.Text, Text: words.T(lang, "lang.text")}})
	}
	ask.Items = append(ask.Items, kit.Item{Block: kit.Answers{Focus: f.focus, List: []kit.Answer{{Name: "1", Label: ko, Key: "1"}, {Name: "2", Label: en, Key: "2"}}}})
	return View{
		Place: []string{}, Facts: " ", Usual: both(If(a.Touched(), "lang.msg"+words.Touch, "lang.msg")), // no name before the language
		Keys: []ui.KeyItem{item("1", "1", ko), item("2", "2", en), item("Enter", "enter", both("key.ok")), item("Esc", "esc", both("key.quit"))},
		Body: kit.Middle{W: 46, Block: kit.Col(2, 1, kit.Item{Block: kit.Wordmark, Drop: 1}, kit.Item{Block: kit.Lit{Block: ask}})},
	}
}

package app

import (
	"slices"
	"time"

	"arcade/lobby/directory"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// A toast is a line that needs no answer. It stands over the top bar, like an invitation, where it covers no
// board, no chat and no choice; over the message row while there is an invitation. Toasts come one after the
// other, long ones in parts.
type toast struct {
	text  string
	stays time.Duration
	from  time.Time  // when it was first shown; zero while it waits
	act   func(*App) // done by [ui.YesKey] or a click; nil for none
	house bool       // from the house: players' toasts do not push it away
}

// Say puts a sentence in the message row until the next key, or as long as a toast stays.
func (a *App) Say(s string) { a.note(s, ui.Text) }

// Warn is Say in the colour of a refusal.
func (a *App) Warn(s string) { a.note(s, ui.Warn) }

// spokenWidth limits the part of a sentence that the message row shows at once, in cells.
const spokenWidth = 56

// SayEach shows sentences in the message row, one after the other and long ones in parts. Earlier sentences that
// still wait come first. A key ends them. The last sentence stays as one of [App.Say] does.
func (a *App) SayEach(lines []string) {
	parts := a.unsaid
	for _, line := range lines {
		parts = append(parts, ui.Wrap(line, spokenWidth)...)
	}
	a.sayNext(parts)
}

// clearNote clears the message row of what was said.
func (a *App) clearNote() { a.Note, a.unsaid = "", nil }

// sayNext shows the first of the parts and keeps the others.
func (a *App) sayNext(parts []string) {
	if len(parts) > 0 {
		a.Say(parts[0])
		a.unsaid = parts[1:]
	}
}

func (a *App) note(s string, tok ui.Token) {
	a.Note, a.NoteTok, a.Noted, a.unsaid = s, tok, time.Now(), nil
	a.spoke++
}

// Noticed returns the message row for people who do not see it, and marks a repeated note so that it is
// announced again.
func (a *App) Noticed(message string) string {
	return Again(message, If(a.Note != "", a.spoke, 0))
}

// passes reports whether the note goes by itself: it came while the visitor was pressing keys, or another
// follows it. A note at any other time stays until the next key.
func (a *App) passes() bool { return len(a.unsaid) > 0 || a.Noted.Sub(a.input) < ToastTime }

// warnLost warns that a part of typed or pasted text is not in the field.
func (a *App) warnLost(f *ui.Field) {
	a.Note = ""
	switch f.Lost {
	case ui.LostEnd:
		a.Warn(a.T("field.lost"))
	case ui.LostSigns:
		a.Warn(a.T("field.signs"))
	}
}

// MessageText returns the text and ink of the message row: the note, or else the usual text.
func (a *App) MessageText(usual string) (string, ui.Token) {
	if a.Note != "" {
		return a.Note, a.NoteTok
	}
	return usual, ui.Text
}

// NoteTime is the time for which a note keeps the message row from more urgent texts.
const NoteTime = 2 * time.Second

// Toast shows a line that needs no answer for a moment; act is called by [ui.YesKey] or a click on it.
func (a *App) Toast(text string, act func(*App)) {
	a.addToast(&toast{text: text, stays: ToastTime, act: act})
}

// addToast keeps two toasts: the oldest goes first, toasts of the house last.
func (a *App) addToast(t *toast) {
	a.ReadOut(t.text)
	a.Toasts = append(a.Toasts, t)
	if len(a.Toasts) > 2 {
		i := max(slices.IndexFunc(a.Toasts, func(t *toast) bool { return !t.house }), 0)
		a.Toasts = slices.Delete(a.Toasts, i, i+1)
	}
}

// toast returns the toast in view, nil for none.
func (a *App) toast() *toast {
	if len(a.Toasts) == 0 {
		return nil
	}
	t := a.Toasts[0]
	if t.from.IsZero() {
		t.from = time.Now()
	}
	return t
}

// toastFrame is the part of a toast's row that is not its text.
const toastFrame = 6

// parts returns a toast in parts that fit its row, and the time for each.
func (a *App) parts(t *toast) (parts []string, each time.Duration) {
	parts = []string{t.text}
	if room := ui.Wide(a.W) - toastFrame; ui.Width(t.text) > room && ui.FitsTable(a.W, a.H) {
		parts = ui.Wrap(t.text, room)
	}
	return parts, max(t.stays/time.Duration(len(parts)), ToastTime)
}

// nextToast ends the toast in view after its time, for the next one. It returns the time until something
// changes, 0 for never.
func (a *App) nextToast() time.Duration {
	for t := a.toast(); t != nil; t = a.toast() {
		parts, each := a.parts(t)
		shown := time.Since(t.from)
		if shown < each*time.Duration(len(parts)) {
			return each - shown%each
		}
		a.Toasts = slices.Delete(a.Toasts, 0, 1)
	}
	return 0
}

// notes draws the notices over the screens.
func (a *App) notes(c *ui.Canvas) {
	y := 0
	if a.invite != nil && !c.Lies() { // stands in row 0
		y = c.MessageRow()
	}
	text, t := a.countdown(), (*toast)(nil)
	switch {
	case text != "": // the most urgent
	case !a.warned.IsZero():
		text = a.T("sh.idle")
	default:
		if t = a.toast(); t != nil {
			parts, each := a.parts(t)
			text = parts[min(int(time.Since(t.from)/each), len(parts)-1)]
		}
	}
	if text != "" {
		var msg any
		if t != nil && t.act != nil {
			msg = t
		}
		ui.Notice(c, y, text, msg)
	}
	a.drawInvite(c)
	if c.Rich {
		a.drawCountdown(c)
	}
}

// HouseTime is the time for which an announcement stays.
const HouseTime = 12 * time.Second

// notices shows the house's messages to the visitor. They take no key and cover no question.
func (a *App) notices() {
	for _, text := range a.Notices() {
		a.addToast(&toast{text: text, stays: HouseTime, house: true})
	}
}

// Notices returns the house's messages to the visitor that have not been taken yet.
func (a *App) Notices() (list []string) {
	for _, n := range a.Visit.Notices() {
		text := If(a.Lang == words.KO, n.KO, n.EN)
		switch n.Kind {
		case directory.Announced:
			text = a.T("sh.announce", "x", text)
		case directory.Renamed:
			text = a.T("sh.renamed", "p", text)
		case directory.TableShut:
			text = If(text == "", a.T("sh.shut"), a.T("sh.shut.why", "x", text))
		}
		list = append(list, text)
	}
	return list
}

// Fail shows an error of the lobby as a sentence in the message row.
func (a *App) Fail(err error) {
	if err != nil {
		a.Warn(a.Sentence(err))
	}
}

// answerToast does the action of the toast in view; it returns false if there is none.
func (a *App) answerToast() bool {
	t := a.toast()
	if t == nil || t.act == nil {
		return false
	}
	a.answer(t)
	return true
}

// answer does a toast's action, and removes it.
func (a *App) answer(t *toast) {
	a.Toasts = slices.DeleteFunc(a.Toasts, func(u *toast) bool { return u == t })
	t.act(a)
}

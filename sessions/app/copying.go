package app

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/kit"
	"arcade/sessions/ui"
)

// copying is a text on its way to the terminal's clipboard. If the terminal does not confirm it, the
// screen shows the text alone, so that it can be selected: the mouse belongs to the terminal there.
type copying struct {
	text, hint string
	places     []string
	sent       time.Time
}

// AnswerTime limits the app's wait for the terminal's answer.
const AnswerTime = time.Second

// Copy puts a text on the clipboard of the client's desktop. It shows the text until the terminal
// confirms it, as few do, or the player goes back. hint is a line about the text, "" for none; places are
// for the top bar.
func (a *App) Copy(text, hint string, places ...string) {
	a.Push(&copying{text: text, hint: hint, places: places})
}

// Drag leaves the mouse to the terminal.
func (c *copying) Drag() {}

func (c *copying) Open(a *App) {
	c.sent = time.Now()
	a.client.Copy(c.text, true)
}

// Tick requests a tick when the wait for the terminal ends.
func (c *copying) Tick(*App) time.Duration { return max(AnswerTime-time.Since(c.sent), 0) }

// Commands lead back.
func (c *copying) Commands(*App) []Command {
	return []Command{{Key: "esc", Also: []ui.Key{"enter", "q", "backspace", "space"}, Bar: "key.back", Do: (*App).Pop}}
}

// Handle takes the terminal's answer.
func (c *copying) Handle(a *App, msg tea.Msg) {
	if m, ok := msg.(tea.ClipboardMsg); ok && m.Content == c.text {
		a.Back(a.T("copy.done"))
	}
}

// Draw draws the text.
func (c *copying) Draw(a *App, v *ui.Canvas) { a.Compose(v, c) }

// View shows the text, and the line about it.
func (c *copying) View(a *App) View {
	return View{
		Place: c.places, Usual: a.T(If(time.Since(c.sent) < AnswerTime, "copy.wait", "copy.hand")),
		Body: kit.Pad{Top: 1, Block: kit.Col(1, 0, kit.Item{Block: kit.Code{Ink: ui.Strong, Text: c.text}}, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: c.hint}})},
	}
}

// copied is a text on its way to the clipboard while its screen stays.
type copied struct {
	on   Screen
	text string
	late bool // the terminal has not confirmed it
}

// copyLate comes when the wait for the terminal ends.
type copyLate struct{ *copied }

// CopyHere is Copy for a text that is on the screen; the result is shown in a note. If the terminal does
// not answer, the mouse belongs to it until the next key.
func (a *App) CopyHere(text string) {
	sent := &copied{on: a.Top(), text: text}
	a.copied = sent
	a.client.Copy(text, true)
	a.Say(a.T("copy.wait"))
	a.Go(func() tea.Msg {
		select {
		case <-a.Ctx.Done():
			return nil
		case <-time.After(AnswerTime):
			return copyLate{sent}
		}
	})
}

// Save downloads the output of a command if the client is a browser's page, and reports whether it is.
func (a *App) Save(name, command string) bool {
	if a.Browser() {
		a.client.Save(name, command)
		a.Say(a.T("copy.saved", "f", name))
	}
	return a.Browser()
}

// clipboard takes the terminal's report of its clipboard; it returns false if nothing waits for it.
func (a *App) clipboard(m tea.ClipboardMsg) bool {
	if a.copied == nil || a.copied.text != m.Content {
		return false
	}
	here := a.copied.on == a.Top()
	if a.copied = nil; here {
		a.Say(a.T("copy.done"))
	}
	return true
}

// copyLate shows the text to copy by hand.
func (a *App) copyLate(m copyLate) {
	if a.copied != m.copied || m.on != a.Top() {
		return
	}
	m.late = true
	a.Say(a.T("copy.hand"))
}

// byHand reports whether the player has to copy a text on the top screen by hand.
func (a *App) byHand() bool {
	return a.copied != nil && a.copied.late && a.copied.on == a.Top() && a.Note != ""
}

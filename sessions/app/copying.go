package app

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/ui"
)

// copying is a text on its way to the terminal's clipboard. If the terminal does not confirm it,
// the text stands alone here, to be selected: the mouse is the terminal's.
type copying struct {
	text, hint string
	places     []string
	sent       time.Time
}

// AnswerTime is how long the app waits for the terminal's answer.
const AnswerTime = time.Second

// Copy puts a text on the clipboard of the client's desk, and shows it until the terminal says that it
// has it, as few do, or its player goes back. hint is a line about the text, "" for none; places are the
// head's.
func (a *App) Copy(text, hint string, places ...string) {
	a.Push(&copying{text: text, hint: hint, places: places})
}

// Drag leaves the mouse to the terminal.
func (c *copying) Drag() {}

// Open sends the text.
func (c *copying) Open(a *App) {
	c.sent = time.Now()
	a.client.Copy(c.text, true)
}

// Tick is once more when the terminal has been waited for.
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

// Draw draws the screen.
func (c *copying) Draw(a *App, v *ui.Canvas) {
	a.Page(v, c.Commands(a), a.T(Either(time.Since(c.sent) < AnswerTime, "copy.wait", "copy.hand")), c.places...)
	g, y := ui.Body(v), 2
	put := func(ink ui.Token, text string) {
		for _, l := range strings.Split(text, "\n") {
			for _, line := range ui.Wrap(l, g.W()) {
				g.Text(0, y, ink, line)
				y++
			}
		}
	}
	put(ui.Strong, c.text)
	if c.hint != "" {
		y++
		put(ui.Muted, c.hint)
	}
}

// copied is a text that was sent while the screen that shows it stays.
type copied struct {
	on   Screen
	text string
	late bool // the terminal has not said that it has it
}

// copyLate comes when the terminal has been waited for.
type copyLate struct{ *copied }

// CopyHere is Copy for a text that stands on the screen: the outcome is told below it. Where the
// terminal says nothing, the mouse is its own there until the next key.
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

// Save downloads what a command writes, where the client is a browser's page; false where it is not.
func (a *App) Save(name, command string) bool {
	if a.Browser() {
		a.client.Save(name, command)
		a.Say(a.T("copy.saved", "f", name))
	}
	return a.Browser()
}

// clipboard takes what the terminal says that its clipboard has; false where nobody here waits for it.
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

// byHand reports whether a text on the top screen is to be copied by hand.
func (a *App) byHand() bool {
	return a.copied != nil && a.copied.late && a.copied.on == a.Top() && a.Note != ""
}

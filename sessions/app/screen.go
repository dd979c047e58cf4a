package app

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/lobby/directory"
	"arcade/sessions/ui"
)

// Screen is one page on an [App]'s stack. It keeps its own small state, asks the lobby for everything
// else and draws itself as a pure function of both.
type Screen interface {
	// Draw paints the whole canvas.
	Draw(a *App, c *ui.Canvas)
}

// Optional methods of a screen; each is found by a type assertion.
type (
	// handler reacts to a [ui.Key] that is neither its list's nor a command's, or to a message that Draw
	// put under the mouse. It ignores unknown messages.
	handler interface {
		Handle(a *App, msg tea.Msg)
	}
	// Presser sees each key before its commands do; used keeps the key from them.
	Presser interface {
		Press(a *App, key ui.Key) (used bool)
	}
	// opener is notified when it comes onto the stack.
	opener interface{ Open(a *App) }
	// closer is notified when it leaves the stack, in any way.
	closer interface{ Close(a *App) }
	// refresher is called when the lobby has something new, and with each tick while it is the page in
	// view.
	refresher interface{ Refresh(a *App) }
	// passer is called for each tick instead, if it need not ask the lobby.
	passer interface{ Pass(a *App) }
	// watcher returns the lobby's lists that it shows. The default of a page is the number of people and
	// the records, of an overlay nothing.
	watcher interface{ Watches() directory.Sight }
	// ticker returns the time until it wants to be drawn again, 0 for never: a clock, an animation.
	ticker interface{ Tick(a *App) time.Duration }
	// Sizer is called when the size of the terminal changes: there may be room for more.
	Sizer interface{ Sized(a *App) }
	// Typer has a text field, which takes typed text; Handle gets only the other keys. A nil field means
	// not now.
	Typer interface{ Field() *ui.Field }
	// Starter is a Typer whose field opens by typing. Start opens it for the first typed text and returns
	// it, or nil if that text is a key of the screen.
	Starter interface{ Start(text string) *ui.Field }
	// overlay is drawn over the screen below it.
	overlay interface{ Over() }
	// guarded asks for a decision: keys and clicks within that time after it opens are dropped.
	guarded interface{ Guard() time.Duration }
	// asker is a screen that may have a question beside the play, which [ui.YesKey] and [ui.NoKey] answer
	// now. An invitation waits for its end.
	asker interface{ Asks() bool }
	// helped names the topic of its help.
	helped interface{ Topic() string }
	// commander lists the commands of its keys now.
	commander interface{ Commands(a *App) []Command }
	// lister has a list, whose focus the router moves.
	lister interface{ List(a *App) List }
	// Holder is a screen on which a key or the button may be held down. While WantsReleases is true, it gets a
	// [Released] for each released key or button.
	Holder interface{ WantsReleases() bool }
	// dragged is a screen with text to select: the mouse belongs to the terminal there.
	dragged interface{ Drag() }
	// addressed is a screen with an address on a page, such as /watch/ID, at which a link to it leads there.
	// Others have the address of the screen below them.
	addressed interface{ Address() string }
	// tabled is a screen of one table.
	tabled interface{ TableID() string }
	// seated is a screen at which the visitor may sit at a match in play.
	seated interface{ Playing() bool }
	// clocked returns in one line whose turn it is, for the notices that cover the screen, and whether a
	// clock runs; "" if nothing is in play.
	clocked interface {
		ClockLine(a *App) (line string, runs bool)
	}
)

// ForScreen brings the result of a goroutine to the screen that started it, whatever covers that by now.
// A closed screen gets nothing.
type ForScreen struct {
	To  Screen
	Msg tea.Msg
}

// Released is sent when a key, or the mouse's button, was released.
type Released struct {
	Key   ui.Key
	Mouse bool
}

package app

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/lobby"
	"arcade/sessions/ui"
)

// Screen is one page on an [App]'s stack. It keeps its own small state, asks the
// lobby for everything else and draws itself as a pure function of both.
type Screen interface {
	// Draw paints the whole canvas.
	Draw(a *App, c *ui.Canvas)
}

// What a screen may have besides; each is asked for by type.
type (
	// handler reacts to a [ui.Key] that is neither its list's nor a command, or to a message
	// that Draw put under the mouse. A message that it does not know it ignores.
	handler interface {
		Handle(a *App, msg tea.Msg)
	}
	// Presser sees each key before its commands do; used keeps it from them.
	Presser interface {
		Press(a *App, key ui.Key) (used bool)
	}
	// opener is notified when it comes onto the stack.
	opener interface{ Open(a *App) }
	// closer is notified when it leaves the stack, in any way.
	closer interface{ Close(a *App) }
	// refresher is told when the lobby has something new, and with each tick while
	// it is the page in view.
	refresher interface{ Refresh(a *App) }
	// passer is told of a tick in another way: what time brings it need not ask for.
	passer interface{ Pass(a *App) }
	// looker says which of the lobby's lists it shows. The default of a page is the number of
	// people and the records, of an overlay nothing.
	looker interface{ Looks() lobby.Sight }
	// ticker wants to be drawn again after the time it gives, 0 for never: a
	// clock, an animation.
	ticker interface{ Tick(a *App) time.Duration }
	// Sizer is told of another size of the terminal: there may be room for more.
	Sizer interface{ Sized(a *App) }
	// Typer has a text field: what is typed goes into it, and only the keys that
	// are no text reach Handle. A nil field means not now.
	Typer interface{ Field() *ui.Field }
	// overlay is drawn over the screen below it.
	overlay interface{ Over() }
	// guarded is an overlay that asks for a decision: keys within the first 300 ms are dropped.
	guarded interface{ Guard() }
	// helped names the topic of its help.
	helped interface{ Topic() string }
	// commander lists what its keys do now.
	commander interface{ Commands(a *App) []Command }
	// lister has a list, whose focus the router moves.
	lister interface{ List(a *App) List }
	// Holder is a screen on which a key or the button may be held down: while Holds
	// says so, it is sent a [Released] for each key, and for the button, that is let go.
	Holder interface{ Holds() bool }
	// dragged is a screen with text to be copied: the mouse is the terminal's own there.
	dragged interface{ Drag() }
	// tabled is a screen of one table.
	tabled interface{ TableID() string }
	// seated is a screen at which the visitor may sit at a match in play.
	seated interface{ Playing() bool }
	// noticer says where notices may stand, on no card and no square, in play also while
	// overlays stand over it; the zero Rect for above the message row.
	noticer interface{ Notices(a *App) ui.Rect }
	// clocked tells, in one line, whose turn it is, for the notices that cover the screen,
	// and whether a clock runs; "" where nothing is in play.
	clocked interface {
		ClockLine(a *App) (line string, runs bool)
	}
)

// ForScreen brings what was done beside the session to the screen that asked for
// it, whatever stands over it by now; one that is closed gets nothing.
type ForScreen struct {
	To  Screen
	Msg tea.Msg
}

// Released reports whether a key, or the mouse's button, was let go.
type Released struct {
	Key   ui.Key
	Mouse bool
}

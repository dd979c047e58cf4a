package app

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// typing is the text field that takes what is typed, nil where there is none.
func (a *App) typing() *ui.Field {
	if t, ok := a.Top().(Typer); ok {
		return t.Field()
	}
	return nil
}

// press routes a key.
func (a *App) press(msg tea.KeyPressMsg) tea.Cmd {
	a.active()
	key, hangul := ui.FromPress(msg)
	if f := a.typing(); f != nil && f.Press(msg) {
		a.lost(f)
		return nil
	}
	if hangul && !a.hangul && a.Lang == words.KO && a.typing() == nil {
		a.hangul = true
		a.Toast(a.T("sh.hangul"), nil)
	}
	return a.Key(key)
}

// Key does what a key means: everywhere, then on the top screen.
func (a *App) Key(key ui.Key) tea.Cmd {
	switch key {
	case "":
		return nil
	case "ctrl+c":
		if now := time.Now(); now.Sub(a.leaving) <= quitTime {
			return tea.Quit
		} else {
			a.leaving = now
		}
		if _, ok := a.Top().(*Leave); ok {
			return nil
		}
		return a.Push(&Leave{})
	case "ctrl+l":
		return a.repaint()
	case "f2":
		a.Change(func(s *Settings) {
			s.Glyphs = Either(a.Glyphs == ui.Safe, "default", "safe")
		})
		return nil
	}
	if !ui.Fits(a.W, a.H) { // nobody plays blind, nor answers what cannot be seen
		if key == "esc" {
			return tea.Quit
		}
		return nil
	}
	if _, ok := a.Top().(guarded); ok && time.Since(a.Opened) < GuardTime {
		return nil
	}
	if key == "?" {
		if _, ok := a.Top().(*help); !ok {
			return a.Push(newHelp(a))
		}
	}
	if cmd, ok := a.answerInvite(key); ok {
		return cmd
	}
	if key == "o" {
		for _, t := range slices.Backward(a.Toasts) {
			if t.act != nil {
				return a.answer(t)
			}
		}
	}
	a.Note = ""
	return a.send(a.Top(), key)
}

// send gives a screen a key or a click: to its list, its commands, and what else it does.
func (a *App) send(s Screen, msg tea.Msg) tea.Cmd {
	if l, ok := s.(lister); ok {
		if cmd, ok := l.List(a).take(a, msg); ok {
			return cmd
		}
	}
	if key, ok := msg.(ui.Key); ok {
		if c, ok := s.(commander); ok {
			list := c.Commands(a)
			if cmd, ok := a.Run(list, key); ok {
				return cmd
			}
			if key == "space" && hasMenu(list) {
				return a.Push(newMenu(c))
			}
		}
	}
	return a.hand(s, msg)
}

// hand gives a message to a screen that takes some.
func (a *App) hand(s Screen, msg tea.Msg) tea.Cmd {
	if h, ok := s.(handler); ok {
		return h.Handle(a, msg)
	}
	return nil
}

// click does what is drawn under the mouse; the right button is Esc.
func (a *App) click(m tea.Mouse) tea.Cmd {
	a.active()
	if m.Button == tea.MouseRight {
		if hit, ok := a.hitAt(m.X, m.Y); ok {
			if _, ok := hit.(ui.Righter); ok {
				a.Note = ""
				return a.hand(a.Top(), ui.RightHit{On: hit})
			}
		}
		return a.Key("esc")
	}
	if m.Button != tea.MouseLeft {
		return nil
	}
	a.pressed, _ = a.hitAt(m.X, m.Y)
	return a.hit(m)
}

// release lets go of what the button was pressed on: over anything else it was dragged.
func (a *App) release(m tea.Mouse) tea.Cmd {
	from := a.pressed
	a.pressed = nil
	to, _ := a.hitAt(m.X, m.Y)
	if _, ok := from.(ui.Dragger); !ok || to == from {
		a.quiet = true
		return nil
	}
	a.active()
	return a.hand(a.Top(), ui.DropHit{From: from, To: to})
}

// letGo tells a screen on which something can be held down that it was let go.
func (a *App) letGo(msg Released) tea.Cmd {
	if h := a.holding(); h != nil {
		return a.hand(h, msg)
	}
	a.quiet = true
	return nil
}

// holding is the top screen where keys can be held down there, nil elsewhere: only
// there the terminal is asked to tell when a key is let go.
func (a *App) holding() Screen {
	if h, ok := a.Top().(Holder); ok && h.Holds() {
		return a.Top()
	}
	return nil
}

// Drag follows the button held down over what wants it, such as a slider.
func (a *App) Drag(m tea.Mouse) tea.Cmd {
	if a.quiet = true; m.Button != tea.MouseLeft { // a mouse that moves changes nothing else
		return nil
	}
	if hit, ok := a.hitAt(m.X, m.Y); ok {
		if s, ok := hit.(ui.SlideHit); ok {
			a.quiet = false
			return a.hand(a.Top(), s)
		}
	}
	return nil
}

func (a *App) hit(m tea.Mouse) tea.Cmd {
	hit, ok := a.hitAt(m.X, m.Y)
	if !ok {
		return nil
	}
	if key, ok := hit.(ui.Press); ok {
		return a.Key(ui.Key(key))
	}
	if _, ok := a.Top().(guarded); ok && time.Since(a.Opened) < GuardTime {
		return nil
	}
	if t, ok := hit.(*toast); ok {
		return a.answer(t)
	}
	a.Note = ""
	return a.send(a.Top(), hit)
}

// wheel moves the focus in lists.
func (a *App) wheel(m tea.Mouse) tea.Cmd {
	a.active()
	switch m.Button {
	case tea.MouseWheelUp:
		return a.Key("up")
	case tea.MouseWheelDown:
		return a.Key("down")
	}
	return nil
}

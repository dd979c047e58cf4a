package sessions

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// typing is the text field that takes what is typed, nil where there is none.
func (a *App) typing() *ui.Field {
	if t, ok := a.top().(typer); ok {
		return t.field()
	}
	return nil
}

// press routes a key.
func (a *App) press(msg tea.KeyPressMsg) tea.Cmd {
	a.active()
	key, hangul := ui.FromPress(msg)
	if f := a.typing(); f != nil && f.Press(msg) {
		return nil
	}
	if hangul && !a.hangul && a.lang == words.KO && a.typing() == nil {
		a.hangul = true
		a.toast(a.T("sh.hangul"), nil)
	}
	return a.key(key)
}

// key does what a key means: everywhere, then on the top screen.
func (a *App) key(key ui.Key) tea.Cmd {
	switch key {
	case "":
		return nil
	case "ctrl+c":
		if now := time.Now(); now.Sub(a.leaving) <= quitTime {
			return tea.Quit
		} else {
			a.leaving = now
		}
		if _, ok := a.top().(*leave); ok {
			return nil
		}
		return a.push(&leave{})
	case "ctrl+l":
		return a.repaint()
	case "f2":
		a.change(func(s *Settings) {
			s.Glyphs = "safe"
			if a.glyphs == ui.Safe {
				s.Glyphs = "default"
			}
		})
		return nil
	}
	if !ui.Fits(a.w, a.h) { // nobody plays blind, nor answers what cannot be seen
		if key == "esc" {
			return tea.Quit
		}
		return nil
	}
	if _, ok := a.top().(guarded); ok && time.Since(a.opened) < guardTime {
		return nil
	}
	if key == "?" {
		if _, ok := a.top().(*help); !ok {
			return a.push(newHelp(a))
		}
	}
	if key == "o" {
		for _, t := range slices.Backward(a.toasts) {
			if t.act != nil {
				return a.answer(t)
			}
		}
	}
	a.note = ""
	if m, ok := a.top().(menued); ok && key == "space" {
		return a.push(newMenu(m))
	}
	return a.top().handle(a, key)
}

// click does what is drawn under the mouse; the right button is Esc.
func (a *App) click(m tea.Mouse) tea.Cmd {
	a.active()
	if m.Button == tea.MouseRight {
		if hit, ok := a.canvas.HitAt(m.X, m.Y); ok {
			if _, ok := hit.(righter); ok {
				a.note = ""
				return a.top().handle(a, rightHit{hit})
			}
		}
		return a.key("esc")
	}
	if m.Button != tea.MouseLeft {
		return nil
	}
	a.pressed, _ = a.canvas.HitAt(m.X, m.Y)
	return a.hit(m)
}

// release lets go of what the button was pressed on: over anything else it was dragged.
func (a *App) release(m tea.Mouse) tea.Cmd {
	from := a.pressed
	a.pressed = nil
	to, _ := a.canvas.HitAt(m.X, m.Y)
	if _, ok := from.(dragger); !ok || to == from {
		a.drawn = true
		return nil
	}
	a.active()
	return a.top().handle(a, dropHit{from, to})
}

// righter is a hit that means something of its own under the right button, which
// else is Esc everywhere; dragger one that can be dragged elsewhere.
type (
	righter interface{ right() }
	dragger interface{ drags() }
)

// rightHit is a click with the right button; dropHit a drag from one hit to
// another, nil where nothing is to be clicked.
type (
	rightHit struct{ on any }
	dropHit  struct{ from, to any }
)

// letGo tells a screen on which something can be held down that it was let go.
func (a *App) letGo(msg released) tea.Cmd {
	if h := a.holding(); h != nil {
		return h.handle(a, msg)
	}
	a.drawn = true
	return nil
}

// holding is the top screen where keys can be held down there, nil elsewhere: only
// there the terminal is asked to tell when a key is let go.
func (a *App) holding() screen {
	if h, ok := a.top().(holder); ok && h.holds() {
		return a.top()
	}
	return nil
}

// drag follows the button held down over what wants it, such as a slider.
func (a *App) drag(m tea.Mouse) tea.Cmd {
	if m.Button != tea.MouseLeft {
		a.drawn = true
		return nil
	}
	if hit, ok := a.canvas.HitAt(m.X, m.Y); ok {
		if s, ok := hit.(slideHit); ok {
			return a.top().handle(a, s)
		}
	}
	a.drawn = true // a mouse that moves changes nothing else
	return nil
}

func (a *App) hit(m tea.Mouse) tea.Cmd {
	hit, ok := a.canvas.HitAt(m.X, m.Y)
	if !ok {
		return nil
	}
	if key, ok := hit.(ui.Press); ok {
		return a.key(ui.Key(key))
	}
	if _, ok := a.top().(guarded); ok && time.Since(a.opened) < guardTime {
		return nil
	}
	if t, ok := hit.(*toast); ok {
		return a.answer(t)
	}
	a.note = ""
	return a.top().handle(a, hit)
}

// wheel moves the focus in lists.
func (a *App) wheel(m tea.Mouse) tea.Cmd {
	a.active()
	switch m.Button {
	case tea.MouseWheelUp:
		return a.key("up")
	case tea.MouseWheelDown:
		return a.key("down")
	}
	return nil
}

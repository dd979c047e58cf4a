package app

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// typing returns the text field that takes typed text, nil if there is none.
func (a *App) typing() *ui.Field {
	if t, ok := a.Top().(Typer); ok {
		return t.Field()
	}
	return nil
}

// press routes a key.
func (a *App) press(msg tea.KeyPressMsg) {
	a.active()
	key, hangul := ui.FromPress(msg)
	f := a.typing()
	if s, ok := a.Top().(Starter); ok && f == nil && msg.Text != "" {
		f = s.Start(msg.Text)
	}
	if f != nil && f.Press(msg) {
		a.warnLost(f)
		return
	}
	if hangul && !a.hangul && a.Lang == words.KO && a.typing() == nil {
		a.hangul = true
		a.Toast(a.T("sh.hangul"), nil)
	}
	a.Key(key)
}

// Key handles a key: the keys of all screens first, then the top screen's.
func (a *App) Key(key ui.Key) {
	switch key {
	case "":
		return
	case "ctrl+c":
		if now := time.Now(); now.Sub(a.leaving) <= quitTime {
			a.Quit()
			return
		} else {
			a.leaving = now
		}
		if _, ok := a.Top().(*Leave); ok {
			return
		}
		a.Push(&Leave{})
		return
	case "ctrl+l":
		a.repaint()
		return
	case "f2":
		a.Change(func(s *Settings) {
			s.Glyphs = a.nextLevel()
		})
		return
	}
	if !a.InView() { // nobody plays blind, nor answers an invisible question
		switch {
		case key != "esc":
		case a.goesBack():
			a.Send(a.Top(), key)
		default:
			a.Quit()
		}
		return
	}
	if a.guards() {
		return
	}
	if key == "?" {
		if _, ok := a.Top().(*help); !ok {
			a.Push(newHelp(a))
			return
		}
	}
	if !a.asks() && (a.answerInvite(key) || key == ui.YesKey && a.answerToast()) {
		return
	}
	a.clearNote()
	a.Send(a.Top(), key)
}

// guards reports whether the top screen has a decision that could not be read yet.
func (a *App) guards() bool {
	g, ok := a.Top().(guarded)
	return ok && time.Since(a.Opened) < g.Guard()
}

// asks reports whether the top screen has a question beside the play.
func (a *App) asks() bool {
	s, ok := a.Top().(asker)
	return ok && s.Asks()
}

// Send gives a screen a key or a click: to its list, its commands, and its handler.
func (a *App) Send(s Screen, msg tea.Msg) {
	if l, ok := s.(lister); ok {
		if l.List(a).take(a, msg) {
			return
		}
	}
	if key, ok := msg.(ui.Key); ok {
		if p, ok := s.(Presser); ok && p.Press(a, key) {
			return
		}
		if c, ok := s.(commander); ok {
			list := c.Commands(a)
			if a.Run(list, key) {
				return
			}
			if key == "space" && hasMenu(list) {
				a.Push(newMenu(c))
				return
			}
		}
	}
	a.hand(s, msg)
}

// hand gives a message to a screen's handler, if it has one.
func (a *App) hand(s Screen, msg tea.Msg) {
	if h, ok := s.(handler); ok {
		h.Handle(a, msg)
		return
	}
}

// click handles a click on what is drawn under the mouse; the right button is Esc.
func (a *App) click(m tea.Mouse) {
	a.active()
	if m.Button == tea.MouseRight {
		if hit, ok := a.hitAt(m.X, m.Y); ok {
			if _, ok := hit.(ui.Righter); ok {
				a.clearNote()
				a.hand(a.Top(), ui.RightHit{On: hit})
				return
			}
		}
		a.Key("esc")
		return
	}
	if m.Button != tea.MouseLeft {
		return
	}
	on, _ := a.hitAt(m.X, m.Y)
	a.pressed, a.pressedAt = ui.DragHit{From: on}, [2]int{m.X, m.Y}
	a.hit(m)
}

// release ends a press of the button: over another hit, or in another cell, it was a drag.
func (a *App) release(m tea.Mouse) {
	was := a.pressed
	a.pressed = ui.DragHit{}
	to, _ := a.hitAt(m.X, m.Y)
	if _, ok := was.From.(ui.Dragger); !ok || to == was.From && was.DX == 0 && was.DY == 0 {
		a.quiet = true
		return
	}
	a.active()
	a.hand(a.Top(), ui.DropHit{From: was.From, To: to})
}

// letGo notifies a screen with a held key or button of its release.
func (a *App) letGo(msg Released) {
	if h := a.holding(); h != nil {
		a.hand(h, msg)
		return
	}
	a.quiet = true
}

// holding returns the top screen if keys can be held down there, else nil. Only there the terminal is
// asked to report released keys.
func (a *App) holding() Screen {
	if h, ok := a.Top().(Holder); ok && h.WantsReleases() {
		return a.Top()
	}
	return nil
}

// Redraw has the frame drawn again after a message that mostly changes nothing: a drag.
func (a *App) Redraw() { a.quiet = false }

// Drag follows the held button: with what was pressed, or over hits that want it, such as a slider.
func (a *App) Drag(m tea.Mouse) {
	if a.quiet = true; m.Button != tea.MouseLeft { // moving the mouse changes nothing else
		return
	}
	if _, ok := a.pressed.From.(ui.Dragger); ok {
		was := a.pressed
		if a.pressed.DX, a.pressed.DY = m.X-a.pressedAt[0], m.Y-a.pressedAt[1]; a.pressed != was {
			a.hand(a.Top(), a.pressed)
		}
		return
	}
	if hit, ok := a.hitAt(m.X, m.Y); ok {
		if s, ok := hit.(ui.SlideHit); ok {
			a.quiet = false
			a.hand(a.Top(), s)
			return
		}
	}
}

func (a *App) hit(m tea.Mouse) {
	hit, ok := a.hitAt(m.X, m.Y)
	if !ok {
		return
	}
	if key, ok := hit.(ui.Press); ok {
		a.Key(ui.Key(key))
		return
	}
	if a.guards() {
		return
	}
	if t, ok := hit.(*toast); ok {
		a.answer(t)
		return
	}
	a.clearNote()
	a.Send(a.Top(), hit)
}

// wheel moves the focus in lists.
func (a *App) wheel(m tea.Mouse) {
	a.active()
	switch m.Button {
	case tea.MouseWheelUp:
		a.Key("up")
		return
	case tea.MouseWheelDown:
		a.Key("down")
		return
	}
}

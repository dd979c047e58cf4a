package app

import (
	"arcade/sessions/narrow"
	"arcade/sessions/ui"
)

// narrowed is a screen with its own layout for [ui.Narrow]. DrawNarrow returns false if it has none at
// the moment. Other screens are folded.
type narrowed interface {
	DrawNarrow(a *App, g ui.Region) bool
}

// drawNarrow draws the stack on a narrow screen. A screen that is not [Composed] is drawn as on the smallest wide
// terminal, for the texts of its frame. The body is the screen's own narrow layout, or is folded. The frame of the
// top screen stays.
func (a *App) drawNarrow(c *ui.Canvas) {
	c.Compose(ui.Narrow(a.W, a.H), nil)
	body := c.Area()
	var spec ui.FrameSpec
	framed := false // the frame is drawn
	for i, s := range a.Stack[a.Lowest():] {
		if a.IsComposed(s) || i > 0 && a.isOverlaid(s) {
			c.Spec = spec
			s.Draw(a, c)
			spec, body, framed = c.Spec, c.Area(), true
			continue
		}
		framed = false
		src := a.wide(s, c)
		switch n, ok := s.(narrowed); {
		case i > 0:
			if src.Spec.Keys != nil {
				spec.Keys = src.Spec.Keys
			}
			if src.Spec.Message != "" {
				spec.Message, spec.MessageInk = src.Spec.Message, src.Spec.MessageInk
			}
			if ok {
				c.Shade(c.Rect())
				c.Dim(body)
				ok = n.DrawNarrow(a, c.Sub(body))
			}
			if !ok {
				a.narrowOver(c, body, src)
			}
		default:
			spec = src.Spec
			if !ok || !n.DrawNarrow(a, c.Sub(body)) {
				narrow.Fold(c, body, src, ui.Rect{Y: 1, W: narrow.Width, H: narrow.Height - 3})
			}
		}
		c.Errors = append(c.Errors, src.Errors...)
		src.Return()
	}
	if !framed {
		ui.Frame(c, spec)
	}
}

// narrowOver draws a dialogue or panel in the middle of a narrow body, folded if there is no room.
func (a *App) narrowOver(c *ui.Canvas, body ui.Rect, src *ui.Canvas) {
	over := src.Over
	if over.H == 0 {
		over = narrow.Bounds(src)
	}
	c.Shade(c.Rect()) // only the overlay can be clicked
	if over.H == 0 {
		return
	}
	if c.Rich {
		c.Dim(body)
	}
	at := body
	if over.W <= body.W {
		at = body.Centered(over.W, min(over.H, body.H))
	} else {
		c.Fill(at, ui.Page)
	}
	if !c.Rich { // a symbol left of it would lose the blank after it
		c.Fill(ui.Rect{X: at.X - 1, Y: at.Y, W: 1, H: at.H}, ui.Text)
	}
	narrow.Fold(c, at, src, over)
}

// wide returns a screen as drawn on the smallest wide terminal. The caller returns the canvas.
func (a *App) wide(s Screen, c *ui.Canvas) *ui.Canvas {
	src := ui.Borrow(narrow.Width, narrow.Height)
	src.Rich, src.Strict, src.Folded = c.Rich, c.Strict, true
	w, h := a.W, a.H
	a.W, a.H, a.folds = narrow.Width, narrow.Height, true
	defer func() { a.W, a.H, a.folds = w, h, false }()
	s.Draw(a, src)
	return src
}

package klondike

import (
	"strings"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/klondike/pages"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// sheetWidth is the width of the sheet over the table, sheetLeast its least width in the column beside it, sheetSides
// the cells beside its words, and sheetRows the rows above and below them.
const sheetWidth, sheetLeast, sheetSides, sheetRows = 38, 30, 2, 3

// Draw draws the sheet. With pictures it stands beside the table, or on its right part, and leaves the dance in view.
func (r *sheet) Draw(a *app.App, c *ui.Canvas) {
	o := r.Overlay(a)
	switch {
	case c.Rich && !c.Touch:
		o.At = r.place(c, o)
	case c.Free.W >= r.Width:
		o.At = c.Free
	}
	a.DrawOver(c, o)
}

// won reports whether the deal is solved.
func (r *sheet) won() bool {
	view, _ := r.T.Scene.View.(klondike.View)
	return view.Won
}

// place returns the place of the sheet on the screen: the column beside the table, or its right part.
func (r *sheet) place(c *ui.Canvas, o app.Overlay) ui.Rect {
	if c.Free.W >= sheetLeast && c.Free.H >= sheetWidth/2 && !r.won() {
		return c.Free
	}
	area := c.Area()
	margin, w := 1, sheetWidth
	if area.W >= 100 {
		margin, w = 2, w+2*sheetSides
	}
	at := ui.Rect{X: area.X + area.W - margin - w, Y: area.Y, W: w, H: area.H}
	if !r.won() {
		return at
	}
	h := min(o.Body.Wish(kit.Look{Rich: c.Rich}, w-2*sheetSides)+sheetRows, at.H)
	at.Y, at.H = at.Y+at.H-h-app.If(at.H-h > margin, margin, 0), h
	return at
}

// Overlay shows the result, and the answers: as text, or as a headline with the time in pixels.
func (r *sheet) Overlay(a *app.App) app.Overlay {
	o := r.Ask.Overlay(a)
	view, _ := r.T.Scene.View.(klondike.View)
	words := kit.Col(0, 0)
	for _, line := range r.text(a, view) {
		words.Items = append(words.Items, kit.Item{Block: line})
	}
	r.Ends(a, &o, app.If(view.Won, ui.Accent, ui.Bad), func(answers kit.Block) kit.Block {
		return kit.Col(1, 1, kit.Item{Block: kit.Only{In: kit.Unpictured, Block: r.Said()}},
			kit.Item{Block: kit.Only{In: kit.Pictured, Block: kit.Col(1, 0, kit.Item{Block: r.headline(a, view)}, kit.Item{Block: words})}},
			kit.Item{Block: answers, First: true})
	})
	return o
}

// headline is the result, and the time in pixels.
func (r *sheet) headline(a *app.App, view klondike.View) kit.Block {
	title := a.T(app.If(view.Won, "kl.res.solved", "kl.res.lost"))
	if r.T.Snap.Result.Reason == games.Aborted {
		title = a.T("res.aborted")
	}
	time, shade := app.Took(r.T.Scene.Elapsed()), ui.White
	if view.Won {
		shade = wonShade
	}
	letters := kit.Picture{Size: kit.Size{W: ui.LettersWidth(time, 1), H: 3}, Paint: func(_ kit.Look, g ui.Region) {
		g.Letters((g.W()-ui.LettersWidth(time, 1))/2, 0, time, 1, shade)
	}}
	ink := app.If(view.Won, ui.Accent, ui.Strong) | ui.Bold
	return kit.Col(1, 0, kit.Item{Block: centred{kit.Text{Ink: ink, Text: title}}}, kit.Item{Block: letters})
}

// centred is a text whose lines stand in the middle.
type centred struct{ kit.Text }

// Draw draws the lines.
func (t centred) Draw(_ kit.Look, g ui.Region) {
	lines := []string{t.Text.Text} // a text that fits keeps its blanks
	if ui.Width(t.Text.Text) > g.W() {
		lines = ui.Wrap(t.Text.Text, max(g.W(), 2))
	}
	for y, line := range lines {
		g.Text((g.W()-ui.Width(line))/2, y, t.Ink, line)
	}
}

// wonShade is the shade of a solved deal's time.
var wonShade = ui.GradientOf(ui.Strong, ui.Accent)

// text returns the sentences of the sheet.
func (r *sheet) text(a *app.App, view klondike.View) (list []kit.Block) {
	add := func(ink ui.Token, text string) { list = append(list, centred{kit.Text{Ink: ink, Text: text}}) }
	s := r.T.Snap
	if s.Result.Reason == games.Aborted {
		return nil
	}
	facts := []string{a.T("kl.side.moves", "n", moveCount(&r.T.Scene, view)), a.T("kl.side.undos", "n", view.Undos)}
	if s.Hinted {
		facts = append(facts, a.T("kl.class.helped"))
	}
	add(ui.Text, strings.Join(facts, ", "))
	add(ui.Text, a.T("kl.res.score", "s", view.Score, "home", atHome(view)))
	if g := r.T.Game.(*gameView).ghost(a, &r.T.Scene); g != nil {
		add(ui.Info, ghostName(a, g)+"  "+pages.MovesAndTime(a, g.Moves, g.Time))
	}
	if s.You != games.Nobody {
		add(ui.Muted, play.Standing(a, s))
	}
	for _, line := range r.last {
		add(ui.Muted, line)
	}
	return list
}

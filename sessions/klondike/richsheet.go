package klondike

import (
	"strings"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/sessions/app"
	"arcade/sessions/klondike/pages"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// Places of the sheet on ui.LevelRich: beside the dance for a solved deal. Otherwise it is in the right
// column, or over the right half if that is too narrow.
var (
	wonSmall  = ui.Rect{X: 41, Y: 4, W: 38, H: 17}
	wonBig    = ui.Rect{X: 72, Y: 12, W: 44, H: 22}
	overSmall = ui.Rect{X: 42, W: 38, H: 21}
	overBig   = ui.Rect{X: 88, Y: 1, W: 30, H: 35}
)

// sheetMargin is the distance of words from the sheet's sides. sheetHead is the height of its head.
const sheetMargin, sheetHead = 3, 7

// Draw draws the sheet: as a picture, at the side of the table.
func (r *sheet) Draw(a *app.App, c *ui.Canvas) {
	if !c.Rich {
		r.Result.Draw(a, c)
		return
	}
	view, _ := r.T.Scene.View.(klondike.View)
	_, at := room(c)
	g, big := c.Sub(at), ui.Full(c.W(), c.H())
	area := app.Either(big, overBig, overSmall)
	if view.Won {
		area = app.Either(big, wonBig, wonSmall)
	}
	w := area.W - 2*sheetMargin
	text, buttons := r.text(a, view, w, area.H == overBig.H), r.buttonRows(w)
	h := sheetHead + len(text) + 1 + len(buttons)
	head := sheetHead
	if h+1 > area.H { // no free rows
		h, head = h-2, head-2
	}
	if view.Won { // no higher than its words
		area.Y, area.H = area.Y+area.H-h-1, h+1
	}
	c.Shade(ui.Rect{W: c.W(), H: c.H() - 1})
	in := g.Sub(area)
	if view.Won { // square, because round corners would show the cards below
		g.Fill(area, ui.Raised)
	} else {
		g.Sheet(area, ui.Raised)
	}
	in.Strip(ui.Rect{W: area.W, H: 1}, app.Either(view.Won, ui.Accent, ui.Bad))
	in = in.Sub(ui.Rect{X: sheetMargin, Y: (area.H - h) / 3, W: w, H: area.H - (area.H-h)/3})
	r.headline(a, in, view, head)
	for i, l := range text {
		in.Text((w-ui.Width(l.Text))/2, head+i, l.Ink, l.Text)
	}
	r.buttons(in, head+len(text)+1, buttons)
	ui.Keys(c, r.Bar(a))
	a.Row22(c, a.T("ask.msg"))
}

// headline draws the result, and the time in pixels, in that many rows.
func (r *sheet) headline(a *app.App, g ui.Region, view klondike.View, rows int) {
	title := a.T(app.Either(view.Won, "kl.res.solved", "kl.res.lost"))
	if r.T.Snap.Result.Reason == games.Aborted {
		title = a.T("res.aborted")
	}
	title = ui.Cut(title, g.W())
	g.Text((g.W()-ui.Width(title))/2, 1, app.Either(view.Won, ui.Accent, ui.Strong)|ui.Bold, title)
	time := app.Took(r.T.Scene.Elapsed())
	g.Letters((g.W()-ui.LettersWidth(time, 1))/2, (rows-1)/2, time, 1, app.Either(view.Won, wonShade, ui.White))
}

// wonShade is the shade of a solved deal's time.
var wonShade = ui.Shaded(ui.Strong, ui.Accent)

// text returns the lines of the sheet, at most w wide. If it is roomy each sentence has a free row above.
func (r *sheet) text(a *app.App, view klondike.View, w int, roomy bool) (list []ui.Line) {
	add := func(ink ui.Token, text string) {
		lines := []string{text}
		if ui.Width(text) > w {
			lines = ui.Wrap(text, w)
		}
		for _, line := range lines {
			list = append(list, ui.Line{Text: line, Ink: ink})
		}
	}
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
	more := r.last
	if s.You != games.Nobody {
		more = append([]string{play.Standing(a, s)}, more...)
	}
	for i, line := range more {
		if i == 0 || roomy {
			list = append(list, ui.Line{})
		}
		add(ui.Muted, line)
	}
	return list
}

// buttonRows arranges the buttons side by side in rows of w cells.
func (r *sheet) buttonRows(w int) (rows [][]int) {
	x := w + 1
	for i := range r.Answers {
		n := ui.Width(r.answer(i)) + 4
		if x+n > w {
			rows, x = append(rows, nil), 0
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], i)
		x += max(n, w/2)
	}
	return rows
}

// answer returns the text of a button with its digit.
func (r *sheet) answer(i int) string { return app.Itoa(i+1) + " " + r.Answers[i].Label }

func (r *sheet) buttons(g ui.Region, y int, rows [][]int) {
	for _, row := range rows {
		x := 0
		for _, i := range row {
			g.Button(x, y, r.answer(i), ui.Key(app.Itoa(i+1)), i == r.Focus)
			x += max(ui.Width(r.answer(i))+4, g.W()/2)
		}
		y++
	}
}

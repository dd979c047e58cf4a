package play

import (
	"fmt"
	"time"

	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/ui"
	"arcade/store"
)

// countUp is the time in which the score and the rating count up, slower towards the end.
const countUp = 600 * time.Millisecond

// counted returns the shown part of the score, in percent.
func (r *Result) counted(a *app.App) int {
	steps := [4]int{40, 70, 90, 100}
	whole, since := a.Paced(countUp), time.Since(r.began)
	if since >= whole { // also without a beginning, whose time four times would overflow
		return 100
	}
	return steps[4*since/whole]
}

// Tick requests the frames in which the score counts up.
func (r *Result) Tick(a *app.App) time.Duration {
	whole := a.Paced(countUp)
	left := whole*3/4 - time.Since(r.began)
	if a.Glyphs != ui.LevelRich || left <= 0 {
		return 0
	}
	return min(left, whole/4)
}

// The least column beside a board that has room for the sheet.
const resultLeastW, resultLeastH = 37, 18

// Draw draws the sheet over the board, or on ui.LevelRich over the column beside it.
func (r *Result) Draw(a *app.App, c *ui.Canvas) {
	at := c.Side
	if !c.Rich || at.W < resultLeastW || at.H < resultLeastH || r.T.singleSeat() {
		r.Ask.Draw(a, c)
		return
	}
	c.Shade(ui.Rect{W: c.W(), H: c.H() - 1})
	g := c.Sheet(at, ui.Panel)
	large := at.H > 30
	ink := r.ink()
	g.Strip(ui.Rect{W: at.W, H: 1}, ink)
	y := app.Either(large, 3, 1)
	centred(g, y, ink|ui.Bold, r.T.headline(a))
	y++
	s := r.T.Snap
	if s.Result.Reason != games.Aborted && !s.Late {
		for _, line := range ui.Wrap(reason(a, s), at.W-4) {
			centred(g, y, ui.Muted, line)
			y++
		}
	}
	y++
	y += r.T.Game.Tally(a, g, &r.T.Scene, y, r.counted(a))
	y++
	for i, seat := range s.Seats {
		if r.rated(i) {
			ratingRow(a, g, 3, y, seat, games.Seat(i) == s.You, r.counted(a))
			y++
		}
	}
	if large {
		y++
	}
	rows := r.rows()
	top := at.H - 1 - len(rows)
	if large {
		top = at.H - 1 - 2*len(rows)
	}
	y += r.drawFacts(g, y, top)
	if large && r.T.Kept() && top-y > len(r.notes)+1 {
		g.TextCut(3, top-2, at.W-4, ui.Muted, a.Piped("card "+s.ID))
	}
	for i, note := range r.notes {
		if y+i >= top {
			break
		}
		g.TextCut(2, y+i, at.W-3, app.Either(i == len(r.notes)-1, ui.Text, ui.Muted), note)
	}
	r.buttons(a, g, top, rows, large)
	ui.Keys(c, r.Bar(a))
	a.Row22(c, app.Either(len(r.notes) > 0, r.last(), a.T("ask.msg")))
}

// drawFacts draws the facts from row y on, in one row if they fit, and returns the number of rows.
func (r *Result) drawFacts(g ui.Region, y, end int) (rows int) {
	const x = 3
	right := g.W() - 3
	for i, text := range r.facts {
		switch w := ui.Width(text); {
		case i > 0 && rows == 1 && x+ui.Width(r.facts[0])+2+w <= right:
			g.TextRight(right, y, ui.Muted, text)
		case y+rows < end:
			g.TextCut(x, y+rows, right-x, ui.Muted, text)
			rows++
		}
	}
	return rows
}

// last returns the newest note.
func (r *Result) last() string {
	if len(r.notes) == 0 {
		return ""
	}
	return r.notes[len(r.notes)-1]
}

// ink returns the colour of the end: gold for the player's own win, coral for a loss.
func (r *Result) ink() ui.Token {
	s := r.T.Snap
	switch w := s.Result.Winner; {
	case s.You == games.Nobody || s.Shared != games.Apart || w == games.Nobody || s.Result.Reason == games.Aborted:
		return ui.Strong
	case w == s.You:
		return ui.Accent
	}
	return ui.Bad
}

// rated reports whether the rating of a seat is shown: a player sees their own, a spectator all.
func (r *Result) rated(i int) bool {
	s := r.T.Snap
	counted := s.Seats[i].Change != 0 || s.Rated && s.Status == store.Done && s.Result.Reason != games.Aborted
	return counted && (games.Seat(i) == s.You || s.You == games.Nobody)
}

// centred draws s in the middle of the row y.
func centred(g ui.Region, y int, tok ui.Token, s string) {
	g.TextCut(max(2, (g.W()-ui.Width(s))/2), y, g.W()-4, tok, s)
}

// ratingRow draws a rating before and after, and the change on a chip; part is the shown part of the
// change, in percent.
func ratingRow(a *app.App, g ui.Region, x, y int, s lobby.SeatInfo, own bool, part int) {
	before := int(s.Rating + 0.5)
	after := before + (int(s.Rating+s.Change+0.5)-before)*part/100
	name := a.T("res.rated")
	if !own {
		name = a.SeatName(s)
	}
	x += g.TextCut(x, y, g.W()-x-22, ui.Muted, name) + 2
	x += g.Text(x, y, ui.Muted, app.Itoa(before))
	x += g.Text(x, y, ui.Faint, " › ")
	x += g.Text(x, y, ui.Strong|ui.Bold, app.Itoa(after)) + 1
	switch change := after - before; {
	case change > 0:
		g.Chip(x, y, fmt.Sprintf("%+d", change), ui.Ground(ui.OK))
	case change < 0:
		g.Chip(x, y, fmt.Sprintf("%+d", change), ui.Ground(ui.Bad))
	default:
		g.Chip(x, y, "+0", ui.Cap)
	}
}

// rows returns the answers in rows of two.
func (r *Result) rows() (rows [][]int) {
	for i := range r.Answers {
		if i%2 == 0 {
			rows = append(rows, nil)
		}
		rows[i/2] = append(rows[i/2], i)
	}
	return rows
}

// buttons draws the answers from row y on, each with its key. The focused answer has Enter, and is gold.
func (r *Result) buttons(a *app.App, g ui.Region, y int, rows [][]int, large bool) {
	for _, row := range rows {
		for k, i := range row {
			b, x := r.Answers[i], 3+k*18
			key, hot := b.Key, i == r.Focus
			name := app.KeyName(key)
			switch {
			case hot:
				name = app.KeyName("enter")
			case key == "enter":
				key, name = ui.Key(app.Itoa(i+1)), app.Itoa(i+1)
			}
			if r.IsOff(b.Key) {
				g.TextCut(x+1, y, 16, ui.Faint, b.Label)
				g.Hit(ui.Rect{X: x, Y: y, W: 4 + ui.Width(b.Label), H: 1}, ui.Press(key))
				continue
			}
			g.Keycap(x, y, name, b.Label, key, hot)
		}
		y += app.Either(large, 2, 1)
	}
}

package stones

import (
	"fmt"
	"slices"
	"strings"

	"arcade/games"
	"arcade/games/stones"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

func (v *gameView) Draw(a *app.App, c *ui.Canvas, s *play.Scene) {
	view, ok := s.View.(stones.View)
	if !ok {
		return
	}
	if before, ok := s.Before.(stones.View); ok && s.Unrest(a, v) > 0 {
		view = before // no text reveals the effect of a roll before the roll comes to rest
	}
	if c.Rich {
		v.drawRich(a, spaceOf(c), s, view)
		return
	}
	if ui.Full(c.W(), c.H()) {
		g := ui.Body(c)
		v.drawFull(a, g.Sub(ui.Rect{X: (g.W() - 120) / 2, Y: (g.H() - 37) / 2, W: 120, H: 37}), s, view)
		return
	}
	v.drawCompact(a, ui.Body(c), s, view)
}

// drawStrip draws the cells of 80x24 in five rows from y on: numbers, border, letters, marks, border. at is
// the run's cell, -1 for none.
func drawStrip(a *app.App, g ui.Region, y int, rewards [stones.Cells]stones.Reward, at int, tok ui.Token) {
	const x0 = 5
	g.Text(x0, y+1, tok, "┌"+strings.Repeat("───┬", stones.Goal)+"───┐")
	g.Text(x0, y+4, tok, "└"+strings.Repeat("───┴", stones.Goal)+"───┘")
	g.Text(x0, y+2, tok, "│")
	g.Text(x0, y+3, tok, "│")
	for i, r := range rewards {
		x := x0 + 1 + 4*i
		g.TextRight(x+2, y, ui.Muted, app.Itoa(i))
		letter := letter(a, r)
		ink, text := gradeTokens[r], letter
		if ui.Width(letter) == 1 {
			text = " " + letter
		}
		if i == at {
			ink = ui.Focus
			text = ">" + letter
			if ui.Width(letter) == 1 {
				text += "<"
			}
		}
		g.Text(x, y+2, ink, ui.PadRight(text, 3))
		g.Text(x, y+3, ink, marks(r))
		g.Text(x+3, y+2, tok, "│")
		g.Text(x+3, y+3, tok, "│")
	}
}

// picking reports whether there is a choice to make or to look at.
func picking(s *play.Scene, view stones.View) bool { return !view.Over && s.Result == nil }

// outlooks returns the outlooks of the legal choices, by choice.
func outlooks(view stones.View) (list [stones.Choices + 1]*stones.Outlook) {
	for _, o := range stones.BestPlay(view.Mode).Outlooks(view.State()) {
		list[o.Choice] = &o
	}
	return list
}

func (v *gameView) drawCompact(a *app.App, g ui.Region, s *play.Scene, view stones.View) {
	v.status(a, g, 1, 0, view)
	drawStrip(a, g, 2, view.Rewards, v.cell(a, s, view), ui.Text)
	v.last(a, g, 5, 8, s)
	v.legend(a, g, 5, 9, view)
	g.HLine(0, 10, g.W(), ui.Muted)
	if picking(s, view) {
		list := outlooks(view)
		if o := list[v.at]; o != nil && s.You != games.Nobody && !s.Replay && !a.Set.NoHints {
			g.Text(0, 7, ui.Muted, a.T("st.odds"))
			for i, p := range o.Landing {
				if p > 0 {
					g.TextRight(9+4*i, 7, ui.Info, app.Itoa(app.Percent(p))+"%")
				}
			}
		}
		v.choices(a, g, s, view, list, 11, 2, [6]int{1, 13, 24, 31, 38, 56})
	}
	if end := 18; !s.Replay { // the slider of a replay has the last row
		g.HLine(0, end, g.W(), ui.Muted)
		v.note(a, g, 1, 20, s)
	}
	v.path(a, g, 1, 19, view, true)
}

// status draws the run's cell in words and as a bar.
func (v *gameView) status(a *app.App, g ui.Region, x, y int, view stones.View) {
	g.Text(x, y, ui.Strong, a.T("st.status", "cell", view.Cell, "left", view.Left, "of", stones.Picks))
	used := stones.Picks - view.Left
	text := "[" + strings.Repeat("#", used) + strings.Repeat(".", view.Left) + "]  " + a.T("st.used", "n", used)
	g.TextRight(g.W()-1, y, ui.Text, text)
}

// last describes the effect of the last roll.
func (v *gameView) last(a *app.App, g ui.Region, x, y int, s *play.Scene) {
	step, ok := lastStep(s)
	if !ok || s.Unrest(a, v) > 0 {
		return
	}
	n := g.Text(x, y, ui.Strong, a.Short("st.said.roll", "c", int(step.Choice), "d", fmt.Sprintf("%+d", step.Roll), "a", step.From, "n", step.To))
	switch {
	case step.To == stones.Goal:
		g.Text(x+n+3, y, ui.Warn, a.T("st.reach16"))
	case step.Clamped:
		g.Text(x+n+3, y, ui.Warn, a.T("st.clamp0"))
	}
}

// legend explains the mode's letters.
func (v *gameView) legend(a *app.App, g ui.Region, x, y int, view stones.View) {
	seen := [stones.Rewards]bool{}
	for _, r := range view.Rewards {
		seen[r] = true
	}
	for r := range seen {
		if !seen[r] {
			continue
		}
		grade := stones.Reward(r)
		x += g.Text(x, y, gradeTokens[r], strings.TrimRight(letter(a, grade)+" "+strings.TrimSpace(marks(grade)), " ")) + 1
		x += g.Text(x, y, ui.Muted, gradeName(a, grade)) + 3
	}
}

// choices draws the three choices, rows apart, with their columns at cols: the name, the move, the uses
// left, the cells, their grades, best play afterwards.
func (v *gameView) choices(a *app.App, g ui.Region, s *play.Scene, view stones.View, list [stones.Choices + 1]*stones.Outlook, y, rows int, cols [6]int) {
	for i, key := range []string{"st.col.choice", "st.col.move", "st.col.left", "st.col.cells"} {
		x := cols[i]
		if i == 0 {
			x++
		}
		g.Text(x, y, ui.Muted, a.T(key))
	}
	if s.Best {
		g.Text(cols[5], y, ui.Muted, a.T("st.col.best"))
	}
	best := stones.BestPlay(view.Mode).Best(view.State())
	for c := stones.Choice(1); c <= stones.Choices; c++ {
		at := y + 1 + rows*(int(c)-1)
		if rows > 2 {
			at++
		}
		tok, focus := ui.Text, c == v.at && !s.Replay && s.You != games.Nobody
		o := list[c]
		switch {
		case focus:
			tok = ui.Focus
			g.Text(cols[0], at, tok, ">")
		case o == nil:
			tok = ui.Muted
		}
		g.Text(cols[0]+2, at, tok, choiceName(a, c))
		g.Text(cols[1], at, tok, moveText(c))
		g.Text(cols[2], at, tok, usesText(a, c, view.Used))
		g.Hit(ui.Rect{Y: at, W: g.W(), H: 2}, choiceHit(c))
		if o == nil {
			g.Text(cols[3], at, ui.Muted, v.usedUp(a, c))
			continue
		}
		g.Text(cols[3], at, tok, spanText(view.Cell, c))
		x := cols[4]
		for r := stones.Reward(stones.Rewards - 1); r >= 0; r-- {
			if p := o.Grades[r]; p > 0 && !a.Set.NoHints {
				x += g.Text(x, at, gradeTokens[r], fmt.Sprintf("%s%d%%", tag(a, r), app.Percent(p))) + 1
			}
		}
		if s.Best {
			ink := ui.Text
			if c == best {
				ink = ui.Accent
				g.Text(cols[5]-1, at, ink, "*")
			}
			g.Text(cols[5], at, ink, a.T("st.best", "p", app.Percent(o.Final[stones.SuperEpic]), "v", fmt.Sprintf("%.2f", o.Value)))
		}
		if p := o.Landing[stones.Goal]; p > 0 {
			g.Text(cols[1], at+1, ui.Warn, a.T("st.warn16", "p", app.Percent(p), "grade", gradeName(a, view.Rewards[stones.Goal])))
		}
	}
}

// path draws the way so far; steps adds the last rolls that fit.
func (v *gameView) path(a *app.App, g ui.Region, x, y int, view stones.View, steps bool) {
	x += g.Text(x, y, ui.Muted, a.T("st.path")) + 2
	way := "0"
	for _, step := range view.History {
		way += fmt.Sprintf(" > %d", step.To)
	}
	x += g.Text(x, y, ui.Strong, way) + 3
	if !steps || len(view.History) == 0 {
		return
	}
	text, more := "", ""
	for i := len(view.History) - 1; i >= 0; i-- {
		step := view.History[i]
		item := fmt.Sprintf("%s%+d", choiceName(a, step.Choice), step.Roll)
		if text != "" {
			item += ", "
		}
		if ui.Width(item+text)+5 > g.W()-1-x {
			more = ".. "
			break
		}
		text = item + text
	}
	if text != "" {
		g.Text(x, y, ui.Muted, "("+more+text+")")
	}
}

// note returns the price of hints, or says that they are on.
func (v *gameView) note(a *app.App, g ui.Region, x, y int, s *play.Scene) {
	switch {
	case s.You == games.Nobody || s.Result != nil:
		g.Text(x, y, ui.Muted, a.T("st.uniform"))
	case s.Best:
		g.Text(x, y, ui.Muted, a.T("st.note.on"))
	case s.Hinted || s.Seeded:
		g.Text(x, y, ui.Muted, a.T("st.note.free"))
	case play.NoHints(a, s.Daily):
		g.Text(x, y, ui.Muted, a.T("st.note.day"))
	default:
		g.Text(x, y, ui.Muted, a.T("st.note.off"))
	}
}

func (v *gameView) drawFull(a *app.App, g ui.Region, s *play.Scene, view stones.View) {
	const x0 = 8
	v.status(a, g, 3, 1, view)
	g.Text(x0, 4, ui.Text, "┌"+strings.Repeat("─────┬", stones.Goal)+"─────┐")
	g.Text(x0, 8, ui.Text, "└"+strings.Repeat("─────┴", stones.Goal)+"─────┘")
	for row := range 3 {
		g.Text(x0, 5+row, ui.Text, "│")
	}
	here := v.cell(a, s, view)
	for i, r := range view.Rewards {
		x := x0 + 1 + 6*i
		g.TextRight(x+3, 3, ui.Muted, app.Itoa(i))
		ink, foot := gradeTokens[r], ""
		if i == here {
			ink, foot = ui.Focus, " >v<"
		}
		for row, text := range []string{a.T(gradeShort[r]), " " + marks(r), foot} {
			g.Text(x, 5+row, ink, ui.PadRight(text, 5))
			g.Text(x+5, 5+row, ui.Text, "│")
		}
	}
	v.last(a, g, 8, 9, s)
	if picking(s, view) {
		list := outlooks(view)
		for c := stones.Choice(1); c <= stones.Choices; c++ {
			y := 8 + 3*int(c)
			tok := app.Either(c == v.at && !s.Replay && s.You != games.Nobody, ui.Focus, ui.Text)
			g.Text(1, y, tok, choiceName(a, c))
			g.Hit(ui.Rect{Y: y, W: g.W(), H: 2}, choiceHit(c))
			if list[c] == nil {
				g.Text(10, y, ui.Muted, v.usedUp(a, c))
				continue
			}
			for i, p := range list[c].Landing {
				if p > 0 && !a.Set.NoHints {
					x := x0 + 1 + 6*i
					g.TextRight(x+4, y, ui.Info, app.Itoa(app.Percent(p))+"%")
					g.Text(x, y+1, ui.Info, strings.Repeat("#", max(int(p*5+0.5), 1)))
				}
			}
		}
		v.choices(a, g, s, view, list, 20, 2, [6]int{3, 20, 36, 48, 60, 84})
	}
	g.HLine(0, 19, g.W(), ui.Muted)
	g.HLine(0, 28, g.W(), ui.Muted)
	v.legend(a, g, 3, 27, view)
	v.path(a, g, 3, 29, view, false)
	for i, step := range view.History {
		x, y := 3+34*(i/4), 30+i%4
		r := view.Rewards[step.To]
		g.Text(x, y, ui.Text, a.T("st.step", "n", i+1, "c", choiceName(a, step.Choice), "d", fmt.Sprintf("%+d", step.Roll))+
			fmt.Sprintf("  %2d > %-2d  ", step.From, step.To))
		g.Text(x+23, y, gradeTokens[r], a.T(gradeShort[r]))
	}
	if !s.Replay {
		v.note(a, g, 3, 35, s)
	}
	if v.stats.Runs > 0 && s.You != games.Nobody {
		g.Text(76, 29, ui.Muted, a.T("st.mine", "n", v.stats.Runs))
		rewardBars(a, g, 76, 30, 20, v.stats.Rewards, v.stats.Runs)
	}
}

// rewardBars draws the number of runs for each grade, the best first, without grades that no mode gives. It
// returns the number of rows.
func rewardBars(a *app.App, g ui.Region, x, y, w int, counts [stones.Rewards]int, total int) (rows int) {
	for r := stones.Reward(stones.Rewards - 1); r >= 0; r-- {
		if !given(r) && counts[r] == 0 {
			continue
		}
		g.Text(x, y+rows, gradeTokens[r], gradeName(a, r))
		g.Text(x+11, y+rows, gradeTokens[r], ui.BarText(counts[r], total, w))
		share := 0.0
		if total > 0 {
			share = 100 * float64(counts[r]) / float64(total)
		}
		g.Text(x+13+w, y+rows, ui.Text, fmt.Sprintf("%d  %.1f%%", counts[r], share))
		rows++
	}
	return rows
}

// given reports whether some mode gives the grade.
func given(r stones.Reward) bool {
	return slices.ContainsFunc(stones.Modes(), func(m stones.Mode) bool { return slices.Contains(m.Rewards[:], r) })
}

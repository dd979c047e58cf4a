package stones

import (
	"arcade/games"
	"arcade/games/stones"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// sheet stands at the end of a run or of a duel: on ui.LevelRich below the river, which stays whole, with
// the result as a word in pixels.
type sheet struct{ play.Result }

func newSheet(t *play.Table) app.Screen { return &sheet{play.Result{T: t}} }

func (r *sheet) Draw(a *app.App, c *ui.Canvas) {
	if !c.Rich {
		r.Result.Draw(a, c)
		return
	}
	sp := spaceOf(c)
	at := ui.Rect{X: sp.margin, Y: sp.h - 1, W: sp.g.W() - 2*sp.margin, H: sp.g.H() - sp.h + 1}
	if sp.full {
		at.Y, at.H = sp.h+1, 15
	}
	c.Shade(ui.Rect{W: c.W(), H: c.H() - 1})
	sp.g.Fill(ui.Rect{Y: at.Y, W: sp.g.W(), H: sp.g.H() - at.Y}, ui.Page)
	if !sp.full { // the water's last row stays beside the sheet
		sp.g.Fill(ui.Rect{Y: at.Y, W: sp.g.W(), H: 1}, sp.water[sp.h-1])
	}
	in := sp.g.Sub(at)
	if sp.full {
		sp.g.Sheet(at, ui.Panel)
		r.own(a, in.Sub(ui.Rect{X: at.W - ownWidth, Y: 3, W: ownWidth - 2, H: 4}))
	} else { // round corners would show the water
		sp.g.Fill(at, ui.Panel)
	}
	word, shade, strip := r.word(a)
	in.Strip(ui.Rect{W: at.W, H: 1}, strip)
	y := 1
	if sp.full {
		y = 2
	}
	x := 2
	if rows := bigwords[word]; rows != nil {
		drawBig(in, x, 2*y+(bigHigh-len(rows))/2, rows, shade)
		x += len(rows[0]) + 4
	} else if n := in.Letters(x, y+1, word, 2, ui.White); n > 0 {
		x += n + 4
	}
	room := at.W - x - 1
	if sp.full {
		room -= ownWidth
	}
	r.lines(a, in.Sub(ui.Rect{X: x, Y: y, W: room, H: 7}))
	foot := in.Sub(ui.Rect{X: 2, Y: at.H - 2, W: at.W - 4, H: 2})
	if sp.full {
		foot = in.Sub(ui.Rect{X: 2, Y: at.H - 5, W: at.W - 4, H: 4})
	}
	if n := len(r.Lines); n > 0 {
		foot.TextCut(0, 0, foot.W(), ui.Muted, r.Lines[n-1])
	}
	r.buttons(foot.Sub(ui.Rect{Y: foot.H() - 1, W: foot.W(), H: 1}))
	ui.Keys(c, r.Bar(a))
	a.Row22(c, a.T("ask.msg"))
}

// space is the layout of a rich screen of one of the two sizes: its river and the places of the parts
// below.
type space struct {
	*bed
	g      ui.Region
	full   bool
	margin int // left and right of the sheets
	top    int // the first row of the sheets
}

// spaceOf returns the layout for a canvas.
func spaceOf(c *ui.Canvas) space {
	g := ui.Body(c)
	if ui.Full(c.W(), c.H()) {
		return space{broad, g.Sub(ui.Rect{X: (g.W() - 120) / 2, Y: (g.H() - 37) / 2, W: 120, H: 37}), true, 2, 21}
	}
	return space{narrow, g, false, 1, 13}
}

// ownWidth is the width for the player's own runs on a large sheet.
const ownWidth = 46

// own shows the results of the player's runs of the same game.
func (r *sheet) own(a *app.App, g ui.Region) {
	if v, ok := r.T.Game.(*gameView); ok && v.stats.Runs > 0 && r.T.Snap.You != games.Nobody {
		gradeBars(a, g, v.stats.Rewards, v.stats.Runs)
	}
}

// word returns the large word: the grade, the winner of a duel, or else the last cell, with its colours and
// the strip's.
func (r *sheet) word(a *app.App) (word string, shade *[bigHigh]ui.Token, strip ui.Token) {
	s := &r.T.Scene
	if view, ok := s.View.(stones.View); ok {
		if !view.Over {
			return app.Itoa(view.Cell), &lost, ui.Bad
		}
		strip := grades[*view.Reward].tok
		if *view.Reward >= stones.SuperEpic {
			strip = ui.Accent
		}
		if word := gradeWords[a.Lang][*view.Reward]; word != "" {
			return word, &bigShades[*view.Reward], strip
		}
		return app.Itoa(view.Cell), &bigShades[*view.Reward], strip
	}
	switch w := s.Result.Winner; {
	case w == games.Nobody || s.You == games.Nobody:
		return "", &won, ui.Info
	case w == s.You:
		return wonWords[a.Lang][true], &won, ui.Accent
	}
	return wonWords[a.Lang][false], &lost, ui.Bad
}

// lines writes the result beside the word, in short words if the long ones do not fit.
func (r *sheet) lines(a *app.App, g ui.Region) {
	var lines []string
	for i, line := range r.Lines {
		if line != "" && i < len(r.Lines)-1 {
			lines = append(lines, line)
		}
	}
	view, run := r.T.Scene.View.(stones.View)
	wide := 0
	for _, line := range lines {
		wide = max(wide, ui.Width(line))
	}
	if wide > g.W() && run {
		lines = r.short(a, view)
	}
	for i, line := range lines {
		ink := ui.Text
		if i == 0 {
			ink = ui.Strong | ui.Bold
		}
		if i < g.H() {
			g.TextCut(0, i+max(0, (g.H()-len(lines))/2), g.W(), ink, line)
		}
	}
}

// short returns a run's result in few words: the cell, the picks, the rarity, the number of runs.
func (r *sheet) short(a *app.App, view stones.View) []string {
	lines := []string{a.T("st.rich.cell", "n", view.Cell)}
	if view.Left == 0 {
		lines = append(lines, a.T("st.rich.all"))
	} else {
		lines = append(lines, a.T("st.rich.picks", "n", stones.Picks-view.Left))
	}
	if view.Over {
		if top := stones.BestPlay(view.Mode).Final(stones.Begin()).AtLeast(*view.Reward); top <= 0.5 {
			lines = append(lines, a.T("st.rich.top", "p", app.Percent(top)))
		}
	}
	if v, ok := r.T.Game.(*gameView); ok && v.stats.Runs > 0 {
		lines = append(lines, a.T("st.runs", "n", v.stats.Runs))
	}
	return lines
}

// buttons draws the answers in a row.
func (r *sheet) buttons(g ui.Region) {
	x := 0
	for i, b := range r.Answers {
		key := ui.Key(app.Itoa(i + 1))
		g.Button(x, 0, string(key)+" "+b.Label, key, i == r.Focus)
		x += ui.Width(b.Label) + 7
	}
}

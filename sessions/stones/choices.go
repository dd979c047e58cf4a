package stones

import (
	"fmt"

	"arcade/games"
	"arcade/games/stones"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// watched reports whether the viewer only watches the choice in focus.
func watched(s *play.Scene) bool { return s.Replay || s.You == games.Nobody }

// picking reports whether there is a choice to make or to look at.
func picking(s *play.Scene, view stones.View) bool { return !view.Over && s.Result == nil }

// outlooks returns the outlooks of the legal choices, by choice.
func outlooks(view stones.View) (list [stones.Choices + 1]*stones.Outlook) {
	for _, o := range stones.BestPlay(view.Mode).Outlooks(view.State()) {
		list[o.Choice] = &o
	}
	return list
}

// trio is the three choices of a run: for each the move, the uses left, the cells, the rewards that this roll can
// give, and if shown what comes after it under best play.
type trio struct {
	v    *gameView
	a    *app.App
	s    *play.Scene
	view stones.View
	list [stones.Choices + 1]*stones.Outlook
	best stones.Choice
	top  stones.Reward               // the highest grade of the mode
	aims [stones.Choices + 1]float64 // its chance for who aims at nothing else, by choice
}

func (v *gameView) trio(a *app.App, s *play.Scene, view stones.View) trio {
	play := stones.TopPlay(view.Mode)
	o := trio{v: v, a: a, s: s, view: view, list: outlooks(view), best: stones.BestPlay(view.Mode).Best(view.State()), top: play.Mode().Top()}
	for _, aimed := range play.Outlooks(view.State()) {
		o.aims[aimed.Choice] = aimed.Final[o.top]
	}
	return o
}

// focused reports whether a choice has the focus.
func (o trio) focused(c stones.Choice) bool { return c == o.v.at && !watched(o.s) }

// beside shows the choices beside each other as sheets, or as a table in signs.
func (o trio) beside() kit.Block { return kit.ByLevel{Pictures: sheetRow{o}, Signs: choiceTable{o}} }

// below shows the choices below each other as sheets, or in rows of words.
func (o trio) below() kit.Block {
	return kit.ByLevel{Pictures: sheetColumn{o}, Signs: wordRows{trio: o}}
}

// flat shows each choice in a row with a bar of its chances, or in rows of words; brief omits those of the chances.
func (o trio) flat(brief bool) kit.Block {
	return kit.ByLevel{Pictures: barRows{o}, Signs: wordRows{o, brief}}
}

// The least size of a sheet beside others, of one below another, of a choice in a row, and of the table.
const (
	sheetW, sheetH = 25, 7
	lowW, lowH     = 46, 5
	flatW          = 38
	tableW         = 78
	touchH         = 3
)

// sheetRow has the choices on sheets beside each other.
type sheetRow struct{ trio }

// Least returns the size of three sheets.
func (o sheetRow) Least(kit.Look, int) kit.Size {
	return kit.Size{W: stones.Choices*(sheetW+1) - 1, H: sheetH}
}

// Wish returns a row more for a sheet.
func (o sheetRow) Wish(kit.Look, int) int { return sheetH + 1 }

// Draw draws the sheets.
func (o sheetRow) Draw(_ kit.Look, g ui.Region) {
	w := (g.W() - stones.Choices + 1) / stones.Choices
	for i := range stones.Choices {
		r := ui.Rect{X: i * (w + 1), W: w, H: g.H()}
		if i == stones.Choices-1 {
			r.W = g.W() - r.X
		}
		o.sheet(g, r, stones.Choice(i+1), 1)
	}
}

// sheetColumn has the choices on sheets below each other.
type sheetColumn struct{ trio }

// Least returns the size of three sheets.
func (o sheetColumn) Least(kit.Look, int) kit.Size {
	return kit.Size{W: lowW, H: stones.Choices * lowH}
}

// Wish returns the least height.
func (o sheetColumn) Wish(kit.Look, int) int { return stones.Choices * lowH }

// Draw draws the sheets.
func (o sheetColumn) Draw(_ kit.Look, g ui.Region) {
	for i := range stones.Choices {
		o.sheet(g, ui.Rect{Y: i * lowH, W: g.W(), H: lowH}, stones.Choice(i+1), 0)
	}
}

// rows calls draw for each choice with its h rows, in which it can be clicked, and the first row that is written.
func (o trio) rows(g ui.Region, h int, draw func(in ui.Region, c stones.Choice, y int)) {
	for i := range stones.Choices {
		c := stones.Choice(i + 1)
		in := g.Sub(ui.Rect{Y: i * h, W: g.W(), H: h})
		in.Hit(in.Rect(), choiceHit(c))
		draw(in, c, app.If(h == touchH, 1, 0))
	}
}

// barRows has a row for each choice, with a bar of its chances.
type barRows struct{ trio }

// Least returns the size of three rows.
func (o barRows) Least(l kit.Look, _ int) kit.Size {
	return kit.Size{W: flatW, H: stones.Choices * app.If(l.Touch, touchH, 1)}
}

// Wish returns the least height.
func (o barRows) Wish(l kit.Look, w int) int { return o.Least(l, w).H }

// Draw draws the rows.
func (o barRows) Draw(_ kit.Look, g ui.Region) {
	o.rows(g, g.H()/stones.Choices, func(in ui.Region, c stones.Choice, y int) {
		look := o.list[c]
		in.Chip(0, y, app.Itoa(int(c)), app.If(o.focused(c), ui.Focus, ui.Cap))
		x := o.head(in, c, y, app.If(look == nil, ui.Muted, ui.Text))
		if look == nil {
			o.used(in, x, y, c)
			return
		}
		o.chances(in, x, y, in.W()-x, look, c)
	})
}

// wordRows has two rows of words for each choice; brief omits the second one, which has the chances.
type wordRows struct {
	trio
	brief bool
}

// Least returns the size of the rows.
func (o wordRows) Least(l kit.Look, _ int) kit.Size {
	h := app.If(o.brief, 1, 2)
	if l.Touch {
		h = touchH
	}
	return kit.Size{W: flatW, H: stones.Choices * h}
}

// Wish returns the least height.
func (o wordRows) Wish(l kit.Look, w int) int { return o.Least(l, w).H }

// Draw draws the rows.
func (o wordRows) Draw(_ kit.Look, g ui.Region) {
	h := g.H() / stones.Choices
	o.rows(g, h, func(in ui.Region, c stones.Choice, y int) {
		look, tok := o.list[c], ui.Text
		switch {
		case o.focused(c):
			tok = ui.Focus
		case look == nil:
			tok = ui.Muted
		}
		in.Text(0, y, tok, app.If(o.focused(c), ">", " ")+choiceName(o.a, c))
		x := o.head(in, c, y, tok)
		switch {
		case look == nil && h > 1:
			in.Text(2, y+1, ui.Muted, o.v.usedUp(o.a, c))
		case look == nil:
			o.used(in, x, y, c)
		case h > 1:
			o.words(in, 2, y+1, look, c)
		}
	})
}

// used says why a choice is not there, if there is room; the uses left say so, too.
func (o trio) used(g ui.Region, x, y int, c stones.Choice) {
	if text := o.v.usedUp(o.a, c); ui.Width(text) <= g.W()-x {
		g.Text(x, y, ui.Muted, text)
	}
}

// head writes the move of a choice, the uses left and the cells in a row, after its name. It returns the next column.
func (o trio) head(g ui.Region, c stones.Choice, y int, tok ui.Token) int {
	move, uses, cells, end := 6, 15, 25, 32
	if g.W() < lowW {
		move, uses, cells, end = 5, 13, 20, 26
	}
	g.Text(move, y, tok, moveText(c))
	g.Text(uses, y, ui.Muted, usesText(o.a, c, o.view.Used))
	if o.list[c] == nil {
		return cells
	}
	g.Text(cells, y, tok, spanText(o.view.Cell, c))
	return end
}

// chances draws a bar of the rewards of a roll, or of best play after it.
func (o trio) chances(g ui.Region, x, y, w int, look *stones.Outlook, c stones.Choice) {
	switch {
	case o.s.Best:
		text := app.TextIf(c == o.best, "* ") + fmt.Sprintf("%.2f", look.Value)
		g.TextRight(x+w, y, app.If(c == o.best, ui.Accent|ui.Bold, ui.Text), text)
		gradeBar(o.a, g, x, y, w-ui.Width(text)-1, look.Final)
	case !o.a.Set.NoHints:
		gradeBar(o.a, g, x, y, w, look.Grades)
	}
}

// words writes the rewards of a roll, and of best play after it, in a row.
func (o trio) words(g ui.Region, x, y int, look *stones.Outlook, c stones.Choice) {
	if o.s.Best {
		o.bestWords(g, x, y, look, c)
		return
	}
	o.gradeWords(g, x, y, look)
}

// gradeWords writes the chances of the grades of a roll, the best first.
func (o trio) gradeWords(g ui.Region, x, y int, look *stones.Outlook) {
	for r := stones.Reward(stones.Rewards - 1); r >= 0 && !o.a.Set.NoHints; r-- {
		if p := look.Grades[r]; p > 0 {
			x += g.Text(x, y, gradeTokens[r], fmt.Sprintf("%s%d%%", tag(o.a, r), app.Percent(p))) + 1
		}
	}
}

// bestWords writes the worth of a choice under best play, the best one marked.
func (o trio) bestWords(g ui.Region, x, y int, look *stones.Outlook, c stones.Choice) {
	text := o.a.T("st.best", "p", app.Percent(o.aims[c]), "v", fmt.Sprintf("%.2f", look.Value))
	g.Text(x, y, app.If(c == o.best, ui.Accent, ui.Text), app.If(c == o.best, "*", " ")+text)
}

// choiceTable has the choices under headings.
type choiceTable struct{ trio }

// Least returns the size of the headings and of two rows for each, three for a finger.
func (o choiceTable) Least(l kit.Look, _ int) kit.Size {
	return kit.Size{W: tableW, H: 1 + app.If(l.Touch, touchH, 2)*stones.Choices}
}

// Wish returns the least height.
func (o choiceTable) Wish(l kit.Look, w int) int { return o.Least(l, w).H }

// Draw draws the headings and the choices.
func (o choiceTable) Draw(l kit.Look, g ui.Region) {
	pitch := app.If(l.Touch, touchH, 2)
	cols := [6]int{1, 13, 24, 31, 38, 56}
	for i, key := range []string{"st.col.choice", "st.col.move", "st.col.left", "st.col.cells"} {
		g.Text(cols[i]+app.If(i == 0, 1, 0), 0, ui.Muted, o.a.T(key))
	}
	if o.s.Best {
		g.Text(cols[5], 0, ui.Muted, o.a.T("st.col.best"))
	}
	for c := stones.Choice(1); c <= stones.Choices; c++ {
		y := pitch*(int(c)-1) + 1
		look, tok := o.list[c], ui.Text
		switch {
		case o.focused(c):
			tok = ui.Focus
			g.Text(cols[0], y, tok, ">")
		case look == nil:
			tok = ui.Muted
		}
		g.Text(cols[0]+2, y, tok, choiceName(o.a, c))
		g.Text(cols[1], y, tok, moveText(c))
		g.Text(cols[2], y, tok, usesText(o.a, c, o.view.Used))
		g.Hit(ui.Rect{Y: y, W: g.W(), H: pitch}, choiceHit(c))
		if look == nil {
			g.Text(cols[3], y, ui.Muted, o.v.usedUp(o.a, c))
			continue
		}
		g.Text(cols[3], y, tok, spanText(o.view.Cell, c))
		o.gradeWords(g, cols[4], y, look)
		if o.s.Best {
			o.bestWords(g, cols[5]-1, y, look, c)
		}
		if p := look.Landing[stones.Goal]; p > 0 {
			g.Text(cols[1], y+1, ui.Warn, o.a.T("st.warn16", "p", app.Percent(p), "grade", gradeName(o.a, o.view.Rewards[stones.Goal])))
		}
	}
}

// sheet draws a choice on a sheet in r, with top rows above its first one.
func (o trio) sheet(g ui.Region, r ui.Rect, c stones.Choice, top int) {
	g.Hit(r, choiceHit(c))
	cap := ui.Cap
	if o.focused(c) {
		cap = ui.Focus
		g.SheetEdge(r, app.If(r.H > sheetH, ui.Raised, ui.Panel), ui.Accent)
	} else {
		g.Sheet(r, ui.Panel)
	}
	in := g.Sub(ui.Rect{X: r.X + 2, Y: r.Y + top, W: r.W - 4, H: r.H - top})
	look, head := o.list[c], ui.Strong|ui.Bold
	if look == nil {
		head = ui.Muted
	}
	in.Chip(0, 0, app.Itoa(int(c)), cap)
	in.Text(4, 0, head, moveText(c))
	in.TextRight(in.W(), 0, ui.Muted, usesText(o.a, c, o.view.Used))
	if look == nil {
		for y, line := range ui.Wrap(o.v.usedUp(o.a, c), in.W()) {
			in.Text(0, 2+y, ui.Muted, line)
		}
		return
	}
	o.outlook(in, look, c == o.best)
}

// outlook draws a choice's outlook, below its first row.
func (o trio) outlook(g ui.Region, look *stones.Outlook, best bool) {
	w := g.W()
	g.Text(0, 1, ui.Text, o.a.T("st.rich.cells", "to", spanText(o.view.Cell, look.Choice)))
	if look.Landing[stones.Goal] > 0 {
		g.TextRight(w, 1, ui.Bad, o.a.T("st.rich.ends"))
	}
	if !o.a.Set.NoHints {
		gradeBar(o.a, g, 0, 2, w, look.Grades)
	}
	y := 3
	if g.H() > 6 {
		y = 4
	}
	if !o.s.Best {
		cellChips(g, o.view, look, y+1)
		return
	}
	ink, text := ui.Text, fmt.Sprintf("%.2f", look.Value)
	if best {
		ink, text = ui.Accent|ui.Bold, "* "+text
	}
	g.Text(0, y, ui.Muted, o.a.T("st.rich.best"))
	g.TextRight(w, y, ink, text)
	gradeBar(o.a, g, 0, y+1, w, look.Final)
	aim, chance := o.a.T("st.rich.aim", "g", gradeName(o.a, o.top)), percent(o.aims[look.Choice], 1)
	switch at := ui.Width(o.a.T("st.rich.best")) + 2; {
	case g.H() > y+2:
		g.Text(0, y+2, ui.Muted, aim)
		g.TextRight(w, y+2, ui.Text, chance)
	case at+ui.Width(aim)+1+ui.Width(chance) < w-ui.Width(text):
		g.Text(at+g.Text(at, y, ui.Muted, aim)+1, y, ui.Text, chance)
	}
}

// percent returns a chance in per cent with some decimals; what is certain has none.
func percent(p float64, decimals int) string {
	if p == 0 || p == 1 {
		decimals = 0
	}
	return fmt.Sprintf("%.*f%%", decimals, 100*p)
}

// cellChips draws the cells that a choice can reach, each on the colour of its reward.
func cellChips(g ui.Region, view stones.View, o *stones.Outlook, y int) {
	x := 0
	for cell, p := range o.Landing {
		if p == 0 {
			continue
		}
		look := grades[view.Rewards[cell]]
		g.Fill(ui.Rect{X: x, Y: y, W: 3, H: 1}, look.tok)
		g.Text(x, y, look.ink|ui.Bold, ui.Center(app.Itoa(cell), 3))
		x += 3
		if g.W() > 24 {
			x++
		}
	}
}

// gradeBar draws a bar of w cells split by the grades' chances, the best first, with a grade's letter and
// percent if they fit.
func gradeBar(a *app.App, g ui.Region, x, y, w int, chances stones.Chances) {
	end, last := x+w, stones.None
	for r := stones.Reward(stones.Rewards - 1); r >= 0; r-- {
		if chances[r] > 0 {
			last = r
		}
	}
	for r := stones.Reward(stones.Rewards - 1); r >= 0; r-- {
		p := chances[r]
		if p <= 0 {
			continue
		}
		n := min(max(int(p*float64(w)+0.5), 1), end-x)
		if r == last {
			n = end - x
		}
		if n <= 0 {
			return
		}
		g.Fill(ui.Rect{X: x, Y: y, W: n, H: 1}, grades[r].tok)
		word := letter(a, r)
		if r == stones.None {
			word = "- "
		}
		if full := word + app.Itoa(app.Percent(p)); ui.Width(full) <= n {
			word = full
		}
		if ui.Width(word) <= n {
			g.Text(x+(n-ui.Width(word))/2, y, grades[r].ink|ui.Bold, word)
		}
		x += n
	}
}

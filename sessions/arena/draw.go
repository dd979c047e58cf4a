package arena

import (
	"strings"

	"arcade/lobby/arenas"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// layout has the positions of the page's parts.
type layout struct {
	name, nameW, rating, marks, streak, bar, points int // of a row
	side, sideW                                     int
	top                                             int // the first row of the standings
	next                                            int // height of the box with the next step
}

var (
	small = layout{name: 8, nameW: 10, rating: 19, marks: 25, streak: 38, points: 47, side: 49, sideW: 30, top: 5, next: 6}
	large = layout{name: 9, nameW: 12, rating: 22, marks: 30, streak: 44, bar: 50, points: 75, side: 80, sideW: 38, top: 7, next: 8}
)

// doubled is the ground of points that count twice.
var doubled = ui.NewPaint(ui.Paint{Night: 0xffa94d, Dark: 215})

// marksMost limits a row's matches in view, the latest.
const marksMost = 6

// Draw draws the page.
func (p *Page) Draw(a *app.App, c *ui.Canvas) {
	g := a.Page(c, p.Commands(a), p.usual(a), a.T("arena.place"), a.T("game."+p.data.Game)+" "+p.data.Control)
	l := small
	if g.W() > ui.MinWidth {
		l = large
	}
	p.drawTime(a, g, l)
	if len(p.data.Rows) == 0 {
		for i, line := range ui.Wrap(a.T(app.Either(p.data.Phase == arenas.Over, "arena.none.over", "arena.none")), l.points-4) {
			g.Text(3, l.top+i, ui.Muted, line)
		}
	} else {
		p.drawRows(a, g, l)
	}
	p.drawLegend(a, g, l)
	p.drawNext(a, g, l)
	if p.data.Phase == arenas.Over {
		p.drawPodium(a, g, l)
	} else {
		p.drawTables(a, g, l)
	}
}

// drawTime draws the hour as a line, and the time left.
func (p *Page) drawTime(a *app.App, g ui.Region, l layout) {
	d, right, w := p.data, g.W()-2, l.side+5
	if l.bar > 0 {
		w = 76
	}
	done, whole := int(min(max(d.Now-d.Start, 0), d.End-d.Start)/1000), int((d.End-d.Start)/1000)
	if d.Phase == arenas.Over {
		done = whole
	}
	if g.Rich() {
		g.Meter(2, 1, w, done, whole, ui.Accent)
		if d.Phase == arenas.Live && whole > 0 {
			g.Text(2+min(w-1, w*done/whole), 1, ui.Accent, "●")
		}
	} else {
		g.Text(2, 1, ui.Accent, ui.BarText(done, whole, w))
	}
	words := map[arenas.Phase]string{arenas.Soon: "arena.starts", arenas.Live: "arena.left", arenas.Over: "arena.over"}
	g.TextRight(right, 1, ui.Strong|ui.Bold, a.T(words[d.Phase], "t", p.left(a)))
	g.Text(2, 2, ui.Muted, day(d.Start)+" "+hour(d.Start))
	g.TextRight(2+w, 2, ui.Muted, hour(d.End)+" UTC")
	if d.Phase == arenas.Over {
		g.TextRight(right, 2, ui.Muted, a.T("arena.played", "n", d.Played))
	} else {
		g.TextRight(right, 2, ui.Muted, a.T("arena.people", "n", d.Players, "m", len(d.Tables)))
	}
}

// drawRows draws the standings around the focus.
func (p *Page) drawRows(a *app.App, g ui.Region, l layout) {
	y := l.top - 1
	g.Text(l.name, y, ui.Faint, a.T("board.col.name"))
	g.Text(l.marks, y, ui.Faint, a.T("arena.col.games"))
	g.TextRight(l.points, y, ui.Faint, a.T("arena.col.points"))
	step := app.Either(l.bar > 0, 2, 1)
	from, to := ui.Window(p.scroll.Focus, len(p.data.Rows), (g.H()-3-l.top+step-1)/step)
	most := max(p.data.Rows[0].Points, 1)
	for i := from; i < to; i++ {
		p.drawRow(a, g, l, l.top+(i-from)*step, i, most)
	}
}

// drawRow draws the i-th place in the row y.
func (p *Page) drawRow(a *app.App, g ui.Region, l layout, y, i, most int) {
	r := &p.data.Rows[i]
	me := r.ID == a.Visit.Me().ID
	ink := app.Either(r.In || p.data.Phase == arenas.Over || r.Bot != "", ui.Text, ui.Muted)
	if i < 3 {
		ink = ui.Strong | ui.Bold
	}
	if me {
		ink = ui.Accent | ui.Bold
	}
	if i == p.scroll.Focus {
		if g.Rich() {
			g.Fill(ui.Rect{X: 1, Y: y, W: l.points, H: 1}, ui.Raised)
			g.Edge(1, y, 1, ui.Accent)
		} else {
			g.Text(1, y, ui.Accent, ">")
		}
	}
	g.Hit(ui.Rect{X: 1, Y: y, W: l.points, H: 1}, ui.RowHit(i))
	if g.Rich() {
		ui.Medal(g, 3, y, r.Place)
	} else {
		g.TextRight(6, y, ui.Muted, app.Itoa(r.Place))
	}
	g.TextCut(l.name, y, l.nameW, ink, name(a, r))
	if r.Rating > 0 {
		g.Text(l.rating, y, ui.Muted, app.Itoa(int(r.Rating+0.5)))
	}
	marks := r.Games[max(0, len(r.Games)-marksMost):]
	for k, m := range marks {
		g.Text(l.marks+2*k, y, markInk(m), app.Itoa(m))
	}
	switch {
	case r.Streak > arenas.StreakAt && g.Rich():
		g.Fill(ui.Rect{X: l.streak, Y: y, W: 4, H: 1}, doubled)
		g.Text(l.streak, y, ui.MedalInk|ui.Bold, " x2 ")
	case r.Streak > arenas.StreakAt:
		g.Text(l.streak, y, ui.Warn|ui.Bold, "x2")
	case r.Streak == arenas.StreakAt:
		g.Text(l.streak, y, ui.Warn|ui.Bold, "^^")
	}
	if l.bar > 0 && g.Rich() {
		g.Meter(l.bar, y, 20, r.Points, most, app.Either(me, ui.Accent, ui.Muted))
	}
	g.TextRight(l.points, y, ui.Strong|ui.Bold, app.Itoa(r.Points))
}

// markInk returns the ink of a match's points.
func markInk(points int) ui.Token {
	switch points {
	case 4:
		return ui.Warn | ui.Bold
	case 2:
		return ui.OK | ui.Bold
	case 1:
		return ui.Text
	}
	return ui.Muted
}

// drawLegend draws the meaning of the digits.
func (p *Page) drawLegend(a *app.App, g ui.Region, l layout) {
	x, y := 2, g.H()-2
	for _, part := range []struct {
		sign, key string
		ink       ui.Token
	}{{"4", "arena.legend.double", ui.Warn | ui.Bold}, {"^^", "arena.legend.row", ui.Warn | ui.Bold}} {
		x += g.Text(x, y, part.ink, part.sign) + 1
		x += g.Text(x, y, ui.Muted, a.T(part.key)) + 2
	}
	g.TextCut(2, g.H()-1, g.W()-4, ui.Muted, a.T("arena.rule"))
}

// drawNext draws the visitor's next step.
func (p *Page) drawNext(a *app.App, g ui.Region, l layout) {
	if p.data.Phase == arenas.Over {
		return
	}
	r := ui.Rect{X: l.side, Y: l.top - 1, W: l.sideW, H: l.next}
	var box ui.Region
	if g.Rich() {
		box = g.SheetEdge(r, ui.Raised, ui.Accent)
	} else {
		g.Box(r, "", ui.Muted, false)
		box = g.Sub(r)
	}
	x, w, lines := 2, l.sideW-4, p.nextLines(a)
	if l.bar > 0 && g.Rich() && p.mine.Opponent != "" {
		if o := p.data.Row(p.mine.Opponent); o != nil {
			ui.Portrait(box, 3, 2, o.Bot, o.Name)
		}
		x, w = 13, l.sideW-15
	}
	y := 1
	title := ui.Accent | ui.Bold
	for i, line := range lines {
		box.TextCut(x, y, w, app.Either(i == 0, title, ui.Text), line)
		if y++; y >= l.next-2 {
			break
		}
	}
	if m := p.mine; m.Match != "" && !m.Live {
		box.TextRight(l.sideW-2, 1, ui.Strong|ui.Bold, a.ClockTo(m.Until))
	}
	if s := p.next(a); s.do != nil {
		if g.Rich() {
			box.Keycap(x, l.next-2, "Enter", a.T(s.word), "enter", true)
		} else {
			box.Button(x, l.next-2, "Enter "+a.T(s.word), "enter", true)
		}
	}
}

// nextLines returns the lines about the next step, the first as a heading.
func (p *Page) nextLines(a *app.App) []string {
	m := p.mine
	switch {
	case m.Match != "":
		o := p.data.Row(m.Opponent)
		if o == nil {
			return []string{a.T("arena.next")}
		}
		who := name(a, o)
		if o.Rating > 0 {
			who += " " + app.Itoa(int(o.Rating+0.5))
		}
		lines := []string{a.T("arena.next"), who, a.T("arena.ranked", "n", o.Place)}
		switch {
		case m.Live:
			lines[0] = a.T("arena.playing")
		case m.Sat:
			lines = append(lines, a.T("arena.sat"))
		case m.Casual != "":
			lines[2] = a.T("casual." + m.Casual)
		case o.Bot != "":
			lines[2] = a.T("arena.bot")
		}
		return lines
	case m.In && p.data.Phase == arenas.Live:
		return append([]string{a.T("arena.free")}, ui.Wrap(a.T("arena.free.text"), small.sideW-4)...)
	case m.In:
		return append([]string{a.T("arena.in")}, ui.Wrap(a.T("arena.in.text"), small.sideW-4)...)
	case m.Known:
		return append([]string{a.T("arena.paused")}, ui.Wrap(a.T("arena.paused.text"), small.sideW-4)...)
	}
	return append([]string{a.T("arena.out")}, ui.Wrap(a.T("arena.out.text"), small.sideW-4)...)
}

// drawTables draws the best tables in play.
func (p *Page) drawTables(a *app.App, g ui.Region, l layout) {
	y := l.top + l.next
	for i, t := range p.tables(a) {
		if y+4 > g.H() {
			return
		}
		x := l.side
		if view := p.views[t.Match]; view != nil && g.Rich() {
			play.GameOf(p.data.Game).Face.Mini(g, x, y, view)
			x += 10
		}
		w := l.side + l.sideW - x - 4
		for k, id := range t.Seats {
			g.TextCut(x, y+k, w, ui.Strong|ui.Bold, name(a, p.data.Row(id)))
		}
		if s := a.House.Lobby.TableSummary(t.Match); s != nil {
			g.TextCut(x, y+2, w, ui.Muted, a.Plies(s.Plies))
		}
		key := app.Itoa(i + 1)
		if g.Rich() {
			g.Keycap(l.side+l.sideW-3, y, key, "", ui.Key(key), false)
		} else {
			g.Button(l.side+l.sideW-4, y, key, ui.Key(key), false)
		}
		y += 5
	}
}

// podiumHeights has the heights of the first three.
var podiumHeights = [3]int{5, 4, 3}

// drawPodium draws the first three: the second on the left, the third on the right.
func (p *Page) drawPodium(a *app.App, g ui.Region, l layout) {
	n := min(len(p.data.Rows), 3)
	if n == 0 {
		return
	}
	w := l.sideW / 3
	foot := l.top + 10
	if l.bar > 0 {
		foot++ // under the portraits
	}
	for i := range n {
		r := &p.data.Rows[i]
		x, h := l.side+[]int{1, 0, 2}[i]*w, podiumHeights[i]
		y := foot - h
		g.TextCut(x, y-2, w-1, ui.Strong|ui.Bold, name(a, r))
		g.TextCut(x, y-1, w-1, ui.Text, a.T("arena.points", "n", r.Points))
		if g.Rich() {
			if l.bar > 0 {
				ui.Portrait(g, x, y-2-ui.IdenticonH, r.Bot, r.Name)
			}
			in := g.Sheet(ui.Rect{X: x, Y: y, W: w - 1, H: h}, ui.Panel)
			in.Strip(ui.Rect{W: w - 1, H: 1}, ui.Medals[i])
			ui.Medal(in, (w-4)/2, 1, i+1)
			continue
		}
		for row := range h {
			if row != h/2 {
				g.Text(x, y+row, ui.Muted, strings.Repeat("#", w-1))
			}
		}
		side := (w - 4) / 2
		g.Text(x, y+h/2, ui.Muted, strings.Repeat("#", side))
		g.Text(x+side+1, y+h/2, ui.Strong|ui.Bold, app.Itoa(i+1))
		g.Text(x+side+3, y+h/2, ui.Muted, strings.Repeat("#", w-4-side))
	}
}

// day returns the date of a moment in UTC.
func day(ms int64) string { return app.Day(ms)[5:] }

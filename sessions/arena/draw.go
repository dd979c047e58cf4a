package arena

import (
	"slices"
	"strconv"
	"strings"

	"arcade/lobby/arenas"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// doubled is the ground of points that count twice.
var doubled = ui.NewPaint(ui.Paint{Night: 0xffa94d, Dark: 215})

// marksMost limits a row's matches in view, the latest.
const marksMost = 6

// Draw draws the page.
func (p *Page) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, p) }

// View shows the hour, the standings, and beside or below them the visitor's next step and the best tables, or at the
// end the first three.
func (p *Page) View(a *app.App) app.View {
	standings := kit.Col(1, 0, kit.Item{Block: p.standings(a), Fill: 1})
	legend := kit.Col(0, 0,
		kit.Item{Block: kit.Legend{
			{Sign: "4", SignInk: ui.Warn | ui.Bold, Text: a.T("arena.legend.double")}, {Sign: "^^", SignInk: ui.Warn | ui.Bold, Text: a.T("arena.legend.row")},
		}},
		kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.T("arena.rule")}, Drop: 1})
	hour, side, tables := kit.Item{Block: kit.Pad{Block: p.hour(a), X: 1}}, kit.Item{}, kit.Item{}
	if p.data.Phase == arenas.Over {
		side.Block = p.podium(a)
		tables.Block = kit.Keys{}
	} else {
		side.Block = p.step(a)
		tables.Block = p.best(a)
	}
	standings.Items = append(standings.Items, kit.Item{Block: kit.Pad{Block: legend, X: 1}, Drop: 2})
	tables.Drop = 1
	return app.View{
		Place: []string{a.T("arena.place"), a.Game(p.data.Game, p.data.Options) + " " + p.data.Control}, Usual: p.usual(a),
		Body: kit.Fit{
			kit.From{W: 76, Block: kit.Col(1, 1, hour, kit.Item{Block: kit.Row(2,
				kit.Item{Block: standings, Fill: 5}, kit.Item{Block: kit.Col(1, 1, side, tables), Fill: 3}), Fill: 1})},
			kit.Col(1, 0, hour, side, kit.Item{Block: standings, Fill: 1}, tables),
		},
	}
}

// hour shows the hour as a line, the time left, and how many play.
func (p *Page) hour(a *app.App) kit.Block {
	d := p.data
	done, whole := int(min(max(d.Now-d.Start, 0), d.End-d.Start)/1000), int((d.End-d.Start)/1000)
	if d.Phase == arenas.Over {
		done = whole
	}
	text := func(ink ui.Token, s string) kit.Item {
		return kit.Item{Block: kit.Text{Ink: ink, Text: s}, Fix: ui.Width(s)}
	}
	line := kit.Col(0, 0, kit.Item{Block: kit.Bar{Part: done, Whole: whole, Ink: ui.Accent, Dot: d.Phase == arenas.Live}},
		kit.Item{Block: kit.Row(1, text(ui.Muted, day(d.Start)+" "+hour(d.Start)), kit.Item{Block: kit.Text{}, Fill: 1}, text(ui.Muted, hour(d.End)+" UTC"))})
	key := map[arenas.Phase]string{arenas.Soon: "arena.starts", arenas.Live: "arena.left", arenas.Over: "arena.over"}[d.Phase]
	left := kit.Text{Ink: ui.Strong | ui.Bold, Text: a.T(key, "t", p.left(a))}
	people := kit.Text{Ink: ui.Muted, Text: a.T("arena.people", "n", d.Players, "m", len(d.Tables))}
	if d.Phase == arenas.Over {
		people.Text = a.T("arena.played", "n", d.Played)
	}
	return kit.Fit{
		kit.Row(3, kit.Item{Block: line, Fill: 1}, kit.Item{Block: kit.Col(0, 0, kit.Item{Block: left}, kit.Item{Block: people}), Fix: max(ui.Width(left.Text), ui.Width(people.Text))}),
		kit.Col(0, 0, kit.Item{Block: line}, kit.Item{Block: kit.Row(2, kit.Item{Block: left, Fill: 1}, text(ui.Muted, people.Text))}),
	}
}

// standings returns the places: with pictures medals, and points as meters if there is room.
func (p *Page) standings(a *app.App) kit.List {
	rows := p.data.Rows
	list := p.List(a).Block([]kit.Column{
		{Head: "", W: 3, Right: true}, {Head: a.T("board.col.name"), W: 12, Name: true}, {Head: a.T("board.col.rating"), W: 4, Right: true, Drop: 3},
		{Head: a.T("arena.col.games"), W: 2*marksMost - 1, Drop: 1}, {Head: "", W: 2, Drop: 2}, {Head: a.T("arena.col.points"), W: 4, Right: true},
	}, a.T(app.If(p.data.Phase == arenas.Over, "arena.none.over", "arena.none")), func(i int) []string {
		r := &rows[i]
		return []string{app.Itoa(r.Place), name(a, r), app.TextIf(r.Rating > 0, app.Itoa(int(r.Rating+0.5))), strings.Join(marks(r), " "), streak(r), app.Itoa(r.Points)}
	})
	list.PaintW, list.Airy = 44, true
	list.Head = func(g ui.Region) {
		at := placesOf(g.W())
		g.Text(at.name, 0, ui.Faint, a.T("board.col.name"))
		g.Text(at.marks, 0, ui.Faint, a.T("arena.col.games"))
		g.TextRight(at.points, 0, ui.Faint, a.T("arena.col.points"))
	}
	list.Paint = func(g ui.Region, i int, focus bool) { p.paint(a, g, &rows[i]) }
	return list
}

// marks returns the points of a row's latest matches.
func marks(r *arenas.Row) (list []string) {
	for _, m := range r.Games[max(0, len(r.Games)-marksMost):] {
		list = append(list, app.Itoa(m))
	}
	return list
}

// streak returns the sign of wins in a row, "" for none.
func streak(r *arenas.Row) string {
	switch {
	case r.Streak > arenas.StreakAt:
		return "x2"
	case r.Streak == arenas.StreakAt:
		return "^^"
	}
	return ""
}

// places are the columns of a row that is a picture.
type places struct{ name, rating, marks, streak, bar, points int }

// The cells of such a row's parts, and the least of the meter.
const (
	nameAt, ratingCells, marksCells, streakCells, pointsCells = 7, 5, 12, 5, 5
	leastMeter                                                = 8
)

// placesOf returns the columns in w cells.
func placesOf(w int) (at places) {
	at.name, at.points = nameAt, w-2
	at.streak = at.points - pointsCells - streakCells + 1
	if meter := w - nameAt - 14 - ratingCells - marksCells - streakCells - pointsCells - 3; meter >= leastMeter {
		at.bar = at.points - pointsCells - meter
		at.streak = at.bar - streakCells
	}
	at.marks = at.streak - marksCells
	at.rating = at.marks - ratingCells
	return at
}

// paint draws a place.
func (p *Page) paint(a *app.App, g ui.Region, r *arenas.Row) {
	at, me := placesOf(g.W()), r.ID == a.Visit.Me().ID
	ink := app.If(r.In || p.data.Phase == arenas.Over || r.Bot != "", ui.Text, ui.Muted)
	if r.Place <= len(ui.Medals) {
		ink = ui.Strong | ui.Bold
	}
	if me {
		ink = ui.Accent | ui.Bold
	}
	ui.Medal(g, 2, 0, r.Place)
	g.TextCut(at.name, 0, at.rating-at.name-1, ink, name(a, r))
	if r.Rating > 0 {
		g.Text(at.rating, 0, ui.Muted, app.Itoa(int(r.Rating+0.5)))
	}
	for k, m := range marks(r) {
		g.Text(at.marks+2*k, 0, markInk(m), m)
	}
	switch sign := streak(r); sign {
	case "x2":
		g.Fill(ui.Rect{X: at.streak, W: 4, H: 1}, doubled)
		g.Text(at.streak, 0, ui.MedalInk|ui.Bold, " x2 ")
	default:
		g.Text(at.streak, 0, ui.Warn|ui.Bold, sign)
	}
	if at.bar > 0 {
		g.Meter(at.bar, 0, at.points-pointsCells-at.bar, r.Points, max(p.data.Rows[0].Points, 1), app.If(me, ui.Accent, ui.Muted))
	}
	g.TextRight(at.points, 0, ui.Strong|ui.Bold, app.Itoa(r.Points))
}

// markInk returns the ink of a match's points.
func markInk(points string) ui.Token {
	switch points {
	case "4":
		return ui.Warn | ui.Bold
	case "2":
		return ui.OK | ui.Bold
	case "1":
		return ui.Text
	}
	return ui.Muted
}

// step returns the visitor's next step.
func (p *Page) step(a *app.App) kit.Panel {
	lines := p.nextLines(a)
	panel := kit.Panel{Title: lines[0], Mine: true}
	text := kit.Col(0, 0)
	for _, line := range lines[1:] {
		text.Items = append(text.Items, kit.Item{Block: kit.Text{Text: line}})
	}
	if m := p.mine; m.Match != "" && !m.Live {
		panel.Note = a.ClockTo(m.Until)
	}
	if s := p.next(a); s.do != nil {
		text.Items = append(text.Items, kit.Item{Block: kit.Keys(a.Items("enter", s.word))})
	}
	panel.Body = text
	if o := p.data.Row(p.mine.Opponent); p.mine.Opponent != "" && o != nil {
		portrait := kit.Pad{Block: kit.Portrait(o.Bot, o.Name), Top: 1, Bottom: 1}
		panel.Body = kit.Fit{kit.From{W: 30, Block: kit.Row(2, kit.Item{Block: portrait, Drop: 1}, kit.Item{Block: text, Fill: 1})}, text}
	}
	return panel
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
		return []string{a.T("arena.free"), a.T("arena.free.text")}
	case m.In:
		return []string{a.T("arena.in"), a.T("arena.in.text")}
	case m.Known:
		return []string{a.T("arena.paused"), a.T("arena.paused.text")}
	}
	return []string{a.T("arena.out"), a.T("arena.out.text")}
}

// best returns the best tables in play, as many with their boards as have room; in a small window all have a row.
func (p *Page) best(a *app.App) kit.Block {
	var full, small []kit.Item
	for i, t := range p.tables() {
		key := ui.Key(strconv.Itoa(i + 1))
		keys := kit.Item{Block: kit.Keys{{Name: string(key), Key: key}}}
		seats := kit.Col(0, 0)
		var names []string
		for _, id := range t.Seats {
			names = append(names, name(a, p.data.Row(id)))
			seats.Items = append(seats.Items, kit.Item{Block: kit.Text{Ink: ui.Strong | ui.Bold, Text: names[len(names)-1]}})
		}
		if s := a.House.Lobby.TableSummary(t.Match); s != nil {
			seats.Items = append(seats.Items, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.Plies(s.Plies)}})
		}
		row := kit.Row(2)
		if view := p.views[t.Match]; view != nil {
			mini := kit.Picture{Size: kit.Size{W: 8, H: 4}, Art: true, Paint: func(_ kit.Look, g ui.Region) { play.GameOf(p.data.Game).Face.Mini(g, 0, 0, view) }}
			row.Items = append(row.Items, kit.Item{Block: mini})
		}
		row.Items = append(row.Items, kit.Item{Block: seats, Fill: 1}, keys)
		full = append(full, kit.Item{Block: kit.Tap{Block: row, Msg: ui.Press(key)}})
		small = append(small, kit.Item{Block: kit.Tap{Block: kit.Row(2, kit.Item{Block: kit.Text{Text: strings.Join(names, " - ")}, Fill: 1}, keys), Msg: ui.Press(key)}})
	}
	var fit kit.Fit
	for n := len(full); n >= min(2, len(full)) && n > 0; n-- {
		fit = append(fit, kit.Col(1, 1, full[:n]...))
	}
	if len(fit) == 0 {
		return kit.Keys{}
	}
	return append(fit, kit.Col(0, 0, slices.Clone(small)...))
}

// The size of the podium's places, and the rows above them.
const (
	podiumW, podiumText = 9, 2
	podiumHigh          = 5
)

// podium returns the first three: the second on the left, the third on the right.
func (p *Page) podium(a *app.App) kit.Block {
	n := min(len(p.data.Rows), 3)
	if n == 0 {
		return kit.Keys{}
	}
	h := podiumHigh + podiumText
	return kit.Picture{Size: kit.Size{W: 3 * podiumW, H: h}, More: ui.IdenticonH, Paint: func(l kit.Look, g ui.Region) {
		w, foot := g.W()/3, h
		portraits := l.Rich && g.H() >= h+ui.IdenticonH
		if portraits {
			foot += ui.IdenticonH
		}
		for i := range n {
			r := &p.data.Rows[i]
			x, y := []int{1, 0, 2}[i]*w, foot-podiumHigh+i
			g.TextCut(x, y-2, w-1, ui.Strong|ui.Bold, name(a, r))
			g.TextCut(x, y-1, w-1, ui.Text, a.T("arena.points", "n", r.Points))
			if portraits {
				ui.Portrait(g, x, y-podiumText-ui.IdenticonH, r.Bot, r.Name)
			}
			place(l, g.Sub(ui.Rect{X: x, Y: y, W: w - 1, H: foot - y}), i)
		}
	}}
}

// place draws the i-th place of the podium.
func place(l kit.Look, g ui.Region, i int) {
	w, h := g.W(), g.H()
	if l.Rich {
		in := g.Sheet(g.Rect(), ui.Panel)
		in.Strip(ui.Rect{W: w, H: 1}, ui.Medals[i])
		ui.Medal(in, (w-3)/2, 1, i+1)
		return
	}
	for y := range h {
		if y != h/2 {
			g.Text(0, y, ui.Muted, strings.Repeat("#", w))
		}
	}
	side := (w - 3) / 2
	g.Text(0, h/2, ui.Muted, strings.Repeat("#", side))
	g.Text(side+1, h/2, ui.Strong|ui.Bold, app.Itoa(i+1))
	g.Text(side+3, h/2, ui.Muted, strings.Repeat("#", w-3-side))
}

// day returns the date of a moment in UTC.
func day(ms int64) string { return app.Day(ms)[5:] }

package ladder

import (
	"strings"
	"time"

	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/paste"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// Draw draws the page.
func (p *Page) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, p) }

// View shows the rungs, and in a large window all about the one in focus beside them.
func (p *Page) View(a *app.App) app.View {
	tabs := kit.Tabs{Hit: func(i int) any { return gameHit(i) }}
	for i, name := range ladders(a) {
		if name == p.game {
			tabs.Open = i
		}
		tabs.Labels = append(tabs.Labels, a.T("game."+name)+" "+app.Itoa(len(rungsOf(a, name))))
	}
	count := kit.Text{Ink: ui.Muted, Text: a.T("ladder.count", "n", p.beaten(), "of", len(p.rungs))}
	head := kit.Item{Block: kit.Fit{
		kit.Row(2, kit.Item{Block: tabs, Fill: 1}, kit.Item{Block: count, Fix: ui.Width(count.Text) + 1}),
		kit.Col(0, 0, kit.Item{Block: tabs}, kit.Item{Block: kit.Pad{Block: count, X: 1}}),
	}}
	legend := kit.Item{Block: kit.Pad{Block: kit.Legend{
		{Sign: "●", SignInk: ui.Strong, Text: a.T("ladder.legend.dot")}, {Sign: "━━", SignInk: ui.Muted, Text: a.T("ladder.legend.band")},
		{Sign: "■", SignInk: ui.OK, Text: a.T("ladder.legend.beaten")},
	}, X: 2}, Drop: 1}
	large, list := kit.Item{Block: p.list(a), Fill: 1}, p.list(a)
	list.Detail = p.about(a)
	return app.View{Place: []string{a.T("ladder.place"), a.T("game." + p.game)}, Usual: p.usual(a), Body: kit.Fit{
		kit.From{W: 110, Block: kit.Col(1, 1, head, kit.Item{Block: kit.Row(2,
			kit.Item{Block: kit.Col(1, 0, large, legend), Fill: 5}, kit.Item{Block: kit.Sheet{Block: kit.Pad{Block: p.detail(a), X: 2, Top: 1, Bottom: 1}}, Fill: 2}), Fill: 1})},
		kit.Col(1, 0, head, kit.Item{Block: list, Fill: 1, First: true}),
	}}
}

// usual returns the usual message of the page.
func (p *Page) usual(a *app.App) string {
	switch {
	case p.beaten() == len(p.rungs):
		return a.T("ladder.msg.all")
	case p.settled():
		return a.T("ladder.msg.next", "bot", a.T("bot."+p.rungs[p.next()].Bot))
	}
	return a.T("ladder.msg.first", "bot", a.T("bot."+p.rungs[p.next()].Bot))
}

// The columns of a rung that is a picture, its rows, and the least cells of it.
const (
	faceAt, textAt = 3, 11
	rungRows       = 3
	rungWidth      = 70
)

// list returns the rungs: pictures on a scale of ratings, or texts.
func (p *Page) list(a *app.App) kit.List {
	list := p.List(a).Block([]kit.Column{
		{Head: a.T("ladder.col.bot"), W: 16}, {Head: a.T("ladder.col.rating"), W: 12, Right: true}, {Head: a.T("ladder.col.tally"), W: 16, Drop: 1}, {Head: a.T("ladder.col.beaten"), W: 22, Drop: 2},
	}, "", func(i int) []string {
		r := p.rungs[i]
		text, _ := beatenText(a, r)
		return []string{a.T("bot." + r.Bot), strength(r.Rung), tally(a, r), app.TextIf(r.Won > 0, "* ") + text}
	})
	list.PaintW, list.PaintH = rungWidth, rungRows
	list.Head = func(g ui.Region) { p.ticks(a, g, p.scaleIn(g)) }
	list.Paint = func(g ui.Region, i int, focus bool) { p.paint(a, g, p.rungs[i], focus) }
	return list
}

// about describes the rung in focus in a few rows.
func (p *Page) about(a *app.App) kit.Block {
	r := p.in()
	col := kit.Col(0, 0, kit.Item{Block: kit.Text{Ink: ui.Strong | ui.Bold, Text: a.T("bot." + r.Bot)}}, kit.Item{Block: kit.Text{Text: a.T("bot.about." + r.Bot)}})
	if p.settled() {
		col.Items = append(col.Items, kit.Item{Block: kit.Text{Text: a.T("ladder.me", "n", int(p.mine.Rating.Rating+0.5)) + ", " + a.T("ladder.win") + " " + app.Itoa(p.chance(r)) + " %"}})
	}
	col.Items = append(col.Items, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.T("ladder.measured", "n", r.Games)}})
	return col
}

// scale is the line of ratings with the rungs and the visitor.
type scale struct {
	x, w   int // in a rung
	lo, hi float64
}

// scaleIn returns a scale for every rung with its error, and for the visitor.
func (p *Page) scaleIn(g ui.Region) scale {
	x := textAt + (g.W()-textAt)*2/5
	s := scale{x: x, w: g.W() - x - 2, lo: p.rungs[0].Rating, hi: p.rungs[0].Rating}
	for _, r := range p.rungs {
		s.lo, s.hi = min(s.lo, r.Rating-r.Error), max(s.hi, r.Rating+r.Error)
	}
	if p.settled() {
		s.lo, s.hi = min(s.lo, p.mine.Rating.Rating), max(s.hi, p.mine.Rating.Rating)
	}
	room := (s.hi - s.lo) / 20
	s.lo, s.hi = s.lo-room, s.hi+room
	return s
}

// at returns the column of a rating.
func (s scale) at(rating float64) int {
	return s.x + int((rating-s.lo)/(s.hi-s.lo)*float64(s.w-1)+0.5)
}

// ticks draws the visitor's rating and some round ones above the scale.
func (p *Page) ticks(a *app.App, g ui.Region, s scale) {
	from, to := 0, 0 // taken by the visitor's
	if p.settled() {
		text := a.T("ladder.me", "n", int(p.mine.Rating.Rating+0.5))
		w := ui.Width(text)
		from = min(max(s.at(p.mine.Rating.Rating)-w/2, s.x), s.x+s.w-w)
		to = from + w
		g.Text(from, 0, ui.Accent|ui.Bold, text)
	}
	step := 10.0
	for (s.hi-s.lo)/step > float64(s.w)/10 {
		step *= 2
		if step == 40 {
			step = 50
		}
	}
	for r := float64(int(s.lo/step)+1) * step; r < s.hi; r += step {
		text := app.Itoa(int(r))
		x := s.at(r) - len(text)/2
		if x >= s.x-2 && x+len(text) <= s.x+s.w+1 && (x+len(text) < from || x > to) {
			g.Text(x, 0, ui.Muted, text)
		}
	}
}

// paint draws a rung: the bot's face, name and description, its dot and band on the scale, and the visitor's results,
// crossed by the visitor's line.
func (p *Page) paint(a *app.App, g ui.Region, r rung, focus bool) {
	s := p.scaleIn(g)
	for y := 0; p.settled() && y < g.H(); y++ {
		g.Text(s.at(p.mine.Rating.Rating), y, ui.Accent, "│")
	}
	p.face(g, faceAt, 0, r.Bot)
	g.Text(textAt, 0, app.If(focus, ui.Strong, ui.Text)|ui.Bold, a.T("bot."+r.Bot))
	for k, line := range brief(a, r.Bot, s.x-textAt-2) {
		g.Text(textAt, 1+k, ui.Muted, line)
	}
	for x := s.x; x < s.x+s.w; x++ {
		g.Text(x, 0, ui.SolidInk(ui.Track), "━")
	}
	for x := s.at(r.Rating - r.Error); x <= s.at(r.Rating+r.Error); x++ {
		g.Text(x, 0, ui.Muted, "━")
	}
	g.Text(s.at(r.Rating), 0, app.If(focus, ui.OK, ui.Strong), "●")
	text, tok := beatenText(a, r)
	right := s.x + s.w
	if focus {
		n := g.Keycap(s.x, 2, "Enter", a.T("ladder.key.play"), "enter", true)
		if ui.Width(text)+n+2 <= s.w {
			g.TextRight(right, 2, tok, text)
		}
	} else {
		if r.Won > 0 {
			g.Text(s.x, 2, tok, "■")
			g.Text(s.x+2, 2, tok, text)
		} else {
			g.Text(s.x, 2, tok, text)
		}
	}
	g.Text(s.x, 1, ui.Text, strength(r.Rung))
	g.TextRight(right, 1, ui.Muted, tally(a, r))
}

// face draws a bot's face, 6 by 3 cells.
func (p *Page) face(g ui.Region, x, y int, bot string) {
	if s := play.GameOf(p.game).Faces[bot]; s != nil {
		g.Stamp(x, y, s)
		return
	}
	g.Identicon(x, y, bot)
}

// brief returns a bot's description in two lines of at most w cells: the whole, or the clauses that fit.
func brief(a *app.App, bot string, w int) []string {
	text := a.T("bot.about." + bot)
	for {
		lines := ui.Wrap(text, w)
		end := -1
		for _, mark := range []string{". ", ", ", "; ", ": "} {
			end = max(end, strings.LastIndex(text, mark))
		}
		if len(lines) <= 2 || end < 0 {
			return lines[:min(len(lines), 2)]
		}
		text = text[:end]
	}
}

// beatenText returns whether and when the visitor has beaten a rung.
func beatenText(a *app.App, r rung) (string, ui.Token) {
	switch {
	case r.Won == 0:
		return a.T("ladder.not"), ui.Muted
	case r.Beaten == 0:
		return a.T("ladder.beaten"), ui.OK
	}
	return a.T("ladder.beaten.on", "d", paste.Date(a.Lang, time.UnixMilli(r.Beaten).UTC().Format(time.DateOnly))), ui.OK
}

// strength returns a measured rating with its error.
func strength(r games.Rung) string {
	text := app.Itoa(int(r.Rating + 0.5))
	if r.Error > 0 {
		text += " +-" + app.Itoa(int(r.Error+0.5))
	}
	return text
}

// tally returns the number of matches that the visitor won against a rung, "" before the first.
func tally(a *app.App, r rung) string {
	n := r.Won + r.Lost + r.Drawn
	if n == 0 {
		return ""
	}
	return a.T("ladder.tally", "n", r.Won, "of", n)
}

// detail returns all about the rung in focus.
func (p *Page) detail(a *app.App) kit.Block {
	r := p.in()
	text, tok := beatenText(a, r)
	item := func(ink ui.Token, s string) kit.Item { return kit.Item{Block: kit.Text{Ink: ink, Text: s}} }
	face := kit.Picture{Size: kit.Size{W: 6, H: 3}, Art: true, Paint: func(_ kit.Look, g ui.Region) { p.face(g, 0, 0, r.Bot) }}
	col := kit.Col(1, 0, kit.Item{Block: kit.Row(2, kit.Item{Block: face}, kit.Item{Block: kit.Col(0, 0,
		item(ui.Strong|ui.Bold, a.T("bot."+r.Bot)), item(ui.Text, strength(r.Rung)), item(tok, text)), Fill: 1})})
	if p.settled() {
		col.Items = append(col.Items, kit.Item{Block: kit.Col(0, 0, item(ui.Muted, a.T("ladder.win")),
			kit.Item{Block: kit.Bar{Part: p.chance(r), Whole: 100, Number: app.Itoa(p.chance(r)) + " %", Ink: ui.Accent}})})
	}
	versus := kit.Points{}
	me := a.Visit.Me().ID
	for _, m := range r.Last {
		one := kit.Point{Text: paste.Date(a.Lang, time.UnixMilli(m.Ended).UTC().Format(time.DateOnly)), Note: a.T("mt.r.lost")}
		switch {
		case m.Winner < 0:
			one.Note = a.T("mt.r.drawn")
		case m.Winner == m.SeatOf(me):
			one.Note, one.Ink = a.T("mt.r.won"), ui.OK
		}
		versus.List = append(versus.List, one)
	}
	if len(r.Last) == 0 {
		versus.List = []kit.Point{{Text: a.T("ladder.never"), Ink: ui.Muted}}
	}
	col.Items = append(col.Items,
		kit.Item{Block: kit.Col(0, 0, item(ui.Strong|ui.Bold, a.T("ladder.how")), item(ui.Text, a.T("bot.about."+r.Bot)))},
		kit.Item{Block: kit.Col(0, 0, item(ui.Strong|ui.Bold, a.T("ladder.versus")+"  "+app.Itoa(r.Won)+" : "+app.Itoa(r.Lost)), kit.Item{Block: versus}), Drop: 1},
		kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.T("ladder.measured", "n", r.Games)}, Drop: 2})
	return col
}

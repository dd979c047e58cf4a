package ladder

import (
	"strings"
	"time"

	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/paste"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// Draw draws the page.
func (p *Page) Draw(a *app.App, c *ui.Canvas) {
	g := a.Page(c, p.Commands(a), p.usual(a), a.T("ladder.place"), a.T("game."+p.game))
	switch {
	case c.Rich && ui.Full(c.W(), c.H()):
		p.drawFull(a, g.Sub(ui.Rect{X: (g.W() - 120) / 2, Y: (g.H() - 37) / 2, W: 120, H: 37}))
	case c.Rich:
		p.drawRich(a, ui.CompactBody(c))
	default:
		p.drawLines(a, g)
	}
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

// scale is the line of ratings with the rungs and the visitor.
type scale struct {
	x, w   int // on the page
	lo, hi float64
}

// scaleOf returns a scale for every rung with its error, and for the visitor.
func (p *Page) scaleOf(x, w int) scale {
	s := scale{x: x, w: w, lo: p.rungs[0].Rating, hi: p.rungs[0].Rating}
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

// ticks draws some round ratings above the scale.
func (s scale) ticks(g ui.Region, y int) {
	step := 10.0
	for (s.hi-s.lo)/step > float64(s.w)/10 {
		step *= 2
		if step == 40 {
			step = 50
		}
	}
	for r := float64(int(s.lo/step)+1) * step; r < s.hi; r += step {
		text := app.Itoa(int(r))
		if x := s.at(r) - len(text)/2; x >= s.x-2 && x+len(text) <= s.x+s.w+1 {
			g.Text(x, y, ui.Muted, text)
		}
	}
}

// rung draws a bot's dot on its band.
func (s scale) rung(g ui.Region, y int, r games.Rung, dot ui.Token) {
	for x := s.x; x < s.x+s.w; x++ {
		g.Text(x, y, ui.Ground(ui.Track), "━")
	}
	for x := s.at(r.Rating - r.Error); x <= s.at(r.Rating+r.Error); x++ {
		g.Text(x, y, ui.Muted, "━")
	}
	g.Text(s.at(r.Rating), y, dot, "●")
}

// line draws the visitor's line beside a rung, in n rows from y on.
func (p *Page) line(g ui.Region, s scale, y, n int) {
	if p.settled() {
		for k := range n {
			g.Text(s.at(p.mine.Rating.Rating), y+k, ui.Accent, "│")
		}
	}
}

// me writes the visitor's rating below its line.
func (p *Page) me(a *app.App, g ui.Region, s scale, y int) {
	if p.settled() {
		text := a.T("ladder.me", "n", int(p.mine.Rating.Rating+0.5))
		w := ui.Width(text)
		g.Text(min(max(s.at(p.mine.Rating.Rating)-w/2, s.x), s.x+s.w-w), y, ui.Accent|ui.Bold, text)
	}
}

// face draws a bot's face, 6 by 3 cells.
func (p *Page) face(g ui.Region, x, y int, bot string) {
	if s := play.GameOf(p.game).Faces[bot]; s != nil {
		g.Stamp(x, y, s)
		return
	}
	g.Identicon(x, y, bot)
}

// about returns a bot's description in two lines of at most w cells: the whole, or the clauses that fit.
func about(a *app.App, bot string, w int) []string {
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
func beatenText(a *app.App, g ui.Region, r rung) (string, ui.Token) {
	mark := app.Either(g.Rich(), "■ ", "* ")
	switch {
	case r.Won == 0:
		return a.T("ladder.not"), ui.Muted
	case r.Beaten == 0:
		return mark + a.T("ladder.beaten"), ui.OK
	}
	return mark + a.T("ladder.beaten.on", "d", paste.Date(a.Lang, time.UnixMilli(r.Beaten).UTC().Format(time.DateOnly))), ui.OK
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

// drawRich draws the compact layout on ui.LevelRich: four rows a rung.
func (p *Page) drawRich(a *app.App, g ui.Region) {
	const rows = 5
	g.Text(3, 0, ui.Muted, a.T("ladder.count", "n", p.beaten(), "of", len(p.rungs)))
	s := p.scaleOf(40, 38)
	s.ticks(g, 0)
	from, to := ui.Window(p.scroll.Focus, len(p.rungs), rows)
	for i := from; i < to; i++ {
		r, y, focused := p.rungs[i], 1+(i-from)*4, i == p.scroll.Focus
		ink := ui.Text | ui.Bold
		if focused {
			g.Fill(ui.Rect{X: 1, Y: y, W: 78, H: 3}, ui.Raised)
			g.Edge(1, y, 3, ui.Accent)
			ink = ui.Strong | ui.Bold
		}
		p.line(g, s, y, app.Either(i+1 < to, 4, 3))
		p.face(g, 4, y, r.Bot)
		g.TextCut(12, y, 26, ink, a.T("bot."+r.Bot))
		s.rung(g, y, r.Rung, app.Either(focused, ui.OK, ui.Strong))
		g.Text(40, y+1, ui.Text, strength(r.Rung))
		g.TextRight(70, y+1, ui.Muted, tally(a, r))
		text, tok := beatenText(a, g, r)
		g.Text(40, y+2, tok, text)
		for k, line := range about(a, r.Bot, 26) {
			g.Text(12, y+1+k, ui.Muted, line)
		}
		g.Hit(ui.Rect{X: 1, Y: y, W: 78, H: 3}, ui.RowHit(i))
	}
	p.me(a, g, s, 1+4*(to-from)-1)
}

// drawFull draws the full layout on ui.LevelRich: the rungs on the left, the focused one beside them.
func (p *Page) drawFull(a *app.App, g ui.Region) {
	const rows = 7
	x := 3
	for i, name := range ladders(a) {
		tok := app.Either(name == p.game, ui.Cap|ui.Bold, ui.Muted)
		label := " " + a.T("game."+name) + " " + app.Itoa(len(rungsOf(a, name))) + " "
		g.Hit(ui.Rect{X: x, Y: 0, W: ui.Width(label), H: 1}, gameHit(i))
		x += g.Text(x, 0, tok, label) + 1
	}
	g.Text(x+3, 0, ui.Muted, a.T("ladder.count", "n", p.beaten(), "of", len(p.rungs)))
	s := p.scaleOf(45, 37)
	s.ticks(g, 2)
	from, to := ui.Window(p.scroll.Focus, len(p.rungs), rows)
	for i := from; i < to; i++ {
		p.full(a, g, s, 3+(i-from)*4, i)
	}
	end := 3 + (to-from)*4
	p.me(a, g, s, end)
	y := end + 2
	x = 6
	x += g.Text(x, y, ui.Strong, "●") + 1
	x += g.Text(x, y, ui.Muted, a.T("ladder.legend.dot")) + 3
	x += g.Text(x, y, ui.Muted, "━━") + 1
	x += g.Text(x, y, ui.Muted, a.T("ladder.legend.band")) + 3
	x += g.Text(x, y, ui.OK, "■") + 1
	g.Text(x, y, ui.Muted, a.T("ladder.legend.beaten"))
	p.detail(a, g, ui.Rect{X: 86, Y: 2, W: 32, H: 32})
}

// full draws the i-th rung in three rows from y on.
func (p *Page) full(a *app.App, g ui.Region, s scale, y, i int) {
	r, focused := p.rungs[i], i == p.scroll.Focus
	ink := ui.Text | ui.Bold
	if focused {
		g.Fill(ui.Rect{X: 3, Y: y, W: 81, H: 3}, ui.Raised)
		g.Edge(3, y, 3, ui.Accent)
		ink = ui.Strong | ui.Bold
	}
	p.line(g, s, y, 4)
	p.face(g, 6, y, r.Bot)
	g.TextCut(14, y, 28, ink, a.T("bot."+r.Bot))
	for k, line := range about(a, r.Bot, 29) {
		g.Text(14, y+1+k, ui.Muted, line)
	}
	s.rung(g, y, r.Rung, app.Either(focused, ui.OK, ui.Strong))
	g.Text(45, y+1, ui.Text, strength(r.Rung))
	g.Text(60, y+1, ui.Muted, tally(a, r))
	if focused {
		g.Keycap(45, y+2, "Enter", a.T("ladder.key.play"), "enter", true)
	} else {
		text, tok := beatenText(a, g, r)
		g.Text(45, y+2, tok, text)
	}
	g.Hit(ui.Rect{X: 3, Y: y, W: 42, H: 3}, ui.RowHit(i))
}

// detail draws the facts about the rung in focus.
func (p *Page) detail(a *app.App, g ui.Region, at ui.Rect) {
	r := p.in()
	in := g.Sheet(at, ui.Panel)
	p.face(in, 3, 2, r.Bot)
	in.TextCut(11, 2, at.W-12, ui.Strong|ui.Bold, a.T("bot."+r.Bot))
	in.Text(11, 3, ui.Text, strength(r.Rung))
	text, tok := beatenText(a, in, r)
	in.TextCut(11, 4, at.W-12, tok, text)
	y := 6
	if p.settled() {
		in.Text(3, y, ui.Muted, a.T("ladder.win"))
		in.TextRight(at.W-3, y, ui.Strong|ui.Bold, app.Itoa(p.chance(r))+" %")
		in.Meter(3, y+1, at.W-6, p.chance(r), 100, ui.Accent)
		y += 3
	}
	in.HLine(3, y, at.W-6, ui.Faint)
	in.Text(3, y+1, ui.Strong|ui.Bold, a.T("ladder.how"))
	for _, line := range ui.Wrap(a.T("bot.about."+r.Bot), at.W-6) {
		in.Text(3, y+2, ui.Text, line)
		y++
	}
	y += 3
	in.HLine(3, y, at.W-6, ui.Faint)
	in.Text(3, y+1, ui.Strong|ui.Bold, a.T("ladder.versus"))
	in.TextRight(at.W-3, y+1, ui.Text, app.Itoa(r.Won)+" : "+app.Itoa(r.Lost))
	y += 3
	me := a.Visit.Me().ID
	for _, m := range r.Last {
		day := paste.Date(a.Lang, time.UnixMilli(m.Ended).UTC().Format(time.DateOnly))
		n := in.Text(3, y, ui.Muted, day)
		tok, key := ui.Text, "mt.r.lost"
		switch {
		case m.Winner < 0:
			key = "mt.r.drawn"
		case m.Winner == m.SeatOf(me):
			tok, key = ui.OK, "mt.r.won"
		}
		in.Text(3+n+2, y, tok, a.T(key))
		y++
	}
	if len(r.Last) == 0 {
		in.Text(3, y, ui.Muted, a.T("ladder.never"))
		y++
	}
	in.HLine(3, y+1, at.W-6, ui.Faint)
	for _, line := range ui.Wrap(a.T("ladder.measured", "n", r.Games), at.W-6) {
		in.Text(3, y+2, ui.Muted, line)
		y++
	}
}

// drawLines draws the page without pictures: a row a rung, and the description of the focused one.
func (p *Page) drawLines(a *app.App, g ui.Region) {
	x := 2
	for i, name := range ladders(a) {
		label := app.Either(name == p.game, "["+a.T("game."+name)+"]", " "+a.T("game."+name)+" ")
		g.Hit(ui.Rect{X: x, Y: 0, W: ui.Width(label), H: 1}, gameHit(i))
		x += g.Text(x, 0, app.Either(name == p.game, ui.Strong, ui.Muted), label) + 1
	}
	g.TextRight(g.W()-2, 0, ui.Muted, a.T("ladder.count", "n", p.beaten(), "of", len(p.rungs)))
	cols := []ui.Column{
		{X: 3, W: 16, Heading: "ladder.col.bot"}, {X: 21, W: 12, Heading: "ladder.col.rating", Right: true},
		{X: 36, W: 16, Heading: "ladder.col.tally"}, {X: 54, W: 24, Heading: "ladder.col.beaten"},
	}
	p.List(a).Draw(a, g, 2, len(p.rungs)+1, cols, func(i int) []string {
		r := p.rungs[i]
		text, _ := beatenText(a, g, r)
		return []string{a.T("bot." + r.Bot), strength(r.Rung), tally(a, r), text}
	})
	y := 5 + len(p.rungs)
	r := p.in()
	g.Text(3, y, ui.Strong, a.T("bot."+r.Bot))
	g.TextCut(3, y+1, g.W()-6, ui.Text, a.T("bot.about."+r.Bot))
	if p.settled() {
		g.Text(3, y+2, ui.Text, a.T("ladder.me", "n", int(p.mine.Rating.Rating+0.5))+"  "+a.T("ladder.win")+" "+app.Itoa(p.chance(r))+" %")
	}
	g.TextCut(3, y+3, g.W()-6, ui.Muted, a.T("ladder.measured", "n", r.Games))
}

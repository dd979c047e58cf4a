package profile

import (
	"cmp"
	"fmt"
	"slices"

	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/play/sheets"
	"arcade/sessions/ui"
)

// layout has the places of the page's parts on ui.LevelRich.
type layout struct {
	full            bool
	tabs            int // row of the games' names
	line, versus    ui.Rect
	hours, games    ui.Rect
	marks           ui.Rect
	buttons, pad, y int // row of the buttons; columns and rows that a panel keeps free
}

var compact = layout{
	tabs: 6,
	line: ui.Rect{X: 2, Y: 7, W: 46, H: 7}, versus: ui.Rect{X: 49, Y: 7, W: 29, H: 7},
	hours: ui.Rect{X: 0, Y: 15, W: 28, H: 5}, games: ui.Rect{X: 28, Y: 15, W: 24, H: 5}, marks: ui.Rect{X: 54, Y: 15, W: 26, H: 5},
	buttons: 20, pad: 2, y: 0,
}

var full = layout{
	full: true, tabs: 6,
	line: ui.Rect{X: 2, Y: 7, W: 76, H: 16}, versus: ui.Rect{X: 79, Y: 7, W: 39, H: 16},
	hours: ui.Rect{X: 2, Y: 24, W: 38, H: 10}, games: ui.Rect{X: 41, Y: 24, W: 37, H: 10}, marks: ui.Rect{X: 79, Y: 24, W: 39, H: 10},
	buttons: 35, pad: 3, y: 1,
}

// drawRich draws a profile on ui.LevelRich: a sign of the name, the course of the rating, the tally against
// each opponent, the hours, the games and the marks.
func (p *Page) drawRich(a *app.App, g ui.Region, name string) {
	at := app.Either(g.W() > ui.MinWidth, full, compact)
	p.head(a, g, name)
	if g.Folded() {
		y := 6 + p.games(a, g)
		p.statsLink(a, g, 78, y)
		p.tallies(a, g, y)
		return
	}
	var names []string
	for _, s := range p.data.Games {
		names = append(names, a.T("game."+s.Game))
	}
	x := 1 + ui.Tabs(g, 1, at.tabs, names, p.game, func(i int) any { return gameHit(i) })
	right := g.W() - 2
	if x+2+ui.Width(a.T("prof.stats")) <= right {
		p.statsLink(a, g, right, at.tabs)
	} else if short := a.T("solo.stats"); x+6+ui.Width(short) <= right {
		g.Keycap(right-4-ui.Width(short), at.tabs, "t", short, "t", false)
	}
	p.lineSheet(a, g.Sheet(at.line, ui.Panel), at)
	p.versusSheet(a, g.Sheet(at.versus, ui.Panel), at)
	panel := func(r ui.Rect) ui.Region { return g.Sub(r) }
	if at.full {
		panel = func(r ui.Rect) ui.Region { return g.Sheet(r, ui.Panel) }
	}
	p.hoursSheet(a, panel(at.hours), at)
	p.gamesSheet(a, panel(at.games), at)
	p.marksSheet(a, panel(at.marks), at)
	if p.mine(a) {
		p.buttons(a, g, at.buttons)
	}
}

// head draws the player: the name, the amount of play, and the achievements.
func (p *Page) head(a *app.App, g ui.Region, name string) {
	d, room := p.data, g.W()-14
	g.Identicon(2, 1, d.Name)
	in := g.Sub(ui.Rect{X: 12, Y: 1, W: room, H: 4})
	since := p.since(a)
	n := in.TextCut(0, 0, room, ui.Strong|ui.Bold, name)
	if n+2+ui.Width(since) <= room {
		in.TextRight(room, 0, ui.Muted, since)
	}
	total := a.T(app.Either(p.past.capped, "prof.latest", "prof.total"), "n", len(p.past.list)) + ", " + a.T("prof.days", "n", p.past.days())
	if share := p.past.share(); share >= 0 {
		total += ", " + a.T("prof.total.won", "n", share)
	}
	in.TextCut(0, 1, room, ui.Text, total)
	if p.mine(a) && len(d.Keys) > 0 && !a.House.Alone {
		in.TextCut(0, 2, room, ui.Muted, a.T("prof.key", "k", a.Visit.Key(), "n", len(d.Keys)))
	} else if d.Bot {
		in.TextCut(0, 2, room, ui.Muted, a.T("prof.isbot", "p", d.Name))
	}
	x := 0
	chip := func(text string) {
		if text != "" && x+ui.Width(text)+2 <= room {
			x += in.Chip(x, 3, text, ui.Cap) + 1
		}
	}
	chip(p.streak)
	if best := p.past.best(p.shown()); best > 0 {
		chip(a.T("game."+p.shown()) + ", " + a.T("prof.best.rating", "n", int(best+0.5)))
	}
	chip(p.purse)
	if len(p.reached) > 0 && p.reached[0].done {
		chip(p.reached[0].text)
	}
}

// statsLink draws the way to the statistics left of the column x.
func (p *Page) statsLink(a *app.App, g ui.Region, x, y int) {
	n := g.TextRight(x, y, app.Either(g.Rich(), ui.Muted, ui.Accent), a.T("prof.stats"))
	g.Hit(ui.Rect{X: x - n, Y: y, W: n, H: 1}, ui.Press("t"))
}

// lineSheet draws the course of the rating in the game in view, or for a game for one seat the standing of
// its runs.
func (p *Page) lineSheet(a *app.App, in ui.Region, at layout) {
	game := p.shown()
	x := at.pad + in.Text(at.pad, at.y, ui.Strong|ui.Bold, app.Either(play.GameOf(game).Alone(), a.T("game."+game), a.T("prof.line"))) + 1
	if play.GameOf(game).Alone() {
		for i, text := range ui.Wrap(p.runs[game], in.W()-2*at.pad) {
			if y := at.y + 2 + i; y < in.H()-3 {
				in.Text(at.pad, y, ui.Text, text)
			}
		}
		if slices.Contains(sheets.Games(a), game) {
			y := in.H() - 2
			n := in.Keycap(at.pad, y, "t", a.T("solo.stats"), "t", false)
			in.Hit(ui.Rect{X: at.pad, Y: y, W: n, H: 1}, statsHit(game))
		}
		return
	}
	if s := p.data.Games[p.game]; s.Rating.Games > 0 {
		x += in.Text(x, at.y, ui.Accent|ui.Bold, a.Rating(s.Rating.Rating.Rating, s.Rating.Provisional)) + 1
		x += in.Text(x, at.y, ui.Muted, fmt.Sprintf("+-%d", int(s.Rating.Deviation+0.5))) + 1
	}
	l := p.past.line(game, spans[p.span])
	if l.drawn() {
		x += in.Chip(x, at.y, p.change(a, l), ui.Ground(app.Either(l.change() < 0, ui.Bad, ui.OK)))
	}
	p.spanTabs(a, in, x, at)
	if !l.drawn() {
		in.TextCut(at.pad, at.y+2, in.W()-2*at.pad, ui.Muted, a.T("prof.line.none"))
		in.Fill(ui.Rect{X: at.pad, Y: at.y + 4, W: in.W() - 2*at.pad, H: in.H() - at.y - 6}, ui.Raised)
		return
	}
	top := app.Either(at.full, 3, 1)
	l.draw(a, in.Sub(ui.Rect{X: at.pad, Y: top, W: in.W() - 2*at.pad, H: in.H() - top - at.y}), app.Either(at.full, 5, 3))
}

// spanTabs draws the choices of the graph's days at the right, if there is room from x on.
func (p *Page) spanTabs(a *app.App, in ui.Region, x int, at layout) {
	var names []string
	w := 0
	for _, days := range spans {
		names = append(names, a.T("prof.span."+app.Itoa(days)))
		w += ui.Width(names[len(names)-1]) + 3
	}
	if from := in.W() - at.pad - w + 1; from > x {
		ui.Tabs(in, from, at.y, names, p.span, func(i int) any { return spanHit(i) })
	}
}

// versusSheet draws the share of wins against each opponent; the focus goes through them.
func (p *Page) versusSheet(a *app.App, in ui.Region, at layout) {
	in.TextCut(at.pad, at.y, in.W()-2*at.pad, ui.Strong|ui.Bold, p.versusTitle(a))
	top := app.Either(at.full, 3, 1)
	if len(p.versus) == 0 {
		in.TextCut(at.pad, top+1, in.W()-2*at.pad, ui.Muted, p.noOpponent(a))
		return
	}
	name, score := app.Either(at.full, 12, 11), app.Either(at.full, 10, 8)
	from, to := ui.Window(p.scroll.Focus, len(p.versus), in.H()-top-at.y)
	for i := from; i < to; i++ {
		v, y, ink := p.versus[i], top+i-from, ui.Text
		if i == p.scroll.Focus {
			in.Fill(ui.Rect{Y: y, W: in.W(), H: 1}, ui.Cap)
			in.Edge(0, y, 1, ui.Accent)
			ink = ui.Strong | ui.Bold
		}
		all := v.Won + v.Lost + v.Drawn
		in.TextCut(at.pad, y, name, ink, a.OpponentName(v))
		x := at.pad + name + 1
		in.Meter(x, y, in.W()-at.pad-score-x, v.Won, all, play.Accent(v.Game))
		in.TextRight(in.W()-at.pad, y, ui.Text, fmt.Sprintf("%d / %d", v.Won, all))
		in.Hit(ui.Rect{Y: y, W: in.W(), H: 1}, ui.RowHit(i))
	}
}

// hoursSheet draws the hours of the day in which the matches ended.
func (p *Page) hoursSheet(a *app.App, in ui.Region, at layout) {
	x := at.pad + in.Text(at.pad, at.y, ui.Strong|ui.Bold, a.T("prof.hours")) + 2
	hours, most := p.past.hours()
	top, h := app.Either(at.full, 3, 1), app.Either(at.full, 4, 3)
	for i := range 4 {
		in.Text(at.pad+6*i, top+h, ui.Muted, app.Itoa(6*i))
	}
	in.HLine(at.pad, top+h-1, 24, ui.Ground(ui.Track))
	if hours[most] == 0 {
		return
	}
	in.Text(x, at.y, ui.Muted, a.T("prof.hours.most", "n", most))
	in.Columns(at.pad, top, 1, h, hours, hours[most], ui.Info, most, ui.Accent)
}

// gamesSheet draws the number of matches of each game, the most played first.
func (p *Page) gamesSheet(a *app.App, in ui.Region, at layout) {
	x := at.pad + in.Text(at.pad, at.y, ui.Strong|ui.Bold, a.T("prof.games")) + 2
	if p.past.capped {
		in.TextCut(x, at.y, in.W()-x-1, ui.Muted, a.T("prof.latest", "n", len(p.past.list)))
	}
	counts := p.past.counts()
	list := slices.Clone(p.data.Games)
	slices.SortStableFunc(list, func(x, y lobby.GameProfile) int { return cmp.Compare(counts[y.Game], counts[x.Game]) })
	top, most := app.Either(at.full, 3, 1), counts[list[0].Game]
	for i, s := range list[:min(len(list), in.H()-top-at.y)] {
		y := top + i
		in.TextCut(at.pad, y, 11, ui.Text, a.T("game."+s.Game))
		from := at.pad + 12
		if n := counts[s.Game]; n > 0 {
			in.Bar(from, y, in.W()-from-6, n, most, play.Accent(s.Game), app.Either(at.full, ui.Raised, ui.Panel))
		} else { // empty bars below each other would look like a box
			in.HLine(from, y, in.W()-from-6, ui.Ground(ui.Track))
		}
		in.TextRight(in.W()-2, y, ui.Text, app.Itoa(counts[s.Game]))
		if slices.Contains(sheets.Games(a), s.Game) {
			in.Hit(ui.Rect{X: at.pad, Y: y, W: in.W() - 2 - at.pad, H: 1}, statsHit(s.Game))
		}
	}
}

// marksSheet draws the latest reached marks.
func (p *Page) marksSheet(a *app.App, in ui.Region, at layout) {
	pad := app.Either(at.full, at.pad, 0)
	n := reached(p.reached)
	x := pad + in.Text(pad, at.y, ui.Strong|ui.Bold, a.T("prof.marks")) + 2
	in.Text(x, at.y, ui.Muted, a.T("prof.marks.of", "n", n, "of", len(p.reached)))
	top := app.Either(at.full, 3, 1)
	for i, m := range p.reached[:min(len(p.reached), in.H()-top-at.y)] {
		y, sign, ink, tok := top+i, "■", ui.Text, ui.OK
		if m.game != "" {
			tok = play.Accent(m.game)
		}
		if !m.done { // the next ones
			sign, ink, tok = "□", ui.Muted, ui.Muted
		}
		in.Text(pad, y, tok, sign)
		room := in.W() - pad - 3
		if at.full && m.at > 0 {
			room -= in.TextRight(in.W()-pad, y, ui.Muted, a.When(m.at)) + pad + 1
		}
		in.TextCut(pad+2, y, room, ink, m.text)
	}
}

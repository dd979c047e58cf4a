package pages

import (
	"fmt"
	"slices"

	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/play/sheets"
	"arcade/sessions/ui"
	"arcade/store"
)

// drawRich draws a profile on ui.LevelRich: a sign of the name, how the rating has gone, the
// games, and the tally against each opponent.
func (p *profile) drawRich(a *app.App, g ui.Region, name string) {
	if p.rated.matches == 0 {
		p.rated.read(a, p.data) // the level has just been changed
	}
	full := g.W() > ui.MinWidth
	p.head(a, g, name, full)
	if !full {
		p.games(a, g)
		y := 6 + len(p.data.Games)
		p.statsLink(a, g, 78, y)
		p.versus(a, g, y)
		return
	}
	p.lineSheet(a, g, ui.Rect{X: 2, Y: 6, W: 70, H: 15})
	p.gameSheet(a, g, ui.Rect{X: 74, Y: 6, W: 44, H: 15})
	p.versus(a, g, 22)
	p.shares(a, g, 25)
}

// shares draws beside the tally how much was won against each opponent, in the full layout.
func (p *profile) shares(a *app.App, g ui.Region, y int) {
	from, to := ui.Window(p.scroll.Focus, len(p.data.Versus), g.H()-y-app.Either(p.mine(a), 3, 1))
	for i := from; i < to; i++ {
		v := p.data.Versus[i]
		all := v.Won + v.Lost + v.Drawn
		if all == 0 {
			continue
		}
		g.Meter(76, y+i-from, 34, v.Won, all, accentOf(v.Game))
		g.TextRight(116, y+i-from, ui.Text, fmt.Sprintf("%d %%", 100*v.Won/all))
	}
}

// head draws who the player is, and in the compact layout the line of the rating beside it.
func (p *profile) head(a *app.App, g ui.Region, name string, full bool) {
	d := p.data
	g.Identicon(2, 1, d.Name)
	room := g.W() - 14
	if !full && p.rated.drawn() && !g.Folded() {
		room = 36
		p.rated.draw(a, g.Sub(ui.Rect{X: 50, W: 28, H: 5}), 2)
	}
	in := g.Sub(ui.Rect{X: 12, Y: 1, W: room, H: 4})
	in.TextCut(0, 0, room, ui.Strong|ui.Bold, name)
	in.TextCut(0, 1, room, ui.Text, p.since(a))
	if p.mine(a) && len(d.Keys) > 0 && !a.House.Alone {
		in.TextCut(0, 2, room, ui.Muted, a.T("prof.key", "k", a.Visit.Key(), "n", len(d.Keys)))
	} else if d.Bot {
		in.TextCut(0, 2, room, ui.Muted, a.T("prof.isbot", "p", d.Name))
	}
	in.TextCut(0, 3, room, ui.Text, p.owns())
}

// statsLink draws the way to the statistics left of the column x.
func (p *profile) statsLink(a *app.App, g ui.Region, x, y int) {
	n := g.TextRight(x, y, ui.Muted, a.T("prof.stats"))
	g.Hit(ui.Rect{X: x - n, Y: y, W: n, H: 1}, ui.Press("t"))
}

// lineSheet draws how the rating has gone in the full layout.
func (p *profile) lineSheet(a *app.App, g ui.Region, r ui.Rect) {
	in := g.Sheet(r, ui.Panel)
	x := 3 + in.Text(3, 1, ui.Strong|ui.Bold, a.T("prof.line")) + 2
	if !p.rated.drawn() {
		in.Text(3, 3, ui.Muted, a.T("prof.line.none"))
		in.Fill(ui.Rect{X: 3, Y: 5, W: r.W - 6, H: r.H - 7}, ui.Raised)
		return
	}
	x += in.Text(x, 1, accentOf(p.rated.game)|ui.Bold, a.T("game."+p.rated.game)) + 2
	for _, s := range p.data.Games {
		if s.Game == p.rated.game {
			x += in.Text(x, 1, ui.Strong|ui.Bold, a.Rating(s.Rating.Rating.Rating, s.Rating.Provisional)) + 1
			x += in.Text(x, 1, ui.Muted, fmt.Sprintf("+-%d", int(s.Rating.Deviation+0.5))) + 2
		}
	}
	change := int(p.rated.values[len(p.rated.values)-1]+0.5) - int(p.rated.values[0]+0.5)
	in.Chip(x, 1, app.Signed(change), ui.Ground(app.Either(change < 0, ui.Bad, ui.OK)))
	in.TextRight(r.W-3, 1, ui.Muted, a.T("prof.line.games", "n", len(p.rated.values)))
	p.rated.draw(a, in.Sub(ui.Rect{X: 3, Y: 3, W: r.W - 6, H: r.H - 4}), 5)
}

// gameSheet draws the games in the full layout, two text rows each.
func (p *profile) gameSheet(a *app.App, g ui.Region, r ui.Rect) {
	in := g.Sheet(r, ui.Panel)
	in.Text(3, 1, ui.Strong|ui.Bold, a.T("prof.games"))
	p.statsLink(a, in, r.W-3, 1)
	for i, s := range firstOf(p.data.Games, (r.H-3)/2) {
		y := 2 + 2*i
		in.Text(3, y, accentOf(s.Game), "■")
		in.Text(5, y, ui.Text|ui.Bold, a.T("game."+s.Game))
		if slices.Contains(sheets.Games(a), s.Game) {
			in.Hit(ui.Rect{X: 1, Y: y, W: r.W - 2, H: 2}, statsHit(s.Game))
		}
		if play.GameOf(s.Game).Alone() {
			in.TextCut(5, y+1, r.W-8, ui.Muted, p.runs[s.Game])
			continue
		}
		if s.Rating.Games > 0 {
			in.TextRight(r.W-3, y, ui.Strong|ui.Bold, a.Rating(s.Rating.Rating.Rating, s.Rating.Provisional))
		}
		p.tally(a, in, 5, y+1, r.W-8, s.Tally, accentOf(s.Game))
	}
}

// tally draws how many matches were won of how many, and as a meter.
func (p *profile) tally(a *app.App, g ui.Region, x, y, w int, t store.Tally, tok ui.Token) {
	text := fmt.Sprintf("%s %d  %s %d  %s %d", a.T("prof.col.won"), t.Won, a.T("prof.col.lost"), t.Lost, a.T("prof.col.drawn"), t.Drawn)
	n := g.TextCut(x, y, w, ui.Muted, text)
	if all := t.Won + t.Lost + t.Drawn; all > 0 && w-n-2 >= 6 {
		g.Meter(x+n+2, y, w-n-2, t.Won, all, tok)
	}
}

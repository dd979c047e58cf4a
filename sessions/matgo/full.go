package matgo

import (
	"slices"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/matgo/captures"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/matgo/round"
	"arcade/sessions/matgo/tell"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// Positions in the full layout, in rows and columns of its 120 by 37 cells.
const (
	fullTableW  = 88
	fullFloorY  = 5
	fullFloorH  = 15
	fullOwnY    = 20
	fullHandY   = 28
	fullLegendY = 35
)

// drawFull draws the layout of 120x40: larger cards, captures as cards, a log.
func (v *gameView) drawFull(a *app.App, g ui.Region, s *play.Scene, f *tell.Frame) {
	me := ownSeat(s)
	t := g.Sub(ui.Rect{W: fullTableW, H: g.H()})
	v.status(a, t.Sub(ui.Rect{X: 1, W: fullTableW - 1, H: 1}), 0, s, f.View, 1-me)
	v.capturedCards(a, t, 1, f.View.Sides[1-me], f.Lit)
	v.floorTitle(a, t, fullFloorY, s, f)
	v.fullFloor(a, t, s, f)
	v.ownTitle(a, t, fullOwnY, s, f.View)
	v.status(a, t.Sub(ui.Rect{X: 1, Y: fullOwnY + 1, W: fullTableW - 1, H: 1}), 0, s, f.View, me)
	v.capturedCards(a, t, fullOwnY+2, f.View.Sides[me], f.Lit)
	v.fullHand(a, t, s, f.View)
	t.Text(2, fullLegendY, ui.Muted, a.T(app.Either(a.Set.NoHints, "mg.legend.tags", "mg.legend.full")))
	t.HLine(0, fullLegendY+1, fullTableW, ui.Muted)
	g.VLine(fullTableW, 0, g.H(), ui.Muted)
	v.fullPanel(a, g, s, f.View)
	v.Over(a, g.Sub(ui.Rect{X: 16, Y: fullFloorY + 2, W: tableW, H: floorH}), f)
}

// groupX has the columns of the four groups of captured cards.
var groupX = [4]int{2, 24, 46, 66}

// capturedCards draws a seat's captures as cards under the counts.
func (v *gameView) capturedCards(a *app.App, g ui.Region, y int, d matgo.Side, lit matgo.Set) {
	kwang, yeol, tti, pi := captures.Heads(a, d)
	c := d.Captured
	for i, group := range []struct {
		head string
		list []matgo.Card
	}{{kwang, c.Kwang}, {yeol, c.Yeol}, {tti, c.Tti}, {pi, c.Pi}} {
		x, head, list := groupX[i], group.head, group.list
		room := fullTableW - 1 - x
		if i < 3 {
			room = groupX[i+1] - 1 - x
		}
		pace := hwatu.Width
		if n := len(list); n*hwatu.Width > room { // they overlap
			pace = 3
		}
		fits := min(len(list), 1+max(room-hwatu.Width, 0)/pace)
		if more := len(list) - fits; more > 0 {
			head += "  " + a.T("mg.more", "n", more)
		} else if i == 3 {
			head = captures.PiText(a, head, d, 20)
		}
		if slices.ContainsFunc(list, lit.Has) {
			g.Text(x-1, y, ui.Focus, ">")
		}
		g.TextCut(x, y, room, ui.Text, head)
		shown := list[len(list)-fits:] // keep the end of the list: bonus cards are worth most
		for k, card := range shown {
			at := x + pace*k
			g.Fill(ui.Rect{X: at, Y: y + 1, W: hwatu.Width, H: 3}, ui.Text)
			hwatu.DrawLow(a, g, at, y+1, card, hwatu.Look{Lit: lit.Has(card)})
		}
	}
}

// fullFloor draws the months and the stock with larger cards.
func (v *gameView) fullFloor(a *app.App, g ui.Region, s *play.Scene, f *tell.Frame) {
	for m := 1; m <= 12; m++ {
		x, y := 2+13*((m-1)%6), fullFloorY+2+6*((m-1)/6)
		list := pile(f.View, m)
		if len(list) == 0 {
			g.Text(x+(hwatu.BigWidth-ui.Width(a.T("mg.month", "m", m)))/2, y+2, ui.Muted, a.T("mg.month", "m", m))
			continue
		}
		hwatu.DrawBigPile(a, g, x, y, list, func(i int) hwatu.Look { return v.look(s, f, list[i]) })
		for i, c := range list {
			w, at := 3, x+3+3*i
			if i == 0 {
				w, at = hwatu.BigWidth, x
			}
			g.Hit(ui.Rect{X: at, Y: y, W: w, H: hwatu.BigHeight}, floorHit(c))
		}
	}
	v.stock(a, g, f, ui.Rect{X: 80, Y: fullFloorY + 5, W: 6, H: 5}, fullFloorY+2)
}

// fullHand draws the hand with larger cards, the focused one a row higher.
func (v *gameView) fullHand(a *app.App, g ui.Region, s *play.Scene, view *matgo.View) {
	seat := ownSeat(s)
	cards := view.Hands[seat]
	if cards == nil {
		for i := range view.HandCounts[seat] {
			hwatu.DrawBack(g, ui.Rect{X: 2 + 8*i, Y: fullHandY + 1, W: hwatu.BigWidth, H: hwatu.BigHeight})
		}
		return
	}
	for i, c := range cards {
		x, y := 2+8*i, fullHandY+1
		lit := v.lit(s, view, i)
		if lit {
			y--
		}
		hwatu.DrawBig(a, g, x, y, c, hwatu.Look{Lit: lit})
		if active(s) {
			g.Hit(ui.Rect{X: x, Y: fullHandY, W: 8, H: 7}, handHit(i))
			v.number(a, g, x+1, fullHandY+6, s, view, cards, i)
		}
	}
	if view.LastCard && active(s) && len(cards) <= 1 {
		g.Text(12, fullHandY+6, ui.Warn, a.T("mg.last"))
	}
}

// fullPanel draws the facts on the right with the log and the possible takings of the hand.
func (v *gameView) fullPanel(a *app.App, g ui.Region, s *play.Scene, view *matgo.View) {
	p := g.Sub(ui.Rect{X: fullTableW + 1, W: g.W() - fullTableW - 1, H: g.H()})
	if s.Review != nil {
		drawReview(a, p, s, view)
		return
	}
	me := ownSeat(s)
	d, foe := view.Sides[me], view.Sides[1-me]
	const rule1, rule2, rule3, rule4 = 6, 16, 20, 31
	for _, y := range []int{rule1, rule2, rule3, rule4, 36} {
		p.HLine(0, y, p.W(), ui.Muted)
	}
	v.score(a, p, s, view)
	v.distance(a, p, 5, s, view)
	v.sets(a, p, rule1+1, 6, s, view)
	w := p.W()
	for i, row := range []struct {
		key          string
		mine, theirs string
	}{
		{"mg.yeol", app.Itoa(len(d.Captured.Yeol)) + "/5", app.Itoa(len(foe.Captured.Yeol)) + "/5"},
		{"mg.tti", app.Itoa(len(d.Captured.Tti)) + "/5", app.Itoa(len(foe.Captured.Tti)) + "/5"},
		{"mg.pi", app.Itoa(d.PiCount) + "/10", app.Itoa(foe.PiCount) + "/10"},
	} {
		y := rule1 + 7 + i
		p.Text(2, y, ui.Text, a.T(row.key))
		p.TextRight(w-7, y, ui.Text, row.mine)
		p.TextRight(w-1, y, ui.Text, row.theirs)
	}
	if !roundOver(s, view) {
		p.Text(1, rule2+1, ui.Muted, a.T("mg.bak.risk"))
		v.risk(a, p, rule2+2, s, view, me)
		v.risk(a, p, rule2+3, s, view, 1-me)
	}
	if v.opening(s, view) {
		v.openingPanel(a, p.Sub(ui.Rect{Y: rule3 + 1, W: w, H: 36 - (rule3 + 1)}), s, view)
		return
	}
	p.Text(1, rule3+1, ui.Muted, a.T("mg.log"))
	y := rule3 + 2
	for i := len(s.Plies) - 1; i >= 0 && y < rule4; i-- {
		first, more := tell.PlyText(a, s, s.Plies[i])
		tok := app.Either(i == len(s.Plies)-1, ui.Strong, ui.Text)
		p.TextCut(2, y, w-3, tok, app.Itoa(i+1)+" "+round.SeatTag(a, s, s.Plies[i].Seat)+" "+first)
		y++
		for _, text := range more {
			if y < rule4 {
				p.TextCut(4, y, w-5, ui.Muted, text)
				y++
			}
		}
	}
	v.takeable(a, p, rule4+1, 36, s, view)
}

// takeable lists the possible taking of each card of the hand.
func (v *gameView) takeable(a *app.App, p ui.Region, y, end int, s *play.Scene, view *matgo.View) {
	if s.You == games.Nobody || s.Replay || a.Set.NoHints {
		if n := len(s.Chat); n > 0 {
			for i, l := range s.Chat[max(0, n-(end-y)):] {
				p.TextCut(1, y+i, p.W()-2, ui.Info, a.PersonName(l.From)+": "+a.Spoken(l))
			}
		}
		return
	}
	p.Text(1, y, ui.Muted, a.T("mg.takeable"))
	y++
	for _, c := range view.Hands[s.You] {
		on := onFloor(view, c.Month())
		if len(on) == 0 || y >= end {
			continue
		}
		took := round.Takings(on)
		text := ""
		all := append([]matgo.Card{c}, took...)
		if gains := round.Gains(a, view.Sides[s.You], all); len(gains) > 0 {
			for _, x := range gains {
				text += "  " + x.Name + " +" + app.Itoa(x.Points)
			}
		} else if n := round.PiWorth(all); n > 0 {
			text += "  " + a.T("mg.hint.pi", "n", n)
		}
		p.TextCut(2, y, p.W()-3, ui.Text, round.Taking(a, c, took, p.W()-3-ui.Width(text))+text)
		y++
	}
}

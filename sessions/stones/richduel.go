package stones

import (
	"time"

	"arcade/games"
	"arcade/games/stones"
	"arcade/games/stones/duel"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/play/seats"
	"arcade/sessions/ui"
)

// coatInks has the colours of the two coats beside the names.
var coatInks = [2]ui.Token{
	ui.NewPaint(ui.Paint{Night: 0xf3f3f3, Day: 0x5f594d, Dark: 255, Light: 240}),
	ui.NewPaint(ui.Paint{Night: 0xff7a7a, Day: 0xb3261e, Dark: 210, Light: 124}),
}

// drawRich draws the two runs on one river, below it a row for each of the two, and the choices of the
// viewer's own run, or the rolls face down while the other player has to choose.
func (v *duelView) drawRich(a *app.App, sp space, s *play.Scene, view duel.View, cells [2]int, left time.Duration) {
	who, run := look(s, view)
	see := crossing{rewards: run.Rewards, percents: !a.Set.NoHints && left == 0}
	for _, seat := range []games.Seat{who, 1 - who} {
		w := walker{cell: cells[seat], coat: coats[seat], air: left > 0 && cells[seat] != view.Runs[seat].Cell}
		if cells[0] == cells[1] {
			w.side = 4*int(seat) - 2
		}
		see.walkers = append(see.walkers, w)
	}
	one := alone(s, run)
	list := outlooks(run)
	if o := list[v.one.at]; o != nil && picking(one, run) && !watched(s) && left == 0 {
		see.odds = o.Landing
	}
	sp.draw(a, sp.g, &see)
	top := sp.h
	if sp.full {
		top++
	}
	for seat := range view.Runs {
		v.seatRich(a, sp, s, view, games.Seat(seat), left > 0, top+seat)
	}
	sp.top = top + 2
	if sp.full {
		sp.top++
	}
	switch {
	case !picking(one, run):
	case s.You != games.Nobody && !s.Replay && !s.Mine():
		v.faceDown(a, sp, view)
	default:
		v.one.cards(a, sp, one, run, list)
	}
	if sp.full && !s.Replay {
		sp.g.Text(sp.margin+2, 34, ui.Muted, a.T("sd.same"))
	}
}

// seatRich draws a seat's row: the player, the run's cell and its stone's reward, the picks left, and the
// seat's present action.
func (v *duelView) seatRich(a *app.App, sp space, s *play.Scene, view duel.View, seat games.Seat, moving bool, y int) {
	run := view.Runs[seat]
	line := seats.Line{Mark: "●", Ink: coatInks[seat], Count: -1}
	w := sp.g.W() - 2*sp.margin
	seats.Draw(a, sp.g, s, seat, line, ui.Rect{X: sp.margin, W: w}, y)
	if sp.slim() {
		gradeChip(a, sp.g, w-11, y, run.Rewards[run.Cell])
		sp.g.TextRight(w-12, y, ui.Text, app.Itoa(run.Cell))
		return
	}
	at := sp.g.Sub(ui.Rect{X: sp.margin, Y: y, W: w, H: 1})
	x := 24
	if sp.full {
		x = 40
	}
	at.Text(x, 0, ui.Text, a.T("st.rich.cell", "n", run.Cell))
	gradeChip(a, at, x+8, 0, run.Rewards[run.Cell])
	drawPicks(at, x+13, 0, run.Left)
	text, ink := "", ui.Muted
	switch {
	case run.Over:
		text, ink = a.T("sd.rich.over"), ui.Strong
	case moving:
		text, ink = a.T("sd.rolling"), ui.Text
	case view.Chosen > 0 && view.ToAct != seat:
		text, ink = a.Short("sd.said.chosen", "c", int(view.Chosen)), ui.OK
	case view.ToAct == seat && s.Result == nil:
		text, ink = a.T("sd.rich.choosing"), ui.Text
	}
	at.TextCut(x+30, 0, w-x-30-1-seats.ClockWidth(a, s, seat), ink, text)
}

// faceDown draws the rolls of the three choices, which stay hidden until both players have chosen.
func (v *duelView) faceDown(a *app.App, sp space, view duel.View) {
	r := ui.Rect{X: sp.margin, Y: sp.top + 1, W: sp.g.W() - 2*sp.margin, H: 3}
	in := sp.g.Sheet(r, ui.Panel)
	if sp.slim() {
		for c := stones.Choice(1); c <= stones.Choices; c++ {
			x := 2 + 15*(int(c)-1)
			x += in.Text(x, 1, ui.Muted, choiceName(a, c)) + 1
			in.Chip(x, 1, "?", ui.Cap)
		}
		return
	}
	in.Text(2, 1, ui.Strong|ui.Bold, a.T("sd.rich.same"))
	for c := stones.Choice(1); c <= stones.Choices; c++ {
		x := 18 + 12*(int(c)-1)
		x += in.Text(x, 1, ui.Muted, choiceName(a, c)) + 1
		in.Chip(x, 1, " ? ", ui.Cap)
	}
	in.TextRight(r.W-2, 1, ui.Text, a.T("sd.rich.opens"))
	if !sp.full {
		sp.g.TextCut(sp.margin+2, r.Y+r.H+1, r.W-4, ui.Muted, a.T("sd.same"))
	}
}

package klondike

import (
	"fmt"

	"arcade/games/klondike"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// DrawNarrow draws the game in 48 columns: a row of facts, and below it cards of six columns. A covered
// open card shows three rows while all have room, then two, then one.
func (v *gameView) DrawNarrow(a *app.App, g ui.Region, s *play.Scene) bool {
	view, ok := s.View.(klondike.View)
	if !ok || !g.Rich() {
		return false
	}
	t := drawing{layout: small, v: v, a: a, g: g, s: s, view: view, goal: -1, landed: -1}
	t.mark()
	p := picturing{drawing: &t, at: richLayout{
		felt: ui.Rect{Y: 1, W: g.W(), H: g.H() - 1}, step: 7, w: 6, top: 1, h: 3, numbers: 4, tab: 5, rows: g.H() - 6,
	}}
	p.felt()
	p.seen = 1
	for seen := 3; seen > 1; seen-- {
		if p.allFit(seen) {
			p.seen = seen
			break
		}
	}
	p.table()
	p.fly()
	x := 1 + g.Text(1, 0, ui.Strong|ui.Bold, app.Took(s.Elapsed()))
	x += 2 + g.Text(x+2, 0, ui.Text, a.T("kl.side.moves", "n", moveCount(s, view)))
	g.TextCut(x+2, 0, g.W()-x-2-7, ui.Muted, a.T("kl.score")+" "+app.Itoa(view.Score))
	g.TextRight(g.W()-1, 0, ui.Muted, fmt.Sprintf("%d/%d", atHome(view), klondike.Cards))
	return true
}

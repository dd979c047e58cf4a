package klondike

import (
	"cmp"

	"arcade/games/klondike"
	"arcade/sessions/app"
	"arcade/sessions/klondike/cards"
	"arcade/sessions/klondike/pages"
	"arcade/sessions/ui"
)

// side draws the facts beside the felt: time, moves, progress, the ghost, the deal, and keys.
func (p *picturing) side() {
	if !p.big {
		p.sideSmall()
		return
	}
	const x, w, first, second, gap = 88, 30, 11, 8, 1
	y := p.at.felt.Y
	a, view := p.a, p.view
	in := p.g.Sheet(ui.Rect{X: x, Y: y, W: w, H: first}, ui.Panel).Sub(ui.Rect{X: 3, W: w - 6, H: first})
	p.clock(in, 1)
	in.Text(0, 5, ui.Text, a.T("kl.side.moves", "n", moveCount(p.s, view)))
	in.TextRight(in.W(), 5, ui.Muted, a.T("kl.side.undos", "n", view.Undos))
	in.Text(0, 6, ui.Muted, a.T("kl.score"))
	in.TextRight(in.W(), 6, ui.Strong|ui.Bold, app.Itoa(view.Score))
	in.Text(0, 8, ui.Muted, a.T("kl.side.home", "n", atHome(view)))
	in.Bar(0, 9, in.W(), atHome(view), klondike.Cards, cards.Face.Accent, ui.Track)

	y += first + gap
	in = p.g.Sheet(ui.Rect{X: x, Y: y, W: w, H: second}, ui.Panel).Sub(ui.Rect{X: 3, Y: 1, W: w - 6, H: second - 2})
	p.dealFacts(in, in.W(), true)

	y += second + gap
	h := p.at.felt.Y + p.at.felt.H - y
	in = p.g.Sheet(ui.Rect{X: x, Y: y, W: w, H: h}, ui.Panel).Sub(ui.Rect{X: 3, Y: 1, W: w - 6, H: h - 2})
	if p.Playing() {
		p.caps(in)
		return
	}
	in.Text(0, 0, ui.Strong|ui.Bold, a.T("kl.log"))
	p.plies(in.Sub(ui.Rect{Y: 1, W: in.W(), H: in.H() - 1}), false)
}

// sideSmall is side at 80x24: one column on the page. Its numbers end with the top bar.
func (p *picturing) sideSmall() {
	const x, w, right, facts = 65, 15, 13, 12
	a, view := p.a, p.view
	in := p.g.Sub(ui.Rect{X: x, W: w, H: p.at.felt.H})
	p.clock(in, 1)
	in.Text(0, 5, ui.Text, a.T("kl.side.moves", "n", moveCount(p.s, view)))
	in.Text(0, 6, ui.Muted, a.T("kl.side.undos", "n", view.Undos))
	in.Text(0, 7, ui.Muted, a.T("kl.score"))
	in.TextRight(right, 7, ui.Strong|ui.Bold, app.Itoa(view.Score))
	in.Text(0, 9, ui.Muted, a.T("kl.side.of", "n", atHome(view)))
	in.Bar(0, 10, right, atHome(view), klondike.Cards, cards.Face.Accent, ui.Track)
	rest := in.Sub(ui.Rect{Y: facts, W: w, H: in.H() - facts})
	y := p.dealFacts(rest, right, false)
	if !p.Playing() {
		p.plies(rest.Sub(ui.Rect{Y: y + 1, W: w, H: rest.H() - y - 1}), true)
		return
	}
	if !view.Stuck {
		rest.Keycap(0, y+1, "i", a.T("kl.k.hint"), "i", false)
	}
	rest.Text(0, rest.H()-1, ui.Muted, a.T("kl.side.stock", "n", view.StockCount))
}

// clock draws the time in pixels, or in text if there is no room.
func (p *picturing) clock(g ui.Region, y int) {
	text := app.Took(p.s.Elapsed())
	switch {
	case ui.LettersWidth(text, 1) <= g.W():
		g.Letters(0, y, text, 1, ui.White)
	case len(text) == len("12:34"): // two free columns fewer
		x := g.Letters(0, y, text[:2], 1, ui.White)
		x += g.Letters(x, y, text[2:3], 1, ui.White)
		g.Letters(x, y, text[3:], 1, ui.White)
	default:
		g.Text(0, y+1, ui.Strong|ui.Bold, text)
	}
}

// dealFacts draws the facts about the deal: the ghost, its ids, whether it can be won, its rules. Lines end
// at the column right, except a longer status. It returns the row below.
func (p *picturing) dealFacts(g ui.Region, right int, roomy bool) (y int) {
	a := p.a
	if ghost := p.v.ghost(a, p.s); ghost != nil {
		g.Text(0, y, ui.Strong|ui.Bold, ui.Cut(ghostName(a, ghost), right-4))
		if len(p.s.Plies) > 0 && p.s.Result == nil {
			g.TextRight(right, y, ui.Strong|ui.Bold, app.Signed(lead(p.s, p.view, ghost)))
		}
		g.Text(0, y+1, ui.Info, ui.Cut(pages.MovesAndTime(a, ghost.Moves, ghost.Time), g.W()))
		y += 2
	}
	if p.view.Stuck {
		g.Text(0, y, ui.Warn, a.T("kl.stuck.mark"))
		y++
	} else if p.s.Deal.Status != "" {
		g.Text(0, y, ui.Text, pages.DealStatus(a, p.s.Deal))
		if roomy && p.s.Deal.Moves > 0 {
			g.TextRight(right, y, ui.Text, a.T("kl.st.moves", "n", p.s.Deal.Moves))
		}
		y++
	}
	if variant := variant(a, p.view.Rules); variant != "" {
		g.Text(0, y, ui.Muted, variant)
		y++
	}
	w := g.Chip(0, y, "c", ui.Cap)
	g.TextCut(w+1, y, right-w-1, ui.Muted, cmp.Or(p.view.DealID, a.T("kl.ids.secret")))
	g.Hit(ui.Rect{Y: y, W: g.W(), H: 1}, ui.Press("c"))
	if roomy && p.view.LayoutID != "" {
		y++
		g.TextCut(w+1, y, right-w-1, ui.Muted, p.view.LayoutID)
	}
	return y + 1
}

// plies draws the last plies, the newest first.
func (p *picturing) plies(g ui.Region, short bool) {
	for y := range min(g.H(), len(p.s.Plies)) {
		i := len(p.s.Plies) - 1 - y
		text := plyText(p.a, p.s.Plies[i], short)
		if !short {
			text = ui.PadLeft(app.Itoa(i+1), 3) + "  " + text
		}
		g.TextCut(0, y, g.W(), ui.Muted, text)
	}
}

// caps draws the most important keys on caps, two rows apart.
func (p *picturing) caps(g ui.Region) {
	stock := p.view.StockCount > 0 || len(p.view.Waste) > 0 && p.view.RedealsLeft != 0
	for i, k := range [...]struct {
		key         ui.Key
		name, label string
		works       bool
	}{
		{"space", "Space", "kl.k.draw", stock}, {"f", "f", "kl.k.home", true}, {"a", "a", autoKey(p.view), freely(p.view) != ""},
		{"i", "i", "kl.k.hint", !p.view.Stuck}, {"u", "u", "kl.k.undo", p.view.CanUndo}, {"n", "n", "kl.k.new", true},
	} {
		y := 2 * i
		if k.works {
			g.Chip(0, y, k.name, ui.Cap)
		} else {
			g.Text(1, y, ui.Faint, k.name)
		}
		g.Text(9, y, app.Either(k.works, ui.Text, ui.Faint), p.a.T(k.label))
		g.Hit(ui.Rect{Y: y, W: g.W(), H: 1}, ui.Press(k.key))
	}
}

package yut

import (
	"arcade/games"
	"arcade/games/yut"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/sessions/yut/board"
)

// Below the board of a narrow screen the mat has the left columns and the hand the right ones, if there are
// so many rows.
const (
	narrowSplit = 30
	narrowRows  = matRows + 2
)

// DrawNarrow draws the run in 48 columns: the board as at 80x24, and below it the sticks, their throw, the
// hand and the relics. A choice has the place of the board.
func (v *gameView) DrawNarrow(a *app.App, g ui.Region, s *play.Scene) bool {
	view, ok := s.View.(yut.View)
	if !ok || !g.Rich() {
		return false
	}
	p := board.SmallPicture
	top := g.Sub(ui.Rect{W: g.W(), H: p.H})
	asked := s.You != games.Nobody && s.Result == nil && !s.Replay
	k := column{v: v, a: a, s: s, view: view, asked: asked}
	switch {
	case asked && view.Ask == yut.AskStick && s.Unrest(a, v) == 0:
		k.offer(top)
	case asked && view.Ask == yut.AskRelic && s.Unrest(a, v) == 0:
		k.reward(top)
	default:
		on := top.Sub(ui.Rect{W: p.W, H: p.H})
		p.Draw(a, on, v.board(a, s, view))
		if s.Replay { // the slider stands below
			g.Fill(ui.Rect{Y: p.H - 1, W: g.W(), H: 1}, ui.Page)
		}
		if since := s.SinceMove(); thrown(s) && s.Unrest(a, v) > 0 && since >= a.Paced(fallPace) {
			callOut(a, on, view)
		}
	}
	below := g.Sub(ui.Rect{Y: p.H, W: g.W(), H: g.H() - p.H})
	if below.H() < narrowRows {
		k.narrowFew(below)
		return true
	}
	k.narrowBelow(below)
	return true
}

// narrowBelow draws the part below the board with the mat.
func (k *column) narrowBelow(g ui.Region) {
	in := g.Sheet(g.Rect(), ui.Panel)
	k.mat(in, ui.Rect{W: 28, H: matRows})
	if k.v.roll != nil {
		k.rolling(in, 0, matRows, 28)
	} else {
		for i, st := range k.view.Sticks {
			k.side(in, 1+7*i, matRows, 7, i, st)
		}
	}
	k.odds(in, 1, matRows+1)
	x, w := narrowSplit, g.W()-narrowSplit-1
	k.throwsLeft(in, 0, x+w)
	k.pieces(in, 1, x, 0, 2)
	k.pieces(in, 2, x, 2, 3)
	rows := k.hand(in, ui.Rect{X: x, Y: 3, W: w, H: 4})
	k.next(in, x, 3+rows, w)
	if room := g.H() - narrowRows; room > 7 {
		k.relics(in, ui.Rect{X: 2, Y: narrowRows + 1, W: g.W() - 3, H: room - 1}, g.W()-13)
		return
	}
	for i, have := range k.view.Relics {
		if y := max(8, 5+rows) + i; y < narrowRows {
			in.TextCut(x, y, w, board.RelicInk, relic(k.a, have.ID))
		}
	}
	if len(k.view.Relics) == 0 {
		lines := ui.Wrap(k.a.T("yt.norelics.why"), w)
		for i, line := range lines {
			in.Text(x, narrowRows-len(lines)+i, ui.Muted, line)
		}
	}
}

// narrowFew draws the part below the board on the smallest narrow screens, without the mat.
func (k *column) narrowFew(g ui.Region) {
	in := g.Sheet(g.Rect(), ui.Panel)
	if k.v.roll != nil {
		k.rolling(in, 1, 0, g.W()-2)
	} else {
		for i, st := range k.view.Sticks {
			k.side(in, 1+11*i, 0, 11, i, st)
		}
	}
	k.odds(in, 1, 1)
	k.counts(in, 2, 1, g.W()-1)
	rows := k.hand(in, ui.Rect{X: 1, Y: 3, W: g.W() - 2, H: 1})
	k.next(in, 1, 3+rows, g.W()-2)
	x := 1
	for _, have := range k.view.Relics {
		x += in.TextCut(x, 6, g.W()-1-x, board.RelicInk, relic(k.a, have.ID)) + 2
	}
}

// DrawNarrow draws the end of a run in 48 columns: the word on wood, the result, the relics, and the texts
// to send.
func (o *runOver) DrawNarrow(a *app.App, g ui.Region) bool {
	view, ok := o.t.Snap.View.(yut.View)
	if !ok || !g.Rich() {
		return false
	}
	w := g.W() - 2
	wood := board.Woodgrain(w, 8, false)
	word := a.T("yt.end.word")
	rows := board.BigWords[word]
	board.Word(wood, 3, 1+(15-len(rows))/2, word, board.EndInk)
	g.Show(1, 0, wood)
	y := 9
	put := func(ink ui.Token, text string, room int) {
		for _, line := range ui.Wrap(text, room) {
			if y < g.H() {
				g.Text(1, y, ink, line)
			}
			y++
		}
	}
	put(ui.Strong|ui.Bold, a.T("yt.over.head", "t", view.Turn, "n", view.Throws), w)
	put(ui.Muted, o.counts, w)
	y++
	k := column{a: a}
	for _, have := range view.Relics {
		k.relic(g, 1, y, w-9, have.ID)
		y += 3
	}
	for _, t := range o.texts(a) {
		y++
		if y >= g.H() {
			break
		}
		label := a.T(t.label)
		g.Keycap(w-ui.Width(label)-3, y, string(t.key), label, t.key, false)
		put(ui.Strong|ui.Bold, t.lines[0], w-ui.Width(label)-6)
		for _, line := range t.lines[1:] {
			put(ui.Text, line, w)
		}
	}
	return true
}

package results

import (
	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/matgo/round"
	"arcade/sessions/matgo/tell"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// linedW is the width of a settlement in signs; headW and headH are the least size of its picture on a phone.
const linedW, headW, headH = 50, 40, 10

// settled is the end of a round: what the winner's points are made of, the factors, and the gold. With pictures it is one
// in wide windows, else it has rows below a smaller one.
type settled struct{ pictured, lined kit.Block }

// settlement returns the end of a round as a block; answers are nil for none.
func settlement(a *app.App, s *play.Scene, e ending, answers *kit.Answers) kit.Block {
	with := func(list ...kit.Item) kit.Line {
		if answers != nil {
			list = append(list, kit.Item{Block: kit.Only{In: kit.Mouse, Block: *answers}}) // a finger has the frame's buttons
		}
		return kit.Col(0, 0, list...)
	}
	t := &richEnding{a: a, s: s, e: e}
	whole := kit.Picture{Size: kit.Size{W: endW, H: endH}, Paint: func(_ kit.Look, g ui.Region) { t.painted(g) }}
	head := kit.Picture{Size: kit.Size{W: headW, H: headH}, Paint: func(_ kit.Look, g ui.Region) { t.head(g) }}
	rows := items(sheetRows(a, s, e))
	below := append([]kit.Item{{Block: head}}, rows[2:]...) // the picture has the total
	return settled{pictured: kit.Fit{with(kit.Item{Block: whole}), with(below...), with(rows...)}, lined: with(rows...)}
}

// of returns the block for a look.
func (b settled) of(l kit.Look) kit.Block {
	if l.Rich {
		return b.pictured
	}
	return b.lined
}

// Least returns the block's least.
func (b settled) Least(l kit.Look, w int) kit.Size { return b.of(l).Least(l, w) }

// Wish returns the block's wish.
func (b settled) Wish(l kit.Look, w int) int { return b.of(l).Wish(l, w) }

// Draw draws the block.
func (b settled) Draw(l kit.Look, g ui.Region) { b.of(l).Draw(l, g) }

// items returns rows as items of a column.
func items(rows []sheetRow) (list []kit.Item) {
	for _, r := range rows {
		list = append(list, kit.Item{Block: r, Drop: r.spare})
	}
	return list
}

// The columns between the texts of a row, and the least room for one with a name.
const rowGap, rowLeast = 2, 24

// lines breaks a row into lines of w cells: two texts, of which the second one ends at the right or stands in the second
// half.
func (r sheetRow) lines(w int) (list []sheetRow) {
	if r.other != "" && (ui.Width(r.left)+rowGap > half(w) || half(w)+ui.Width(r.other)+rowGap+ui.Width(r.right) > w) {
		return append(sheetRow{left: r.left, tok: r.tok}.lines(w), sheetRow{left: r.indent() + r.other, right: r.right, tok: r.tok}.lines(w)...)
	}
	if r.other != "" || ui.Width(r.left)+rowGap+ui.Width(r.right) <= w || r.right == "" && ui.Width(r.left) <= w {
		return []sheetRow{r}
	}
	for i, text := range ui.Wrap(r.left, max(w, rowLeast)) {
		list = append(list, sheetRow{left: app.TextIf(i > 0, "  ") + text, tok: r.tok})
	}
	last := &list[len(list)-1]
	switch {
	case r.right == "":
	case ui.Width(last.left)+rowGap+ui.Width(r.right) <= w:
		last.right = r.right
	default:
		list = append(list, sheetRow{right: r.right, tok: r.tok})
	}
	return list
}

// indent returns the blanks at the begin of a row.
func (r sheetRow) indent() string {
	return app.TextIf(len(r.left) > 0 && r.left[0] == ' ', "  ")
}

// half is the column of the second half of a row.
func half(w int) int { return w/2 + 4 }

// Least returns the size of the lines.
func (r sheetRow) Least(_ kit.Look, w int) kit.Size {
	return kit.Size{W: min(rowLeast, ui.Width(r.left)), H: len(r.lines(max(w, rowLeast)))}
}

// Wish returns the least height.
func (r sheetRow) Wish(l kit.Look, w int) int { return r.Least(l, w).H }

// Draw writes the lines.
func (r sheetRow) Draw(l kit.Look, g ui.Region) {
	for y, line := range r.lines(g.W()) {
		ink := line.tok
		if ink == ui.Text && !l.Rich {
			ink = ui.Panel
		}
		g.TextCut(0, y, g.W(), ink, line.left)
		if line.other != "" {
			g.Text(half(g.W()), y, ink, line.other)
		}
		g.TextRight(g.W(), y, ink, line.right)
	}
}

// edge returns the colour above a settlement: gold for the viewer's win, coral for a loss, sky for neither.
func edge(s *play.Scene, e ending) ui.Token {
	switch e.Winner {
	case games.Nobody:
		return ui.Info
	case s.You:
		return ui.Accent
	}
	return app.If(s.You >= 0, ui.Bad, hwatu.Face.Accent)
}

// head draws the seal or the word of the end in headW by headH cells, with the winner and the win beside it.
func (t *richEnding) head(g ui.Region) {
	t.g = g.Sub(ui.Rect{X: -endX, Y: -endY, W: endX + g.W() + 1, H: endY + g.H()})
	a, e := t.a, t.e
	if e.Winner == games.Nobody {
		word := tell.BigWord(a, "나가리", "NAGARI")
		hwatu.PaintWord(t.g, endX, 4, word, nagariShade, 0)
		return
	}
	lost := t.s.You == 1-e.Winner
	x := 3 + t.seal(app.If(lost, &sealLost, &sealWon)) + 2
	own := e.Winner == t.s.You
	t.g.TextCut(x, 2, t.g.W()-x-1, app.If(own, ui.Accent, ui.Strong)|ui.Bold, a.SeatName(t.s.Seats[e.Winner]))
	sum, pt := app.Itoa(e.Total[e.Winner]), a.T("mg.pt")
	if n := ui.LettersWidth(sum, 1); x+n+1+ui.Width(pt) < t.g.W() {
		t.g.Letters(x, 4, sum, 1, app.If(own, ui.Gold, ui.White))
		t.g.Text(x+n+1, 6, ui.Muted, pt)
	} else {
		t.g.TextCut(x, 5, t.g.W()-x-1, ui.Strong|ui.Bold, sum+" "+pt)
	}
	paid := app.If(lost, -e.Paid, e.Paid)
	t.g.TextCut(x, 8, t.g.W()-x-1, app.If(lost, ui.Bad, ui.OK)|ui.Bold, round.GoldWords(a, paid, true))
}

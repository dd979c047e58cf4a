package klondike

import (
	"cmp"

	"arcade/games/klondike"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/klondike/cards"
	"arcade/sessions/klondike/pages"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// Parts shows the table, the course of the try, the ghost, the deal, the keys and the last moves. With pictures a
// solved deal takes all of the screen.
func (v *gameView) Parts(a *app.App, s *play.Scene) play.Parts {
	view, ok := s.View.(klondike.View)
	if !ok {
		return play.Parts{}
	}
	t := v.board(a, s, view)
	parts := play.Parts{Board: kit.ByLevel{Pictures: t.on(pictures), Signs: t.on(signs)}, Seats: []kit.Block{course{t}}}
	side := kit.Col(1, 1, t.side()...)
	if t.over() {
		parts.Seats, side.Items = nil, append([]kit.Item{{Block: course{t}, First: true}}, side.Items...)
		parts.Side = []kit.Item{{Block: kit.Only{In: kit.Unpictured, Block: side}, Fill: 1}}
		return parts
	}
	parts.Side = []kit.Item{{Block: kit.From{Block: side, H: sideRows}, Drop: 1, Fill: 1}}
	return parts
}

// sideRows are the rows of the side with which it is worth showing.
const sideRows = 6

// course is the time, the moves and the progress of a try: in a row, in a few rows, or on a sheet.
type course struct{ *board }

// The least cells of a course, of one whose numbers stand beside the time, and its rows with pictures and without.
const courseLeast, courseWide, courseRows, courseLow = 16, 28, 7, 4

// Least returns the time and the progress in a row.
func (p course) Least(kit.Look, int) kit.Size { return kit.Size{W: courseLeast, H: 1} }

// Wish returns the rows with everything.
func (p course) Wish(l kit.Look, _ int) int {
	if !l.Rich {
		return courseLow
	}
	return courseRows
}

// words returns the numbers of moves and undos and the score.
func (p course) words() (moves, undos, score string) {
	a := p.a
	return a.T("kl.side.moves", "n", moveCount(p.s, p.view)), a.T("kl.side.undos", "n", p.view.Undos), a.T("kl.score") + " " + app.Itoa(p.view.Score)
}

// Draw draws what has room.
func (p course) Draw(l kit.Look, g ui.Region) {
	switch {
	case g.H() < courseLow:
		p.row(l, g)
	case g.W() < courseWide:
		p.column(l, g)
	case g.H() >= courseRows:
		in := g.Sheet(g.Rect(), ui.Panel)
		p.beside(l, in.Sub(ui.Rect{X: 2, Y: 1, W: g.W() - 4, H: g.H() - 2}))
	default:
		p.beside(l, g.Sub(ui.Rect{X: 1, W: g.W() - 2, H: g.H()}))
	}
}

// row draws the course in a row.
func (p course) row(l kit.Look, g ui.Region) {
	moves, undos, score := p.words()
	home := p.a.T("kl.side.of", "n", atHome(p.view))
	kit.Pad{X: app.If(g.W() >= courseWide, 1, 0), Block: kit.Row(2,
		kit.Item{Block: kit.Word{Ink: ui.Strong | ui.Bold, Text: app.Took(p.s.Elapsed())}},
		kit.Item{Block: kit.Word{Ink: ui.Text, Text: moves}, Drop: 1},
		kit.Item{Block: kit.Word{Ink: ui.Muted, Text: undos}, Drop: 2},
		kit.Item{Block: kit.Word{Ink: ui.Muted, Text: score}, Drop: 4},
		kit.Item{Block: kit.Picture{Size: kit.Size{W: 6, H: 1}, Paint: p.progress}, Drop: 3, Fill: 1},
		kit.Item{Block: kit.Word{Ink: ui.Muted, Text: home}},
	)}.Draw(l, g)
}

// column draws the course in a narrow column: the time in pixels if it has room, and a number a row.
func (p course) column(l kit.Look, g ui.Region) {
	moves, undos, _ := p.words()
	y, text := 1, app.Took(p.s.Elapsed())
	if l.Rich && g.H() >= courseRows && ui.LettersWidth(text, 1) <= g.W() {
		g.Letters(0, 0, text, 1, ui.White)
		y = 3
	} else {
		g.Text(0, 0, ui.Muted, p.a.T("kl.time"))
		g.TextRight(g.W(), 0, ui.Strong|ui.Bold, text)
	}
	g.Text(0, y, ui.Text, moves)
	g.Text(0, y+1, ui.Muted, undos)
	g.Text(0, y+2, ui.Muted, p.a.T("kl.score"))
	g.TextRight(g.W(), y+2, ui.Strong|ui.Bold, app.Itoa(p.view.Score))
	if y += 3; y < g.H() {
		n := g.Text(0, y, ui.Muted, p.a.T("kl.side.of", "n", atHome(p.view)))
		if rest := g.W() - n - 1; rest > 0 {
			p.progress(l, g.Sub(ui.Rect{X: n + 1, Y: y, W: rest, H: 1}))
		}
	}
}

// beside draws the time, in pixels where there are pictures, with the numbers at its right, and the progress below.
func (p course) beside(l kit.Look, g ui.Region) {
	moves, undos, _ := p.words()
	text := app.Took(p.s.Elapsed())
	if l.Rich && ui.LettersWidth(text, 1)+14 <= g.W() {
		g.Letters(0, 0, text, 1, ui.White)
	} else {
		n := g.Text(0, 0, ui.Muted, p.a.T("kl.time"))
		g.Text(n+1, 0, ui.Strong|ui.Bold, text)
	}
	score := app.Itoa(p.view.Score)
	g.TextRight(g.W(), 0, ui.Text, moves)
	g.TextRight(g.W(), 1, ui.Muted, undos)
	g.TextRight(g.W(), 2, ui.Strong|ui.Bold, score)
	g.TextRight(g.W()-ui.Width(score)-1, 2, ui.Muted, p.a.T("kl.score"))
	bar := ui.Rect{Y: 3, W: g.W(), H: 1}
	if g.H() > courseLow {
		g.Text(0, 3, ui.Muted, p.a.T("kl.side.home", "n", atHome(p.view)))
		bar.Y++
	} else {
		n := g.Text(0, 3, ui.Muted, p.a.T("kl.side.of", "n", atHome(p.view)))
		bar.X, bar.W = n+2, bar.W-n-2
	}
	p.progress(l, g.Sub(bar))
}

// progress draws a bar of the cards on the foundations.
func (p course) progress(_ kit.Look, g ui.Region) {
	g.Bar(0, 0, g.W(), atHome(p.view), klondike.Cards, cards.Face.Accent, ui.Track)
}

// side is what stands beside the table.
func (t *board) side() []kit.Item {
	a, list := t.a, make([]kit.Item, 0, 8)
	add := func(drop int, block kit.Block) { list = append(list, kit.Item{Block: block, Drop: drop}) }
	if ghost := t.v.ghost(a, t.s); ghost != nil {
		first := kit.Row(1, kit.Item{Block: kit.Word{Ink: ui.Strong | ui.Bold, Text: ghostName(a, ghost), Name: true}, Fill: 1})
		if len(t.s.Plies) > 0 && t.s.Result == nil {
			first.Items = append(first.Items, kit.Item{Block: kit.Word{Ink: ui.Strong | ui.Bold, Text: app.Signed(lead(t.s, t.view, ghost))}})
		}
		add(1, kit.Col(0, 0, kit.Item{Block: first}, kit.Item{Block: kit.Text{Ink: ui.Info, Text: pages.MovesAndTime(a, ghost.Moves, ghost.Time)}}))
	}
	add(2, t.dealt())
	if !t.Playing() {
		return append(list, kit.Item{Block: log{t}, Drop: 3, Fill: 1})
	}
	k := t.keys()
	all, help := kit.Item{Block: k}, kit.Item{Block: help{a}}
	list = append(list, kit.Item{Block: kit.Fit{
		kit.Col(1, 1, all, kit.Item{Block: log{t}, Fill: 1}, help), kit.Col(1, 0, all, help), k, some(k),
	}, Drop: 3, Fill: 1})
	add(4, kit.Word{Ink: ui.Muted, Text: a.T("kl.side.stock", "n", t.view.StockCount)})
	return list
}

// dealt is what is known about the deal: whether it can be won, its rules, its ids.
func (t *board) dealt() kit.Block {
	a, col := t.a, kit.Col(0, 0)
	if t.view.Stuck {
		col.Items = append(col.Items, kit.Item{Block: kit.Word{Ink: ui.Warn, Text: a.T("kl.stuck.mark")}})
	} else if t.s.Deal.Status != "" {
		row := kit.Row(1, kit.Item{Block: kit.Word{Ink: ui.Text, Text: pages.DealStatus(a, t.s.Deal)}, Fill: 1})
		if t.s.Deal.Moves > 0 {
			row.Items = append(row.Items, kit.Item{Block: kit.Word{Ink: ui.Text, Text: a.T("kl.st.moves", "n", t.s.Deal.Moves)}, Drop: 1})
		}
		col.Items = append(col.Items, kit.Item{Block: row})
	}
	if variant := variant(a, t.view.Rules); variant != "" {
		col.Items = append(col.Items, kit.Item{Block: kit.Word{Ink: ui.Muted, Text: variant}})
	}
	col.Items = append(col.Items, kit.Item{Block: ids{cmp.Or(t.view.DealID, a.T("kl.ids.secret")), t.view.LayoutID}})
	return col
}

// ids are the names of a deal, which a click copies. They are too long to be whole.
type ids struct{ deal, layout string }

// Least returns a row; a finger has the menu.
func (d ids) Least(l kit.Look, _ int) kit.Size {
	if l.Touch {
		return kit.Size{}
	}
	return kit.Size{W: 15, H: 1}
}

// Wish returns a row for each id if it is worth it.
func (d ids) Wish(l kit.Look, w int) int {
	if !l.Touch && d.layout != "" && w >= 22 {
		return 2
	}
	return d.Least(l, w).H
}

// Draw draws the key and the ids.
func (d ids) Draw(l kit.Look, g ui.Region) {
	if l.Touch {
		return
	}
	x := g.Chip(0, 0, "c", ui.Cap)
	g.TextCut(x+1, 0, g.W()-x-1, ui.Muted, d.deal)
	if g.H() > 1 {
		g.TextCut(x+1, 1, g.W()-x-1, ui.Muted, d.layout)
	}
	g.Hit(ui.Rect{W: g.W(), H: 1}, ui.Press("c"))
}

// key is a key with its label, muted if it does nothing now.
type key struct {
	*keyCap
	label string
	works bool
}

// keyCap is the name of a key and its message, which a frame need not make.
type keyCap struct {
	name  string
	press any
}

// keyCaps are the keys beside the table.
var keyCaps = func() map[ui.Key]*keyCap {
	list := map[ui.Key]*keyCap{"space": {"Space", ui.Press("space")}}
	for _, k := range []ui.Key{"i", "a", "f", "w", "u", "y", "n"} {
		list[k] = &keyCap{string(k), ui.Press(k)}
	}
	return list
}()

// keys are keys below each other, each a button; some are as many of them as have room. A finger finds them in the menu.
type (
	keys []key
	some keys
)

// keys returns the keys that matter most where the key bar has no room for them.
func (t *board) keys() keys {
	stock := t.view.StockCount > 0 || len(t.view.Waste) > 0 && t.view.RedealsLeft != 0
	list := keys{
		{keyCaps["i"], "kl.k.hint", !t.view.Stuck}, {keyCaps["a"], autoKey(t.view), freely(t.view) != ""}, {keyCaps["f"], "kl.k.home", true},
		{keyCaps["space"], "kl.k.draw", stock}, {keyCaps["w"], "kl.k.waste", len(t.view.Waste) > 0},
		{keyCaps["u"], "kl.k.undo", t.view.CanUndo}, {keyCaps["y"], "kl.k.redo", t.view.CanRedo}, {keyCaps["n"], "kl.k.new", true},
	}
	for i := range list {
		list[i].label = t.a.T(list[i].label)
	}
	if t.v.held != nil { // f moves what is held
		list[0], list[1], list[2] = list[2], list[0], list[1]
	}
	return list
}

// keyColumn is the column of the labels if there is room.
const keyColumn, keyWide = 9, 22

// Least returns a row for each key.
func (k keys) Least(l kit.Look, _ int) kit.Size {
	if l.Touch {
		return kit.Size{}
	}
	return kit.Size{W: 15, H: len(k)}
}

// Wish returns the least height.
func (k keys) Wish(l kit.Look, w int) int { return k.Least(l, w).H }

// Draw draws the keys.
func (k keys) Draw(l kit.Look, g ui.Region) { some(k).Draw(l, g) }

// Least returns a row.
func (k some) Least(l kit.Look, w int) kit.Size {
	s := keys(k).Least(l, w)
	return kit.Size{W: s.W, H: min(s.H, 1)}
}

// Wish returns a row for each key.
func (k some) Wish(l kit.Look, w int) int { return keys(k).Wish(l, w) }

// Draw draws the first ones.
func (k some) Draw(l kit.Look, g ui.Region) {
	if l.Touch {
		return
	}
	for y, it := range k[:min(len(k), g.H())] {
		x, ink := ui.Width(it.name)+3, ui.Text
		if it.works {
			g.Chip(0, y, it.name, ui.Cap)
		} else {
			g.Text(1, y, ui.Faint, it.name)
			ink = ui.Faint
		}
		if g.W() >= keyWide {
			x = max(x, keyColumn)
		}
		g.Text(x, y, ink, it.label)
		g.Hit(ui.Rect{Y: y, W: g.W(), H: 1}, it.press)
	}
}

// help explains the digits. A finger has none.
type help struct{ a *app.App }

// Least returns three rows.
func (h help) Least(l kit.Look, _ int) kit.Size {
	if l.Touch {
		return kit.Size{}
	}
	return kit.Size{W: 15, H: 3}
}

// Wish returns the least height.
func (h help) Wish(l kit.Look, w int) int { return h.Least(l, w).H }

// Draw writes the rows.
func (h help) Draw(l kit.Look, g ui.Region) {
	if l.Touch {
		return
	}
	g.Text(0, 0, ui.Muted, h.a.T("kl.k.columns"))
	g.Text(0, 1, ui.Muted, h.a.T("kl.k.move"))
	g.Text(0, 2, ui.Muted, h.a.T("kl.k.up"))
}

// log has the last moves under their heading, the newest first.
type log struct{ *board }

// Least returns the heading and a few moves.
func (p log) Least(kit.Look, int) kit.Size { return kit.Size{W: 15, H: 4} }

// Wish returns the least height; it fills what is left.
func (p log) Wish(l kit.Look, w int) int { return p.Least(l, w).H }

// Draw draws the moves that have room, in short if the column is narrow.
func (p log) Draw(_ kit.Look, g ui.Region) {
	g.Text(0, 0, ui.Strong|ui.Bold, p.a.T("kl.log"))
	for y := 1; y < g.H() && y <= len(p.s.Plies); y++ {
		i := len(p.s.Plies) - y
		text := plyText(p.a, p.s.Plies[i], true)
		if g.W() >= keyWide {
			text = ui.PadLeft(app.Itoa(i+1), 3) + "  " + plyText(p.a, p.s.Plies[i], false)
		}
		g.TextCut(0, y, g.W(), ui.Muted, text)
	}
}

package klondike

import (
	"cmp"
	"slices"
	"strings"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/sessions/app"
	"arcade/sessions/klondike/cards"
	"arcade/sessions/klondike/pages"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// layout has the positions of everything, in one of the two sizes.
type layout struct {
	x0, step, w     int // of the columns, and the width of a card
	top             int // height of a card in the top row
	numbers, tab    int // the row of the columns' numbers, and the first row of the columns
	rows            int // rows of a column
	tail            int // blank rows under a column's last card
	rule, x, panelW int // the line before the facts, and their position
	big             bool
}

var (
	small     = layout{x0: 1, step: 9, w: 7, top: 3, numbers: 3, tab: 4, rows: 16, tail: 1, rule: 63, x: 65, panelW: 15}
	bigLayout = layout{x0: 2, step: 13, w: 11, top: 5, numbers: 6, tab: 7, rows: 29, tail: 3, rule: 95, x: 97, panelW: 22, big: true}
)

// col returns the first cell of a column.
func (l layout) col(n int) int { return l.x0 + n*l.step }

// drawing is the input of a drawing.
type drawing struct {
	layout
	v    *gameView
	a    *app.App
	g    ui.Region
	s    *play.Scene
	view klondike.View
	// goals are the targets of the held or hinted card: a column, or 7 for the foundation. goal is the one
	// in focus, -1 for none.
	goals []int
	goal  int
	// moved counts the cards that have just arrived at a column's end.
	moved  map[int]int
	landed int // the foundation that has just got a card, -1 for none
}

func (v *gameView) Draw(a *app.App, c *ui.Canvas, s *play.Scene) {
	view, ok := s.View.(klondike.View)
	if !ok {
		return
	}
	l, at := room(c)
	t := drawing{layout: l, v: v, a: a, g: c.Sub(at), s: s, view: view, goal: -1, landed: -1}
	t.mark()
	if c.Rich {
		t.drawRich()
		return
	}
	t.drawTop()
	for n := range klondike.Columns {
		t.drawColumn(n)
	}
	for y := range t.g.H() {
		if !s.Replay || y < t.g.H()-1 {
			t.g.Text(t.rule, y, ui.Muted, "│")
		}
	}
	t.facts()
}

// room returns the layout for a canvas, and its place.
func room(c *ui.Canvas) (layout, ui.Rect) {
	at := c.Area()
	if !ui.Full(c.W(), c.H()) {
		return small, at
	}
	return bigLayout, at.Centered(120, 37)
}

// columnsArea returns the area of the columns, with their numbers.
func columnsArea(c *ui.Canvas) ui.Rect {
	l, at := room(c)
	return ui.Rect{X: at.X, Y: at.Y + l.numbers, W: l.rule, H: at.H - l.numbers}
}

// mark finds the spots to mark.
func (t *drawing) mark() {
	switch v := t.v; {
	case v.held != nil:
		for i, m := range v.targets(t.view, *v.held) {
			t.goals = append(t.goals, goalOf(m))
			if i == v.to {
				t.goal = goalOf(m)
			}
		}
	case v.hint != nil && v.hint.Kind >= klondike.WasteUp && v.hint.Kind <= klondike.FoundationTo:
		t.goals = []int{goalOf(v.hint.Move)}
	}
	t.moved = map[int]int{}
	if t.s.Before == nil || t.s.SinceMove() >= t.v.Motion(t.a, t.s) || len(t.s.Plies) == 0 {
		return
	}
	move, ok := fact[klondike.EventMove](t.s.Plies[len(t.s.Plies)-1])
	if !ok {
		return
	}
	if c := int(move.To[0] - '1'); c >= 0 && c < klondike.Columns {
		t.moved[c] = move.N
	} else {
		t.landed = strings.Index("HDCS", move.To)
	}
}

// aims reports whether the held card can go to a target.
func (t *drawing) aims(target int) bool { return slices.Contains(t.goals, target) }

// Playing reports whether a focus is visible.
func (t *drawing) Playing() bool {
	return !t.s.Replay && t.s.Result == nil && t.s.You != games.Nobody
}

// focused reports whether a spot is in focus.
func (t *drawing) focused(at spot) bool { return t.Playing() && t.v.held == nil && t.v.at == at }

// cardToken returns the surface of a card.
func cardToken(c klondike.Card) ui.Token { return app.Either(c.Red(), cards.CardRed, cards.CardBlack) }

// row draws one row of a card at x, y: the borders and the inside, which has a column for a mark first. The
// mark "[" turns the borders into brackets, because a ten leaves no room for both inside.
func (t *drawing) row(x, y int, tok ui.Token, mark, text string) {
	left, right := "│", "│"
	if mark == "[" {
		left, mark, right = "[", " ", "]"
	}
	t.g.Text(x, y, tok, left+ui.PadRight(mark+text, t.w-2)+right)
}

// edge draws the upper or lower border of a card, or the line between two.
func (t *drawing) edge(x, y int, tok ui.Token, ends string) {
	e := []rune(ends)
	t.g.Text(x, y, tok, string(e[0])+strings.Repeat("─", t.w-2)+string(e[1]))
}

// inside returns the part of a row between the borders.
func (t *drawing) inside(x, y int) ui.Rect { return ui.Rect{X: x + 1, Y: y, W: t.w - 2, H: 1} }

// drawTop draws stock, waste and foundations.
func (t *drawing) drawTop() {
	t.stock()
	t.waste()
	for i, suit := range homes {
		at := spot{onHome, int(suit), 0}
		x := t.col(klondike.Columns - klondike.Suits + i)
		card, ok := cardAt(t.view, at)
		if !ok {
			t.box(x, ui.Muted, t.topMark(at), "", suitText(suit), "")
		} else {
			t.box(x, cardToken(card), t.topMark(at), cardText(card), "", cardText(card))
		}
		t.finish(at, x)
	}
}

// topMark returns the mark of a spot in the top row.
func (t *drawing) topMark(at spot) string {
	target := at.zone == onHome && t.aims(klondike.Columns) && t.suitOf(at)
	switch {
	case t.focused(at), t.v.held != nil && *t.v.held == at && t.Playing(), target && t.goal == klondike.Columns:
		return ">"
	case target:
		return "["
	case at.zone == onHome && at.n == t.landed:
		return "*"
	}
	return " "
}

// suitOf reports whether a foundation fits the held or hinted card.
func (t *drawing) suitOf(at spot) bool {
	var from spot
	switch {
	case t.v.held != nil:
		from = *t.v.held
	case t.v.hint != nil:
		from = source(t.view, t.v.hint.Move)
	}
	card, ok := cardAt(t.view, from)
	return ok && int(card.Suit()) == at.n
}

// box draws a card of the top row: one row inside in the small layout, three in the
// big one, with a text on the left above, in the middle and on the right below.
func (t *drawing) box(x int, tok ui.Token, mark, first, middle, last string) {
	t.edge(x, 0, tok, "┌┐")
	t.edge(x, t.top-1, tok, "└┘")
	if !t.big {
		t.row(x, 1, tok, mark, first+middle)
		return
	}
	t.row(x, 1, tok, mark, first)
	t.row(x, 2, tok, "", ui.Center(middle, t.w-2))
	if ui.Width(last) < t.w-2 {
		last = ui.PadLeft(last, t.w-3)
	}
	t.row(x, 3, tok, "", last)
}

// finish paints a marked card and makes it a hit.
func (t *drawing) finish(at spot, x int) {
	for y := 1; y < t.top-1; y++ {
		switch {
		case t.focused(at):
			t.g.Paint(t.inside(x, y), ui.Focus)
		case t.topMark(at) != " " && t.topMark(at) != "*":
			t.g.Paint(t.inside(x, y), ui.Picked)
		}
	}
	t.g.Hit(ui.Rect{X: x, Y: 0, W: t.step, H: t.top}, at)
}

func (t *drawing) stock() {
	at := spot{zone: onStock}
	x, n := t.col(0), t.view.StockCount
	mark := t.topMark(at)
	switch {
	case n == 0:
		word := app.Either(len(t.view.Waste) > 0 && t.view.RedealsLeft != 0, t.a.T("kl.stock.again"), "-")
		t.box(x, ui.Muted, mark, word, "", "")
	default:
		if mark == " " {
			mark = "▒"
		}
		back := strings.Repeat("▒", t.w-2)
		if t.big {
			t.box(x, cards.CardBack, mark, strings.Repeat("▒", t.w-3), t.a.T("kl.cards", "n", n), back)
		} else {
			t.box(x, cards.CardBack, mark, "▒"+ui.PadLeft(app.Itoa(n), 2), "", "")
		}
	}
	t.finish(at, x)
}

func (t *drawing) waste() {
	at := spot{zone: onWaste}
	x, pile := t.col(1), t.view.Waste
	if card, ok := cardAt(t.view, at); ok {
		t.box(x, cardToken(card), t.topMark(at), cardText(card), "", cardText(card))
	} else {
		t.box(x, ui.Muted, t.topMark(at), "", "-", "")
	}
	t.finish(at, x)
	n := len(pile) - 1
	if n <= 0 {
		return
	}
	y, text := t.top/2, "+"+app.Itoa(n)
	if t.big {
		text = "+" + t.a.T("kl.cards", "n", n)
	}
	x += t.w + 1
	t.g.Text(x, y, ui.Muted, text)
	if t.view.Draw > 1 { // the next card to come up
		next := ""
		for i := n - 1; i >= 0 && i >= n-2; i-- {
			next += cardText(pile[i].Card)
		}
		t.g.Text(x, y+1, ui.Muted, next)
	}
}

// rowKind is the content of a column's row.
type rowKind int

const (
	topEdge rowKind = iota
	backRow
	foldedRow // all face-down cards in one
	cardRow
	lineRow // between two cards
	blankRow
	footRow // repeats the last card's rank
	bottomEdge
)

type columnRow struct {
	kind rowKind
	card int // index of the card in the column
}

// columnRows arranges a column of n cards, down of them face down, in at most rows rows. It drops parts
// until the column fits: first the lines between the cards, then the tail rows under the last one, then it
// folds the face-down cards into one row.
func columnRows(n, down, rows, tail int, big bool) []columnRow {
	up := n - down
	lines, folded := big, false
	height := func() int {
		h := 2 + down + up + tail
		if folded && down > 0 {
			h += 1 - down
		}
		if lines {
			h += max(up-1, 0)
		}
		return h
	}
	if height() > rows {
		lines = false
	}
	if height() > rows {
		tail = 0
	}
	if height() > rows {
		folded = true
	}
	list := []columnRow{{topEdge, 0}}
	if folded && down > 0 {
		list = append(list, columnRow{foldedRow, 0})
	} else {
		for i := range down {
			list = append(list, columnRow{backRow, i})
		}
	}
	for i := down; i < n; i++ {
		if lines && i > down {
			list = append(list, columnRow{lineRow, i})
		}
		list = append(list, columnRow{cardRow, i})
	}
	for i := range tail {
		kind := app.Either(big && i == tail-1, footRow, blankRow)
		list = append(list, columnRow{kind, n - 1})
	}
	return append(list, columnRow{bottomEdge, n - 1})
}

// drawColumn draws a column with its number.
func (t *drawing) drawColumn(n int) {
	x := t.col(n)
	t.number(n, x)
	cards, down := t.view.Tableau[n], t.view.FaceDown[n]
	t.g.Hit(ui.Rect{X: x, Y: t.numbers, W: t.step, H: t.rows + t.tab - t.numbers}, spot{inColumn, n, max(len(cards)-1, 0)})
	if len(cards) == 0 {
		t.empty(n, x)
		return
	}
	for i, r := range columnRows(len(cards), down, t.rows, t.tail, t.big) {
		t.columnRow(n, x, t.tab+i, r)
	}
}

// number draws a column's number, in brackets if the held card can go there.
func (t *drawing) number(n, x int) {
	text, tok := " "+app.Itoa(n+1)+" ", ui.Muted
	if t.aims(n) {
		text, tok = "["+app.Itoa(n+1)+"]", ui.Picked
		if n == t.goal {
			tok = ui.Focus
			t.g.Text(x+t.w/2-2, t.numbers, tok, ">")
		}
	}
	t.g.Text(x+t.w/2-1, t.numbers, tok, text)
}

// empty draws the place of an empty column.
func (t *drawing) empty(n, x int) {
	dashes := strings.Repeat(" ─", (t.w-3)/2) + " "
	t.g.Text(x, t.tab, ui.Faint, "┌"+dashes+"┐")
	t.g.Text(x, t.tab+2, ui.Faint, "└"+dashes+"┘")
	mark, tok := " ", ui.Faint
	if t.focused(spot{inColumn, n, 0}) {
		mark, tok = ">", ui.Focus
	}
	t.g.Text(x+1, t.tab+1, tok, mark+"K")
}

func (t *drawing) columnRow(n, x, y int, r columnRow) {
	pile, down := t.view.Tableau[n], t.view.FaceDown[n]
	face := pile[r.card]
	at := spot{inColumn, n, max(r.card, down)}
	last := len(pile) - 1
	tok := cards.CardBack
	if face.Up {
		tok = cardToken(face.Card)
	}
	held := t.v.held != nil && t.v.held.zone == inColumn && t.v.held.n == n && r.card >= t.v.held.i && t.Playing()
	switch r.kind {
	case topEdge:
		t.edge(x, y, tok, "┌┐")
	case lineRow:
		t.edge(x, y, tok, "├┤")
	case bottomEdge:
		t.edge(x, y, tok, "└┘")
	case foldedRow:
		t.row(x, y, tok, "▒", "▒ x"+app.Itoa(down))
	case backRow:
		if face.Hidden {
			t.row(x, y, tok, "", strings.Repeat("▒", t.w-2))
		} else { // in a replay nothing is hidden
			t.row(x, y, tok, "▒", cardText(face.Card))
		}
	case blankRow:
		t.row(x, y, tok, "", "")
	case footRow:
		t.row(x, y, tok, "", ui.PadLeft(cardText(face.Card), t.w-3))
	case cardRow:
		mark := " "
		switch {
		case held, t.focused(at):
			mark = ">"
		case r.card > last-t.moved[n]:
			mark = "*"
		}
		t.row(x, y, tok, mark, cardText(face.Card))
		if held {
			t.g.Paint(t.inside(x, y), ui.Picked)
		} else if mark == ">" {
			t.g.Paint(t.inside(x, y), ui.Focus)
		}
	}
	t.g.Hit(ui.Rect{X: x, Y: y, W: t.step, H: 1}, at)
}

// facts draws the column on the right.
func (t *drawing) facts() {
	a, g, x := t.a, t.g, t.x
	right := app.Either(t.big, x+t.panelW-1, x+12)
	for y, f := range []struct{ key, value string }{
		{"kl.score", app.Itoa(t.view.Score)}, {"kl.time", app.Took(t.s.Elapsed())},
		{"kl.moves", app.Itoa(moveCount(t.s, t.view))}, {"kl.undos", app.Itoa(t.view.Undos)},
	} {
		g.Text(x, y, ui.Muted, a.T(f.key))
		g.TextRight(right, y, ui.Strong, f.value)
	}
	y := 5
	if ghost := t.v.ghost(a, t.s); ghost != nil {
		if !t.big {
			y--
		}
		g.Text(x, y, ui.Muted, ui.Cut(ghostName(a, ghost), t.panelW-4))
		if len(t.s.Plies) > 0 && t.s.Result == nil {
			g.TextRight(x+t.panelW, y, ui.Strong, app.Signed(lead(t.s, t.view, ghost)))
		}
		g.Text(x, y+1, ui.Info, ui.Cut(pages.MovesAndTime(a, ghost.Moves, ghost.Time), t.panelW))
		y += 2
		if t.big {
			y++
		}
	}
	g.Text(x, y, ui.Strong, "c")
	g.Text(x+2, y, ui.Text, ui.Cut(cmp.Or(t.view.DealID, a.T("kl.ids.secret")), t.panelW-2))
	g.Hit(ui.Rect{X: x, Y: y, W: t.panelW, H: 1}, ui.Press("c"))
	if t.big {
		y++
		g.Text(x+2, y, ui.Muted, ui.Cut(t.view.LayoutID, t.panelW-2))
	}
	y++
	if t.view.Stuck {
		g.Text(x, y, ui.Warn, a.T("kl.stuck.mark"))
	} else if t.s.Deal.Status != "" {
		g.Text(x, y, ui.Text, pages.DealStatus(a, t.s.Deal))
		if t.big && t.s.Deal.Moves > 0 {
			g.TextRight(x+t.panelW, y, ui.Text, a.T("kl.st.moves", "n", t.s.Deal.Moves))
		}
	}
	variant := variant(a, t.view.Rules)
	keys := t.Playing()
	switch {
	case t.big:
		if variant != "" {
			y++
			g.Text(x, y, ui.Muted, variant)
		}
		end := 35
		if keys {
			end = 21
			t.keys(23)
		}
		g.Text(x, y+2, ui.Muted, a.T("kl.log"))
		t.log(y+3, end)
	case keys:
		t.keys(8)
		if variant != "" {
			g.Text(x, 20, ui.Muted, variant)
		}
	default:
		if variant != "" {
			g.Text(x, y+1, ui.Muted, variant)
		}
		t.log(8, 19)
	}
}

// log draws the last plies, the newest first, in the rows from y to end.
func (t *drawing) log(y, end int) {
	for i := len(t.s.Plies) - 1; i >= 0 && y <= end; i-- {
		text := plyText(t.a, t.s.Plies[i], true)
		if t.big {
			text = ui.PadLeft(app.Itoa(i+1), 3) + " " + plyText(t.a, t.s.Plies[i], false)
		}
		t.g.Text(t.x, y, ui.Text, ui.Cut(text, t.panelW))
		y++
	}
}

// keys draws the keys for which the key bar has no room, each as a button.
func (t *drawing) keys(y int) {
	a, g := t.a, t.g
	stock := t.view.StockCount > 0 || len(t.view.Waste) > 0 && t.view.RedealsLeft != 0
	list := []struct {
		key, name, label string
		works            bool
	}{
		{"space", "Space", "kl.k.draw", stock}, {"w", "w", "kl.k.waste", len(t.view.Waste) > 0},
		{"f", "f", "kl.k.home", true}, {"a", "a", autoKey(t.view), freely(t.view) != ""},
		{"i", "i", "kl.k.hint", !t.view.Stuck}, {"u", "u", "kl.k.undo", t.view.CanUndo},
		{"y", "y", "kl.k.redo", t.view.CanRedo}, {"n", "n", "kl.k.new", true},
	}
	for i, k := range list {
		x, at := t.x, y+i
		name := k.name
		if name != "Space" {
			name += " "
		}
		keyTok, tok := ui.Strong, ui.Text
		if !k.works {
			keyTok, tok = ui.Faint, ui.Faint
		}
		g.Text(x, at, keyTok, k.name)
		g.Text(x+ui.Width(name)+1, at, tok, a.T(k.label))
		g.Hit(ui.Rect{X: x, Y: at, W: t.panelW, H: 1}, ui.Press(k.key))
	}
	y += len(list) + 1
	g.Text(t.x, y, ui.Muted, a.T("kl.k.columns"))
	g.Text(t.x, y+1, ui.Muted, a.T("kl.k.move"))
	g.Text(t.x, y+2, ui.Muted, a.T("kl.k.up"))
}

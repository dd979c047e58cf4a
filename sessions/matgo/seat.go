package matgo

import (
	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/matgo/captures"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/matgo/results"
	"arcade/sessions/matgo/round"
	"arcade/sessions/play"
	"arcade/sessions/play/seats"
	"arcade/sessions/ui"
)

// seats draws both seats: as sheets beside the floor, or in rows above it and above the hand.
func (t *board) seats() {
	t.sheet(t.own, t.me)
	if t.sheets && t.s.Review != nil {
		return // the analysis is there
	}
	if t.sheets {
		for _, it := range t.bySeat() {
			t.sheet(it.at, it.seat)
			t.plate(it.at, it.seat)
		}
		t.talked()
		return
	}
	t.sheet(t.foeSeat, 1-t.me)
	for _, it := range t.bySeat() {
		t.rows(it.at, it.seat)
	}
}

// seated is a seat with its place.
type seated struct {
	at   ui.Rect
	seat games.Seat
}

// bySeat returns the places of both seats.
func (t *board) bySeat() [2]seated { return [2]seated{{t.foeSeat, 1 - t.me}, {t.ownSeat, t.me}} }

// sheet draws the ground of a seat's sheet, and an edge if the seat is to act: gold for the viewer.
func (t *board) sheet(r ui.Rect, seat games.Seat) {
	switch {
	case !t.onTurn(seat):
		t.g.Sheet(r, ui.Panel)
	case seat == t.s.You && !t.s.Replay:
		t.g.SheetEdge(r, ui.Raised, ui.Accent)
	default:
		t.g.SheetEdge(r, ui.Raised, hwatu.Face.Accent)
	}
}

// ownSide reports whether a seat is the viewer's, whose name and full sets are gold.
func (t *board) ownSide(seat games.Seat) bool {
	return seat == t.s.You && !t.s.Replay && !round.Named(t.s)
}

// tile draws one of the places, w cells wide and as many rows high as the plan says: a captured card is lit, an open one
// has its number in a dark slot, one that the opponent has is an x. On the largest table it is as large as a small card.
func (t *board) tile(x, y, w int, c matgo.Card, own, foe matgo.Set) {
	number, rows := app.Itoa(c.Month()), 2
	if t.tiles > 0 {
		rows = t.tiles
	}
	if t.floorCard == huge {
		switch {
		case own.Has(c):
			t.card(x, y, c, small, hwatu.Look{})
			if t.f.Lit.Has(c) {
				t.g.Fill(ui.Rect{X: x, Y: y, W: w, H: 1}, hwatu.MatGold)
				t.g.Text(x, y, hwatu.DarkInk|ui.Bold, number)
			}
			return
		case !foe.Has(c):
			t.g.Fill(ui.Rect{X: x, Y: y, W: w, H: t.won.h}, hwatu.OpenPaint)
		}
		y++ // numbers are in the second row
	}
	switch {
	case own.Has(c):
		head := hwatu.HeadOf(c)
		if c.Kind() == matgo.Kwang {
			head = hwatu.Art.Marks["k"]
		}
		if t.f.Lit.Has(c) {
			head = hwatu.TwoTone{Ground: hwatu.MatGold, Ink: hwatu.DarkInk}
		}
		t.g.Fill(ui.Rect{X: x, Y: y, W: w, H: 1}, head.Ground)
		t.g.TextRight(x+w, y, head.Ink|ui.Bold, number)
		if rows < 2 {
			return
		}
		p := hwatu.Art.Tiles[c]
		for i := range w {
			k := app.If(i == 1, 1, 0)
			t.g.Pair(x+i, y+1, p[k], p[2+k])
		}
	case foe.Has(c):
		t.g.TextRight(x+w, y, ui.Muted, "x")
	default:
		t.g.Fill(ui.Rect{X: x, Y: y, W: w, H: rows}, hwatu.OpenPaint)
		t.g.TextRight(x+w, y, hwatu.OpenInk, number)
	}
}

// piBar draws the number of pi, half a cell each; from the tenth on they score.
func (t *board) piBar(x, y, w, n, rows int, own bool) {
	from := matgo.Document.PiFrom / 2
	for j := range rows {
		for i := range w {
			on := hwatu.PiPaint
			if i >= from {
				on = app.If(own, ui.Accent, ui.Bad)
			}
			switch {
			case 2*i+1 < n:
				t.g.Cell(x+i, y+j, ' ', ui.Text, ui.SolidInk(on))
			case 2*i < n:
				t.g.Cell(x+i, y+j, '▌', ui.SolidInk(on), hwatu.OpenPaint)
			case i == from:
				t.g.Cell(x+i, y+j, '▏', ui.SolidInk(ui.Muted), hwatu.OpenPaint)
			default:
				t.g.Fill(ui.Rect{X: x + i, Y: y + j, W: 1, H: 1}, hwatu.OpenPaint)
			}
		}
	}
}

// name returns the name at a seat, with its state.
func (t *board) name(seat games.Seat) string {
	name := t.a.SeatName(t.s.Seats[seat])
	if t.s.Seats[seat].Away != 0 && t.s.Result == nil {
		name += " (" + t.a.T(seats.AwayWord(t.s, seat)) + ")"
	}
	return name
}

// nameInk returns gold for the viewer's own name.
func (t *board) nameInk(seat games.Seat) ui.Token {
	return app.If(t.ownSide(seat), ui.Accent, ui.Strong) | ui.Bold
}

func (t *board) order(seat games.Seat) string {
	return t.a.T(app.If(t.view.First == seat, "mg.first", "mg.second"))
}

// held returns the number of cards that a seat has to play.
func (t *board) held(seat games.Seat) int { return t.view.HandCounts[seat] + t.view.Passes[seat] }

// backs draws a hidden hand, two cells a card, with its number.
func (t *board) backs(x, y, n int) int {
	for i := range n {
		ground := t.g.At(x+2*i, y)
		t.g.Cell(x+2*i, y, '▐', hwatu.BackLight, ground)
		t.g.Cell(x+2*i+1, y, '▌', hwatu.BackDark, ground)
	}
	return 2*n + 1 + t.g.Text(x+2*n+1, y, ui.Text, app.Itoa(n))
}

// groupLines has the groups of captures by lines: on a seat's sheet, in rows in one line, and in two.
var (
	plateLines = [][]int{{0, 2}, {1, 3, 4}, {5, 6}}
	groupLines = [...][][]int{nil, {{0, 1, 2, 3, 4, 5, 6}}, {{0, 1, 2}, {3, 4, 5, 6}}}
)

// The least width of a seat's rows with a bar of its pi, and its cells.
const barLeast, barCells = 60, 8

// rows draws a seat in rows: name, pi and points; the places of its captures.
func (t *board) rows(r ui.Rect, seat games.Seat) {
	own, d := t.ownSide(seat), t.view.Sides[seat]
	x, y, right := r.X+app.If(r.X > 0, 2, 1), r.Y, r.X+r.W-app.If(r.X > 0, 2, 1)
	points := t.a.T("mg.pts", "n", d.Points.Total+d.Go)
	t.g.TextRight(right, y, app.If(own && d.Points.Total+d.Go >= matgo.Document.GoMin, ui.Accent, ui.Strong)|ui.Bold, points)
	gain, bak := captures.Pi(t.view.Sides[seat], t.view.Sides[1-seat])
	ink := app.If(own, ui.Accent, ui.Bad)
	pi := t.a.T("mg.pi") + " " + app.Itoa(d.PiCount)
	at := right - ui.Width(points) - 2 - ui.Width(pi)
	if r.W >= barLeast {
		at = right - 27
		t.piBar(at+7, y, barCells, d.PiCount, 1, own)
		switch {
		case gain > 0:
			t.g.Text(at+16, y, ink|ui.Bold, "+"+app.Itoa(gain))
		case bak:
			t.g.Text(at+16, y, ui.Bad|ui.Bold, t.a.T("mg.pibak"))
		}
	}
	t.g.Text(at, y, app.If(gain > 0, ink, app.If(bak && r.W < barLeast, ui.Bad, ui.Text))|ui.Bold, pi)
	t.who(x, y, at-1, seat)
	won, lost := captures.Won(d), captures.Won(t.view.Sides[1-seat])
	for i, line := range groupLines[t.lines] {
		t.places(x, r.Y+1+i*t.tiles, line, seat, won, lost)
	}
}

// places draws a line of groups in rows.
func (t *board) places(x, y int, line []int, seat games.Seat, won, lost matgo.Set) {
	own := t.ownSide(seat)
	for _, i := range line {
		q := &captures.Groups[i]
		s := q.State(t.view.Sides[seat], t.view.Sides[1-seat])
		if q.Tag != "rain" {
			t.g.Text(x, y, s.Ink(own)|ui.Bold, t.a.T(q.Short))
			if t.tiles > 1 {
				t.g.Text(x, y+1, app.If(s.Bak, ui.Bad, s.Ink(own)), app.Itoa(s.N)+app.TextIf(s.Full, "!"))
			}
			x += 2
		}
		for _, c := range q.Cards {
			w := captures.TileWidth(c)
			t.tile(x, y, w, c, won, lost)
			x += w
		}
		x += captures.Gap(i)
	}
}

// who draws a seat's name, the first-seat mark, its hand if that is not shown below, and its flags, before
// the column right. Parts without room are omitted.
func (t *board) who(x, y, right int, seat games.Seat) {
	name, order, flags := t.name(seat), t.order(seat), captures.Flags(t.a, t.view.Sides[seat])
	n := t.held(seat)
	hand := 2*n + 1 + len(app.Itoa(n)) + 2
	open := seat != t.me && t.view.Hands[seat] != nil
	if seat == t.me || open {
		hand = 0
	}
	if flags != "" && x+nameLeast+ui.Width(order)+2+ui.Width(flags)+2 > right {
		flags = ""
	}
	rest := ui.Width(order) + 1 + app.If(flags != "", ui.Width(flags)+2, 0)
	if x+ui.Width(name)+rest+hand > right {
		hand = 0
	}
	x += t.g.TextCut(x, y, right-x-rest-hand, t.nameInk(seat), name) + 1
	x += t.g.Text(x, y, ui.Muted, order)
	if hand > 0 {
		x += 2 + t.backs(x+2, y, n)
	}
	if flags != "" {
		x += 2 + t.g.Text(x+2, y, ui.Warn|ui.Bold, flags)
	}
	if open {
		t.g.TextCut(x+2, y, right-x-2, ui.Text, t.openNames(seat, right-x-2))
	}
}

// nameLeast is the least room for a name.
const nameLeast = 8

// openNames returns the cards of a visible hand, in room cells.
func (t *board) openNames(seat games.Seat, room int) string {
	hand := t.view.Hands[seat]
	text := hwatu.Names(t.a, hand, " ")
	if ui.Width(text) > room {
		text = hwatu.Names(t.a, hand, "")
	}
	for n := 1; ui.Width(text) > room && n < len(hand); n++ {
		text = hwatu.Names(t.a, hand[:len(hand)-n], " ") + " " + t.a.T("mg.more", "n", n)
	}
	return app.TextIf(ui.Width(text) <= room, text)
}

// plate draws a seat's sheet.
func (t *board) plate(r ui.Rect, seat games.Seat) {
	g, d, own := t.g, t.view.Sides[seat], t.ownSide(seat)
	x, y := r.X+2, r.Y+1
	points := app.Itoa(d.Points.Total + d.Go)
	right := r.X + r.W - 2
	pt := t.a.T("mg.pt")
	g.TextRight(right, y+2, app.If(own, ui.Accent, ui.Muted), pt)
	digits := right - ui.Width(pt) - 1 - ui.LettersWidth(points, 1)
	shade := app.If(own, ui.Gold, ui.White)
	g.Letters(digits, y, points, 1, shade)
	name := g.TextCut(x, y, digits-x-5, t.nameInk(seat), t.name(seat))
	g.Text(x+name+1, y, ui.Muted, t.order(seat))
	g.TextCut(x, y+1, digits-x-1, ui.Muted, t.waits(seat))
	t.plateRow(x, y+2, digits-1, seat)
	won, lost := captures.Won(d), captures.Won(t.view.Sides[1-seat])
	for j, line := range plateLines {
		at, y := t.plateLine(r, j)
		for _, i := range line {
			t.group(at, y, &captures.Groups[i], seat, won, lost)
			at += t.won.pitch*len(captures.Groups[i].Cards) + t.won.gap
		}
		if j == len(plateLines)-1 {
			t.pi(at, y, r.X+r.W-3-at, seat)
		}
	}
}

// plateLine returns the place of the j-th line of groups on a seat's sheet.
func (t *board) plateLine(r ui.Rect, j int) (x, y int) {
	each := t.won.h + 2
	spare := max(r.H-4-len(plateLines)*each-1, 0)
	return r.X + 2, r.Y + 5 + j*each + spare*(j+1)/(len(plateLines)+1)
}

// waits returns what a seat waits for: its gold, or the distance to Go and Stop.
func (t *board) waits(seat games.Seat) string {
	if seat == t.me && !roundOver(t.s, t.view) && t.s.You == t.me && !t.s.Replay {
		switch need := round.ToGo(t.view, seat); {
		case t.view.Phase == matgo.AskGo && t.view.ToAct == seat:
			return t.a.T("mg.going")
		case t.view.LastCard:
			return t.a.T("mg.last.short")
		case need == 0:
			return t.a.T("mg.togo.now")
		default:
			return t.a.T("mg.togo", "n", need)
		}
	}
	return round.GoldWords(t.a, results.Gold(t.s, t.view, seat), false)
}

// plateRow draws a seat's hand as backs, or its clock if the hand is below; and its flags.
func (t *board) plateRow(x, y, right int, seat games.Seat) {
	flags := captures.Flags(t.a, t.view.Sides[seat])
	switch {
	case seat != t.me && t.view.Hands[seat] != nil:
		x += t.g.TextCut(x, y, right-x-ui.Width(flags)-1, ui.Text, t.openNames(seat, right-x-ui.Width(flags)-1)) + 1
	case t.clock(seat) && (seat == t.me || t.onTurn(seat)):
		left, whole := int(t.s.Left(seat)), int(max(t.s.Control.Base, t.s.Control.PerMove))
		ink := app.If(t.onTurn(seat) && t.ownSide(seat), ui.Accent, ui.Text)
		if left < 10_000 && t.onTurn(seat) {
			ink = ui.Bad
		}
		x += t.g.Text(x, y, ink|ui.Bold, t.a.ClockText(t.s.Left(seat))) + 1
		w := max(min(12, right-x-ui.Width(flags)-2), 0)
		t.g.Meter(x, y, w, left, whole, app.If(ink == ui.Text, ui.Muted, ink))
		x += w + 1
	default:
		x += t.backs(x, y, t.held(seat)) + 2
	}
	if flags != "" {
		t.g.TextCut(x, y, right-x, ui.Warn|ui.Bold, flags)
	}
}

// talked draws the chat, between the sheets of the largest table.
func (t *board) talked() {
	if r := t.talk; r.H > 0 && len(t.s.Chat) > 0 {
		play.Said(t.a, t.g.Sheet(r, ui.Panel).Sub(ui.Rect{X: 2, W: r.W - 4, H: r.H - 1}), 1, t.s.Chat)
	}
}

// clock reports whether a seat has a meaningful clock.
func (t *board) clock(seat games.Seat) bool {
	return t.s.Left != nil && !t.s.Control.Untimed() && t.s.Result == nil
}

// group draws a group's name, its progress, and its places.
func (t *board) group(x, y int, q *captures.Group, seat games.Seat, won, lost matgo.Set) {
	d, own := t.view.Sides[seat], t.ownSide(seat)
	s := q.State(d, t.view.Sides[1-seat])
	w := t.won.pitch * len(q.Cards)
	at := x + t.g.Text(x, y, s.Ink(own)|ui.Bold, t.a.T(q.Long))
	if s.Of > 0 {
		at += 1 + t.g.Text(at+1, y, s.Ink(own), app.Itoa(s.N)+"/"+app.Itoa(s.Of))
	}
	switch gain := "+" + app.Itoa(s.Gain); {
	case s.Gain > 0 && at+1+len(gain) <= x+w+2:
		t.g.Text(at+1, y, s.Ink(own), gain)
	case s.Bak && at+4 <= x+w:
		t.g.TextRight(x+w, y, ui.Bad, t.a.T("mg.bak"))
	}
	for i, c := range q.Cards {
		t.tile(x+t.won.pitch*i, y+1, t.won.w, c, won, lost)
	}
}

// pi draws the pi of a seat on its sheet.
func (t *board) pi(x, y, w int, seat games.Seat) {
	n, own := t.view.Sides[seat].PiCount, t.ownSide(seat)
	gain, bak := captures.Pi(t.view.Sides[seat], t.view.Sides[1-seat])
	ink := app.If(own, ui.Accent, ui.Bad)
	text := t.a.T("mp.part.pi") + " " + app.Itoa(n)
	if gain == 0 {
		text += "/" + app.Itoa(matgo.Document.PiFrom)
	}
	at := x + 1 + t.g.Text(x, y, app.If(gain > 0, ink, ui.Text)|ui.Bold, text)
	switch {
	case gain > 0:
		t.g.Text(at, y, ink|ui.Bold, "+"+app.Itoa(gain))
	case bak:
		t.g.Text(at, y, ui.Bad|ui.Bold, t.a.T("mg.pibak"))
	}
	t.piBar(x, y+1, min(w, 16), n, 2, own)
}

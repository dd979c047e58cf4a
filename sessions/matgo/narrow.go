package matgo

import (
	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/matgo/captures"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// The hand of the narrow table: two rows of five, with each card large enough for a finger.
const (
	narrowHand  = 5
	narrowPitch = 9
)

// narrow reports whether this is the table of 48 columns.
func (t *richTable) narrow() bool { return t.perRow == 4 }

// narrowLay returns the layout of a narrow table of this height: the opponent, twelve places in three rows,
// oneself, the hand. The captures have their places if there is room.
func narrowLay(h int) richLay {
	const rows = 5 // of a card and of the text below it
	hand := h - 2*rows
	foe := 1 + min(4, max(0, h-26-6)/2*2)
	return richLay{
		size: hwatu.Small, w: 48, h: h, perRow: 4, floorX: 1, pitch: 10,
		mat: ui.Rect{Y: foe, W: 48, H: 3 * rows}, floorY: []int{foe, foe + rows, foe + 2*rows},
		deckX: 42, deckY: foe, handX: 2, handY: hand,
		foeSeat: ui.Rect{W: 48, H: foe}, own: ui.Rect{Y: foe + 3*rows, W: 48, H: h - foe - 3*rows},
		logX: 1, logY: 0,
	}
}

// DrawNarrow draws the table in 48 columns.
func (v *gameView) DrawNarrow(a *app.App, g ui.Region, s *play.Scene) bool {
	s, f := v.now(a, s)
	if f == nil || !g.Rich() {
		return false
	}
	t := v.table(a, narrowLay(g.H()), s, f)
	t.g = g
	t.cloth()
	t.floor()
	t.deck()
	t.winsNarrow()
	t.seatNarrow(t.foeSeat, 1-t.me)
	won := t.own
	won.H = t.handY - won.Y
	t.sheet(t.own, t.me)
	t.seatNarrow(won, t.me)
	t.hand()
	switch {
	case t.q != nil:
		t.askNarrow()
	default:
		t.over()
	}
	return true
}

// winsNarrow writes the possible win below the deck.
func (t *richTable) winsNarrow() {
	_, _, points, ok := t.wins()
	if !ok {
		return
	}
	name := t.a.T(app.Either(roundOver(t.s, t.view), "mg.win.of", "mg.win.short"))
	y := t.deckY + t.size.H() + 2
	t.g.TextRight(t.w-1, y, hwatu.MatText, ui.Cut(name, 7))
	t.g.TextRight(t.w-1, y+1, hwatu.MatGold|ui.Bold, app.Itoa(points)+t.a.T("mg.pt"))
}

// narrowLines has the groups of captures, by lines.
var narrowLines = [2][]int{{0, 1, 2}, {3, 4, 5, 6}}

// seatNarrow draws a seat: name, pi and points, and the places of its captures, in as many lines as fit
// into r.
func (t *richTable) seatNarrow(r ui.Rect, seat games.Seat) {
	if seat != t.me {
		t.sheet(r, seat)
	}
	own, d := t.ownSide(seat), t.view.Sides[seat]
	y, right := r.Y, r.X+r.W-1
	points := t.a.T("mg.pts", "n", d.Points.Total+d.Go)
	right -= t.g.TextRight(right, y, app.Either(own, ui.Accent, ui.Strong)|ui.Bold, points) + 2
	gain, bak := captures.Pi(t.view.Sides[seat], t.view.Sides[1-seat])
	ink := app.Either(gain > 0, app.Either(own, ui.Accent, ui.Bad), app.Either(bak, ui.Bad, ui.Text))
	right -= t.g.TextRight(right, y, ink|ui.Bold, t.a.T("mg.pi")+" "+app.Itoa(d.PiCount)) + 1
	t.who(r.X+2, y, right, seat)
	won, lost := captures.Won(d), captures.Won(t.view.Sides[1-seat])
	for _, line := range narrowLines {
		if y += 1; y+1 >= r.Y+r.H {
			return
		}
		x := r.X + 1
		for _, i := range line {
			q := &captures.Groups[i]
			s := q.State(d, t.view.Sides[1-seat])
			if q.Tag != "rain" {
				t.g.Text(x, y, s.Ink(own)|ui.Bold, t.a.T(q.Short))
				t.g.Text(x, y+1, app.Either(s.Bak, ui.Bad, s.Ink(own)), app.Itoa(s.N)+app.When(s.Full, "!"))
				x += 2
			}
			for _, c := range q.Cards {
				w := captures.TileWidth(c)
				t.tile(x, y, w, c, won, lost)
				x += w
			}
			x++
		}
		y++
	}
}

// askNarrow draws a question over the floor, with its answers as buttons below each other.
func (t *richTable) askNarrow() {
	q, a := t.q, t.a
	lines := q.lines
	if t.view.Phase == matgo.AskGo {
		lines = []string{a.T("mg.go.from", "n", max(t.view.Sides[t.me].Points.Total+1, matgo.Document.GoMin)), a.T("mg.go.plus")}
	}
	t.g.Dim(t.mat)
	t.g.Shade(t.mat)
	const w = 46
	cards := app.Either(len(q.cards) > 0, t.size.H(), 0)
	h := min(max(3+cards+len(lines)+2*len(q.answers), 5), t.mat.H)
	if over := 3 + cards + len(lines) + 2*len(q.answers) - h; over > 0 {
		lines = lines[:max(0, len(lines)-over)]
	}
	r := t.mat.Centered(w, h)
	g := t.g.Sheet(r, ui.Raised)
	g.Strip(ui.Rect{W: w, H: 1}, ui.Accent)
	g.TextCut(2, 1, w-4, ui.Strong|ui.Bold, q.title)
	y := 2
	for i, c := range q.cards {
		x := 2 + i*(t.size.W()+1) + app.Either(q.apart > 0 && i >= q.apart, 2, 0)
		hwatu.Paint(a, g, x, y, c, t.size)
	}
	y += cards
	for _, l := range lines {
		g.TextCut(2, y, w-4, ui.Text, l)
		y++
	}
	for i, b := range q.answers {
		ground := app.Either(i == t.v.button, ui.Focus, ui.Cap)
		at := ui.Rect{X: 2, Y: y, W: w - 4, H: 1}
		key := app.Itoa(i + 1)
		g.Fill(at, ground)
		g.TextCut(4, y, w-8, ground|ui.Bold, key+"  "+b.on(a))
		g.Hit(ui.Rect{X: 2, Y: y, W: w - 4, H: 2}, ui.Press(ui.Key(key)))
		y += 2
	}
}

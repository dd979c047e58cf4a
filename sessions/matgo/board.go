package matgo

import (
	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/matgo/round"
	"arcade/sessions/matgo/tell"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// board is a round: the floor by months, the deck, both seats with their captures, the viewer's hand, and
// what covers them. It is drawn by the first of its plans that has room.
type board struct {
	lay
	l                         kit.Look
	g                         ui.Region
	v                         *gameView
	a                         *app.App
	s                         *play.Scene
	f                         *tell.Frame
	view                      *matgo.View
	me                        games.Seat
	still                     bool // no motion runs
	q                         *question
	onFloor, inHand, declares func(i int) string // names of areas: a card and its place, and the mark of what can be declared
}

// Parts shows the round as one board.
func (v *gameView) Parts(a *app.App, s *play.Scene) play.Parts {
	t := v.board(a, s)
	if t == nil {
		return play.Parts{}
	}
	return play.Parts{Board: t, Whole: true}
}

// table returns the present moment of the round, with the present question; nil if there is no round.
func (v *gameView) board(a *app.App, s *play.Scene) *board {
	s, f := v.now(a, s)
	if f == nil {
		return nil
	}
	t := &board{v: v, a: a, s: s, f: f, view: f.View, me: ownSeat(s), still: f.Lasts == 0}
	at := func(place string) func(i int) string {
		return func(i int) string { return hwatu.Words(a, matgo.Card(i), true) + ", " + a.T(place) }
	}
	t.declares = func(int) string { return a.T("mg.key.declare") }
	t.onFloor, t.inHand = at("mg.said.onfloor"), at("mg.said.inhand")
	if t.still && !onHold(f.Now) {
		t.q = v.question(a, f.Now, f.View)
	}
	return t
}

// now returns the present frame of the round, nil for none, and the scene at that moment.
func (v *gameView) now(a *app.App, s *play.Scene) (*play.Scene, *tell.Frame) {
	view, ok := round.Of(s)
	if !ok {
		return s, nil
	}
	f := v.frame(a, s, view)
	f.Now = s
	if f.Lasts > 0 {
		then := *s
		then.Plies = f.Plies
		s = &then
	}
	return s, f
}

// plans returns the plans for a look.
func plans(l kit.Look) []plan {
	if l.Rich {
		return pictured
	}
	return lined
}

// serves reports whether the table can be drawn by a plan: a finger needs high cards.
func (t *board) serves(l kit.Look, p *plan) bool {
	return !l.Touch || !active(t.s) || p.handCard.rows+1 >= touchRows
}

// touchRows are the least rows of what a finger can hit, touchCells its least cells.
const touchRows, touchCells = 3, 5

// SizeAt returns the least size of the n-th plan.
func (t *board) SizeAt(l kit.Look, n int) (kit.Size, bool) {
	list := plans(l)
	for i := range list {
		if p := &list[i]; t.serves(l, p) {
			if n == 0 {
				return t.least(p), true
			}
			n--
		}
	}
	return kit.Size{}, false
}

// reviewsBelow reports whether an analysis stands below the table.
func (t *board) reviewsBelow(p *plan) bool { return t.s.Review != nil && !p.reviews() && !p.bare }

// least returns the least size of a plan, with the rows of an analysis below it.
func (t *board) least(p *plan) kit.Size {
	s := p.least()
	if t.reviewsBelow(p) {
		s.H += reviewRows
	}
	return s
}

// Least returns the lowest plan that has room in w cells, or else the narrowest.
func (t *board) Least(l kit.Look, w int) kit.Size { return kit.LeastOf(t, l, w) }

// Wish returns the height of the first plan that has room in w cells.
func (t *board) Wish(l kit.Look, w int) int { return kit.WishOf(t, l, w) }

// arrange takes the first plan that has room, and returns its place.
func (t *board) arrange(l kit.Look, w, h int) ui.Rect {
	list := plans(l)
	t.l = l
	for i := range list {
		p := &list[i]
		if size := t.least(p); i == len(list)-1 || t.serves(l, p) && size.W <= w && size.H <= h {
			t.lay = p.lay(w, h, t.reviewsBelow(p))
			break
		}
	}
	return ui.Rect{W: w, H: h}.Centered(t.w, t.h)
}

// Hung returns the place of the curtain: over the hand alone. Floor and captures stay open, as they are no secret.
func (t *board) Hung(l kit.Look, w, h int) ui.Rect {
	at := t.arrange(l, w, h)
	r := t.own
	if !t.sheets { // the seat is above the hand
		r.Y, r.H = t.handY, r.Y+r.H-t.handY
	}
	if r.H < curtainRows {
		r.Y, r.H = r.Y+r.H-curtainRows, curtainRows
	}
	r.X, r.Y = r.X+at.X, r.Y+at.Y
	return r
}

// curtainRows are the least rows of a curtain.
const curtainRows = 5

// Draw draws the table.
func (t *board) Draw(l kit.Look, g ui.Region) {
	t.g = g.Sub(t.arrange(l, g.W(), g.H()))
	if l.Rich {
		t.cloth()
		t.floor()
		t.middle()
		t.seats()
	} else {
		t.words()
	}
	t.hand()
	if t.s.Review != nil {
		t.review()
	}
	t.over()
}

// over draws what covers the table: cards shown to all, moving cards, a call, a question, a void deal.
func (t *board) over() {
	switch s := t.f.Now; {
	case onHold(s):
		t.reveal()
	case !t.still:
		if t.l.Rich {
			t.flying()
			t.call()
		}
	case t.q != nil:
		t.ask()
	case len(t.view.Opening.Void) > 0 && t.v.voidShown(s):
		t.void()
	}
}

// mine reports whether the viewer is to act, which gold marks.
func (t *board) mine() bool { return t.s.Mine() && t.still }

// picks reports whether the viewer must choose between floor cards now.
func (t *board) picks() bool { return t.still && t.v.picking(t.s, t.view) }

// onTurn reports whether a seat is to act.
func (t *board) onTurn(seat games.Seat) bool { return t.view.ToAct == seat && t.s.Result == nil }

// hints reports whether the viewer has a hand and wants hints about takings.
func (t *board) hints() bool { return active(t.s) && !t.a.Set.NoHints }

// active reports whether there is a hand to play from.
func active(s *play.Scene) bool { return s.You != games.Nobody && !s.Replay && s.Result == nil }

// picking reports whether the viewer must choose between floor cards.
func (v *gameView) picking(s *play.Scene, view *matgo.View) bool {
	return s.Mine() && view.Phase == matgo.AskTake && view.Ask != nil
}

// roundOver reports whether the round is over.
func roundOver(s *play.Scene, view *matgo.View) bool {
	return s.Result != nil || view.Phase == matgo.Over
}

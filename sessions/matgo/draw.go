package matgo

import (
	"slices"
	"strings"
	"time"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/matgo/captures"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/matgo/results"
	"arcade/sessions/matgo/round"
	"arcade/sessions/matgo/tell"
	"arcade/sessions/play"
	"arcade/sessions/play/seats"
	"arcade/sessions/ui"
)

// Positions in the compact layout, in rows of the body: two players with their captures, the floor between,
// the facts on the right.
const (
	tableW = 56 // width of the table; the facts follow it
	floorY = 3  // the title row of the floor, and of a question over it
	floorH = 10
	ownY   = 12
	handY  = 16
)

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

func (v *gameView) Draw(a *app.App, c *ui.Canvas, s *play.Scene) {
	s, f := v.now(a, s)
	if f == nil {
		return
	}
	if c.Rich {
		v.drawRich(a, c, s, f)
		return
	}
	if ui.Full(c.W(), c.H()) {
		g := ui.Body(c)
		v.drawFull(a, g.Sub(ui.Rect{X: (g.W() - 120) / 2, Y: (g.H() - 37) / 2, W: 120, H: 37}), s, f)
		return
	}
	v.drawCompact(a, ui.Body(c), s, f)
}

func (v *gameView) drawCompact(a *app.App, g ui.Region, s *play.Scene, f *tell.Frame) {
	me := ownSeat(s)
	t := g.Sub(ui.Rect{W: tableW, H: g.H()})
	v.status(a, t, 0, s, f.View, 1-me)
	v.captures(a, t, 1, f.View.Sides[1-me], f.Lit)
	v.floorTitle(a, t, floorY, s, f)
	v.floor(a, t, s, f)
	v.ownTitle(a, t, ownY, s, f.View)
	v.status(a, t, ownY+1, s, f.View, me)
	v.captures(a, t, ownY+2, f.View.Sides[me], f.Lit)
	v.hands(a, t, s, f.View)
	g.VLine(tableW, 0, g.H(), ui.Muted)
	v.panel(a, g, s, f.View)
	v.Over(a, g.Sub(ui.Rect{Y: floorY, W: tableW, H: floorH}), f)
}

// status draws one row about a seat: name, number of cards, points and counters.
func (v *gameView) status(a *app.App, g ui.Region, y int, s *play.Scene, view *matgo.View, seat games.Seat) {
	if seat != ownSeat(s) && view.Hands[seat] != nil {
		v.openHand(a, g, y, s, view, seat)
		return
	}
	d := view.Sides[seat]
	tok := app.Either(view.ToAct == seat && s.Result == nil, ui.Strong, ui.Text)
	counts := captures.Flags(a, d)
	ink := app.Either(d.Ppuk.Open, ui.Warn, ui.Text)
	points := a.T("mg.points", "n", d.Points.Total+d.Go)
	if g.W() > tableW {
		points = a.T("mg.gold.of", "gold", round.GoldText(results.Gold(s, view, seat))) + "   " + points
	}
	tag := a.T(app.Either(seat != ownSeat(s), "mg.foe", "mg.you"))
	x := 1
	if !round.Named(s) {
		g.Text(x, y, tok, tag)
		x += max(ui.Width(a.T("mg.you")), ui.Width(a.T("mg.foe"))) + 1
	}
	order := a.T(app.Either(view.First == seat, "mg.first", "mg.second"))
	n := view.HandCounts[seat] + view.Passes[seat]
	back, held := "", a.T("mg.held.cards", "n", n)
	if seat != ownSeat(s) || view.Hands[seat] == nil {
		back = strings.Repeat("▒", n)
	}
	name := a.SeatName(s.Seats[seat])
	if s.Seats[seat].Away != 0 && s.Result == nil {
		name += " (" + a.T(seats.AwayWord(s, seat)) + ")"
	}
	// If there is no room, parts are omitted in this order: the gap, the first-seat mark, the backs, both.
	room, gap := 0, 2
	for _, with := range []struct {
		order, back string
		gap         int
	}{{order, back, 2}, {order, back, 1}, {"", back, 2}, {"", back, 1}, {order, "", 2}, {"", "", 1}} {
		order, back, gap = with.order, with.back, with.gap
		room = g.W() - 1 - ui.Width(counts) - gap - ui.Width(points) - gap - x - ui.Width(held) - 1
		for _, text := range []string{order, back} {
			if text != "" {
				room -= ui.Width(text) + 1
			}
		}
		if room >= ui.Width(name) {
			break
		}
	}
	right := g.W() - 1
	if counts != "" {
		right -= g.TextRight(right, y, ink, counts) + gap
	}
	g.TextRight(right, y, ui.Strong, points)
	x += g.TextCut(x, y, room, tok, name) + 1
	if order != "" {
		x += g.Text(x, y, ui.Muted, order) + 1
	}
	x++
	if back != "" {
		x += g.Text(x, y, hwatu.CardBack, back) + 1
	}
	g.Text(x, y, ui.Text, held)
}

// openHand draws the status row of a seat whose hand the viewer sees from the other side, as in a replay:
// the cards by name instead of the counters.
func (v *gameView) openHand(a *app.App, g ui.Region, y int, s *play.Scene, view *matgo.View, seat games.Seat) {
	d := view.Sides[seat]
	order := a.T(app.Either(view.First == seat, "mg.first", "mg.second"))
	right := g.W() - 1
	right -= g.TextRight(right, y, ui.Strong, a.T("mg.points", "n", d.Points.Total+d.Go)) + 1
	x := 1
	x += g.Text(x, y, ui.Text, a.SeatName(s.Seats[seat])) + 1
	head := a.T("mg.hand")
	hand := view.Hands[seat]
	text := ""
	for _, with := range []struct{ head, sep string }{{order + " " + head, " "}, {head, " "}, {"", " "}, {head, ""}, {"", ""}} {
		head, text = with.head, hwatu.Names(a, hand, with.sep)
		if head != "" {
			head += " "
		}
		if x+ui.Width(head)+ui.Width(text) <= right {
			break
		}
	}
	for n := 1; x+ui.Width(head)+ui.Width(text) > right && n < len(hand); n++ {
		text = hwatu.Names(a, hand[:len(hand)-n], " ") + " " + a.T("mg.more", "n", n)
	}
	x += g.Text(x, y, ui.Muted, head)
	g.TextCut(x, y, right-x, ui.Text, text)
}

// captures draws the two rows of a seat's captures, with a mark at new cards.
func (v *gameView) captures(a *app.App, g ui.Region, y int, d matgo.Side, lit matgo.Set) {
	kwang, yeol, tti, pi := captures.Texts(a, d, g.W()-39)
	for _, group := range []struct {
		x, y int
		text string
		list []matgo.Card
	}{{1, y, kwang, d.Captured.Kwang}, {21, y, yeol, d.Captured.Yeol}, {1, y + 1, tti, d.Captured.Tti}, {38, y + 1, pi, d.Captured.Pi}} {
		tok := ui.Text
		if slices.ContainsFunc(group.list, lit.Has) {
			tok = ui.Focus
			g.Text(group.x-1, group.y, tok, ">")
		}
		g.Text(group.x, group.y, tok, group.text)
	}
}

// titleRow draws a row with a text in a rule.
func titleRow(g ui.Region, y int, tok ui.Token, text string) {
	g.HLine(0, y, g.W(), ui.Muted)
	if text != "" {
		g.Text(2, y, tok, " "+ui.Cut(text, g.W()-5)+" ")
	}
}

// floorTitle draws the row over the floor: its cards, a choice, or a banner.
func (v *gameView) floorTitle(a *app.App, g ui.Region, y int, s *play.Scene, f *tell.Frame) {
	switch view := f.View; {
	case f.Banner != "":
		ui.Banner(g, y, ui.Cut(f.Banner, g.W()-2))
	case v.picking(s, view) && f.Lasts == 0:
		titleRow(g, y, ui.Accent, a.T("mg.floor.pick", "m", view.Ask.Card.Month(), "n", len(view.Ask.Choices)))
	default:
		titleRow(g, y, ui.Muted, a.T("mg.floor", "n", len(view.Floor)))
	}
}

// ownTitle draws the row over the own half: whose turn it is.
func (v *gameView) ownTitle(a *app.App, g ui.Region, y int, s *play.Scene, view *matgo.View) {
	switch {
	case s.Replay && len(s.Plies) > 0:
		p := s.Plies[len(s.Plies)-1]
		first, _ := tell.PlyText(a, s, p)
		titleRow(g, y, ui.Muted, a.T("mg.ply", "n", len(s.Plies))+" "+a.SeatName(s.Seats[p.Seat])+": "+first)
	case s.Result != nil || view.ToAct == games.Nobody:
		titleRow(g, y, ui.Muted, a.T("mg.over"))
	case view.ToAct == s.You && !round.Named(s):
		titleRow(g, y, ui.Accent, a.T("mg.turn"))
	default:
		titleRow(g, y, ui.Muted, a.T("mg.turn.other", "p", a.SeatName(s.Seats[view.ToAct])))
	}
}

// picking reports whether the viewer must choose between floor cards.
func (v *gameView) picking(s *play.Scene, view *matgo.View) bool {
	return s.Mine() && view.Phase == matgo.AskTake && view.Ask != nil
}

// pile returns the floor cards of a month, the most valuable first.
func pile(view *matgo.View, month int) []matgo.Card {
	list := onFloor(view, month)
	slices.SortFunc(list, round.Worthier)
	return list
}

// look returns the look of a floor card.
func (v *gameView) look(s *play.Scene, f *tell.Frame, c matgo.Card) hwatu.Look {
	look := hwatu.Look{Lit: f.Lit.Has(c)}
	if v.picking(s, f.View) && f.Lasts == 0 {
		if i := slices.Index(choices(f.View), c); i >= 0 {
			look.Foot = string(rune('a' + i))
			look.Foot = app.Either(i == v.button, ">"+look.Foot, " "+look.Foot)
			look.Lit = i == v.button || v.button < 0
		}
	}
	return look
}

// floor draws the twelve months and the stock.
func (v *gameView) floor(a *app.App, g ui.Region, s *play.Scene, f *tell.Frame) {
	for m := 1; m <= 12; m++ {
		x, y := 8*((m-1)%6), floorY+1+4*((m-1)/6)
		list := pile(f.View, m)
		if len(list) == 0 {
			name := a.T("mg.month", "m", m)
			if ui.Width(name) == ui.Width(app.Itoa(m))+2 { // "11월" ends where "1월" does
				g.TextRight(x+5, y+1, ui.Muted, name)
			} else {
				g.Text(x+1, y+1, ui.Muted, name)
			}
			continue
		}
		hwatu.DrawPile(a, g, x, y, list, func(i int) hwatu.Look { return v.look(s, f, list[i]) })
		if mark := v.ppuk(a, s, f.View, m); mark != "" {
			mark = ui.Cut(mark, 6)
			g.Fill(ui.Rect{X: x + 1, Y: y, W: ui.Width(mark), H: 1}, ui.Warn)
			g.Text(x+1, y, ui.Warn|ui.Bold, mark)
		}
		g.Hit(ui.Rect{X: x, Y: y, W: 4, H: 4}, floorHit(list[0]))
		if len(list) > 1 {
			g.Hit(ui.Rect{X: x + 4, Y: y, W: 4, H: 4}, floorHit(list[1]))
		}
	}
	v.stock(a, g, f, ui.Rect{X: 49, Y: floorY + 3, W: 6, H: 4}, floorY+1)
}

// ppuk returns the mark of the ppuk on a month under the standard rules: whose it is, and its bonus cards.
func (v *gameView) ppuk(a *app.App, s *play.Scene, view *matgo.View, month int) string {
	if view.Rules == "" {
		return ""
	}
	pile, ok := ppukOn(view, month)
	if !ok {
		return ""
	}
	return pileMark(a, s, pile)
}

// pileMark returns whose a ppuk is, with the worth of the bonus cards in it.
func pileMark(a *app.App, s *play.Scene, pile matgo.Pile) string {
	text := a.T("mg.ppuk.other")
	switch {
	case round.Named(s):
		text = a.T("mg.ppuk.of")
	case pile.Seat == int(ownSeat(s)):
		text = a.T("mg.ppuk.mine")
	}
	if n := round.PiWorth(pile.Bonus); n > 0 {
		text += "+" + app.Itoa(n)
	}
	return text
}

// stock draws the stock at r with its count below, and from the row aside the flipped bonus cards that
// belong to no seat yet.
func (v *gameView) stock(a *app.App, g ui.Region, f *tell.Frame, r ui.Rect, aside int) {
	if f.View.StockCount > 0 {
		hwatu.DrawBack(g, r)
	}
	deck := a.T("mg.deck", "n", f.View.StockCount)
	g.Text(r.X-1+(r.W+2-ui.Width(deck))/2, r.Y+r.H, ui.Text, deck)
	for i, c := range f.View.Aside {
		tok := app.Either(f.Lit.Has(c), ui.Focus, hwatu.CardBonus)
		g.Text(r.X+1, aside+i, tok, hwatu.Name(a, c))
	}
}

// mark returns "*" for a card with a match on the floor, "!" for three of a month.
func (v *gameView) mark(a *app.App, s *play.Scene, view *matgo.View, hand []matgo.Card, c matgo.Card) string {
	switch {
	case a.Set.NoHints || s.You == games.Nobody:
		return " "
	case threes(hand, c.Month()) > 0:
		return "!"
	case len(onFloor(view, c.Month())) > 0:
		return "*"
	}
	return " "
}

// hands draws the hand below, with the digits that play its cards, or the backs of a hidden hand.
func (v *gameView) hands(a *app.App, g ui.Region, s *play.Scene, view *matgo.View) {
	seat := ownSeat(s)
	cards := view.Hands[seat]
	if cards == nil {
		for i := range view.HandCounts[seat] {
			hwatu.DrawBack(g, ui.Rect{X: 1 + 5*i, Y: handY, W: hwatu.Width, H: hwatu.Height})
		}
		return
	}
	for i, c := range cards {
		x := 1 + 5*i
		hwatu.Draw(a, g, x, handY, c, hwatu.Look{Lit: v.lit(s, view, i)})
		if active(s) {
			g.Hit(ui.Rect{X: x, Y: handY, W: 5, H: 5}, handHit(i))
			v.number(a, g, x, handY+4, s, view, cards, i)
		}
	}
	if n := view.Passes[seat]; n > 0 {
		x := 1 + 5*len(cards)
		g.Text(x, handY+1, ui.Text, a.T("mg.passes", "n", n))
		if active(s) && s.Mine() && view.Phase == matgo.AskPlay {
			g.Text(x, handY+2, ui.Muted, a.T("mg.passes.key"))
			g.Hit(ui.Rect{X: x, Y: handY + 1, W: 10, H: 2}, ui.Press("p"))
		}
	}
	if view.LastCard && active(s) && len(cards) <= 1 {
		g.Text(8, handY+4, ui.Warn, a.T(app.Either(view.Rules == "", "mg.last", "mg.last.steals")))
	}
}

// active reports whether there is a hand to play from.
func active(s *play.Scene) bool { return s.You != games.Nobody && !s.Replay && s.Result == nil }

// lit reports whether a card of the hand has the focus and may be played.
func (v *gameView) lit(s *play.Scene, view *matgo.View, i int) bool {
	return i == v.at && view.Phase == matgo.AskPlay && s.Mine()
}

// number draws the text under a card of the hand: "[1*]", " 2! ". The mark of three opens the list of
// declarations.
func (v *gameView) number(a *app.App, g ui.Region, x, y int, s *play.Scene, view *matgo.View, cards []matgo.Card, i int) {
	mark := v.mark(a, s, view, cards, cards[i])
	if mark == "!" && len(declarations(s)) > 0 {
		g.Hit(ui.Rect{X: x + 2, Y: y, W: 1, H: 1}, ui.Press("x"))
	}
	text := app.Itoa((i+1)%10) + mark
	if i == v.at {
		g.Text(x, y, ui.Focus, "["+text+"]")
		return
	}
	g.Text(x+1, y, ui.Text, text)
}

// Over draws what covers the floor: a question, cards shown to all, a void deal.
func (v *gameView) Over(a *app.App, g ui.Region, f *tell.Frame) {
	s := f.Now
	if onHold(s) {
		v.reveal(a, g, s)
		return
	}
	if f.Lasts > 0 { // motion still runs
		return
	}
	if q := v.question(a, s, f.View); q != nil {
		v.drawQuestion(a, g, q)
		return
	}
	if n := len(f.View.Opening.Void); n > 0 && v.voidShown(s) {
		v.void(a, g, f.View)
	}
}

// voidTime is the time for which a void deal is shown.
const voidTime = 3 * time.Second

func (v *gameView) voidShown(s *play.Scene) bool {
	return !s.Replay && len(s.Plies) == 0 && s.Result == nil && time.Since(v.begun) < voidTime
}

// panel draws the facts on the right.
func (v *gameView) panel(a *app.App, g ui.Region, s *play.Scene, view *matgo.View) {
	p := g.Sub(ui.Rect{X: tableW + 1, W: g.W() - tableW - 1, H: g.H()})
	if s.Review != nil {
		drawReview(a, p, s, view)
		return
	}
	me := ownSeat(s)
	if v.opening(s, view) {
		v.openingPanel(a, p, s, view)
		return
	}
	v.score(a, p, s, view)
	p.HLine(0, 5, p.W(), ui.Muted)
	v.sets(a, p, 6, 4, s, view)
	p.HLine(0, 11, p.W(), ui.Muted)
	v.lastTurn(a, p, 12, s)
	if roundOver(s, view) {
		return
	}
	p.HLine(0, 15, p.W(), ui.Muted)
	p.Text(1, 16, ui.Muted, a.T("mg.bak.risk"))
	v.risk(a, p, 17, s, view, me)
	v.risk(a, p, 18, s, view, 1-me)
	v.distance(a, p, 19, s, view)
}

// drawReview draws the analysis of a replay over the facts; the seats are named by the order of
// play.
func drawReview(a *app.App, p ui.Region, s *play.Scene, view *matgo.View) {
	marks := [2]string{a.T("mg.an.second"), a.T("mg.an.second")}
	marks[view.First] = a.T("mg.an.first")
	play.DrawReview(a, p, s, ui.Rect{X: 1, W: p.W() - 1, H: min(p.H(), 36)}, marks)
}

// roundOver reports whether the round is over.
func roundOver(s *play.Scene, view *matgo.View) bool {
	return s.Result != nil || view.Phase == matgo.Over
}

// pair draws a name and a value on a row of the panel.
func pair(p ui.Region, y int, tok ui.Token, name, value string) {
	w := p.W() - 1
	p.TextRight(w, y, tok, value)
	p.TextCut(2, y, w-3-ui.Width(value), tok, name)
}

// score draws the points, their parts, the multiplier and the possible win, in five rows.
func (v *gameView) score(a *app.App, p ui.Region, s *play.Scene, view *matgo.View) {
	d := view.Sides[ownSeat(s)]
	head := a.T("mg.score.mine")
	if round.Named(s) {
		head = ui.Cut(a.SeatName(s.Seats[ownSeat(s)]), 14)
	}
	p.Text(1, 0, ui.Strong, head)
	p.TextRight(p.W()-1, 0, ui.Strong, a.T("mg.pts", "n", d.Points.Total+d.Go))
	parts := round.PointParts(a, d)
	if len(parts) <= 2 {
		if len(parts) == 1 && d.Go == 0 {
			parts = append(parts, round.Part{Name: a.T("mg.go"), Short: a.T("mg.go")})
		}
		for i, x := range parts {
			pair(p, 1+i, ui.Text, x.Name, "+"+app.Itoa(x.Points))
		}
	} else {
		for i, line := range flow(parts, p.W()-3, 2) {
			p.Text(2, 1+i, ui.Text, line)
		}
	}
	if roundOver(s, view) { // nothing more to win: the round's result
		if s.Result == nil {
			return
		}
		if e, ok := results.Read(view, s.Result, s.Plies); ok && e.Winner >= 0 {
			pair(p, 3, ui.Text, a.T("mg.factor"), "x"+app.Itoa(e.Mult.Total))
			worth := a.T("mg.worth")
			if e.Winner != ownSeat(s) {
				worth = a.T("mg.worth.of", "p", round.SeatTag(a, s, e.Winner))
			}
			pair(p, 4, ui.Text, worth, a.T("mg.pts", "n", e.Total[e.Winner]))
		}
		return
	}
	factors := round.Factors(a, d.Multiplier)
	switch len(factors) {
	case 0:
		pair(p, 3, ui.Muted, a.T("mg.factor"), "x1")
	case 1:
		pair(p, 3, ui.Text, a.T("mg.factor")+" "+factors[0].Name, "x"+app.Itoa(factors[0].Points))
	default:
		var names, short, numbers []string
		for _, x := range factors {
			names, short, numbers = append(names, x.Name+app.Itoa(x.Points)), append(short, x.Short), append(numbers, app.Itoa(x.Points))
		}
		total := "x" + app.Itoa(d.Multiplier.Total)
		text := a.T("mg.factor") + " " + strings.Join(numbers, "x")
		for _, form := range []string{strings.Join(short, " "), strings.Join(names, " ")} {
			if ui.Width(form)+ui.Width(total) <= p.W()-4 {
				text = form
			}
		}
		pair(p, 3, ui.Text, text, total)
	}
	wins := a.T(app.Either(round.Named(s), "mg.winsnow.of", "mg.winsnow"))
	pair(p, 4, ui.Text, wins, a.T("mg.pts", "n", d.WinsNow))
}

// flow arranges the parts of a score in rows lines of at most w cells. If there are many it shortens their
// names, then packs them closer, and omits parts that do not fit even then.
func flow(parts []round.Part, w, rows int) (lines []string) {
	for _, form := range []struct {
		short bool
		gap   string
	}{{false, " "}, {true, " "}, {true, ""}} {
		lines = nil
		for _, x := range parts {
			text := app.Either(form.short, x.Short, x.Name) + form.gap + app.Itoa(x.Points)
			if n := len(lines); n > 0 && ui.Width(lines[n-1]+form.gap+" "+text) <= w {
				lines[n-1] += form.gap + " " + text
				continue
			}
			lines = append(lines, ui.Cut(text, w))
		}
		if len(lines) <= rows {
			return lines
		}
	}
	lines[rows-1] = ui.Cut(lines[rows-1]+" "+strings.Repeat(".", w), w)
	return lines[:rows]
}

// sets draws both sides' progress with the sets, in five rows. The player's own numbers end gap cells
// before the opponent's.
func (v *gameView) sets(a *app.App, p ui.Region, y, gap int, now *play.Scene, view *matgo.View) {
	me := ownSeat(now)
	w := p.W()
	left, right := a.T("mg.me"), a.T("mg.foe.short")
	if round.Named(now) {
		left, right = round.SeatTag(a, now, me), round.SeatTag(a, now, 1-me)
	}
	if title := a.T("mg.sets"); ui.Width(title)+ui.Width(left)+ui.Width(right) < w-3 { // the names matter more
		p.Text(1, y, ui.Muted, title)
	}
	p.TextRight(w-1, y, ui.Muted, right)
	p.TextRight(w-1-max(ui.Width(right)+1, gap), y, ui.Muted, left)
	row := func(i int, name string, mine, theirs int) {
		tok := app.Either(mine >= 3, ui.OK, ui.Text)
		p.Text(2, y+1+i, tok, name)
		p.TextRight(w-1-gap, y+1+i, tok, app.Itoa(mine)+"/3")
		p.TextRight(w-1, y+1+i, ui.Text, app.Itoa(theirs)+"/3")
	}
	for i, set := range round.CardSets {
		row(i, a.T(set.Key)+" "+set.Months, round.SetCount(view.Sides[me].Captured, set.Tag), round.SetCount(view.Sides[1-me].Captured, set.Tag))
	}
	row(4, a.T("mg.kwang"), len(view.Sides[me].Captured.Kwang), len(view.Sides[1-me].Captured.Kwang))
}

// lastTurn draws the last turn in three rows: the seat, the played card, the flipped card.
func (v *gameView) lastTurn(a *app.App, p ui.Region, y int, s *play.Scene) {
	seat, from, events := tell.TurnEvents(s.Plies)
	if seat == games.Nobody {
		p.Text(1, y, ui.Muted, a.T("mg.lastply.none"))
		return
	}
	plies := app.Itoa(len(s.Plies))
	if from+1 < len(s.Plies) { // the following facts cover all of them
		plies = app.Itoa(from+1) + "-" + plies
	}
	who := round.SeatTag(a, s, seat)
	if round.Named(s) {
		who = a.SeatName(s.Seats[seat])
	}
	p.TextCut(1, y, p.W()-2, ui.Muted, a.T("mg.lastply", "n", plies, "p", who))
	var lines []string
	for _, e := range events {
		switch f := e.Fact.(type) {
		case matgo.EventMatch:
			key := app.Either(f.Source == "flip", "mg.said.flip", "mg.said.plays")
			lines = append(lines, a.Short(key, "what", tell.Matched(a, f)))
		case matgo.EventBomb:
			lines = append(lines, a.T("mg.do.bomb", "m", f.Month))
		case matgo.EventKung:
			lines = append(lines, a.T("mg.do.kung", "m", f.Month))
		case matgo.EventShake:
			lines = append(lines, a.T("mg.do.shake", "m", f.Month))
		case matgo.EventGo:
			lines = append(lines, a.T("mg.do.go"))
		case matgo.EventStop:
			lines = append(lines, a.T("mg.do.stop"))
		}
	}
	if len(lines) == 0 {
		lines = append(lines, tell.ActionText(a, s.Plies[len(s.Plies)-1].Action))
	}
	lines = lines[max(0, len(lines)-2):]
	for i, line := range lines {
		p.TextCut(2, y+1+i, p.W()-3, ui.Text, line)
	}
}

// risk draws the baks that a seat is open to.
func (v *gameView) risk(a *app.App, p ui.Region, y int, s *play.Scene, view *matgo.View, seat games.Seat) {
	who, d := round.SeatTag(a, s, seat), view.Sides[seat]
	list, short := captures.Baks(a, d, view.Sides[1-seat])
	flags := strings.Join(list, " ")
	counts := " " + a.T("mg.kwang") + app.Itoa(len(d.Captured.Kwang)) + " " + a.T("mg.pi") + app.Itoa(d.PiCount)
	need := who
	if round.Named(s) {
		need += counts
	}
	if ui.Width(need)+3+ui.Width(flags) > p.W()-1 {
		flags = strings.Join(short, " ")
	}
	tok := app.Either(flags != "", ui.Warn, ui.Text)
	p.TextRight(p.W()-1, y, tok, flags)
	left := who
	room := max(p.W()-4-ui.Width(flags)-ui.Width(counts), 4)
	if cut := ui.Cut(who, room); cut != ui.Cut(round.SeatTag(a, s, 1-seat), room) { // a long name is cut for the counts
		left = cut
	}
	for _, more := range []string{a.T("mg.kwang") + app.Itoa(len(d.Captured.Kwang)), a.T("mg.pi") + app.Itoa(d.PiCount)} {
		if ui.Width(left+" "+more)+3+ui.Width(flags) <= p.W()-1 {
			left += " " + more
		}
	}
	p.TextCut(2, y, p.W()-4-ui.Width(flags), ui.Text, left)
}

// distance returns the distance to go or stop.
func (v *gameView) distance(a *app.App, p ui.Region, y int, s *play.Scene, view *matgo.View) {
	switch need := round.ToGo(view, ownSeat(s)); {
	case roundOver(s, view):
	case view.Phase == matgo.AskGo:
		p.Text(1, y, ui.Accent, a.T("mg.going"))
	case view.LastCard:
		p.Text(1, y, ui.Warn, a.T("mg.last.short"))
	case need == 0:
		p.Text(1, y, ui.Accent, a.T("mg.togo.now"))
	default:
		p.Text(1, y, ui.Text, a.T("mg.togo", "n", need))
	}
}

// opening reports whether the round has just begun, so that there is neither a set nor a last turn to show.
func (v *gameView) opening(s *play.Scene, view *matgo.View) bool {
	if s.Result != nil || s.Replay {
		return false
	}
	if view.First == ownSeat(s) {
		return view.Turn <= 1
	}
	return view.Turn <= 2
}

// openingPanel shows how the round began, possible declarations, and the meaning of marks.
func (v *gameView) openingPanel(a *app.App, p ui.Region, s *play.Scene, view *matgo.View) {
	lines := v.openingLines(a, s, view)
	for i, line := range lines[:min(len(lines), p.H())] {
		tok := app.Either(line.head, ui.Muted, ui.Text)
		p.Fill(ui.Rect{Y: i, W: p.W(), H: 1}, ui.Text)
		p.TextCut(1, i, p.W()-2, tok, line.text)
	}
}

type openingLine struct {
	text string
	head bool
}

func (v *gameView) openingLines(a *app.App, s *play.Scene, view *matgo.View) (list []openingLine) {
	head := func(key string) { list = append(list, openingLine{a.T(key), true}) }
	line := func(text string) { list = append(list, openingLine{" " + text, false}) }
	me := ownSeat(s)
	o := view.Opening
	head("mg.lead")
	for _, text := range leadLines(a, s, view) {
		line(text)
	}
	fixed := len(list)
	for _, seat := range []games.Seat{me, 1 - me} {
		if n := len(o.HandBonus[seat]); n > 0 {
			line(a.T("mg.bonus.hand", "p", round.SeatTag(a, s, seat), "n", n))
			line(" " + a.T("mg.bonus.drawn", "n", n))
		}
	}
	if n := len(o.FloorBonus); n > 0 {
		line(a.T("mg.bonus.floor", "p", round.SeatTag(a, s, view.First), "n", n))
	}
	for _, m := range o.Void {
		line(a.T("mg.void.line", "m", m))
	}
	if len(list) > fixed {
		list = slices.Insert(list, fixed, openingLine{}, openingLine{a.T("mg.fixup"), true})
	}
	if hand := view.Hands[me]; s.You != games.Nobody {
		var can []string
		for m := 1; m <= 12; m++ {
			if n := threes(hand, m); n > 0 {
				key := app.Either(len(onFloor(view, m)) > 0, "mg.can.bomb", "mg.can")
				can = append(can, a.T(key, "month", a.T("hw.month."+app.Itoa(m)), "n", n))
			}
		}
		if len(can) > 0 {
			list = append(list, openingLine{})
			head("mg.can.head")
			for _, text := range can[:min(len(can), 2)] {
				line(text)
			}
			if view.Phase == matgo.AskKung && s.Mine() {
				line(a.T("mg.can.kung"))
			}
			for _, d := range declarations(s) {
				line(a.T("mg.can.x", "what", tell.ActionText(a, d.Action())))
			}
		}
		list = list[:min(len(list), 14)]
		if ui.Full(a.W, a.H) {
			return list // the legend is under the hand
		}
		list = append(list, openingLine{})
		head("mg.legend")
		for _, key := range []string{"mg.legend.match", "mg.legend.three"} {
			if !a.Set.NoHints {
				line(a.T(key))
			}
		}
		line(a.T("mg.legend.tags"))
		line(a.T("mg.legend.ribbons"))
	}
	return list
}

// leadLines returns who begins, and the reason.
func leadLines(a *app.App, s *play.Scene, view *matgo.View) (list []string) {
	me, o := ownSeat(s), view.Opening
	who := func(seat games.Seat) string { return a.SeatName(s.Seats[seat]) }
	if !round.Named(s) {
		who = func(seat games.Seat) string { return round.SeatTag(a, s, seat) }
	}
	switch {
	case o.Months == nil && s.Round > 1:
		list = append(list, a.T("mg.lead.keep"))
	case o.Months != nil:
		switch o.By {
		case "coin":
			list = append(list, a.T("mg.lead.tie"))
		case "night":
			list = append(list, a.T("mg.lead.night"))
		default:
			list = append(list, a.T("mg.lead.day"))
		}
		mine := a.T("mg.lead.month", "p", who(me), "n", o.Months[me])
		theirs := a.T("mg.lead.month", "p", who(1-me), "n", o.Months[1-me])
		if round.Named(s) {
			list = append(list, mine)
			list = append(list, theirs)
		} else {
			list = append(list, mine+" / "+theirs)
		}
	}
	if view.First == s.You && !round.Named(s) {
		list = append(list, "> "+a.T("mg.lead.me"))
	} else {
		list = append(list, "> "+a.T("mg.lead.other", "p", who(view.First)))
	}
	return list
}

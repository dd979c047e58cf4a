package matgo

import (
	"slices"
	"strings"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/matgo/captures"
	"arcade/sessions/matgo/results"
	"arcade/sessions/matgo/round"
	"arcade/sessions/matgo/tell"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// The least width of facts in words, and of the table below which they stand in two columns.
const factsLeast = 22

// fact is a block of facts of least and more rows, under a rule if there is one.
type fact struct {
	t           *board
	least, more int
	rule        bool
	paint       func(t *board, p ui.Region)
}

// Least returns the least rows.
func (f fact) Least(kit.Look, int) kit.Size { return kit.Size{W: factsLeast, H: f.least} }

// Wish returns all rows.
func (f fact) Wish(kit.Look, int) int { return f.least + f.more }

// Draw writes the facts.
func (f fact) Draw(_ kit.Look, g ui.Region) {
	if f.rule {
		g.HLine(0, 0, g.W(), ui.Muted)
		g = g.Sub(ui.Rect{Y: 1, W: g.W(), H: g.H() - 1})
	}
	f.paint(f.t, g)
}

// taking is what the hand can take, if there is room for its heading.
type taking struct{ fact }

// Least returns the least rows with the width of the heading.
func (f taking) Least(kit.Look, int) kit.Size {
	return kit.Size{W: ui.Width(f.t.a.T("mg.takeable")) + 2, H: f.least}
}

// moreFacts is the height from which on the facts have the number of cards of each kind.
const moreFacts = 27

// facts are the facts in words, in h rows: points and win, sets, the last turns, risks, and what the hand can take.
func (t *board) facts(h int) kit.Block {
	over := roundOver(t.s, t.view)
	list := append(make([]kit.Item, 0, 6), []kit.Item{
		{Block: fact{t, 5, 0, false, (*board).score}},
		{Block: fact{t, 6, app.If(h < moreFacts, 0, 4), true, (*board).sets}, First: true},
		{Block: fact{t, 4, 0, true, (*board).turns}, Fill: 1},
	}...)
	if !over {
		list = append(list,
			kit.Item{Block: fact{t, 4, 0, true, (*board).risks}, Drop: 4},
			kit.Item{Block: fact{t, 1, 0, false, (*board).distance}, Drop: 5},
			kit.Item{Block: taking{fact{t, 6, 0, true, (*board).takeable}}, Drop: 6})
	}
	return kit.Col(0, 0, list...)
}

// factsBelow are the same in two columns, below a table.
func (t *board) factsBelow() kit.Block {
	points := kit.Col(0, 0, kit.Item{Block: fact{t, 5, 0, false, (*board).score}})
	late := fact{t, 4, 0, true, (*board).turns}
	if roundOver(t.s, t.view) {
		return kit.Col(1, 0, kit.Item{Block: kit.Equal(2, points, fact{t, 5, 4, false, (*board).sets}), Drop: 1}, kit.Item{Block: late, Drop: 2, Fill: 1})
	}
	points.Items = append(points.Items, kit.Item{Block: fact{t, 1, 0, false, (*board).distance}, Drop: 1})
	return kit.Col(0, 0,
		kit.Item{Block: kit.Equal(2, points, fact{t, 5, 4, false, (*board).sets}), Drop: 1, First: true},
		kit.Item{Block: kit.Equal(2, late, fact{t, 4, 0, true, (*board).risks}), Drop: 2, Fill: 1})
}

// openingOnly is the height below which a round that has just begun has no facts but how it began.
const openingOnly = 30

// drawFacts draws the facts right of the table, or what else stands there.
func (t *board) drawFacts() {
	p := t.g.Sub(t.factsAt)
	switch {
	case t.s.Review != nil:
		play.DrawReview(t.a, t.l, p, t.s, ui.Rect{X: 1, W: p.W() - 1, H: min(p.H(), 36)}, t.marks())
	case t.v.opening(t.s, t.view) && p.H() < openingOnly:
		t.opened(p)
	default:
		kit.Draw(t.facts(p.H()), t.l, p)
	}
}

// marks are the signs of the seats in an analysis, by the order of play.
func (t *board) marks() [2]string {
	marks := [2]string{t.a.T("mg.an.second"), t.a.T("mg.an.second")}
	marks[t.view.First] = t.a.T("mg.an.first")
	return marks
}

// opened writes how the round began, possible declarations, and the meaning of marks.
func (t *board) opened(p ui.Region) {
	lines := t.openingLines()
	for i, line := range lines[:min(len(lines), p.H())] {
		p.TextCut(1, i, p.W()-2, app.If(line.head, ui.Muted, ui.Text), line.text)
	}
}

// turns writes the last plies, the newest on top; in few rows the last turn; at the start how the round began.
func (t *board) turns(p ui.Region) {
	switch {
	case t.v.opening(t.s, t.view) && p.H() > 3:
		t.opened(p)
		return
	case p.H() < 5 || p.W() < leastTurns && p.H() < 12:
		t.lastTurn(p)
		return
	}
	a, s, w, y := t.a, t.s, p.W(), 1
	p.Text(1, 0, ui.Muted, a.T("mg.log"))
	for i := len(s.Plies) - 1; i >= 0 && y < p.H(); i-- {
		first, more := tell.PlyText(a, s, s.Plies[i])
		tok := app.If(i == len(s.Plies)-1, ui.Strong, ui.Text)
		for k, line := range tell.Wrap(app.Itoa(i+1)+" "+round.SeatTag(a, s, s.Plies[i].Seat)+" "+first, w-5) {
			if y < p.H() {
				p.TextCut(2+min(k, 1)*2, y, w-3, tok, line)
				y++
			}
		}
		for _, text := range more {
			for _, line := range ui.Wrap(text, w-5) {
				if y < p.H() {
					p.TextCut(4, y, w-5, ui.Muted, line)
					y++
				}
			}
		}
	}
}

// leastTurns is the least width of a list of plies, unless it has many rows.
const leastTurns = 28

// risks writes the baks that both seats are open to.
func (t *board) risks(p ui.Region) {
	p.Text(1, 0, ui.Muted, t.a.T("mg.bak.risk"))
	t.risk(p, 1, t.me)
	t.risk(p, 2, 1-t.me)
}

// pair draws a name and a value on a row of the panel.
func pair(p ui.Region, y int, tok ui.Token, name, value string) {
	w := p.W() - 1
	p.TextRight(w, y, tok, value)
	p.TextCut(2, y, w-3-ui.Width(value), tok, name)
}

// score draws the points, their parts, the multiplier and the possible win, in five rows.
func (t *board) score(p ui.Region) {
	a, s, view := t.a, t.s, t.view
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
	wins := a.T(app.If(round.Named(s), "mg.winsnow.of", "mg.winsnow"))
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
			text := app.If(form.short, x.Short, x.Name) + form.gap + app.Itoa(x.Points)
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
func (t *board) sets(p ui.Region) {
	a, now, view := t.a, t.s, t.view
	const y = 0
	gap := app.If(p.W() > 28, 6, 4)
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
		tok := app.If(mine >= 3, ui.OK, ui.Text)
		p.Text(2, y+1+i, tok, name)
		p.TextRight(w-1-gap, y+1+i, tok, app.Itoa(mine)+"/3")
		p.TextRight(w-1, y+1+i, ui.Text, app.Itoa(theirs)+"/3")
	}
	for i, set := range round.CardSets {
		row(i, a.T(set.Key)+" "+set.Months, round.SetCount(view.Sides[me].Captured, set.Tag), round.SetCount(view.Sides[1-me].Captured, set.Tag))
	}
	if p.H() < 6 {
		return
	}
	row(4, a.T("mg.kwang"), len(view.Sides[me].Captured.Kwang), len(view.Sides[1-me].Captured.Kwang))
	d, foe := view.Sides[me], view.Sides[1-me]
	for i, row := range []struct {
		key          string
		mine, theirs string
	}{
		{"mg.yeol", app.Itoa(len(d.Captured.Yeol)) + "/5", app.Itoa(len(foe.Captured.Yeol)) + "/5"},
		{"mg.tti", app.Itoa(len(d.Captured.Tti)) + "/5", app.Itoa(len(foe.Captured.Tti)) + "/5"},
		{"mg.pi", app.Itoa(d.PiCount) + "/10", app.Itoa(foe.PiCount) + "/10"},
	} {
		if y := 6 + i; y < p.H() {
			p.Text(2, y, ui.Text, a.T(row.key))
			p.TextRight(w-7, y, ui.Text, row.mine)
			p.TextRight(w-1, y, ui.Text, row.theirs)
		}
	}
}

// lastTurn draws the last turn in three rows: the seat, the played card, the flipped card.
func (t *board) lastTurn(p ui.Region) {
	a, s := t.a, t.s
	const y = 0
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
			key := app.If(f.Source == "flip", "mg.said.flip", "mg.said.plays")
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
func (t *board) risk(p ui.Region, y int, seat games.Seat) {
	a, s, view := t.a, t.s, t.view
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
	tok := app.If(flags != "", ui.Warn, ui.Text)
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
func (t *board) distance(p ui.Region) {
	const y = 0
	a, s, view := t.a, t.s, t.view
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

func (t *board) openingLines() (list []openingLine) {
	a, s, view := t.a, t.s, t.view
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
				key := app.If(len(onFloor(view, m)) > 0, "mg.can.bomb", "mg.can")
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
		if t.l.Rich || t.sheets {
			return list // there is no legend, or it is under the hand
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

type openingLine struct {
	text string
	head bool
}

// takeable lists the possible taking of each card of the hand.
func (t *board) takeable(p ui.Region) {
	a, s, view := t.a, t.s, t.view
	y, end := 0, p.H()
	if s.You == games.Nobody || s.Replay || a.Set.NoHints {
		if n := len(s.Chat); n > 0 {
			for i, l := range s.Chat[max(0, n-(end-y)):] {
				p.TextCut(1, y+i, p.W()-2, ui.Info, a.PersonName(l.From)+": "+a.Spoken(l))
			}
		}
		return
	}
	p.Text(1, y, ui.Muted, a.T("mg.takeable"))
	y++
	for _, c := range view.Hands[s.You] {
		on := onFloor(view, c.Month())
		if len(on) == 0 || y >= end {
			continue
		}
		took := round.Takings(on)
		text := ""
		all := append([]matgo.Card{c}, took...)
		if gains := round.Gains(a, view.Sides[s.You], all); len(gains) > 0 {
			for _, x := range gains {
				text += "  " + x.Name + " +" + app.Itoa(x.Points)
			}
		} else if n := round.PiWorth(all); n > 0 {
			text += "  " + a.T("mg.hint.pi", "n", n)
		}
		p.TextCut(2, y, p.W()-3, ui.Text, round.Taking(a, c, took, p.W()-3-ui.Width(text))+text)
		y++
	}
}

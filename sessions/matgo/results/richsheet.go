package results

import (
	"slices"
	"strings"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/matgo/round"
	"arcade/sessions/matgo/tell"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// The size of a settlement with pictures. Its rows and columns are counted from the corner of the box around it.
const (
	endW, endH  = 72, 18
	endX, endY  = 3, 1
	endRule     = 10
	endCards    = 11
	endFactors  = 17
	endNext     = 18
	endRight    = 75
	endCardsEnd = 46
)

// seal is the look of a result's seal.
type seal struct {
	ko, en     string
	ring, fill ui.Token
	shade      ui.Gradient
}

var (
	sealWon = seal{
		"승", "WIN", ui.NewPaint(ui.Paint{Night: 0xffcb3d, Dark: 221}), ui.NewPaint(ui.Paint{Night: 0xb3202f, Dark: 124}),
		ui.GradientOf(hwatu.WhitePaint, ui.NewPaint(ui.Paint{Night: 0xffe08a, Dark: 222})),
	}
	sealLost = seal{
		"패", "LOST", ui.NewPaint(ui.Paint{Night: 0x6b7285, Day: 0x8d8878, Dark: 243, Light: 245}),
		ui.NewPaint(ui.Paint{Night: 0x3a3f4d, Day: 0x5f594d, Dark: 238, Light: 240}),
		ui.GradientOf(hwatu.WhitePaint, ui.NewPaint(ui.Paint{Night: 0xc9cfdd, Dark: 252})),
	}
	nagariShade = ui.GradientOf(ui.Strong, ui.Info)
	lowShade    = ui.GradientOf(ui.Muted, ui.Faint)
	skyLetters  = ui.GradientOf(ui.Info, ui.Info)
)

// richEnding is one drawing of a result's sheet.
type richEnding struct {
	a *app.App
	g ui.Region
	s *play.Scene
	e ending

	nextEnd int // the end of the room for the sentence about the next round
}

// painted draws a settlement in the whole of g, which has endW by endH cells.
func (t *richEnding) painted(g ui.Region) {
	a, s, e := t.a, t.s, t.e
	t.g, t.nextEnd = g.Sub(ui.Rect{X: -endX, Y: -endY, W: endX + endW, H: endY + endH}), endRight
	t.g.HLine(endX, endRule, endW, ui.Faint)
	if e.Winner < 0 {
		t.nagari()
	} else {
		t.won()
	}
	if !e.last {
		t.g.TextCut(endX, endNext, t.nextEnd-endX, ui.Muted, nextRound(a, s, e))
	}
}

// won draws the winner, the win, and the payment.
func (t *richEnding) won() {
	a, e, w := t.a, t.e, t.e.Winner
	lost := t.s.You == 1-w
	x := 3 + t.seal(app.If(lost, &sealLost, &sealWon)) + 3
	own := w == t.s.You
	t.g.TextCut(x, 2, 30, app.If(own, ui.Accent, ui.Strong)|ui.Bold, a.SeatName(t.s.Seats[w]))
	why := play.ReasonText(a, matgo.Name, t.s.Seats, t.s.View, t.s.Result)
	t.g.TextCut(x, 3, endRight-x, app.If(e.Forfeit, ui.Warn, ui.Muted), why)
	sum := app.Itoa(e.Total[w])
	if long := app.Itoa(e.Base[w]) + "x" + app.Itoa(e.Mult.Total) + "=" + sum; ui.LettersWidth(long, 1) < endRight-x-16 {
		sum = long
	}
	n := t.g.Letters(x, 4, sum, 1, app.If(own, ui.Gold, ui.White))
	t.g.Text(x+n+1, 6, ui.Muted, a.T("mg.pt"))
	paid := app.If(lost, -e.Paid, e.Paid)
	t.g.TextRight(endRight, 1, ui.Muted, a.T("mp.settle", "s", e.Total[w], "g", matgo.Document.GoldPerPoint))
	t.g.TextRight(endRight, 2, app.If(lost, ui.Bad, ui.OK)|ui.Bold, round.GoldWords(a, paid, true))
	t.money(x, 7)
	t.parts()
	t.factors()
}

// seal draws a word in pixels in a square, and returns its width.
func (t *richEnding) seal(look *seal) int {
	word := tell.BigWord(t.a, look.ko, look.en)
	w, h := hwatu.BigSize(word)
	wide := max(19, w+4)
	const high = 17
	for j := range high {
		for i := range wide {
			edge := min(i, wide-1-i, j, high-1-j)
			if (i == 0 || i == wide-1) && (j == 0 || j == high-1) {
				continue
			}
			t.g.Pixel(3+i, 2+j, app.If(edge == 0, look.ring, look.fill))
		}
	}
	hwatu.PaintWord(t.g, 3+(wide-w)/2, 2+(high-h)/2, word, look.shade, 0)
	return wide
}

// money writes the other changes, from the row y on: purses, gold for ppuk, ratings.
func (t *richEnding) money(x, y int) {
	var rows []sheetRow
	settle(t.a, t.s, t.e, max(t.s.You, 0), func(r sheetRow) { rows = append(rows, r) })
	if t.e.Winner >= 0 {
		rows = rows[1:] // is above, large
	}
	room := endRule - y
	if rows = fit(rows, room+1); len(rows) > room { // one more beside the next round
		text := ui.Cut(strings.TrimSpace(rows[room].left+"  "+rows[room].right), 36)
		t.g.TextRight(endRight, endNext, ui.Warn, text)
		t.nextEnd = endRight - ui.Width(text) - 2
		rows = rows[:room]
	}
	for _, r := range rows {
		tok := app.If(r.tok == ui.Warn, ui.Warn, ui.Text)
		room := endRight - x
		if r.right != "" {
			room -= ui.Width(r.right) + 2
			t.g.TextRight(endRight, y, ui.Text, r.right)
		}
		t.g.TextCut(x, y, room, app.If(r.right != "", ui.Muted, tok), strings.TrimSpace(r.left))
		y++
	}
}

// fit omits spare rows until at most n are left.
func fit(rows []sheetRow, n int) []sheetRow {
	for len(rows) > n {
		at := 0
		for i, r := range rows {
			if r.spare >= rows[at].spare {
				at = i
			}
		}
		if rows[at].spare == 0 {
			return rows[:n]
		}
		rows = append(rows[:at:at], rows[at+1:]...)
	}
	return rows
}

// scoredBy returns the cards that made a part of the points.
func scoredBy(c matgo.Captured, key string) []matgo.Card {
	tagged := func(list []matgo.Card, tag string) (set []matgo.Card) {
		for _, x := range list {
			if hwatu.Tags[x] == tag {
				set = append(set, x)
			}
		}
		return set
	}
	switch key {
	case "mg.kwang":
		return c.Kwang
	case "mg.yeol":
		return c.Yeol
	case "mg.tti":
		return c.Tti
	case "mg.pi":
		return c.Pi
	}
	for _, set := range round.CardSets {
		if set.Key == key {
			return tagged(app.If(set.Tag == "bird", c.Yeol, c.Tti), set.Tag)
		}
	}
	return nil
}

// part is one line of a sum.
type part struct {
	name string
	n    int
}

// folded returns at most n lines with the same sum: the least parts share the last one, which names as many
// of them as its width has room for.
func folded(a *app.App, parts []part, n, width int) []part {
	if len(parts) <= n {
		return parts
	}
	order := slices.Clone(parts)
	slices.SortStableFunc(order, func(p, q part) int { return q.n - p.n })
	least := order[n-1].n // of the folded ones the greatest
	room := n - 1
	for _, p := range parts {
		if p.n > least {
			room--
		}
	}
	var list, rest []part
	for _, p := range parts {
		if p.n > least || p.n == least && room > 0 {
			if p.n == least {
				room--
			}
			list = append(list, p)
			continue
		}
		rest = append(rest, p)
	}
	sum, names := 0, make([]string, len(rest))
	for i, p := range rest {
		sum, names[i] = sum+p.n, p.name
	}
	name := strings.Join(names, ", ")
	if ui.Width(name)+2+len(gainOf(sum)) > width {
		name = a.T("mp.sheet.others", "n", len(rest))
	}
	return append(list, part{name, sum})
}

func gainOf(n int) string { return "+" + app.Itoa(n) }

// parts draws the parts of the winner's points: sets with their cards, as far as they fit, and the others
// in words. What is shown adds up to the base.
func (t *richEnding) parts() {
	a, e := t.a, t.e
	side := e.view.Sides[e.Winner]
	var list []part
	switch {
	case e.president:
		list = append(list, part{a.T("mp.sheet.president"), e.Base[e.Winner]})
	case e.ppuk:
		list = append(list, part{a.T("mp.sheet.ppuk3"), e.Base[e.Winner]})
	default:
		list = t.sets(side)
		if side.Go > 0 {
			list = append(list, part{a.T("mp.sheet.go", "n", side.Go), side.Go})
		}
		if rest := e.Base[e.Winner] - side.Points.Total - side.Go; rest > 0 {
			list = append(list, part{a.T("mp.sheet.least", "n", e.Base[e.Winner]), rest})
		}
	}
	const x, rows = endCardsEnd + 2, 4
	for i, p := range folded(a, list, rows, endRight-x) {
		gain := gainOf(p.n)
		t.g.TextRight(endRight, endCards+i, ui.Strong, gain)
		t.g.TextCut(x, endCards+i, endRight-x-len(gain)-1, ui.Text, p.name)
	}
	t.g.TextCut(x, endCards+rows, endRight-x, ui.Strong|ui.Bold, a.T("mp.base", "n", e.Base[e.Winner], "k", e.Mult.Total))
}

// sets draws the parts of a seat's points with their cards, and returns those that are not drawn.
func (t *richEnding) sets(side matgo.Side) (others []part) {
	p := side.Points
	x := 3
	for _, it := range []struct {
		key  string
		n    int
		most int
	}{
		{"mg.kwang", p.Kwang, 5}, {"mg.set.godori", p.Godori, 3}, {"mg.set.hongdan", p.Hongdan, 3}, {"mg.set.cheongdan", p.Cheongdan, 3},
		{"mg.set.chodan", p.Chodan, 3}, {"mg.yeol", p.Yeol, 3}, {"mg.tti", p.Tti, 3}, {"mg.pi", p.Pi, 3}, {"mg.bonus.events", p.Events, 0},
	} {
		if it.n == 0 {
			continue
		}
		name, gain := t.a.T(it.key), gainOf(it.n)
		cards := scoredBy(side.Captured, it.key)
		shown := cards[:min(len(cards), it.most)]
		if len(cards) > len(shown) && len(shown) > 0 {
			name += " " + app.Itoa(len(cards))
		}
		w := max(6*len(shown)-1, ui.Width(name)+1+len(gain))
		if len(shown) == 0 || x+w > endCardsEnd {
			others = append(others, part{t.a.T(it.key), it.n})
			continue
		}
		t.g.Text(x, endCards, ui.Strong|ui.Bold, name)
		t.g.TextRight(x+w, endCards, app.If(t.e.Winner == t.s.You, ui.Accent, ui.Text)|ui.Bold, gain)
		for i, c := range shown {
			hwatu.Paint(t.a, t.g, x+6*i, endCards+1, c, hwatu.Small)
		}
		x += w + 2
	}
	return others
}

// factors draws all factors. The ones that counted are on a cap.
func (t *richEnding) factors() {
	m := t.e.Mult
	list := []struct {
		key string
		n   int
	}{
		{"mg.x.carry", m.Carry}, {"mg.x.shake", m.Shake}, {"mg.x.bomb", m.Bomb}, {"mg.x.go", m.Go},
		{"mg.x.pi", m.Pi}, {"mg.x.gwang", m.Gwang}, {"mg.x.meong", m.Meong}, {"mg.x.gobak", m.GoBak}, {"mg.x.president", m.President},
	}
	wide := 0
	for _, it := range list {
		wide += ui.Width(t.a.T(it.key)) + 3 + app.If(it.n > 1, 2+len(app.Itoa(it.n)), 0)
	}
	chips := 0
	for _, it := range list {
		if it.n > 1 {
			chips += ui.Width(t.a.T(it.key)+" "+factor(it.n)) + 3
		}
	}
	x, y := 3, endFactors
	if chips > endRight-3 { // in two rows
		y--
	}
	for i, it := range list {
		name := t.a.T(it.key)
		switch {
		case it.n > 1:
			if w := ui.Width(name+" "+factor(it.n)) + 2; x+w > endRight {
				x, y = 3, endFactors
			}
			x += t.g.Chip(x, y, name+" "+factor(it.n), ui.Cap) + 1
		case wide <= endRight-3 && i < len(list)-1:
			x += t.g.Text(x+1, endFactors, ui.Muted, name) + 3
		}
	}
}

// nagari draws a round without a winner: the reason, and the effect on the next round.
func (t *richEnding) nagari() {
	a, e := t.a, t.e
	word := tell.BigWord(a, "나가리", "NAGARI")
	_, h := hwatu.BigSize(word)
	hwatu.PaintWord(t.g, 4, 4+(14-h)/2, word, nagariShade, 0)
	me := max(t.s.You, 0)
	const x = 52
	for i, seat := range []games.Seat{me, 1 - me} {
		ink := app.If(seat == t.s.You, ui.Accent, ui.Strong) | ui.Bold
		points := a.T("mg.pts", "n", e.Base[seat])
		t.g.TextCut(x, 2+i, endRight-x-ui.Width(points)-1, ink, a.SeatName(t.s.Seats[seat]))
		t.g.TextRight(endRight, 2+i, ui.Strong|ui.Bold, points)
	}
	if e.Events == 0 {
		t.g.Text(x, 5, ui.Muted, a.T("mp.rich.none"))
	}
	t.money(app.If(e.Events == 0, x, 30), app.If(e.Events == 0, 6, 8))
	for i, why := range e.reasons[:min(len(e.reasons), 2)] {
		t.g.TextCut(3, endCards+i, endRight-3, ui.Strong|ui.Bold, a.T("mp.nagari."+why))
	}
	t.g.Text(3, endCards+3, ui.Muted, a.T("mp.rich.carry"))
	at := 27
	at += t.g.Letters(at, endCards+2, factor(e.view.Carry), 1, lowShade) + 2
	at += t.g.Text(at, endCards+3, ui.Muted, "›") + 2
	t.g.Letters(at, endCards+2, factor(e.carry), 1, skyLetters)
}

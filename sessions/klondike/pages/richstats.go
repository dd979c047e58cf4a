package pages

import (
	"slices"
	"time"

	"arcade/games/klondike"
	"arcade/sessions/app"
	"arcade/sessions/klondike/cards"
	"arcade/sessions/ui"
)

// drawRich draws the statistics on ui.LevelRich: the sums in pixels and as charts, and the tries.
func (v *StatsView) drawRich(a *app.App, g ui.Region) {
	full := g.W() > ui.MinWidth
	v.richTabs(a, g, 1)
	own, helped := v.chosen()
	switch {
	case len(v.Stats.Sets) == 0:
		v.drawNone(a, g)
		return
	case full:
		v.panels(a, g, own, helped)
		v.weeks(a, g, 2, 16)
		v.byRules(a, g, ui.Rect{X: 82, Y: 15, W: 36, H: 6})
	default:
		v.sumsRich(a, g, own, helped)
	}
	v.richTries(a, g, app.Either(full, 22, 7))
	if v.List(a).In() {
		note := a.T("kp.of", "n", v.Scroll.Focus+1, "of", len(v.Found))
		g.Text(2, g.H()-1, ui.Muted, note)
		order := a.T("kp.order", "o", a.T(orderKeys[v.Order]))
		x := g.W() - 2 - ui.Width(order)
		g.Text(x, g.H()-1, ui.Muted, order)
		g.Hit(ui.Rect{X: x, Y: g.H() - 1, W: ui.Width(order), H: 1}, OrderHit{})
	}
}

// drawNone draws empty statistics: dark places for the later content.
func (v *StatsView) drawNone(a *app.App, g ui.Region) {
	for i := range 7 {
		g.Fill(ui.Rect{X: g.W()/2 - 31 + i*9, Y: g.H()/2 - 4 - i%2, W: cards.Width, H: 3}, ui.Panel)
	}
	text := v.sums(a)[0]
	g.Text((g.W()-ui.Width(text))/2, g.H()/2+1, ui.Strong|ui.Bold, text)
}

// richTabs draws the sets of rules at the left and the filters at the right.
func (v *StatsView) richTabs(a *app.App, g ui.Region, y int) {
	var filters []string
	w := 2
	for _, f := range TryFilters {
		filters = append(filters, a.T(f.key))
		w += ui.Width(a.T(f.key)) + 3
	}
	labels := []string{a.T("kp.allrules")}
	for _, s := range v.Stats.Sets {
		labels = append(labels, ruleLine(a, s.Rules))
	}
	from, to := Fitting(labels, v.Set, g.W()-w-6)
	x := 2
	if from > 0 {
		g.Text(0, y, ui.Muted, "‹")
	}
	x += ui.Tabs(g, x, y, labels[from:to], v.Set-from, func(i int) any { return SetHit(from + i) })
	if to < len(labels) {
		g.Text(x+1, y, ui.Muted, "›")
	}
	ui.Tabs(g, g.W()-w, y, filters, v.Filter, func(i int) any { return ui.TabHit(i) })
}

// chosen returns the sums under the chosen rules, of tries without hints and with. For all rules together a
// row of wins makes no sense.
func (v *StatsView) chosen() (own, helped klondike.Set) {
	mine, other := v.Stats.Own(), v.Stats.Helped()
	switch {
	case v.Set > 0:
		r := v.Stats.Sets[v.Set-1].Rules
		return mine.Of(r), other.Of(r)
	case len(v.Stats.Sets) == 1:
		return mine.Of(v.Stats.Sets[0].Rules), other.Of(v.Stats.Sets[0].Rules)
	}
	for _, s := range mine.Sets {
		own.Games += s.Games
		if s.Won == 0 {
			continue
		}
		if own.Won == 0 || s.BestTime < own.BestTime {
			own.BestTime = s.BestTime
		}
		if own.Won == 0 || s.BestMoves < own.BestMoves {
			own.BestMoves = s.BestMoves
		}
		own.BestScore = max(own.BestScore, s.BestScore)
		own.Won, own.TimeSum, own.MoveSum = own.Won+s.Won, own.TimeSum+s.TimeSum, own.MoveSum+s.MoveSum
	}
	return own, total(other)
}

// bests returns the bests, each with its label.
func (v *StatsView) bests(a *app.App, own klondike.Set) (list [][2]string) {
	if own.Won > 0 {
		list = append(list, [2]string{a.T("kr.best"), tryTime(own.BestTime)}, [2]string{a.T("kr.fewest"), app.Itoa(own.BestMoves)})
	}
	if own.BestStreak > 0 {
		list = append(list, [2]string{a.T("kr.streak"), app.Itoa(own.Streak) + " / " + app.Itoa(own.BestStreak)})
	} else if own.Won > 0 {
		list = append(list, [2]string{a.T("kr.score"), app.Itoa(own.BestScore)})
	}
	return list
}

// sumsRich draws the sums at 80x24.
func (v *StatsView) sumsRich(a *app.App, g ui.Region, own, helped klondike.Set) {
	const y = 3
	x := 3 + g.Letters(3, y, app.Itoa(own.Won), 1, statShade) + 2
	g.Text(x, y, ui.Strong|ui.Bold, a.T("kr.of", "n", own.Games))
	g.Bar(x, y+1, 20, own.Won, own.Games, cards.Face.Accent, ui.Track)
	g.Text(x+21, y+1, ui.Text, app.Itoa(app.Percent(own.WinRate()))+" %")
	if helped.Games > 0 {
		g.TextCut(x, y+2, 30, ui.Muted, a.T("kr.helped", "w", helped.Won, "n", helped.Games))
	}
	for i, b := range v.bests(a, own) {
		g.TextCut(42, y+i, 10, ui.Muted, b[0])
		g.TextRight(60, y+i, ui.Strong|ui.Bold, b[1])
	}
	if own.Won > 0 {
		v.times(a, g, 65, y, 1, 2)
	}
}

// panels draws the sums at 120x40.
func (v *StatsView) panels(a *app.App, g ui.Region, own, helped klondike.Set) {
	const y, h = 3, 11
	in := titledSheet(g, ui.Rect{X: 2, Y: y, W: 38, H: h}, a.T("kr.solved"), app.Itoa(app.Percent(own.WinRate()))+" %")
	w := in.Letters(0, 2, app.Itoa(own.Won), 1, statShade)
	in.Text(w+2, 3, ui.Text, a.T("kr.of", "n", own.Games))
	in.Bar(0, 6, in.W(), own.Won, own.Games, cards.Face.Accent, ui.Track)
	if helped.Games > 0 {
		in.TextCut(0, 8, in.W(), ui.Muted, a.T("kr.helped", "w", helped.Won, "n", helped.Games))
	}
	in = titledSheet(g, ui.Rect{X: 42, Y: y, W: 38, H: h}, a.T("kr.times"), tryTime(int64(own.MeanTime())))
	if own.Won > 0 {
		v.times(a, in, 0, 2, 2, 6)
	}
	in = titledSheet(g, ui.Rect{X: 82, Y: y, W: 36, H: h}, a.T("kr.bests"), "")
	list := v.bests(a, own)
	if own.Won > 0 {
		list = append(list, [2]string{a.T("kr.mean"), tryTime(int64(own.MeanTime()))})
	}
	for i, b := range list {
		in.Text(0, 2+i, ui.Muted, b[0])
		in.TextRight(in.W(), 2+i, ui.Strong|ui.Bold, b[1])
	}
}

// statShade is the shade of a number in the statistics.
var statShade = ui.Shaded(ui.Strong, cards.Face.Accent)

// titledSheet draws a sheet with a title and a note at its right, and returns its inside.
func titledSheet(g ui.Region, r ui.Rect, title, note string) ui.Region {
	in := g.Sheet(r, ui.Panel).Sub(ui.Rect{X: 3, Y: 1, W: r.W - 6, H: r.H - 2})
	in.Text(0, 0, ui.Strong|ui.Bold, title)
	in.TextRight(in.W(), 0, ui.Strong|ui.Bold, note)
	return in
}

// timeBins is the number of columns in the chart of times.
const timeBins = 10

// times draws the times of tries solved without a hint: a chart with columns of width w, h rows high, and
// below it the times at its ends.
func (v *StatsView) times(a *app.App, g ui.Region, x, y, w, h int) {
	var took []time.Duration
	for _, t := range v.Stats.History {
		if t.Won() && t.Class != klondike.Helped && v.inSet(t) {
			took = append(took, time.Duration(t.Time)*time.Millisecond)
		}
	}
	if len(took) == 0 {
		return
	}
	step := time.Minute * time.Duration(1+int(slices.Max(took)/time.Minute)/timeBins)
	var bins [timeBins]int
	for _, t := range took {
		bins[min(int(t/step), timeBins-1)]++
	}
	most := slices.Max(bins[:])
	mean := int(meanOf(took) / step)
	for i, n := range bins {
		tok := app.Either(i == mean, meanColumn, cards.Face.Accent)
		g.Columns(x+i*(w+w/2), y, w, h, []int{n}, most, tok, -1, tok)
	}
	end := x + timeBins*(w+w/2)
	for i := x; i < end; i++ {
		g.Cell(i, y+h, '▔', ui.Ground(ui.Track), g.At(i, y+h))
	}
	last := a.T("kr.min", "n", int(step/time.Minute)*timeBins)
	g.Text(x, y+h, ui.Muted, "0")
	g.TextRight(end, y+h, ui.Muted, last)
}

// meanColumn is the column of the mean time.
var meanColumn = ui.Mix(cards.Face.Accent, ui.Strong, 0.45)

// meanOf returns the mean of times, at least one.
func meanOf(list []time.Duration) (sum time.Duration) {
	for _, d := range list {
		sum += d
	}
	return sum / time.Duration(len(list))
}

// inSet reports whether a try belongs to the chosen rules.
func (v *StatsView) inSet(t klondike.Try) bool {
	return v.Set == 0 || v.Stats.Sets[v.Set-1].Rules.String() == t.Rules
}

// weeks draws the last four weeks, a column a day: a square for each try, at most three.
func (v *StatsView) weeks(a *app.App, g ui.Region, x, y int) {
	const days, high = 28, 3
	var won, lost [days]int
	today := time.Now().UTC().Truncate(24 * time.Hour)
	for _, t := range v.Stats.History {
		at := days - 1 - int(today.Sub(time.UnixMilli(t.At).UTC().Truncate(24*time.Hour)).Hours()/24)
		switch {
		case at < 0 || at >= days || !v.inSet(t):
		case t.Won():
			won[at]++
		default:
			lost[at]++
		}
	}
	w := g.Text(x, y, ui.Strong|ui.Bold, a.T("kr.weeks"))
	g.Text(x+w+3, y, cards.Face.Accent, "■")
	n := g.Text(x+w+5, y, ui.Muted, a.T("kp.won"))
	g.Text(x+w+n+7, y, ui.Muted, "□")
	g.Text(x+w+n+9, y, ui.Muted, a.T("kp.lost"))
	for d := range days {
		at := x + 2*d + 2*(d/7)
		for row := range high {
			switch line := y + 1 + high - row; {
			case row < won[d]:
				g.Text(at, line, cards.Face.Accent, "■")
			case row < won[d]+lost[d]:
				g.Text(at, line, ui.Muted, "□")
			case row == 0:
				g.Text(at, line, ui.Faint, ".")
			}
		}
		if d%7 == 0 {
			g.Text(at, y+2+high, ui.Faint, today.AddDate(0, 0, d-days+1).Format("01-02"))
		}
	}
}

// byRules draws the number of solved tries under each set of rules.
func (v *StatsView) byRules(a *app.App, g ui.Region, r ui.Rect) {
	in := g.Sub(r)
	in.Text(0, 1, ui.Strong|ui.Bold, a.T("kr.byrules"))
	for i, s := range v.Stats.Own().Sets {
		if i+2 >= r.H {
			break
		}
		in.TextCut(0, 2+i, 15, ui.Muted, ruleLine(a, s.Rules))
		in.Meter(16, 2+i, 12, s.Won, s.Games, cards.Face.Accent)
		in.TextRight(r.W, 2+i, ui.Text, app.Itoa(s.Won)+" / "+app.Itoa(s.Games))
	}
}

// richTries draws the tries from row y on.
func (v *StatsView) richTries(a *app.App, g ui.Region, y int) {
	cols := []ui.Column{
		{X: 2, W: 1}, {X: 4, W: 13, Heading: "kp.col.deal"}, {X: 18, W: 15, Heading: "kl.ids.rules"}, {X: 34, W: 10, Heading: "kp.col.class"},
		{X: 45, W: 1}, {X: 47, W: 8, Heading: "kp.col.outcome"}, {X: 55, W: 5, Heading: "kp.col.moves", Right: true}, {X: 61, W: 7, Heading: "kp.col.time", Right: true}, {X: 69, W: 9, Heading: "mt.col.when", Right: true},
	}
	if g.W() > ui.MinWidth {
		cols = []ui.Column{
			{X: 3, W: 1}, {X: 6, W: 30, Heading: "kp.col.deal"}, {X: 38, W: 28, Heading: "kl.ids.rules"}, {X: 68, W: 10, Heading: "kp.col.class"},
			{X: 80, W: 1}, {X: 82, W: 9, Heading: "kp.col.outcome"}, {X: 92, W: 6, Heading: "kp.col.moves", Right: true}, {X: 99, W: 8, Heading: "kp.col.time", Right: true}, {X: 109, W: 9, Heading: "mt.col.when", Right: true},
		}
	}
	richList(a, g, y, g.H()-y-2, cols, v.List(a), 1, func(i int) []inked {
		t := v.Found[i]
		class := app.Either(t.Class == "ranked", ui.Info, app.Either(t.Class == "daily", cards.Face.Accent, ui.Muted))
		return []inked{
			{app.When(v.favourites[t.DealID], "♥"), ui.Bad}, {t.DealID, ui.Text}, {tryRules(a, t), ui.Muted}, {tryClass(a, t), class},
			{app.Either(t.Won(), "■", "□"), app.Either(t.Won(), ui.OK, ui.Muted)}, {tryOutcome(a, t), ui.Text}, {app.Itoa(t.Moves), ui.Text},
			{tryTime(t.Time), ui.Text}, {a.When(t.At), ui.Muted},
		}
	})
	if v.List(a).N == 0 {
		g.Text(4, y+2, ui.Muted, a.T("kp.notry"))
	}
}

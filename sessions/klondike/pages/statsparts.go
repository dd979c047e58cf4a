package pages

import (
	"fmt"
	"slices"
	"time"

	"arcade/games/klondike"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/klondike/cards"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// sheet returns sums for the page and for words: tries without hints, and below them those with.
func sheet(lang words.Lang, own, helped klondike.Set) kit.Stats {
	t := func(key string) string { return words.T(lang, key) }
	s := kit.Stats{Title: t("solo.stats"), Numbers: []kit.Number{
		{Value: app.Itoa(own.Games), Label: t("kr.tries")}, {Value: app.Itoa(own.Won), Label: t("kp.won"), Best: true},
		{Value: app.Itoa(app.Percent(own.WinRate())) + "%", Label: t("kr.rate")},
	}}
	if own.Won > 0 {
		s.Numbers = append(s.Numbers, kit.Number{Value: tryTime(own.BestTime), Label: t("kr.best")}, kit.Number{Value: app.Itoa(own.BestMoves), Label: t("kr.fewest")})
	}
	if helped.Games > 0 {
		s.Remarks = append(s.Remarks, words.T(lang, "kp.stats.helped", "n", helped.Games, "w", helped.Won))
	}
	if own.Won == 0 {
		return s
	}
	bests := kit.Table{List: [][]string{{t("kr.mean"), tryTime(int64(own.MeanTime()))}, {t("kr.moves"), fmt.Sprintf("%.1f", own.MeanMoves())}}}
	if own.BestStreak > 0 {
		bests.List = append(bests.List, []string{t("kr.streak"), app.Itoa(own.Streak) + " / " + app.Itoa(own.BestStreak)})
	}
	if own.BestScore > 0 { // imported tries have none
		bests.List = append(bests.List, []string{t("kr.score"), app.Itoa(own.BestScore)})
	}
	s.Parts = []kit.Part{{Title: t("kr.bests"), Body: bests}}
	return s
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

// timeBins is the number of columns in the chart of times.
const timeBins = 10

// times returns the chart of the times of tries solved without a hint.
func (v *StatsView) times(a *app.App) kit.Chart {
	var took []time.Duration
	for _, t := range v.Stats.History {
		if t.Won() && t.Class != klondike.Helped && v.inSet(t) {
			took = append(took, time.Duration(t.Time)*time.Millisecond)
		}
	}
	c := kit.Chart{Values: make([]int, timeBins), Labels: make([]string, timeBins), Inks: make([]ui.Token, timeBins)}
	if len(took) == 0 {
		return c
	}
	step := time.Minute * time.Duration(1+int(slices.Max(took)/time.Minute)/timeBins)
	for _, t := range took {
		c.Values[min(int(t/step), timeBins-1)]++
	}
	mean := int(meanOf(took) / step)
	for i := range timeBins {
		c.Labels[i] = app.Itoa(int(step/time.Minute) * i)
		c.Inks[i] = app.If(i == mean, meanColumn, cards.Face.Accent)
	}
	return c
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

// byRules returns the number of solved tries under each set of rules.
func (v *StatsView) byRules(a *app.App) kit.Shares {
	list := kit.Shares{Ink: cards.Face.Accent}
	for _, s := range v.Stats.Own().Sets {
		list.List = append(list.List, kit.Share{Label: ruleLine(a, s.Rules), Part: s.Won, Whole: s.Games, Number: app.Itoa(s.Won) + " / " + app.Itoa(s.Games)})
	}
	return list
}

// The weeks: days, the squares of a day, and the cells of a week with its gap.
const (
	weekDays, daySquares = 28, 3
	weekWidth            = 2*7 + 2
)

// weeks draws the last four weeks, a column a day: a square for each try, at most three.
func (v *StatsView) weeks() kit.Picture {
	return kit.Picture{Size: kit.Size{W: weekWidth * weekDays / 7, H: daySquares + 1}, Paint: func(_ kit.Look, g ui.Region) {
		var won, lost [weekDays]int
		today := time.Now().UTC().Truncate(24 * time.Hour)
		for _, t := range v.Stats.History {
			at := weekDays - 1 - int(today.Sub(time.UnixMilli(t.At).UTC().Truncate(24*time.Hour)).Hours()/24)
			switch {
			case at < 0 || at >= weekDays || !v.inSet(t):
			case t.Won():
				won[at]++
			default:
				lost[at]++
			}
		}
		for d := range weekDays {
			x := 2*d + 2*(d/7)
			for row := range daySquares {
				switch y := daySquares - 1 - row; {
				case row < won[d]:
					g.Text(x, y, cards.Face.Accent, "■")
				case row < won[d]+lost[d]:
					g.Text(x, y, ui.Muted, "□")
				case row == 0:
					g.Text(x, y, ui.Faint, ".")
				}
			}
			if d%7 == 0 {
				g.Text(x, daySquares, ui.Faint, today.AddDate(0, 0, d-weekDays+1).Format("01-02"))
			}
		}
	}}
}

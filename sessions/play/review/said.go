package review

import (
	"cmp"
	"fmt"
	"slices"

	"arcade/games"
	"arcade/sessions/app"
)

// SaidPly returns sentences about the ply in view: who is ahead, and the better choice.
func SaidPly(a *app.App, s *Page, names [2]string) []string {
	v, ply := s.Review, len(s.Plies)
	value, exact, ok := v.value(ply)
	if !ok {
		return []string{a.T("an.unknown")}
	}
	said := []string{saidPoints(a, value, exact, names) + ", " + a.T(app.If(exact, "an.exact", "an.guess"))}
	if ply > 0 {
		text, _ := verdict(a, s)
		said = append(said, text)
	}
	return said
}

// SaidOptions returns the alternatives at the ply in view, the best first, with their expected points;
// none if the game does not compare them.
func SaidOptions(a *app.App, s *Page) (said []string) {
	j := s.Review.Verdict(len(s.Plies))
	if j == nil || len(s.Plies) == 0 {
		return nil
	}
	list := slices.Clone(j.Options)
	slices.SortStableFunc(list, func(p, q games.Option) int { return cmp.Compare(q.Points, p.Points) })
	for _, o := range list {
		said = append(said, s.Act(a, o.Action)+", "+expected(o.Points))
	}
	return said
}

// SaidSum returns the whole analysis in sentences: each player's misses, the turning point, and the luck
// of the deal; or the progress of the analysis.
func SaidSum(a *app.App, s *Page, names [2]string) (said []string) {
	v := s.Review
	switch {
	case v.failed():
		return []string{a.T("an.failed")}
	case !v.Finished():
		return []string{a.T("wd.running", "n", v.Done, "of", v.Of)}
	}
	for seat, name := range names {
		list := v.Misses(games.Seat(seat))
		said = append(said, a.T("an.said.seat", "p", name, "n", len(list), "a", fmt.Sprintf("%.1f", v.average(games.Seat(seat)))))
		if len(list) > 0 {
			worst := v.Verdict(list[0])
			said = append(said, a.T("an.said.worst", "n", list[0], "m", s.Act(a, worst.Played), "b", s.Act(a, worst.Best), "d", discs(worst.Lost(), worst.Exact)))
		}
	}
	if v.Turn > 0 {
		said = append(said, a.T("an.said.turn", "n", v.Turn))
	}
	if l := v.Luck; l != nil {
		said = append(said,
			a.T("an.luck.deal")+": "+saidPoints(a, l.Dealt(), false, names),
			a.T("an.luck.result")+": "+saidPoints(a, l.Result, false, names))
	}
	return said
}

// saidPoints returns a value with the name of the side ahead.
func saidPoints(a *app.App, value float64, exact bool, names [2]string) string {
	switch {
	case exact && value == 0, !exact && value > -.05 && value < .05:
		return a.T("an.said.even")
	case value > 0:
		return a.T("an.said.ahead", "p", names[0], "d", discs(value, exact))
	}
	return a.T("an.said.ahead", "p", names[1], "d", discs(-value, exact))
}

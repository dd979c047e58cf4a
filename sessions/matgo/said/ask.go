package said

import (
	"strings"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/matgo/results"
	"arcade/sessions/matgo/round"
	"arcade/sessions/play"
)

// spokenAsk returns the question that the choices answer, with the worth of each; nil if a card is to be
// played.
func spokenAsk(a *app.App, s *play.Scene) []string {
	view, ok := s.View.(*matgo.View)
	if !ok || s.You == games.Nobody {
		return nil
	}
	own, foe := view.Sides[s.You], view.Sides[1-s.You]
	switch view.Phase {
	case matgo.AskGo:
		gold := min(own.WinsNow*matgo.Document.GoldPerPoint, foe.Gold)
		return []string{
			a.T("mg.go.ask"),
			a.T("mg.said.now", "n", own.Points.Total+own.Go, "parts", spokenParts(a, own)),
			a.T("mg.said.stop", "n", own.WinsNow, "gold", gold),
		}
	case matgo.AskKung:
		return []string{a.T("mg.kung.ask") + " " + a.T("mg.kung.what", "m", view.Ask.Months[0])}
	case matgo.AskPresident:
		return []string{a.T("mg.pres.ask", "m", view.Ask.Months[0])}
	case matgo.AskGukjin:
		return []string{a.T("mg.gukjin.ask")}
	case matgo.AskTake:
		return []string{a.T("mg.said.which")}
	}
	return nil
}

// instead returns the shakes and bombs that a play of the card could lose, and their question.
func instead(a *app.App, s *play.Scene, act games.Action) (question string, others []games.Action) {
	played, ok := matgo.ParseMove(act)
	if !ok || played.Verb != matgo.Play {
		return "", nil
	}
	question = a.T("mg.bomb.ask")
	for _, other := range s.Legal {
		m, ok := matgo.ParseMove(other)
		if !ok || m.Verb != matgo.Shake && m.Verb != matgo.Bomb || int(m.Arg) != matgo.Card(played.Arg).Month() {
			continue
		}
		if m.Verb == matgo.Shake {
			question = a.T("mg.shake.ask")
		}
		others = append(others, other)
	}
	return question, others
}

// spokenParts returns the parts of a side's points.
func spokenParts(a *app.App, side matgo.Side) string {
	p := side.Points
	return list(a, 0, []part{
		{"mg.set.godori", p.Godori}, {"mg.set.hongdan", p.Hongdan}, {"mg.set.cheongdan", p.Cheongdan}, {"mg.set.chodan", p.Chodan},
		{"mg.said.kwang", p.Kwang}, {"mg.said.yeol", p.Yeol}, {"mg.said.tti", p.Tti}, {"mg.said.pi", p.Pi},
		{"mg.bonus.events", p.Events}, {"mg.do.go", side.Go},
	})
}

// spokenFactors returns the parts of a multiplier.
func spokenFactors(a *app.App, m matgo.Multiplier) string {
	return list(a, 1, []part{
		{"mp.sheet.carry", m.Carry}, {"mg.do.go", m.Go}, {"mg.do.shake.word", m.Shake}, {"mg.do.bomb.word", m.Bomb},
		{"mg.said.bak.pi", m.Pi}, {"mg.said.bak.gwang", m.Gwang}, {"mg.said.bak.meong", m.Meong}, {"mg.said.bak.go", m.GoBak},
		{"mg.do.preshold", m.President},
	})
}

// part is a part of a number, and the catalogue's key for its name.
type part struct {
	key string
	n   int
}

// list names the parts above a number.
func list(a *app.App, above int, parts []part) string {
	var said []string
	for _, p := range parts {
		if p.n > above {
			said = append(said, a.T(p.key)+" "+app.Itoa(p.n))
		}
	}
	return strings.Join(said, ", ")
}

// spokenEnd returns the result of a round: the parts of the points, the multipliers, the gold paid, and
// both sides.
func spokenEnd(a *app.App, s *play.Scene) (said []string) {
	view, _ := round.Of(s)
	e, ok := results.Read(view, s.Result, s.Plies)
	switch {
	case ok && e.Winner != games.Nobody:
		who := play.SpokenSeat(a, s, e.Winner)
		if parts := spokenParts(a, view.Sides[e.Winner]); parts != "" {
			said = append(said, who+": "+parts)
		}
		if factors := spokenFactors(a, e.Mult); factors != "" {
			said = append(said, a.T("mg.said.factors", "k", e.Mult.Total, "list", factors))
		}
		said = append(said, a.T("mg.said.total", "n", e.Total[e.Winner]), a.T("mg.gold.paid", "p", who, "n", e.Paid))
	case ok && view.Outcome != nil:
		for _, why := range view.Outcome.NagariReasons {
			said = append(said, a.T("mp.nagari."+why))
		}
		said = append(said, a.T("mg.said.carry", "k", view.Outcome.NextCarry))
	}
	return append(said, spokenScore(a, s)...)
}

package matgo

import (
	"cmp"
	"slices"
	"strings"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/matgo/round"
	"arcade/sessions/matgo/tell"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// answer is one answer to a question.
type answer struct {
	bar   string // the catalogue key of its label in the key bar, and on the button
	label string // a longer label on the button
	key   ui.Key // besides its number
	act   games.Action
}

// question is a question over the floor.
type question struct {
	title   string
	cards   []matgo.Card // shown as cards
	apart   int          // number of them, at the start, that are on the floor
	under   string       // text under the cards
	lines   []string     // beside the cards, or from the left without cards
	note    string       // beside the buttons
	answers []answer
}

// on returns the label on the answer's button.
func (w answer) on(a *app.App) string { return cmp.Or(w.label, a.T(w.bar)) }

// question returns the present question over the floor, nil for none. The choice of a floor card has none:
// its cards are the buttons.
func (v *gameView) question(a *app.App, s *play.Scene, view *matgo.View) *question {
	if !s.Mine() || onHold(s) {
		return nil
	}
	switch view.Phase {
	case matgo.AskGo:
		return askGo(a, s, view)
	case matgo.AskKung:
		return askKung(a, s, view)
	case matgo.AskPresident:
		return askPresident(a, s, view)
	case matgo.AskGukjin:
		return askGukjin(a, s, view)
	case matgo.AskPlay:
		if v.declares {
			return askDeclare(a, v, s, view)
		}
	}
	return nil
}

func action(verb matgo.Verb, arg int) games.Action {
	return matgo.Move{Verb: verb, Arg: uint8(arg)}.Action()
}

func askGo(a *app.App, s *play.Scene, view *matgo.View) *question {
	d, foe := view.Sides[s.You], view.Sides[1-s.You]
	next := view.RuleSet().GoFactor(d.Go + 1)
	base := d.Points.Total + d.Go
	parts := round.Sum(round.PointParts(a, d), 38)
	factor := a.T("mg.factor") + " x" + app.Itoa(d.Multiplier.Total)
	var names []string
	for _, x := range round.Factors(a, d.Multiplier) {
		names = append(names, x.Name)
	}
	if len(names) > 0 {
		factor += " (" + strings.Join(names, ",") + ")"
	}
	gold := round.GoldText(min(d.WinsNow*matgo.Document.GoldPerPoint, foe.Gold))
	stop := a.T("mg.go.stop", "n", d.WinsNow, "gold", gold)
	q := &question{
		title: a.T("mg.go.ask"),
		lines: []string{
			a.T("mg.go.now", "n", base, "parts", parts),
			factor + "   " + stop,
			"",
			a.T(app.If(next > 1, "mg.go.go.x", "mg.go.go"), "n", d.Go+1, "p", d.Points.Total, "k", next),
			strings.Repeat(" ", 7) + a.T("mg.go.fail", "k", min(view.Carry*matgo.Document.CarryFactor, matgo.MaxCarry)),
			strings.Repeat(" ", 7) + a.T("mg.go.bak"),
			a.T("mg.go.end"),
		},
		note: a.T("mg.go.foe", "p", round.SeatTag(a, s, 1-s.You), "n", view.HandCounts[1-s.You]+view.Passes[1-s.You], "s", foe.Points.Total+foe.Go),
		answers: []answer{
			{bar: "mg.do.go", key: "g", act: action(matgo.Go, 0)},
			{bar: "mg.do.stop", key: "s", act: action(matgo.Stop, 0)},
		},
	}
	if ui.Width(q.lines[1]) > tableW-6 {
		q.lines[1], q.lines[2] = factor, stop // replaces the blank row
	}
	return q
}

func askKung(a *app.App, s *play.Scene, view *matgo.View) *question {
	months := view.Ask.Months
	m := months[0]
	q := &question{title: a.T("mg.kung.ask"), apart: 1, under: a.T("mg.kung.cards")}
	q.cards = append(onFloor(view, m), ofMonth(view.Hands[s.You], m)...)
	q.lines = []string{a.T("mg.kung.what", "m", m), a.T("mg.kung.use"), a.T("mg.kung.skip"), a.T("mg.kung.bomb")}
	for _, m := range months {
		use := answer{bar: "mg.do.kung.word", act: action(matgo.UseKung, m)}
		if len(months) > 1 {
			use.label = a.T("mg.do.kung", "m", m)
		}
		q.answers = append(q.answers, use)
	}
	q.answers = append(q.answers, answer{bar: "mg.do.kungpass.word", act: action(matgo.PassKung, 0)})
	return q
}

func askPresident(a *app.App, s *play.Scene, view *matgo.View) *question {
	m := view.Ask.Months[0]
	q := &question{title: a.T("mg.pres.ask", "m", m), cards: ofMonth(view.Hands[s.You], m)}
	n := matgo.Document.PresidentBase
	q.lines = []string{a.T("mg.pres.stop", "n", n), a.T("mg.pres.stop.2", "n", n*view.Carry), a.T("mg.pres.on"), a.T("mg.pres.on.2", "k", matgo.Document.PresidentFactor)}
	q.answers = []answer{
		{bar: "mg.key.end", label: a.T("mg.do.presstop"), act: action(matgo.PresidentStop, 0)},
		{bar: "mg.do.preshold", act: action(matgo.PresidentHold, 0)},
	}
	return q
}

func askGukjin(a *app.App, s *play.Scene, view *matgo.View) *question {
	d := view.Sides[s.You]
	yeol := len(d.Captured.Yeol)
	if slices.Contains(d.Captured.Yeol, matgo.Gukjin) {
		yeol--
	}
	return &question{
		title: a.T("mg.gukjin.ask"), cards: []matgo.Card{matgo.Gukjin},
		lines: []string{
			a.T("mg.gukjin.yeol"), a.T("mg.gukjin.yeol.2", "a", yeol, "b", yeol+1),
			a.T("mg.gukjin.pi"), a.T("mg.gukjin.pi.2", "a", d.PiCount, "b", d.PiCount+2),
		},
		answers: []answer{
			{bar: "mg.do.yeol", act: action(matgo.GukjinYeol, 0)},
			{bar: "mg.do.pi", act: action(matgo.GukjinPi, 0)},
		},
	}
}

// askDeclare offers the legal shakes and bombs. If a card is about to be played, it offers the declarations
// of its month and the choice to play without.
func askDeclare(a *app.App, v *gameView, s *play.Scene, view *matgo.View) *question {
	list := declarations(s)
	if v.put != "" {
		list = slices.DeleteFunc(list, func(d matgo.Move) bool { return int(d.Arg) != monthOf(v.put) })
	}
	if len(list) == 0 {
		return nil
	}
	shown := list[min(max(v.button, 0), len(list)-1)]
	m := int(shown.Arg)
	q := &question{cards: ofMonth(view.Hands[s.You], m)}
	if shown.Verb == matgo.Shake {
		q.title = a.T("mg.shake.title", "m", m)
		q.lines = []string{a.T("mg.shake.1", "m", m, "n", len(q.cards)), a.T("mg.shake.2"), a.T("mg.shake.3"), a.T("mg.shake.4")}
	} else {
		q.title = a.T("mg.bomb.title", "m", m)
		q.cards = append(onFloor(view, m), q.cards...)
		q.apart = 1
		q.lines = []string{a.T("mg.bomb.1", "m", m), a.T("mg.bomb.2"), a.T("mg.bomb.3"), a.T("mg.bomb.4")}
	}
	if v.put != "" {
		q.title = a.T(app.If(shown.Verb == matgo.Shake, "mg.shake.ask", "mg.bomb.ask"))
		if len(q.cards)-q.apart == 3 { // with four in hand it can be declared later
			q.lines[3] = a.T(app.If(shown.Verb == matgo.Shake, "mg.shake.lost", "mg.bomb.lost"))
		}
	}
	for _, d := range list {
		do := answer{bar: app.If(d.Verb == matgo.Bomb, "mg.do.bomb.word", "mg.do.shake.word"), act: d.Action()}
		if len(list) > 1 {
			do.label = tell.ActionText(a, d.Action())
		}
		q.answers = append(q.answers, do)
	}
	if v.put != "" {
		q.answers[0].key = "y"
		q.answers = append(q.answers, answer{bar: "mg.do.plain", key: "n", act: v.put})
		return q
	}
	q.answers = append(q.answers, answer{bar: "mg.do.not"})
	return q
}

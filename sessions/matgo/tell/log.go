package tell

import (
	"slices"
	"strings"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/matgo/round"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// told is the place where an event is told, besides the log.
type told int

const (
	// InLog tells an event only in the log.
	InLog told = iota
	asToast
	asBanner
)

// Cards returns cards in words.
type Cards func(a *app.App, list ...matgo.Card) string

// Full returns cards as they are spoken, such as "month 3 ribbon red poem"; "none" for none.
func Full(a *app.App, list ...matgo.Card) string {
	if len(list) == 0 {
		return a.T("mg.said.none")
	}
	names := make([]string, len(list))
	for i, c := range list {
		names[i] = full(a, c)
	}
	return strings.Join(names, ", ")
}

// Brief returns cards as they are named if there is little room, such as "3Rb".
func Brief(a *app.App, list ...matgo.Card) string { return hwatu.Names(a, list, " ") }

// full returns a card as it is spoken.
func full(a *app.App, c matgo.Card) string {
	switch {
	case c.Bonus():
		return a.T("mg.said.bonus", "n", c.Worth())
	case c.Worth() == 2:
		return a.T("mg.said.card", "m", a.T("mg.said.month", "n", c.Month()), "k", a.T("mg.said.double"))
	}
	said := a.T("mg.said.card", "m", a.T("mg.said.month", "n", c.Month()), "k", a.T("mg.said."+c.Kind().String()))
	if tag := hwatu.Tags[c]; tag != "" && c.Kind() != matgo.Pi {
		said += " " + a.T("mg.said.tag."+tag)
	}
	return said
}

// Stolen returns the cards that a ply's events have stolen.
func Stolen(events []games.Event) (list []matgo.Card) {
	for _, e := range events {
		if f, ok := e.Fact.(matgo.EventSteal); ok {
			list = append(list, f.Card)
		}
	}
	return list
}

// Steals returns a sentence about a seat's stolen cards.
func Steals(a *app.App, s *play.Scene, seat games.Seat, list []matgo.Card, cards Cards) string {
	return a.T("mg.said.steals", "p", play.SpokenSeat(a, s, seat), "c", cards(a, list...))
}

// Event returns an event in words and the place where it is told; "" if other events report it. Played,
// matched and stolen cards have their own functions.
func Event(a *app.App, s *play.Scene, e games.Event, cards Cards) (text string, where told) {
	who := play.SpokenSeat(a, s, e.Seat)
	view, _ := round.Of(s)
	rules := view.RuleSet()
	standard := rules.Piles
	switch f := e.Fact.(type) {
	case matgo.EventPresident:
		if f.Choice == "stop" {
			return a.T("mg.pres.end", "p", who), asBanner
		}
		return a.T("mg.pres.hold", "p", who), asToast
	case matgo.EventPresidentChain:
		return a.T("mg.pres.chain"), asBanner
	case matgo.EventKung:
		return a.T("mg.kung.done", "p", who), asBanner
	case matgo.EventKungPass:
		return a.T("mg.kung.pass", "p", who), InLog
	case matgo.EventShake:
		return a.T("mg.shake.done", "p", who, "m", f.Month), asBanner
	case matgo.EventBomb:
		return a.T("mg.bomb.done", "p", who, "m", f.Month), asBanner
	case matgo.EventPass:
		return a.T(app.If(standard, "mg.pass.flips", "mg.pass.other"), "p", who), InLog
	case matgo.EventPlay:
		if f.Last {
			return a.T(app.If(standard, "mg.last.steals", "mg.last")), InLog
		}
	case matgo.EventAside:
		return a.T("mg.bonus.flip"), asToast
	case matgo.EventStockEmpty:
		return a.T("mg.stock.empty"), InLog
	case matgo.EventBonus:
		return a.T("mg.bonus.take", "p", who, "list", cards(a, f.Cards...)), asToast
	case matgo.EventHold:
		return a.T("mg.hold", "n", len(f.Cards)), asToast
	case matgo.EventRelease:
		return a.T(app.If(standard, "mg.release.pile", "mg.release"), "n", len(f.Cards)), asToast
	case matgo.EventTtak:
		return a.T("mg.sweep", "m", f.Month), asBanner
	case matgo.EventPpuk:
		return a.T(app.If(standard, "mg.ppuk.pile", "mg.ppuk"), "m", f.Month), asBanner
	case matgo.EventJjob:
		return a.T("mg.jjok"), asBanner
	case matgo.EventDdadak:
		return a.T("mg.ddadak"), asBanner
	case matgo.EventSsul:
		return a.T("mg.ssul"), asBanner
	case matgo.EventJabbeok:
		return a.T(app.If(standard, "mg.ppuk.closed", "mg.ppuk.self")), asBanner
	case matgo.EventFirstPpuk:
		return a.T("mg.ppuk.first", "n", app.If(standard, rules.PpukRow[0], rules.PpukGold)), asToast
	case matgo.EventYeonPpuk:
		return a.T("mg.ppuk.again", "n", app.If(standard, rules.PpukRow[min(f.Count, 2)], rules.PpukGold)), asToast
	case matgo.EventStealFailed:
		if f.Why == "gukjin" {
			return a.T("mg.gukjin.safe"), asToast
		}
		return a.T("mg.steal.none"), InLog
	case matgo.EventGold:
		return a.T("mg.gold.paid", "p", who, "n", f.Amount), InLog
	case matgo.EventSet:
		return a.T("mg.set.done."+f.Set, "n", f.Points), asBanner
	case matgo.EventGukjin:
		return a.T("mg.gukjin.set."+f.Mode, "p", who), asToast
	case matgo.EventGo:
		return a.T("mg.go.n", "p", who, "n", f.Count), asBanner
	case matgo.EventStop:
		return a.T("mg.stop", "p", who, "s", f.Base), asBanner
	case matgo.EventRoundEnd:
		if f.Outcome.Reason == matgo.EndThreePpuk {
			return a.T("mg.ppuk.three", "p", who), asBanner
		}
	}
	return pileEvent(a, s, e, who)
}

// pileEvent is Event for the events that only the standard rules have.
func pileEvent(a *app.App, s *play.Scene, e games.Event, who string) (text string, where told) {
	switch f := e.Fact.(type) {
	case matgo.EventPile:
		if len(f.Bonus) > 0 {
			return a.T("mg.pile.bonus", "n", len(f.Bonus)), asToast
		}
	case matgo.EventPileTaken:
		switch f.Owner {
		case e.Seat:
			return a.T("mg.pile.own", "p", who, "m", f.Month), asBanner
		case s.You:
			return a.T("mg.pile.yours", "p", who, "m", f.Month), asBanner
		}
		return a.T("mg.pile.taken", "p", who, "q", play.SpokenSeat(a, s, f.Owner), "m", f.Month), asBanner
	case matgo.EventBonusPlay:
		return a.T("mg.bonus.played", "p", who, "n", f.Card.Worth()), asToast
	case matgo.EventGukjinTurned:
		return a.T("mg.gukjin.turned", "p", who), asBanner
	}
	return "", InLog
}

// ActionText returns an action in words.
func ActionText(a *app.App, act games.Action) string {
	m, ok := matgo.ParseMove(act)
	if !ok {
		return string(act)
	}
	switch m.Verb {
	case matgo.Play, matgo.Take:
		return hwatu.FullName(a, matgo.Card(m.Arg))
	case matgo.Shake:
		return a.T("mg.do.shake", "m", int(m.Arg))
	case matgo.Bomb:
		return a.T("mg.do.bomb", "m", int(m.Arg))
	case matgo.UseKung:
		return a.T("mg.do.kung", "m", int(m.Arg))
	}
	return a.T(verbKeys[m.Verb])
}

// verbKeys has the words of the actions that have no card and no month.
var verbKeys = map[matgo.Verb]string{
	matgo.PassKung: "mg.do.kungpass", matgo.PresidentStop: "mg.do.presstop", matgo.PresidentHold: "mg.do.preshold",
	matgo.GukjinYeol: "mg.do.yeol", matgo.GukjinPi: "mg.do.pi", matgo.Go: "mg.do.go", matgo.Stop: "mg.do.stop", matgo.Pass: "mg.do.pass",
}

// ActShort returns the same in few cells: cards without their tags, the month of a declaration before its
// word.
func ActShort(a *app.App, act games.Action) string {
	m, ok := matgo.ParseMove(act)
	switch {
	case !ok:
	case m.Verb == matgo.Play || m.Verb == matgo.Take:
		return hwatu.Name(a, matgo.Card(m.Arg))
	case m.Verb == matgo.Shake:
		return app.Itoa(int(m.Arg)) + a.T("mg.do.shake.word")
	case m.Verb == matgo.Bomb:
		return app.Itoa(int(m.Arg)) + a.T("mg.do.bomb.word")
	case m.Verb == matgo.UseKung:
		return app.Itoa(int(m.Arg)) + a.T("mg.do.kung.word")
	}
	return ActionText(a, act)
}

// Played returns a sentence about a seat's played card.
func Played(a *app.App, s *play.Scene, seat games.Seat, c matgo.Card, cards Cards) string {
	return a.T("mg.said.plays", "p", play.SpokenSeat(a, s, seat), "c", cards(a, c))
}

// Flipped returns a sentence about the flipped card.
func Flipped(a *app.App, c matgo.Card, cards Cards) string {
	return a.T("mg.said.flip", "c", cards(a, c))
}

// Takes returns a sentence about a seat's taken cards.
func Takes(a *app.App, s *play.Scene, seat games.Seat, list []matgo.Card, cards Cards) string {
	return a.T("mg.said.captures", "p", play.SpokenSeat(a, s, seat), "c", cards(a, list...))
}

// Matched returns the result of a played or flipped card in few cells: "3피>3띠", "10피 놓음", "9열 뻑".
func Matched(a *app.App, m matgo.EventMatch) string {
	rest := slices.DeleteFunc(slices.Clone(m.Captured), func(c matgo.Card) bool { return c == m.Card })
	switch {
	case len(rest) == 0 && m.Tag == "ppuk": // all three stay on the floor
		return a.T("mg.piles", "card", hwatu.Name(a, m.Card))
	case len(rest) == 0:
		return a.Short("mg.said.lies", "card", hwatu.Name(a, m.Card))
	case len(rest) == 1:
		return a.Short("mg.said.captures", "card", hwatu.Name(a, m.Card), "x", hwatu.Name(a, rest[0]))
	}
	return a.Short("mg.said.captures", "card", hwatu.Name(a, m.Card), "x", a.T("mg.cards", "n", len(rest)))
}

// PlyText returns a ply in few cells: the played card first, then the effects.
func PlyText(a *app.App, s *play.Scene, p games.Ply) (first string, more []string) {
	var cards []string
	for _, e := range p.Events {
		if m, ok := e.Fact.(matgo.EventMatch); ok {
			cards = append(cards, Matched(a, m))
		} else if text, _ := Event(a, s, e, Brief); text != "" {
			more = append(more, text)
		}
	}
	if list := Stolen(p.Events); len(list) > 0 {
		more = append(more, Steals(a, s, p.Seat, list, Brief))
	}
	first = strings.Join(cards, parting)
	if m, ok := matgo.ParseMove(p.Action); first == "" || ok && m.Verb != matgo.Play && m.Verb != matgo.Take {
		first = ActionText(a, p.Action)
		if len(cards) > 0 {
			first += parting + strings.Join(cards, parting)
		}
	}
	return first, more
}

// parting separates the played card from the flipped one.
const parting = " / "

// Wrap returns the first text of a ply in lines of w cells, broken between its cards.
func Wrap(first string, w int) (lines []string) {
	for i, part := range strings.Split(first, parting) {
		if n := len(lines) - 1; i > 0 && ui.Width(lines[n]+parting+part) <= w {
			lines[n] += parting + part
			continue
		}
		lines = append(lines, part)
	}
	return lines
}

// TurnEvents returns the events of the last turn: of the final plies, from index from, that one seat played
// one after the other.
func TurnEvents(plies []games.Ply) (seat games.Seat, from int, events []games.Event) {
	if len(plies) == 0 {
		return games.Nobody, 0, nil
	}
	seat = plies[len(plies)-1].Seat
	for from = len(plies); from > 0 && plies[from-1].Seat == seat; from-- {
		events = append(slices.Clone(plies[from-1].Events), events...)
	}
	return seat, from, events
}

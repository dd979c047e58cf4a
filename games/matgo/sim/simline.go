package sim

import (
	"math/bits"
	"strconv"
	"strings"

	"arcade/games/matgo"
	"arcade/games/matgo/export"
)

// A simulation writes the lines of its log without encoding/json, which would take many times as long as
// the round itself. docs/matgo-simulation.md has every field.

// quotedIDs has the ids as JSON strings with a comma.
var quotedIDs = func() (list [matgo.Cards]string) {
	for c := range matgo.Card(matgo.Cards) {
		list[c] = `"` + c.String() + `",`
	}
	return list
}()

// appendCardIDs appends a list of ids.
func appendCardIDs(b []byte, cards matgo.Set) []byte {
	if cards == 0 {
		return append(b, "[]"...)
	}
	b = append(b, '[')
	for ; cards != 0; cards &= cards - 1 {
		b = append(b, quotedIDs[cards.First()]...)
	}
	b[len(b)-1] = ']'
	return b
}

// appendCardID appends one id as a string.
func appendCardID(b []byte, c matgo.Card) []byte {
	id := quotedIDs[c]
	return append(b, id[:len(id)-1]...)
}

// appendMonthList appends a list of the months of a set of bits.
func appendMonthList(b []byte, months uint16) []byte {
	if months == 0 {
		return append(b, "[]"...)
	}
	b = append(b, '[')
	for ; months != 0; months &= months - 1 {
		b = appendInt(b, bits.TrailingZeros16(months))
		b = append(b, ',')
	}
	b[len(b)-1] = ']'
	return b
}

func appendInt(b []byte, n int) []byte { return strconv.AppendInt(b, int64(n), 10) }

// appendField appends a field's text and its number.
func appendField(b []byte, text string, n int) []byte { return appendInt(append(b, text...), n) }

// appendMillionths appends n/1,000,000 without trailing zeros.
func appendMillionths(b []byte, n int) []byte {
	b = appendInt(b, n/million)
	rest := n % million
	if rest == 0 {
		return b
	}
	b = append(b, '.')
	for digit := million / 10; rest != 0; digit /= 10 {
		b = append(b, byte('0'+rest/digit))
		rest %= digit
	}
	return b
}

// orderKeys has the owner's words for the seat that began, from index 1; index 0 is for -1.
var orderKeys = [...]string{"draw", "first", "second"}

// line appends the line of a round that is over, number n from 1.
func (m *Simulation) line(b []byte, n int, r *simRound, e *simEnd) []byte {
	s := &r.state
	first := int(s.First)
	order := -1
	if e.winner >= 0 {
		order = matgo.BoolInt(e.winner != first)
	}
	b = appendField(b, `{"game":`, n)
	if rules := m.ruleName(); rules != "" {
		b = append(append(append(b, `,"rules":"`...), rules...), '"')
	}
	b = append(append(b, `,"seed":`...), m.quotedSeed...)
	b = appendField(b, "/", n)
	b = appendField(b, `","steps":`, len(r.decisions))
	b = append(append(b, `,"completed":true,"logMode":"`...), m.mode...)
	b = append(append(b, `","firstTurn":"`...), export.SeatKeys[first]...)
	b = append(append(b, `","secondTurn":"`...), export.SeatKeys[1-first]...)
	b = append(append(b, `","winner":"`...), export.SeatKey(s.Winner())...)
	b = append(append(b, `","winnerTurnOrder":"`...), orderKeys[order+1]...)
	b = strconv.AppendBool(append(b, `","nagari":`...), s.End.Nagari())
	b = append(b, `,"nagariReasons":[`...)
	var reasons [3]string
	for _, reason := range s.End.NagariReasons(reasons[:0]) {
		b = append(append(append(b, '"'), reason...), `",`...)
	}
	if b[len(b)-1] == ',' {
		b = b[:len(b)-1]
	}
	b = appendField(b, `],"score":{"human":`, s.End.Total[0])
	b = appendField(b, `,"ai":`, s.End.Total[1])
	b = appendField(b, `,"first":`, s.End.Total[first])
	b = appendField(b, `,"second":`, s.End.Total[1-first])
	b = appendField(b, `},"goCalls":`, e.goCalls)
	b = appendMillionths(append(b, `,"goStopEfficiency":`...), e.goEfficiency)
	b = appendField(b, `,"goDecision":{"declared":`, e.goCalls)
	b = appendField(b, `,"success":`, e.goWon)
	b = appendField(b, `},"steals":{"piTotal":`, s.Trace.Steals)
	b = appendField(b, `,"goldTotal":`, s.Trace.Gold)
	hand, flip := s.Trace.Events[matgo.FromHand], s.Trace.Events[matgo.FromFlip]
	b = appendField(b, `},"luckSkill":{"flipEvents":`, flip)
	b = appendField(b, `,"handEvents":`, hand)
	b = appendMillionths(append(b, `,"flipRatio":`...), share(flip, flip+hand))
	hand, flip = e.captures[matgo.FromHand], e.captures[matgo.FromFlip]
	b = appendField(b, `,"weightedCapture":{"flipValue":`, flip)
	b = appendField(b, `,"handValue":`, hand)
	b = appendMillionths(append(b, `,"flipRatio":`...), share(flip, flip+hand))
	b = appendField(b, `}},"eventFrequency":{"ppuk":`, e.events.Ppuk)
	b = appendField(b, `,"ddadak":`, e.events.Ddadak)
	b = appendField(b, `,"jjob":`, e.events.Jjob)
	b = appendField(b, `,"ssul":`, e.events.Ssul)
	b = appendField(b, `,"ttak":`, e.events.Ttak)
	b = append(b, `},"bakEscape":`...)
	if e.winner < 0 {
		b = append(b, "null"...)
	} else {
		b = append(append(append(b, `{"loser":"`...), export.SeatKeys[1-e.winner]...), `","escaped":`...)
		b = append(strconv.AppendBool(b, e.baks == 0), '}')
	}
	b = strconv.AppendBool(append(b, `,"bak":{"gwang":`...), e.gwang)
	b = strconv.AppendBool(append(b, `,"pi":`...), e.pi)
	b = strconv.AppendBool(append(b, `,"mongBak":`...), e.mong)
	b = appendField(b, `,"multiplier":`, e.bakFactor)
	b = append(b, `},"catalogPath":"`+CatalogPath+`","initial":{"firstTurn":"`...)
	b = append(b, export.SeatKeys[first]...)
	b = appendCardIDs(append(b, `","hands":{"human":`...), r.initial.hands[0])
	b = appendCardIDs(append(b, `,"ai":`...), r.initial.hands[1])
	b = appendCardIDs(append(b, `},"board":`...), r.initial.floor)
	b = appendField(b, `,"deckCount":`, r.initial.deck)
	b = appendCardIDs(append(b, `,"bonus":{"human":`...), r.initial.bonus[0])
	b = appendCardIDs(append(b, `,"ai":`...), r.initial.bonus[1])
	b = appendField(b, `},"carry":`, s.Carry)
	b = append(b, `},"decision_trace":[`...)
	for i := range r.decisions {
		if i > 0 {
			b = append(b, ',')
		}
		b = m.decision(b, s, &r.decisions[i])
	}
	return append(b, "]}\n"...)
}

// actorKeys has the start of a decision by seat and by whether that seat is the second.
var actorKeys = [2][2]string{
	{`,"a":"human","o":"first","at":`, `,"a":"human","o":"second","at":`},
	{`,"a":"ai","o":"first","at":`, `,"a":"ai","o":"second","at":`},
}

// choiceKeys has the kinds of decisions by verb, with the choice if it has no card and no month. Texts with
// a month are left open.
var choiceKeys = [...]string{
	matgo.PresidentStop: `"president_stop","c":"president_stop","s":null`,
	matgo.PresidentHold: `"president_hold","c":"president_hold","s":null`,
	matgo.UseKung:       `"kung_use`,
	matgo.PassKung:      `"kung_pass","c":"kung_pass","s":null`,
	matgo.Shake:         `"shaking_declare`,
	matgo.Bomb:          `"declare_bomb`,
	matgo.Play:          `"play","c":`,
	matgo.Take:          `"hand-select","c":`,
	matgo.GukjinYeol:    `"gukjin_five","c":"five","s":null`,
	matgo.GukjinPi:      `"gukjin_junk","c":"junk","s":null`,
	matgo.Go:            `"go","c":"go","s":null`,
	matgo.Stop:          `"stop","c":"stop","s":null`,
	matgo.Pass:          `"pass","c":"pass","s":null`,
}

const flipSelect = `"flip-select","c":`

// decision appends one decision of a round that is over.
func (m *Simulation) decision(b []byte, s *matgo.State, d *decision) []byte {
	b = appendField(b, `{"t":`, d.turn)
	b = append(b, actorKeys[d.seat][matgo.BoolInt(d.seat != s.First)]...)
	if d.flip {
		b = append(b, flipSelect...)
	} else {
		b = append(b, choiceKeys[d.move.Verb]...)
	}
	switch d.move.Verb {
	case matgo.Play:
		b = append(appendCardID(b, matgo.Card(d.move.Arg)), `,"s":null`...)
	case matgo.Take:
		b = append(appendCardID(b, d.card), `,"s":`...)
		b = appendCardID(b, matgo.Card(d.move.Arg))
	case matgo.UseKung, matgo.Shake, matgo.Bomb:
		if months := d.months(d.move.Verb); months&(months-1) != 0 {
			b = appendField(b, " ", int(d.move.Arg))
		}
		b = appendField(b, `","c":`, int(d.move.Arg))
		b = append(b, `,"s":null`...)
	}
	reward := 0
	if w := int(s.End.Winner); w >= 0 {
		reward = s.End.Total[w]
		if w != int(d.seat) {
			reward = -reward
		}
	}
	if m.mode == LogDelta {
		b = appendField(b, `,"tr":`, reward)
		b = d.appendDelta(b)
	} else {
		b = appendField(b, `,"ir":`, d.ahead)
		b = appendField(b, `,"tr":`, reward)
		b = d.appendContext(b)
		b = d.appendSpace(b)
	}
	b = append(b, m.policies[d.seat]...)
	if m.judges[d.seat] {
		b = strconv.AppendFloat(append(b, `,"value":`...), d.worth, 'f', 3, 64)
	}
	b = append(b, '}')
	if m.mode == LogDelta {
		return append(b, '}')
	}
	b = appendCardIDs(append(b, `,"cap":{"hand":`...), d.took[matgo.FromHand])
	b = appendCardIDs(append(b, `,"flip":`...), d.took[matgo.FromFlip])
	return d.appendOutcome(append(b, '}'))
}

// phaseKeys has the owner's words for the phases.
var phaseKeys = [...]string{
	matgo.AskPlay: "playing", matgo.AskPresident: "president-choice", matgo.AskKung: "kung-choice",
	matgo.AskTake: "select-match", matgo.AskGukjin: "gukjin-choice", matgo.AskGo: "go-stop",
}

const initialPurses = `,"goldSelf":1000000,"goldOpp":1000000}`

// appendContext appends the seat's view before the decision, in numbers.
func (d *decision) appendContext(b []byte) []byte {
	me, other := d.seat, 1-d.seat
	b = append(append(b, `,"dc":{"phase":"`...), phaseKeys[d.phase]...)
	b = appendField(b, `","turnNoBefore":`, d.turn)
	b = appendField(b, `,"deckCount":`, d.deck)
	b = appendField(b, `,"handCountSelf":`, d.hands[me])
	b = appendField(b, `,"handCountOpp":`, d.hands[other])
	b = appendField(b, `,"goCountSelf":`, d.goes[me])
	b = appendField(b, `,"goCountOpp":`, d.goes[other])
	if d.gold == [2]int{matgo.InitialGold, matgo.InitialGold} {
		return append(b, initialPurses...) // the usual case
	}
	b = appendField(b, `,"goldSelf":`, d.gold[me])
	b = appendField(b, `,"goldOpp":`, d.gold[other])
	return append(b, '}')
}

// appendSpace appends the candidates.
func (d *decision) appendSpace(b []byte) []byte {
	b = append(b, `,"sp":{`...)
	if d.move.Verb != matgo.Take && d.move.Verb != matgo.Play && d.move.Verb != matgo.Pass {
		b = append(b, `"cards":[],"boardCardIds":[],`...)
	}
	switch d.phase {
	case matgo.AskTake:
		b = appendCardIDs(append(b, `"boardCardIds":`...), d.choices)
	case matgo.AskPresident:
		b = append(b, `"options":["president_stop","president_hold"]`...)
	case matgo.AskKung:
		b = append(b, `"options":[`...)
		b = append(d.appendMonths(b, matgo.UseKung), `"kung_pass"]`...)
	case matgo.AskGukjin:
		b = append(b, `"options":["gukjin_five","gukjin_junk"]`...)
	case matgo.AskGo:
		b = append(b, `"options":["go","stop"]`...)
	default:
		switch d.move.Verb {
		case matgo.Pass, matgo.Play:
			b = appendCardIDs(append(b, `"cards":`...), d.hand)
			if d.pass {
				if b = b[:len(b)-1]; d.hand != 0 {
					b = append(b, ',')
				}
				b = append(b, `"pass"]`...)
			}
		default:
			b = append(b, `"options":[`...)
			b = append(d.appendMonths(d.appendMonths(b, matgo.Shake), matgo.Bomb), `"play"]`...)
		}
		b = appendMonthList(append(b, `,"bombMonths":`...), d.bombs)
		b = appendMonthList(append(b, `,"shakingMonths":`...), d.shakes)
	}
	return append(b, '}')
}

// months returns the months that d could choose for a verb.
func (d *decision) months(v matgo.Verb) uint16 {
	if v == matgo.Shake {
		return d.shakes
	}
	return d.bombs // includes kungs
}

// appendMonths appends the options of a verb, with the month if there are several.
func (d *decision) appendMonths(b []byte, v matgo.Verb) []byte {
	all := d.months(v)
	for months := all; months != 0; months &= months - 1 {
		b = append(b, choiceKeys[v]...)
		if all&(all-1) != 0 {
			b = appendField(b, " ", bits.TrailingZeros16(months))
		}
		b = append(b, `",`...)
	}
	return b
}

// appendEvents appends the counters that rose.
func (d *decision) appendEvents(b []byte) []byte {
	if !d.eventful {
		return append(b, "{}"...)
	}
	b = append(b, '{')
	for i, n := range d.events {
		if n > 0 {
			b = append(append(append(b, '"'), matgo.CounterNames[i]...), `":`...)
			b = append(appendInt(b, int(n)), ',')
		}
	}
	b[len(b)-1] = '}'
	return b
}

// matchTexts has the match events by source, tag and number of matches, with a comma.
var matchTexts = func() (texts [2][len(matgo.TagNames)][len(export.MatchTypes)]string) {
	for from, source := range [...]string{matgo.FromHand: "hand", matgo.FromFlip: "flip"} {
		for tag, name := range matgo.TagNames {
			for n, kind := range export.MatchTypes {
				texts[from][tag][n] = `"` + source + `":["` + strings.ToUpper(name) + `","` + kind + `"],`
			}
		}
	}
	return texts
}()

// appendOutcome appends the decision's effects. It omits effects that did not happen.
func (d *decision) appendOutcome(b []byte) []byte {
	b = append(b, `,"fv":{`...)
	for from, is := range d.matched {
		if is {
			b = append(b, matchTexts[from][d.match[from].Tag][d.match[from].Lies]...)
		}
	}
	if len(d.flips) > 0 {
		b = append(b, `"flips":[`...)
		for _, c := range d.flips {
			b = append(b, quotedIDs[c]...)
		}
		b = append(b[:len(b)-1], "],"...)
	}
	if d.eventful {
		b = append(d.appendEvents(append(b, `"events":`...)), ',')
	}
	if d.steals > 0 || d.paid > 0 {
		b = appendField(b, `"steals":{"pi":`, d.steals)
		b = appendField(b, `,"gold":`, d.paid)
		b = append(b, "},"...)
	}
	if b[len(b)-1] == ',' {
		b = b[:len(b)-1]
	}
	return append(b, "}}"...)
}

// appendDelta appends the decision's changes, in numbers.
func (d *decision) appendDelta(b []byte) []byte {
	me, other := d.seat, 1-d.seat
	b = appendField(b, `,"delta":{"deck":`, d.after.deck-d.deck)
	b = appendField(b, `,"handSelf":`, d.after.hands[me]-d.hands[me])
	b = appendField(b, `,"handOpp":`, d.after.hands[other]-d.hands[other])
	b = appendField(b, `,"piSteal":`, d.steals)
	b = appendField(b, `,"goldSteal":`, d.paid)
	b = appendField(b, `,"capHand":`, d.took[matgo.FromHand].Len())
	b = appendField(b, `,"capFlip":`, d.took[matgo.FromFlip].Len())
	b = d.appendEvents(append(b, `,"events":`...))
	return append(b, '}')
}

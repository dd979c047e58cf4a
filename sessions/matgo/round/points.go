package round

import (
	"cmp"
	"slices"
	"strings"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// Part is one row of a score: its name, one for narrow places, and its number.
type Part struct {
	Name, Short string
	Points      int
}

// Sum writes parts as a sum. If it would take more than room cells, the names are short, and then nothing
// is between them.
func Sum(parts []Part, room int) string {
	long, short := make([]string, len(parts)), make([]string, len(parts))
	for i, x := range parts {
		long[i], short[i] = x.Name+" "+app.Itoa(x.Points), x.Short+" "+app.Itoa(x.Points)
	}
	for _, text := range []string{strings.Join(long, " + "), strings.Join(short, " + ")} {
		if ui.Width(text) <= room {
			return text
		}
	}
	return strings.Join(short, "+")
}

// PointParts returns the nonzero parts of a seat's points, with the go bonus.
func PointParts(a *app.App, d matgo.Side) []Part {
	p := d.Points
	part := func(name, short string, points int) Part { return Part{a.T(name), a.T(short), points} }
	all := []Part{
		part("mg.set.godori", "mg.set.godori", p.Godori), part("mg.set.hongdan", "mg.set.hongdan", p.Hongdan),
		part("mg.set.cheongdan", "mg.set.cheongdan", p.Cheongdan), part("mg.set.chodan", "mg.set.chodan", p.Chodan),
		part("mp.part.kwang", "mg.kwang", p.Kwang), part("mp.part.yeol", "mg.yeol", p.Yeol), part("mp.part.tti", "mg.tti", p.Tti), part("mp.part.pi", "mg.pi", p.Pi),
		part("mg.bonus.events", "mg.bonus.events", p.Events), part("mg.go", "mg.go", d.Go),
	}
	return slices.DeleteFunc(all, func(x Part) bool { return x.Points == 0 })
}

// Factors returns the parts of a multiplier above 1, by name.
func Factors(a *app.App, m matgo.Multiplier) []Part {
	var all []Part
	for _, x := range []struct {
		key, short string
		n          int
	}{
		{"mg.x.carry", "mg.x.carry", m.Carry}, {"mg.x.go", "mg.x.go", m.Go}, {"mg.x.shake", "mg.x.shake", m.Shake}, {"mg.x.bomb", "mg.x.bomb", m.Bomb},
		{"mg.x.pi", "mg.bak", m.Pi}, {"mg.x.gwang", "mg.bak", m.Gwang}, {"mg.x.meong", "mg.bak", m.Meong}, {"mg.x.gobak", "mg.bak", m.GoBak},
		{"mg.x.president", "mg.x.president", m.President},
	} {
		all = append(all, Part{a.T(x.key), a.T(x.short), x.n})
	}
	return slices.DeleteFunc(all, func(x Part) bool { return x.Points <= 1 })
}

// ToGo returns the points that a seat lacks for the question go or stop; 0 if it may come.
func ToGo(view *matgo.View, seat games.Seat) int {
	d := view.Sides[seat]
	need := view.RuleSet().GoMin - goPoints(view, d, d.Points.Total+d.Go)
	return max(need, d.GoBase+1-d.Points.Total, 0)
}

// goPoints returns the part of a seat's points and go that counts for go or stop.
func goPoints(view *matgo.View, d matgo.Side, total int) int {
	if view.RuleSet().Piles {
		return total - d.Go
	}
	return total
}

// Opens reports whether that many points and go would bring a seat to go or stop after a card of its hand.
func Opens(view *matgo.View, seat games.Seat, total int) bool {
	d := view.Sides[seat]
	left := view.HandCounts[seat] + view.Passes[seat]
	return goPoints(view, d, total) >= view.RuleSet().GoMin && total-d.Go > d.GoBase && left > 1
}

// GoldText returns gold with commas; sums of ten digits and more in millions.
func GoldText(n int) string {
	if n >= 1_000_000_000 || n <= -1_000_000_000 {
		return words.Comma(int64(n/1_000_000)) + "M"
	}
	return words.Comma(int64(n))
}

// CardSets has the four sets of three cards: the tag of their cards, and the months that they show.
var CardSets = []struct {
	Key    string // of the name
	Tag    string
	points int
	Months string
}{
	{"mg.set.hongdan", "hong", matgo.Document.Hongdan, "1 2 3"},
	{"mg.set.cheongdan", "cheong", matgo.Document.Cheongdan, "6 9 10"},
	{"mg.set.chodan", "cho", matgo.Document.Chodan, "4 5 7"},
	{"mg.set.godori", "bird", matgo.Document.Godori, "2 4 8"},
}

// SetSize is the number of cards in a set.
const SetSize = 3

// SetCount counts the cards of a set among captured ones.
func SetCount(c matgo.Captured, tag string) (n int) {
	for _, list := range [][]matgo.Card{c.Tti, c.Yeol} {
		for _, x := range list {
			if hwatu.Tags[x] == tag {
				n++
			}
		}
	}
	return n
}

// Captured adds cards to captured ones.
func Captured(c matgo.Captured, add []matgo.Card) matgo.Captured {
	for _, x := range add {
		switch x.Kind() {
		case matgo.Kwang:
			c.Kwang = append(c.Kwang[:len(c.Kwang):len(c.Kwang)], x)
		case matgo.Yeol:
			c.Yeol = append(c.Yeol[:len(c.Yeol):len(c.Yeol)], x)
		case matgo.Tti:
			c.Tti = append(c.Tti[:len(c.Tti):len(c.Tti)], x)
		case matgo.Pi:
			c.Pi = append(c.Pi[:len(c.Pi):len(c.Pi)], x)
		}
	}
	return c
}

// KwangPoints returns the points of some kwang.
func KwangPoints(list []matgo.Card) int {
	if len(list) == 3 && slices.Contains(list, matgo.RainBright) {
		return matgo.Document.Kwang3Rain
	}
	return matgo.Document.Kwang[min(len(list), 5)]
}

// Gains returns the points that capturing some cards would add for a seat, by name. Progress towards a set
// does not count.
func Gains(a *app.App, d matgo.Side, add []matgo.Card) (list []Part) {
	r := matgo.Document
	was, is := d.Captured, Captured(d.Captured, add)
	for _, set := range CardSets {
		if SetCount(was, set.Tag) < SetSize && SetCount(is, set.Tag) == SetSize {
			list = append(list, Part{a.T(set.Key), a.T(set.Key), set.points})
		}
	}
	more := func(key string, from, was, is int) {
		if gain := max(is-from+1, 0) - max(was-from+1, 0); gain > 0 {
			list = append(list, Part{a.T(key), a.T(key), gain})
		}
	}
	if gain := KwangPoints(is.Kwang) - KwangPoints(was.Kwang); gain > 0 {
		list = append(list, Part{a.T("mp.part.kwang"), a.T("mp.part.kwang"), gain})
	}
	more("mp.part.yeol", r.YeolFrom, len(was.Yeol), len(is.Yeol))
	more("mp.part.tti", r.TtiFrom, len(was.Tti), len(is.Tti))
	more("mp.part.pi", r.PiFrom, d.PiCount, d.PiCount+PiWorth(add))
	return list
}

// PiWorth returns the number of pi that some cards count.
func PiWorth(list []matgo.Card) (n int) {
	for _, c := range list {
		n += c.Worth()
	}
	return n
}

// Worthier orders cards of one month: kwang, animals, ribbons, then pi by id, in which one that counts 2 is
// first.
func Worthier(p, q matgo.Card) int {
	return cmp.Or(cmp.Compare(p.Kind(), q.Kind()), cmp.Compare(p, q))
}

// Takings returns the floor cards that a card of the hand would take: one, all three, or of two different
// kinds the one that counts more, since the player can choose it.
func Takings(on []matgo.Card) []matgo.Card {
	if len(on) != 2 {
		return on
	}
	best := on[0]
	if Worthier(on[1], best) < 0 {
		best = on[1]
	}
	return []matgo.Card{best}
}

// Nears returns the brights, sets, animals and ribbons that capturing some cards would bring nearer without
// a point yet: "광 1/3". A ribbon or a bird counts towards its set if the opponent has no card of that.
func Nears(a *app.App, d matgo.Side, foe matgo.Captured, add []matgo.Card) (list []string) {
	r, was, is := matgo.Document, d.Captured, Captured(d.Captured, add)
	near := func(key string, was, is, of int) {
		if is > was && is < of {
			list = append(list, a.T("mg.hint.near", "what", a.T(key), "n", is, "of", of))
		}
	}
	near("mp.part.kwang", len(was.Kwang), len(is.Kwang), slices.IndexFunc(r.Kwang[:], func(points int) bool { return points > 0 }))
	yeol, tti := len(is.Yeol) > len(was.Yeol), len(is.Tti) > len(was.Tti)
	for _, set := range CardSets {
		n, now := SetCount(was, set.Tag), SetCount(is, set.Tag)
		if now == n || SetCount(foe, set.Tag) > 0 {
			continue
		}
		near(set.Key, n, now, SetSize)
		if set.Key == "mg.set.godori" {
			yeol = false
		} else {
			tti = false
		}
	}
	if yeol {
		near("mp.part.yeol", len(was.Yeol), len(is.Yeol), r.YeolFrom)
	}
	if tti {
		near("mp.part.tti", len(was.Tti), len(is.Tti), r.TtiFrom)
	}
	return list
}

// Taking returns a card and its taking in words: "March junk > bright". It omits tags that do not fit into
// room cells, and uses codes if the words do not fit.
func Taking(a *app.App, c matgo.Card, took []matgo.Card, room int) string {
	text := ""
	for _, tagged := range []bool{true, false} {
		names := make([]string, len(took))
		for i, x := range took {
			names[i] = hwatu.Kind(a, x, tagged)
		}
		text = a.T("mg.hint.takes", "card", hwatu.Words(a, c, tagged), "list", strings.Join(names, ", "))
		if ui.Width(text) <= room {
			return text
		}
	}
	return a.T("mg.hint.takes", "card", hwatu.Name(a, c), "list", hwatu.Names(a, took, " "))
}

// TakesText returns a card's taking, its gain, and its progress. It omits the last parts first if they
// would not fit beside the longest clock.
func TakesText(a *app.App, view *matgo.View, seat games.Seat, c matgo.Card, on []matgo.Card) string {
	took := Takings(on)
	d, room := view.Sides[seat], ui.Wide(a.W)-20
	all := append([]matgo.Card{c}, took...)
	nears := Nears(a, d, view.Sides[1-seat].Captured, all)
	gains := Gains(a, d, all)
	if n := PiWorth(all); n > 0 && len(gains) == 0 {
		nears = append(nears, a.T("mg.hint.pi", "n", n))
	}
	total, text := d.Points.Total+d.Go, ""
	for _, g := range gains {
		text += "  " + g.Name + " +" + app.Itoa(g.Points)
		total += g.Points
	}
	if len(gains) > 0 {
		text += "  =  " + a.T("mg.pts", "n", total)
	}
	text = Taking(a, c, took, room-ui.Width(text)) + text
	if opens := ", " + a.T("mg.hint.go"); len(gains) > 0 && ui.Width(text+opens) <= room && Opens(view, seat, total) {
		text += opens
	}
	for _, near := range nears {
		if ui.Width(text+"  "+near) > room {
			break
		}
		text += "  " + near
	}
	return text
}

// GoldWords returns a sum with its unit, and with its sign if signed.
func GoldWords(a *app.App, n int, signed bool) string {
	sign := app.TextIf(signed && n >= 0, "+")
	return a.T("mp.gold", "g", sign+GoldText(n))
}

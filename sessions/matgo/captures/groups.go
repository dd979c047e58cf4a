package captures

import (
	"strings"

	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/matgo/round"
	"arcade/sessions/ui"
)

// Group is a group of places for captured cards.
type Group struct {
	Short, Long string // the keys of its names in the catalogue
	Tag         string // the tag of its set; "" if every card of its kind counts
	Cards       []matgo.Card
	kind        matgo.Kind
	points      int // of a full set
}

// Groups has the 24 places in their order.
var Groups = []Group{
	{"mg.kwang", "mp.part.kwang", "", artCards("01k 03k 08k 11k 12k"), matgo.Kwang, 0},
	{"hw.tag.bird", "mg.set.godori", "bird", artCards("02y 04y 08y"), matgo.Yeol, matgo.Document.Godori},
	{"mg.yeol", "mp.part.yeol", "", artCards("05y 06y 07y 09y 10y 12y"), matgo.Yeol, 0},
	{"hw.tag.hong", "mg.set.hongdan", "hong", artCards("01t 02t 03t"), matgo.Tti, matgo.Document.Hongdan},
	{"hw.tag.cheong", "mg.set.cheongdan", "cheong", artCards("06t 09t 10t"), matgo.Tti, matgo.Document.Cheongdan},
	{"hw.tag.cho", "mg.set.chodan", "cho", artCards("04t 05t 07t"), matgo.Tti, matgo.Document.Chodan},
	{"hw.tag.rain", "hw.tag.rain", "rain", artCards("12t"), matgo.Tti, 0},
}

// artCards returns the cards of a list of names.
func artCards(ids string) (list []matgo.Card) {
	for id := range strings.FieldsSeq(ids) {
		list = append(list, hwatu.CardOf(id))
	}
	return list
}

// State is a seat's progress with a group.
type State struct {
	N, Of int // cards captured and needed; Of is 0 if there is nothing to reach
	Gain  int // points that the group already counts
	Full  bool
	Bak   bool // the seat has no card of the group, and the opponent could win by that
	dead  bool // the opponent has a card of the set
}

// Won returns the captured cards of a seat that count as their own kind.
func Won(d matgo.Side) matgo.Set {
	return matgo.SetOf(d.Captured.Kwang...) | matgo.SetOf(d.Captured.Yeol...) | matgo.SetOf(d.Captured.Tti...)
}

// State returns the progress of seat d with the group against its opponent foe.
func (q *Group) State(d, foe matgo.Side) State {
	r := matgo.Document
	switch {
	case q.Tag == "rain":
		return State{N: round.SetCount(d.Captured, q.Tag)}
	case q.Tag != "":
		n := round.SetCount(d.Captured, q.Tag)
		s := State{N: n, Of: round.SetSize, Full: n == round.SetSize, dead: round.SetCount(foe.Captured, q.Tag) > 0}
		if s.Full {
			s.Gain = q.points
		}
		return s
	case q.kind == matgo.Kwang:
		n := len(d.Captured.Kwang)
		return State{N: n, Of: 3, Full: n >= 3, Gain: round.KwangPoints(d.Captured.Kwang), Bak: n == 0 && len(foe.Captured.Kwang) > 1}
	}
	n := len(d.Captured.Yeol)
	return State{
		N: n, Of: r.YeolFrom, Full: n >= r.YeolFrom, Gain: max(n-r.YeolFrom+1, 0),
		Bak: n == 0 && len(foe.Captured.Yeol) >= r.YeolFrom-1,
	}
}

// Ink returns the colour of a group's name: gold if the viewer has it full, coral if another seat has.
func (s State) Ink(own bool) ui.Token {
	switch {
	case s.Full && own:
		return ui.Accent | ui.Bold
	case s.Full:
		return ui.Bad | ui.Bold
	case s.dead:
		return ui.Muted
	}
	return ui.Text
}

// TileWidth returns the width in cells of a card's place on the small table: months of two
// digits have three cells, so that numbers never touch.
func TileWidth(c matgo.Card) int { return app.If(c.Month() > 9, 3, 2) }

// Gap returns the cells between a group, by its index in Groups, and the next.
func Gap(group int) int { return app.If(group == 0 || group == 2 || group == 3, 2, 1) }

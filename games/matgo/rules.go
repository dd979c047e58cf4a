package matgo

// The names of the sets of rules, as the option "rules" has them.
const (
	// RulesDocument names the owner's document.
	RulesDocument = "document"
	// RulesStandard names the rules that Korean players know.
	RulesStandard = "standard"
)

// Rules are the numbers of a set of rules. Another set is another value. The methods of [State] explain
// their use. The rules have many numbers, each of which is a field.
type Rules struct {
	// Name is the set's name in setups, [RulesDocument] or [RulesStandard].
	Name string
	// Piles sets the course of a turn. A ppuk leaves a pile on the floor, which the fourth card of its month
	// takes; bonus cards are played from the hand, and a bomb brings pass cards. The document has none of
	// these.
	Piles bool
	// Kwang has the points by number of kwang. Kwang3Rain has the points of three with the [RainBright].
	Kwang      [6]int
	Kwang3Rain int
	// YeolFrom, TtiFrom and PiFrom are the numbers of cards for the first point; each more adds one. Pi are
	// counted by worth.
	YeolFrom, TtiFrom, PiFrom int
	// The sets' points.
	Hongdan, Cheongdan, Chodan, Godori int
	// TtakBonus, PpukBonus and JjobBonus are the points for each such event.
	TtakBonus, PpukBonus, JjobBonus int

	// GoMin is the least points + go at which a seat is asked go or stop; with piles the points alone count.
	GoMin int
	// GoFactorFrom is the go count from which a factor applies: 2 at that count, and for each further go one
	// more, or twice as much if GoDoubles.
	GoFactorFrom int
	GoDoubles    bool
	// ShakeFactor and BombFactor apply for each shake and each bomb.
	ShakeFactor, BombFactor int
	// GwangBak, PiBak, MeongBak and GoBak are the bak factors. A pi bak needs a
	// loser with PiBakMin to PiBakMax pi, a gwang bak a winner with GwangBakFrom
	// kwang or more, a meong bak one with MeongBakFrom yeol. With piles a go bak
	// needs a stop.
	GwangBak, PiBak, MeongBak, GoBak               int
	PiBakMin, PiBakMax, GwangBakFrom, MeongBakFrom int

	// PresidentBase has the points of a president that stops. PresidentFactor multiplies a win by a
	// president that held and shook or bombed.
	PresidentBase, PresidentFactor int
	// PpukWins is the number of ppuk that win at once, with PpukBase points. PpukGold is paid for a ppuk on
	// a first turn and for each that follows an open one. With piles PpukRow has the payments instead: for a
	// ppuk on a seat's first turn, a second in a row on its second, and a third on its third.
	PpukWins, PpukBase, PpukGold int
	PpukRow                      [3]int
	// LastBombSteals: a bomb of the last three cards of a hand steals, too. BonusMakesGood: a flipped bonus
	// card is a capture that makes a ppuk good.
	LastBombSteals, BonusMakesGood bool
	// CarryFactor multiplies the carry for each void deal and each nagari.
	CarryFactor int
	// ForfeitBase is the least base of a forfeit.
	ForfeitBase int

	// StartGold is a full purse. GoldPerPoint is the gold for a point.
	StartGold, GoldPerPoint int
}

// Document is the set of the owner's document (section 11).
var Document = Rules{
	Name:  RulesDocument,
	Kwang: [6]int{3: 3, 4: 4, 5: 15}, Kwang3Rain: 2,
	YeolFrom: 5, TtiFrom: 5, PiFrom: 10,
	Hongdan: 3, Cheongdan: 3, Chodan: 3, Godori: 5,
	TtakBonus: 1, PpukBonus: 1, JjobBonus: 1,
	GoMin: 7, GoFactorFrom: 3, ShakeFactor: 2, BombFactor: 2,
	GwangBak: 2, PiBak: 2, MeongBak: 2, GoBak: 2,
	PiBakMax: 7, GwangBakFrom: 3, MeongBakFrom: 7,
	PresidentBase: 10, PresidentFactor: 4,
	PpukWins: 3, PpukBase: 7, PpukGold: 3,
	LastBombSteals: true, BonusMakesGood: true,
	CarryFactor: 2, ForfeitBase: 7,
	StartGold: InitialGold, GoldPerPoint: 100,
}

// Standard is the set of rules that Korean players know. docs/notation/matgo-standard.md explains it.
var Standard = standard()

func standard() Rules {
	r := Document
	r.Name, r.Piles = RulesStandard, true
	r.TtakBonus, r.PpukBonus, r.JjobBonus = 0, 0, 0
	r.GoDoubles, r.PiBakMin = true, 1
	r.PpukGold, r.PpukRow = 0, [3]int{700, 1400, 2100}
	return r
}

// versions has the document's rules by version, counted from 1. Old logs keep theirs. From version
// [standardSince] on a setup may choose the standard rules.
var versions = []*Rules{version1(), &Document, &Document}

const standardSince = 3

// rulesOf returns the set of a version, 0 for the current one, and a name; ok is false if it has no such set.
func rulesOf(version int, name string) (r *Rules, ok bool) {
	if version == 0 {
		version = len(versions)
	}
	switch {
	case name == RulesDocument:
		return versions[version-1], true
	case name == RulesStandard && version >= standardSince:
		return &Standard, true
	}
	return nil, false
}

// RulesNamed returns the current set of a name; ok is false if there is none.
func RulesNamed(name string) (r *Rules, ok bool) { return rulesOf(0, name) }

// GoFactor returns the factor of a number of goes.
func (r *Rules) GoFactor(goes int) int {
	n := goes - r.GoFactorFrom
	switch {
	case n < 0:
		return 1
	case r.GoDoubles:
		return 2 << n
	}
	return n + 2
}

func version1() *Rules {
	r := Document
	r.LastBombSteals, r.BonusMakesGood = false, false
	return &r
}

// MaxCarry limits the carry: it grows no further.
const MaxCarry = 1 << 20

// MaxGold limits a seat's purse in a setup.
const MaxGold = 1_000_000_000_000_000

package matgo

// Rules are the numbers of a set of rules. Another set is another value. The methods of [State] explain
// their use. The rules have many numbers, each of which is a field.
type Rules struct {
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

	// GoMin is the least points + go at which a seat is asked go or stop.
	GoMin int
	// GoFactorFrom is the go count from which a factor applies: 2 at that count, one more for each further
	// go.
	GoFactorFrom int
	// ShakeFactor and BombFactor apply for each shake and each bomb.
	ShakeFactor, BombFactor int
	// GwangBak, PiBak, MeongBak and GoBak are the bak factors. A pi bak needs a
	// loser with at most PiBakMax pi, a gwang bak a winner with GwangBakFrom kwang
	// or more, a meong bak one with MeongBakFrom yeol.
	GwangBak, PiBak, MeongBak, GoBak     int
	PiBakMax, GwangBakFrom, MeongBakFrom int

	// PresidentBase has the points of a president that stops. PresidentFactor multiplies a win by a
	// president that held and shook or bombed.
	PresidentBase, PresidentFactor int
	// PpukWins is the number of ppuk that win at once, with PpukBase points. PpukGold is paid for a ppuk on
	// a first turn and for each that follows an open one.
	PpukWins, PpukBase, PpukGold int
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

// Standard is the set of rules in use (section 11 of the owner's rules).
var Standard = Rules{
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

// versions has the sets of rules by version, counted from 1. Old logs keep theirs.
var versions = []*Rules{version1(), &Standard}

func version1() *Rules {
	r := Standard
	r.LastBombSteals, r.BonusMakesGood = false, false
	return &r
}

// MaxCarry limits the carry: it grows no further.
const MaxCarry = 1 << 20

// MaxGold limits a seat's purse in a setup.
const MaxGold = 1_000_000_000_000_000

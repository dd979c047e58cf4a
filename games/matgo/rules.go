package matgo

// Rules are the numbers of a set of rules. Another set is another value; what
// they are used for is said by the methods of [State]. The rules have many numbers, each
// of which is a field.
type Rules struct {
	// Kwang are the points by number of kwang; Kwang3Rain the points of three with the
	// [RainBright].
	Kwang      [6]int
	Kwang3Rain int
	// YeolFrom, TtiFrom and PiFrom are how many count the first point; each more
	// counts one more. Pi are counted by worth.
	YeolFrom, TtiFrom, PiFrom int
	// The sets' points.
	Hongdan, Cheongdan, Chodan, Godori int
	// TtakBonus, PpukBonus and JjobBonus are the points for each of them.
	TtakBonus, PpukBonus, JjobBonus int

	// GoMin is the points + go from which a seat is asked go or stop.
	GoMin int
	// GoFactorFrom is the go count from which a factor applies: 2 for it, one more for each more.
	GoFactorFrom int
	// ShakeFactor and BombFactor apply for each shake and each bomb.
	ShakeFactor, BombFactor int
	// GwangBak, PiBak, MeongBak and GoBak are the bak factors. A pi bak needs a
	// loser with at most PiBakMax pi, a gwang bak a winner with GwangBakFrom kwang
	// or more, a meong bak one with MeongBakFrom yeol.
	GwangBak, PiBak, MeongBak, GoBak     int
	PiBakMax, GwangBakFrom, MeongBakFrom int

	// PresidentBase is what a president that stops counts; PresidentFactor what
	// one that held and shook or bombed multiplies a win by.
	PresidentBase, PresidentFactor int
	// PpukWins is how many ppuk win at once, with PpukBase points. PpukGold is paid
	// for a ppuk on a first turn and for each that follows an open one.
	PpukWins, PpukBase, PpukGold int
	// LastBombSteals: a bomb of the last three cards of a hand steals, too.
	// BonusMakesGood: a bonus card that is flipped is a capture that makes a ppuk good.
	LastBombSteals, BonusMakesGood bool
	// CarryFactor multiplies the carry for each void deal and each nagari.
	CarryFactor int
	// ForfeitBase is the least that a forfeit counts.
	ForfeitBase int

	// StartGold is a full purse, GoldPerPoint what a point is worth.
	StartGold, GoldPerPoint int
}

// Standard is the set of rules that is played (section 11 of the owner's rules).
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

// versions are the sets of rules by version, counted from 1; old logs keep theirs.
var versions = []*Rules{version1(), &Standard}

func version1() *Rules {
	r := Standard
	r.LastBombSteals, r.BonusMakesGood = false, false
	return &r
}

// MaxCarry is the highest carry: it grows no further.
const MaxCarry = 1 << 20

// MaxGold is the most that a setup may give a seat.
const MaxGold = 1_000_000_000_000_000

package bots

import (
	"math"
	"math/bits"
	"slices"

	"arcade/games/matgo"
	"arcade/games/rng"
)

// Constants of the sensible bot's judgement, in points or shares of points. Variants of it played some ten
// thousand rounds against each other to find them.
const (
	// deny is the worth of keeping a card from the opponent.
	deny = 0.5
	// wait is the share of a capture's worth that counts if no opponent can make it.
	wait = 0.4
	// onePi is a pi's worth before the pi count.
	onePi = 0.7
	// bombed is a bomb's worth besides its cards: it doubles a win.
	bombed = 4
)

// Products are converted before they are added. A processor that fuses the two would round differently, and
// a round would not get the same judgement everywhere.

// progress is the worth of the first, second and third card of a set, as a share of its points.
var progress = [3]float64{0.06, 0.35, 1}

// thought is the knowledge of the seat on turn about a round. Worths are roughly in points: progress
// towards points counts in part.
type thought struct {
	rules     *matgo.Rules
	me, other int
	hand      matgo.Set
	floor     matgo.Set
	won       [2]matgo.Set // includes the gukjin, whatever it counts as
	unseen    matgo.Set    // in the other's hand or the stock
	shown     matgo.Set    // certainly in the other's hand
	kungs     uint16       // months that are offered as kungs
	carry     int
	held      [2]int // cards in each hand
	sides     [2]thoughtSide
	gains     [classes]float64 // worth of capturing a card of each class
	losses    [classes]float64 // cost of the opponent's capturing it
	without   [5]float64       // chance that the opponent has none of so many unseen cards
}

// thoughtSide is the public information about a seat, in numbers.
type thoughtSide struct {
	kwang, yeol, tti int // captured; the gukjin is a yeol unless it counts as pi
	pi               int // in units of pi
	points, goes     int
	multiplier       matgo.Multiplier
	gold             int
}

// read returns the knowledge that a view gives to the seat on turn.
func read(v *matgo.View) thought {
	t := thought{rules: v.RuleSet(), me: int(v.ToAct), other: 1 - int(v.ToAct), floor: matgo.SetOf(v.Floor...), carry: v.Carry, held: v.HandCounts}
	t.hand = matgo.SetOf(v.Hands[t.me]...)
	seen := t.hand | t.floor | matgo.SetOf(v.Aside...)
	if v.Ask != nil && v.Ask.Card != nil {
		seen |= v.Ask.Card.Bit()
	}
	if v.Phase == matgo.AskKung && v.Ask != nil {
		for _, month := range v.Ask.Months {
			t.kungs |= 1 << month
		}
	}
	for i, d := range v.Sides {
		c := d.Captured
		t.won[i] = matgo.SetOf(slices.Concat(c.Kwang, c.Yeol, c.Tti, c.Pi)...)
		seen |= t.won[i] | matgo.SetOf(d.Held...)
		t.sides[i] = thoughtSide{len(c.Kwang), len(c.Yeol), len(c.Tti), d.PiCount, d.Points.Total, d.Go, d.Multiplier, d.Gold}
	}
	t.unseen = matgo.Full &^ seen
	for _, d := range v.Sides[t.other].Shaken {
		t.shown |= matgo.SetOf(d.Cards...) & t.unseen
	}
	t.weigh()
	return t
}

// readState returns the same as read of the seat's view, without making that view.
func readState(s *matgo.State) thought {
	t := readCards(s)
	t.readPoints(s)
	return t
}

// readFor does the part of readState that the legal moves need.
func readFor(s *matgo.State, legal []matgo.Move) thought {
	t := readCards(s)
	switch legal[0].Verb {
	case matgo.Play, matgo.Take, matgo.Bomb: // the cards suffice
	default:
		t.readPoints(s)
	}
	return t
}

// readPoints reads what only moves without a card need.
func (t *thought) readPoints(s *matgo.State) {
	for i := range s.Sides {
		k := &t.sides[i]
		k.points, k.goes, k.gold = s.Score(i), s.Sides[i].Goes, s.Gold[i]
		k.multiplier = s.Multiplier(i, true)
	}
}

// readCards is readState without points, purses and multipliers.
func readCards(s *matgo.State) thought {
	me := int(s.Seat)
	t := thought{rules: s.Rules, me: me, other: 1 - me, hand: s.Sides[me].Hand, floor: s.Floor, carry: s.Carry}
	seen := t.hand | t.floor | s.Aside
	switch s.Phase {
	case matgo.AskTake:
		seen |= s.Turn.Card.Bit()
	case matgo.AskKung:
		t.kungs = s.Kungs()
	}
	for i := range s.Sides {
		d := &s.Sides[i]
		t.won[i], t.held[i] = d.Won, d.Hand.Len()
		seen |= d.Won | d.Held
		k := &t.sides[i]
		k.kwang, k.yeol, k.tti, k.pi = s.CountKinds(i)
	}
	t.unseen = matgo.Full &^ seen
	t.shown = s.Sides[t.other].Shown & t.unseen
	t.weigh()
	return t
}

// pick returns the index and the score of the best legal move.
func (t *thought) pick(legal []matgo.Move, r *rng.Source) (best int, score float64) {
	for i, m := range legal {
		// Chance decides among equals, by less than any reason counts.
		s := t.score(m) + float64(float64(r.Intn(1000))*1e-6)
		if i == 0 || s > score {
			best, score = i, s
		}
	}
	return best, score
}

// score weighs a legal move; higher is better.
func (t *thought) score(m matgo.Move) float64 {
	me := &t.sides[t.me]
	switch m.Verb {
	case matgo.PresidentHold:
		// Held and then shaken, it multiplies by 8, unless the opponent can pay no more than a stop would
		// take.
		return float64(t.purse() - t.rules.PresidentBase*t.carry)
	case matgo.UseKung:
		return t.month(int(m.Arg))
	case matgo.PassKung:
		// The bomb that may follow doubles a win.
		return t.bestBomb()
	case matgo.Shake:
		// It costs only the secret. Without a chance to win it is worth less.
		if t.hopeless() {
			return -10
		}
		return 100
	case matgo.Bomb:
		return t.month(int(m.Arg)) + bombed
	case matgo.Play:
		return t.play(matgo.Card(m.Arg))
	case matgo.Take:
		return t.take(matgo.SetOf(matgo.Card(m.Arg)))
	case matgo.GukjinPi:
		return t.gukjinAsPi()
	case matgo.Go:
		return t.goOn()
	case matgo.Stop:
		return float64(min((me.points+me.goes)*me.multiplier.Total, t.purse()))
	}
	return 0
}

// purse returns the most that the opponent can pay, in points.
func (t *thought) purse() int {
	return (t.sides[t.other].gold + t.rules.GoldPerPoint - 1) / t.rules.GoldPerPoint
}

// month returns the worth of capturing all four cards of a month and the steal.
func (t *thought) month(month int) float64 { return t.take(matgo.MonthSet(month)) + t.steal() }

// bestBomb returns the worth of the best bomb among the offered kungs.
func (t *thought) bestBomb() float64 {
	best := 0.0
	for months := t.kungs; months != 0; months &= months - 1 {
		best = max(best, t.month(bits.TrailingZeros16(months))+bombed)
	}
	return best
}

// hopeless reports whether the opponent is about to win and the seat is far from it.
func (t *thought) hopeless() bool {
	mine, its := &t.sides[t.me], &t.sides[t.other]
	return its.points+its.goes >= t.rules.GoMin-1 && mine.points <= 1 && t.held[t.me] <= 4
}

// steal returns the worth of one stolen pi.
func (t *thought) steal() float64 {
	if t.sides[t.other].pi == 0 {
		return 0
	}
	return 1.2
}

// play weighs a card of the hand by what it takes, or what it leaves on the floor.
func (t *thought) play(c matgo.Card) float64 {
	if t.rules.Piles && c.Bonus() {
		return t.bonus(c)
	}
	month := c.Month()
	on := t.floor.Month(month)
	unseen := float64(t.unseen.Month(month).Len())
	flip := 0.0 // chance that the next flip is of this month
	if n := t.unseen.Len(); n > 0 && t.held[t.me] > 1 {
		flip = unseen / float64(n)
	}
	threat := t.holds(month)
	var gain float64
	switch on.Len() {
	case 0:
		// The card stays open. The opponent may take it; the flip or a second card of the month in hand may
		// bring it back.
		gain = float64(flip*(t.take(c.Bit())+t.steal()+1)) - float64(threat*t.losses[class[c]])
		if t.hand.Month(month).Len() > 1 {
			gain += float64((1 - threat) * 0.3)
		}
		return gain - float64(0.05*t.take(c.Bit()))
	case 1:
		if gain = t.take(on | c.Bit()); t.rules.Piles {
			// A flip of the month makes a ppuk: everything stays on the floor, for either seat.
			gain = float64((1-flip)*gain) - float64(flip*(1+t.steal()))
			flip = 0
		}
	case 2:
		low := on.First()
		high := (on &^ low.Bit()).First()
		gain = t.take(c.Bit()) + max(t.take(low.Bit()), t.take(high.Bit()))
	default:
		gain = t.take(on|c.Bit()) + 1 + t.steal()
	}
	// A capture that the opponent cannot take can wait.
	return float64(gain*(wait+float64((1-wait)*threat))) + float64(flip*(1+t.steal()))
}

// bonus weighs a bonus card of the hand, which costs no turn. It can wait for a pi that it may steal.
func (t *thought) bonus(c matgo.Card) float64 {
	if t.sides[t.other].pi == 0 && t.held[t.me] > 2 {
		return -0.2
	}
	return 10 + t.take(c.Bit())
}

// holds returns the chance that the opponent has a card of a month in hand.
func (t *thought) holds(month int) float64 {
	if t.shown.Month(month) != 0 {
		return 1
	}
	return 1 - t.without[(t.unseen&^t.shown).Month(month).Len()]
}

// take returns the worth of capturing cards: their own, and the denial to the opponent.
func (t *thought) take(cards matgo.Set) float64 {
	sum := 0.0
	for ; cards != 0; cards &= cards - 1 {
		sum += t.gains[class[cards.First()]]
	}
	return sum
}

// The classes of cards. Cards of one class are worth the same.
const (
	classKwang = iota
	classRain
	classYeol
	classGodori
	classGukjin
	classTti
	classHongdan
	classCheongdan
	classChodan
	classPi // followed by pi that count 2 and 3
	classes = classPi + 3
)

// class has the class of each card.
var class = func() (of [matgo.Cards]uint8) {
	for c := range matgo.Card(matgo.Cards) {
		of[c] = [...]uint8{classKwang, classYeol, classTti, classPi}[c.Kind()]
		if c.Kind() == matgo.Pi {
			of[c] += uint8(c.Worth() - 1)
		}
	}
	for n, set := range map[uint8]matgo.Set{classRain: matgo.RainBright.Bit(), classGukjin: matgo.Gukjin.Bit(), classGodori: matgo.Godori,
		classHongdan: matgo.Hongdan, classCheongdan: matgo.Cheongdan, classChodan: matgo.Chodan} {
		for c := range set.All() {
			of[c] = n
		}
	}
	return of
}()

// weigh computes the worths of cards, and the chances of the opponent's hand.
func (t *thought) weigh() {
	mine, its := t.worths(t.me), t.worths(t.other)
	for i := range t.gains {
		t.gains[i] = mine[i] + float64(deny*its[i])
		t.losses[i] = its[i] + float64(deny*mine[i])
	}
	n, held := (t.unseen &^ t.shown).Len(), t.held[t.other]-t.shown.Len()
	x := 1.0
	if n > 0 && held > 0 {
		x = 1 - float64(held)/float64(n)
	}
	t.without = [5]float64{1, x, float64(x * x), float64(x * float64(x*x)), float64(float64(x*x) * float64(x*x))}
}

// worths returns the worth of a card of each class to a seat that captures it.
func (t *thought) worths(seat int) (w [classes]float64) {
	side, other := &t.sides[seat], &t.sides[1-seat]
	for i := range 3 {
		each := onePi
		if side.pi+i+1 >= t.rules.PiFrom {
			each = 1
		}
		if side.pi <= t.rules.PiBakMax && other.pi >= t.rules.PiFrom-2 {
			each += 0.25
		}
		w[classPi+i] = each * float64(i+1)
	}
	n, its := side.kwang, other.kwang
	kwang := [5]float64{0.9, 1.6, 3.2, 1.5, 11}[min(n, 4)]
	if its >= 3 {
		kwang = 0.3
	}
	w[classKwang], w[classRain] = kwang, kwang
	if n <= 2 {
		w[classRain] *= 0.7
	}
	if n == 0 && its >= 2 {
		w[classKwang]++ // it prevents a gwang bak
		w[classRain]++
	}
	yeol, tti := t.row(side.yeol, t.rules.YeolFrom), t.row(side.tti, t.rules.TtiFrom)
	w[classYeol] = yeol
	w[classGodori] = yeol + t.set(seat, matgo.Godori, t.rules.Godori)
	w[classGukjin] = max(yeol, w[classPi+1])
	w[classTti] = tti
	w[classHongdan] = tti + t.set(seat, matgo.Hongdan, t.rules.Hongdan)
	w[classCheongdan] = tti + t.set(seat, matgo.Cheongdan, t.rules.Cheongdan)
	w[classChodan] = tti + t.set(seat, matgo.Chodan, t.rules.Chodan)
	return w
}

// row returns the worth of one more card, in points, when from cards make the first point.
func (t *thought) row(have, from int) float64 {
	if have+1 >= from {
		return 1
	}
	return 0.3 + float64(0.1*float64(have))
}

// set returns the worth of a card's progress towards a set. It is 0 if the opponent has some of the set.
func (t *thought) set(seat int, set matgo.Set, points int) float64 {
	if set&t.won[1-seat] != 0 {
		return 0
	}
	return progress[min((set&t.won[seat]).Len(), 2)] * float64(points)
}

// gukjinAsPi weighs the gukjin as two pi against one yeol.
func (t *thought) gukjinAsPi() float64 {
	me := &t.sides[t.me]
	pi, yeol := me.pi, me.yeol // the gukjin is a yeol so far
	asPi := max(0, pi+2-t.rules.PiFrom+1) - max(0, pi-t.rules.PiFrom+1)
	asYeol := 0
	if yeol >= t.rules.YeolFrom {
		asYeol = 1
	}
	if asPi != asYeol {
		return float64(asPi - asYeol)
	}
	// Neither scores yet: pi come faster, except with nearly seven yeol.
	if yeol >= t.rules.YeolFrom-1 && pi < t.rules.PiFrom-4 {
		return -0.5
	}
	return 0.5
}

// goOn returns the expected gain of saying go, in points, to compare with a stop's payment.
func (t *thought) goOn() float64 {
	me, its := &t.sides[t.me], &t.sides[t.other]
	left := float64(t.held[t.me])
	raise := 1 - math.Pow(1-t.raises(t.me), left)
	lose := t.danger()
	next := me.multiplier.Total
	if goes := me.goes + 1; goes >= t.rules.GoFactorFrom {
		next = next / me.multiplier.Go * t.rules.GoFactor(goes)
	}
	win := float64(min((me.points+me.goes+3)*next, t.purse()))
	lost := float64(max(its.points+its.goes, t.rules.GoMin) * its.multiplier.Total)
	if me.goes == 0 {
		lost *= float64(t.rules.GoBak)
	}
	lost = min(lost, float64(me.gold/t.rules.GoldPerPoint))
	return float64((1-lose)*raise*win) - float64(lose*lost)
}

// raises returns the chance that a turn raises a seat's points.
func (t *thought) raises(seat int) float64 {
	d := &t.sides[seat]
	p := 0.08
	if d.pi >= t.rules.PiFrom-1 {
		p += 0.45
	} else if d.pi >= t.rules.PiFrom-3 {
		p += 0.15
	}
	if d.tti >= t.rules.TtiFrom-1 {
		p += 0.2
	}
	if d.yeol >= t.rules.YeolFrom-1 {
		p += 0.2
	}
	return min(0.85, p+float64(0.1*float64(t.open(seat))))
}

// open counts the sets that lack one card which the seat can still get.
func (t *thought) open(seat int) int {
	n := 0
	within := t.unseen | t.floor
	if seat == t.me {
		within |= t.hand
	}
	for _, set := range [...]matgo.Set{matgo.Hongdan, matgo.Cheongdan, matgo.Chodan, matgo.Godori} {
		if lack := set &^ t.won[seat]; lack.Len() == 1 && lack&within != 0 {
			n++
		}
	}
	if k := t.won[seat].Of(matgo.Kwang).Len(); k == 2 && (within.Of(matgo.Kwang)) != 0 {
		n++
	}
	return n
}

// danger returns the chance that the opponent wins before the seat can stop.
func (t *thought) danger() float64 {
	d := &t.sides[t.other]
	lack := max(0, t.rules.GoMin-d.points-d.goes-3*t.open(t.other)/2)
	turns := float64(t.held[t.other])
	// The opponent gains about a point every other turn.
	p := turns / 2 / (float64(turns/2) + float64(float64(lack)*float64(lack)*0.6) + 0.5)
	if lack >= 5 {
		p *= 0.5
	}
	return min(0.9, p*0.8)
}

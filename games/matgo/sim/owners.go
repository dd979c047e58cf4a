package sim

import (
	"math/bits"
	"strconv"

	"arcade/games/matgo"
	"arcade/games/matgo/bots"
	"arcade/games/matgo/train"
	"arcade/games/rng"
)

// The owner's models see a decision as a kind, a few numbers and its candidates (docs/matgo-training.md).
// Here all of these are numbers, so that millions of rounds can be played and learnt from.

// Kinds of decisions.
const (
	kindPlay      = iota // a card of the hand, or the pass
	kindMatch            // a floor card
	kindGo               // go or stop
	kindKing             // the president
	kindKung             // a month, or to pass it
	kindGukjin           // five or junk
	kindDeclare          // a shake, a bomb, or to play
	decisionKinds        // the number of kinds
)

// Choices by number: the cards, and then the words.
const (
	choicePass = matgo.Cards + iota
	choiceGo
	choiceStop
	choiceKingStop
	choiceKingHold
	choiceFive
	choiceJunk
	choicePlay
	choiceKungPass
	choiceKung                             // and choiceKung+M where there are several months
	choiceShake = choiceKung + 13          // the same
	choiceBomb  = choiceShake + 13         // the same
	choiceCount = choiceBomb + 13          // the number of choices
	passBit     = uint64(1) << matgo.Cards // of a mask
	bombShift   = 16                       // of the bombs in a mask
)

// choiceNames has the choices' names in logs.
var choiceNames = func() (names [choiceCount]string) {
	for c := range matgo.Card(matgo.Cards) {
		names[c] = c.String()
	}
	names[choicePass], names[choiceGo], names[choiceStop] = "pass", "go", "stop"
	names[choiceKingStop], names[choiceKingHold] = "president_stop", "president_hold"
	names[choiceFive], names[choiceJunk], names[choicePlay], names[choiceKungPass] = "gukjin_five", "gukjin_junk", "play", "kung_pass"
	for first, word := range map[int]string{choiceKung: "kung_use", choiceShake: "shaking_declare", choiceBomb: "declare_bomb"} {
		names[first] = word
		for m := 1; m <= 12; m++ {
			names[first+m] = word + " " + strconv.Itoa(m)
		}
	}
	return names
}()

// The kinds' words in samples.
var (
	kindTypes  = [decisionKinds]string{"play", "match", "option", "option", "option", "option", "option"}
	kindPhases = [decisionKinds]string{
		phaseKeys[matgo.AskPlay], phaseKeys[matgo.AskTake], phaseKeys[matgo.AskGo], phaseKeys[matgo.AskPresident], phaseKeys[matgo.AskKung], phaseKeys[matgo.AskGukjin], phaseKeys[matgo.AskPlay],
	}
)

// situation has the owner's models' input about a decision, in 30 bits: kind, second, deck, hands and goes
// of self and opponent, number of candidates.
type situation uint32

func newSituation(kind int, second bool, c *simCounts, seat uint8, candidates int) situation {
	other := 1 - seat
	v := kind
	v = v<<1 | matgo.BoolInt(second)
	v = v<<5 | c.deck
	v = v<<4 | c.hands[seat]
	v = v<<4 | c.hands[other]
	v = v<<4 | min(c.goes[seat], 15)
	v = v<<4 | min(c.goes[other], 15)
	return situation(v<<5 | candidates)
}

func (s situation) kind() int          { return int(s >> 27) }
func (s situation) second() bool       { return s>>26&1 != 0 }
func (s situation) deck() int          { return int(s >> 21 & 31) }
func (s situation) hands() (int, int)  { return int(s >> 17 & 15), int(s >> 13 & 15) }
func (s situation) goes() (int, int)   { return int(s >> 9 & 15), int(s >> 5 & 15) }
func (s situation) candidates() int    { return int(s & 31) }
func (s situation) context() situation { return s&^(31<<21) | situation(s.deck()/3)<<21 }
func (s situation) order() string      { return orderKeys[1+matgo.BoolInt(s.second())] }

// mask has the candidates: cards, or months of a kind.
type mask uint64

// list appends the candidates of a kind in the order of the logs.
func (m mask) list(kind int, list []uint8) []uint8 {
	month := func(months uint16, first int) {
		several := months&(months-1) != 0
		for ; months != 0; months &= months - 1 {
			c := first
			if several {
				c += bits.TrailingZeros16(months)
			}
			list = append(list, uint8(c))
		}
	}
	switch kind {
	case kindGo:
		return append(list, choiceGo, choiceStop)
	case kindKing:
		return append(list, choiceKingStop, choiceKingHold)
	case kindGukjin:
		return append(list, choiceFive, choiceJunk)
	case kindKung:
		month(uint16(m), choiceKung)
		return append(list, choiceKungPass)
	case kindDeclare:
		month(uint16(m), choiceShake)
		month(uint16(m>>bombShift), choiceBomb)
		return append(list, choicePlay)
	}
	for ; m != 0; m &= m - 1 {
		list = append(list, uint8(bits.TrailingZeros64(uint64(m))))
	}
	return list
}

// size returns the number of candidates.
func (m mask) size(kind int) int {
	switch kind {
	case kindGo, kindKing, kindGukjin:
		return 2
	case kindKung, kindDeclare:
		return bits.OnesCount64(uint64(m)) + 1
	}
	return bits.OnesCount64(uint64(m))
}

// handMask returns the candidates of a hand.
func handMask(hand matgo.Set) mask {
	if hand == 0 {
		return mask(passBit)
	}
	return mask(hand)
}

// policyTable is a policy prepared for play.
type policyTable struct {
	alpha  float64
	counts map[situation]*[choiceCount]float32
	global [3][choiceCount]float32 // by type
}

var typeOf = [decisionKinds]int{0, 1, 2, 2, 2, 2, 2}

// newPolicyTable prepares a checked policy. It omits contexts that no round can reach.
func newPolicyTable(p *train.Policy) *policyTable {
	t := &policyTable{alpha: p.Alpha, counts: map[situation]*[choiceCount]float32{}}
	number := map[string]int{}
	for i, name := range choiceNames {
		number[name] = i
	}
	fill := func(to *[choiceCount]float32, counts map[string]int) {
		for name, n := range counts {
			if i, ok := number[name]; ok {
				to[i] = float32(n)
			}
		}
	}
	for i, of := range []string{"play", "match", "option"} {
		fill(&t.global[i], p.GlobalCounts[of])
		for key, counts := range p.ContextCounts[of] {
			for _, s := range situationsOf(key) {
				row := new([choiceCount]float32)
				fill(row, counts)
				t.counts[s] = row
			}
		}
	}
	return t
}

// choose draws one of the candidates with the policy's probabilities.
func (t *policyTable) choose(s situation, list []uint8, r *rng.Source) int {
	row := t.counts[s.context()]
	if row == nil {
		row = &t.global[typeOf[s.kind()]]
	}
	sum := 0.0
	for _, c := range list {
		sum += float64(row[c]) + t.alpha
	}
	if sum <= 0 {
		return r.Intn(len(list))
	}
	at := float64(r.Uint64()>>11) / (1 << 53) * sum
	for i, c := range list {
		if at -= float64(row[c]) + t.alpha; at < 0 {
			return i
		}
	}
	return len(list) - 1
}

// key returns the context in the notation of a policy's file.
func (s situation) key() string {
	self, opp := s.hands()
	goes, others := s.goes()
	sample := train.Sample{
		Type: kindTypes[s.kind()], Phase: kindPhases[s.kind()], Order: s.order(), Deck: s.deck(),
		HandSelf: self, HandOpp: opp, GoSelf: goes, GoOpp: others,
	}
	return sample.KeyOf(s.candidates())
}

// situationsOf returns the contexts, with a third of the deck, of a key: several if kinds share a type and
// a phase, none if no round can reach it.
func situationsOf(key string) (list []situation) {
	s, candidates, ok := train.ParseKey(key)
	if !ok || s.Deck > 31 || s.HandSelf > 15 || s.HandOpp > 15 || s.GoSelf > 15 || s.GoOpp > 15 || candidates > 31 {
		return nil
	}
	counts := simCounts{deck: s.Deck, hands: [2]int{s.HandSelf, s.HandOpp}, goes: [2]int{s.GoSelf, s.GoOpp}}
	for kind := range decisionKinds {
		if kindTypes[kind] == s.Type && kindPhases[kind] == s.Phase {
			list = append(list, newSituation(kind, s.Order == "second", &counts, 0, candidates))
		}
	}
	return list
}

// ownersModels plays by the owner's two models: it samples the policy, and the value decides go and stop if
// there is one.
type ownersModels struct {
	policy *policyTable
	goes   bool // the value says go; being linear, it always says the same
	valued bool
}

// NewOwners makes a contestant of the owner's models; value may be nil.
func NewOwners(name string, policy *train.Policy, value *train.Value) bots.Contestant {
	o := &ownersModels{policy: newPolicyTable(policy)}
	if value != nil {
		p := value.Predictor()
		s := train.Sample{Type: "option", Phase: kindPhases[kindGo], Order: "first", Candidates: []string{"go", "stop"}}
		s.Chosen, s.Reward = "go", 1
		goes := p(&s)
		s.Chosen, s.Reward = "stop", 0
		o.goes, o.valued = goes > p(&s), true
	}
	return bots.Contestant{Name: name, Player: func() bots.Player {
		var list [32]uint8
		return func(s *matgo.State, legal []matgo.Move, r *rng.Source) (int, float64) {
			return o.choose(s, legal, r, list[:0]), 0
		}
	}, Judges: false}
}

func (o *ownersModels) choose(s *matgo.State, legal []matgo.Move, r *rng.Source, list []uint8) int {
	if len(legal) == 1 {
		return 0
	}
	counts := countsOf(s)
	pick := func(kind int, m mask) uint8 {
		list = m.list(kind, list[:0])
		return list[o.policy.choose(newSituation(kind, s.Seat != s.First, &counts, s.Seat, len(list)), list, r)]
	}
	switch s.Phase {
	case matgo.AskTake:
		return moveOf(legal, matgo.Move{Verb: matgo.Take, Arg: pick(kindMatch, mask(s.Turn.Choices))})
	case matgo.AskGo:
		if o.valued {
			return matgo.BoolInt(!o.goes)
		}
		return int(pick(kindGo, 0) - choiceGo)
	case matgo.AskPresident:
		return int(pick(kindKing, 0) - choiceKingStop)
	case matgo.AskGukjin:
		return int(pick(kindGukjin, 0) - choiceFive)
	case matgo.AskKung:
		months := s.Kungs()
		c := pick(kindKung, mask(months))
		if c == choiceKungPass {
			return len(legal) - 1
		}
		return moveOf(legal, matgo.Move{Verb: matgo.UseKung, Arg: monthOf(c, choiceKung, months)})
	}
	if shakes, bombs := s.Declarable(); shakes|bombs != 0 {
		switch c := pick(kindDeclare, mask(shakes)|mask(bombs)<<bombShift); {
		case c == choicePlay:
		case c < choiceBomb:
			return moveOf(legal, matgo.Move{Verb: matgo.Shake, Arg: monthOf(c, choiceShake, shakes)})
		default:
			return moveOf(legal, matgo.Move{Verb: matgo.Bomb, Arg: monthOf(c, choiceBomb, bombs)})
		}
	}
	return moveOf(legal, matgo.Move{Verb: matgo.Play, Arg: pick(kindPlay, handMask(s.Sides[s.Seat].Hand))})
}

// monthOf returns the month of a choice: the only one if the choice names none.
func monthOf(choice uint8, first int, months uint16) uint8 {
	if m := int(choice) - first; m > 0 {
		return uint8(m)
	}
	return uint8(bits.TrailingZeros16(months))
}

func moveOf(legal []matgo.Move, m matgo.Move) int {
	for i, l := range legal {
		if l == m {
			return i
		}
	}
	panic("matgo: no such move")
}

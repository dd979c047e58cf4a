package sim

import (
	"encoding/binary"
	"errors"
	"strconv"

	"arcade/games/matgo"
	"arcade/games/matgo/train"
)

// Samples of a self-play are packed round by round: a head of seven bytes (number of samples, seat 0's
// score less seat 1's, bits of events) and 13 bytes a sample (situation, choice, immediate reward,
// candidates). They contain only the inputs of the owner's training: docs/matgo-training.md.

const (
	roundHead  = 7
	sampleSize = 13
)

// packedSample is a packed sample.
type packedSample struct {
	situation
	seat   uint8
	choice uint8
	reward int8
	mask   mask
}

// PlaySamples plays rounds as [Simulation.Play] does and appends their samples.
func (m *Simulation) PlaySamples(from, to int, b []byte) ([]byte, Sums) {
	sums := m.each(from, to, true, func(_ int, r *simRound, _ *simEnd) { b = r.pack(b) })
	return b, sums
}

// pack appends the samples of a round that is over.
func (r *simRound) pack(b []byte) []byte {
	s := &r.state
	var events matgo.Counters
	for i := range s.Sides {
		events.Add(s.Sides[i].Counters)
	}
	var befell uint16
	for i, n := range events.Counts() {
		befell |= uint16(matgo.BoolInt(n > 0)) << i
	}
	b = append(b, uint8(len(r.decisions)))
	b = binary.LittleEndian.AppendUint32(b, uint32(int32(s.End.Total[0]-s.End.Total[1])))
	b = binary.LittleEndian.AppendUint16(b, befell)
	for i := range r.decisions {
		d := &r.decisions[i]
		kind, m, choice := d.sample()
		// The seat is the bit above the situation.
		v := uint32(newSituation(kind, d.seat != s.First, &d.simCounts, d.seat, m.size(kind))) | uint32(d.seat)<<31
		b = binary.LittleEndian.AppendUint32(b, v)
		b = append(b, choice, uint8(int8(min(max(d.ahead, -128), 127))))
		var cards [8]byte
		binary.LittleEndian.PutUint64(cards[:], uint64(m))
		b = append(b, cards[:7]...)
	}
	return b
}

// sample returns the owner's models' input about a decision.
func (d *decision) sample() (kind int, m mask, choice uint8) {
	month := func(first int, months uint16) uint8 {
		if months&(months-1) != 0 {
			return uint8(first) + d.move.Arg
		}
		return uint8(first)
	}
	switch d.move.Verb {
	case matgo.Play:
		return kindPlay, handMask(d.hand), d.move.Arg
	case matgo.Pass:
		return kindPlay, mask(passBit), choicePass
	case matgo.Take:
		return kindMatch, mask(d.choices), d.move.Arg
	case matgo.Go:
		return kindGo, 0, choiceGo
	case matgo.Stop:
		return kindGo, 0, choiceStop
	case matgo.PresidentStop:
		return kindKing, 0, choiceKingStop
	case matgo.PresidentHold:
		return kindKing, 0, choiceKingHold
	case matgo.GukjinYeol:
		return kindGukjin, 0, choiceFive
	case matgo.GukjinPi:
		return kindGukjin, 0, choiceJunk
	case matgo.UseKung:
		return kindKung, mask(d.bombs), month(choiceKung, d.bombs)
	case matgo.PassKung:
		return kindKung, mask(d.bombs), choiceKungPass
	}
	declared := mask(d.shakes) | mask(d.bombs)<<bombShift
	if d.move.Verb == matgo.Shake {
		return kindDeclare, declared, month(choiceShake, d.shakes)
	}
	return kindDeclare, declared, month(choiceBomb, d.bombs)
}

// ErrSamples is returned for data that PlaySamples did not write.
var ErrSamples = errors.New("these are no packed samples")

// packedRound is a round of packed samples.
type packedRound struct {
	diff    int32 // seat 0's score less seat 1's
	events  uint16
	samples []packedSample
}

// score returns a seat's score less its opponent's.
func (r *packedRound) score(seat uint8) int {
	if seat == 1 {
		return -int(r.diff)
	}
	return int(r.diff)
}

// read takes a round from the front of b and returns the rest. It keeps no reference to b.
func (r *packedRound) read(b []byte) ([]byte, error) {
	if len(b) < roundHead {
		return nil, ErrSamples
	}
	n := int(b[0])
	r.diff, r.events = int32(binary.LittleEndian.Uint32(b[1:])), binary.LittleEndian.Uint16(b[5:])
	b = b[roundHead:]
	if len(b) < n*sampleSize {
		return nil, ErrSamples
	}
	r.samples = r.samples[:0]
	for range n {
		v := binary.LittleEndian.Uint32(b)
		var cards [8]byte
		copy(cards[:7], b[6:13])
		s := packedSample{situation(v &^ (1 << 31)), uint8(v >> 31), b[4], int8(b[5]), mask(binary.LittleEndian.Uint64(cards[:]))}
		if s.kind() >= decisionKinds || s.choice >= choiceCount {
			return nil, ErrSamples
		}
		r.samples = append(r.samples, s)
		b = b[sampleSize:]
	}
	return b, nil
}

// WholeRounds returns the number of bytes in b's whole rounds.
func WholeRounds(b []byte) int {
	at := 0
	for at+roundHead <= len(b) {
		next := at + roundHead + int(b[at])*sampleSize
		if next > len(b) {
			break
		}
		at = next
	}
	return at
}

// Packed is a log of packed samples for the training: chunks of whole rounds.
type Packed struct {
	// Chunks yields the chunks in order, each time from the first.
	Chunks func(func([]byte) error) error

	list []uint8
}

// rounds visits every round.
func (p *Packed) rounds(visit func(*packedRound) error) error {
	var r packedRound
	return p.Chunks(func(b []byte) (err error) {
		for len(b) > 0 {
			if b, err = r.read(b); err != nil {
				return err
			}
			if err := visit(&r); err != nil {
				return err
			}
		}
		return nil
	})
}

// Each yields the samples as the owner's steps read them from a log.
func (p *Packed) Each(take func([]train.Sample) error) error {
	var list []train.Sample
	return p.rounds(func(r *packedRound) error {
		list = list[:0]
		for i := range r.samples {
			list = append(list, p.sample(r, &r.samples[i]))
		}
		return take(list)
	})
}

func (p *Packed) sample(r *packedRound, x *packedSample) train.Sample {
	self, opp := x.hands()
	goes, others := x.goes()
	s := train.Sample{
		Type: kindTypes[x.kind()], Phase: kindPhases[x.kind()], Order: x.order(), Chosen: choiceNames[x.choice],
		Deck: x.deck(), HandSelf: self, HandOpp: opp, GoSelf: goes, GoOpp: others,
		Reward: float64(x.reward), ScoreSelf: float64(r.score(x.seat)),
	}
	p.list = x.mask.list(x.kind(), p.list[:0])
	for _, c := range p.list {
		s.Candidates = append(s.Candidates, choiceNames[c])
	}
	return s
}

// EachRow yields the samples as rows for training a value.
func (p *Packed) EachRow(h *train.Hasher, goldPerPoint float64, take func([]train.Row) error) error {
	var phases, types, orders, actions, decks, selfs, opps, goes, others [128]uint32
	for kind := range decisionKinds {
		phases[kind], types[kind] = h.Token(0, kindPhases[kind]), h.Token(2, kindTypes[kind])
	}
	for i, order := range orderKeys[1:] {
		orders[i] = h.Token(1, order)
	}
	for c, name := range choiceNames {
		actions[c] = h.Token(3, name)
	}
	for n := range 32 {
		text := strconv.Itoa(n)
		decks[n], selfs[n], opps[n], goes[n], others[n] = h.Token(4, text), h.Token(5, text), h.Token(6, text), h.Token(7, text), h.Token(8, text)
	}
	var rows []train.Row
	return p.rounds(func(r *packedRound) error {
		rows = rows[:0]
		for i := range r.samples {
			x := &r.samples[i]
			self, opp := x.hands()
			mine, its := x.goes()
			kind := x.kind()
			rows = append(rows, train.Row{
				Tokens: [9]uint32{phases[kind], orders[matgo.BoolInt(x.second())], types[kind], actions[x.choice],
					decks[x.deck()/3], selfs[self], opps[opp], goes[mine], others[its]},
				Numbers: [6]int32{int32(x.deck()), int32(self), int32(opp), int32(mine), int32(its), int32(x.candidates())},
				Reward:  float64(x.reward),
				Target:  float64(r.score(x.seat)) * goldPerPoint,
			})
		}
		return take(rows)
	})
}

// CountPolicy trains the same model as [train.TrainPolicy], from packed samples and without strings.
func (p *Packed) CountPolicy(alpha float64) (*train.Policy, error) {
	counts := map[situation]*[choiceCount]int{}
	var global [3][choiceCount]int
	err := p.rounds(func(r *packedRound) error {
		for i := range r.samples {
			x := &r.samples[i]
			global[typeOf[x.kind()]][x.choice]++
			row := counts[x.context()]
			if row == nil {
				row = new([choiceCount]int)
				counts[x.context()] = row
			}
			row[x.choice]++
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	m := train.NewPolicy(alpha)
	for i, of := range []string{"play", "match", "option"} {
		for c, n := range global[i] {
			m.Count(of, "", choiceNames[c], n)
		}
	}
	for s, row := range counts {
		key := s.third()
		for c, n := range row {
			m.Count(kindTypes[s.kind()], key, choiceNames[c], n)
		}
	}
	return m, p.fit(m)
}

// third returns the key of a context whose deck is already divided by three.
func (s situation) third() string { return (s&^(31<<21) | situation(3*s.deck())<<21).key() }

// fit sets the policy's fit.
func (p *Packed) fit(m *train.Policy) error {
	fit := train.PolicyFit{}
	var list [32]float64
	table := newPolicyTable(m)
	err := p.rounds(func(r *packedRound) error {
		for i := range r.samples {
			x := &r.samples[i]
			p.list = x.mask.list(x.kind(), p.list[:0])
			chosen, best := table.fit(x, p.list, list[:0])
			fit.Add(chosen, best)
		}
		return nil
	})
	if err != nil {
		return err
	}
	m.TrainSummary, err = fit.Summary()
	return err
}

// fit returns the probability of a sample's choice, and whether the choice is the first of the best.
func (t *policyTable) fit(x *packedSample, candidates []uint8, list []float64) (chosen float64, best bool) {
	list = t.probabilities(x.situation, candidates, list)
	n := 0
	for i, v := range list {
		if v > list[n] {
			n = i
		}
		if candidates[i] == x.choice {
			chosen = v
		}
	}
	return chosen, candidates[n] == x.choice
}

// probabilities appends the probabilities of the candidates.
func (t *policyTable) probabilities(s situation, candidates []uint8, list []float64) []float64 {
	row, total := t.counts[s.context()], 0.0
	if row != nil {
		for _, n := range row {
			total += float64(n)
		}
	} else {
		row = &t.global[typeOf[s.kind()]]
		for _, c := range candidates {
			total += float64(row[c])
		}
	}
	all := total + float64(t.alpha*float64(len(candidates)))
	for _, c := range candidates {
		p := 1 / float64(len(candidates))
		if all > 0 {
			p = (float64(row[c]) + t.alpha) / all
		}
		list = append(list, p)
	}
	return list
}

// Package sim plays rounds of Matgo's bots against each other. It writes reports and logs, and the samples
// for the owner's models.
package sim

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"arcade/games/matgo"
	"arcade/games/matgo/bots"
	"arcade/games/rng"
)

// Log modes of a simulation. docs/matgo-simulation.md has every field.
const (
	// LogNone writes nothing.
	LogNone = "none"
	// LogCompact writes each decision's candidates and effects.
	LogCompact = "compact"
	// LogDelta writes each decision's changes, in numbers.
	LogDelta = "delta"
)

// LogModes lists the modes that write a log.
func LogModes() []string { return []string{LogCompact, LogDelta} }

// CatalogPath is the path of the card catalogue beside a log, for lines and reports.
const CatalogPath = "catalog/cards-catalog.json"

// maxSimSeed leaves room for the number of the round, so that the engine accepts the seed of each round.
const maxSimSeed = 100

// Simulation plays rounds of two bots. It is safe for concurrent use.
type Simulation struct {
	bots    [2]string
	players [2]func() bots.Player
	seed    string
	mode    string
	rules   *matgo.Rules
	// Parts of lines that are the same in every line.
	quotedSeed string    // without the quote that closes it
	policies   [2]string // the start of a reasoning
	judges     [2]bool   // whether the bot values its choices
}

// NewSimulation makes a simulation of names[0] as seat 0 against names[1], both registered bots. The rounds
// come from the seed, at most 100 bytes of UTF-8. mode is the log mode.
func NewSimulation(seed string, names [2]string, mode string) (*Simulation, error) {
	var two [2]bots.Contestant
	for i, name := range names {
		var err error
		if two[i], err = bots.FindContestant(name); err != nil {
			return nil, err
		}
	}
	return NewSimulationOf(seed, two, mode)
}

// NewSimulationOf is NewSimulation for bots that need not be registered.
func NewSimulationOf(seed string, two [2]bots.Contestant, mode string) (*Simulation, error) {
	if len(seed) > maxSimSeed {
		return nil, fmt.Errorf("the seed has %d bytes, at most %d are allowed", len(seed), maxSimSeed)
	}
	if !utf8.ValidString(seed) {
		return nil, errors.New("the seed is not valid UTF-8")
	}
	if mode != LogNone && !slices.Contains(LogModes(), mode) {
		return nil, fmt.Errorf("no log mode %.20q, want %s", mode, strings.Join(LogModes(), " or "))
	}
	quoted, err := json.Marshal(seed)
	if err != nil {
		return nil, err
	}
	m := &Simulation{seed: seed, mode: mode, rules: &matgo.Document, quotedSeed: string(quoted[:len(quoted)-1])}
	for i, bot := range two {
		policy, err := json.Marshal(bot.Name)
		if err != nil {
			return nil, err
		}
		m.bots[i], m.players[i], m.judges[i] = bot.Name, bot.Player, bot.Judges
		m.policies[i] = `,"reasoning":{"policy":` + string(policy)
	}
	return m, nil
}

// Under sets the rules of the rounds and returns m; without it they are the document's.
func (m *Simulation) Under(rules *matgo.Rules) *Simulation {
	m.rules = rules
	return m
}

// ruleName returns the name of the rules, "" for the document's.
func (m *Simulation) ruleName() string {
	if m.rules.Name == matgo.RulesDocument {
		return ""
	}
	return m.rules.Name
}

// Bots returns the registered names of the bots.
func (m *Simulation) Bots() [2]string { return m.bots }

// Play plays the rounds from to to-1, counted from 0. Each starts anew: carry 1, full purses, the cards
// compared by day. Play appends their lines and returns their sums for the report. Round 0 is line 1 and
// the engine's round of the seed SEED/1 without options; and so on.
func (m *Simulation) Play(from, to int, lines []byte) ([]byte, Sums) {
	logs := m.mode != LogNone
	sums := m.each(from, to, logs, func(i int, r *simRound, end *simEnd) {
		if logs {
			lines = m.line(lines, i+1, r, end)
		}
	})
	return lines, sums
}

// each plays rounds and visits each finished one, with its decisions if wanted.
func (m *Simulation) each(from, to int, decisions bool, visit func(i int, r *simRound, end *simEnd)) (sums Sums) {
	r := m.round()
	options := matgo.DefaultOptions()
	for i := from; i < to; i++ {
		seed := m.seed + "/" + strconv.Itoa(i+1)
		r.state = matgo.Deal(m.rules, seed, options)
		r.chance = rng.Derive(seed, "bots")
		r.play(decisions)
		end := endOf(&r.state)
		sums.count(&r.state, &end)
		visit(i, r, &end)
	}
	return sums
}

// round allocates the memory for playing rounds, for one goroutine.
func (m *Simulation) round() *simRound {
	return &simRound{players: [2]bots.Player{m.players[0](), m.players[1]()}}
}

// simRound is a round in play with its decisions.
type simRound struct {
	state   matgo.State
	players [2]bots.Player
	chance  *rng.Source
	buf     [32]matgo.Move

	initial   simInitial
	decisions []decision
}

// simInitial is the state before the first decision.
type simInitial struct {
	hands, bonus [2]matgo.Set
	floor        matgo.Set
	deck         int
}

// decision has a seat's choice, the candidates and the effects. It has a field for each figure of its line
// in a log, so that logging a round does not allocate.
type decision struct {
	simCounts // before
	turn      int
	seat      uint8
	phase     matgo.Phase
	move      matgo.Move
	// The candidates: the hand, or the floor cards that card may take, and months.
	hand, choices matgo.Set
	card          matgo.Card
	flip          bool
	shakes, bombs uint16
	pass          bool
	worth         float64

	// The effects.
	after        simCounts
	took         [2]matgo.Set
	matched      [2]bool
	match        [2]matgo.Matched
	flips        []matgo.Card // by index in the deck
	events       [len(matgo.CounterNames)]uint8
	eventful     bool
	steals, paid int
	ahead        int // rise of the seat's lead in points and go over its opponent
}

// simCounts are the numbers around a decision.
type simCounts struct {
	deck  int
	hands [2]int
	goes  [2]int
	gold  [2]int
}

func countsOf(s *matgo.State) simCounts {
	return simCounts{
		deck:  matgo.Cards - s.Next,
		hands: [2]int{s.Sides[0].Hand.Len(), s.Sides[1].Hand.Len()},
		goes:  [2]int{s.Sides[0].Goes, s.Sides[1].Goes},
		gold:  s.Gold,
	}
}

// leadOf returns seat 0's lead over seat 1 in points and go.
func leadOf(s *matgo.State) int { return s.Score(0) + s.Sides[0].Goes - s.Score(1) - s.Sides[1].Goes }

// play plays the round to its end. It keeps the decisions if log is true.
func (r *simRound) play(log bool) {
	s := &r.state
	if log {
		r.begin()
	}
	lead := 0 // no seat has points before the first decision
	for s.Phase != matgo.Over {
		legal := s.Legal(r.buf[:0])
		n, worth := r.players[s.Seat](s, legal, r.chance)
		move := legal[n]
		if !log {
			r.apply(move)
			continue
		}
		d := r.decide(move, worth)
		lead = r.follow(d, lead)
	}
}

func (r *simRound) apply(m matgo.Move) {
	if reason := r.state.Apply(m); reason != "" {
		panic("matgo: a bot broke the rules: " + reason)
	}
}

func (r *simRound) begin() {
	s := &r.state
	r.decisions = r.decisions[:0]
	r.initial = simInitial{floor: s.Floor, deck: matgo.Cards - s.Next}
	for i := range s.Sides {
		r.initial.hands[i], r.initial.bonus[i] = s.Sides[i].Hand, s.Sides[i].Won
	}
}

// decide notes a decision before it is played.
func (r *simRound) decide(m matgo.Move, worth float64) *decision {
	s := &r.state
	r.decisions = append(r.decisions, decision{
		simCounts: countsOf(s), turn: s.Turns, seat: s.Seat, phase: s.Phase, move: m,
		worth: worth,
	})
	d := &r.decisions[len(r.decisions)-1]
	switch s.Phase {
	case matgo.AskPlay:
		d.hand = s.Sides[s.Seat].Hand
		d.shakes, d.bombs = s.Declarable()
		d.pass = s.Sides[s.Seat].Passes > 0 || d.hand == 0
	case matgo.AskTake:
		d.choices, d.card, d.flip = s.Turn.Choices, s.Turn.Card, s.Turn.Flip
	case matgo.AskKung:
		d.bombs = s.Kungs()
	}
	return d
}

// follow plays a decision and notes its effects. It takes the lead before the decision and returns the lead
// after it.
func (r *simRound) follow(d *decision, lead int) int {
	s := &r.state
	was, next := s.Trace, s.Next
	counters := s.Sides[d.seat].Counters
	r.apply(d.move)
	d.after = countsOf(s)
	for i := range d.took {
		d.took[i] = s.Trace.Took[i] &^ was.Took[i]
		d.matched[i], d.match[i] = s.Trace.Matches[i] > was.Matches[i], s.Trace.Last[i]
	}
	if d.flips = s.Deck[next:s.Next]; d.move.Verb == matgo.Play && matgo.Card(d.move.Arg).Bonus() {
		d.flips = nil // it was drawn, not flipped
	}
	d.steals, d.paid = s.Trace.Steals-was.Steals, s.Trace.Gold-was.Gold
	if now := &s.Sides[d.seat].Counters; *now != counters {
		d.eventful = true
		before, after := counters.Counts(), now.Counts()
		for i := range after {
			d.events[i] = uint8(after[i] - before[i])
		}
	}
	now := leadOf(s)
	d.ahead = now - lead
	if d.seat == 1 {
		d.ahead = -d.ahead
	}
	return now
}

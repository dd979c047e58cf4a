package yut

import (
	"slices"

	"arcade/games"
)

// The board's special nodes.
const (
	stickNodes   = 8
	refreshNodes = 2
	specialNodes = stickNodes + refreshNodes
)

// maxRelics limits a run's relics: one for each finish except the last, and one that a simulation may give
// at the start.
const maxRelics = Pieces

// held is a stick or relic of the run, by its index in the content, with the uses of each of its effects in
// this turn.
type held struct {
	index uint8
	used  [maxEffects]uint8
}

// state is everything visible of a run except the hand, and nothing of the future. It is a value: a copy
// continues on its own.
type state struct {
	lib        *content
	turn       int
	throws     int
	throwsLeft int
	moving     bool
	pieces     [Pieces]Node
	kinds      [places]Kind
	sticks     [Slots]held
	relics     [maxRelics]held
	taken      int // number of relics taken
	offers     int // stick offers to come, including the pending one
	offer      int // index of the pending stick, 0 without
	reward     [minOffered]uint8
	rewards    int // number of relics in reward; 0 without
	finishers  int // pieces that finished for the reward
	last       Throw

	// Derived from the sticks and relics; see derive.
	back [Slots]int // in percent
	when uint8      // moments at which some effect acts
}

// derive computes the fields that depend on the carried sticks and relics.
func (s *state) derive() {
	more := 0
	s.when = 0
	for i := range s.carried() {
		_, rules, _ := s.holder(i)
		s.when |= rules.when
		for j := range rules.n {
			if r := &rules.list[j]; r.when == Always {
				more += int(r.back)
			}
		}
	}
	for i, h := range s.sticks {
		s.back[i] = min(max(s.lib.Sticks[h.index].Back+more, minBack), maxBack)
	}
}

// carried returns the number of sticks and relics: slots 0 to 3, then the relics.
func (s *state) carried() int { return Slots + s.taken }

// holder returns the i-th of them, its rules, and whether it is a stick.
func (s *state) holder(i int) (h *held, r *rules, stick bool) {
	if i < Slots {
		h = &s.sticks[i]
		return h, &s.lib.stickRules[h.index], true
	}
	h = &s.relics[i-Slots]
	return h, &s.lib.relicRules[h.index], false
}

// each calls f for every effect that acts at m: sticks by slot first, then relics in the order of taking. j
// is the effect's index within its holder. It does not count the use. f gets no pointer into s; otherwise
// each copy of a state would be allocated.
func (s *state) each(m *moment, f func(holder, j int, r *rule)) {
	if s.when>>m.when&1 == 0 {
		return
	}
	for i := range s.carried() {
		h, rules, stick := s.holder(i)
		if rules.when>>m.when&1 == 0 {
			continue
		}
		face := uint8(3)
		if stick && m.when == OnThrow {
			face = 1
			if s.last.Backs[i] {
				face = 2
			}
		}
		for j := range rules.n {
			if r := &rules.list[j]; r.holds(m, face, h.used[j]) {
				f(i, j, r)
			}
		}
	}
}

// use counts a use of an effect.
func (s *state) use(holder, j int, r *rule) {
	if r.limit > 0 {
		h, _, _ := s.holder(holder)
		h.used[j]++
	}
}

// moveMoment returns the moment at which k pieces leave from with a token.
func (s *state) moveMoment(t Token, from Node, k int) moment {
	return moment{when: OnMove, turn: s.turn, token: t, from: from, pieces: k}
}

// stepsOf returns the steps of a move of k pieces from a place with a token.
func (s *state) stepsOf(t Token, from Node, k int) int {
	n := t.Steps()
	if s.when>>OnMove&1 != 0 {
		m := s.moveMoment(t, from, k)
		s.each(&m, func(_, _ int, r *rule) { n += int(r.steps) })
	}
	return n
}

// count returns the number of pieces at a place.
func (s *state) count(n Node) (k int) {
	for _, p := range s.pieces {
		if p == n {
			k++
		}
	}
	return k
}

// movers returns the number of pieces in a move from a place: one from Home, else the stack; 0 if there is
// none.
func (s *state) movers(from Node) int {
	k := s.count(from)
	if from == Home {
		return min(k, 1)
	}
	return k
}

// shift moves k of the pieces at a place to another.
func (s *state) shift(from, to Node, k int) {
	for i := range s.pieces {
		if k > 0 && s.pieces[i] == from {
			s.pieces[i] = to
			k--
		}
	}
}

// over reports whether all pieces are finished.
func (s *state) over() bool { return s.count(Finished) == Pieces }

// ask returns the open question.
func (s *state) ask() Ask {
	switch {
	case s.over():
		return Over
	case s.rewards > 0:
		return AskRelic
	case s.offer > 0:
		return AskStick
	case s.throwsLeft > 0:
		return AskThrow
	case !s.moving:
		return AskStart
	}
	return AskMove
}

// The game's own reasons for refusing an action.
const (
	// ReasonNotAsked: another question is open, such as the choice of a relic.
	ReasonNotAsked = "not_asked"
	// ReasonThrowsLeft: moves can begin only after all throws.
	ReasonThrowsLeft = "throws_left"
	// ReasonNoThrow: no throw is left.
	ReasonNoThrow = "no_throw_left"
	// ReasonNoToken: the token is not in the hand.
	ReasonNoToken = "no_such_token"
	// ReasonNoPiece: no piece is there.
	ReasonNoPiece = "no_piece_there"
	// ReasonWay: the first node of the way is missing or wrong.
	ReasonWay = "no_such_way"
	// ReasonNoRelic: there is no relic with that number.
	ReasonNoRelic = "no_such_relic"
)

// verb is the kind of an act.
type verb uint8

const (
	doThrow verb = 1 + iota
	doStart
	doMove
	doStick
	doRelic
)

// act is the engine's form of an action.
type act struct {
	verb  verb
	token Token
	from  Node
	first Node  // Home if omitted
	slot  uint8 // of a stick, 0 discards; or the number of a relic
}

// refusal returns the reason why a is not legal, "" if it is. hand has the tokens.
func (s *state) refusal(a act, hand []Token) string {
	ask := s.ask()
	switch a.verb {
	case 0:
		return games.ReasonNotation
	case doThrow:
		if ask == AskStart || ask == AskMove {
			return ReasonNoThrow
		}
		return unless(ask == AskThrow)
	case doStart:
		if ask == AskThrow && !s.moving {
			return ReasonThrowsLeft
		}
		return unless(ask == AskStart)
	case doStick:
		return unless(ask == AskStick)
	case doRelic:
		if ask == AskRelic && int(a.slot) > s.rewards {
			return ReasonNoRelic
		}
		return unless(ask == AskRelic)
	}
	switch {
	case ask != AskMove:
		return ReasonNotAsked
	case !slices.Contains(hand, a.token):
		return ReasonNoToken
	case s.movers(a.from) == 0:
		return ReasonNoPiece
	case fork[a.from][0] == Home && a.first == Home:
		return ""
	case a.first == Home || a.first != fork[a.from][0] && a.first != fork[a.from][1]:
		return ReasonWay
	}
	return ""
}

func unless(ok bool) string {
	if ok {
		return ""
	}
	return ReasonNotAsked
}

// way returns 1 if a move takes the second of a fork's ways.
func way(from, first Node) int {
	if first != Home && fork[from][1] == first {
		return 1
	}
	return 0
}

// moves appends the legal moves: by token, do first, then by place and way.
func (s *state) moves(list []act, hand []Token) []act {
	places := uint32(0) // places with a piece
	for _, n := range s.pieces {
		places |= 1 << n
	}
	for t := Do; t <= Mo; t++ {
		if !slices.Contains(hand, t) {
			continue
		}
		for from := Home; from < Finished; from++ {
			if places>>from&1 == 0 {
				continue
			}
			if fork[from][0] == Home {
				list = append(list, act{verb: doMove, token: t, from: from})
				continue
			}
			for _, first := range fork[from] {
				list = append(list, act{verb: doMove, token: t, from: from, first: first})
			}
		}
	}
	return list
}

// legal appends all legal actions.
func (s *state) legal(list []act, hand []Token) []act {
	switch s.ask() {
	case AskThrow:
		return append(list, act{verb: doThrow})
	case AskStart:
		return append(list, act{verb: doStart})
	case AskMove:
		return s.moves(list, hand)
	case AskStick:
		for slot := range uint8(Slots) {
			list = append(list, act{verb: doStick, slot: slot + 1})
		}
		return append(list, act{verb: doStick})
	case AskRelic:
		for i := range s.rewards {
			list = append(list, act{verb: doRelic, slot: uint8(i + 1)})
		}
	}
	return list
}

// backsOf returns a stick's back chance in 65536 parts.
func backsOf(percent int) uint32 { return uint32(percent) << 16 / 100 }

// odds returns the chances of the next throw's token, with the effects that raise it.
func (s *state) odds() (o Odds) {
	c := *s // for conditions on faces
	s.falls(func(backs [Slots]bool, thrown Token, p float64) {
		c.last.Backs = backs
		o[c.raised(thrown)-1] += p
	})
	return o
}

// falls calls f for each way in which the sticks can fall, with its token and chance.
func (s *state) falls(f func(backs [Slots]bool, thrown Token, p float64)) {
	for faces := range 1 << Slots {
		var backs [Slots]bool
		n, p := 0, 1.0
		for i := range Slots {
			chance := float64(backsOf(s.back[i])) / (1 << 16)
			backs[i] = faces>>i&1 != 0
			if backs[i] {
				n++
			} else {
				chance = 1 - chance
			}
			p *= chance
		}
		f(backs, tokenOf(n), p)
	}
}

// throwMoment returns the moment of a throw with the faces of s.last.
func (s *state) throwMoment(t Token) moment { return moment{when: OnThrow, turn: s.turn, token: t} }

// raised returns the token of a throw after the effects that raise it.
func (s *state) raised(t Token) Token {
	if s.when>>OnThrow&1 == 0 {
		return t
	}
	m, n := s.throwMoment(t), int(t)
	s.each(&m, func(_, _ int, r *rule) { n += int(r.raise) })
	return min(Token(n), Mo)
}

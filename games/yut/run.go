package yut

import (
	"slices"

	"arcade/games"
	"arcade/games/rng"
)

// run is a run with its hand and its sources of chance. Each purpose has its own source, so that earlier
// offers do not change a throw.
type run struct {
	state
	hand []Token

	throwSource, boardSource, stickSource, relicSource rng.Source

	events *[]games.Event // nil: events are not needed
}

// newRun starts a run; the same seed and actions give the same run.
func newRun(lib *content, seed string) *run {
	r := &run{hand: make([]Token, 0, 8)}
	r.reset(lib, seed)
	return r
}

// reset starts a run in place, like newRun.
func (r *run) reset(lib *content, seed string) {
	*r = run{
		state: state{lib: lib, turn: 1, throwsLeft: 1}, hand: r.hand[:0],
		throwSource: *rng.Derive(seed, "yut/throws"), boardSource: *rng.Derive(seed, "yut/board"),
		stickSource: *rng.Derive(seed, "yut/sticks"), relicSource: *rng.Derive(seed, "yut/relics"),
	}
	r.dealBoard()
	r.derive()
}

// mayBeSpecial has the nodes that can be special: all except the forks.
var mayBeSpecial = func() (list []Node) {
	for n := O1; n <= Nodes; n++ {
		if fork[n][0] == Home {
			list = append(list, n)
		}
	}
	return list
}()

// specialPlaces is the number of nodes that can be special.
const specialPlaces = Nodes - 3

// dealBoard deals the special nodes: the first ten of a shuffle from the front (i = 0 .. 9, swap with i +
// Intn(26-i)), eight STICK and then two REFRESH.
func (r *run) dealBoard() {
	var list [specialPlaces]Node
	copy(list[:], mayBeSpecial)
	r.kinds = [places]Kind{}
	for i := range specialNodes {
		j := i + r.boardSource.Intn(specialPlaces-i)
		list[i], list[j] = list[j], list[i]
		r.kinds[list[i]] = Stick
		if i >= stickNodes {
			r.kinds[list[i]] = Refresh
		}
	}
}

// play does a, which must be legal.
func (r *run) play(a act) {
	switch a.verb {
	case doThrow:
		r.throw()
	case doStart:
		r.moving = true
		if r.events != nil {
			r.say(EventStart{})
		}
	case doMove:
		r.move(a)
	case doStick:
		r.takeStick(a.slot)
	case doRelic:
		r.takeRelic(a.slot)
	}
	r.settle()
}

// throw draws one number. Stick i shows its back if the i-th 16 bits, from the lowest, are below its chance
// in 65536 parts.
func (r *run) throw() {
	v, backs := r.throwSource.Uint64(), 0
	for i := range Slots {
		back := uint32(v>>(16*i)&0xFFFF) < backsOf(r.back[i])
		r.last.Backs[i] = back
		if back {
			backs++
		}
	}
	r.throws++
	r.throwsLeft--
	thrown := tokenOf(backs)
	r.last.Thrown, r.last.Token = thrown, r.raised(thrown)
	r.hand = append(r.hand, r.last.Token)
	if r.last.Token.again() {
		r.throwsLeft++
	}
	if r.events != nil {
		r.say(EventThrow{Backs: r.last.Backs, Thrown: thrown, ThrowsLeft: r.throwsLeft, Token: r.last.Token})
	}
	r.fire(r.throwMoment(thrown))
}

func (r *run) move(a act) {
	i := slices.Index(r.hand, a.token)
	r.hand = slices.Delete(r.hand, i, i+1)
	k := r.movers(a.from)
	steps := r.stepsOf(a.token, a.from, k)
	r.fire(r.moveMoment(a.token, a.from, k))
	to := landing(a.from, way(a.from, a.first), steps)
	met := r.count(to)
	r.shift(a.from, to, k)
	if r.events != nil {
		r.say(EventMove{
			From: a.from, Path: walk(nil, a.from, way(a.from, a.first), steps), Pieces: k, Steps: steps, To: to, Token: a.token,
		})
	}
	m := moment{turn: r.turn, token: a.token, from: a.from, pieces: k}
	if to == Finished {
		r.finish(m, met+k)
		return
	}
	if met > 0 && r.events != nil {
		r.say(EventMerge{to, met + k})
	}
	m.when, m.at, m.kind, m.merged = OnLand, to, r.kinds[to], met > 0
	switch m.kind {
	case Stick:
		r.offers++
	case Refresh:
		r.refresh()
	}
	r.fire(m)
}

// finish handles a move of m.pieces that ended behind the board, where there are finished pieces now.
func (r *run) finish(m moment, finished int) {
	if r.events != nil {
		r.say(EventFinish{Finished: finished, Pieces: m.pieces})
	}
	if finished == Pieces {
		r.throwsLeft, r.offers, r.moving = 0, 0, false
		r.hand = r.hand[:0]
		if r.events != nil {
			r.say(EventEnd{Throws: r.throws, Turns: r.turn})
		}
		return
	}
	m.when = OnFinish
	r.fire(m)
	r.offerRelics(m.pieces)
}

// refresh deals the special nodes anew. A piece on a new one has not landed there.
func (r *run) refresh() {
	if r.events == nil {
		r.dealBoard()
		return
	}
	before := r.special()
	r.dealBoard()
	r.say(EventRefresh{After: r.special(), Before: before})
}

// offerRelics offers relics that the run does not have: max(1, 4-k) for k pieces, each next one with equal
// chance among the rest.
func (r *run) offerRelics(k int) {
	var left [maxEntries]uint8
	n := 0
	for i := range r.lib.Relics {
		if !r.hasRelic(uint8(i)) {
			left[n] = uint8(i)
			n++
		}
	}
	r.rewards, r.finishers = min(max(1, 4-k), minOffered, n), k
	for i := range r.rewards {
		j := i + r.relicSource.Intn(n-i)
		left[i], left[j] = left[j], left[i]
		r.reward[i] = left[i]
	}
	if r.events != nil {
		r.say(EventRelicOffer{k, r.rewardIDs()})
	}
}

func (r *run) hasRelic(index uint8) bool {
	return slices.ContainsFunc(r.relics[:r.taken], func(h held) bool { return h.index == index })
}

func (r *run) takeRelic(number uint8) {
	index := r.reward[number-1]
	r.reward, r.rewards, r.finishers = [minOffered]uint8{}, 0, 0
	if r.events != nil {
		r.say(EventRelicTake{r.lib.Relics[index].ID})
	}
	r.give(index)
}

// give takes a relic without an offer.
func (r *run) give(index uint8) {
	r.relics[r.taken] = held{index: index}
	r.taken++
	r.derive()
	r.fireOf(r.carried()-1, moment{when: OnTake, turn: r.turn})
}

func (r *run) takeStick(slot uint8) {
	index := r.offer
	r.offer = 0
	r.offers--
	if slot == 0 {
		if r.events != nil {
			r.say(EventStickDiscard{r.lib.Sticks[index].ID})
		}
		return
	}
	old := r.sticks[slot-1].index
	if r.events != nil {
		r.say(EventStickTake{Old: r.lib.Sticks[old].ID, Slot: int(slot), Stick: r.lib.Sticks[index].ID})
	}
	r.put(slot, uint8(index))
}

// put takes a stick without an offer.
func (r *run) put(slot, index uint8) {
	r.sticks[slot-1] = held{index: index}
	r.derive()
	r.fireOf(int(slot-1), moment{when: OnTake, turn: r.turn})
}

// settle advances the run to the next question.
func (r *run) settle() {
	for !r.over() {
		switch {
		case r.rewards > 0 || r.offer > 0:
			return
		case r.offers > 0:
			r.offer = 1 + r.stickSource.Intn(len(r.lib.Sticks)-1)
			if r.events != nil {
				r.say(EventStickOffer{r.lib.Sticks[r.offer].ID})
			}
			return
		case r.throwsLeft > 0 || !r.moving || len(r.hand) > 0:
			return
		}
		r.turn++
		r.throwsLeft, r.moving = 1, false
		for i := range r.carried() {
			h, _, _ := r.holder(i)
			h.used = [maxEffects]uint8{}
		}
		if r.events != nil {
			r.say(EventTurn{r.turn})
		}
		r.fire(moment{when: OnTurn, turn: r.turn})
	}
}

// fire applies every effect whose conditions hold at m.
func (r *run) fire(m moment) { r.each(&m, r.apply) }

// fireOf lets the effects of one stick or relic act.
func (r *run) fireOf(holder int, m moment) {
	h, rules, _ := r.holder(holder)
	for j := range rules.n {
		if rule := &rules.list[j]; rule.holds(&m, 3, h.used[j]) {
			r.apply(holder, j, rule)
		}
	}
}

// apply applies an effect. The steps of a move and the raise of a throw were computed before, because the
// view shows them; apply only counts them.
func (r *run) apply(holder, j int, e *rule) {
	r.use(holder, j, e)
	r.throwsLeft += int(e.throws)
	r.offers += int(e.offers)
	if e.token != 0 {
		r.hand = append(r.hand, e.token)
	}
	if r.events == nil {
		return
	}
	did := EventEffect{
		Offers: int(e.offers), Raise: int(e.raise), Steps: int(e.steps), Throws: int(e.throws), Token: e.token,
	}
	h, _, _ := r.holder(holder)
	if holder < Slots {
		did.Source, did.ID = "stick", r.lib.Sticks[h.index].ID
	} else {
		did.Source, did.ID = "relic", r.lib.Relics[h.index].ID
	}
	r.say(did)
}

// say notes an event. Callers check whether events are needed, so that a simulation pays nothing for them.
func (r *run) say(f games.Fact) {
	*r.events = append(*r.events, games.Event{Fact: f})
}

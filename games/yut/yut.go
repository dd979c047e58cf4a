// Package yut is Yut Run (윷판 달리기), the game for one of four pieces on
// the yut board, with sticks to swap and relics to win: its rules, its content,
// simulation and bots. docs/rules/yut.md is the same in words.
package yut

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"arcade/games"
)

// Name is the game's name in the registry.
const Name = "yut"

const (
	// Pieces is how many pieces a run has.
	Pieces = 4
	// Slots is how many sticks are thrown.
	Slots = 4
	// SeedRunes is the longest seed that a player types, in characters.
	SeedRunes = 10
)

// version is the current version of the rules. The content is part of them: a
// change of content.json that changes a run makes a new one.
const version = 1

// CleanSeed is a typed seed as a run has it: without blanks around it, and cut to
// ten characters. "" means that the player leaves the choice to the arcade.
func CleanSeed(typed string) string {
	runes := []rune(strings.TrimSpace(strings.ToValidUTF8(typed, "")))
	return strings.TrimSpace(string(runes[:min(len(runes), SeedRunes)]))
}

// Game is Yut Run for the registry.
type Game struct{}

// SeedName is the seed itself where a player can type it; of a run whose seed the arcade
// chose ten characters that come of it; "" for any other.
func (Game) SeedName(seed string) string {
	if seed == CleanSeed(seed) {
		return seed
	}
	if bits, err := hex.DecodeString(seed); err != nil || len(bits) != 16 {
		return ""
	}
	sum := sha256.Sum256([]byte("yut/name " + seed))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:]))[:SeedRunes]
}

// Info describes the game.
func (Game) Info() games.Info {
	return games.Info{Name: Name, Seats: 1, Rules: version, Options: []string{}}
}

// Start gives the position before the first throw. The seed is free text of at
// most 128 bytes; there are no options.
func (Game) Start(setup games.Setup) (games.Position, error) {
	if err := (Game{}).Info().Check(setup); err != nil {
		return nil, err
	}
	var none struct{}
	if err := games.DecodeOptions(setup.Options, &none); err != nil {
		return nil, fmt.Errorf("yut: %w", err)
	}
	return &position{newRun(library, setup.Seed)}, nil
}

// position is a run behind the text notation.
type position struct{ *run }

func (p *position) ToAct() games.Seat {
	if p.over() {
		return games.Nobody
	}
	return 0
}

// Legal lists what can be done: one action while throwing and starting; moves by
// token, then place (home first), then way; sticks by slot and then discard; relics.
func (p *position) Legal() []games.Action {
	var list []games.Action
	for _, a := range p.legal(nil, p.hand) {
		list = append(list, a.action())
	}
	return list
}

// Apply plays an action; see [EventThrow] and the others for what it tells.
func (p *position) Apply(action games.Action) ([]games.Event, error) {
	a := parseAct(action)
	reason := games.ReasonOver
	if !p.over() {
		reason = p.refusal(a, p.hand)
	}
	if reason != "" {
		return nil, &games.IllegalError{Action: action, Reason: reason}
	}
	var events []games.Event
	p.events = &events
	p.play(a)
	p.events = nil
	return events, nil
}

func (p *position) Result() *games.Result {
	if !p.over() {
		return nil
	}
	return &games.Result{Reason: games.Finished, Winner: games.Nobody, Fields: p.Standing()}
}

// Standing is what a result says beside reason and winner: turns (the present one
// counted), throws, finished (pieces), relics and sticks (ids).
func (p *position) Standing() any {
	sticks := []string{}
	for _, h := range p.sticks {
		sticks = append(sticks, p.lib.Sticks[h.index].ID)
	}
	relics := []string{}
	for _, h := range p.relics[:p.taken] {
		relics = append(relics, p.lib.Relics[h.index].ID)
	}
	return facts{p.turn, p.throws, p.count(Finished), relics, sticks}
}

// View gives the player and every spectator the same [View]: nothing that chance
// has brought is hidden, and what it will bring is nobody's to see.
func (p *position) View(games.Seat) any {
	v := View{
		Turn: p.turn, Throws: p.throws, ThrowsLeft: p.throwsLeft, Hand: append([]Token{}, p.hand...),
		Ask: p.ask(), Moving: p.moving, Pieces: p.pieces, Stacks: []Stack{},
		Home: p.count(Home), Finished: p.count(Finished), Special: p.special(),
		Relics: []Carried{}, Odds: p.odds(),
	}
	for n := O1; n <= Nodes; n++ {
		if k := p.count(n); k > 0 {
			v.Stacks = append(v.Stacks, Stack{n, k})
		}
	}
	for i := range p.carried() {
		h, rules, stick := p.holder(i)
		var c Carried
		if rules.limited() {
			for _, n := range h.used[:rules.n] {
				c.Used = append(c.Used, int(n))
			}
		}
		if stick {
			c.ID, c.Back, c.Special = p.lib.Sticks[h.index].ID, p.back[i], h.index > 0
			v.Sticks[i] = c
		} else {
			c.ID = p.lib.Relics[h.index].ID
			v.Relics = append(v.Relics, c)
		}
	}
	switch v.Ask {
	case AskMove:
		for _, a := range p.moves(nil, p.hand) {
			k := p.movers(a.from)
			steps := p.stepsOf(a.token, a.from, k)
			v.Moves = append(v.Moves, Move{
				Action: a.action(), Token: a.token, From: a.from, First: a.first,
				To: landing(a.from, way(a.from, a.first), steps), Pieces: k, Steps: steps,
			})
		}
	case AskStick:
		e := p.lib.Sticks[p.offer]
		v.Offer = &Offer{ID: e.ID, Back: e.Back}
		for slot := range Slots {
			c := p.state
			c.sticks[slot] = held{index: uint8(p.offer)}
			c.derive()
			v.Offer.Odds[slot] = c.odds()
		}
	case AskRelic:
		v.Reward = &Reward{Pieces: p.finishers, Relics: p.rewardIDs()}
	}
	if p.throws > 0 {
		last := p.last
		v.Last = &last
	}
	return v
}

// special lists the special nodes.
func (s *state) special() []Special {
	list := make([]Special, 0, specialNodes)
	for n := O1; n <= Nodes; n++ {
		if s.kinds[n] != Normal {
			list = append(list, Special{n, s.kinds[n]})
		}
	}
	return list
}

// rewardIDs are the relics that are offered.
func (s *state) rewardIDs() []string {
	list := make([]string, 0, minOffered)
	for _, index := range s.reward[:s.rewards] {
		list = append(list, s.lib.Relics[index].ID)
	}
	return list
}

// limited reports whether a rule counts its uses.
func (r *rules) limited() bool {
	return slices.ContainsFunc(r.list[:r.n], func(e rule) bool { return e.limit > 0 })
}

// stateOf is the state that a view shows, and the hand; false for a view that
// names what there is not.
func stateOf(v View) (s state, hand []Token, ok bool) {
	s = state{
		lib: library, turn: v.Turn, throws: v.Throws, throwsLeft: v.ThrowsLeft, moving: v.Moving,
		pieces: v.Pieces, taken: len(v.Relics),
	}
	if len(v.Relics) > maxRelics || v.Reward != nil && len(v.Reward.Relics) > minOffered {
		return s, nil, false
	}
	for _, p := range v.Pieces {
		if int(p) >= places {
			return s, nil, false
		}
	}
	for _, t := range v.Hand {
		if t < Do || t > Mo {
			return s, nil, false
		}
	}
	for _, n := range v.Special {
		if !n.Node.onBoard() {
			return s, nil, false
		}
		s.kinds[n.Node] = n.Kind
	}
	read := func(h *held, c Carried, index int) bool {
		h.index = uint8(max(index, 0))
		for j, n := range c.Used[:min(len(c.Used), maxEffects)] {
			h.used[j] = uint8(n)
		}
		return index >= 0
	}
	ok = true
	for i, c := range v.Sticks {
		ok = read(&s.sticks[i], c, library.stick(c.ID)) && ok
	}
	for i, c := range v.Relics {
		ok = read(&s.relics[i], c, library.relic(c.ID)) && ok
	}
	if v.Offer != nil {
		s.offers, s.offer = 1, library.stick(v.Offer.ID)
		ok = s.offer > 0 && ok
	}
	if v.Reward != nil {
		s.rewards, s.finishers = len(v.Reward.Relics), v.Reward.Pieces
		for i, id := range v.Reward.Relics {
			index := library.relic(id)
			s.reward[i] = uint8(max(index, 0))
			ok = index >= 0 && ok
		}
	}
	if v.Last != nil {
		s.last = *v.Last
	}
	if ok {
		s.derive()
	}
	return s, v.Hand, ok
}

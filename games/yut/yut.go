// Package yut implements Yut Run (윷판 달리기), the game for one of four pieces on the yut board, with sticks to
// swap and relics to win: its rules, content, simulation and bots. docs/notation/yut.md explains the rules in
// words.
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
	// Pieces is the number of a run's pieces.
	Pieces = 4
	// Slots is the number of sticks in a throw.
	Slots = 4
	// SeedRunes limits a typed seed, in characters.
	SeedRunes = 10
)

// version is the current version of the rules. The content is part of them: a change of content.json that
// changes a run requires a new version.
const version = 1

// CleanSeed returns a typed seed without blanks around it, cut to ten characters. "" lets the arcade
// choose.
func CleanSeed(typed string) string {
	runes := []rune(strings.TrimSpace(strings.ToValidUTF8(typed, "")))
	return strings.TrimSpace(string(runes[:min(len(runes), SeedRunes)]))
}

// Game is Yut Run for the registry.
type Game struct{}

// SeedName returns the seed itself if a player can type it. For a seed that the arcade chose it returns ten
// characters derived from it, and "" for any other.
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

// Start returns the position before the first throw. The seed is free text of at most 128 bytes; there are
// no options.
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

// Legal lists the legal actions: one action while throwing and starting; moves by token, then place (home
// first), then way; sticks by slot and then discard; relics.
func (p *position) Legal() []games.Action {
	var list []games.Action
	for _, a := range p.legal(nil, p.hand) {
		list = append(list, a.action())
	}
	return list
}

// Apply plays an action. Its events are [EventThrow] and the others beside it.
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

// Standing returns the result's fields beside reason and winner: turns (including the present one), throws,
// finished (pieces), relics and sticks (ids).
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

// View returns the same [View] to the player and every spectator: no past chance is hidden, and nobody sees
// future chance.
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

// rewardIDs lists the offered relics.
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

// stateOf returns the state of a view, and the hand. It returns false if the view has unknown names.
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

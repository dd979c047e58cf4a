// Package matgo implements Matgo (맞고), the Korean card game for two: the rules on sets of cards, their text
// notation, and views that hide what a seat may not know. Bots, exports and simulations are packages below
// it. docs/notation/matgo.md explains the rules in words.
package matgo

import (
	"encoding/json"
	"fmt"

	"arcade/games"
	"arcade/games/rng"
)

// Name is the game's name in the registry.
const Name = "matgo"

// Game is Matgo without bots. The Game of the package bots adds them, and is the one in the registry. A
// match is one round.
type Game struct{}

// Info describes the game.
func (Game) Info() games.Info {
	return games.Info{
		Name: Name, Seats: 2, Hidden: true, Rules: len(versions),
		Options: []string{"rules", "deck", "first", "hour", "carry", "gold"},
	}
}

// PoolStandard is the name of the ratings under the standard rules.
const PoolStandard = Name + "-" + RulesStandard

// Pool returns the name of the ratings under options: each set of rules has its own.
func (Game) Pool(options json.RawMessage) string {
	if o, err := ParseOptions(options); err == nil && o.Rules == RulesStandard {
		return PoolStandard
	}
	return Name
}

// Pools lists the names besides the game's.
func (Game) Pools() []string { return []string{PoolStandard} }

// Start deals a round. The seed is free text of at most 128 bytes; for the options
// see [parseOptions].
func (Game) Start(setup games.Setup) (games.Position, error) {
	if err := (Game{}).Info().Check(setup); err != nil {
		return nil, err
	}
	o, err := ParseOptions(setup.Options)
	if err != nil {
		return nil, fmt.Errorf("matgo: %w", err)
	}
	r, ok := rulesOf(setup.Rules, o.Rules)
	if !ok {
		return nil, fmt.Errorf("matgo: rules version %d has no rules %q", setup.Rules, o.Rules)
	}
	return NewPosition(Deal(r, setup.Seed, o)), nil
}

// Deal deals the round of a seed under a set of rules, whatever the options say about that.
func Deal(r *Rules, seed string, o Options) State {
	return NewState(r, o, rng.Derive(seed, "matgo/deck"), rng.Derive(seed, "matgo/first"))
}

// Position is a State behind the text notation.
type Position struct {
	State
	known [2]Points
	last  *LastAction
	ply   int
}

// NewPosition returns a position that continues from a state.
func NewPosition(s State) *Position {
	return &Position{State: s, known: [2]Points{s.Points(0), s.Points(1)}}
}

// Legal lists the legal actions in the order of [State.Legal].
func (p *Position) Legal() []games.Action {
	var buf [32]Move
	var list []games.Action
	for _, m := range p.State.Legal(buf[:0]) {
		list = append(list, m.Action())
	}
	return list
}

// Forced returns the pass of a seat whose hand is empty.
func (p *Position) Forced() (games.Action, bool) {
	if p.Phase == AskPlay && p.Sides[p.Seat].Hand == 0 {
		return Move{Verb: Pass}.Action(), true
	}
	return "", false
}

// Apply plays an action. Its events are [EventPlay] and the others beside it.
func (p *Position) Apply(a games.Action) ([]games.Event, error) {
	refuse := func(reason string) ([]games.Event, error) {
		return nil, &games.IllegalError{Action: a, Reason: reason}
	}
	m, ok := ParseMove(a)
	if !ok {
		if p.Phase == Over {
			return refuse(games.ReasonOver)
		}
		return refuse(games.ReasonNotation)
	}
	seat := p.ToAct()
	rec := recorder{known: p.known}
	if reason := p.apply(m, &rec); reason != "" {
		return refuse(reason)
	}
	p.known = rec.known
	p.last = &LastAction{Seat: seat, Action: a}
	p.ply++
	return rec.events, nil
}

// Result returns nil while the round is in play. docs/notation/matgo.md describes its fields.
func (p *Position) Result() *games.Result {
	if p.Phase != Over {
		return nil
	}
	return &games.Result{Reason: games.Finished, Winner: p.Winner(), Fields: p.facts()}
}

// Package othello implements Othello: the rules on bitboards, their text notation, bots, and the export of
// a game as GGF. docs/notation/othello.md explains the rules in words.
package othello

import (
	"fmt"
	"math/bits"

	"arcade/games"
)

// Name is the game's name in the registry.
const Name = "othello"

// Pass is the action of a side that has no legal square.
const Pass games.Action = "pass"

// rules is the current version of the rules.
const rules = 1

// Game is Othello for the registry.
type Game struct{}

// Info describes the game.
func (Game) Info() games.Info {
	return games.Info{Name: Name, Seats: 2, Rules: rules, Options: []string{}}
}

// Bots lists the bots, weakest first.
func (Game) Bots() []games.Bot {
	var list []games.Bot
	for _, h := range humans {
		list = append(list, h)
	}
	list = append(list, greedy{})
	for _, l := range levels {
		list = append(list, l)
	}
	return list
}

// Start returns the opening position. There are no options. The seed, free text of at most 128 bytes,
// changes nothing: Othello has no chance.
func (Game) Start(setup games.Setup) (games.Position, error) {
	if err := (Game{}).Info().Check(setup); err != nil {
		return nil, err
	}
	if err := games.DecodeOptions(setup.Options, &struct{}{}); err != nil {
		return nil, fmt.Errorf("othello: %w", err)
	}
	return &position{State: Opening()}, nil
}

// position is a State behind the text notation.
type position struct {
	State
	last  games.Action
	plies int
}

func (p *position) ToAct() games.Seat {
	if p.end() != "" {
		return games.Nobody
	}
	return games.Seat(p.Turn)
}

func (p *position) Legal() []games.Action {
	if p.end() != "" {
		return nil
	}
	moves := p.Moves()
	if moves == 0 {
		return []games.Action{Pass}
	}
	list := make([]games.Action, 0, bits.OnesCount64(moves))
	for sq := range squares(moves) {
		list = append(list, games.Action(sq.String()))
	}
	return list
}

// Forced returns the pass of a side that has no legal square.
func (p *position) Forced() (games.Action, bool) {
	if p.end() == "" && p.Moves() == 0 {
		return Pass, true
	}
	return "", false
}

// Apply plays a square or the pass. It returns an [EventMove] or an [EventPass].
func (p *position) Apply(a games.Action) ([]games.Event, error) {
	seat := games.Seat(p.Turn)
	refuse := func(reason string) ([]games.Event, error) {
		return nil, &games.IllegalError{Action: a, Reason: reason}
	}
	var fact games.Fact
	if a == Pass {
		if reason := p.State.Pass(); reason != "" {
			return refuse(reason)
		}
		fact = EventPass{int(p.Passes)}
	} else {
		sq, ok := ParseSquare(string(a))
		if !ok && p.end() == "" {
			return refuse(games.ReasonNotation)
		}
		flips, reason := p.Play(sq)
		if reason != "" {
			return refuse(reason)
		}
		fact = EventMove{Flipped: list(flips), Square: sq}
	}
	p.last = a
	p.plies++
	return []games.Event{{Seat: seat, Fact: fact}}, nil
}

// list returns the squares of a set, a1 first.
func list(set uint64) []Square {
	l := make([]Square, 0, bits.OnesCount64(set))
	for sq := range squares(set) {
		l = append(l, sq)
	}
	return l
}

func (p *position) Result() *games.Result {
	reason := p.end()
	if reason == "" {
		return nil
	}
	return &games.Result{Reason: reason, Winner: p.winner(), Fields: p.Standing()}
}

// Standing returns the "score" of a result, beside its reason and winner: the discs of black and of white.
func (p *position) Standing() any {
	black, white := p.discs()
	return facts{[2]int{black, white}}
}

type facts struct {
	Score [2]int `json:"score"`
}

// View is the position as everybody sees it: Othello hides nothing.
type View struct {
	// Board is 64 characters, a1 b1 .. h8: X black, O white, - empty.
	Board string `json:"board"`
	// ToAct is the seat to move, -1 once the game is over by the rules.
	ToAct games.Seat `json:"to_act"`
	// Legal lists the legal squares of that seat, a1 first. Flips has the number of discs that each turns.
	// Both are empty once the game is over and when the seat must pass.
	Legal []Square `json:"legal"`
	Flips []int    `json:"flips"`
	// MustPass reports whether "pass" is the only legal action.
	MustPass bool `json:"must_pass"`
	// Counts has the discs of black and of white.
	Counts [2]int `json:"counts"`
	// Last is the last action, "" before the first.
	Last games.Action `json:"last"`
	// Passes is the number of passes in a row up to here.
	Passes int `json:"passes"`
	// Ply is the number of actions played, including passes.
	Ply int `json:"ply"`
}

// View gives every seat and every spectator the same [View].
func (p *position) View(games.Seat) any {
	v := View{
		Board: p.Text(p.Turn), ToAct: p.ToAct(),
		Last: p.last, Passes: int(p.Passes), Ply: p.plies,
		Legal: []Square{}, Flips: []int{},
	}
	v.Counts[Black], v.Counts[White] = p.discs()
	if v.ToAct == games.Nobody {
		return v
	}
	v.Legal = list(p.Moves())
	v.MustPass = len(v.Legal) == 0
	for _, sq := range v.Legal {
		v.Flips = append(v.Flips, bits.OnesCount64(p.State.Flips(sq)))
	}
	return v
}

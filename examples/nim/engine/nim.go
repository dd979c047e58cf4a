// Package nim is the example of a game: three heaps of sticks, two players, and the player who takes the
// last stick wins. docs/adding-a-game.md explains it. RULES.md has the rules in words.
package nim

import (
	"fmt"

	"arcade/games"
)

// Name is the game's name in the registry, the log and the commands.
const Name = "nim"

// rules is the current version of the rules. A change of the rules raises it.
const rules = 1

// Heaps is the number of heaps, Most the number of sticks in the largest.
const (
	Heaps = 3
	Most  = 7
)

// opening holds the sticks of each heap at the start.
var opening = [Heaps]int{3, 5, Most}

// LastStick is the reason with which the rules end a match.
const LastStick = "last_stick"

// Reasons for refusals besides the reasons that all games share.
const (
	// ReasonTooMany refuses to take more sticks than the heap has.
	ReasonTooMany = "too_many"
)

// Game is Nim for the registry.
type Game struct{}

// Info describes the game.
func (Game) Info() games.Info {
	return games.Info{Name: Name, Seats: 2, Rules: rules, Options: []string{}}
}

// Bots lists the bots, weakest first.
func (Game) Bots() []games.Bot { return []games.Bot{random{}, nimble{}} }

// Start returns the opening. There are no options. The seed, free text of up to 128 bytes, has no effect,
// because Nim has no chance.
func (Game) Start(setup games.Setup) (games.Position, error) {
	if err := (Game{}).Info().Check(setup); err != nil {
		return nil, err
	}
	if err := games.DecodeOptions(setup.Options, &struct{}{}); err != nil {
		return nil, fmt.Errorf("nim: %w", err)
	}
	return &position{heaps: opening}, nil
}

// position is a match in play.
type position struct {
	heaps [Heaps]int
	turn  games.Seat
	last  games.Action
}

// over reports whether no stick is left.
func (p *position) over() bool { return p.heaps == [Heaps]int{} }

func (p *position) ToAct() games.Seat {
	if p.over() {
		return games.Nobody
	}
	return p.turn
}

func (p *position) Legal() (list []games.Action) {
	for heap, sticks := range p.heaps {
		for n := 1; n <= sticks; n++ {
			list = append(list, Take{heap, n}.Action())
		}
	}
	return list
}

// EventTake reports an action: the heap, the number of sticks taken, and the number left.
type EventTake struct {
	Heap int `json:"heap"`
	Left int `json:"left"`
	N    int `json:"n"`
}

// Kind is "take".
func (EventTake) Kind() string { return "take" }

// Apply takes sticks.
func (p *position) Apply(a games.Action) ([]games.Event, error) {
	take, ok := ParseTake(a)
	switch {
	case p.over():
		return nil, &games.IllegalError{Action: a, Reason: games.ReasonOver}
	case !ok:
		return nil, &games.IllegalError{Action: a, Reason: games.ReasonNotation}
	case take.N > p.heaps[take.Heap]:
		return nil, &games.IllegalError{Action: a, Reason: ReasonTooMany}
	}
	event := games.Event{Seat: p.turn, Fact: EventTake{Heap: take.Heap, N: take.N, Left: p.heaps[take.Heap] - take.N}}
	p.heaps[take.Heap] -= take.N
	p.last = a
	p.turn = 1 - p.turn
	return []games.Event{event}, nil
}

// Result returns the result: the player who took the last stick has won, and is not on turn.
func (p *position) Result() *games.Result {
	if !p.over() {
		return nil
	}
	return &games.Result{Reason: LastStick, Winner: 1 - p.turn}
}

// View is the part of a match that everybody may see. In Nim this is everything.
type View struct {
	// Heaps holds the sticks of each heap.
	Heaps [Heaps]int `json:"heaps"`
	// ToAct is the seat on turn, -1 after the end.
	ToAct games.Seat `json:"to_act"`
	// Last is the last action, "" before the first.
	Last games.Action `json:"last"`
}

// View returns the same [View] for every seat and every spectator.
func (p *position) View(games.Seat) any {
	return View{Heaps: p.heaps, ToAct: p.ToAct(), Last: p.last}
}

// Package duel implements Stepping Stones for two (징검다리 대결). Each player plays a separate run with the same
// rolls. The higher reward wins; with equal rewards the player who got further wins. docs/notation/stones.md
// has the rules.
package duel

import (
	"cmp"
	"fmt"

	"arcade/games"
	"arcade/games/stones"
)

// Name is the game's name in the registry.
const Name = "stonesduel"

// rules is the current version of the rules.
const rules = 1

// Ways in which a completed duel can end.
const (
	More    = "more"    // one player earned more
	Further = "further" // equal rewards, and one got further
	Equal   = "equal"   // both equal
)

// Game is the duel for the registry.
type Game struct{}

// Info describes the game.
func (Game) Info() games.Info {
	return games.Info{Name: Name, Seats: 2, Final: true, Rules: rules, Options: []string{"mode"}}
}

// Start gives both seats the run of the setup's seed, at cell 0. The option is that option of
// [stones.Game].
func (Game) Start(setup games.Setup) (games.Position, error) {
	if err := (Game{}).Info().Check(setup); err != nil {
		return nil, err
	}
	mode, err := stones.ReadMode(setup.Options)
	if err != nil {
		return nil, fmt.Errorf("stonesduel: %w", err)
	}
	run := stones.NewRun(mode, setup.Seed)
	return &position{runs: [2]stones.Run{run, run}}, nil
}

// position is a duel in play. While both runs are in play both choose before either rolls: otherwise the
// second to choose would know the roll.
type position struct {
	runs   [2]stones.Run
	turn   int           // finished turns
	chosen stones.Choice // choice of the first to choose in this turn, 0 before it
}

// first returns the seat that chooses first in this turn. While both runs are in play the seats alternate.
func (p *position) first() games.Seat {
	first := games.Seat(p.turn % 2)
	if p.runs[first].Over() {
		return 1 - first
	}
	return first
}

func (p *position) ToAct() games.Seat {
	switch {
	case p.over():
		return games.Nobody
	case p.chosen > 0:
		return 1 - p.first()
	}
	return p.first()
}

func (p *position) over() bool { return p.runs[0].Over() && p.runs[1].Over() }

// Legal lists the remaining choices of the run of the seat on turn, 1 first.
func (p *position) Legal() (list []games.Action) {
	if seat := p.ToAct(); seat != games.Nobody {
		for _, c := range p.runs[seat].View().Legal {
			list = append(list, c.Action())
		}
	}
	return list
}

// Apply takes a choice. The first choice of a turn has no event. After the second, each run in play rolls,
// with a [stones.EventStep] for its seat.
func (p *position) Apply(a games.Action) (events []games.Event, err error) {
	seat := p.ToAct()
	c, _ := stones.ParseChoice(string(a)) // anything but a choice is 0 and refused
	reason := games.ReasonOver
	if seat != games.Nobody {
		reason = p.runs[seat].Refusal(c)
	}
	if reason != "" {
		return nil, &games.IllegalError{Action: a, Reason: reason}
	}
	other := 1 - seat
	if p.chosen == 0 && !p.runs[other].Over() {
		p.chosen = c
		return nil, nil
	}
	picks := [2]stones.Choice{}
	picks[seat], picks[other] = c, p.chosen
	p.chosen = 0
	p.turn++
	for at, pick := range picks {
		if pick > 0 {
			step, _ := p.runs[at].Pick(pick) // it was checked when it was chosen
			events = append(events, games.Event{Seat: games.Seat(at), Fact: step.Event()})
		}
	}
	return events, nil
}

func (p *position) Result() *games.Result {
	if !p.over() {
		return nil
	}
	winner, _ := p.View(games.Spectator).(View).Outcome()
	return &games.Result{Reason: games.Finished, Winner: winner, Fields: p.Standing()}
}

// Standing returns the result's fields beside reason and winner, by seat. A run that is not over has reward
// 0.
func (p *position) Standing() any {
	a, b := &p.runs[0], &p.runs[1]
	return outcome{
		a.View().Mode, [2]stones.Reward{a.Reward(), b.Reward()}, [2]int{a.Cell, b.Cell}, [2]int{len(a.Steps()), len(b.Steps())},
	}
}

type outcome struct {
	Mode    int              `json:"mode"`
	Rewards [2]stones.Reward `json:"rewards"`
	Cells   [2]int           `json:"cells"`
	Picks   [2]int           `json:"picks"`
}

// View is the public part of the state: both runs, and the first choice of this turn.
type View struct {
	// ToAct is the seat on turn, -1 once over.
	ToAct games.Seat `json:"to_act"`
	// Chosen is the other seat's choice in this turn, which rolls with the choice of the seat on turn; 0
	// for none yet.
	Chosen stones.Choice `json:"chosen"`
	// Runs has the two runs, by seat.
	Runs [2]stones.View `json:"runs"`
}

// Outcome returns the winner of a completed duel, and how it was won.
func (v View) Outcome() (winner games.Seat, how string) {
	a, b := &v.Runs[0], &v.Runs[1]
	if a.Reward == nil || b.Reward == nil {
		return games.Nobody, ""
	}
	order, how := cmp.Compare(*a.Reward, *b.Reward), More
	if order == 0 {
		order, how = cmp.Compare(a.Cell, b.Cell), Further
	}
	switch order {
	case 1:
		return 0, how
	case -1:
		return 1, how
	}
	return games.Nobody, Equal
}

// View returns the same [View] to both seats and every spectator.
func (p *position) View(games.Seat) any {
	return View{ToAct: p.ToAct(), Chosen: p.chosen, Runs: [2]stones.View{p.runs[0].View(), p.runs[1].View()}}
}

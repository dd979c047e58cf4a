// Package duel is Stepping Stones for two (징검다리 대결): each plays a run of their own, on
// the same rolls, and the player who earns more has won; with equal rewards the one who got further. docs/rules/stones.md has the rules.
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

// How a duel that was played to its end came out.
const (
	More    = "more"    // one has earned more
	Further = "further" // as much, and one got further
	Equal   = "equal"   // both the same
)

// Game is the duel for the registry.
type Game struct{}

// Info describes the game.
func (Game) Info() games.Info {
	return games.Info{Name: Name, Seats: 2, Final: true, Rules: rules, Options: []string{"mode"}}
}

// Start gives both seats the run of the setup's seed, at cell 0. The option is the one of
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

// position is a duel in play. Of two runs in play both choose before either rolls: who
// chose second would else know the roll.
type position struct {
	runs   [2]stones.Run
	turn   int           // how many turns are over
	chosen stones.Choice // what the first of this turn has chosen, 0 before that
}

// first is who chooses first in this turn: by turns, while both runs are in play.
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

// Legal lists the choices that the run of the seat on turn has left, 1 first.
func (p *position) Legal() (list []games.Action) {
	if seat := p.ToAct(); seat != games.Nobody {
		for _, c := range p.runs[seat].View().Legal {
			list = append(list, c.Action())
		}
	}
	return list
}

// Apply takes a choice. The first of two brings about nothing yet; then each run that is in
// play rolls, a [stones.EventStep] for its seat.
func (p *position) Apply(a games.Action) (events []games.Event, err error) {
	seat := p.ToAct()
	c, _ := stones.ParseChoice(string(a)) // anything but a choice is 0, which is refused
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
			step, _ := p.runs[at].Pick(pick) // it was legal when it was chosen
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

// Standing is what a result says beside reason and winner, by seat. A run that is not over
// has earned nothing.
func (p *position) Standing() any {
	a, b := &p.runs[0], &p.runs[1]
	return outcome{
		a.View().Mode, [2]stones.Reward{a.Reward(), b.Reward()}, [2]int{a.Cell, b.Cell}, [2]int{stones.Picks - a.Left, stones.Picks - b.Left},
	}
}

type outcome struct {
	Mode    int              `json:"mode"`
	Rewards [2]stones.Reward `json:"rewards"`
	Cells   [2]int           `json:"cells"`
	Picks   [2]int           `json:"picks"`
}

// View is what anybody may see: both runs, and what the first of this turn has chosen.
type View struct {
	// ToAct is the seat on turn, -1 once over.
	ToAct games.Seat `json:"to_act"`
	// Chosen is what the other seat has chosen in this turn, which rolls with the choice of
	// the seat on turn; 0 for nothing yet.
	Chosen stones.Choice `json:"chosen"`
	// Runs are the two runs, by seat.
	Runs [2]stones.View `json:"runs"`
}

// Outcome is who has won a duel that was played to its end, and how it came out.
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

// View gives both seats and every spectator the same [View].
func (p *position) View(games.Seat) any {
	return View{ToAct: p.ToAct(), Chosen: p.chosen, Runs: [2]stones.View{p.runs[0].View(), p.runs[1].View()}}
}

// Package stones implements Stepping Stones (징검다리), the 17-cell game of chance and choice: its rules, its
// exact best play, simulation and bots. docs/notation/stones.md explains the rules in words.
package stones

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"arcade/games"
)

// Name is the game's name in the registry.
const Name = "stones"

// rules is the current version of the rules.
const rules = 1

// Game is Stepping Stones for the registry.
type Game struct{}

// Info describes the game.
func (Game) Info() games.Info {
	return games.Info{Name: Name, Seats: 1, Rules: rules, Options: []string{"mode"}}
}

// Start returns the position at cell 0. The option "mode" is the number of a mode, 1 by default. The seed
// is free text of at most 128 bytes.
func (Game) Start(setup games.Setup) (games.Position, error) {
	if err := (Game{}).Info().Check(setup); err != nil {
		return nil, err
	}
	mode, err := ReadMode(setup.Options)
	if err != nil {
		return nil, fmt.Errorf("stones: %w", err)
	}
	return &position{NewRun(mode, setup.Seed)}, nil
}

// ReadMode reads the mode in options, mode 1 by default. It refuses any other option.
func ReadMode(options json.RawMessage) (Mode, error) {
	number := 1
	chosen := struct {
		Mode *int `json:"mode"` // a pointer, so that null is noticed and refused
	}{&number}
	if err := games.DecodeOptions(options, &chosen); err != nil {
		return Mode{}, err
	}
	if chosen.Mode == nil {
		return Mode{}, errors.New("the option \"mode\" is null")
	}
	mode, ok := FindMode(*chosen.Mode)
	if !ok {
		return Mode{}, fmt.Errorf("there is no mode %d: want 1 to %d", *chosen.Mode, len(modes))
	}
	return mode, nil
}

// Variant returns the number of the mode that options choose.
func (Game) Variant(options json.RawMessage) (string, error) {
	mode, err := ReadMode(options)
	if err != nil {
		return "", fmt.Errorf("stones: %w", err)
	}
	return strconv.Itoa(mode.Number), nil
}

// position is a Run behind the text notation.
type position struct{ Run }

func (p *position) ToAct() games.Seat {
	if p.Over() {
		return games.Nobody
	}
	return 0
}

// Legal lists the remaining choices, 1 first.
func (p *position) Legal() []games.Action {
	var list []games.Action
	for _, c := range p.open() {
		list = append(list, c.Action())
	}
	return list
}

// EventStep is the [Step] of a choice.
type EventStep struct {
	Choice  Choice `json:"choice"`
	Clamped bool   `json:"clamped"`
	From    int    `json:"from"`
	Roll    int    `json:"roll"`
	To      int    `json:"to"`
}

// Event returns the step as an event.
func (s Step) Event() EventStep {
	return EventStep{Choice: s.Choice, Clamped: s.Clamped, From: s.From, Roll: s.Roll, To: s.To}
}

// Kind returns "step".
func (EventStep) Kind() string { return "step" }

// Apply takes a choice. It returns an [EventStep].
func (p *position) Apply(a games.Action) ([]games.Event, error) {
	c, _ := ParseChoice(string(a)) // anything but a choice is 0 and refused
	step, reason := p.Pick(c)
	if reason != "" {
		return nil, &games.IllegalError{Action: a, Reason: reason}
	}
	return []games.Event{{Fact: step.Event()}}, nil
}

func (p *position) Result() *games.Result {
	if !p.Over() {
		return nil
	}
	return &games.Result{Reason: games.Finished, Winner: games.Nobody, Fields: p.Standing()}
}

// Standing returns the result's fields beside reason and winner. A run that the table ended early has
// reward 0.
func (p *position) Standing() any {
	return outcome{p.mode.Number, p.Reward(), p.Cell, len(p.Steps())}
}

// View is the public part of the state: all but the rolls to come.
type View struct {
	// Mode is the mode's number.
	Mode int `json:"mode"`
	// Cell is the run's cell, 0 to 16.
	Cell int `json:"cell"`
	// Left is the number of picks left. Picks left at the end were not needed.
	Left int `json:"left"`
	// Used counts the uses of each choice, choice 1 first.
	Used [Choices]int `json:"used"`
	// History has the picks so far, oldest first.
	History []Step `json:"history"`
	// Rewards has the mode's grades by cell.
	Rewards [Cells]Reward `json:"rewards"`
	// Legal lists the legal choices, empty once over.
	Legal []Choice `json:"legal"`
	// Over reports whether the run has ended by the rules.
	Over bool `json:"over"`
	// Reward is the run's reward, nil while it is in play.
	Reward *Reward `json:"reward"`
	Named
}

// Named repeats the state under the names of the owner's document.
type Named struct {
	CurrentPosition int     `json:"currentPosition"`
	RemainingMoves  int     `json:"remainingMoves"`
	Choice1Used     int     `json:"choice1Used"`
	Choice2Used     int     `json:"choice2Used"`
	Choice3Used     int     `json:"choice3Used"`
	RewardMode      int     `json:"rewardMode"`
	GameOver        bool    `json:"gameOver"`
	FinalReward     *Reward `json:"finalReward,omitempty"`
}

// Picks returns the greatest number of choices in the run.
func (v View) Picks() int { return v.Left + len(v.History) }

// State returns the view's state, for the [Solution] of its mode.
func (v View) State() State { return State{Cell: v.Cell, Left: v.Left, Used: v.Used} }

// View returns the same [View] to the player and every spectator.
func (p *position) View(games.Seat) any { return p.Run.View() }

// View returns everything known about the run.
func (r *Run) View() View {
	v := View{
		Mode: r.mode.Number, Cell: r.Cell, Left: r.Left, Used: r.Used,
		History: append([]Step{}, r.Steps()...),
		Rewards: r.mode.Rewards, Legal: r.open(), Over: r.Over(),
	}
	if v.Over {
		reward := r.Reward()
		v.Reward = &reward
	}
	v.Named = Named{v.Cell, v.Left, v.Used[0], v.Used[1], v.Used[2], v.Mode, v.Over, v.Reward}
	return v
}

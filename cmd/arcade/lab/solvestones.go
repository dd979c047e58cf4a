package lab

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"arcade/cmd/arcade/cli"
	"arcade/games/stones"
)

// stonesSolution is the JSON form of the best play of a mode.
type stonesSolution struct {
	Mode int `json:"mode"`
	// Value is the value of the start.
	Value float64 `json:"value"`
	// States are in the order of [stones.Mode.Reachable].
	States []stonesState `json:"states"`

	play *stones.Solution
}

type stonesState struct {
	Cell  int           `json:"cell"`
	Left  int           `json:"left"`
	Used2 int           `json:"used2"`
	Used3 int           `json:"used3"`
	Best  stones.Choice `json:"best"`
	Value float64       `json:"value"`
}

func newSolveStones() *cobra.Command {
	var j job
	var mode int
	var rules string
	var at stonesAt
	cmd := j.command("stones", "Print the best choice and its expected reward in every state of Stepping Stones",
		func(context.Context) (cli.Found, error) {
			if rules != "" {
				return solveStonesRules(rules, mode)
			}
			play := stones.BestPlay(mode)
			if play == nil {
				return nil, fmt.Errorf("there is no mode %d: want 1 to %d", mode, len(stones.Modes()))
			}
			if at.cell >= 0 {
				return stonesOdds(play.Mode(), at)
			}
			return solveStones(play), nil
		})
	cmd.Flags().IntVar(&mode, "mode", 1, "mode of the rewards")
	cmd.Flags().StringVar(&rules, "rules", "", "file with other rules, as JSON")
	cmd.Flags().IntVar(&at.cell, "cell", -1, "print the odds of one position instead, on this cell")
	cmd.Flags().IntVar(&at.left, "left", -1, "with --cell: the picks that are left; -1: all")
	cmd.Flags().IntVar(&at.left2, "left2", stones.Choice(2).Limit(), "with --cell: how often choice 2 can still be taken")
	cmd.Flags().IntVar(&at.left3, "left3", stones.Choice(3).Limit(), "with --cell: how often choice 3 can still be taken")
	return cmd
}

// customSolution is the JSON form of the best play of a mode of other rules.
type customSolution struct {
	Rules  string        `json:"rules"`
	Mode   int           `json:"mode"`
	Value  float64       `json:"value"`
	States []customState `json:"states"`
}

type customState struct {
	stones.Spot
	Best  int     `json:"best"`
	Value float64 `json:"value"`
}

func solveStonesRules(path string, mode int) (cli.Found, error) {
	plan, err := stonesPlan(path, mode)
	if err != nil {
		return nil, err
	}
	s := customSolution{Rules: path, Mode: mode}
	for _, spot := range plan.Spots() {
		best, value := plan.Best(spot)
		s.States = append(s.States, customState{spot, best, value})
	}
	s.Value = s.States[0].Value
	return s, nil
}

func (s customSolution) Print(w io.Writer) {
	fmt.Fprintf(w, "%s, mode %d: best play earns %.4f on average\n\nleft  cell  used            best    value\n", s.Rules, s.Mode, s.Value)
	for _, state := range s.States {
		fmt.Fprintf(w, "%4d  %4d  %-14s  %4d  %7.4f\n", state.Left, state.Cell, fmt.Sprint(state.Used), state.Best, state.Value)
	}
}

func solveStones(play *stones.Solution) stonesSolution {
	s := stonesSolution{Mode: play.Mode().Number, Value: play.Value(play.Mode().Begin()), play: play}
	for _, state := range play.Mode().Reachable() {
		s.States = append(s.States, stonesState{
			Cell: state.Cell, Left: state.Left, Used2: state.Used[1], Used3: state.Used[2],
			Best: play.Best(state), Value: play.Value(state),
		})
	}
	return s
}

func (s stonesSolution) Print(w io.Writer) {
	play := s.play
	start := play.Final(play.Mode().Begin())
	fmt.Fprintf(w, "Stepping Stones, mode %d: best play earns %.4f on average\n", s.Mode, s.Value)
	fmt.Fprintf(w, "chance of super epic %.2f %%, epic or better %.2f %%, rare or better %.2f %%\n\n",
		100*start.AtLeast(stones.SuperEpic), 100*start.AtLeast(stones.Epic), 100*start.AtLeast(stones.Rare))
	fmt.Fprintln(w, "left  cell  used 2  used 3  best    value   choice 1  choice 2  choice 3  super epic")
	for _, state := range play.Mode().Reachable() {
		values := [stones.Choices]string{"-", "-", "-"}
		for _, o := range play.Outlooks(state) {
			values[o.Choice-1] = fmt.Sprintf("%.4f", o.Value)
		}
		fmt.Fprintf(w, "%4d  %4d  %6d  %6d  %4d  %7.4f  %9s %9s %9s   %7.2f %%\n",
			state.Left, state.Cell, state.Used[1], state.Used[2], play.Best(state), play.Value(state),
			values[0], values[1], values[2], 100*play.Final(state).AtLeast(stones.SuperEpic))
	}
}

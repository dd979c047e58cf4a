package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"arcade/games/stones"
)

// stonesReport is what a simulation of Stepping Stones found, as its JSON has it.
type stonesReport struct {
	Game       string  `json:"game"`
	Mode       int     `json:"mode"`
	Policy     string  `json:"policy"`
	Games      int     `json:"games"`
	Seed       string  `json:"seed"`
	MeanReward float64 `json:"mean_reward"`
	StdError   float64 `json:"std_error"` // of the mean reward
	MeanCell   float64 `json:"mean_cell"`
	// Rewards are games by reward, 0 first; Cells are games by last cell, 0 first.
	Rewards [stones.Rewards]int `json:"rewards"`
	Cells   [stones.Cells]int   `json:"cells"`
}

// stonesSim are the flags of a simulation of Stepping Stones.
type stonesSim struct {
	job
	mode   int
	policy string
}

func newSimStones() *cobra.Command {
	var s stonesSim
	cmd := s.command("stones", "Simulate Stepping Stones", s.run)
	s.bindGames(cmd, 100_000, "how many games to play", stones.Name, "; game i is the run of SEED/i")
	cmd.Flags().StringVar(&s.policy, "policy", stones.Best, "who picks: "+strings.Join(stones.Policies(), ", "))
	cmd.Flags().IntVar(&s.mode, "mode", 1, "mode of the rewards")
	return cmd
}

// stonesPart is how many games one worker plays before it looks for more.
const stonesPart = 4096

func (s *stonesSim) run(ctx context.Context) (found, error) {
	sim, err := stones.NewSimulation(s.mode, s.policy, s.seed)
	if err != nil {
		return nil, err
	}
	var tally stones.Tally
	err = inOrder(ctx, s.parts(stonesPart, "games"), eachPart(sim.Play), func(t stones.Tally) error { tally.Add(t); return nil })
	if err != nil {
		return nil, err
	}
	r := stonesReport{
		Game: stones.Name, Mode: s.mode, Policy: s.policy, Games: s.games, Seed: s.seed,
		Rewards: tally.Rewards, Cells: tally.Cells,
	}
	r.MeanReward, r.StdError = tally.Reward()
	r.MeanCell, _ = tally.Cell()
	return r, nil
}

func (r stonesReport) Print(w io.Writer) {
	fmt.Fprintf(w, "Stepping Stones, mode %d: %d games, policy %s, seed %q\n", r.Mode, r.Games, r.Policy, r.Seed)
	fmt.Fprintf(w, "mean reward     %.4f ± %.4f\n", r.MeanReward, r.StdError)
	if r.Policy == stones.Best {
		value := stones.BestPlay(r.Mode).Value(stones.Begin())
		fmt.Fprintf(w, "exact value     %.4f", value)
		if r.StdError > 0 {
			fmt.Fprintf(w, " (the mean is %+.1f standard errors away)", (r.MeanReward-value)/r.StdError)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "mean last cell  %.3f\n\nreward\n", r.MeanCell)
	mode, _ := stones.FindMode(r.Mode)
	for grade, n := range r.Rewards {
		if n > 0 || slices.Contains(mode.Rewards[:], stones.Reward(grade)) {
			bar(w, strings.ReplaceAll(stones.Reward(grade).String(), "_", " "), n, r.Rewards[:])
		}
	}
	fmt.Fprintln(w, "\nlast cell")
	for cell, n := range r.Cells {
		bar(w, fmt.Sprint(cell), n, r.Cells[:])
	}
}

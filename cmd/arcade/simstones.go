package main

import (
	"bufio"
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

func newSimStones() *cobra.Command {
	var r stonesReport
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "stones",
		Short: "Simulate Stepping Stones",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := r.run(cmd.Context(), cmd.ErrOrStderr()); err != nil {
				return err
			}
			return answer(cmd, asJSON, r, r.print)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&r.Games, "games", 100_000, "how many games to play")
	flags.StringVar(&r.Policy, "policy", stones.Best, "who picks: "+strings.Join(stones.Policies(), ", "))
	flags.IntVar(&r.Mode, "mode", 1, "mode of the rewards")
	flags.StringVar(&r.Seed, "seed", "stones", "source of chance; game i is the run of SEED/i")
	flags.BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

func (r *stonesReport) run(ctx context.Context, stderr io.Writer) error {
	sim, err := stones.NewSimulation(r.Mode, r.Policy, r.Seed)
	if err != nil {
		return err
	}
	var tally stones.Tally
	err = addBatches(ctx, batches{games: r.Games, size: batchSize}, stderr, sim.Play, func(t stones.Tally) { tally.Add(t) })
	if err != nil {
		return err
	}
	r.Game, r.Rewards, r.Cells = stones.Name, tally.Rewards, tally.Cells
	r.MeanReward, r.StdError = tally.Reward()
	r.MeanCell, _ = tally.Cell()
	return nil
}

func (r *stonesReport) print(out io.Writer) error {
	w := bufio.NewWriter(out)
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
	return w.Flush()
}

// batchSize is how many games of Stepping Stones one core plays before it looks for more.
const batchSize = 4096

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"arcade/games/stones"
)

// newSim has a subcommand for each game that can be simulated.
func newSim() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sim",
		Short: "Play many games by a policy and tell how they ended",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newSimStones())
	cmd.AddCommand(newSimYut())
	cmd.AddCommand(newSimOthello())
	cmd.AddCommand(newSimMatgo())
	return cmd
}

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

// barWidth is the cells of the longest bar.
const barWidth = 40

// bar prints one row of a distribution: the share of n in all, and a bar against the highest.
func bar(w io.Writer, label string, n int, all []int) {
	var sum, highest int
	for _, k := range all {
		sum += k
		highest = max(highest, k)
	}
	length := 0
	if highest > 0 {
		length = (n*barWidth + highest/2) / highest
	}
	line := fmt.Sprintf("  %-10s %6.2f %%  %9d  %s", label, 100*float64(n)/float64(max(sum, 1)), n, strings.Repeat("#", length))
	fmt.Fprintln(w, strings.TrimRight(line, " "))
}

// batchSize is how many games of Stepping Stones one core plays before it looks for more.
const batchSize = 4096

// showProgress draws a line a few times a second until stop, and then takes it away.
func showProgress(w io.Writer, stop <-chan struct{}, progress func() (done, all int)) {
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			fmt.Fprint(w, "\r\x1b[K")
			return
		case <-tick.C:
			done, all := progress()
			fmt.Fprint(w, "\r"+progressLine(done, all, "games")+"\x1b[K")
		}
	}
}

// progressLine is a bar, and how many of all things of a kind are done.
func progressLine(done, all int, things string) string {
	filled := done * barWidth / all
	return fmt.Sprintf("[%s%s] %3d %%  %d of %d %s",
		strings.Repeat("#", filled), strings.Repeat(".", barWidth-filled), done*100/all, done, all, things)
}

// isTerminal is true for a character device, which is near enough for a line of progress.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"arcade/games/othello/search"
	"arcade/games/rng"
)

// newTrain has a subcommand for each game with weights that are learnt.
func newTrain() *cobra.Command {
	cmd := &cobra.Command{
		Use:    "train",
		Short:  "Learn the weights of a game's bots anew (docs/othello-engine.md)",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE:   func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newTrainOthello(), newTrainMatgo())
	return cmd
}

// training is how the weights of the Othello evaluation are learnt: in rounds, each
// by games of the weights of the last one, the first by games of the rough evaluation.
type training struct {
	games, rounds, passes, depth, exact int
	seed, out                           string
	workers                             int
}

func newTrainOthello() *cobra.Command {
	var t training
	cmd := &cobra.Command{
		Use:   "othello",
		Short: "Play Othello against itself and fit the evaluation to the results",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return t.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	f.IntVar(&t.games, "games", 40_000, "games a round")
	f.IntVar(&t.rounds, "rounds", 4, "rounds of playing and fitting")
	f.IntVar(&t.passes, "passes", 30, "passes of the fit over all positions")
	f.IntVar(&t.depth, "depth", 4, "plies that the players look ahead")
	f.IntVar(&t.exact, "exact", 14, "empty squares from which on the games are exact")
	f.StringVar(&t.seed, "seed", "othello", "source of chance")
	f.StringVar(&t.out, "out", "", "the file to write")
	f.IntVar(&t.workers, "workers", 0, "cores to use, 0 for all")
	return cmd
}

func (t training) run(ctx context.Context, out, stderr io.Writer) error {
	if t.out == "" {
		return errors.New("no --out: want a file to write")
	}
	if t.games < 1 || t.games > maxParts {
		return fmt.Errorf("bad --games %d: want 1 to %d", t.games, maxParts)
	}
	if t.rounds < 1 || t.passes < 1 || t.depth < 1 || t.exact < 8 || t.exact > 20 {
		return errors.New("want --rounds, --passes and --depth of 1 or more, --exact 8 to 20")
	}
	var last []search.Sample // of the round before
	var w *search.Weights
	for round := range t.rounds {
		start := time.Now()
		samples, err := t.play(ctx, w, round, stderr)
		if err != nil {
			return err
		}
		if round == 1 {
			last = nil // games of the rough evaluation teach no more once there is a better one
		}
		fmt.Fprintf(out, "round %d: %d positions from %d games in %.0f s\n", round+1, len(samples), t.games, time.Since(start).Seconds())
		r := rng.Derive(t.seed, "fit "+strconv.Itoa(round))
		w = search.Fit(append(last, samples...), t.passes, r, func(stage, n int, learnt, apart float64) {
			fmt.Fprintf(out, "stage %2d: %8d positions, error %.2f discs, %.2f on those kept apart\n", stage, n, learnt, apart)
		})
		last = samples
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("interrupted: %w", context.Cause(ctx))
		}
		data, err := w.Encode()
		if err != nil {
			return err
		}
		if err := os.WriteFile(t.out, data, 0o644); err != nil {
			return err
		}
		fmt.Fprintf(out, "%s: %d bytes\n", t.out, len(data))
	}
	return nil
}

// play plays a round's games; game i is the same one however many cores there are.
func (t training) play(ctx context.Context, w *search.Weights, round int, stderr io.Writer) ([]search.Sample, error) {
	school := search.School{Weights: w, Depth: t.depth, Random: 16, Exact: t.exact}
	byGame := make([][]search.Sample, t.games)
	err := batches{games: t.games, size: 1, workers: t.workers}.play(ctx, stderr, func() func(int, int) {
		p := search.NewPupil(school)
		return func(i, _ int) {
			p.Forget()
			byGame[i] = p.Play(rng.Derive(t.seed, fmt.Sprintf("round %d game %d", round, i)))
		}
	})
	var all []search.Sample
	for _, g := range byGame {
		all = append(all, g...)
	}
	return all, err
}

// Package lab has the commands of the laboratory: engines over JSON lines, simulations, solvers,
// training, self-play and benchmarks.
package lab

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"arcade/cmd/arcade/cli"
)

// job has the common flags of commands that play, search and learn. A command embeds it and adds its own
// flags. It uses parts, inOrder and answer.
type job struct {
	games   int
	seed    string
	workers int
	asJSON  bool

	stdout, stderr io.Writer // stderr gets the progress
}

// command returns the command of a job that prints its result, with --json.
func (j *job) command(use, short string, do func(context.Context) (cli.Found, error)) *cobra.Command {
	cmd := j.telling(use, short, func(ctx context.Context) error {
		f, err := do(ctx)
		if err != nil {
			return err
		}
		return cli.Answer(j.stdout, j.asJSON, f)
	})
	cmd.Flags().BoolVar(&j.asJSON, "json", false, "print one JSON object")
	return cmd
}

// telling returns the command of a job that writes to stdout as it goes.
func (j *job) telling(use, short string, do func(context.Context) error) *cobra.Command {
	return &cobra.Command{
		Use:   use,
		Short: short,
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			j.stdout, j.stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			return do(cmd.Context())
		},
	}
}

// bindGames adds --games, --seed and --workers, with descriptions of the first two.
func (j *job) bindGames(cmd *cobra.Command, games int, aboutGames, seed, aboutSeed string) {
	f := cmd.Flags()
	f.IntVar(&j.games, "games", games, aboutGames)
	f.StringVar(&j.seed, "seed", seed, "source of chance"+aboutSeed)
	f.IntVar(&j.workers, "workers", 0, "how many to play at once; 0: one a core")
	cmd.Use += " [N]"
	cmd.Args = j.count
}

// count reads the number of games from the arguments, as in "arcade sim GAME 1000".
func (j *job) count(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return cobra.NoArgs(cmd, args)
	}
	n, err := strconv.Atoi(args[0])
	switch {
	case err != nil:
		return cobra.NoArgs(cmd, args)
	case cmd.Flags().Changed("games"):
		return fmt.Errorf("%d and --games %d: want one of them", n, j.games)
	}
	j.games = n
	return nil
}

// parts returns all games of the job in pieces of size games; things is their name in the progress.
func (j *job) parts(size int, things string) parts {
	return parts{to: j.games, size: size, workers: j.workers, progress: newProgress(j.stderr, j.games, things)}
}

// barWidth is the length of the longest bar in cells.
const barWidth = 40

// bar prints a row of a distribution: the share of n in all, and a bar relative to the highest.
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

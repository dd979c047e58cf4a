package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// job is what the commands that play, search and learn have in common. A command embeds
// it with its own flags; parts, inOrder and answer do the rest.
type job struct {
	games   int
	seed    string
	workers int
	asJSON  bool

	stdout, stderr io.Writer // stderr is told how far it is
}

// found is what came of a job: encoded as one JSON object, or printed for people.
type found interface{ Print(w io.Writer) }

// command is the command of a job that prints what came of it, with --json.
func (j *job) command(use, short string, do func(context.Context) (found, error)) *cobra.Command {
	cmd := j.telling(use, short, func(ctx context.Context) error {
		f, err := do(ctx)
		if err != nil {
			return err
		}
		return answer(j.stdout, j.asJSON, f)
	})
	cmd.Flags().BoolVar(&j.asJSON, "json", false, "print one JSON object")
	return cmd
}

// telling is the command of a job that writes to stdout as it goes.
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

// bindGames adds --games, --seed and --workers, with what the first two say of themselves.
func (j *job) bindGames(cmd *cobra.Command, games int, aboutGames, seed, aboutSeed string) {
	f := cmd.Flags()
	f.IntVar(&j.games, "games", games, aboutGames)
	f.StringVar(&j.seed, "seed", seed, "source of chance"+aboutSeed)
	f.IntVar(&j.workers, "workers", 0, "how many to play at once; 0: one a core")
}

// parts are all games of the job, in pieces of some; things is what progress calls them.
func (j *job) parts(size int, things string) parts {
	return parts{to: j.games, size: size, workers: j.workers, progress: newProgress(j.stderr, j.games, things)}
}

// interrupted is the error of what ctx has ended.
func interrupted(ctx context.Context) error {
	return fmt.Errorf("interrupted: %w", context.Cause(ctx))
}

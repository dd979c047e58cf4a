package lab

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"arcade/cmd/arcade/cli"
	"arcade/games"
	"arcade/games/puzzles"
)

// NewPuzzles returns the command that looks for puzzles in matches between bots, as a house does in idle
// time.
func NewPuzzles(reg *games.Registry) *cobra.Command {
	cmd := &cobra.Command{
		Use: "puzzles", Short: "Find puzzles in matches between bots, as a house does in idle time", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	for _, g := range reg.Games() {
		if z, ok := g.(games.Puzzler); ok {
			cmd.AddCommand(newPuzzlesOf(g, z))
		}
	}
	cmd.AddCommand(newPrepare(reg))
	return cmd
}

func newPuzzlesOf(g games.Game, z games.Puzzler) *cobra.Command {
	var j job
	name := g.Info().Name
	cmd := j.command(name, "Find puzzles of "+name, func(ctx context.Context) (cli.Found, error) {
		return findPuzzles(ctx, g, z, j.games, j.seed)
	})
	cmd.Flags().IntVar(&j.games, "games", 20, "matches to look in")
	cmd.Flags().StringVar(&j.seed, "seed", "puzzles", "source of chance; match i follows from SEED/i")
	return cmd
}

// foundPuzzles is the result of a search. The seed determines the puzzles, but not the hours.
type foundPuzzles struct {
	Game    string         `json:"game"`
	Games   int            `json:"games"`
	Seconds float64        `json:"seconds"`
	Puzzles []puzzles.Made `json:"puzzles"`
}

func findPuzzles(ctx context.Context, g games.Game, z games.Puzzler, matches int, seed string) (cli.Found, error) {
	out := foundPuzzles{Game: g.Info().Name, Games: matches, Puzzles: []puzzles.Made{}}
	began := time.Now()
	for i := range matches {
		list, err := puzzles.Match(g, z, seedOf(seed, i), func() bool { return ctx.Err() != nil })
		if err != nil {
			return nil, cut(ctx, err)
		}
		out.Puzzles = append(out.Puzzles, list...)
	}
	out.Seconds = time.Since(began).Seconds()
	return out, nil
}

// newPrepare returns the command that writes the puzzles that the program brings along.
func newPrepare(reg *games.Registry) *cobra.Command {
	var keep int
	var seed string
	cmd := &cobra.Command{
		Use: "prepare DIR [GAME...]", Short: "Write the puzzles that the program brings along", Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, name := range args[1:] {
				if games.As[games.Puzzler](reg, name) == nil {
					return fmt.Errorf("%w with puzzles: %s", games.ErrUnknownGame, name)
				}
			}
			for _, g := range reg.Games() {
				if z, ok := g.(games.Puzzler); ok && (len(args) == 1 || slices.Contains(args[1:], g.Info().Name)) {
					if err := prepare(cmd.Context(), g, z, args[0], keep, seed); err != nil {
						return err
					}
				}
			}
			return nil
		},
	}
	cmd.Flags().IntVar(&keep, "keep", 60, "puzzles of each game")
	cmd.Flags().StringVar(&seed, "seed", "prepared", "source of chance; match i follows from SEED/i")
	return cmd
}

// prepare writes the file of a game.
func prepare(ctx context.Context, g games.Game, z games.Puzzler, dir string, keep int, seed string) error {
	list, err := puzzles.Prepare(g, z, keep, func(i int) string { return seedOf(seed, i) }, func() bool { return ctx.Err() != nil })
	if err != nil {
		return cut(ctx, err)
	}
	name, data, err := puzzles.File(g.Info().Name, list)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, name), data, 0o644)
}

// seedOf returns the seed of a match: 32 hexadecimal digits, which every game accepts.
func seedOf(seed string, i int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s/%d", seed, i))
	return hex.EncodeToString(sum[:16])
}

// cut returns the reason why a search ended early.
func cut(ctx context.Context, err error) error {
	if errors.Is(err, games.ErrStopped) {
		return cli.Interrupted(ctx)
	}
	return err
}

// Print prints each puzzle in a line, and the number of puzzles an hour.
func (f foundPuzzles) Print(w io.Writer) {
	for _, z := range f.Puzzles {
		step := z.Puzzle.Line[0]
		best, _ := step.Worth(step.Action)
		second, _ := step.Second()
		fmt.Fprintf(w, "%s after %3d  %-8s %d of %d answers  %s %.2f, then %s %.2f\n", z.Setup.Seed, len(z.Plies), z.Puzzle.Goal,
			(len(z.Puzzle.Line)+1)/2, len(step.Options), best.Action, best.Points, second.Action, second.Points)
	}
	fmt.Fprintf(w, "%d puzzles in %d matches, %.1f s: %.0f an hour of one core\n", len(f.Puzzles), f.Games, f.Seconds, float64(len(f.Puzzles))/f.Seconds*3600)
}

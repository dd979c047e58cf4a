package lab

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
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
	Game    string        `json:"game"`
	Games   int           `json:"games"`
	Seconds float64       `json:"seconds"`
	Puzzles []foundPuzzle `json:"puzzles"`
}

// foundPuzzle is a position with one answer, and the match up to it.
type foundPuzzle struct {
	Setup  games.Setup    `json:"setup"`
	Plies  []games.Action `json:"plies"`
	Puzzle games.Puzzle   `json:"puzzle"`
}

// perMatch limits the puzzles that a house takes from one match.
const perMatch = 2

func findPuzzles(ctx context.Context, g games.Game, z games.Puzzler, matches int, seed string) (cli.Found, error) {
	out := foundPuzzles{Game: g.Info().Name, Games: matches, Puzzles: []foundPuzzle{}}
	stop := func() bool { return ctx.Err() != nil }
	began := time.Now()
	for i := range matches {
		setup, plies, err := puzzles.BotMatch(g, seedOf(seed, i), stop)
		if err != nil {
			return nil, cut(ctx, err)
		}
		list, err := puzzles.Find(z, setup, plies, perMatch, stop)
		if err != nil {
			return nil, cut(ctx, err)
		}
		for _, f := range list {
			out.Puzzles = append(out.Puzzles, foundPuzzle{setup, plies[:f.Ply:f.Ply], f.Puzzle})
		}
	}
	out.Seconds = time.Since(began).Seconds()
	return out, nil
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

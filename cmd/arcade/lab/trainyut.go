package lab

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"arcade/games/yut"
)

// yutTraining trains the network by which Yut Run's master plays.
type yutTraining struct {
	job
	rounds, passes int
	from, out      string
}

func newTrainYut() *cobra.Command {
	var t yutTraining
	cmd := t.telling("yut", "Play Yut Run and fit the network of master to the results", t.run)
	t.bindGames(cmd, 100_000, "games a round", yut.Name, "")
	f := cmd.Flags()
	f.IntVar(&t.rounds, "rounds", 6, "rounds of playing and fitting")
	f.IntVar(&t.passes, "passes", 5, "passes of the fit over all positions")
	f.StringVar(&t.from, "from", "", "the network to begin with; a new one without")
	f.StringVar(&t.out, "out", "", "the file to write")
	return cmd
}

func (t *yutTraining) run(ctx context.Context) error {
	if t.out == "" {
		return errors.New("no --out: want a file to write")
	}
	if t.games < 1 || t.games > maxParts || t.rounds < 1 || t.passes < 1 {
		return errors.New("want --games, --rounds and --passes of 1 or more")
	}
	from := []byte("{}")
	if t.from != "" {
		raw, err := os.ReadFile(t.from)
		if err != nil {
			return err
		}
		from = raw
	}
	raw, err := yut.Fit(from, t.rounds, t.games, t.passes, t.seed, func(round int, mean, stdErr, wrong float64) {
		fmt.Fprintf(os.Stderr, "round %d: %.3f ± %.3f turns, mean square error %.4f\n", round+1, mean, stdErr, wrong)
	})
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return os.WriteFile(t.out, append(raw, '\n'), 0o644)
}

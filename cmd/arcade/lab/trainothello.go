package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"arcade/games/othello"
	"arcade/games/othello/search"
	"arcade/games/rng"
)

// training learns the weights of the Othello evaluation in rounds. Each round plays games with the
// weights of the previous round, the first one with the rough evaluation.
type training struct {
	job
	rounds, passes, depth, exact, random, stray int
	lambda                                      float64
	shapes, by, out                             string
}

// Evaluations by the names of the flags.
var (
	othelloShapes  = map[string]search.Shapes{"narrow": search.Narrow, "wide": search.Wide}
	othelloWeights = map[string]func() *search.Weights{
		"rough":  func() *search.Weights { return nil },
		"narrow": search.Quick,
		"wide":   search.Learnt,
	}
)

func newTrainOthello() *cobra.Command {
	var t training
	cmd := t.telling("othello", "Play Othello against itself and fit the evaluation to the results", t.run)
	t.bindGames(cmd, 40_000, "games a round", othello.Name, "")
	f := cmd.Flags()
	f.IntVar(&t.rounds, "rounds", 4, "rounds of playing and fitting")
	f.IntVar(&t.passes, "passes", 30, "passes of the fit over all positions")
	f.IntVar(&t.depth, "depth", 4, "plies that the players look ahead")
	f.IntVar(&t.exact, "exact", 14, "empty squares from which on the games are exact")
	f.IntVar(&t.random, "random", 16, "most random plies at the start of a game")
	f.IntVar(&t.stray, "stray", 0, "random moves of a hundred after that")
	f.Float64Var(&t.lambda, "lambda", 0.9, "weight of a game's result for each position, against later evaluations in the game, 0 to 1")
	f.StringVar(&t.shapes, "shapes", "wide", "the evaluation to learn: narrow or wide")
	f.StringVar(&t.by, "by", "rough", "the evaluation of this binary that the first round is played by: rough, narrow or wide")
	f.StringVar(&t.out, "out", "", "the file to write")
	return cmd
}

func (t *training) run(ctx context.Context) error {
	if t.out == "" {
		return errors.New("no --out: want a file to write")
	}
	if t.games < 1 || t.games > maxParts {
		return fmt.Errorf("bad --games %d: want 1 to %d", t.games, maxParts)
	}
	if t.rounds < 1 || t.passes < 1 || t.depth < 1 || t.exact < 8 || t.exact > 20 {
		return errors.New("want --rounds, --passes and --depth of 1 or more, --exact 8 to 20")
	}
	if t.random < 0 || t.random > 40 || t.stray < 0 || t.stray > 100 || t.lambda < 0 || t.lambda > 1 {
		return errors.New("want --random 0 to 40, --stray 0 to 100, --lambda 0 to 1")
	}
	shapes, by := othelloShapes[t.shapes], othelloWeights[t.by]
	if shapes == nil || by == nil {
		return errors.New("want --shapes narrow or wide, --by rough, narrow or wide")
	}
	var last []search.Sample // samples of the previous round
	w := by()
	for round := range t.rounds {
		start := time.Now()
		samples, err := t.play(ctx, w, round)
		if err != nil {
			return err
		}
		if round == 1 && t.by == "rough" {
			last = nil // games of the rough evaluation are useless once there is a better one
		}
		fmt.Fprintf(t.stdout, "round %d: %d positions from %d games in %.0f s\n", round+1, len(samples), t.games, time.Since(start).Seconds())
		if w, err = t.fit(ctx, shapes, append(last, samples...), round); err != nil {
			return err
		}
		last = samples
		data, err := w.Encode()
		if err != nil {
			return err
		}
		if err := os.WriteFile(t.out, data, 0o644); err != nil {
			return err
		}
		fmt.Fprintf(t.stdout, "%s: %d bytes\n", t.out, len(data))
	}
	return nil
}

// play plays a round's games. Game i is the same with any number of cores.
func (t *training) play(ctx context.Context, w *search.Weights, round int) (all []search.Sample, err error) {
	school := search.School{Weights: w, Depth: t.depth, Random: t.random, Exact: t.exact, Lambda: float32(t.lambda), Stray: t.stray}
	err = inOrder(ctx, t.parts(1, "games"),
		func() func(int, int) []search.Sample {
			p := search.NewPupil(school)
			return func(i, _ int) []search.Sample {
				p.Forget()
				return p.Play(rng.Derive(t.seed, fmt.Sprintf("round %d game %d", round, i)))
			}
		},
		func(game []search.Sample) error { all = append(all, game...); return nil })
	return all, err
}

// fit fits an evaluation to samples. It is the same with any number of cores.
func (t *training) fit(ctx context.Context, shapes search.Shapes, samples []search.Sample, round int) (*search.Weights, error) {
	var stages []search.Stage
	err := inOrder(ctx, parts{to: shapes.Stages(), size: 1, workers: t.workers},
		eachPart(func(st, _ int) search.Stage {
			return search.Fit(shapes, samples, st, t.passes, fmt.Sprintf("%s fit %d", t.seed, round))
		}),
		func(s search.Stage) error {
			fmt.Fprintf(t.stdout, "stage %2d: %8d positions, error %.2f discs, %.2f on those kept apart\n", len(stages), s.Samples, s.Learnt, s.Apart)
			stages = append(stages, s)
			return nil
		})
	if err != nil {
		return nil, err
	}
	return search.Join(shapes, stages), nil
}

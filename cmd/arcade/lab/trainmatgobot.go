package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"arcade/cmd/arcade/cli"
	"arcade/games/matgo"
	"arcade/games/matgo/bots"
	"arcade/games/matgo/sim"
	"arcade/games/rng"
)

// matgoSchool trains the net of the learnt Matgo bot. It plays rounds and tries their choices in worlds.
// Then the net learns the differences between the choices.
type matgoSchool struct {
	job                     // its games are the rounds to learn from
	rules            string // the name of the rules
	school           bots.School
	epochs           int
	rate, last       float64
	out, lessonsFile string
}

func newTrainMatgoBot() *cobra.Command {
	var t matgoSchool
	cmd := t.telling("bot", "Try the choices of Matgo rounds and learn the weights of the learnt bot", t.run)
	t.bindGames(cmd, 1_000_000, "rounds to learn from", matgo.Name, "")
	f := cmd.Flags()
	bindMatgoRules(f, &t.rules)
	f.IntVar(&t.epochs, "epochs", 2, "how often to learn from each round")
	f.Float64Var(&t.rate, "rate", 0.003, "learning rate at the start")
	f.Float64Var(&t.last, "last-rate", 0.0003, "learning rate at the end")
	f.StringVar(&t.lessonsFile, "lessons", "", "keep the rounds in a file, and continue with the rounds in it")
	f.StringVar(&t.out, "out", "", "the file to write")
	return cmd
}

func (t *matgoSchool) check() (err error) {
	t.school.Seed = t.seed + " school/"
	if t.school.Rules, err = matgoRules(t.rules); err != nil {
		return err
	}
	if t.out == "" {
		return errors.New("no --out: want a file to write")
	}
	if t.games < 1 || t.games > sim.MaxRounds || t.epochs < 1 {
		return errors.New("want --games and --epochs of 1 or more")
	}
	if !(t.rate > 0 && t.rate < 1) || !(t.last > 0 && t.last < 1) {
		return errors.New("want a --rate and a --last-rate between 0 and 1")
	}
	return nil
}

func (t *matgoSchool) run(ctx context.Context) error {
	if err := t.check(); err != nil {
		return err
	}
	rounds, err := t.play(ctx)
	if err != nil {
		return err
	}
	return t.learn(ctx, rounds)
}

// play returns the rounds with their samples. It reads them from the file, and plays the missing ones.
func (t *matgoSchool) play(ctx context.Context) (rounds [][]byte, err error) {
	keep := io.Discard
	if t.lessonsFile != "" {
		f, err := os.OpenFile(t.lessonsFile, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		data, err := io.ReadAll(f)
		if err != nil {
			return nil, err
		}
		var rest []byte // an incomplete part from a stopped run
		rounds, rest = bots.SplitSamples(data)
		rounds = rounds[:min(len(rounds), t.games)]
		if err := t.school.CheckSamples(rounds); err != nil {
			return nil, fmt.Errorf("%s: %w", t.lessonsFile, err)
		}
		keep = f
		if err := f.Truncate(int64(len(data) - len(rest))); err != nil {
			return nil, err
		}
		if _, err := f.Seek(0, io.SeekEnd); err != nil {
			return nil, err
		}
	}
	p := t.parts(16, "rounds")
	p.from = len(rounds)
	if p.from == p.to {
		return rounds, nil
	}
	err = inOrder(ctx, p, func() func(int, int) []byte {
		worker := bots.NewWorker(t.school)
		return func(from, to int) (part []byte) {
			for i := from; i < to; i++ {
				part = worker.Play(i+1, part)
			}
			return part
		}
	}, func(part []byte) error {
		list, _ := bots.SplitSamples(part)
		rounds = append(rounds, list...)
		_, err := keep.Write(part)
		return err
	})
	return rounds, err
}

// heldBack is the ratio of rounds that the training does not use: one in heldBack.
const heldBack = 20

// learn trains a net, and writes it after each epoch.
func (t *matgoSchool) learn(ctx context.Context, rounds [][]byte) error {
	held := rounds[len(rounds)-len(rounds)/heldBack:]
	rounds = append([][]byte(nil), rounds[:len(rounds)-len(held)]...)
	n := bots.NewNet(rng.Derive(t.seed, "net"))
	trainer := bots.NewTrainer(n, t.school)
	start := time.Now()
	for epoch := range t.epochs {
		// Each epoch shuffles the order of the previous epoch.
		rng.Derive(t.seed, "order "+strconv.Itoa(epoch)).Shuffle(len(rounds), func(i, j int) { rounds[i], rounds[j] = rounds[j], rounds[i] })
		for i, round := range rounds {
			if ctx.Err() != nil {
				return cli.Interrupted(ctx)
			}
			part := (float64(epoch) + float64(i)/float64(len(rounds))) / float64(t.epochs)
			if err := trainer.Train(round, float32(t.rate*math.Pow(t.last/t.rate, part))); err != nil {
				return err
			}
		}
		var e bots.Exam
		for _, round := range held {
			if err := trainer.Examine(round, &e); err != nil {
				return err
			}
		}
		fmt.Fprintf(t.stdout, "epoch %d, %.0f s; on %d rounds kept back, points a round more than sensible:", epoch+1, time.Since(start).Seconds(), len(held))
		for _, g := range []struct {
			name string
			bots.Gain
		}{{"cards", e.Cards}, {"go", e.Go}, {"all", e.All}} {
			m := g.PerRound(e.Rounds)
			fmt.Fprintf(t.stdout, " %s %+.2f ± %.2f (%d of %d otherwise)", g.name, m.Mean, m.SE, g.Other, g.Decisions)
		}
		fmt.Fprintln(t.stdout)
		data, err := n.Encode()
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(t.out), 0o755); err != nil {
			return err
		}
		if err := replaceFile(t.out, data); err != nil {
			return err
		}
	}
	return nil
}

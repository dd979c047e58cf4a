package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"arcade/games/matgo"
	"arcade/games/matgo/net"
	"arcade/games/rng"
)

// matgoSchool is how the net of the learnt Matgo bot comes about: first from rounds of
// the sensible bot, then from rounds that it plays against itself. While the rounds of
// one term are played, the net learns from those of the term before: so the cores are
// busy, and the outcome does not depend on how many there are.
type matgoSchool struct {
	job               // its games are the rounds to learn from
	taught, term      int
	stray             int
	trace, rate, last float64
	out, from         string
}

func newTrainMatgoBot() *cobra.Command {
	var t matgoSchool
	cmd := t.telling("bot", "Play Matgo against itself and learn the weights of the learnt bot", t.run)
	t.bindGames(cmd, 500_000, "rounds to learn from", matgo.Name, "")
	f := cmd.Flags()
	f.IntVar(&t.taught, "taught", 40_000, "the first of them, which the sensible bot plays")
	f.IntVar(&t.term, "term", 4096, "rounds that are played with the same weights")
	f.IntVar(&t.stray, "stray", 16, "one choice in so many is any legal one; 0: none")
	f.Float64Var(&t.trace, "trace", 0.75, "how much what came later counts, against what it was thought to be (lambda)")
	f.Float64Var(&t.rate, "rate", 0.002, "rate of learning at first")
	f.Float64Var(&t.last, "last-rate", 0.0001, "rate of learning at last")
	f.StringVar(&t.from, "from", "", "weights to begin with; \"\": none")
	f.StringVar(&t.out, "out", "", "the file to write")
	return cmd
}

func (t *matgoSchool) check() error {
	if t.out == "" {
		return errors.New("no --out: want a file to write")
	}
	if t.games < 1 || t.games > matgo.MaxSimRounds || t.taught < 0 || t.term < 1 || t.stray < 0 {
		return errors.New("want --games and --term of 1 or more, --taught and --stray of 0 or more")
	}
	if !(t.trace >= 0 && t.trace <= 1) || !(t.rate > 0 && t.rate < 1) || !(t.last > 0 && t.last < 1) {
		return errors.New("want a --trace of 0 to 1, a --rate and a --last-rate between 0 and 1")
	}
	return nil
}

// run learns, and writes the weights every now and then.
func (t *matgoSchool) run(ctx context.Context) error {
	if err := t.check(); err != nil {
		return err
	}
	n := matgo.NewNet(rng.Derive(t.seed, "net"))
	if t.from != "" {
		data, err := os.ReadFile(t.from)
		if err != nil {
			return err
		}
		if n, err = matgo.ReadNet(data); err != nil {
			return fmt.Errorf("%s: %w", t.from, err)
		}
	}
	start, said := time.Now(), 0
	var lessons []matgo.Lesson // of the term before
	var wrong float64
	var learnt int
	for from := 0; from < t.games || lessons != nil; from += t.term {
		plays := n.Copy()
		if from < t.taught {
			plays = nil
		}
		done := make(chan struct{})
		go func() {
			defer close(done)
			for i, j := range t.order(len(lessons), from) {
				miss := float64(lessons[j].Teach(n, t.rateAt(from, i, len(lessons))))
				wrong += miss * miss
				learnt++
			}
		}()
		next, err := t.play(ctx, plays, from, min(from+t.term, t.games))
		<-done
		if err != nil {
			return err
		}
		lessons = next
		if from-said >= 1<<16 || lessons == nil {
			fmt.Fprintf(t.stdout, "%d rounds, %.0f a second: off by %.1f points\n", from, float64(from)/time.Since(start).Seconds(), math.Sqrt(wrong/float64(max(learnt, 1))))
			said, wrong, learnt = from, 0, 0
			if err := t.write(n); err != nil {
				return err
			}
		}
	}
	return nil
}

// order is an order of a term's lessons: each round's hang together.
func (t *matgoSchool) order(n, from int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	rng.Derive(t.seed, "order "+strconv.Itoa(from)).Shuffle(n, func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// rateAt falls from rate to last, first fast.
func (t *matgoSchool) rateAt(from, lesson, lessons int) float32 {
	part := (float64(from) + float64(t.term)*float64(lesson)/float64(lessons)) / float64(t.games)
	return float32(t.rate * math.Pow(t.last/t.rate, min(part, 1)))
}

// play plays a term's rounds; round i is the same one however many cores there are.
func (t *matgoSchool) play(ctx context.Context, n *net.Net, from, to int) ([]matgo.Lesson, error) {
	if from >= to {
		return nil, ctx.Err()
	}
	var all []matgo.Lesson
	err := inOrder(ctx, parts{from: from, to: to, size: 32, workers: t.workers}, func() func(int, int) []matgo.Lesson {
		p := matgo.NewPupil(n, t.stray, float32(t.trace))
		return func(from, to int) (list []matgo.Lesson) {
			for i := from; i < to; i++ {
				list = p.Play(t.seed+" school/"+strconv.Itoa(i+1), list)
			}
			return list
		}
	}, func(list []matgo.Lesson) error { all = append(all, list...); return nil })
	return all, err
}

func (t *matgoSchool) write(n *net.Net) error {
	data, err := n.Encode()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(t.out), 0o755); err != nil {
		return err
	}
	return replaceFile(t.out, data)
}

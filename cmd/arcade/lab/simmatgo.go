package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"arcade/cmd/arcade/cli"
	"arcade/games"
	"arcade/games/matgo"
	"arcade/games/matgo/bots"
	"arcade/games/matgo/sim"
)

// matgoPart is the number of rounds that one worker plays at a time. Their lines, about 800 KB, stay in a
// core's cache.
const matgoPart = 64

// matgoSim has the flags of a simulation of Matgo.
type matgoSim struct {
	job
	bots   []string
	log    string // path of the log, "" for none
	quiet  bool   // write no log
	mode   string
	rules  string // the name of the rules
	paired bool
	skip   int  // number of skipped deals
	seeded bool // seed was given
}

// Matgo has the commands of Matgo.
var Matgo = Tools{Sim: newSimMatgo, Train: newTrainMatgo, Selfplay: newSelfplayMatgo}

func newSimMatgo() *cobra.Command {
	var s matgoSim
	var cmd *cobra.Command
	cmd = s.command("matgo", "Let two Matgo bots play rounds, and log each decision", func(ctx context.Context) (cli.Found, error) {
		switch {
		case s.skip != 0 && !s.paired:
			return nil, errors.New("--skip wants --paired")
		case s.quiet && (s.log != "" || cmd.Flags().Changed("log-mode")):
			return nil, errors.New("--no-log writes no log: leave --log and --log-mode out")
		case s.quiet || s.paired:
			s.mode = sim.LogNone
		case s.log == "":
			s.log = freeLog(time.Now())
		}
		if s.paired {
			s.seeded = cmd.Flags().Changed("seed")
			return s.runPaired(ctx)
		}
		start := time.Now()
		report, played, err := s.run(ctx)
		if err != nil {
			return nil, err
		}
		return matgoFound{report, &s, played, time.Since(start)}, nil
	})
	s.bindGames(cmd, 1000, "how many rounds to play", matgo.Name, "; round i is the one of SEED/i, from 1")
	f := cmd.Flags()
	f.StringSliceVar(&s.bots, "bots", []string{"random", "random"}, "seat 0 and seat 1, two of "+strings.Join(games.BotNames(bots.Game{}), ", ")+"; model:PATH is a file of a trained one")
	bindMatgoRules(f, &s.rules)
	f.StringVar(&s.log, "log", "", "write a JSON line a round to this file, and go on with one that was interrupted; \"\": a new "+newLogs)
	f.BoolVar(&s.quiet, "no-log", false, "write no log and no report file")
	f.StringVar(&s.mode, "log-mode", sim.LogCompact, "what a line has: "+strings.Join(sim.LogModes(), ", "))
	f.BoolVar(&s.paired, "paired", false, "play each of --games deals twice, seats changed, and compare the bots; without --seed the deals of the evaluation set")
	f.IntVar(&s.skip, "skip", 0, "deals of --paired to leave out before the first")
	return cmd
}

// run returns the report of all rounds, and the number of rounds played now.
func (s *matgoSim) run(ctx context.Context) (r sim.Report, played int, err error) {
	if s.games < 1 || s.games > sim.MaxRounds {
		return r, 0, fmt.Errorf("bad --games %d: want 1 to %d", s.games, sim.MaxRounds)
	}
	if err := s.parts(0, s.games).check(); err != nil {
		return r, 0, err
	}
	rounds, err := s.simulation(s.seed)
	if err != nil {
		return r, 0, err
	}
	if s.log != "" && s.mode == sim.LogNone {
		return r, 0, fmt.Errorf("bad --log-mode %s: want one of %s", s.mode, strings.Join(sim.LogModes(), ", "))
	}
	if s.log == "" {
		var sums sim.Sums
		err := s.count(ctx, rounds, 0, s.games, &sums)
		return rounds.Report(sums, s.games), s.games, err
	}
	return s.logged(ctx, rounds)
}

// newLogs are the names of logs without --log.
const newLogs = "logs/ai-vs-ai-*.jsonl"

// freeLog returns the file for a new log.
func freeLog(now time.Time) string {
	at := now.UTC().Format("20060102-150405")
	for n := 1; ; n++ {
		file := strings.Replace(newLogs, "*", at, 1)
		if _, err := os.Lstat(file); errors.Is(err, fs.ErrNotExist) {
			return file
		}
		at = fmt.Sprintf("%s-%d", now.UTC().Format("20060102-150405"), n+1)
	}
}

// parts returns the rounds from <= n < to.
func (s *matgoSim) parts(from, to int) parts {
	p := s.job.parts(matgoPart, "rounds")
	p.from, p.to, p.progress.all = from, to, to
	return p
}

// count plays rounds without writing them and adds them to sums.
func (s *matgoSim) count(ctx context.Context, rounds *sim.Simulation, from, to int, sums *sim.Sums) error {
	if from == to {
		return nil
	}
	return inOrder(ctx, s.parts(from, to),
		eachPart(func(from, to int) sim.Sums { _, sums := rounds.Play(from, to, nil); return sums }),
		func(part sim.Sums) error { sums.Add(part); return nil })
}

// underRules names rules in a heading, "" for the document's.
func underRules(name string) string {
	if name == "" {
		return ""
	}
	return ", " + name + " rules"
}

// matgoFound is the result of a simulation.
type matgoFound struct {
	sim.Report

	sim    *matgoSim
	played int // rounds of this run, without earlier runs
	took   time.Duration
}

func (r matgoFound) Print(w io.Writer) {
	percent := func(share float64) string { return fmt.Sprintf("%.2f %%", 100*share) }
	fmt.Fprintf(w, "Matgo%s, %s against %s: %d rounds, seed %q\n", underRules(r.Rules), r.Bots[0], r.Bots[1], r.Completed, r.Seed)
	fmt.Fprintf(w, "won         %s (human) %d, %s (ai) %d, nobody %d (%s)\n",
		r.Bots[0], r.Winners.Human, r.Bots[1], r.Winners.AI, r.Winners.Draw, percent(r.NagariRate))
	t := r.TurnOrder
	fmt.Fprintf(w, "turn order  first wins %s, second %s; mean score %.3f and %.3f\n",
		percent(t.FirstWinRate), percent(t.SecondWinRate), t.AverageScoreFirst, t.AverageScoreSecond)
	e := r.EventFrequencyPerGame
	fmt.Fprintf(w, "a round     ppuk %.4f, ddadak %.4f, jjob %.4f, ssul %.4f, ttak %.4f\n", e.Ppuk, e.Ddadak, e.Jjob, e.Ssul, e.Ttak)
	fmt.Fprintf(w, "go          said %d times, won %d (%s); efficiency %.3f\n",
		r.GoDecision.Declared, r.GoDecision.Success, percent(r.GoDecision.SuccessRate), r.GoStopEfficiencyAvg)
	fmt.Fprintf(w, "steals      %.4f pi and %.4f gold a round\n", r.StealEfficiency.AveragePi, r.StealEfficiency.AverageGold)
	b := r.BakBreakdown
	fmt.Fprintf(w, "bak         %s of %d losers escaped; pi %d, gwang %d, mong %d, two or more %d\n",
		percent(r.BakEscapeRate), b.TotalLoserCount, b.PiBak, b.GwangBak, b.MongBak, b.DoubleBak)
	l := r.LuckSkillIndex
	fmt.Fprintf(w, "luck        the flip has %s of the cards put to the floor, %s of the captures' weight\n",
		percent(l.FlipRatio), percent(l.WeightedCapture.FlipRatio))
	if r.sim.log != "" {
		fmt.Fprintf(w, "log         %s, report %s\n", r.sim.log, r.sim.reportFile())
	}
	fmt.Fprintf(w, "time        %d rounds in %.2f s: %.0f a second\n", r.played, r.took.Seconds(), float64(r.played)/r.took.Seconds())
}

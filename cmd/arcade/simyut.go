package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"arcade/games/yut"
)

// yutReport is what a simulation of Yut on the run found, as its JSON has it.
type yutReport struct {
	Game      string  `json:"game"`
	Policy    string  `json:"policy"`
	Games     int     `json:"games"`
	Seed      string  `json:"seed"`
	MeanTurns float64 `json:"mean_turns"`
	StdError  float64 `json:"std_error"` // of the mean
	Median    int     `json:"median"`
	// Percentiles are turns by percent: within so many turns that share of the runs ended.
	Percentiles map[int]int `json:"percentiles"`
	MeanThrows  float64     `json:"mean_throws"`
	// Turns are runs by turns; yut.MaxTurns counts all from that many on.
	Turns map[int]int `json:"turns"`
	// Relics and Sticks are what each brings that is carried from the start, a
	// stick in slot 1; empty where that was not asked for.
	Relics []yutEffect `json:"relics"`
	Sticks []yutEffect `json:"sticks"`
}

// yutEffect is by how many turns the same runs change with something carried.
type yutEffect struct {
	ID       string  `json:"id"`
	Change   float64 `json:"change"`
	StdError float64 `json:"std_error"`
}

// yutPercentiles are those that are shown.
var yutPercentiles = []int{1, 5, 25, 50, 75, 95, 99}

func newSimYut() *cobra.Command {
	var r yutReport
	var asJSON, effects bool
	var workers int
	cmd := &cobra.Command{
		Use:   "yut",
		Short: "Simulate Yut on the run",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := r.run(cmd.Context(), workers, effects, cmd.ErrOrStderr()); err != nil {
				return err
			}
			return answer(cmd, asJSON, r, r.print)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&r.Games, "games", 100_000, "how many games to play")
	flags.StringVar(&r.Policy, "policy", yut.Thoughtful, "who plays: "+strings.Join(yut.Policies(), ", "))
	flags.StringVar(&r.Seed, "seed", "yut", "source of chance; game i is the run of SEED/i")
	flags.BoolVar(&effects, "effects", true, "play each game again with each relic and stick, to tell what it brings")
	flags.IntVar(&workers, "workers", 0, "how many games to play at once; 0: one a core")
	flags.BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// yutBatch is how many games one worker plays before it looks for more; with
// effects each of them is some thirty runs.
const yutBatch = 256

func (r *yutReport) run(ctx context.Context, workers int, effects bool, stderr io.Writer) error {
	sim, err := yut.NewSimulation(r.Policy, r.Seed)
	if err != nil {
		return err
	}
	var ids []string
	if effects {
		ids = yut.Carriables()
	}
	type batch struct {
		tally  yut.Tally
		change []yut.Difference
	}
	all := batch{change: make([]yut.Difference, len(ids))}
	err = addBatches(ctx, batches{games: r.Games, size: yutBatch, workers: workers}, stderr,
		func(from, to int) (b batch) {
			b.tally, b.change = sim.Compare(ids, from, to)
			return b
		},
		func(b batch) {
			all.tally.Add(b.tally)
			for i := range b.change {
				all.change[i].Add(b.change[i])
			}
		})
	if err != nil {
		return err
	}
	r.Game, r.Percentiles, r.Turns = yut.Name, map[int]int{}, map[int]int{}
	r.Relics, r.Sticks = []yutEffect{}, []yutEffect{}
	r.MeanTurns, r.StdError = all.tally.Mean()
	r.MeanThrows = float64(all.tally.Throws) / float64(all.tally.Games)
	r.Median = all.tally.Percentile(50)
	for _, p := range yutPercentiles {
		r.Percentiles[p] = all.tally.Percentile(float64(p))
	}
	for turns, n := range all.tally.Turns {
		if n > 0 {
			r.Turns[turns] = n
		}
	}
	for i, id := range ids {
		mean, stdErr := all.change[i].Mean()
		e := yutEffect{id, mean, stdErr}
		if _, relic := yut.FindRelic(id); relic {
			r.Relics = append(r.Relics, e)
		} else {
			r.Sticks = append(r.Sticks, e)
		}
	}
	return nil
}

func (r *yutReport) print(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "Yut on the run: %d games, policy %s, seed %q\n", r.Games, r.Policy, r.Seed)
	fmt.Fprintf(w, "mean turns   %.3f ± %.3f\n", r.MeanTurns, r.StdError)
	fmt.Fprintf(w, "median       %d\npercentiles ", r.Median)
	for _, p := range yutPercentiles {
		fmt.Fprintf(w, "  %d %%: %d", p, r.Percentiles[p])
	}
	fmt.Fprintf(w, "\nmean throws  %.3f\n\nturns\n", r.MeanThrows)
	least, most := yut.MaxTurns, 0
	var counts [yut.MaxTurns + 1]int
	for turns, n := range r.Turns {
		counts[turns] = n
		least, most = min(least, turns), max(most, turns)
	}
	for turns := least; turns <= most; turns++ {
		bar(w, fmt.Sprint(turns), counts[turns], counts[:])
	}
	for _, part := range []struct {
		what string
		list []yutEffect
	}{{"relic from the start", r.Relics}, {"stick in slot 1 from the start", r.Sticks}} {
		if len(part.list) == 0 {
			continue
		}
		fmt.Fprintf(w, "\n%s: change of the mean turns\n", part.what)
		for _, e := range part.list {
			fmt.Fprintf(w, "  %-18s %+.3f ± %.3f\n", e.ID, e.Change, e.StdError)
		}
	}
	return w.Flush()
}

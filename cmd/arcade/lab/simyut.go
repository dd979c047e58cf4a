package lab

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"arcade/cmd/arcade/cli"
	"arcade/games/yut"
)

// yutReport is the JSON form of a simulation of Yut Run.
type yutReport struct {
	Game      string  `json:"game"`
	Policy    string  `json:"policy"`
	Games     int     `json:"games"`
	Seed      string  `json:"seed"`
	MeanTurns float64 `json:"mean_turns"`
	StdError  float64 `json:"std_error"` // of the mean
	Median    int     `json:"median"`
	// Percentiles maps a percentage of the runs to the turns within which they ended.
	Percentiles map[int]int `json:"percentiles"`
	MeanThrows  float64     `json:"mean_throws"`
	// Turns counts runs by turns. yut.MaxTurns counts all runs with that many or more.
	Turns map[int]int `json:"turns"`
	// Relics and Sticks are the effects of items carried from the start, a stick in slot 1. They are
	// empty unless requested.
	Relics []yutEffect `json:"relics"`
	Sticks []yutEffect `json:"sticks"`
}

// yutEffect is the change in turns when the same runs have one more item.
type yutEffect struct {
	ID       string  `json:"id"`
	Change   float64 `json:"change"`
	StdError float64 `json:"std_error"`
}

// yutPercentiles are the percentiles shown.
var yutPercentiles = []int{1, 5, 25, 50, 75, 95, 99}

// yutSim has the flags of a simulation of Yut Run.
type yutSim struct {
	job
	policy  string
	effects bool
}

// Yut has the commands of Yut.
var Yut = Tools{Sim: newSimYut, Train: newTrainYut}

func newSimYut() *cobra.Command {
	var s yutSim
	cmd := s.command("yut", "Simulate Yut Run", s.run)
	s.bindGames(cmd, 100_000, "how many games to play", yut.Name, "; game i is the run of SEED/i")
	cmd.Flags().StringVar(&s.policy, "policy", yut.Thoughtful, "who plays: "+strings.Join(yut.Policies(), ", "))
	cmd.Flags().BoolVar(&s.effects, "effects", true, "play each game again with each relic and stick, to measure its effect")
	return cmd
}

// yutPart is the number of games that one worker plays at a time. With effects, each game is about thirty
// runs.
const yutPart = 256

func (s *yutSim) run(ctx context.Context) (cli.Found, error) {
	sim, err := yut.NewSimulation(s.policy, s.seed)
	if err != nil {
		return nil, err
	}
	var ids []string
	if s.effects {
		ids = yut.Carriables()
	}
	type part struct {
		tally  yut.Tally
		change []yut.Difference
	}
	all := part{change: make([]yut.Difference, len(ids))}
	err = inOrder(ctx, s.parts(yutPart, "games"),
		eachPart(func(from, to int) (p part) {
			p.tally, p.change = sim.Compare(ids, from, to)
			return p
		}),
		func(p part) error {
			all.tally.Add(p.tally)
			for i := range p.change {
				all.change[i].Add(p.change[i])
			}
			return nil
		})
	if err != nil {
		return nil, err
	}
	r := yutReport{
		Game: yut.Name, Policy: s.policy, Games: s.games, Seed: s.seed,
		Percentiles: map[int]int{}, Turns: map[int]int{}, Relics: []yutEffect{}, Sticks: []yutEffect{},
	}
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
	return r, nil
}

func (r yutReport) Print(w io.Writer) {
	fmt.Fprintf(w, "Yut Run: %d games, policy %s, seed %q\n", r.Games, r.Policy, r.Seed)
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
}

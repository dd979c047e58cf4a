package lab

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"arcade/cmd/arcade/cli"
	"arcade/games/stones"
)

// stonesReport is the JSON form of a simulation of Stepping Stones.
type stonesReport struct {
	Game       string  `json:"game"`
	Mode       int     `json:"mode"`
	Policy     string  `json:"policy"`
	Games      int     `json:"games"`
	Seed       string  `json:"seed"`
	MeanReward float64 `json:"mean_reward"`
	StdError   float64 `json:"std_error"` // of the mean reward
	MeanCell   float64 `json:"mean_cell"`
	// Rewards counts games by reward from 0, Cells by last cell from 0.
	Rewards [stones.Rewards]int `json:"rewards"`
	Cells   [stones.Cells]int   `json:"cells"`
}

// stonesSim has the flags of a simulation of Stepping Stones.
type stonesSim struct {
	job
	mode   int
	policy string
	rules  string // the file with other rules, "" for the rules of the tables
	versus string // a policy that plays the same rolls, "" for none
}

// Stones has the commands of Stepping Stones.
var Stones = Tools{Sim: newSimStones, Solve: newSolveStones}

func newSimStones() *cobra.Command {
	var s stonesSim
	cmd := s.command("stones", "Simulate Stepping Stones", s.run)
	s.bindGames(cmd, 100_000, "how many games to play", stones.Name, "; game i is the run of SEED/i")
	cmd.Flags().StringVar(&s.policy, "policy", stones.Best, "who picks: "+strings.Join(stones.Policies(), ", ")+"; without --rules also hasty and patient, which look one pick ahead or two")
	cmd.Flags().IntVar(&s.mode, "mode", 1, "mode of the rewards")
	cmd.Flags().StringVar(&s.rules, "rules", "", "file with other rules, as JSON")
	cmd.Flags().StringVar(&s.versus, "versus", "", "a second policy, run by run on the same rolls")
	cmd.MarkFlagsMutuallyExclusive("rules", "versus")
	return cmd
}

func readStonesRules(path string) (r stones.Rules, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return r, err
	}
	if r, err = stones.ReadRules(data); err != nil {
		return r, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// stonesPlan returns the plan of a mode in a file of rules.
func stonesPlan(path string, mode int) (*stones.Plan, error) {
	r, err := readStonesRules(path)
	if err != nil {
		return nil, err
	}
	plan, ok := r.Plan(mode)
	if !ok {
		return nil, fmt.Errorf("there is no mode %d: want 1 to %d", mode, len(r.Modes))
	}
	return plan, nil
}

// customReport is the JSON form of a simulation by other rules.
type customReport struct {
	Rules      string              `json:"rules"`
	Mode       int                 `json:"mode"`
	Policy     string              `json:"policy"`
	Games      int                 `json:"games"`
	Seed       string              `json:"seed"`
	MeanReward float64             `json:"mean_reward"`
	BestReward float64             `json:"best_reward"` // of best play, exactly
	Rewards    [stones.Rewards]int `json:"rewards"`
	Cells      []int               `json:"cells"`
}

// custom plays by the rules of a file, one run after another.
func (s *stonesSim) custom(ctx context.Context) (cli.Found, error) {
	plan, err := stonesPlan(s.rules, s.mode)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(stones.Policies(), s.policy) {
		return nil, fmt.Errorf("unknown policy %.40q: want %s", s.policy, strings.Join(stones.Policies(), ", "))
	}
	r := customReport{Rules: s.rules, Mode: s.mode, Policy: s.policy, Games: s.games, Seed: s.seed, Cells: make([]int, plan.Cells())}
	_, r.BestReward = plan.Best(plan.Begin())
	for i := range s.games {
		if ctx.Err() != nil {
			return nil, cli.Interrupted(ctx)
		}
		cell, reward := plan.Play(s.policy, fmt.Sprintf("%s/%d", s.seed, i))
		r.Rewards[reward]++
		r.Cells[cell]++
		r.MeanReward += float64(reward) / float64(s.games)
	}
	return r, nil
}

func (r customReport) Print(w io.Writer) {
	fmt.Fprintf(w, "%s, mode %d: %d games, policy %s, seed %q\n", r.Rules, r.Mode, r.Games, r.Policy, r.Seed)
	fmt.Fprintf(w, "mean reward     %.4f\nbest play       %.4f (exactly)\n\nreward\n", r.MeanReward, r.BestReward)
	for grade, n := range r.Rewards {
		if n > 0 {
			bar(w, strings.ReplaceAll(stones.Reward(grade).String(), "_", " "), n, r.Rewards[:])
		}
	}
	fmt.Fprintln(w, "\nlast cell")
	for cell, n := range r.Cells {
		bar(w, fmt.Sprint(cell), n, r.Cells)
	}
}

// duelReport is the JSON form of a comparison of two policies on the same rolls.
type duelReport struct {
	Game   string `json:"game"`
	Mode   int    `json:"mode"`
	Policy string `json:"policy"`
	Versus string `json:"versus"`
	Games  int    `json:"games"`
	Seed   string `json:"seed"`
	// Won, Drawn and Lost count the runs in which the first policy earned more, the same or less.
	Won   int `json:"won"`
	Drawn int `json:"drawn"`
	Lost  int `json:"lost"`
	// Difference is the first policy's mean reward minus the second's.
	Difference float64 `json:"difference"`
}

// duel plays each run twice, once with each policy.
func (s *stonesSim) duel(ctx context.Context) (cli.Found, error) {
	first, err := stones.NewSimulation(s.mode, s.policy, s.seed)
	if err != nil {
		return nil, err
	}
	second, err := stones.NewSimulation(s.mode, s.versus, s.seed)
	if err != nil {
		return nil, err
	}
	r := duelReport{Game: stones.Name, Mode: s.mode, Policy: s.policy, Versus: s.versus, Games: s.games, Seed: s.seed}
	sum := 0
	both := func(from, to int) (differences []int) {
		for i := from; i < to; i++ {
			a, b := first.Play(i, i+1), second.Play(i, i+1)
			mine, _ := a.Reward()
			others, _ := b.Reward()
			differences = append(differences, int(mine)-int(others))
		}
		return differences
	}
	err = inOrder(ctx, s.parts(stonesPart, "games"), eachPart(both), func(differences []int) error {
		for _, d := range differences {
			switch sum += d; {
			case d > 0:
				r.Won++
			case d < 0:
				r.Lost++
			default:
				r.Drawn++
			}
		}
		return nil
	})
	r.Difference = float64(sum) / float64(s.games)
	return r, err
}

func (r duelReport) Print(w io.Writer) {
	fmt.Fprintf(w, "Stepping Stones, mode %d: %s against %s, %d games each on the same rolls, seed %q\n", r.Mode, r.Policy, r.Versus, r.Games, r.Seed)
	fmt.Fprintf(w, "%s won %d, drew %d, lost %d; by %+.4f a game\n", r.Policy, r.Won, r.Drawn, r.Lost, r.Difference)
}

// stonesPart is the number of games that one worker plays at a time.
const stonesPart = 4096

func (s *stonesSim) run(ctx context.Context) (cli.Found, error) {
	switch {
	case s.rules != "":
		return s.custom(ctx)
	case s.versus != "":
		return s.duel(ctx)
	}
	sim, err := stones.NewSimulation(s.mode, s.policy, s.seed)
	if err != nil {
		return nil, err
	}
	var tally stones.Tally
	err = inOrder(ctx, s.parts(stonesPart, "games"), eachPart(sim.Play), func(t stones.Tally) error { tally.Add(t); return nil })
	if err != nil {
		return nil, err
	}
	r := stonesReport{
		Game: stones.Name, Mode: s.mode, Policy: s.policy, Games: s.games, Seed: s.seed,
		Rewards: tally.Rewards, Cells: tally.Cells,
	}
	r.MeanReward, r.StdError = tally.Reward()
	r.MeanCell, _ = tally.Cell()
	return r, nil
}

func (r stonesReport) Print(w io.Writer) {
	fmt.Fprintf(w, "Stepping Stones, mode %d: %d games, policy %s, seed %q\n", r.Mode, r.Games, r.Policy, r.Seed)
	fmt.Fprintf(w, "mean reward     %.4f ± %.4f\n", r.MeanReward, r.StdError)
	if r.Policy == stones.Best {
		play := stones.BestPlay(r.Mode)
		value := play.Value(play.Mode().Begin())
		fmt.Fprintf(w, "exact value     %.4f", value)
		if r.StdError > 0 {
			fmt.Fprintf(w, " (the mean is %+.1f standard errors away)", (r.MeanReward-value)/r.StdError)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "mean last cell  %.3f\n\nreward\n", r.MeanCell)
	mode, _ := stones.FindMode(r.Mode)
	for grade, n := range r.Rewards {
		if n > 0 || slices.Contains(mode.Rewards[:], stones.Reward(grade)) {
			bar(w, strings.ReplaceAll(stones.Reward(grade).String(), "_", " "), n, r.Rewards[:])
		}
	}
	fmt.Fprintln(w, "\nlast cell")
	for cell, n := range r.Cells {
		bar(w, fmt.Sprint(cell), n, r.Cells[:])
	}
}

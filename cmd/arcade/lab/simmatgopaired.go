package lab

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"arcade/cmd/arcade/cli"
	"arcade/games"
	"arcade/games/matgo"
	"arcade/games/matgo/bots"
	"arcade/games/matgo/net"
	"arcade/games/matgo/sim"
	"arcade/games/matgo/train"
)

// contestants returns the bots of a Matgo run from the flag --bots. A name is a registered bot,
// model:PATH, search:…, cheat:SECRET[:WORLDS], or cards:A+B, which plays cards as A and decides go or
// stop as B.
func contestants(names []string) (two [2]bots.Contestant, err error) {
	if len(names) != 2 {
		return two, fmt.Errorf("bad --bots: %d names, want two of %s, model:PATH", len(names), strings.Join(games.BotNames(bots.Game{}), ", "))
	}
	for i, name := range names {
		if two[i], err = contestant(name); err != nil {
			return two, fmt.Errorf("bad --bots: %w", err)
		}
	}
	return two, nil
}

func contestant(name string) (c bots.Contestant, err error) {
	switch kind, path, _ := strings.Cut(name, ":"); kind {
	case "model":
		return modelContestant(name, path)
	case "search":
		return searchContestant(name, path)
	case "cheat":
		return bots.CheatContestant(name, path)
	case "cards":
		cards, goes, _ := strings.Cut(path, "+")
		if c, err = contestant(cards); err != nil {
			return c, err
		}
		other, err := contestant(goes)
		return bots.GoesBy(name, c, other), err
	}
	return bots.FindContestant(name)
}

// searchContestant returns a bot that looks ahead, search:WORLDS:DEALS:ADVICE[:PATH].
func searchContestant(name, spec string) (c bots.Contestant, err error) {
	var worlds, deals, advice int
	part := strings.SplitN(spec, ":", 4)
	if len(part) < 3 {
		return c, fmt.Errorf("bad bot %.60q: want search:WORLDS:DEALS:ADVICE[:PATH of a net]", name)
	}
	for i, n := range []*int{&worlds, &deals, &advice} {
		if _, err := fmt.Sscan(part[i], n); err != nil || *n < 0 || worlds < 1 {
			return c, fmt.Errorf("bad bot %.60q: want search:WORLDS:DEALS:ADVICE[:PATH of a net]", name)
		}
	}
	var n *net.Net
	if len(part) == 4 {
		if n, err = readNet(part[3]); err != nil {
			return c, err
		}
	}
	return bots.SearchContestant(name, n, worlds, deals, advice), err
}

func readNet(path string) (*net.Net, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	n, err := bots.ReadNet(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return n, nil
}

// modelContestant returns a bot that plays by a file: the arcade's own net, or the owner's policy. A
// policy uses the value model beside it (value-v1.json for policy-v1.json) if there is one.
func modelContestant(name, path string) (c bots.Contestant, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return c, err
	}
	if !bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		n, err := readNet(path)
		return bots.NetContestant(name, n), err
	}
	p, err := readPolicy(path)
	if err != nil {
		return c, err
	}
	var v *train.Value
	beside := filepath.Join(filepath.Dir(path), strings.Replace(filepath.Base(path), "policy", "value", 1))
	if beside != path {
		if v, err = readValue(beside); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return c, err
		}
	}
	return sim.NewOwners(name, p, v), nil
}

// simulation makes the simulation for the flags, with rounds from a seed.
func (s *matgoSim) simulation(seed string) (*sim.Simulation, error) {
	bots, err := contestants(s.bots)
	if err != nil {
		return nil, err
	}
	return s.under(sim.NewSimulationOf(seed, bots, s.mode))
}

// under sets the rules of a new simulation.
func (s *matgoSim) under(rounds *sim.Simulation, err error) (*sim.Simulation, error) {
	if err != nil {
		return nil, err
	}
	rules, err := matgoRules(s.rules)
	if err != nil {
		return nil, err
	}
	return rounds.Under(rules), nil
}

// bindMatgoRules adds the flag of the rules.
func bindMatgoRules(f *pflag.FlagSet, name *string) {
	f.StringVar(name, "rules", matgo.RulesDocument, "which rules: "+matgo.RulesDocument+" or "+matgo.RulesStandard)
}

// matgoRules returns the rules of the flag's value.
func matgoRules(name string) (*matgo.Rules, error) {
	rules, ok := matgo.RulesNamed(name)
	if !ok {
		return nil, fmt.Errorf("bad --rules %.20q: want %s or %s", name, matgo.RulesDocument, matgo.RulesStandard)
	}
	return rules, nil
}

// pairedFound is the result of deals that were played twice.
type pairedFound struct{ sim.PairedReport }

// runPaired plays each deal twice.
func (s *matgoSim) runPaired(ctx context.Context) (cli.Found, error) {
	if s.log != "" {
		return nil, errors.New("--paired writes no log: leave --log out")
	}
	if s.skip < 0 || s.skip > maxGames {
		return nil, fmt.Errorf("bad --skip %d: want 0 to %d", s.skip, maxGames)
	}
	seed := ""
	if s.seeded {
		seed = s.seed
	} else if s.skip+s.games > sim.EvaluationDeals {
		return nil, fmt.Errorf("bad --games %d: the evaluation set has %d deals; more come with a --seed", s.games, sim.EvaluationDeals)
	}
	rounds, err := s.simulation(seed)
	if err != nil {
		return nil, err
	}
	var sums sim.Pairs
	p := s.parts(s.skip, s.skip+s.games)
	p.size, p.progress.things = 4, "deals" // a master's rounds are slow
	err = inOrder(ctx, p, eachPart(rounds.PlayPairs), func(part sim.Pairs) error { sums.Add(part); return nil })
	if err != nil {
		return nil, err
	}
	return pairedFound{sums.Report(rounds)}, nil
}

func (r pairedFound) Print(w io.Writer) {
	from := "of the evaluation set"
	if r.Seed != "" {
		from = fmt.Sprintf("of the seed %q", r.Seed)
	}
	fmt.Fprintf(w, "Matgo%s, %s against %s: %d deals %s, each played twice\n", underRules(r.PairedReport.Rules), r.Bots[0], r.Bots[1], r.Deals, from)
	fmt.Fprintf(w, "a round  %+.2f ± %.2f points, %+.0f ± %.0f gold\n", r.PointsPerRound.Mean, r.PointsPerRound.SE, r.GoldPerRound.Mean, r.GoldPerRound.SE)
	fmt.Fprintf(w, "won      %.2f ± %.2f %% of those that somebody won: %d won, %d lost, %d nagari\n",
		100*r.RoundsWon.Mean, 100*r.RoundsWon.SE, r.Won, r.Lost, r.Nagari)
}

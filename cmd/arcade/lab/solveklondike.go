package lab

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"arcade/cmd/arcade/cli"
	"arcade/games"
	"arcade/games/klondike"
	"arcade/games/klondike/solver"
)

// klondikeSolve has the flags of the solver.
type klondikeSolve struct {
	seeds, file string
	code        string // of a deal with its rules
	rules       klondike.Rules
	nodes       int64
	time        time.Duration
	depth       int
	workers     int
	asJSON      bool
	least       bool
}

// solveNameless makes "solve" with a deal in its own flags mean "solve klondike".
func solveNameless(solve *cobra.Command) {
	var k klondikeSolve
	k.bind(solve.Flags())
	solve.Short += ", or solve deals of Klondike"
	help := solve.RunE
	solve.RunE = func(cmd *cobra.Command, args []string) error {
		if cmd.Flags().NFlag() == 0 {
			return help(cmd, args)
		}
		return k.run(cmd)
	}
}

// bind adds the flags, to solve klondike and to solve alone.
func (k *klondikeSolve) bind(flags *pflag.FlagSet) {
	flags.StringVar(&k.seeds, "seed", "", "the deal of a seed, or of each from A to B: A..B")
	flags.StringVar(&k.code, "code", "", "the deal of a game code, with its rules")
	flags.StringVar(&k.file, "deck", "", "a file of deals, one a line, as H:A,D:10,…; - for standard input")
	flags.IntVar(&k.rules.Draw, "draw", 1, "cards that a draw turns, 1 or 3")
	flags.IntVar(&k.rules.Redeals, "redeals", klondike.Unlimited, "times the waste may be recycled, -1 without limit")
	flags.StringVar(&k.rules.Recycle, "recycle", klondike.Reverse, "order after a recycle: reverse repeats the draw order, keep turns it round")
	flags.BoolVar(&k.rules.F2T, "f2t", true, "cards may return from a foundation")
	flags.Int64Var(&k.nodes, "nodes", 10_000_000, "states to search before a deal is left undecided; 0: unlimited")
	flags.DurationVar(&k.time, "time", 30*time.Second, "time before a deal is left undecided; 0: unlimited")
	flags.IntVar(&k.depth, "depth", 0, "how many steps a line of play may have, each of which takes a card, or a few, from the tableau or the stock for good, up to 52; 0: no limit")
	flags.IntVar(&k.workers, "workers", runtime.GOMAXPROCS(0), "deals to search at once")
	flags.BoolVar(&k.least, "least", false, "look for the shortest way, too, within as many states and as much time")
	flags.BoolVar(&k.asJSON, "json", false, "print one JSON object a deal")
}

// Klondike has the commands of Klondike.
var Klondike = Tools{Solve: newSolveKlondike, Nameless: solveNameless}

func newSolveKlondike() *cobra.Command {
	var k klondikeSolve
	cmd := &cobra.Command{
		Use:   "klondike",
		Short: "Find a win of Klondike deals whose cards are all known, or prove that there is none",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return k.run(cmd) },
	}
	k.bind(cmd.Flags())
	return cmd
}

// deal is one deal to solve.
type deal struct {
	// name is the deal's name in the readable lines.
	name string
	// seed is "" for a deal without one.
	seed string
	id   string
	deck [klondike.Cards]klondike.Card
}

// maxDeals keeps a mistyped range of seeds from running forever.
const maxDeals = 10_000_000

func (k *klondikeSolve) run(cmd *cobra.Command) error {
	if err := k.readCode(cmd.Flags()); err != nil {
		return err
	}
	if err := k.check(); err != nil {
		return err
	}
	n, next, err := k.deals(cmd.InOrStdin())
	if err != nil {
		return err
	}
	var r solveReport = &solveText{out: bufio.NewWriter(cmd.OutOrStdout()), single: n == 1}
	if k.asJSON {
		r = newSolveJSON(cmd.OutOrStdout(), k)
	}
	return k.solveAll(cmd.Context(), n, next, r, cmd.ErrOrStderr())
}

// readCode turns a game code into the seed and the rules that it stands for.
func (k *klondikeSolve) readCode(flags *pflag.FlagSet) error {
	if k.code == "" {
		return nil
	}
	for _, name := range []string{"seed", "deck", "draw", "redeals", "recycle", "f2t"} {
		if flags.Changed(name) {
			return fmt.Errorf("--code and --%s: the code names the deal and its rules", name)
		}
	}
	seed, r, ok := klondike.ParseCode(k.code)
	if !ok {
		return fmt.Errorf("bad --code %.20q: want twelve of the characters A to Z, a to z, 0 to 9, - and _", k.code)
	}
	k.seeds, k.rules = strconv.FormatUint(seed, 10), r
	k.code, _ = klondike.Code(seed, r)
	return nil
}

// check refuses flags that contradict each other.
func (k *klondikeSolve) check() error {
	switch {
	case k.seeds == "" && k.file == "":
		return errors.New("no deal: want --seed, --code or --deck")
	case k.seeds != "" && k.file != "":
		return errors.New("--seed and --deck: want one of them")
	case k.rules.Draw != 1 && k.rules.Draw != 3:
		return fmt.Errorf("bad --draw %d: want 1 or 3", k.rules.Draw)
	case k.rules.Redeals < klondike.Unlimited || k.rules.Redeals > 1000:
		return fmt.Errorf("bad --redeals %d: want -1 (no limit) or 0 to 1000", k.rules.Redeals)
	case k.rules.Recycle != klondike.Reverse && k.rules.Recycle != klondike.Keep:
		return fmt.Errorf("bad --recycle %q: want reverse or keep", k.rules.Recycle)
	case k.depth < 0 || k.depth > solver.MaxDepth:
		return fmt.Errorf("bad --depth %d: want 0 to %d", k.depth, solver.MaxDepth)
	case k.nodes < 0:
		return fmt.Errorf("bad --nodes %d: want 0 or more", k.nodes)
	case k.time < 0:
		return fmt.Errorf("bad --time %v: want 0 or more", k.time)
	case k.workers < 1 || k.workers > maxWorkers:
		return fmt.Errorf("bad --workers %d: want 1 to %d", k.workers, maxWorkers)
	}
	return nil
}

// deals returns the number of deals, and a function that returns a deal by its number.
func (k *klondikeSolve) deals(stdin io.Reader) (int, func(int) deal, error) {
	if k.seeds != "" {
		return k.seedDeals()
	}
	in := stdin
	if k.file != "-" {
		f, err := os.Open(k.file)
		if err != nil {
			return 0, nil, fmt.Errorf("bad --deck: %w", err)
		}
		defer f.Close()
		in = f
	}
	list, err := readDeals(in, k.rules)
	if err != nil {
		return 0, nil, fmt.Errorf("bad --deck %s: %w", k.file, err)
	}
	return len(list), func(i int) deal { return list[i] }, nil
}

func (k *klondikeSolve) seedDeals() (int, func(int) deal, error) {
	first, last, isRange := strings.Cut(k.seeds, "..")
	if !isRange {
		last = first
	}
	from, err := klondike.ParseSeed(first)
	if err != nil {
		return 0, nil, fmt.Errorf("bad --seed: %w", err)
	}
	to, err := klondike.ParseSeed(last)
	if err != nil {
		return 0, nil, fmt.Errorf("bad --seed: %w", err)
	}
	if to < from {
		return 0, nil, fmt.Errorf("bad --seed %s: the range runs backwards", k.seeds)
	}
	if to-from >= maxDeals {
		return 0, nil, fmt.Errorf("bad --seed %s: want at most %d deals", k.seeds, maxDeals)
	}
	return int(to-from) + 1, func(i int) deal {
		seed := from + uint64(i)
		text := strconv.FormatUint(seed, 10)
		return deal{name: "seed " + text, seed: text, id: klondike.DealID(seed, k.rules), deck: klondike.Deck(seed)}
	}, nil
}

// readDeals reads one deal from each line. It ignores blank lines.
func readDeals(in io.Reader, r klondike.Rules) ([]deal, error) {
	var list []deal
	lines := bufio.NewScanner(in)
	line := 1
	for ; lines.Scan(); line++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" {
			continue
		}
		deck, err := klondike.ParseDeck(text)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		if len(list) == maxDeals {
			return nil, fmt.Errorf("want at most %d deals", maxDeals)
		}
		list = append(list, deal{name: "line " + strconv.Itoa(line), id: klondike.DeckDealID(deck, r), deck: deck})
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("line %d: it is too long for a deck", line)
	} else if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, errors.New("no deal in it")
	}
	return list, nil
}

// solved is a deal with the result of the search.
type solved struct {
	deal
	solver.Outcome
	took time.Duration
	// least is the shortest solution, nil if it was not requested.
	least *solver.LeastMoves
	cut   bool // interrupted, so the result means nothing
}

// solve searches one deal.
func (k *klondikeSolve) solve(ctx context.Context, v *solver.Solver, d deal) solved {
	start := time.Now()
	limit := games.Limit{Nodes: k.nodes, Depth: k.depth, Stop: func() bool {
		return ctx.Err() != nil || k.time > 0 && time.Since(start) > k.time
	}}
	s := solved{deal: d, Outcome: v.Solve(d.deck, k.rules, limit)}
	s.took = time.Since(start)
	if k.least && s.Status == games.Solvable {
		start = time.Now()
		least := solver.Least(d.deck, k.rules, len(s.Moves), limit)
		s.least, s.took = &least, s.took+time.Since(start)
		if least.Way != nil {
			s.Moves = least.Way
		}
	}
	s.cut = ctx.Err() != nil
	return s
}

// solveAll searches all deals and reports them in order, whichever is solved first.
func (k *klondikeSolve) solveAll(ctx context.Context, n int, next func(int) deal, report solveReport, stderr io.Writer) error {
	bar := newProgress(stderr, n, "deals")
	err := inOrder(ctx, parts{to: n, size: 1, workers: k.workers, progress: bar},
		func() func(int, int) solved {
			v := new(solver.Solver)
			return func(i, _ int) solved { return k.solve(ctx, v, next(i)) }
		},
		func(s solved) error {
			if s.cut {
				return cli.Interrupted(ctx)
			}
			bar.clear()
			return report.add(s)
		})
	if err != nil && ctx.Err() == nil {
		return err
	}
	return errors.Join(err, report.end())
}

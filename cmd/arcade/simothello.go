package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"arcade/games"
	"arcade/games/othello"
	"arcade/games/rng"
)

// othelloReport is a match between two bots, as its JSON has it.
type othelloReport struct {
	Game string   `json:"game"`
	Bots []string `json:"bots"`
	// Games are played in pairs from one opening, each bot black in one.
	Games   int    `json:"games"`
	Opening int    `json:"opening"` // random plies
	Seed    string `json:"seed"`
	Nodes   int64  `json:"nodes,omitempty"`
	// Won, Drawn and Lost, Score (a share of Games) and the rest are the first bot's.
	Won   int     `json:"won"`
	Drawn int     `json:"drawn"`
	Lost  int     `json:"lost"`
	Score float64 `json:"score"`
	// Discs is the mean disc difference.
	Discs float64 `json:"discs"`
	// Elo is the difference in strength, Low and High its 95 % confidence interval; null
	// where a score of nothing or everything leaves it open.
	Elo  *float64 `json:"elo"`
	Low  *float64 `json:"elo_low"`
	High *float64 `json:"elo_high"`
}

func newSimOthello() *cobra.Command {
	var r othelloReport
	var asJSON bool
	var workers int
	cmd := &cobra.Command{
		Use:   "othello",
		Short: "Let two Othello bots play a match",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := r.run(cmd.Context(), workers, cmd.ErrOrStderr()); err != nil {
				return err
			}
			return answer(cmd, asJSON, r, r.print)
		},
	}
	f := cmd.Flags()
	f.IntVar(&r.Games, "games", 100, "how many games to play; an even number")
	f.StringSliceVar(&r.Bots, "bots", []string{"master", "expert"}, "the two bots of "+othelloBots())
	f.IntVar(&r.Opening, "opening", 8, "random plies that a pair of games begins with")
	f.Int64Var(&r.Nodes, "nodes", 0, "positions that a bot may look at for a move, 0 for its own measure")
	f.StringVar(&r.Seed, "seed", "othello", "source of chance; pair i begins with the opening of SEED/i")
	f.IntVar(&workers, "workers", 0, "games at a time, 0 for one on each core")
	f.BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

func othelloBots() string { return strings.Join(games.BotNames(othello.Game{}), ", ") }

func (r *othelloReport) run(ctx context.Context, workers int, stderr io.Writer) error {
	if r.Games < 2 || r.Games > maxParts || r.Games%2 != 0 {
		return fmt.Errorf("bad --games %d: want an even number from 2 to %d, each opening is played twice", r.Games, maxParts)
	}
	if r.Opening < 0 || r.Opening > 40 {
		return fmt.Errorf("bad --opening %d: want 0 to 40", r.Opening)
	}
	if r.Nodes < 0 {
		return fmt.Errorf("bad --nodes %d: want 0 or more", r.Nodes)
	}
	if len(r.Bots) != 2 {
		return fmt.Errorf("bad --bots: %d names, want two of %s", len(r.Bots), othelloBots())
	}
	var bots [2]games.Bot
	for i, name := range r.Bots {
		if bots[i] = games.FindBot(othello.Game{}, name); bots[i] == nil {
			return fmt.Errorf("bad --bots: no bot %.40q, want two of %s", name, othelloBots())
		}
	}
	r.Game = othello.Name
	discs := make([]int, r.Games) // by game, the first bot's
	err := batches{games: r.Games, size: 2, workers: workers}.play(ctx, stderr, func() func(int, int) {
		return func(from, to int) {
			for game := from; game < to; game++ {
				discs[game] = r.play(ctx, bots, game/2, game%2)
			}
		}
	})
	if err != nil {
		return err
	}
	r.count(discs)
	return nil
}

// play plays a game of a pair, with bots[black] black, and gives the disc
// difference for bots[0].
func (r *othelloReport) play(ctx context.Context, bots [2]games.Bot, pair, black int) int {
	g := othello.Game{}
	start := func() games.Position {
		p, err := g.Start(games.Setup{Game: othello.Name})
		if err != nil {
			panic(err) // the empty setup is always good
		}
		return p
	}
	p := start()
	for opening := rng.Derive(r.Seed, fmt.Sprint(pair)); ; {
		for range r.Opening {
			if legal := p.Legal(); len(legal) > 0 {
				apply(p, legal[opening.Intn(len(legal))])
			}
		}
		if p.Result() == nil {
			break
		}
		p = start() // a game that ended in its opening; rare
	}
	chance := rng.Derive(r.Seed, fmt.Sprintf("%d of %d", black, pair))
	limit := games.Limit{Nodes: r.Nodes, Stop: func() bool { return ctx.Err() != nil }}
	for p.ToAct() != games.Nobody && ctx.Err() == nil {
		bot, view := bots[(int(p.ToAct())+black)%2], p.View(p.ToAct())
		if t, ok := bot.(games.Thinker); ok {
			apply(p, t.Think(view, chance, limit))
		} else {
			apply(p, bot.Choose(view, chance))
		}
	}
	counts := p.View(games.Spectator).(othello.View).Counts
	if black == 0 {
		return counts[0] - counts[1]
	}
	return counts[1] - counts[0]
}

// apply plays an action that must be legal.
func apply(p games.Position, a games.Action) {
	if _, err := p.Apply(a); err != nil {
		panic(fmt.Sprintf("a bot broke the rules: %v", err))
	}
}

// count sums up the games: those of pair i are discs[2*i] and discs[2*i+1].
func (r *othelloReport) count(discs []int) {
	n := float64(len(discs))
	var sum float64
	for _, d := range discs {
		sum += float64(d)
		switch {
		case d > 0:
			r.Won++
		case d < 0:
			r.Lost++
		default:
			r.Drawn++
		}
	}
	r.Discs = sum / n
	r.Score = (float64(r.Won) + float64(r.Drawn)/2) / n
	// The games of a pair hang together, so that the error is that of the pairs' means.
	var squares float64
	for pair := range slices.Chunk(discs, 2) {
		var mean float64
		for _, d := range pair {
			mean += points(d) / 2
		}
		squares += (mean - r.Score) * (mean - r.Score)
	}
	pairs := n / 2
	spread := 1.96 * math.Sqrt(squares/max(pairs-1, 1)/pairs)
	r.Elo, r.Low, r.High = elo(r.Score), elo(r.Score-spread), elo(r.Score+spread)
}

func points(discs int) float64 {
	switch {
	case discs > 0:
		return 1
	case discs < 0:
		return 0
	}
	return 0.5
}

// elo is the difference in strength that makes one expect a score, nil where none does.
func elo(score float64) *float64 {
	if score <= 0 || score >= 1 {
		return nil
	}
	d := 400 * math.Log10(score/(1-score))
	return &d
}

func (r *othelloReport) print(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "Othello, %s against %s: %d games, seed %q\n", r.Bots[0], r.Bots[1], r.Games, r.Seed)
	fmt.Fprintf(w, "won %d, drawn %d, lost %d: %.1f %%, %+.1f discs a game\n", r.Won, r.Drawn, r.Lost, 100*r.Score, r.Discs)
	show := func(v *float64, open string) string {
		if v == nil {
			return open
		}
		return fmt.Sprintf("%+.0f", *v)
	}
	open := "open"
	if r.Score >= 1 {
		open = "beyond measure"
	}
	fmt.Fprintf(w, "Elo %s, 95 %% between %s and %s\n", show(r.Elo, open), show(r.Low, "-∞"), show(r.High, "+∞"))
	return w.Flush()
}

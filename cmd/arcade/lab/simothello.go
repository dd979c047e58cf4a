package lab

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"arcade/cmd/arcade/cli"
	"arcade/cmd/arcade/lab/gtp"
	"arcade/games"
	"arcade/games/othello"
	"arcade/games/rng"
)

// othelloReport is the JSON form of a match between two bots.
type othelloReport struct {
	Game string   `json:"game"`
	Bots []string `json:"bots"`
	// Games are played in pairs from one opening. Each bot plays black in one game of a pair.
	Games   int    `json:"games"`
	Opening int    `json:"opening"` // number of random plies
	Seed    string `json:"seed"`
	Nodes   int64  `json:"nodes,omitempty"`
	// Against is the second bot's own limit of positions, 0 for Nodes.
	Against int64 `json:"against,omitempty"`
	// Won, Drawn, Lost, Score (a share of Games) and the rest belong to the first bot.
	Won   int     `json:"won"`
	Drawn int     `json:"drawn"`
	Lost  int     `json:"lost"`
	Score float64 `json:"score"`
	// Discs is the mean disc difference.
	Discs float64 `json:"discs"`
	// Elo is the difference in strength, and Low and High its 95 % confidence interval. A score of 0 or
	// 100 % gives null.
	Elo  *float64 `json:"elo"`
	Low  *float64 `json:"elo_low"`
	High *float64 `json:"elo_high"`
}

// othelloSim has the flags of a match between two bots.
type othelloSim struct {
	job
	bots    []string
	opening int
	nodes   int64
	against int64
}

// Othello has the commands of Othello.
var Othello = Tools{Sim: newSimOthello, Solve: newSolveOthello, Bench: newBenchOthello, Train: newTrainOthello}

func newSimOthello() *cobra.Command {
	var s othelloSim
	cmd := s.command("othello", "Let two Othello bots play a match", s.run)
	s.bindGames(cmd, 100, "how many games to play; an even number", othello.Name, "; pair i begins with the opening of SEED/i")
	f := cmd.Flags()
	f.StringSliceVar(&s.bots, "bots", []string{"master", "expert"}, "the two bots of "+othelloBots()+"; gtp:COMMAND is a program that speaks GTP")
	f.IntVar(&s.opening, "opening", 8, "random plies at the start of a pair of games")
	f.Int64Var(&s.nodes, "nodes", 0, "positions that a bot may search for a move, 0 for its own limit")
	f.Int64Var(&s.against, "against", 0, "positions for the second bot, 0 for as many as the first; so a slower evaluation can be compared in equal time")
	return cmd
}

// othelloBots returns the names of the bots that can play a match.
func othelloBots() string {
	return strings.Join(append(games.BotNames(othello.Game{}), othello.Former().Name()), ", ")
}

// othelloBot returns a bot by its name, nil if there is none.
func othelloBot(name string) games.Bot {
	if former := othello.Former(); name == former.Name() {
		return former
	}
	return games.FindBot(othello.Game{}, name)
}

func (s *othelloSim) run(ctx context.Context) (cli.Found, error) {
	if s.games < 2 || s.games > maxParts || s.games%2 != 0 {
		return nil, fmt.Errorf("bad --games %d: want an even number from 2 to %d, each opening is played twice", s.games, maxParts)
	}
	if s.opening < 0 || s.opening > 40 {
		return nil, fmt.Errorf("bad --opening %d: want 0 to 40", s.opening)
	}
	if s.nodes < 0 || s.against < 0 {
		return nil, fmt.Errorf("bad --nodes %d or --against %d: want 0 or more", s.nodes, s.against)
	}
	if len(s.bots) != 2 {
		return nil, fmt.Errorf("bad --bots: %d names, want two of %s", len(s.bots), othelloBots())
	}
	var bots [2]games.Bot
	for i, name := range s.bots {
		if bots[i] = othelloBot(name); bots[i] == nil && gtp.Find(name) == "" {
			return nil, fmt.Errorf("bad --bots: no bot %.40q, want two of %s", name, othelloBots())
		}
	}
	type game struct {
		discs int
		err   error
	}
	var discs []int // by game, from the first bot's side
	err := inOrder(ctx, s.parts(2, "games"),
		eachPart(func(from, _ int) (pair [2]game) {
			for black := range pair {
				pair[black].discs, pair[black].err = s.play(ctx, bots, from/2, black)
			}
			return pair
		}),
		func(pair [2]game) error {
			discs = append(discs, pair[0].discs, pair[1].discs)
			return cmp.Or(pair[0].err, pair[1].err)
		})
	if err != nil {
		return nil, err
	}
	r := othelloReport{Game: othello.Name, Bots: s.bots, Games: s.games, Opening: s.opening, Seed: s.seed, Nodes: s.nodes, Against: s.against}
	r.count(discs)
	return r, nil
}

// play plays a game of a pair in which bots[black] is black. It returns the disc difference for bots[0].
func (s *othelloSim) play(ctx context.Context, bots [2]games.Bot, pair, black int) (int, error) {
	g := othello.Game{}
	start := func() games.Position {
		p, err := g.Start(games.Setup{Game: othello.Name})
		if err != nil {
			panic(err) // the empty setup is always valid
		}
		return p
	}
	p := start()
	var played []games.Action
	for opening := rng.Derive(s.seed, fmt.Sprint(pair)); ; {
		for range s.opening {
			if legal := p.Legal(); len(legal) > 0 {
				played = append(played, legal[opening.Intn(len(legal))])
				apply(p, played[len(played)-1])
			}
		}
		if p.Result() == nil {
			break
		}
		p, played = start(), nil // in a rare case the game ends in its opening
	}
	chance := rng.Derive(s.seed, fmt.Sprintf("%d of %d", black, pair))
	stop := func() bool { return ctx.Err() != nil }
	limits := [2]games.Limit{{Nodes: s.nodes, Stop: stop}, {Nodes: s.nodes, Stop: stop}}
	if s.against > 0 {
		limits[1].Nodes = s.against
	}
	programs, err := gtp.StartAll(ctx, s.bots)
	if err != nil {
		return 0, err
	}
	defer programs.Close()
	for p.ToAct() != games.Nobody && ctx.Err() == nil {
		turn := (int(p.ToAct()) + black) % 2
		var a games.Action
		if programs[turn] != nil {
			if a, err = programs[turn].Next(played); err != nil {
				return 0, err
			}
		} else if t, ok := bots[turn].(games.Thinker); ok {
			a = t.Think(p.View(p.ToAct()), chance, limits[turn])
		} else {
			a = bots[turn].Choose(p.View(p.ToAct()), chance)
		}
		if _, err := p.Apply(a); err != nil {
			return 0, fmt.Errorf("%s plays %.20q: %w", s.bots[turn], a, err)
		}
		played = append(played, a)
	}
	counts := p.View(games.Spectator).(othello.View).Counts
	return (counts[0] - counts[1]) * (1 - 2*black), nil
}

// apply plays an action that must be legal.
func apply(p games.Position, a games.Action) {
	if _, err := p.Apply(a); err != nil {
		panic(fmt.Sprintf("a bot broke the rules: %v", err))
	}
}

// count sums up the games: pair i has discs[2*i] and discs[2*i+1].
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
	// The games of a pair are correlated, so the error is computed from the means of pairs.
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

// elo returns the difference in strength for an expected score, nil if it is undefined.
func elo(score float64) *float64 {
	if score <= 0 || score >= 1 {
		return nil
	}
	d := 400 * math.Log10(score/(1-score))
	return &d
}

func (r othelloReport) Print(w io.Writer) {
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
}

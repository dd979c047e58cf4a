package lab

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"arcade/cmd/arcade/cli"
	"arcade/games"
	"arcade/games/othello"
	"arcade/games/othello/search"
)

// othelloBench is the JSON form of the benchmark's result. All parts run on one core, with the weights
// already unpacked.
type othelloBench struct {
	Perft   benchPart `json:"perft"`
	Midgame benchPart `json:"midgame"`
	Endgame benchPart `json:"endgame"`
}

type benchPart struct {
	// Depth is the depth of the count and of the search in plies, and the empty squares of the endgame.
	Depth int   `json:"depth"`
	Nodes int64 `json:"nodes"`
	// Seconds is the mean of as many runs as fill benchTime, at least one.
	Seconds float64 `json:"seconds"`
	PerSec  float64 `json:"nodes_per_second"`
}

// benchTime is the time for which a part is repeated: one look ahead takes a few milliseconds, too short to
// be timed alone.
const benchTime = time.Second / 2

// benchMemory is the power of two of the entries of a look ahead: enough for 12 plies, and so few that
// their pages cost little beside the search.
const benchMemory = 16

// benchEndgame is position #40 of the FFO test suite, with 20 empty squares.
const benchEndgame = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"

func newBenchOthello() *cobra.Command {
	var j job
	var depth, look int
	cmd := j.command("othello", "Time the Othello engine: counting lines of play, looking ahead, an exact endgame",
		func(ctx context.Context) (cli.Found, error) {
			if depth < 1 || depth > 13 {
				return nil, fmt.Errorf("bad --perft %d: want 1 to 13", depth)
			}
			if look < 1 || look > 24 {
				return nil, fmt.Errorf("bad --depth %d: want 1 to 24", look)
			}
			return benchOthello(ctx, depth, look)
		})
	cmd.Flags().IntVar(&depth, "perft", 9, "plies of the lines that are counted")
	cmd.Flags().IntVar(&look, "depth", 12, "plies of the search from the opening")
	return cmd
}

func benchOthello(ctx context.Context, depth, look int) (b othelloBench, err error) {
	stop := func() bool { return ctx.Err() != nil }
	timed := func(depth int, f func() int64) benchPart {
		start, n, runs := time.Now(), int64(0), 0
		for runs == 0 || time.Since(start) < benchTime && ctx.Err() == nil {
			n = f()
			runs++
		}
		s := max(time.Since(start).Seconds()/float64(runs), 1e-9)
		return benchPart{Depth: depth, Nodes: n, Seconds: s, PerSec: float64(n) / s}
	}
	opening, weights := othello.Opening(), search.Learnt()
	search.Quick() // unpacks the weights of the endgame
	b.Perft = timed(depth, func() int64 { return int64(othello.Perft(opening, depth)) })
	b.Midgame = timed(look, func() int64 {
		return search.Look(opening.Own, opening.Other, weights, look, benchMemory, games.Limit{Stop: stop}).Nodes
	})
	end, err := othello.ParsePosition(benchEndgame)
	if err != nil {
		return b, err
	}
	exact := true
	b.Endgame = timed(20, func() int64 {
		var s othello.Solution
		s, exact = othello.Solve(end.Board, stop)
		return s.Nodes
	})
	if !exact {
		return b, cli.Interrupted(ctx)
	}
	return b, nil
}

func (b othelloBench) Print(w io.Writer) {
	fmt.Fprintf(w, "on one core\nperft %2d       %12d lines      in %7.3f s  %6.1f million a second\n"+
		"look ahead %2d  %12d positions  in %7.3f s  %6.1f million a second\n"+
		"endgame %2d     %12d positions  in %7.3f s  %6.1f million a second\n",
		b.Perft.Depth, b.Perft.Nodes, b.Perft.Seconds, b.Perft.PerSec/1e6,
		b.Midgame.Depth, b.Midgame.Nodes, b.Midgame.Seconds, b.Midgame.PerSec/1e6,
		b.Endgame.Depth, b.Endgame.Nodes, b.Endgame.Seconds, b.Endgame.PerSec/1e6)
}

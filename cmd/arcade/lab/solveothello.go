package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"time"

	"github.com/spf13/cobra"

	"arcade/cmd/arcade/cli"
	"arcade/games/othello"
)

// othelloSolution is the JSON form of an exact solution.
type othelloSolution struct {
	// Score is from the view of the side to move. Empty squares count for the winner.
	Score int `json:"score"`
	// Best is a square, "pass", or "" if the game is over.
	Best    string  `json:"best"`
	Nodes   int64   `json:"nodes"`
	Seconds float64 `json:"seconds"`

	state othello.State
}

func newSolveOthello() *cobra.Command {
	var j job
	var pos string
	cmd := j.command("othello", "Print the exact disc difference of an Othello position and the best move",
		func(ctx context.Context) (cli.Found, error) {
			if pos == "" {
				return nil, errors.New("no --pos: want 64 squares of X O - and the side to move")
			}
			state, err := othello.ParsePosition(pos)
			if err != nil {
				return nil, fmt.Errorf("bad --pos: %w", err)
			}
			return solveOthello(ctx, state)
		})
	cmd.Example = `arcade solve othello --pos 'O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X'
  (64 squares a1 b1 … h8: X black, O white, - empty; then who is to move)`
	cmd.Flags().StringVar(&pos, "pos", "", "the position: 64 squares a1 b1 … h8 of X (black) O (white) -, a blank, X or O to move")
	return cmd
}

func solveOthello(ctx context.Context, state othello.State) (s othelloSolution, err error) {
	start := time.Now()
	end, ok := othello.Solve(state.Board, func() bool { return ctx.Err() != nil })
	if !ok {
		return s, cli.Interrupted(ctx)
	}
	s = othelloSolution{Score: end.Score, Nodes: end.Nodes, Seconds: time.Since(start).Seconds(), state: state}
	switch {
	case end.Best != othello.NoSquare:
		s.Best = end.Best.String()
	case state.Board.Pass().Moves() != 0:
		s.Best = string(othello.Pass)
	}
	return s, nil
}

func (s othelloSolution) Print(w io.Writer) {
	best := cmp.Or(s.Best, "none, the game is over")
	side := [2]string{"black (X)", "white (O)"}[s.state.Turn]
	fmt.Fprintf(w, "%s to move, %d empty squares\nscore  %+d\nbest   %s\nnodes  %d in %.3f s (%.1f million a second)\n",
		side, bits.OnesCount64(s.state.Empty()), s.Score, best, s.Nodes, s.Seconds, float64(s.Nodes)/max(s.Seconds, 1e-9)/1e6)
}

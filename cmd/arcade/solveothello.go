package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"time"

	"github.com/spf13/cobra"

	"arcade/games/othello"
)

// othelloSolution is an exact solution, as its JSON has it.
type othelloSolution struct {
	// Score is for the side to move; squares left empty count for the winner.
	Score int `json:"score"`
	// Best is a square, "pass", or "" where the game is over.
	Best    string  `json:"best"`
	Nodes   int64   `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

func newSolveOthello() *cobra.Command {
	var pos string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "othello",
		Short: "Print the exact disc difference of an Othello position and the best move",
		Example: `arcade solve othello --pos 'O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X'
  (64 squares a1 b1 … h8: X black, O white, - empty; then who is to move)`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if pos == "" {
				return errors.New("no --pos: want 64 squares of X O - and the side to move")
			}
			state, err := othello.ParsePosition(pos)
			if err != nil {
				return fmt.Errorf("bad --pos: %w", err)
			}
			s, err := solveOthello(cmd.Context(), state)
			if err != nil {
				return err
			}
			return answer(cmd, asJSON, s, func(out io.Writer) error { return s.print(out, state) })
		},
	}
	cmd.Flags().StringVar(&pos, "pos", "", "the position: 64 squares a1 b1 … h8 of X (black) O (white) -, a blank, X or O to move")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

func solveOthello(ctx context.Context, state othello.State) (othelloSolution, error) {
	start := time.Now()
	s, ok := othello.Solve(state.Board, func() bool { return ctx.Err() != nil })
	if !ok {
		return othelloSolution{}, fmt.Errorf("interrupted: %w", context.Cause(ctx))
	}
	best := ""
	switch {
	case s.Best != othello.NoSquare:
		best = s.Best.String()
	case state.Board.Pass().Moves() != 0:
		best = string(othello.Pass)
	}
	return othelloSolution{Score: s.Score, Best: best, Nodes: s.Nodes, Seconds: time.Since(start).Seconds()}, nil
}

func (s othelloSolution) print(out io.Writer, state othello.State) error {
	best := s.Best
	if best == "" {
		best = "none, the game is over"
	}
	side := [2]string{"black (X)", "white (O)"}[state.Turn]
	_, err := fmt.Fprintf(out, "%s to move, %d empty squares\nscore  %+d\nbest   %s\nnodes  %d in %.3f s (%.1f million a second)\n",
		side, bits.OnesCount64(state.Empty()), s.Score, best, s.Nodes, s.Seconds, float64(s.Nodes)/max(s.Seconds, 1e-9)/1e6)
	return err
}

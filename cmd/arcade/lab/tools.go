package lab

import "github.com/spf13/cobra"

// Tools are a game's subcommands of sim, solve, bench, train and selfplay; nil if the game has none.
type Tools struct {
	Sim, Solve, Bench, Train, Selfplay func() *cobra.Command
	// Nameless makes "solve" without a game's name a command of this game.
	Nameless func(solve *cobra.Command)
}

// New returns the commands, with a subcommand for each game that has one.
func New(list []Tools) []*cobra.Command {
	sim := newTool("sim", "Play many games by a policy and report how they ended", list, func(t Tools) func() *cobra.Command { return t.Sim })
	solve := newTool("solve", "Print the best play of a game", list, func(t Tools) func() *cobra.Command { return t.Solve })
	for _, t := range list {
		if t.Nameless != nil {
			t.Nameless(solve)
		}
	}
	bench := newTool("bench", "Measure how fast an engine is on this machine", list, func(t Tools) func() *cobra.Command { return t.Bench })
	train := newTool("train", "Train a game's models and learn the weights of its bots", list, func(t Tools) func() *cobra.Command { return t.Train })
	selfplay := newTool("selfplay", "Let models play themselves and learn from it, stage by stage", list, func(t Tools) func() *cobra.Command { return t.Selfplay })
	return []*cobra.Command{sim, solve, bench, train, selfplay}
}

func newTool(use, short string, list []Tools, of func(Tools) func() *cobra.Command) *cobra.Command {
	cmd := &cobra.Command{
		Use:   use,
		Short: short,
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	for _, t := range list {
		if sub := of(t); sub != nil {
			cmd.AddCommand(sub())
		}
	}
	return cmd
}

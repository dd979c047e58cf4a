package main

import (
	"github.com/spf13/cobra"

	"arcade/games"
)

// entry is a game of the arcade with its subcommands of sim, solve, bench, train and selfplay;
// one that it has not is nil.
type entry struct {
	game                     games.Game
	sim, solve, bench, train func() *cobra.Command
	selfplay                 func() *cobra.Command
	// nameless makes "solve" without the name of a game a command of this one.
	nameless func(solve *cobra.Command)
	// http makes what the game answers over HTTP; nil for nothing.
	http api
}

// newTools are the commands with a subcommand for each game that has one.
func newTools() []*cobra.Command {
	sim := newTool("sim", "Play many games by a policy and tell how they ended", func(e entry) func() *cobra.Command { return e.sim })
	solve := newTool("solve", "Print the best play of a game", func(e entry) func() *cobra.Command { return e.solve })
	for _, e := range house() {
		if e.nameless != nil {
			e.nameless(solve)
		}
	}
	bench := newTool("bench", "Measure how fast an engine is on this machine", func(e entry) func() *cobra.Command { return e.bench })
	train := newTool("train", "Train a game's models and learn the weights of its bots", func(e entry) func() *cobra.Command { return e.train })
	selfplay := newTool("selfplay", "Let models play themselves and learn from it, stage by stage", func(e entry) func() *cobra.Command { return e.selfplay })
	return []*cobra.Command{sim, solve, bench, train, selfplay}
}

// newTool is one of them.
func newTool(use, short string, of func(entry) func() *cobra.Command) *cobra.Command {
	cmd := &cobra.Command{
		Use:   use,
		Short: short,
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	for _, e := range house() {
		if sub := of(e); sub != nil {
			cmd.AddCommand(sub())
		}
	}
	return cmd
}

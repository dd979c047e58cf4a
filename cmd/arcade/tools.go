package main

import (
	"github.com/spf13/cobra"
)

// newSim has a subcommand for each game that can be simulated.
func newSim() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sim",
		Short: "Play many games by a policy and tell how they ended",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newSimStones())
	cmd.AddCommand(newSimYut())
	cmd.AddCommand(newSimOthello())
	cmd.AddCommand(newSimMatgo())
	return cmd
}

// newSolve has a subcommand for each game that can be solved. With a deal of
// Klondike in its own flags it is solve klondike.
func newSolve() *cobra.Command {
	var k klondikeSolve
	cmd := &cobra.Command{
		Use:   "solve",
		Short: "Print the best play of a game, or solve deals of Klondike",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if k.seeds == "" && k.file == "" && cmd.Flags().NFlag() == 0 {
				return cmd.Help()
			}
			return k.run(cmd)
		},
	}
	k.bind(cmd.Flags())
	cmd.AddCommand(newSolveStones(), newSolveKlondike(), newSolveOthello())
	return cmd
}

// newBench has a subcommand for each game with an engine worth timing.
func newBench() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure how fast an engine is on this machine",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newBenchOthello())
	return cmd
}

// newTrain has a subcommand for each game with weights that are learnt.
func newTrain() *cobra.Command {
	cmd := &cobra.Command{
		Use:    "train",
		Short:  "Learn the weights of a game's bots anew (docs/othello-engine.md)",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE:   func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newTrainOthello())
	return cmd
}

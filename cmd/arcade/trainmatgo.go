package main

import "github.com/spf13/cobra"

// newTrainMatgo has the owner's four steps, and how the arcade's own bot learns.
func newTrainMatgo() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "matgo",
		Short: "Train Matgo models (docs/matgo-training.md)",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newTrainMatgoBot())
	return cmd
}

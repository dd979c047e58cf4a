// Command arcade is the SSH arcade: the server and the tools around it.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	_ "arcade/cmd/arcade/cleanenv"

	"charm.land/fang/v2"
	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // the second signal kills
	if err := fang.Execute(ctx, newRoot(), fang.WithVersion(versionLine())); err != nil {
		os.Exit(1)
	}
}

// newRoot is the command line: one file a subcommand.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "arcade",
		Short: "An SSH games arcade",
		Args:  cobra.NoArgs,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			return fromEnvironment(cmd.Flags(), os.LookupEnv)
		},
	}
	root.AddCommand(newServe(), newEngine(), newSim(), newSolve(), newBench(), newTrain(), newVersion())
	root.AddCommand(newLoad())
	return root
}

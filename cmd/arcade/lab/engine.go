package lab

import (
	"github.com/spf13/cobra"

	"arcade/cmd/arcade/cli"
	"arcade/games"
	"arcade/games/protocol"
)

// NewEngine returns the command that plays the games of reg over JSON lines.
func NewEngine(reg *games.Registry) *cobra.Command {
	return &cobra.Command{
		Use:   "engine",
		Short: "Play any game over one JSON object a line (docs/protocol.md)",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			done := make(chan error, 1)
			in, out := cmd.InOrStdin(), cmd.OutOrStdout()
			go func() { done <- protocol.Serve(reg, in, out) }()
			select {
			case err := <-done:
				return err
			case <-cmd.Context().Done(): // a read of standard input cannot be cancelled
				return cli.Interrupted(cmd.Context())
			}
		},
	}
}

package admin

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"arcade/server/admin"
)

// drain returns the command that stops a server as SIGTERM does.
func (a *adminCLI) drain() *cobra.Command {
	cmd := a.command("drain [NODE]", "Stop the server, or a node of the cluster after it has transferred its matches", -1, func(ctx context.Context, c *admin.Client, args []string) (any, string, error) {
		node := ""
		if len(args) > 0 {
			node = args[0]
		}
		done, err := c.Do(ctx, admin.Drain{Node: node})
		return done, cmp.Or(node, "the server") + " drains\n", err
	})
	cmd.Args = cobra.MaximumNArgs(1)
	return cmd
}

// logLevel returns the command that changes what the running server logs.
func (a *adminCLI) logLevel() *cobra.Command {
	return a.command("loglevel debug|info|warn|error", "Set the level of the running server's log; names and addresses appear at debug", 1, func(ctx context.Context, c *admin.Client, args []string) (any, string, error) {
		done, err := c.Do(ctx, admin.LogLevel{Level: args[0]})
		return done, "the log has the level " + args[0] + "\n", err
	})
}

// NewHealth returns the health command, for containers and scripts.
func NewHealth() *cobra.Command {
	var data string
	cmd := &cobra.Command{
		Use: "health", Short: "Report whether players can come in to the server of a data folder: exit status 0 or 1",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c := admin.NewClient(data)
			defer c.Close()
			why, err := c.Health(cmd.Context())
			switch {
			case err != nil:
				return err
			case why != "":
				return fmt.Errorf("not ready: %s", why)
			}
			fmt.Fprintln(cmd.OutOrStdout(), "ready")
			return nil
		},
	}
	cmd.Flags().StringVar(&data, "data", "./data", "the server's data folder")
	return cmd
}

// Package loadtest has the commands that put a server under load.
package loadtest

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"arcade/cmd/arcade/cli"
	"arcade/cmd/arcade/storage"
	"arcade/load"
	"arcade/load/bare"
	"arcade/load/echo"
)

// New returns the command that plays as many people at once.
func New() *cobra.Command {
	var c load.Config
	var size string
	var asJSON, compare bool
	var against comparison
	cmd := &cobra.Command{
		Use:   "load",
		Short: "Load a server with many SSH sessions and measure it",
		Long:  "Load a server with many SSH sessions and measure the cost of a key and of a session. docs/capacity.md defines the figures.",
		Args:  cobra.NoArgs,
		// This replaces the root's function, because the variables of serve's --idle and --metrics do not
		// apply here.
		PersistentPreRunE: func(*cobra.Command, []string) error { return nil },
		RunE: func(cmd *cobra.Command, _ []string) error {
			if _, err := fmt.Sscanf(size+"\n", "%dx%d\n", &c.Columns, &c.Rows); err != nil || c.Columns < 1 || c.Rows < 1 {
				return fmt.Errorf("bad --size %q: want 80x24", size)
			}
			if c.Parallel < 1 || min(c.Timeout, c.Settle, c.KeysEvery) <= 0 { // Run would use its defaults for them
				return fmt.Errorf("bad --parallel, --timeout, --settle or --keys-every: want more than 0")
			}
			c.Log = cmd.ErrOrStderr()
			if compare {
				return against.run(cmd, c, asJSON)
			}
			if err := load.RaiseFiles(c.Sessions); err != nil {
				return err
			}
			r, err := load.Run(cmd.Context(), c)
			if err != nil {
				return err
			}
			return cli.Answer(cmd.OutOrStdout(), asJSON, r)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&c.Target, "target", "127.0.0.1:2222", "the server's address")
	flags.StringVar((*string)(&c.Door), "door", string(load.SSH), "how sessions come in: ssh, or page (like a browser, with --target at the server's --http)")
	flags.IntVar(&c.Sessions, "sessions", 100, "how many sessions to open")
	flags.Float64Var(&c.Rate, "rate", 0, "how many to open in a second; 0: as fast as possible, --parallel at once")
	flags.IntVar(&c.Parallel, "parallel", 32, "how many may be opening at once")
	flags.DurationVar(&c.Timeout, "timeout", 15*time.Second, "time limit of a session's first screen")
	flags.StringVar(&c.Play, "play", "keys", "what they do: "+plays())
	flags.DurationVar(&c.Idle, "idle", 20*time.Second, "how long they are left alone before they play; 0: not at all")
	flags.DurationVar(&c.Time, "time", 30*time.Second, "how long they play")
	flags.DurationVar(&c.Settle, "settle", 2*time.Second, "wait before each part, until the one before has come to rest")
	flags.DurationVar(&c.KeysEvery, "keys-every", 2*time.Second, "mean time between two keys of a session")
	flags.Float64Var(&c.KeysPerSecond, "keys-per-second", 0, "keys a second of all sessions together, in place of --keys-every; 0: --keys-every applies")
	flags.BoolVar(&c.Chaff, "chaff", false, "send pings around keys, as OpenSSH's clients do since 9.5")
	flags.StringVar(&size, "size", "80x24", "size of the terminals")
	flags.StringVar((*string)(&c.Colours), "colours", string(load.Exact), fmt.Sprintf("colours of the terminals: one of %v", load.AllColours))
	flags.IntVar(&c.PID, "pid", 0, "the server's process on this machine, to measure its memory and processor time; 0: none")
	flags.StringVar(&c.Metrics, "metrics", "", "URL of the arcade's metrics, to count the actions that it stores, such as http://127.0.0.1:9464/metrics")
	flags.StringVar(&c.Keys, "keys", "", "folder of the players' keys, made if missing, so that a second run has the same players; empty: new players")
	flags.Uint64Var(&c.Seed, "seed", 1, "seed of the keys and their times")
	flags.BoolVar(&asJSON, "json", false, "print one JSON object")
	flags.BoolVar(&compare, "compare", false, "start a bare SSH echo, a bare wish program and this arcade, one after another, and measure them at --steps")
	against.flags(cmd)
	cmd.AddCommand(newLoadBare(), newLoadEcho())
	return cmd
}

// plays returns the names of the plays, with descriptions.
func plays() string {
	var list []string
	for _, p := range load.Plays {
		list = append(list, fmt.Sprintf("%s (%s)", p.Name, p.About))
	}
	return strings.Join(list, ", ")
}

// newLoadBare returns the command of the bare wish program that the arcade is compared with.
func newLoadBare() *cobra.Command {
	var listen, data string
	cmd := &cobra.Command{
		Use:    "bare",
		Short:  "Run a bare wish program, to compare the arcade with",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return bare.Serve(cmd.Context(), listen, filepath.Join(data, storage.HostKeyFile), cmd.OutOrStdout())
		},
	}
	cmd.Flags().StringVar(&listen, "listen", "127.0.0.1:0", "address to listen on")
	cmd.Flags().StringVar(&data, "data", ".", "folder of the host key")
	return cmd
}

// newLoadEcho returns the command of the echo server, which shows the limit of SSH itself.
func newLoadEcho() *cobra.Command {
	var listen string
	cmd := &cobra.Command{
		Use:    "echo",
		Short:  "Run a bare SSH server that echoes, to compare the arcade with",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return echo.Serve(cmd.Context(), listen, cmd.OutOrStdout())
		},
	}
	cmd.Flags().StringVar(&listen, "listen", "127.0.0.1:0", "address to listen on")
	return cmd
}

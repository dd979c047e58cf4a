// Package admin has the operator's commands, which a running server carries out.
package admin

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"arcade/server"
	"arcade/server/admin"
	"arcade/sessions/ui"
)

// New returns the admin command, which controls a server on this machine.
func New() *cobra.Command {
	a := &adminCLI{}
	cmd := &cobra.Command{
		Use:   "admin",
		Short: "See and manage the server that runs on a data folder",
		Long: "See and manage the server that runs on a data folder of this machine, through its socket: " +
			"as the server's user, or as root.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }, // an unknown command is an error
	}
	cmd.PersistentFlags().StringVar(&a.data, "data", "./data", "the server's data folder")
	cmd.PersistentFlags().BoolVar(&a.json, "json", false, "print JSON")

	var kick admin.Kick
	var ban admin.Ban
	var duration time.Duration
	var say admin.Broadcast
	var shut admin.Close
	kickCmd := a.command("kick NAME|KEY|ADDRESS", "Disconnect a player", 1, func(ctx context.Context, c *admin.Client, args []string) (any, string, error) {
		kick.Target = args[0]
		done, err := c.Do(ctx, kick)
		return done, count(done.Sessions, "session") + " ended\n", err
	})
	kickCmd.Flags().StringVar(&kick.Reason, "reason", "", "reason shown to the player")
	banCmd := a.command("ban NAME|KEY|ADDRESS|NETWORK", "Keep a player, a key or a network out for a time", 1, func(ctx context.Context, c *admin.Client, args []string) (any, string, error) {
		ban.Target, ban.For = args[0], duration.Milliseconds()
		done, err := c.Do(ctx, ban)
		return done, ui.Columns(banRows(done.Bans, time.Now())) + count(done.Sessions, "session") + " ended\n", err
	})
	banCmd.Flags().DurationVar(&duration, "for", 24*time.Hour, "length of the ban, such as 30m or 720h")
	banCmd.Flags().StringVar(&ban.Reason, "reason", "", "reason shown to banned players")
	broadcast := a.command("broadcast [TEXT]", "Show a line on every screen", -1, func(ctx context.Context, c *admin.Client, args []string) (any, string, error) {
		if text := strings.Join(args, " "); text != "" {
			if say.KO != "" || say.EN != "" {
				return nil, "", fmt.Errorf("give TEXT, or --ko and --en")
			}
			say.KO, say.EN = text, text
		}
		done, err := c.Do(ctx, say)
		return done, count(done.People, "visitor") + " told\n", err
	})
	broadcast.Flags().StringVar(&say.KO, "ko", "", "the line for Korean screens")
	broadcast.Flags().StringVar(&say.EN, "en", "", "the line for English screens")
	closeCmd := a.command("close TABLE", "Cancel an open seat, or end a live table without a result", 1, func(ctx context.Context, c *admin.Client, args []string) (any, string, error) {
		shut.Table = args[0]
		done, err := c.Do(ctx, shut)
		return done, "closed\n", err
	})
	closeCmd.Flags().StringVar(&shut.Reason, "reason", "", "reason shown to the people at the table")
	cmd.AddCommand(
		listed(a, "who", "List the sessions", (*admin.Client).Who, whoRows),
		listed(a, "costs", "List the processor time of each address and key", (*admin.Client).Costs, costRows),
		listed(a, "tables", "List the tables", (*admin.Client).Tables, tableRows),
		a.player(), a.match(),
		listed(a, "nodes", "List the nodes of the cluster", (*admin.Client).Nodes, nodeRows),
		listed(a, "bans", "List the bans", (*admin.Client).Bans, banRows),
		kickCmd, banCmd,
		a.command("unban NAME|KEY|ADDRESS|NETWORK", "End bans", 1, func(ctx context.Context, c *admin.Client, args []string) (any, string, error) {
			done, err := c.Do(ctx, admin.Unban{Target: args[0]})
			return done, count(len(done.Bans), "ban") + " ended\n", err
		}),
		a.command("rename OLD NEW", "Rename a player", 2, func(ctx context.Context, c *admin.Client, args []string) (any, string, error) {
			done, err := c.Do(ctx, admin.Rename{Old: args[0], New: args[1]})
			return done, "renamed\n", err
		}),
		broadcast, closeCmd, a.arena(), a.profile(),
		a.drain(), a.logLevel(),
		a.command("version", "Print the running server's version and uptime", 0, func(ctx context.Context, c *admin.Client, _ []string) (any, string, error) {
			v, err := c.Version(ctx)
			text := fmt.Sprintf("arcade %s, up %s\n", v.Version, since(v.Since, time.Now()))
			return v, text, err
		}),
	)
	return cmd
}

// profile returns the command that shows what the running server spends its time and memory on.
func (a *adminCLI) profile() *cobra.Command {
	var d time.Duration
	var file string
	cmd := &cobra.Command{
		Use: "profile cpu|heap|goroutines", Short: "Write a profile of the running server, for go tool pprof",
		Args: cobra.ExactArgs(1), ValidArgs: []string{admin.ProfileCPU, admin.ProfileHeap, admin.ProfileGoroutines},
		RunE: func(cmd *cobra.Command, args []string) error {
			c := admin.NewClient(a.data)
			defer c.Close()
			var out bytes.Buffer
			if err := c.Profile(cmd.Context(), &out, args[0], d); err != nil {
				return err
			}
			if file = cmp.Or(file, "arcade-"+args[0]+".pprof"); file == "-" {
				_, err := out.WriteTo(cmd.OutOrStdout())
				return err
			}
			if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: %d KiB; go tool pprof -top %[1]s\n", file, (out.Len()+1023)/1024)
			return nil
		},
	}
	cmd.Flags().DurationVar(&d, "for", 10*time.Second, "how long processor time is measured, at most 5m")
	cmd.Flags().StringVar(&file, "out", "", "the file; empty: arcade-KIND.pprof; -: standard output")
	return cmd
}

// adminCLI has the flags that the commands share.
type adminCLI struct {
	data string
	json bool
}

// command returns a command with n arguments, any number if n < 0. do returns the result, and the result
// as text.
func (a *adminCLI) command(use, short string, n int, do func(ctx context.Context, c *admin.Client, args []string) (any, string, error)) *cobra.Command {
	words := cobra.ExactArgs(n)
	if n < 0 {
		words = cobra.ArbitraryArgs
	}
	return &cobra.Command{
		Use: use, Short: short, Args: words,
		RunE: func(cmd *cobra.Command, args []string) error {
			c := admin.NewClient(a.data)
			defer c.Close()
			v, text, err := do(cmd.Context(), c, args)
			if err != nil {
				return err
			}
			if len(c.Missing) > 0 {
				fmt.Fprintf(cmd.ErrOrStderr(), "arcade: no answer from %s: this is without them\n", strings.Join(c.Missing, ", "))
			}
			if a.json {
				e := json.NewEncoder(cmd.OutOrStdout())
				e.SetEscapeHTML(false)
				e.SetIndent("", "  ")
				return e.Encode(v)
			}
			_, err = io.WriteString(cmd.OutOrStdout(), text)
			return err
		},
	}
}

// listed returns a command that prints a list from the server.
func listed[T any](a *adminCLI, use, short string, of func(*admin.Client, context.Context) ([]T, error), rows func([]T, time.Time) [][]string) *cobra.Command {
	return a.command(use, short, 0, func(ctx context.Context, c *admin.Client, _ []string) (any, string, error) {
		list, err := of(c, ctx)
		return list, ui.Columns(rows(list, time.Now())), err
	})
}

// whoRows returns the sessions as a table.
func whoRows(list []admin.Person, now time.Time) [][]string {
	rows := [][]string{{"NAME", "SESSION", "KEY", "ADDRESS", "WHERE", "SINCE", "IDLE"}}
	for _, p := range list {
		key, where := p.Key, p.Kind
		if p.Guest {
			key = "guest"
		}
		switch {
		case p.Table != "":
			where = "table " + p.Table
		case p.Kind == server.KindScreen.String():
			where = "lobby"
		case p.Command != "":
			where = p.Kind + " " + p.Command
		}
		rows = append(rows, []string{cmp.Or(p.Name, "-"), p.Code, key, p.Address, where, since(p.Since, now), since(p.Input, now)})
	}
	return withNodes(rows, list, func(p admin.Person) string { return p.Node })
}

// withNodes puts each row's node first, if there are several nodes.
func withNodes[T any](rows [][]string, list []T, node func(T) string) [][]string {
	if len(list) == 0 || node(list[0]) == "" {
		return rows
	}
	rows[0] = append([]string{"NODE"}, rows[0]...)
	for i, one := range list {
		rows[i+1] = append([]string{node(one)}, rows[i+1]...)
	}
	return rows
}

// costRows returns costs as a table, with the most expensive kind of work of each address first.
func costRows(list []admin.Cost, now time.Time) [][]string {
	rows := [][]string{{"ADDRESS", "LATELY", "ITS TIME", "KEY", "NAME", "TIME", "FOR", "SESSIONS", "SENT", "LAST"}}
	for _, c := range list {
		kinds := slices.SortedFunc(maps.Keys(c.Work), func(a, b string) int { return cmp.Compare(c.Work[b], c.Work[a]) })
		for i, kind := range kinds {
			kinds[i] = fmt.Sprintf("%s %.2fs", kind, c.Work[kind])
		}
		rows = append(rows, []string{
			c.Address, fmt.Sprintf("%.2fs", c.AddressLately), fmt.Sprintf("%.2fs", c.AddressSeconds), cmp.Or(c.Key, "guest"), cmp.Or(c.Name, "-"),
			fmt.Sprintf("%.2fs", c.Seconds), strings.Join(kinds, ", "), fmt.Sprint(c.Sessions), fmt.Sprintf("%d KiB", c.Sent>>10), since(c.Last, now),
		})
	}
	return withNodes(rows, list, func(c admin.Cost) string { return c.Node })
}

// tableRows returns the game tables as a table.
func tableRows(list []admin.Table, now time.Time) [][]string {
	rows := [][]string{{"TABLE", "GAME", "SEATS", "STATUS", "PLY", "AGE", "WATCHERS"}}
	for _, t := range list {
		var seats []string
		for _, s := range t.Seats {
			seats = append(seats, cmp.Or(s, "(open)"))
		}
		status := t.Status
		if t.Private {
			status += ", private"
		}
		rows = append(rows, []string{
			t.ID, t.Game, strings.Join(seats, " - "), status, fmt.Sprint(t.Plies), since(t.Created, now), fmt.Sprint(t.Watchers),
		})
	}
	return withNodes(rows, list, func(t admin.Table) string { return t.Node })
}

// nodeRows returns nodes as a table.
func nodeRows(list []admin.Node, now time.Time) [][]string {
	rows := [][]string{{"NODE", "OWNS", "UP", "CLOCK", "VERSION"}}
	for _, n := range list {
		owns := "no"
		if n.MayOwn {
			owns = "yes"
		}
		rows = append(rows, []string{n.Name, owns, since(n.Since, now), fmt.Sprintf("%+.3fs", float64(n.Skew)/1000), n.Version})
	}
	return rows
}

// banRows returns bans as a table.
func banRows(list []server.Ban, _ time.Time) [][]string {
	rows := [][]string{{"TARGET", "NAME", "UNTIL", "REASON"}}
	for _, b := range list {
		rows = append(rows, []string{b.Target, cmp.Or(b.Name, "-"), b.End(), b.Reason})
	}
	return rows
}

// since returns the time since a moment (ms since 1970), in its one or two largest units.
func since(ms int64, now time.Time) string {
	d := max(now.Sub(time.UnixMilli(ms)), 0)
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%ds", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%dm", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%dh%02dm", int(d.Hours()), int(d.Minutes())%60)
	}
	return fmt.Sprintf("%dd%02dh", int(d.Hours())/24, int(d.Hours())%24)
}

// count returns a number of things in words.
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}

package admin

import (
	"cmp"
	"context"
	"time"

	"github.com/spf13/cobra"

	"arcade/games"
	"arcade/server/admin"
)

// arena returns the command for arenas, with its subcommands.
func (a *adminCLI) arena() *cobra.Command {
	cmd := &cobra.Command{
		Use: "arena", Short: "List, open and close arenas", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	var in, length time.Duration
	var o admin.OpenArena
	open := a.command("open GAME", "Announce an arena, which begins now or after a delay", 1, func(ctx context.Context, c *admin.Client, args []string) (any, string, error) {
		o.Game, o.In, o.For = args[0], in.Milliseconds(), length.Milliseconds()
		done, err := c.Do(ctx, o)
		return done, "arena " + done.Arena + "\n", err
	})
	open.Flags().DurationVar(&in, "in", 0, "delay until the arena begins")
	open.Flags().DurationVar(&length, "for", time.Hour, "length of the arena")
	open.Flags().StringVar(&o.Rules, "rules", "", "the rules, if the game has several; empty means the usual ones")
	open.Flags().StringVar(&o.Control, "control", "", "time control; empty means the game's usual one")
	open.Flags().BoolVar(&o.NoBots, "no-bots", false, "do not let a bot play a player left over")
	cmd.AddCommand(
		listed(a, "list", "List running and coming arenas, then the arenas of the last weeks", (*admin.Client).Arenas, arenaRows),
		open,
		a.command("close ARENA", "End an arena now", 1, func(ctx context.Context, c *admin.Client, args []string) (any, string, error) {
			done, err := c.Do(ctx, admin.CloseArena{Arena: args[0]})
			return done, "closed\n", err
		}),
	)
	return cmd
}

// arenaRows returns arenas as a table.
func arenaRows(list []admin.Arena, now time.Time) [][]string {
	rows := [][]string{{"ARENA", "GAME", "CONTROL", "START", "END", "STATE", "PLAN"}}
	for _, t := range list {
		state := "soon"
		switch {
		case t.Over:
			state = "over"
		case t.Start <= now.UnixMilli():
			state = "runs"
		}
		rows = append(rows, []string{t.ID, games.WithRules(t.Game, t.Options), t.Control, utc(t.Start), utc(t.End), state, cmp.Or(t.Plan, "-")})
	}
	return rows
}

// utc returns a time to the minute.
func utc(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02 15:04") }

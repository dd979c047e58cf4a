package admin

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"arcade/server/admin"
	"arcade/sessions/ui"
)

// player and match return the commands that answer a complaint.
func (a *adminCLI) player() *cobra.Command {
	return a.command("player NAME|KEY|SESSION", "Show a player's visits and refused actions of the last day, matches and bans", 1, func(ctx context.Context, c *admin.Client, args []string) (any, string, error) {
		p, err := c.Player(ctx, args[0])
		return p, playerText(p), err
	})
}

func (a *adminCLI) match() *cobra.Command {
	return a.command("match ID", "Show a match: its owner, log, refused actions and its players' visits", 1, func(ctx context.Context, c *admin.Client, args []string) (any, string, error) {
		m, err := c.Match(ctx, args[0])
		return m, matchText(m), err
	})
}

// at returns a moment (ms since 1970) in UTC, "-" for none.
func at(ms int64) string {
	if ms == 0 {
		return "-"
	}
	return time.UnixMilli(ms).UTC().Format("2006-01-02 15:04:05")
}

// rowsOf returns a function that writes what is known in a word, and its text beside it.
func rowsOf(b *strings.Builder) func(what, text string) {
	return func(what, text string) { fmt.Fprintf(b, "%-9s %s\n", what, text) }
}

// playerText returns what is known of a player, as text.
func playerText(p admin.Player) string {
	var b strings.Builder
	row := rowsOf(&b)
	row("player", cmp.Or(p.Name, "a guest"))
	if p.ID != "" {
		row("id", p.ID)
		row("keys", strings.Join(p.Keys, " "))
		row("since", at(p.Created)+" UTC, last seen "+at(p.Seen))
	}
	if p.Bot {
		row("plays by", "a program")
	}
	for _, m := range p.Matches {
		row(m.Status, "match "+m.ID+", "+m.Game+ownedBy(m.Owner))
	}
	for _, ban := range p.Bans {
		row("banned", "until "+ban.End()+" "+ban.Reason)
	}
	b.WriteString("\nvisits of the last day, in UTC\n" + ui.Columns(visitRows(p.Visits)))
	b.WriteString(refusedText(p.Refused))
	return b.String()
}

// ownedBy names a match's owner, if there are nodes.
func ownedBy(owner string) string {
	if owner == "" {
		return ""
	}
	return ", owner " + owner
}

func visitRows(list []admin.Visit) [][]string {
	rows := [][]string{{"SESSION", "FROM", "TO", "ENDED", "LAST INPUT", "KIND", "NETWORK"}}
	for _, v := range list {
		kind := strings.TrimSpace(v.Kind + " " + v.Command)
		rows = append(rows, []string{v.Session, at(v.Since), at(v.Until), cmp.Or(v.Ended, "runs"), at(v.Input), kind, v.Network})
	}
	return withNodes(rows, list, func(v admin.Visit) string { return v.Node })
}

func refusedText(list []admin.Refused) string {
	if len(list) == 0 {
		return "\nno action was refused in the last day\n"
	}
	rows := [][]string{{"AT", "MATCH", "PLAYER", "ACTION", "WHY"}}
	for _, r := range list {
		rows = append(rows, []string{at(r.At), r.Match, r.Player, r.What, r.Why})
	}
	return "\nrefused actions of the last day, in UTC\n" + ui.Columns(withNodes(rows, list, func(r admin.Refused) string { return r.Node }))
}

// matchText returns what is known of a match, as text.
func matchText(m admin.Match) string {
	var b strings.Builder
	row := rowsOf(&b)
	row("match", m.ID+", "+m.Game+" "+m.Control+", "+m.Status)
	if m.Owner != "" {
		row("owner", fmt.Sprintf("%s, epoch %d", m.Owner, m.Epoch))
	}
	row("created", at(m.Created)+" UTC")
	row("started", at(m.Started))
	if m.Ended > 0 {
		end := at(m.Ended) + ", " + m.Reason
		if m.Winner >= 0 {
			end += fmt.Sprintf(", seat %d won", m.Winner)
		}
		row("ended", end)
	}
	rows := [][]string{{"ENTRY", "AT", "SEAT", "KIND", "ACTION"}}
	for i, e := range m.Log {
		rows = append(rows, []string{fmt.Sprint(i), at(e.At), fmt.Sprint(e.Seat), e.Kind, e.Action})
	}
	b.WriteString("\nlog, in UTC\n" + ui.Columns(rows))
	for i, s := range m.Seats {
		fmt.Fprintf(&b, "\nseat %d: %s\n", i, strings.TrimSpace(cmp.Or(s.Name, "(open)")+" "+s.Player))
		if len(s.Visits) > 0 {
			b.WriteString(ui.Columns(visitRows(s.Visits)))
		}
	}
	b.WriteString(refusedText(m.Refused))
	return b.String()
}

package commands

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"arcade/lobby/arenas"
	"arcade/server/exec"
	"arcade/server/say"
	"arcade/store"
)

// arenaRows limits the places that the command prints as text.
const arenaRows = 20

// arena prints an arena: the running one, else the next one, or one by its id. With --list it
// prints all arenas.
func (c *cli) arena() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "arena [ID] [--list] [--json]",
		Short: c.say("아레나: 순위와 일정", "arenas: standings and times"),
		Args:  cobra.MaximumNArgs(1),
	}
	asJSON := cmd.Flags().Bool("json", false, "")
	all := cmd.Flags().Bool("list", false, "")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *all {
			if len(args) > 0 {
				return exec.Misused(cmd)
			}
			return c.arenaList(*asJSON)
		}
		id := ""
		if len(args) > 0 {
			id = args[0]
		} else if t, ok := c.lobby.NextArena(); ok {
			id = t.ID
		} else if *asJSON {
			return c.print("null\n")
		} else {
			return c.print("%s\n", c.say("정해진 아레나가 없어요", "no arena is announced"))
		}
		p, _, err := c.lobby.Arena(id, "")
		if errors.Is(err, store.ErrNotFound) {
			return say.Both("그런 아레나가 없어요", "no such arena")
		} else if err != nil {
			return err
		}
		if *asJSON {
			return c.json(p)
		}
		return c.arenaText(p)
	}
	return cmd
}

// arenaList prints all arenas.
func (c *cli) arenaList(asJSON bool) error {
	open, past, err := c.lobby.Arenas()
	if err != nil {
		return err
	}
	return ranks(c, asJSON, append(append([]arenas.Terms{}, open...), past...), func(t arenas.Terms) []string {
		return []string{t.ID, c.game(t.Game, t.Options), t.Control, minute(t.Start) + " UTC"}
	})
}

// arenaText prints an arena as a table.
func (c *cli) arenaText(p *arenas.Page) error {
	state := map[arenas.Phase]string{
		arenas.Soon: c.say("시작까지 ", "starts in ") + span(p.Start-p.Now),
		arenas.Live: c.say("남은 시간 ", "time left ") + span(p.End-p.Now),
		arenas.Over: c.say("끝났어요", "over"),
	}[p.Phase]
	if err := c.print("%s  %s %s  %s UTC  %s\n", p.ID, c.game(p.Game, p.Options), p.Control, minute(p.Start), state); err != nil {
		return err
	}
	var rows [][]string
	for _, r := range p.Rows[:min(len(p.Rows), arenaRows)] {
		name := r.Name
		if r.Bot != "" {
			name = c.word("bot." + r.Bot)
		}
		games := strings.Trim(fmt.Sprint(r.Games), "[]")
		rows = append(rows, []string{fmt.Sprint(r.Place), name, fmt.Sprint(r.Points), games})
	}
	return c.table(rows)
}

// minute returns a time to the minute, in UTC.
func minute(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02 15:04") }

// span returns a duration. Below an hour it has seconds.
func span(ms int64) string {
	d := time.Duration(max(ms, 0)) * time.Millisecond
	if d >= time.Hour {
		return fmt.Sprintf("%dh%02dm", int(d.Hours()), int(d.Minutes())%60)
	}
	return fmt.Sprintf("%d:%02d", int(d.Minutes()), int(d.Seconds())%60)
}

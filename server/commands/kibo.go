package commands

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"arcade/games"
	"arcade/games/kibo"
	"arcade/lobby/records"
	"arcade/lobby/turns"
	"arcade/server/exec"
	"arcade/server/say"
	"arcade/sessions/play"
	"arcade/sessions/play/tell"
	"arcade/sessions/share"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/store"
)

func (c *cli) kiboList() *cobra.Command {
	cmd := &cobra.Command{
		Use: "list [--count N] [--json]", Short: c.say("내 판 (새것부터)", "your own matches, newest first"), Args: cobra.NoArgs,
	}
	asJSON := cmd.Flags().Bool("json", false, "")
	count := cmd.Flags().Int("count", 20, "")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if *count < 1 || *count > maxRows {
			return exec.Misused(cmd)
		}
		p, err := c.own(cmd.Context())
		if err != nil {
			return err
		}
		list, err := c.lobby.Matches(cmd.Context(), p.ID, "", *count)
		if err != nil {
			return err
		}
		type row struct {
			ID       string   `json:"id"`
			Game     string   `json:"game"`
			Status   string   `json:"status"`
			Seats    []string `json:"seats"`
			You      int      `json:"you"`
			Rated    bool     `json:"rated"`
			Control  string   `json:"control"`
			Reason   string   `json:"reason"`
			Winner   *int     `json:"winner"`
			Plies    int      `json:"plies"`
			Created  int64    `json:"created"`
			Finished int64    `json:"ended"`
			Bots     []bool   `json:"bots"`
		}
		out := []row{}
		for _, m := range list {
			r := row{
				ID: m.ID, Game: m.Game, Status: string(m.Status), You: m.SeatOf(p.ID), Rated: m.Rated, Control: m.Control,
				Reason: m.Reason, Plies: m.Plies, Created: m.Created, Finished: m.Ended,
			}
			for _, s := range m.Seats {
				r.Seats, r.Bots = append(r.Seats, s.Name), append(r.Bots, s.Remote || s.Bot != "")
			}
			if m.Winner >= 0 {
				r.Winner = &m.Winner
			}
			out = append(out, r)
		}
		if *asJSON {
			return c.json(out)
		}
		var rows [][]string
		lang, _ := words.ParseLang(c.Lang)
		for i, r := range out {
			for k, s := range list[i].Seats {
				r.Seats[k] = cmp.Or(c.nameOn(s), "-")
			}
			result := c.word("mt.open")
			switch {
			case r.Status == string(store.Live):
				result = c.word("mt.playing")
			case r.Reason == games.Aborted:
				result = c.word("end.aborted")
			case r.Status == string(store.Done) && len(r.Seats) == 1:
				result = tell.RunWords(lang, list[i])
			case r.Winner != nil:
				result = c.word("res.wins", "p", r.Seats[*r.Winner]) + " (" + c.word("end.short."+r.Reason) + ")"
			case r.Status == string(store.Done):
				result = c.word("res.draw") + " (" + c.word("end.short."+r.Reason) + ")"
			}
			rows = append(rows, []string{r.ID, stamp(r.Created), r.Game, strings.Join(r.Seats, " : "), result})
		}
		if len(rows) == 0 {
			return c.print("%s\n", c.say("아직 없어요", "none yet"))
		}
		return c.table(rows)
	}
	return cmd
}

// viewer returns the id with which the caller may see private matches.
func (c *cli) viewer(ctx context.Context) (string, error) {
	p, _, err := c.player(ctx)
	return p.ID, err
}

// plyColumns returns the width of the longest action with the gap after it, and how many such columns fit
// into 80 cells: ten at most.
func plyColumns(plies []games.Ply) (width, per int) {
	width = 5
	for _, p := range plies {
		width = max(width, len(p.Action)+2)
	}
	return width, min(max(74/width, 1), 10)
}

// plyRows returns the plies of a match in words, a row for each sentence. It returns none for a game
// whose actions are words themselves.
func (c *cli) plyRows(ctx context.Context, r *records.Replay) (rows [][]string, err error) {
	lang, _ := words.ParseLang(c.Lang)
	for i := range r.Plies {
		said := tell.PlyWords(lang, r, i)
		if said == nil {
			return nil, nil
		}
		if i%games.PaceEntries == games.PaceEntries-1 {
			if err := turns.Pace(ctx); err != nil {
				return nil, err
			}
		}
		number := fmt.Sprintf("%4d.", i+1)
		for _, text := range said {
			rows = append(rows, []string{number, text})
			number = ""
		}
	}
	return rows, nil
}

func (c *cli) kiboShow() *cobra.Command {
	cmd := &cobra.Command{Use: "show ID", Short: c.say("기보 읽기", "a match to read"), Args: cobra.ExactArgs(1)}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		viewer, err := c.viewer(cmd.Context())
		if err != nil {
			return err
		}
		r, err := c.lobby.Replay(cmd.Context(), viewer, args[0])
		if err != nil {
			return say.Refusal(err)
		}
		m := r.Match
		var b strings.Builder
		fmt.Fprintf(&b, "%s  %s  %s  %s\n", m.ID, c.game(m.Game, m.Options), m.Control, stamp(m.Started))
		for i, s := range m.Seats {
			fmt.Fprintf(&b, "  %d  %s\n", i, cmp.Or(c.nameOn(s), "-"))
		}
		rows, err := c.plyRows(cmd.Context(), r)
		if err != nil {
			return err
		}
		if rows != nil {
			b.WriteString("\n" + ui.Columns(rows) + "\n")
		} else {
			width, per := plyColumns(r.Plies)
			for i, p := range r.Plies {
				if i%per == 0 {
					fmt.Fprintf(&b, "\n%4d. ", i+1)
				}
				fmt.Fprintf(&b, "%-*s", width, p.Action)
			}
			b.WriteString("\n\n")
		}
		if r.Result == nil {
			b.WriteString(c.say("아직 두고 있어요\n", "still in play\n"))
		} else {
			loser, winner := "", ""
			if w := r.Result.Winner; w >= 0 && len(m.Seats) == 2 {
				winner, loser = c.nameOn(m.Seats[w]), c.nameOn(m.Seats[1-w])
				fmt.Fprintf(&b, "%s. ", c.word("res.wins", "p", winner))
			} else if len(m.Seats) == 2 {
				fmt.Fprintf(&b, "%s. ", c.word("res.draw"))
			}
			fmt.Fprintf(&b, "%s\n", c.word(play.ReasonKey(m.Game, r.View(len(r.Plies)), r.Result), "p", loser, "w", winner))
		}
		return c.print("%s", b.String())
	}
	return cmd
}

func (c *cli) kiboExport() *cobra.Command {
	cmd := &cobra.Command{
		Use: "export ID [--format json|ggf|matgo|cast]", Short: c.say("기보 파일", "a match as a file"), Args: cobra.ExactArgs(1),
	}
	format := cmd.Flags().String("format", "json", "")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		viewer, err := c.viewer(cmd.Context())
		if err != nil {
			return err
		}
		if *format == "json" {
			f, err := c.lobby.Kibo(cmd.Context(), viewer, args[0])
			if err != nil {
				return say.Refusal(err)
			}
			return kibo.Encode(c.Stdout, f)
		}
		r, err := c.lobby.Replay(cmd.Context(), viewer, args[0])
		if err != nil {
			return say.Refusal(err)
		}
		if *format == "cast" {
			lang, _ := words.ParseLang(c.Lang)
			return share.Film(cmd.Context(), c.Stdout, lang, r)
		}
		text, err := c.lobby.Export(r, "arcade", *format)
		if errors.Is(err, records.ErrNoFormat) {
			return noFormat(r.Match.Game, *format)
		} else if err != nil {
			return err
		}
		return c.print("%s\n", text)
	}
	return cmd
}

func (c *cli) kiboVerify() *cobra.Command {
	cmd := &cobra.Command{Use: "verify < FILE", Short: c.say("기보 확인", "check an exported match"), Args: cobra.NoArgs}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		ctx := cmd.Context()
		f, err := kibo.Decode(exec.NewAwayReader(ctx, c.Stdin))
		if err != nil && !errors.Is(err, kibo.ErrFormat) { // reading failed, not the format
			return err
		} else if err != nil {
			return say.Both("오락실의 기보 파일이 아니에요. kibo export로 받은 파일을 그대로 넣어 주세요.", err.Error())
		}
		m, err := kibo.Verify(c.reg, f, func() error { return turns.Pace(ctx) })
		if ctx.Err() != nil {
			return context.Cause(ctx)
		} else if err != nil {
			return notValid(err)
		}
		result, err := json.Marshal(m.Result())
		if err != nil {
			return err
		}
		chance := c.say("시드로 다시 나눠 보니 똑같아요", "all that chance brought is what the seed deals again")
		if !kibo.FromSeed(m.Game, m.Setup) {
			chance = c.say("카드는 시드가 아니라 직접 정한 순서예요", "the deck is somebody's choice, not the seed's")
		}
		return c.print("%s: %s %s, %s\n  %s\n  seed_sha256 %s\n  seed %q\n  %s\n  %s\n", c.say("맞아요", "valid"), f.Game, f.ID,
			c.word("tb.ply", "n", len(m.Plies())), result, f.SeedHash, *f.Seed, c.say("시드의 해시도 맞아요", "the seed has the hash"), chance)
	}
	return cmd
}

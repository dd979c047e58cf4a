package commands

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"arcade/lobby/puzzles"
	"arcade/lobby/table"
	"arcade/server/say"
	"arcade/sessions/paste"
	"arcade/sessions/play/tell"
	"arcade/sessions/share"
	"arcade/sessions/words"
)

// lineFormat is the format of a card as a line to paste: the result in words and a row of symbols.
const lineFormat = "line"

// card prints the card of a finished match, which players share.
func (c *cli) card() *cobra.Command {
	cmd := &cobra.Command{
		Use: "card ID|today|puzzle [--format text|ansi|svg|png|line]", Short: c.say("끝난 판, 오늘, 문제의 카드 (자랑하기)", "a finished match, your day or its puzzle as a card to share"), Args: cobra.ExactArgs(1),
	}
	format := cmd.Flags().String("format", "text", "")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !slices.Contains(append([]string{lineFormat}, share.Formats...), *format) {
			return say.Usage("%.20q: 그런 형식이 없어요", "there is no format %.20q", *format)
		}
		viewer, err := c.viewer(cmd.Context())
		if err != nil {
			return err
		}
		if args[0] == "today" || args[0] == "puzzle" {
			return c.cardOfDay(cmd.Context(), viewer, args[0] == "puzzle", *format)
		}
		r, err := c.lobby.Replay(cmd.Context(), viewer, args[0])
		if err != nil {
			return say.Refusal(err)
		}
		if r.Result == nil {
			return say.Refusal(table.ErrHidden)
		}
		lang, _ := words.ParseLang(c.Lang)
		if *format == lineFormat {
			return c.print("%s", tell.Match(lang, c.way(), r, viewer, c.streakDays(cmd.Context(), viewer)).Text(lang))
		}
		return share.Write(c.Stdout, *format, lang, r, c.way())
	}
	return cmd
}

// cardOfDay prints the card of the caller's day, or of the day's puzzle alone.
func (c *cli) cardOfDay(ctx context.Context, viewer string, alone bool, format string) error {
	d, err := c.lobby.Daily(ctx, viewer)
	if err != nil {
		return err
	}
	z, err := c.puzzleOfDay(viewer)
	if err != nil {
		return err
	}
	if alone && (z == nil || z.State == puzzles.Asked) {
		return say.Both("오늘의 문제를 아직 풀지 않았어요.", "the puzzle of the day is not answered yet")
	}
	line := func(lang words.Lang) paste.Line {
		if alone {
			return tell.Puzzle(lang, c.way(), *z, d.Streak.Length)
		}
		day := tell.Day(lang, c.way(), d, z)
		if day.Result == "" && format != lineFormat {
			day.Result = tell.Open(lang, d)
		}
		return day
	}
	lang, _ := words.ParseLang(c.Lang)
	if format == lineFormat {
		return c.print("%s", line(lang).Text(lang))
	}
	return share.WriteLine(c.Stdout, format, lang, line)
}

package commands

import (
	"slices"

	"github.com/spf13/cobra"

	"arcade/lobby"
	"arcade/server/say"
	"arcade/sessions/play/tell"
	"arcade/sessions/share"
	"arcade/sessions/words"
)

// lineFormat is the card as a line to paste: the result in words and a row of symbols.
const lineFormat = "line"

// card writes the card of a finished match, to be shown to others.
func (c *cli) card() *cobra.Command {
	cmd := &cobra.Command{
		Use: "card ID [--format text|ansi|svg|png|line]", Short: c.say("끝난 판의 카드 (자랑하기)", "a finished match as a card to share"), Args: cobra.ExactArgs(1),
	}
	format := cmd.Flags().String("format", "text", "")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !slices.Contains(append([]string{lineFormat}, share.Formats...), *format) {
			return say.Usage("%.20q: 그런 형식이 없어요", "there is no format %.20q", *format)
		}
		viewer, err := c.viewer()
		if err != nil {
			return err
		}
		r, err := c.lobby.Replay(cmd.Context(), viewer, args[0])
		if err != nil {
			return say.Told(err)
		}
		if r.Result == nil {
			return say.Told(lobby.ErrHidden)
		}
		lang, _ := words.ParseLang(c.Lang)
		if *format == lineFormat {
			days := 0
			if s, err := c.lobby.Streak(viewer); err == nil && viewer != "" {
				days = s.Length
			}
			return c.print("%s", tell.Match(lang, c.way(), r, viewer, days).Text(lang))
		}
		return share.Write(c.Stdout, *format, lang, r, c.SSH)
	}
	return cmd
}

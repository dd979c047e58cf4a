package commands

import (
	"slices"

	"github.com/spf13/cobra"

	"arcade/lobby"
	"arcade/server/say"
	"arcade/sessions/share"
	"arcade/sessions/words"
)

// card writes the card of a finished match, to be shown to others.
func (c *cli) card() *cobra.Command {
	cmd := &cobra.Command{
		Use: "card ID [--format text|ansi|svg|png]", Short: c.say("끝난 판의 카드 (자랑하기)", "a finished match as a card to share"), Args: cobra.ExactArgs(1),
	}
	format := cmd.Flags().String("format", "text", "")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !slices.Contains(share.Formats, *format) {
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
		return share.Write(c.Stdout, *format, lang, r, c.SSH)
	}
	return cmd
}

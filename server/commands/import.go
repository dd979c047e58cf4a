package commands

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"arcade/games"
	"arcade/lobby/deals"
	"arcade/server/exec"
	"arcade/server/say"
)

// meImport merges the statistics that another program of a game has exported into the caller's.
func (c *cli) meImport() *cobra.Command {
	cmd := &cobra.Command{
		Use: "import GAME < FILE", Short: c.say("다른 프로그램에서 내보낸 통계 가져오기", "take in the statistics that another program exported"), Args: cobra.ExactArgs(1),
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		if _, err := c.lobby.Game(args[0]); err != nil {
			return say.Refusal(err)
		}
		if games.As[games.Importer](c.reg, args[0]) == nil {
			return say.Usage("%s: 통계를 가져올 수 없는 게임이에요", "%s has no statistics to import", args[0])
		}
		p, err := c.own(ctx)
		if err != nil {
			return err
		}
		file, err := io.ReadAll(exec.NewAwayReader(ctx, c.Stdin))
		if err != nil {
			return err
		}
		done, err := c.lobby.Deals().Import(ctx, p.ID, args[0], file)
		var malformed *games.ImportError
		if errors.As(err, &malformed) {
			return notImported(malformed)
		} else if err != nil {
			return mine(err)
		}
		return c.imported(args[0], done)
	}
	return cmd
}

// imported says what came of an import.
func (c *cli) imported(game string, done deals.Import) error {
	text := fmt.Sprintf(c.say("파일에 %d판, 그 가운데 %d판이 새로 들어왔어요.\n", "tries in the file: %d, new here: %d\n"), done.Read, done.New)
	if done.Left > 0 {
		text += fmt.Sprintf(c.say("가장 최근 %d판만 남아서, 더 오래된 %d판은 빠졌어요.\n", "the latest %d stay; older ones left out: %d\n"), deals.MaxImported, done.Left)
	}
	if done.Stars > 0 {
		text += fmt.Sprintf(c.say("새로 찜한 딜: %d개\n", "new favourites: %d\n"), done.Stars)
	}
	if done.Unstarred > 0 {
		text += fmt.Sprintf(c.say("찜은 %d개까지라서, %d개는 찜하지 못했어요.\n", "at most %d deals can be favourites; without room: %d\n"), deals.MaxFavourites, done.Unstarred)
	}
	text += fmt.Sprintf(c.say("연습으로 치고, 순위표에는 오르지 않아요. 나만 볼 수 있어요:\n\n  %s stats %s --deals latest\n", "They count as practice and stand on no board. Only you see them:\n\n  %s stats %s --deals latest\n"), c.SSH, game)
	return c.print("%s", text)
}

// importReasons has the Korean texts of what is wrong in a file.
var importReasons = map[games.ImportReason]string{
	games.ImportNotJSON: "JSON이 아니에요",
	games.ImportMissing: "이 항목이 없어요",
	games.ImportValue:   "이런 값은 있을 수 없어요",
	games.ImportDeal:    "시드와 규칙에서 나오는 딜 번호가 아니에요",
}

// notImported returns the sentence for a malformed file.
func notImported(e *games.ImportError) say.Message {
	ko := fmt.Sprintf("%d번째 줄", e.Line)
	if e.Try > 0 {
		ko += fmt.Sprintf(", %d번째 판", e.Try)
	}
	if e.Field != "" {
		ko += ", " + e.Field
	}
	ko += ": " + importReasons[e.Reason]
	if e.Want != "" {
		ko += " (가능한 값: " + e.Want + ")"
	}
	return say.Both(ko+". 아무것도 가져오지 않았어요.", e.Error()+"; nothing was imported")
}

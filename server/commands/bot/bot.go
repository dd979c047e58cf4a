// Package bot has the command with which a program plays. It speaks JSON lines instead of showing a
// screen.
package bot

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"arcade/games"
	"arcade/lobby"
	"arcade/lobby/account"
	"arcade/lobby/directory"
	"arcade/server/exec"
	"arcade/server/say"
	"arcade/sessions/play"
)

// botPlan is the plan that the words of the command give a bot.
type botPlan struct {
	game, control string
	rules         string
	options       json.RawMessage // choose the rules, nil for the game's usual ones
	rated         bool
	seat          games.Seat
	newBot        bool // makes the key's account a bot account
	matches       int  // remaining matches, negative for no limit
	once          bool // ends after one match, or one series of rounds
	// against is a player's name, house a house bot, and join an id, a code or "any". If all are empty,
	// anybody may take the bot's seat.
	against, house, join string
}

// Command returns the command with which a program takes a seat; docs/bots.md describes its protocol.
func Command(c *exec.Call, l *lobby.Lobby) *cobra.Command {
	cmd := &cobra.Command{
		Use:   exec.Bot + " GAME [--new] [--rules R] [--control C] [--rated] [--seat N] [--games N] [--against NAME | --house LEVEL | --join ID|CODE|any]",
		Short: say.Both("프로그램이 두는 봇 (JSON 줄)", "a program plays: JSON lines").Say(c.Lang),
		Args:  cobra.ExactArgs(1),
	}
	var p botPlan
	flags := cmd.Flags()
	flags.BoolVar(&p.newBot, "new", false, "")
	flags.StringVar(&p.rules, "rules", "", "")
	flags.StringVar(&p.control, "control", "", "")
	flags.BoolVar(&p.rated, "rated", false, "")
	seat := flags.Int("seat", int(games.Nobody), "")
	flags.IntVar(&p.matches, "games", -1, "")
	flags.StringVar(&p.against, "against", "", "")
	flags.StringVar(&p.house, "house", "", "")
	flags.StringVar(&p.join, "join", "", "")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		p.game, p.seat = args[0], games.Seat(*seat)
		counted, opponents := cmd.Flags().Changed("games"), 0
		for _, name := range []string{"against", "house", "join"} {
			if cmd.Flags().Changed(name) {
				opponents++
			}
		}
		if counted && p.matches < 1 || opponents > 1 {
			return exec.Misused(cmd)
		}
		p.once = p.join != "" && p.join != joinAny || p.against != "" && !counted
		if err := p.check(l); err != nil {
			return err
		}
		visit, err := l.EnterBot(directory.Identity{
			Fingerprint: c.Identity.Fingerprint, Login: c.Identity.Login, Lang: c.Lang, From: c.From, Session: c.Session, Came: c.Came,
		}, p.newBot)
		if errors.Is(err, account.ErrNewBot) {
			line := c.SSH + " " + exec.Bot + " " + p.game + " --new"
			return say.Usage("이 키의 계정은 아직 봇이 아니에요. 봇이 되면 되돌릴 수 없고, 화면에서는 구경만 할 수 있어요. 봇으로 만들려면 --new를 붙이세요: %s",
				"this key's account is not a bot's yet. Once it is it stays one, and on a screen it may only watch. To make it a bot's, add --new: %s", line)
		}
		if err != nil {
			return say.Refusal(err)
		}
		return newBotPlayer(cmd.Context(), c, l, visit, p).run(cmd.Context())
	}
	return cmd
}

// check completes a plan and refuses an impossible one.
func (p *botPlan) check(l *lobby.Lobby) error {
	g, err := l.Game(p.game)
	if err != nil {
		return say.Refusal(err)
	}
	seats := g.Info().Seats
	if seats < 2 {
		return say.Usage("%s: 혼자 하는 게임이에요. 봇은 둘이 하는 게임만 해요", "%s is for one: bots play games for two", p.game)
	}
	if p.options, err = games.RulesOptions(g, p.rules); err != nil {
		return say.Usage("%s: 규칙 %.20q은 없어요", "%s has no rules %.20q", p.game, p.rules)
	}
	if p.control == "" {
		p.control = play.GameOf(p.game).Control
	}
	control, err := games.ParseControl(p.control)
	if err != nil || control.Correspondence() {
		return say.Usage("%.20q: 시계는 none, 5+3, 30s처럼 적어 주세요", "control %.20q: want none, M+S or Ns", p.control)
	}
	if p.seat < games.Nobody || int(p.seat) >= seats {
		return say.Usage("자리는 0부터 %d까지예요", "a seat is 0 to %d", seats-1)
	}
	if p.house != "" && games.FindBot(g, p.house) == nil {
		return say.Usage("%.20q: 그런 봇이 없어요 (%s)", "there is no bot %.20q (%s)", p.house, botNames(g))
	}
	if p.house != "" && p.rated {
		return say.Usage("오락실의 봇과 두는 판에는 레이팅이 없어요", "a match with a bot of the house is not rated")
	}
	return nil
}

// botNames lists the bots of a game.
func botNames(g games.Game) string {
	names := games.BotNames(g)
	slices.Sort(names)
	return fmt.Sprint(names)
}

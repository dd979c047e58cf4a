// Package commands has the commands that `ssh host COMMAND` runs without a screen.
package commands

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"arcade/games"
	"arcade/lobby"
	"arcade/lobby/account"
	"arcade/lobby/records"
	"arcade/lobby/room"
	"arcade/server/commands/bot"
	"arcade/server/exec"
	"arcade/server/say"
	"arcade/sessions/play"
	"arcade/sessions/play/tell"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/store"
)

// All returns a function that makes the arcade's commands without a screen; docs/commands.md describes
// their output. reg verifies files of any game. clients are the anonymous names that players can link;
// nil for none.
func All(l *lobby.Lobby, reg *games.Registry, clients Clients) func(*exec.Call) []*cobra.Command {
	return func(call *exec.Call) []*cobra.Command {
		c := &cli{call, l, reg, clients}
		list := &cobra.Command{Use: "kibo", Short: c.say("기보", "logs of matches")}
		list.AddCommand(c.kiboList(), c.kiboShow(), c.kiboExport(), c.kiboVerify())
		return append([]*cobra.Command{c.whoami(), c.games(), c.boards(), c.leaderboard(), c.stats(), list, c.card(), c.today(), c.puzzle(), c.arena(), bot.Command(call, l)}, c.account()...)
	}
}

// cli makes the commands of one call.
type cli struct {
	*exec.Call
	lobby   *lobby.Lobby
	reg     *games.Registry
	clients Clients
}

// Clients holds the anonymous names that the games' own clients use over HTTP.
type Clients interface {
	// Link links a name to a player. It returns false if the token does not match the name.
	Link(ctx context.Context, player, name, token string) (bool, error)
}

// say returns the text in the caller's language.
func (c *cli) say(ko, en string) string { return say.Both(ko, en).Say(c.Lang) }

// word returns a text of the catalogue in the caller's language.
func (c *cli) word(key string, args ...any) string {
	lang, _ := words.ParseLang(c.Lang)
	return words.T(lang, key, args...)
}

// game returns the name of a game under options.
func (c *cli) game(name string, options json.RawMessage) string {
	lang, _ := words.ParseLang(c.Lang)
	return words.Game(lang, name, games.RulesIn(options))
}

// marked returns a name as the screens show it: with a mark before a bot's name.
func (c *cli) marked(name string, bot bool) string {
	if bot {
		return c.word("tb.bot") + " " + name
	}
	return name
}

// json writes v as one indented JSON document.
func (c *cli) json(v any) error {
	e := json.NewEncoder(c.Stdout)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// print writes a text.
func (c *cli) print(format string, args ...any) error {
	_, err := fmt.Fprintf(c.Stdout, format, args...)
	return err
}

// gaps matches the blanks that make columns within a row.
var gaps = regexp.MustCompile(`  +`)

// table writes rows in columns. In a conversation it writes each row as a sentence.
func (c *cli) table(rows [][]string) error {
	if !c.Spoken {
		return c.print("%s", ui.Columns(rows))
	}
	for _, row := range rows {
		said := slices.DeleteFunc(slices.Clone(row[1:]), func(cell string) bool { return strings.TrimSpace(cell) == "" })
		line := strings.Trim(strings.TrimSpace(row[0])+": "+strings.Join(said, ", "), ": ")
		if err := c.print("%s\n", gaps.ReplaceAllString(line, ", ")); err != nil {
			return err
		}
	}
	return nil
}

// list writes a list as JSON, or as one row per element.
func list[T any](c *cli, asJSON bool, all []T, row func(T) []string) error {
	if asJSON {
		return c.json(all)
	}
	var rows [][]string
	for _, one := range all {
		rows = append(rows, row(one))
	}
	return c.table(rows)
}

// player returns the caller's record. It returns false for a guest, and for a key that has never opened
// the arcade.
func (c *cli) player(ctx context.Context) (store.Player, bool, error) {
	if c.Identity.Guest() {
		return store.Player{}, false, nil
	}
	p, err := c.lobby.PlayerByKey(ctx, c.Identity.Fingerprint)
	if errors.Is(err, records.ErrNoPlayer) {
		return p, false, nil
	}
	return p, err == nil, err
}

// own returns the caller's record, for a command about it. Guests, and keys that have never opened the
// arcade, get an error as a sentence.
func (c *cli) own(ctx context.Context) (store.Player, error) {
	p, known, err := c.player(ctx)
	switch {
	case err != nil:
		return p, err
	case c.Identity.Guest() && c.Platform == exec.Web: // a page has no ssh-keygen
		return p, say.Refusal(account.ErrGuestKey)
	case c.Identity.Guest():
		return p, say.Refusal(room.ErrGuestRecord)
	case !known:
		return p, mine(records.ErrNoPlayer)
	}
	return p, nil
}

// standing is a player's rating and results in one game, for JSON.
type standing struct {
	Game string `json:"game"`
	rated
	Won   int `json:"won"`
	Lost  int `json:"lost"`
	Drawn int `json:"drawn"`
	// Others are the ratings under other rules, by the names of their boards.
	Others map[string]rated `json:"other_ratings,omitempty"`
}

// rated is a player's rating, for JSON.
type rated struct {
	Rating      float64 `json:"rating"`
	Deviation   float64 `json:"deviation"`
	Provisional bool    `json:"provisional"`
	Games       int     `json:"rated_games"`
}

func ratedOf(r records.RatingInfo) rated {
	return rated{round(r.Rating.Rating), round(r.Deviation), r.Provisional, r.Games}
}

// text returns the rating for a line of text.
func (r rated) text() string { return showRating(r.Rating, r.Deviation, r.Provisional) }

func (c *cli) whoami() *cobra.Command {
	cmd := &cobra.Command{Use: "whoami [--json]", Short: exec.HelpWhoami.Say(c.Lang), Args: cobra.NoArgs}
	asJSON := cmd.Flags().Bool("json", false, "")
	cmd.RunE = func(*cobra.Command, []string) error {
		p, known, err := c.player(cmd.Context())
		if err != nil {
			return err
		}
		list := []standing{}
		if known {
			profile, err := c.lobby.Profile(cmd.Context(), p.ID)
			if err != nil {
				return err
			}
			for _, g := range profile.Games {
				if game, err := c.lobby.Game(g.Game); err == nil && game.Info().Seats < 2 {
					continue // "stats" prints this game
				}
				s := standing{g.Game, ratedOf(g.Ratings[0]), g.Tally.Won, g.Tally.Lost, g.Tally.Drawn, map[string]rated{}}
				for _, r := range g.Ratings[1:] {
					s.Others[r.Game] = ratedOf(r)
				}
				list = append(list, s)
			}
		}
		if *asJSON {
			return c.json(struct {
				Guest bool       `json:"guest"`
				Name  string     `json:"name"`
				Key   string     `json:"key"`
				Games []standing `json:"games"`
				Bot   bool       `json:"bot"`
			}{c.Identity.Guest(), p.Name, c.Identity.Fingerprint, list, p.Bot})
		}
		switch {
		case c.Identity.Guest():
			return c.print("%s\n", exec.WhoamiGuest.Say(c.Lang))
		case !known:
			return c.print("%s  %s\n", c.Identity.Fingerprint, c.say("(아직 들어온 적이 없어요)", "(has never been in)"))
		}
		lang, _ := words.ParseLang(c.Lang)
		rows := [][]string{{c.marked(p.Name, p.Bot), c.Identity.Fingerprint}}
		for _, s := range list {
			rows = append(rows, []string{"  " + c.word("game."+s.Game), fmt.Sprintf("%s  %d-%d-%d", s.text(), s.Won, s.Lost, s.Drawn)})
			for _, board := range slices.Sorted(maps.Keys(s.Others)) {
				rows = append(rows, []string{"  " + poolName(lang, s.Game, board), s.Others[board].text()})
			}
		}
		return c.table(rows)
	}
	return cmd
}

// poolName returns the name of a game under the rules of one of its pools of ratings.
func poolName(lang words.Lang, game, pool string) string {
	return words.Game(lang, game, strings.TrimPrefix(pool, game+"-"))
}

func (c *cli) games() *cobra.Command {
	cmd := &cobra.Command{Use: "games [--json]", Short: c.say("게임 목록", "the games"), Args: cobra.NoArgs}
	asJSON := cmd.Flags().Bool("json", false, "")
	cmd.RunE = func(*cobra.Command, []string) error {
		type game struct {
			games.Info
			Open int      `json:"open"`
			Live int      `json:"live"`
			Bots []string `json:"bots"`
		}
		all, counts := []game{}, c.lobby.Counts()
		for _, g := range c.lobby.Games() {
			it := game{Info: g.Info(), Bots: games.BotNames(g)}
			it.Open, it.Live = counts[it.Name].Open, counts[it.Name].Live
			all = append(all, it)
		}
		return list(c, *asJSON, all, func(g game) []string {
			return []string{g.Name, c.word("game." + g.Name), c.word("home.counts", "open", g.Open, "live", g.Live)}
		})
	}
	return cmd
}

// maxRows limits the rows of one list.
const maxRows = 1000

func (c *cli) stats() *cobra.Command {
	cmd := &cobra.Command{
		Use: "stats GAME [--json | --format F | --deals ORDER [--count N]]", Short: c.say("내 통계", "your statistics of a game"), Args: cobra.ExactArgs(1),
	}
	asJSON := cmd.Flags().Bool("json", false, "")
	format := cmd.Flags().String("format", "", "")
	order, most := cmd.Flags().String("deals", "", ""), cmd.Flags().Int("count", 20, "")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if _, err := c.lobby.Game(args[0]); err != nil {
			return say.Refusal(err)
		}
		count := play.GameOf(args[0]).Count
		if c.lobby.Boards(args[0]) == nil && count == nil {
			return say.Usage("%s: 통계가 없는 게임이에요", "%s keeps no statistics", args[0])
		}
		p, err := c.own(cmd.Context())
		if err != nil {
			return err
		}
		switch {
		case *asJSON && *format+*order != "", *format != "" && *order != "", *most < 1, *most > maxRows:
			return exec.Misused(cmd)
		case *format != "":
			return c.runs(cmd.Context(), p.ID, args[0], *format)
		case *order != "":
			return c.deals(cmd.Context(), p.ID, args[0], *order, *most)
		}
		lang, _ := words.ParseLang(c.Lang)
		if count != nil {
			s, err := count(cmd.Context(), c.lobby, p.ID)
			switch {
			case err != nil:
				return err
			case *asJSON:
				return c.json(s)
			}
			return c.table(s.Rows(lang))
		}
		raw, err := c.lobby.OwnStats(cmd.Context(), args[0], p.ID)
		if err != nil {
			return err
		}
		if *asJSON {
			if len(raw) == 0 {
				raw = json.RawMessage("null")
			} else if g := games.As[games.StatsTeller](c.reg, args[0]); g != nil {
				all, err := g.TellStats(raw)
				if err != nil {
					return err
				}
				return c.json(all)
			}
			return c.json(raw)
		}
		rows, err := tell.StatsRows(lang, args[0], raw)
		if err != nil {
			return err
		}
		return c.table(rows)
	}
	return cmd
}

// deals prints a player's tries by deal in an order, at most that many deals.
func (c *cli) deals(ctx context.Context, player, game, order string, most int) error {
	of := play.GameOf(game)
	if of.Deals == nil {
		return say.Usage("%s: 판을 딜로 나누지 않는 게임이에요", "the deals of %s have no names", game)
	} else if !slices.Contains(of.Orders, order) {
		return say.Usage("%.20q: 그런 차례가 없어요 (%s)", "there is no order %.20q; there are %s", order, strings.Join(of.Orders, ", "))
	}
	raw, err := c.lobby.OwnStats(ctx, game, player)
	if err != nil {
		return err
	}
	list, err := c.lobby.Deals().Favourites(player, game)
	if err != nil {
		return err
	}
	starred := map[string]bool{}
	for _, f := range list {
		starred[f.ID] = true
	}
	lang, _ := words.ParseLang(c.Lang)
	rows, err := of.Deals(lang, raw, order, starred, most)
	if err != nil {
		return err
	}
	return c.table(rows)
}

// clientName names the program that a run was played with, in a line about the run.
const clientName = "arcade"

// runs prints a player's finished matches, one a line. With "json" it prints them as one list.
func (c *cli) runs(ctx context.Context, player, game, format string) error {
	w := bufio.NewWriter(c.Stdout)
	asList := format == "json"
	n := 0
	left, err := c.lobby.RunLines(ctx, player, game, format, clientName, c.Platform, func(line string) error {
		if n++; asList {
			before := ",\n"
			if n == 1 {
				before = "[\n"
			}
			line = before + line
		} else {
			line += "\n"
		}
		_, err := w.WriteString(line)
		return err
	})
	if errors.Is(err, records.ErrNoFormat) {
		return noFormat(game, format)
	} else if err != nil {
		return say.Refusal(err)
	}
	switch {
	case asList && n == 0:
		_, err = w.WriteString("[]\n")
	case asList:
		_, err = w.WriteString("\n]\n")
	}
	if err = errors.Join(err, w.Flush()); err == nil && left > 0 {
		_, err = fmt.Fprintln(c.Stderr, c.word("stats.left", "n", left))
	}
	return err
}

// noFormat returns the error for a format that a game, or all of them, does not have.
func noFormat(game, format string) error {
	return say.Usage("%s: %.20q 형식은 없어요", "%s has no format %.20q", game, format)
}

// round rounds a rating to one decimal, so that JSON is short and stable.
func round(x float64) float64 { return float64(int(x*10+0.5)) / 10 }

// showRating returns a rating with its deviation. A ? marks a provisional rating.
func showRating(r, d float64, provisional bool) string {
	mark := ""
	if provisional {
		mark = "?"
	}
	return fmt.Sprintf("%.0f%s (%.0f)", r, mark, d)
}

// stamp returns a time in UTC, to the minute.
func stamp(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02 15:04") }

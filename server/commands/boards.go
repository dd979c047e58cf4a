package commands

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"arcade/games"
	"arcade/lobby/deals"
	"arcade/lobby/ledger"
	"arcade/lobby/records"
	"arcade/lobby/text"
	"arcade/server/exec"
	"arcade/server/say"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/words"
	"arcade/store"
)

// ranks prints a leaderboard with list, or a sentence if the board is empty.
func ranks[T any](c *cli, asJSON bool, all []T, row func(T) []string) error {
	if len(all) == 0 && !asJSON {
		return c.print("%s\n", c.say("아직 없어요", "no entries yet"))
	}
	return list(c, asJSON, all, row)
}

func (c *cli) boards() *cobra.Command {
	cmd := &cobra.Command{Use: "boards [--json]", Short: c.say("순위표 목록", "the leaderboards"), Args: cobra.NoArgs}
	asJSON := cmd.Flags().Bool("json", false, "")
	cmd.RunE = func(*cobra.Command, []string) error {
		type board struct {
			Game    string `json:"game"`
			Board   string `json:"board"`
			Players int    `json:"players"`       // at most maxRows
			Day     string `json:"day,omitempty"` // of a daily board
		}
		all := []board{}
		for _, g := range c.lobby.Games() {
			name := g.Info().Name
			for _, b := range c.lobby.Boards(name) {
				days := []string{""}
				if g.Info().Seats < 2 {
					days = append(days, c.lobby.Today(), records.DayBefore(c.lobby.Today()))
				}
				for _, day := range days {
					rows, err := c.lobby.Scores(cmd.Context(), ledger.BoardName(name, b, day), 0, maxRows)
					if err != nil {
						return err
					}
					all = append(all, board{name, b, len(rows), day})
				}
			}
			if g.Info().Seats < 2 {
				continue
			}
			for _, pool := range c.lobby.Pools(name) {
				n, err := c.lobby.Ranked(cmd.Context(), pool)
				if err != nil {
					return err
				}
				all = append(all, board{name, app.If(pool == name, ratingBoard, pool), n, ""})
			}
		}
		return list(c, *asJSON, all, func(b board) []string {
			line := "leaderboard " + b.Game
			if b.Board != ratingBoard {
				line += " --board " + b.Board
			}
			if b.Day == c.lobby.Today() {
				line += " --day today"
			} else if b.Day != "" {
				line += " --day yesterday"
			}
			return []string{line, c.word("game." + b.Game), c.word("cmd.players", "n", b.Players)}
		})
	}
	return cmd
}

func (c *cli) leaderboard() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "leaderboard GAME [--board B] [--day today|yesterday] [--week this|last] [--from N] [--count N] [--json]",
		Short: c.say("순위", "a game's ranks, best first"),
		Args:  cobra.ExactArgs(1),
	}
	asJSON := cmd.Flags().Bool("json", false, "")
	from := cmd.Flags().Int("from", 1, "")
	count := cmd.Flags().Int("count", 20, "")
	which := cmd.Flags().String("board", "", "")
	day := cmd.Flags().String("day", "", "")
	week := cmd.Flags().String("week", "", "")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *from < 1 || *count < 1 || *count > maxRows {
			return exec.Misused(cmd)
		}
		g, err := c.lobby.Game(args[0])
		if err != nil {
			return say.Refusal(err)
		}
		if *week != "" {
			name, ok := c.weekBoard(args[0], *which, *week)
			if !ok || *day != "" {
				return exec.Misused(cmd)
			}
			return c.scores(cmd.Context(), args[0], name, *from, *count, *asJSON)
		}
		two := g.Info().Seats > 1
		if two && *day != "" {
			return exec.Misused(cmd)
		}
		pool, rating := c.lobby.RatingBoard(args[0], app.If(*which == ratingBoard, "", *which))
		if !rating {
			boards := c.lobby.Boards(args[0])
			name, ok := c.scoreBoard(args[0], boards, *which, *day)
			if !ok {
				if _, ok = c.scoreBoard(args[0], boards, *which, ""); ok { // the board exists, so the day is wrong
					return exec.Misused(cmd)
				}
				return c.noBoard(g, boards, *which)
			}
			return c.scores(cmd.Context(), args[0], name, *from, *count, *asJSON)
		}
		return c.ratings(cmd.Context(), pool, *from, *count, *asJSON)
	}
	return cmd
}

// ratingBoard names the board of a game's own ratings; those under other rules have the name of the ratings.
const ratingBoard = "rating"

// ratings prints the players by their ratings of a name.
func (c *cli) ratings(ctx context.Context, pool string, from, count int, asJSON bool) error {
	list, err := c.lobby.Board(ctx, pool, from-1, count)
	if err != nil {
		return err
	}
	type row struct {
		Place       int     `json:"place"`
		Name        string  `json:"name"`
		Rating      float64 `json:"rating"`
		Deviation   float64 `json:"deviation"`
		Provisional bool    `json:"provisional"`
		Games       int     `json:"rated_games"`
		Match       string  `json:"last_match"`
		Bot         bool    `json:"bot"`
	}
	out := []row{}
	for i, r := range list {
		out = append(out, row{from + i, r.Name, round(r.Rating.Rating), round(r.Deviation), r.Provisional, r.Games, r.Match, r.ByBot})
	}
	return ranks(c, asJSON, out, func(r row) []string {
		return []string{fmt.Sprint(r.Place), showRating(r.Rating, r.Deviation, r.Provisional), fmt.Sprint(r.Games), c.marked(r.Name, r.Bot)}
	})
}

// maxSeed limits the seed in a board's name, in characters.
const maxSeed = 40

// scoreBoard finds a board by the flags. Without a board name it returns the first one. Boards without
// days are a deal's own board, "deal/" and its ID or its layout's ID, and a typed seed's board,
// "BOARD/=SEED".
func (c *cli) scoreBoard(game string, boards []string, board, day string) (name string, ok bool) {
	if board == "" && len(boards) > 0 {
		board = boards[0]
	}
	if id, ok := strings.CutPrefix(board, games.DealBoard+"/"); ok {
		g, err := c.lobby.Game(game)
		d, named := g.(games.Dealer)
		return deals.Board(game, id), err == nil && named && (d.IsDealID(id) || d.IsLayoutID(id)) && day == ""
	}
	if of, seed, ok := strings.Cut(board, "/="); ok {
		seed = text.Line(seed, maxSeed)
		return ledger.BoardName(game, of, "="+seed), seed != "" && day == "" && slices.Contains(boards, of)
	}
	switch day {
	case "":
	case "today":
		day = c.lobby.Today()
	case "yesterday":
		day = records.DayBefore(c.lobby.Today())
	default:
		return "", false
	}
	return ledger.BoardName(game, board, day), slices.Contains(boards, board)
}

// weekBoard finds a weekly board by the flags. Without a board name it returns the first one.
func (c *cli) weekBoard(game, board, week string) (name string, ok bool) {
	boards := c.lobby.WeekBoards(game)
	if board == "" && len(boards) > 0 {
		board = boards[0]
	}
	of, ok := map[string]string{"this": c.lobby.ThisWeek(), "last": c.lobby.LastWeek()}[week]
	return ledger.BoardName(game, board, of), ok && slices.Contains(boards, board)
}

// noBoard returns the error for an unknown board name. It lists the game's boards.
func (c *cli) noBoard(g games.Game, boards []string, name string) error {
	if g.Info().Seats > 1 {
		boards = slices.Concat([]string{ratingBoard}, c.lobby.Pools(g.Info().Name)[1:], boards)
	}
	list := strings.Join(boards, ", ")
	if _, ok := g.(games.Dealer); ok {
		return say.Usage("%.20q: 그런 순위표가 없어요 (%s: %s, %s/딜번호)", "there is no board %.20q; %s has %s, %s/DEAL-ID", name, g.Info().Name, list, games.DealBoard)
	}
	return say.Usage("%.20q: 그런 순위표가 없어요 (%s: %s)", "there is no board %.20q; %s has %s", name, g.Info().Name, list)
}

// scores prints a game's board that is ordered by points.
func (c *cli) scores(ctx context.Context, game, board string, from, count int, asJSON bool) error {
	type row struct {
		Place int     `json:"place"`
		Name  string  `json:"name"`
		Value float64 `json:"value"`
		Tie   float64 `json:"tie"`
		Match string  `json:"match"`
		At    int64   `json:"at"`
		// Detail is the game's own data.
		Detail json.RawMessage `json:"detail,omitempty"`
		Bot    bool            `json:"bot"`
		// Mark is the reason why a day's run has no place.
		Mark string `json:"mark,omitempty"`
		// Source is where a row of a deal's board was played, "arcade" or "app"; Verified reports whether its
		// moves were played here.
		Source   string `json:"source,omitempty"`
		Verified bool   `json:"verified,omitempty"`

		score store.Score
	}
	out := []row{}
	add := func(place int, s store.Score) *row {
		out = append(out, row{Place: place, Name: s.Name, Value: s.Value, Tie: s.Tie, Match: s.Match, At: s.At, Detail: s.Detail, Bot: s.ByBot, score: s})
		return &out[len(out)-1]
	}
	kind, of, _ := strings.Cut(strings.TrimPrefix(board, game+"/"), "/")
	if kind == games.DealBoard {
		list, _, err := c.lobby.DealScores(ctx, game, of, "")
		if err != nil {
			return err
		}
		for i := from - 1; i < min(from-1+count, len(list)); i++ {
			r := add(i+1, list[i].Score)
			r.Source, r.Verified = app.If(list[i].Sent, "app", "arcade"), list[i].Replayed
		}
	} else {
		list, err := c.lobby.Scores(ctx, board, from-1, count)
		if err != nil {
			return err
		}
		for i, s := range list {
			add(from+i, s)
		}
		marked, err := c.lobby.Marked(ctx, board, count-len(list))
		if err != nil {
			return err
		}
		for _, s := range marked {
			add(0, s).Mark = ledger.MarkOf(s.Board)
		}
	}
	lang, _ := words.ParseLang(c.Lang)
	a := app.ForPictures(lang, 0, 0)
	return ranks(c, asJSON, out, func(r row) []string {
		place, name := fmt.Sprint(r.Place), c.marked(r.Name, r.Bot)
		switch {
		case r.Mark != "":
			place, name = "-", name+": "+c.word("mark.end", "why", c.word("mark."+r.Mark))
		case r.Source == "app":
			name += ": " + c.word(app.If(r.Verified, "board.app.replayed", "board.app"))
		}
		return []string{place, play.ScoreText(a, game, kind, of != "", r.score), cmp.Or(r.Match, "-"), stamp(r.At), name}
	})
}

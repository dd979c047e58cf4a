package server

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"arcade/games"
	"arcade/games/kibo"
	"arcade/lobby"
	"arcade/sessions"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/store"
)

// Commands are the arcade's commands without a screen; docs/commands.md
// describes what they print. reg verifies files of any game.
func Commands(l *lobby.Lobby, reg *games.Registry) func(*Call) []*cobra.Command {
	return func(call *Call) []*cobra.Command {
		c := &cli{call, l, reg}
		list := &cobra.Command{Use: "kibo", Short: c.say("기보", "logs of matches")}
		list.AddCommand(c.kiboList(), c.kiboShow(), c.kiboExport(), c.kiboVerify())
		return append([]*cobra.Command{c.whoami(), c.games(), c.boards(), c.leaderboard(), c.stats(), list, c.bot()}, c.account()...)
	}
}

// cli makes the commands of one call.
type cli struct {
	*Call
	lobby *lobby.Lobby
	reg   *games.Registry
}

// say is a text in the caller's language.
func (c *cli) say(ko, en string) string { return Message{ko, en}.Say(c.Lang) }

// word is a text of the catalogue in the caller's language.
func (c *cli) word(key string, args ...any) string {
	lang, _ := words.ParseLang(c.Lang)
	return words.T(lang, key, args...)
}

// marked is a name as the screens show it: with a mark before that of a bot's account.
func (c *cli) marked(name string, bot bool) string {
	if bot {
		return c.word("tb.bot") + " " + name
	}
	return name
}

// told makes a sentence of what the lobby refuses; what nobody foresaw stays an
// error for the log.
func told(err error) error {
	if err == nil {
		return nil
	}
	if s := sessions.Sentence(words.EN, err); s != words.T(words.EN, "sh.failed") {
		return Message{sessions.Sentence(words.KO, err), s}
	}
	return err
}

// json writes v as one indented JSON document.
func (c *cli) json(v any) error {
	e := json.NewEncoder(c.Stdout)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// table writes rows in columns.
func (c *cli) table(rows [][]string) error {
	_, err := io.WriteString(c.Stdout, ui.Columns(rows))
	return err
}

// ranks prints the rows of a leaderboard, a sentence where there are none.
func (c *cli) ranks(rows [][]string) error {
	if len(rows) == 0 {
		_, err := fmt.Fprintln(c.Stdout, c.say("아직 없어요", "no entries yet"))
		return err
	}
	return c.table(rows)
}

// player is the caller's record; false for a guest and for a key that has never been in.
func (c *cli) player() (store.Player, bool, error) {
	if c.Identity.Guest() {
		return store.Player{}, false, nil
	}
	p, err := c.lobby.PlayerByKey(c.Identity.Fingerprint)
	if errors.Is(err, lobby.ErrNoPlayer) {
		return p, false, nil
	}
	return p, err == nil, err
}

// own is the caller's record, for a command that is about it; told, for a guest and
// for a key that has never been in.
func (c *cli) own() (store.Player, error) {
	p, known, err := c.player()
	switch {
	case err != nil:
		return p, err
	case c.Identity.Guest():
		return p, told(lobby.ErrGuestRecord)
	case !known:
		return p, mine(lobby.ErrNoPlayer)
	}
	return p, nil
}

// standing is a player's rating and results in one game, as JSON has them.
type standing struct {
	Game        string  `json:"game"`
	Rating      float64 `json:"rating"`
	Deviation   float64 `json:"deviation"`
	Provisional bool    `json:"provisional"`
	Rated       int     `json:"rated_games"`
	Won         int     `json:"won"`
	Lost        int     `json:"lost"`
	Drawn       int     `json:"drawn"`
}

func (c *cli) whoami() *cobra.Command {
	cmd := &cobra.Command{Use: "whoami [--json]", Short: helpWhoami.Say(c.Lang), Args: cobra.NoArgs}
	asJSON := cmd.Flags().Bool("json", false, "")
	cmd.RunE = func(*cobra.Command, []string) error {
		p, known, err := c.player()
		if err != nil {
			return err
		}
		list := []standing{}
		if known {
			profile, err := c.lobby.Profile(p.ID)
			if err != nil {
				return err
			}
			for _, g := range profile.Games {
				if game, err := c.lobby.Game(g.Game); err == nil && game.Info().Seats < 2 {
					continue // "stats" has it
				}
				list = append(list, standing{
					g.Game, round(g.Rating.Rating.Rating), round(g.Rating.Deviation), g.Rating.Provisional,
					g.Rating.Games, g.Tally.Won, g.Tally.Lost, g.Tally.Drawn,
				})
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
			_, err = fmt.Fprintln(c.Stdout, whoamiGuest.Say(c.Lang))
		case !known:
			_, err = fmt.Fprintf(c.Stdout, "%s  %s\n", c.Identity.Fingerprint, c.say("(아직 들어온 적이 없어요)", "(has never been in)"))
		default:
			rows := [][]string{{c.marked(p.Name, p.Bot), c.Identity.Fingerprint}}
			for _, s := range list {
				rows = append(rows, []string{"  " + c.word("game."+s.Game), fmt.Sprintf("%s  %d-%d-%d", showRating(s.Rating, s.Deviation, s.Provisional), s.Won, s.Lost, s.Drawn)})
			}
			err = c.table(rows)
		}
		return err
	}
	return cmd
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
		list, counts := []game{}, c.lobby.Counts()
		for _, g := range c.lobby.Games() {
			it := game{Info: g.Info(), Bots: games.BotNames(g)}
			it.Open, it.Live = counts[it.Name].Open, counts[it.Name].Live
			list = append(list, it)
		}
		if *asJSON {
			return c.json(list)
		}
		var rows [][]string
		for _, g := range list {
			rows = append(rows, []string{g.Name, c.word("game." + g.Name), c.word("home.counts", "open", g.Open, "live", g.Live)})
		}
		return c.table(rows)
	}
	return cmd
}

func (c *cli) boards() *cobra.Command {
	cmd := &cobra.Command{Use: "boards [--json]", Short: c.say("순위표 목록", "the leaderboards"), Args: cobra.NoArgs}
	asJSON := cmd.Flags().Bool("json", false, "")
	cmd.RunE = func(*cobra.Command, []string) error {
		type board struct {
			Game    string `json:"game"`
			Board   string `json:"board"`
			Players int    `json:"players"`       // at most maxRows
			Day     string `json:"day,omitempty"` // of a day's board
		}
		list := []board{}
		for _, g := range c.lobby.Games() {
			name := g.Info().Name
			for _, b := range c.lobby.Boards(name) {
				days := []string{""}
				if g.Info().Seats < 2 {
					days = append(days, c.lobby.Today(), dayBefore(c.lobby.Today()))
				}
				for _, day := range days {
					rows, err := c.lobby.Scores(scoreBoard(name, b, day), 0, maxRows)
					if err != nil {
						return err
					}
					list = append(list, board{name, b, len(rows), day})
				}
			}
			if g.Info().Seats < 2 {
				continue
			}
			n, err := c.lobby.Ranked(g.Info().Name)
			if err != nil {
				return err
			}
			list = append(list, board{g.Info().Name, "rating", n, ""})
		}
		if *asJSON {
			return c.json(list)
		}
		var rows [][]string
		for _, b := range list {
			line := "leaderboard " + b.Game
			if b.Board != "rating" {
				line += " --board " + b.Board
			}
			if b.Day == c.lobby.Today() {
				line += " --day today"
			} else if b.Day != "" {
				line += " --day yesterday"
			}
			rows = append(rows, []string{line, c.word("game." + b.Game), c.word("cmd.players", "n", b.Players)})
		}
		return c.table(rows)
	}
	return cmd
}

// maxRows is the most rows that a list gives at a time.
const maxRows = 1000

func (c *cli) leaderboard() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "leaderboard GAME [--board B] [--day today|yesterday] [--from N] [--count N] [--json]",
		Short: c.say("순위", "a game's ranks, best first"),
		Args:  cobra.ExactArgs(1),
	}
	asJSON := cmd.Flags().Bool("json", false, "")
	from := cmd.Flags().Int("from", 1, "")
	count := cmd.Flags().Int("count", 20, "")
	which := cmd.Flags().String("board", "", "")
	day := cmd.Flags().String("day", "", "")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *from < 1 || *count < 1 || *count > maxRows {
			return misused(cmd)
		}
		g, err := c.lobby.Game(args[0])
		if err != nil {
			return told(err)
		}
		two := g.Info().Seats > 1
		if two && *day != "" {
			return misused(cmd)
		}
		if !two || *which != "" && *which != "rating" {
			boards := c.lobby.Boards(args[0])
			name, ok := c.scoreBoard(args[0], boards, *which, *day)
			if !ok {
				if _, ok = c.scoreBoard(args[0], boards, *which, ""); ok { // the day is what is wrong
					return misused(cmd)
				}
				return noBoard(g, boards, *which)
			}
			return c.scores(name, *from, *count, *asJSON)
		}
		list, err := c.lobby.Board(args[0], *from-1, *count)
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
			out = append(out, row{*from + i, r.Name, round(r.Rating.Rating), round(r.Deviation), r.Provisional, r.Games, r.Match, r.ByBot})
		}
		if *asJSON {
			return c.json(out)
		}
		var rows [][]string
		for _, r := range out {
			rows = append(rows, []string{fmt.Sprint(r.Place), showRating(r.Rating, r.Deviation, r.Provisional), fmt.Sprint(r.Games), c.marked(r.Name, r.Bot)})
		}
		return c.ranks(rows)
	}
	return cmd
}

// maxSeed is the longest seed that a board is named after, in characters.
const maxSeed = 40

// scoreBoard is the full name of a board, of a day where day is not "".
func scoreBoard(game, board, day string) string {
	if day == "" {
		return game + "/" + board
	}
	return game + "/" + board + "/" + day
}

// dayBefore is the day before a day, both YYYY-MM-DD.
func dayBefore(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return t.AddDate(0, 0, -1).Format(time.DateOnly)
}

// scoreBoard finds a board by the flags: the first one where none is named; those
// which have no days: a deal's own is "deal/" and its ID, that of a typed seed "BOARD/=SEED".
func (c *cli) scoreBoard(game string, boards []string, board, day string) (name string, ok bool) {
	if board == "" && len(boards) > 0 {
		board = boards[0]
	}
	if id, ok := strings.CutPrefix(board, games.DealBoard+"/"); ok {
		g, err := c.lobby.Game(game)
		d, named := g.(games.Dealer)
		return lobby.DealBoard(game, id), err == nil && named && d.IsDealID(id) && day == ""
	}
	if of, seed, ok := strings.Cut(board, "/="); ok {
		seed = lobby.CleanText(seed, maxSeed)
		return scoreBoard(game, of, "="+seed), seed != "" && day == "" && slices.Contains(boards, of)
	}
	switch day {
	case "":
	case "today":
		day = c.lobby.Today()
	case "yesterday":
		day = dayBefore(c.lobby.Today())
	default:
		return "", false
	}
	return scoreBoard(game, board, day), slices.Contains(boards, board)
}

// noBoard says which boards a game has, where none of the name is.
func noBoard(g games.Game, boards []string, name string) error {
	if g.Info().Seats > 1 {
		boards = append([]string{"rating"}, boards...)
	}
	list := strings.Join(boards, ", ")
	if _, ok := g.(games.Dealer); ok {
		return usage("%.20q: 그런 순위표가 없어요 (%s: %s, %s/딜번호)", "there is no board %.20q; %s has %s, %s/DEAL-ID", name, g.Info().Name, list, games.DealBoard)
	}
	return usage("%.20q: 그런 순위표가 없어요 (%s: %s)", "there is no board %.20q; %s has %s", name, g.Info().Name, list)
}

// scores prints a board that is ordered by points.
func (c *cli) scores(board string, from, count int, asJSON bool) error {
	list, err := c.lobby.Scores(board, from-1, count)
	if err != nil {
		return err
	}
	type row struct {
		Place int     `json:"place"`
		Name  string  `json:"name"`
		Value float64 `json:"value"`
		Tie   float64 `json:"tie"`
		Match string  `json:"match"`
		At    int64   `json:"at"`
		// Detail is the game's own.
		Detail json.RawMessage `json:"detail,omitempty"`
		Bot    bool            `json:"bot"`
	}
	out := []row{}
	for i, r := range list {
		out = append(out, row{from + i, r.Name, r.Value, r.Tie, r.Match, r.At, r.Detail, r.ByBot})
	}
	if asJSON {
		return c.json(out)
	}
	var rows [][]string
	for _, r := range out {
		rows = append(rows, []string{fmt.Sprint(r.Place), strconv.FormatFloat(r.Value, 'f', -1, 64), strconv.FormatFloat(r.Tie, 'f', -1, 64), r.Match, stamp(r.At), c.marked(r.Name, r.Bot)})
	}
	return c.ranks(rows)
}

func (c *cli) stats() *cobra.Command {
	cmd := &cobra.Command{
		Use: "stats GAME [--json | --format F]", Short: c.say("내 통계", "your statistics of a game"), Args: cobra.ExactArgs(1),
	}
	asJSON := cmd.Flags().Bool("json", false, "")
	format := cmd.Flags().String("format", "", "")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if _, err := c.lobby.Game(args[0]); err != nil {
			return told(err)
		}
		if c.lobby.Boards(args[0]) == nil {
			return usage("%s: 통계가 없는 게임이에요", "%s keeps no statistics", args[0])
		}
		p, err := c.own()
		if err != nil {
			return err
		}
		if *format != "" {
			if *asJSON {
				return misused(cmd)
			}
			return c.runs(p.ID, args[0], *format)
		}
		raw, err := c.lobby.Stats(args[0], p.ID)
		if err != nil {
			return err
		}
		if *asJSON {
			if len(raw) == 0 {
				raw = json.RawMessage("null")
			}
			return c.json(raw)
		}
		lang, _ := words.ParseLang(c.Lang)
		rows, err := sessions.StatsRows(lang, args[0], raw)
		if err != nil {
			return err
		}
		return c.table(rows)
	}
	return cmd
}

// What a line about a run says of where it was played.
const clientName, clientPlatform = "arcade", "ssh"

// runs prints a player's finished matches, a line each; as "json" they are the
// elements of one list.
func (c *cli) runs(player, game, format string) error {
	w := bufio.NewWriter(c.Stdout)
	asList := format == "json"
	n := 0
	err := c.lobby.RunLines(player, game, format, clientName, clientPlatform, func(line string) error {
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
	if errors.Is(err, lobby.ErrNoFormat) {
		return usage("%.20q: 그런 형식이 없어요", "there is no format %.20q", format)
	} else if err != nil {
		return told(err)
	}
	switch {
	case asList && n == 0:
		_, err = w.WriteString("[]\n")
	case asList:
		_, err = w.WriteString("\n]\n")
	}
	return errors.Join(err, w.Flush())
}

// round keeps one decimal of a rating, so that JSON is short and stable.
func round(x float64) float64 { return float64(int(x*10+0.5)) / 10 }

// showRating writes a rating with its deviation; ? marks a provisional one.
func showRating(r, d float64, provisional bool) string {
	mark := ""
	if provisional {
		mark = "?"
	}
	return fmt.Sprintf("%.0f%s (%.0f)", r, mark, d)
}

func (c *cli) kiboList() *cobra.Command {
	cmd := &cobra.Command{
		Use: "list [--count N] [--json]", Short: c.say("내 판 (새것부터)", "your own matches, newest first"), Args: cobra.NoArgs,
	}
	asJSON := cmd.Flags().Bool("json", false, "")
	count := cmd.Flags().Int("count", 20, "")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if *count < 1 || *count > maxRows {
			return misused(cmd)
		}
		p, err := c.own()
		if err != nil {
			return err
		}
		list, err := c.lobby.Matches(p.ID, "", *count)
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
		for i, r := range out {
			for k, s := range list[i].Seats {
				r.Seats[k] = c.nameOn(s)
			}
			result := c.word("mt.open")
			switch {
			case r.Status == string(store.Live):
				result = c.word("mt.playing")
			case r.Winner != nil:
				result = c.word("res.wins", "p", r.Seats[*r.Winner]) + " (" + c.word("end.short."+r.Reason) + ")"
			case r.Status == string(store.Done):
				result = c.word("res.draw") + " (" + c.word("end.short."+r.Reason) + ")"
			}
			rows = append(rows, []string{r.ID, stamp(r.Created), r.Game, strings.Join(r.Seats, " : "), result})
		}
		return c.table(rows)
	}
	return cmd
}

// stamp is a moment in UTC, to the minute.
func stamp(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02 15:04") }

// viewer is the id by which the caller may see private matches.
func (c *cli) viewer() (string, error) {
	p, _, err := c.player()
	return p.ID, err
}

// plyColumns is how wide the longest action is with the gap after it, and how many
// of them make a row of at most 80 cells: ten at most.
func plyColumns(plies []games.Ply) (width, per int) {
	width = 5
	for _, p := range plies {
		width = max(width, len(p.Action)+2)
	}
	return width, min(max(74/width, 1), 10)
}

// plyRows are the plies of a match in words: a row each, and below it a row for each
// thing that came of it.
func (c *cli) plyRows(r *lobby.Replay) (rows [][]string) {
	lang, _ := words.ParseLang(c.Lang)
	seats := lobby.SeatsOf(r.Match)
	for i, p := range r.Plies {
		first, more := sessions.PlyWords(lang, seats, p)
		rows = append(rows, []string{fmt.Sprintf("%4d.", i+1), c.nameOn(r.Match.Seats[p.Seat]), first})
		for _, text := range more {
			rows = append(rows, []string{"", "", "  " + text})
		}
	}
	return rows
}

func (c *cli) kiboShow() *cobra.Command {
	cmd := &cobra.Command{Use: "show ID", Short: c.say("기보 읽기", "a match to read"), Args: cobra.ExactArgs(1)}
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		viewer, err := c.viewer()
		if err != nil {
			return err
		}
		r, err := c.lobby.Replay(viewer, args[0])
		if err != nil {
			return told(err)
		}
		m := r.Match
		var b strings.Builder
		fmt.Fprintf(&b, "%s  %s  %s  %s\n", m.ID, c.word("game."+m.Game), m.Control, stamp(m.Started))
		for i, s := range m.Seats {
			fmt.Fprintf(&b, "  %d  %s\n", i, cmp.Or(c.nameOn(s), "-"))
		}
		if sessions.PliesInWords(m.Game) {
			b.WriteString("\n" + ui.Columns(c.plyRows(r)) + "\n")
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
			loser := ""
			if w := r.Result.Winner; w >= 0 && len(m.Seats) == 2 {
				loser = c.nameOn(m.Seats[1-w])
				fmt.Fprintf(&b, "%s. ", c.word("res.wins", "p", c.nameOn(m.Seats[w])))
			} else if len(m.Seats) == 2 {
				fmt.Fprintf(&b, "%s. ", c.word("res.draw"))
			}
			reason := "end." + r.Result.Reason
			if r.Result.Reason == games.Abandoned && loser == "" {
				reason = "end.abandoned.draw"
			}
			fmt.Fprintf(&b, "%s\n", c.word(reason, "p", loser))
		}
		_, err = io.WriteString(c.Stdout, b.String())
		return err
	}
	return cmd
}

func (c *cli) kiboExport() *cobra.Command {
	cmd := &cobra.Command{
		Use: "export ID [--format json|ggf|matgo]", Short: c.say("기보 파일", "a match as a file"), Args: cobra.ExactArgs(1),
	}
	format := cmd.Flags().String("format", "json", "")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		viewer, err := c.viewer()
		if err != nil {
			return err
		}
		if *format == "json" {
			f, err := c.lobby.Kibo(viewer, args[0])
			if err != nil {
				return told(err)
			}
			return kibo.Encode(c.Stdout, f)
		}
		r, err := c.lobby.Replay(viewer, args[0])
		if err != nil {
			return told(err)
		}
		text, err := c.lobby.Export(r, "arcade", *format)
		if errors.Is(err, lobby.ErrNoFormat) {
			return usage("%.20q: 그런 형식이 없어요", "there is no format %.20q", *format)
		} else if err != nil {
			return err
		}
		_, err = fmt.Fprintln(c.Stdout, text)
		return err
	}
	return cmd
}

func (c *cli) kiboVerify() *cobra.Command {
	cmd := &cobra.Command{Use: "verify < FILE", Short: c.say("기보 확인", "check an exported match"), Args: cobra.NoArgs}
	cmd.RunE = func(*cobra.Command, []string) error {
		f, err := kibo.Decode(c.Stdin)
		var s speaker
		if errors.As(err, &s) { // the input, not what it says
			return err
		} else if err != nil {
			return Message{"오락실의 기보 파일이 아니에요. kibo export로 받은 파일을 그대로 넣어 주세요.", err.Error()}
		}
		m, err := kibo.Verify(c.reg, f)
		if err != nil {
			return notValid(err)
		}
		result, err := json.Marshal(m.Result())
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.Stdout, "%s: %s %s, %s\n  %s\n  %s\n", c.say("맞아요", "valid"), f.Game, f.ID,
			c.word("tb.ply", "n", len(m.Plies())), result, c.say("시드도 맞아요", "the seed has the hash"))
		return err
	}
	return cmd
}

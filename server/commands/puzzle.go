package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"arcade/games"
	"arcade/lobby/puzzles"
	"arcade/server/say"
	"arcade/sessions/app"
	"arcade/sessions/play/tell"
	"arcade/sessions/puzzle"
	"arcade/sessions/words"
)

// puzzleForm is a puzzle as the command prints it. An unanswered puzzle has no line.
type puzzleForm struct {
	Game  string `json:"game"`
	ID    string `json:"id"`
	Way   string `json:"way"`
	State string `json:"state"`
	Goal  string `json:"goal"`
	Seat  int    `json:"seat"`
	// Step counts the moves of the solution that the player has found.
	Step   int             `json:"step"`
	View   any             `json:"view"`
	Legal  []games.Action  `json:"legal"`
	Hints  int             `json:"hints,omitempty"`
	Not    []games.Action  `json:"not,omitempty"`
	Rating puzzles.Rating  `json:"rating"`
	Me     *puzzles.Player `json:"me,omitempty"`
	Tried  int             `json:"tried"`
	Solved int             `json:"solved"`
	Played games.Action    `json:"played,omitempty"`
	// Change is the effect of the first attempt on the player's rating. Why is the reason if it has none.
	Change float64            `json:"change,omitempty"`
	Why    string             `json:"why,omitempty"`
	Line   []games.PuzzleStep `json:"line,omitempty"`
	// Players are the players of the puzzle's match who allow puzzles to name them, and the bots of the
	// match.
	Players []string `json:"players,omitempty"`
}

// puzzle prints the caller's puzzle, and takes the answer to it.
func (c *cli) puzzle() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "puzzle [GAME] [CHOICE] [--missed GAME] [--answer CHOICE] [--hint] [--give-up] [--json]",
		Short: c.say("오늘의 문제, 또는 게임의 문제", "the puzzle of the day, or a game's puzzles"), Args: cobra.ArbitraryArgs,
	}
	game := cmd.Flags().String("game", "", "")
	missed := cmd.Flags().String("missed", "", "")
	answer := cmd.Flags().String("answer", "", "")
	hint := cmd.Flags().Bool("hint", false, "")
	giveUp := cmd.Flags().Bool("give-up", false, "")
	asJSON := cmd.Flags().Bool("json", false, "")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		p, _, err := c.player(cmd.Context())
		if err != nil {
			return err
		}
		if len(args) > 0 && *game == "" && *missed == "" {
			if _, err := c.lobby.Game(args[0]); err == nil {
				*game, args = args[0], args[1:]
			}
		}
		if name := cmp.Or(*game, *missed); name != "" {
			if _, err := c.lobby.Game(name); err != nil {
				return err
			} else if !slices.Contains(c.lobby.Puzzles.Games(), name) {
				return say.Usage("%s: 문제가 없는 게임이에요", "%s has no puzzles", name)
			}
		}
		typed := cmp.Or(*answer, strings.Join(args, " "))
		who, book := puzzles.Who{ID: p.ID, From: c.From, Program: p.Bot}, c.lobby.Puzzles
		var s puzzles.Sitting
		switch {
		case *missed != "":
			s, err = book.Missed(who, *missed)
		case *game != "":
			s, err = book.Next(who, *game)
		default:
			s, err = book.OfDay(who)
		}
		if err == nil && s.State == puzzles.Asked {
			c.Asks = asks(*game, *missed)
		}
		if err == nil && *hint {
			s, err = book.Hint(who, s)
		}
		if err == nil && *giveUp {
			s, err = book.GiveUp(who, s)
		} else if err == nil && typed != "" && s.State == puzzles.Asked {
			s, err = c.answer(who, s, typed)
		}
		if err == nil && s.State != puzzles.Asked {
			c.Asks = nil
		}
		switch illegal := (&games.IllegalError{}); {
		case errors.Is(err, puzzles.ErrNone):
			return none(app.If(*missed == "", "puzzle.empty", "puzzle.nomiss"))
		case errors.As(err, &illegal):
			return say.Both("거기에는 둘 수 없어요.", "that is not among the choices")
		case err != nil:
			return err
		}
		if *asJSON {
			return c.puzzleJSON(s, p.ID != "")
		}
		return c.puzzleText(cmd.Context(), s, p.ID)
	}
	return cmd
}

// asks returns the words before an answer to the puzzle of the day, to a game's, or to one that was missed.
func asks(game, missed string) []string {
	switch {
	case missed != "":
		return []string{"puzzle", "--missed", missed, "--answer"}
	case game != "":
		return []string{"puzzle", game, "--answer"}
	}
	return []string{"puzzle", "--answer"}
}

// none returns an error with the text of a key, which says that there is no puzzle.
func none(key string) error {
	return say.Both(words.T(words.KO, key)+".", words.T(words.EN, key)+".")
}

// answer answers a puzzle with what was typed: an option as [puzzle.Chosen] reads it, or the notation of an
// action. In a game where several actions make an answer, commas separate them.
func (c *cli) answer(who puzzles.Who, s puzzles.Sitting, typed string) (puzzles.Sitting, error) {
	lang, _ := words.ParseLang(c.Lang)
	act, ok, err := puzzle.Chosen(c.lobby, lang, s, typed)
	if err != nil {
		return s, err
	}
	list := []games.Action{games.Action(typed)}
	g, err := c.lobby.Game(s.Game)
	if err != nil {
		return s, err
	}
	_, several := g.(games.PuzzleAnswerer)
	switch {
	case ok:
		list[0] = act
	case several:
		list = nil
		for part := range strings.SplitSeq(typed, ",") {
			list = append(list, games.Action(strings.TrimSpace(part)))
		}
	}
	return c.lobby.Puzzles.Answer(who, s, list)
}

// puzzleJSON prints a puzzle for programs.
func (c *cli) puzzleJSON(s puzzles.Sitting, known bool) error {
	pos, _, err := c.lobby.Puzzles.Position(s)
	if err != nil {
		return err
	}
	z := s.Record.Puzzle
	out := puzzleForm{
		Game: s.Game, ID: s.ID, Way: s.Way, State: s.State, Goal: z.Goal, Seat: int(z.Seat) + 1,
		View: pos.View(c.lobby.Puzzles.Viewer(s)), Legal: pos.Legal(), Hints: s.Hints, Not: s.Crossed, Rating: s.Record.Rating,
		Tried: s.Record.Tried, Solved: s.Record.Solved, Played: s.Played,
	}
	for _, step := range z.Line[:s.Step] {
		if step.Answer() {
			out.Step++
		}
	}
	if known {
		out.Me = &s.Me
	}
	lang, _ := words.ParseLang(c.Lang)
	if out.Players, err = puzzle.Players(c.lobby, lang, s); err != nil {
		return err
	}
	if s.State != puzzles.Asked {
		out.Line = z.Line
		if t := s.Attempt; t != nil && t.Own > 0 {
			after, _ := t.Rate()
			out.Change = after.Rating - t.Player.Rating
		} else if t != nil {
			out.Why = t.Why
		}
	}
	return c.json(out)
}

// puzzleText prints a puzzle in words: the question, the position and the choices. After the answer it
// prints the line in sentences.
func (c *cli) puzzleText(ctx context.Context, s puzzles.Sitting, player string) error {
	lang, _ := words.ParseLang(c.Lang)
	title, more := puzzle.Ask(lang, s)
	z := s.Record.Puzzle
	name := c.word("game." + s.Game)
	if !c.Spoken {
		name += "  " + s.ID
	}
	rows := []string{name, strings.TrimRight(title, ".?") + app.If(strings.HasSuffix(title, "?"), "? ", ". ") + more}
	if s.State == puzzles.Asked {
		position, options, err := puzzle.Told(c.lobby, lang, s)
		if err != nil {
			return err
		}
		rows = append(append(rows, position...), c.word(app.If(c.Spoken, "wd.puzzle", "puzzle.type")))
		for i, o := range options {
			row := fmt.Sprintf("%d. %s", i+1, o[0])
			switch {
			case c.Spoken:
				row = fmt.Sprintf("%d. %s", i+1, o[1])
			case o[1] != o[0]:
				row += ": " + o[1]
			}
			if slices.Contains(s.Crossed, games.Action(o[0])) {
				row += " (" + c.word("puzzle.crossed") + ")"
			}
			rows = append(rows, row)
		}
		return c.print("%s\n", strings.Join(rows, "\n"))
	}
	rows = append(rows, c.word(app.If(s.State == puzzles.Wrong, "puzzle.wrong", "puzzle.right")))
	for at := range z.Line {
		rows = append(rows, puzzle.Explain(c.lobby, lang, s, at)...)
	}
	players, err := puzzle.Players(c.lobby, lang, s)
	if err != nil {
		return err
	}
	if len(players) > 0 {
		rows = append(rows, c.word("puzzle.players", "p", strings.Join(players, ", ")))
	}
	rows = append(rows, c.word("puzzle.tried", "n", s.Record.Tried, "m", s.Record.Solved))
	if t := s.Attempt; t != nil && t.Own > 0 && s.Way != puzzles.Again {
		after, _ := t.Rate()
		rows = append(rows, c.word("puzzle.strength")+" "+fmt.Sprintf("%.0f, %+.0f", after.Rating, after.Rating-t.Player.Rating))
	}
	if why := puzzle.Why(s, player == ""); why != "" {
		rows = append(rows, c.word(why))
	}
	if c.Spoken {
		rows = append(rows, c.word("wd.puzzle.next", "g", s.Game))
	} else {
		rows = append(append(rows, ""), tell.Puzzle(lang, c.way(), s, c.streakDays(ctx, player)).Lines(lang)...)
	}
	return c.print("%s\n", strings.Join(rows, "\n"))
}

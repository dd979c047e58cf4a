package commands

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"arcade/games"
	"arcade/lobby/puzzles"
	"arcade/server/say"
	"arcade/sessions/puzzle"
	"arcade/sessions/words"
)

// puzzleForm is a puzzle as the command prints it. While it is not answered, it has no line.
type puzzleForm struct {
	Game  string `json:"game"`
	ID    string `json:"id"`
	Way   string `json:"way"`
	State string `json:"state"`
	Goal  string `json:"goal"`
	Seat  int    `json:"seat"`
	// Step counts the answers that were found.
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
	// Change is what the first try did to the player's rating, Why why it did nothing.
	Change float64            `json:"change,omitempty"`
	Why    string             `json:"why,omitempty"`
	Line   []games.PuzzleStep `json:"line,omitempty"`
}

// puzzle prints the caller's puzzle, and answers it.
func (c *cli) puzzle() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "puzzle [--game GAME|--missed GAME] [--answer ACTION...] [--hint] [--give-up] [--json]",
		Short: c.say("오늘의 문제, 놀이의 문제", "the puzzle of the day, or a game's puzzles"), Args: cobra.NoArgs,
	}
	game := cmd.Flags().String("game", "", "")
	missed := cmd.Flags().String("missed", "", "")
	answer := cmd.Flags().String("answer", "", "")
	hint := cmd.Flags().Bool("hint", false, "")
	giveUp := cmd.Flags().Bool("give-up", false, "")
	asJSON := cmd.Flags().Bool("json", false, "")
	cmd.RunE = func(*cobra.Command, []string) error {
		p, _, err := c.player()
		if err != nil {
			return err
		}
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
		if err == nil && *hint {
			s, err = book.Hint(who, s)
		}
		if err == nil && *giveUp {
			s, err = book.GiveUp(who, s)
		} else if err == nil && *answer != "" {
			s, err = book.Answer(who, s, actionsOf(c.lobby, s.Game, *answer))
		}
		switch illegal := (&games.IllegalError{}); {
		case errors.Is(err, puzzles.ErrNone):
			return say.Both("그런 문제가 없어요.", "there is no such puzzle")
		case errors.As(err, &illegal):
			return say.Both("거기에는 둘 수 없어요.", "that is not among the choices")
		case err != nil:
			return err
		}
		if *asJSON {
			return c.puzzleJSON(s, p.ID != "")
		}
		return c.puzzleText(s)
	}
	return cmd
}

// actionsOf are the typed actions: one, or several parted by commas in a game where several make
// an answer.
func actionsOf(l interface {
	Game(string) (games.Game, error)
}, game, typed string) (list []games.Action) {
	g, err := l.Game(game)
	if _, several := g.(games.PuzzleAnswerer); err != nil || !several {
		return []games.Action{games.Action(typed)}
	}
	for part := range strings.SplitSeq(typed, ",") {
		list = append(list, games.Action(strings.TrimSpace(part)))
	}
	return list
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

// puzzleText prints a puzzle in words: the question, the position as JSON shows it, and after the
// answer the line with what the options were worth.
func (c *cli) puzzleText(s puzzles.Sitting) error {
	lang, _ := words.ParseLang(c.Lang)
	title, more := puzzle.Ask(lang, s)
	z := s.Record.Puzzle
	if err := c.print("%s  %s\n%s. %s\n", c.word("game."+s.Game), s.ID, title, more); err != nil {
		return err
	}
	if s.State == puzzles.Asked {
		pos, plies, err := c.lobby.Puzzles.Position(s)
		if err != nil {
			return err
		}
		var played, legal []string
		for _, p := range plies {
			played = append(played, string(p.Action))
		}
		for _, a := range pos.Legal() {
			legal = append(legal, string(a))
		}
		view, err := json.Marshal(pos.View(c.lobby.Puzzles.Viewer(s)))
		if err != nil {
			return err
		}
		if b := boardOf(view); b != "" {
			view = []byte(b)
		}
		return c.print("%s\n%s\n%s\n", strings.Join(played[max(len(played)-12, 0):], " "), view, strings.Join(legal, ", "))
	}
	verdict := "puzzle.right"
	if s.State == puzzles.Wrong {
		verdict = "puzzle.wrong"
	}
	if err := c.print("%s\n", c.word(verdict)); err != nil {
		return err
	}
	var rows [][]string
	for _, step := range z.Line {
		if !step.Answer() {
			rows = append(rows, []string{"", c.word("puzzle.line.reply", "a", puzzle.Option(lang, s.Game, step.Action)), ""})
			continue
		}
		for _, o := range step.Options {
			mark := ""
			if o.Action == step.Action {
				mark = "*"
			}
			rows = append(rows, []string{mark, puzzle.Option(lang, s.Game, o.Action), puzzle.Worth(lang, s.Game, z, step, o)})
		}
	}
	return c.table(rows)
}

// boardOf is the board of a view that has one as a text of 64 squares, in rows.
func boardOf(view []byte) string {
	var v struct {
		Board string `json:"board"`
	}
	if json.Unmarshal(view, &v) != nil || len(v.Board) != 64 {
		return ""
	}
	rows := []string{"  a b c d e f g h"}
	for i := range 8 {
		rows = append(rows, string(rune('1'+i))+" "+strings.Join(strings.Split(v.Board[8*i:8*i+8], ""), " "))
	}
	return strings.Join(rows, "\n")
}

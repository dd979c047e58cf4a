package commands

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"arcade/lobby/puzzles"
	"arcade/lobby/records"
	"arcade/lobby/streak"
	"arcade/sessions/app"
	"arcade/sessions/play/tell"
	"arcade/sessions/words"
	"arcade/store"
)

// way returns the ways into the arcade that the output shows.
func (c *cli) way() app.Way { return app.Way{SSH: c.SSH, Web: c.Web} }

// todayRun is a run of the day as the command prints it.
type todayRun struct {
	Game string `json:"game"`
	// State is "open", "playing" or "done".
	State  string `json:"state"`
	Match  string `json:"match,omitempty"`
	Result string `json:"result,omitempty"`
	Hinted bool   `json:"hinted,omitempty"`
	Board  string `json:"board,omitempty"`
	Place  int    `json:"place,omitempty"`
	Of     int    `json:"of"`
	// Best is yesterday's best run on the board.
	Best *todayBest `json:"yesterday,omitempty"`
}

type todayBest struct {
	Name   string `json:"name"`
	Match  string `json:"match"`
	Result string `json:"result"`
}

// puzzleOfDay returns the puzzle of the day as a player sees it, nil if there is none.
func (c *cli) puzzleOfDay(player string) (*puzzles.Sitting, error) {
	z, err := c.lobby.Puzzles.PeekDay(puzzles.Who{ID: player})
	if errors.Is(err, puzzles.ErrNone) {
		return nil, nil
	}
	return &z, err
}

// todayPuzzle is the puzzle of the day as the command prints it.
type todayPuzzle struct {
	Game   string `json:"game"`
	ID     string `json:"id"`
	State  string `json:"state"`
	Place  int    `json:"place,omitempty"`
	Tried  int    `json:"tried"`
	Solved int    `json:"solved"`
}

func todayPuzzleOf(z *puzzles.Sitting) *todayPuzzle {
	if z == nil {
		return nil
	}
	out := &todayPuzzle{Game: z.Game, ID: z.ID, State: z.State, Tried: z.Record.Tried, Solved: z.Record.Solved}
	if z.Attempt != nil {
		out.Place = z.Record.Place(*z.Attempt)
	}
	return out
}

// todayStreak is a streak as the command prints it.
type todayStreak struct {
	Days        int      `json:"days"`
	Longest     int      `json:"longest"`
	Today       bool     `json:"today"`
	FreezesLeft int      `json:"freezes_left"`
	Frozen      []string `json:"frozen"`
	Lost        int      `json:"lost,omitempty"`
	Need        int      `json:"need,omitempty"`
}

func streakOf(s streak.State) *todayStreak {
	return &todayStreak{s.Length, s.Longest, s.Played, s.Left, append([]string{}, s.Spent...), s.Lost, s.Need}
}

// streakDays returns the days of a player's streak, 0 for a guest or on an error.
func (c *cli) streakDays(ctx context.Context, player string) int {
	if player == "" {
		return 0
	}
	s, err := c.lobby.Streak(ctx, player)
	if err != nil {
		return 0
	}
	return s.Length
}

// today prints the day: its runs, the streak and the line to paste.
func (c *cli) today() *cobra.Command {
	cmd := &cobra.Command{Use: "today [--json]", Short: c.say("오늘의 판과 연속", "the day's runs and your streak"), Args: cobra.NoArgs}
	asJSON := cmd.Flags().Bool("json", false, "")
	cmd.RunE = func(*cobra.Command, []string) error {
		p, known, err := c.player(cmd.Context())
		if err != nil {
			return err
		}
		d, err := c.lobby.Daily(cmd.Context(), p.ID)
		if err != nil {
			return err
		}
		lang, _ := words.ParseLang(c.Lang)
		day, err := c.puzzleOfDay(p.ID)
		if err != nil {
			return err
		}
		line := tell.Day(lang, c.way(), d, day).Lines(lang)
		var runs []todayRun
		for _, r := range d.Runs {
			runs = append(runs, c.todayRun(lang, r))
		}
		if *asJSON {
			out := struct {
				Day    string       `json:"day"`
				Ends   int64        `json:"ends"`
				Runs   []todayRun   `json:"runs"`
				Puzzle *todayPuzzle `json:"puzzle,omitempty"`
				Streak *todayStreak `json:"streak,omitempty"`
				Paste  []string     `json:"paste"`
			}{d.Day, d.Ends, runs, todayPuzzleOf(day), nil, line}
			if known {
				out.Streak = streakOf(d.Streak)
			}
			return c.json(out)
		}
		return c.todayText(d, runs, day, line, known)
	}
	return cmd
}

// todayRun returns a run as the command prints it.
func (c *cli) todayRun(lang words.Lang, r records.DayRun) todayRun {
	out := todayRun{Game: r.Game, State: "open", Match: r.Own.ID, Hinted: r.Hinted, Board: r.Board, Place: r.Place, Of: r.Of}
	switch r.Own.Status {
	case store.Live:
		out.State = "playing"
	case store.Done:
		out.State, out.Result = "done", tell.RunWords(lang, r.Own)
	}
	if r.Best.Match != "" {
		out.Best = &todayBest{c.marked(r.Best.Name, r.Best.ByBot), r.Best.Match, tell.RowWords(lang, r.Game, r.Board, r.Best)}
	}
	return out
}

// todayText prints the day as text.
func (c *cli) todayText(d records.Daily, runs []todayRun, z *puzzles.Sitting, line []string, known bool) error {
	if err := c.print("%s UTC\n", d.Day); err != nil {
		return err
	}
	var rows [][]string
	for _, r := range runs {
		state, place, best := r.Result, "", ""
		switch r.State {
		case "open":
			state = c.word("today.open")
		case "playing":
			state = c.word("today.playing")
		}
		if r.Place > 0 {
			place = fmt.Sprintf("%d/%d", r.Place, r.Of)
		}
		if c.Spoken && r.Place > 0 {
			place = c.word("wd.place", "n", r.Place, "of", r.Of)
		}
		if r.Best != nil {
			best = c.word("today.yesterday") + " " + r.Best.Name + " " + r.Best.Result
		}
		rows = append(rows, []string{c.word("game." + r.Game), state, place, best})
	}
	if z != nil {
		lang, _ := words.ParseLang(c.Lang)
		state := c.word("today.puzzle.open")
		if z.State != puzzles.Asked {
			state = tell.PuzzleWords(lang, *z)
		}
		rows = append(rows, []string{c.word("puzzle.today"), state, "", c.word("puzzle.field", "n", z.Record.Tried, "m", z.Record.Solved)})
	}
	if err := c.table(rows); err != nil {
		return err
	}
	if known {
		rest := "  " + c.word("today.freezes", "n", d.Streak.Left)
		if c.Spoken { // without the calendar's mark for a freeze
			rest = ", " + c.word("wd.freezes", "n", d.Streak.Left)
		}
		if err := c.print("%s %s%s\n", c.word("today.streak"), c.word("today.days", "n", d.Streak.Length), rest); err != nil {
			return err
		}
		lang, _ := words.ParseLang(c.Lang)
		if news := tell.StreakNews(lang, d.Streak); news != "" {
			if err := c.print("%s\n", news); err != nil {
				return err
			}
		}
	}
	if c.Spoken {
		return nil
	}
	if err := c.print("\n"); err != nil {
		return err
	}
	for _, row := range line {
		if err := c.print("%s\n", row); err != nil {
			return err
		}
	}
	return nil
}

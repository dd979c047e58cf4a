// Package tell describes the result of a match or a day in words, and in one line for pasting.
package tell

import (
	"fmt"
	"strings"

	"arcade/games"
	"arcade/lobby/puzzles"
	"arcade/lobby/records"
	"arcade/lobby/streak"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/paste"
	"arcade/sessions/play"
	"arcade/sessions/words"
	"arcade/store"
)

// Match returns the line for a finished match, from the seat of viewer, "" for a stranger. days is the
// streak, 0 to omit it.
func Match(lang words.Lang, w app.Way, r *records.Replay, viewer string, days int) paste.Line {
	a, m := &app.App{Lang: lang}, r.Match
	title, seat := a.Game(m.Game, m.Options), games.Seat(m.SeatOf(viewer))
	line := paste.Line{Name: "Arcade " + title + " " + m.ID, Result: resultWords(a, r, seat), Row: symbols(r, seat), Hinted: r.Hinted}
	switch {
	case m.Daily != "":
		line.Name = "Arcade " + paste.Date(lang, m.Daily) + " " + title
		line.SSH, line.Link = w.Command("today"), w.Link("/daily/"+m.Game, lang)
		if seat != games.Nobody {
			line.Streak = days
		}
	default:
		line.SSH, line.Link = strings.TrimSpace(w.SSH+" watch "+m.ID), w.Link("/replay/"+m.ID, lang)
	}
	return line
}

// Day returns the line for a player's finished runs of a day, with the puzzle of the day, nil for none.
func Day(lang words.Lang, w app.Way, d records.Daily, z *puzzles.Sitting) paste.Line {
	a := &app.App{Lang: lang}
	line := paste.Line{Name: "Arcade " + paste.Date(lang, d.Day), Streak: d.Streak.Length, SSH: w.Command("today"), Link: w.Link("/", lang)}
	for _, r := range d.Runs {
		if r.Own.Status != store.Done {
			continue
		}
		game := play.GameOf(r.Game)
		result := game.Outcome(a, r.Own, 0)
		if f := game.Paste.Figure; f != nil && r.Place > 0 {
			result = f(r.Row)
		}
		if line.Result += app.TextIf(line.Result != "", "  ") + a.T("game."+r.Game) + " " + result; r.Place > 0 {
			line.Result += fmt.Sprintf(" (%d/%d)", r.Place, r.Of)
		}
		if r.Hinted {
			line.Result += " (" + a.T("paste.hints") + ")"
		}
	}
	if z != nil && z.State != puzzles.Asked {
		line.Result += app.TextIf(line.Result != "", "  ") + a.T("puzzle.place") + " " + PuzzleWords(lang, *z)
	}
	return line
}

// Open returns the runs of a day, for the card of a day without a finished run.
func Open(lang words.Lang, d records.Daily) string {
	a := &app.App{Lang: lang}
	var list []string
	for _, r := range d.Runs {
		list = append(list, a.T("game."+r.Game)+": "+a.T("today.open"))
	}
	return strings.Join(list, "  ")
}

// Puzzle returns the line for an answered puzzle. It does not reveal the answer.
func Puzzle(lang words.Lang, w app.Way, z puzzles.Sitting, days int) paste.Line {
	a := &app.App{Lang: lang}
	title := a.T("puzzle.place") + " " + a.T("game."+z.Game)
	line := paste.Line{Name: "Arcade " + title + " " + z.ID, Result: PuzzleWords(lang, z), SSH: w.Command("puzzle --game " + z.Game), Link: w.Link("/", lang)}
	if z.Way == puzzles.Daily {
		line.Name, line.SSH, line.Streak = "Arcade "+paste.Date(lang, z.Record.Day)+" "+title, w.Command("puzzle"), days
	}
	line.Row = steps(z)
	return line
}

// steps returns a sign for each answer of the line: + found, - not.
func steps(z puzzles.Sitting) string {
	var list []int
	found := true
	for i, step := range z.Record.Puzzle.Line {
		if step.Answer() {
			found = found && (z.State == puzzles.Right || i < z.Step)
			list = append(list, app.If(found, 1, -1))
		}
	}
	return paste.Lead(list)
}

// StreakNews returns a sentence if a streak came back today, can come back, or was kept by a freeze
// yesterday; "" otherwise.
func StreakNews(lang words.Lang, s streak.State) string {
	switch {
	case s.Returned == s.Today && s.Returned != "":
		return words.T(lang, "today.msg.back", "n", s.Length)
	case s.Lost > 0 && !s.Played:
		return words.T(lang, "today.msg.lost", "n", s.Need, "m", s.Lost)
	case len(s.Spent) > 0 && s.Spent[len(s.Spent)-1] == records.DayBefore(s.Today):
		return words.T(lang, "today.msg.frozen", "n", s.Left)
	}
	return ""
}

// PuzzleWords returns the result of a puzzle, with the place and the field of a first try.
func PuzzleWords(lang words.Lang, z puzzles.Sitting) string {
	said := words.T(lang, app.If(z.State == puzzles.Right, "puzzle.found", "puzzle.notfound"))
	if t := z.Attempt; t != nil && z.Way != puzzles.Again && z.Record.Tried > 0 {
		if t.Solved {
			said += fmt.Sprintf(" (%d/%d)", z.Record.Place(*t), z.Record.Tried)
		}
		if t.Hints > 0 {
			said += " (" + words.T(lang, "paste.hints") + ")"
		}
	}
	return said
}

// resultWords returns the result of a match from a seat's side, or by names for a stranger.
func resultWords(a *app.App, r *records.Replay, seat games.Seat) string {
	m, game := r.Match, play.GameOf(r.Match.Game)
	if game.Alone() {
		return game.Outcome(a, m, int(seat))
	}
	seats := table.SeatsOf(m)
	name := func(s games.Seat) string { return a.SeatName(seats[s]) }
	points := ""
	if f := game.Card.Points; f != nil {
		if p := f(r.View(len(r.Plies))); len(p) == 2 && p[0] >= 0 && p[1] >= 0 {
			if seat == 1 {
				p[0], p[1] = p[1], p[0]
			}
			points = "  " + app.Itoa(p[0]) + " : " + app.Itoa(p[1])
		}
	}
	win := r.Result.Winner
	switch {
	case seat != games.Nobody && len(seats) == 2:
		key := "res.lost"
		if win == games.Nobody {
			key = "res.drawn"
		} else if win == seat {
			key = "res.won"
		}
		return a.T(key, "p", name(1-seat)) + points
	case win == games.Nobody:
		return name(0) + " : " + name(1) + "  " + a.T("res.draw") + points
	}
	return a.T("paste.beat", "p", name(win), "q", name(1-win)) + points
}

// symbols returns the row of symbols of a match, from the first seat's side for a stranger.
func symbols(r *records.Replay, seat games.Seat) string {
	game := play.GameOf(r.Match.Game)
	lead := game.Paste.Lead
	if points := game.Card.Points; lead == nil && points != nil && !game.Alone() {
		lead = func(view any) int {
			if p := points(view); len(p) == 2 {
				return p[0] - p[1]
			}
			return 0
		}
	}
	var list []int
	for _, ply := range paste.Moments(len(r.Plies)) {
		switch view := r.View(ply); {
		case game.Alone() && game.Paste.Progress != nil:
			list = append(list, game.Paste.Progress(view))
		case !game.Alone() && lead != nil:
			n := lead(view)
			if seat == 1 {
				n = -n
			}
			list = append(list, n)
		}
	}
	if game.Alone() {
		return paste.Climb(list)
	}
	return paste.Lead(list)
}

// Outcome returns a finished match from one player's side.
func Outcome(a *app.App, m store.Match, me string) string {
	seat := games.Seat(m.SeatOf(me))
	if g := play.GameOf(m.Game); g.Alone() {
		return g.Outcome(a, m, int(seat))
	}
	other := ""
	for i, s := range table.SeatsOf(m) {
		if games.Seat(i) != seat {
			other = a.SeatName(s)
		}
	}
	key := "res.lost"
	switch {
	case m.Winner < 0:
		key = "res.drawn"
	case games.Seat(m.Winner) == seat:
		key = "res.won"
	}
	return a.T(key, "p", other)
}

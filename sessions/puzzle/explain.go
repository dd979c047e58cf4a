package puzzle

import (
	"fmt"
	"strconv"
	"strings"

	"arcade/games"
	"arcade/lobby"
	"arcade/lobby/puzzles"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/words"
)

// seats returns the seats at a puzzle: the visitor's, and the other side, which has no name.
func seats(l *lobby.Lobby, lang words.Lang, sit puzzles.Sitting, me table.Person) ([]table.SeatInfo, error) {
	g, err := l.Game(sit.Game)
	if err != nil {
		return nil, err
	}
	list := make([]table.SeatInfo, g.Info().Seats)
	for i := range list {
		list[i].Person = table.Person{ID: "other", Name: words.T(lang, "puzzle.other")}
		if games.Seat(i) == sit.Record.Puzzle.Seat {
			list[i].Person = me
		}
	}
	return list, nil
}

// sceneAt returns the position of a puzzle before a step of its line.
func sceneAt(l *lobby.Lobby, lang words.Lang, sit puzzles.Sitting, step int) (*play.Scene, error) {
	at := sit
	at.Step = step
	pos, plies, err := l.Puzzles.Position(at)
	if err != nil {
		return nil, err
	}
	s := &play.Scene{
		Game: sit.Game, View: pos.View(l.Puzzles.Viewer(sit)), Plies: plies, You: sit.Record.Puzzle.Seat,
		ToAct: pos.ToAct(), Legal: pos.Legal(), Result: pos.Result(), Left: func(games.Seat) int64 { return 0 },
	}
	s.Seats, err = seats(l, lang, sit, table.Person{})
	return s, err
}

// Told returns the position of a puzzle in words, and the options with the text to type for each.
func Told(l *lobby.Lobby, lang words.Lang, sit puzzles.Sitting) (position []string, options [][2]string, err error) {
	a := &app.App{Lang: lang}
	s, err := sceneAt(l, lang, sit, sit.Step)
	if err != nil {
		return nil, nil, err
	}
	if f := play.GameOf(sit.Game).Speech.Board; f != nil {
		position = f(a, s)
	}
	for _, o := range sit.Record.Puzzle.Line[sit.Step].Options {
		said := play.SpokenChoice(a, s, o.Action)
		if said == string(o.Action) {
			said = Option(lang, sit.Game, o.Action)
		}
		options = append(options, [2]string{string(o.Action), said})
	}
	return position, options, nil
}

// Chosen returns the option that was typed: its notation, its number in the list, or its words as they are listed
// or as the screens show them. Where notations are numbers themselves, the number in the list has a point.
func Chosen(l *lobby.Lobby, lang words.Lang, sit puzzles.Sitting, typed string) (act games.Action, ok bool, err error) {
	_, options, err := Told(l, lang, sit)
	if err != nil {
		return "", false, err
	}
	typed = strings.Join(strings.Fields(typed), " ")
	for _, o := range options {
		if o[0] == typed {
			return games.Action(o[0]), true, nil
		}
	}
	number, point := strings.CutSuffix(typed, ".")
	if n, err := strconv.Atoi(number); err == nil && n > 0 && n <= len(options) && (point || !play.GameOf(sit.Game).Digits) {
		return games.Action(options[n-1][0]), true, nil
	}
	for _, o := range options {
		act := games.Action(o[0])
		for _, said := range []string{o[0], o[1], o[0] + ": " + o[1], Option(lang, sit.Game, act)} {
			if strings.EqualFold(said, typed) {
				return act, true, nil
			}
		}
	}
	return "", false, nil
}

// Explain describes a step of the line in sentences: the action, the reason, its worth beside the next
// best, and the worth of the wrong answer.
func Explain(l *lobby.Lobby, lang words.Lang, sit puzzles.Sitting, at int) (list []string) {
	a, z := &app.App{Lang: lang}, sit.Record.Puzzle
	step := z.Line[at]
	name := Option(lang, sit.Game, step.Action)
	if !step.Answer() {
		return []string{a.T("puzzle.line.reply", "a", name)}
	}
	if s, err := sceneAt(l, lang, sit, at); err == nil {
		if f := play.GameOf(sit.Game).Puzzle.Why; f != nil {
			if said := f(a, s, step); said != "" {
				list = append(list, said)
			}
		}
	}
	own, _ := step.Worth(step.Action)
	if second, ok := step.Second(); ok {
		list = append(list, a.T("puzzle.why.next", "a", name, "w", Worth(lang, sit.Game, z, step, own),
			"b", Option(lang, sit.Game, second.Action), "v", Worth(lang, sit.Game, z, step, second)))
	}
	if wrong, ok := step.Worth(sit.Played); ok && at == sit.Step && sit.State == puzzles.Wrong {
		if second, _ := step.Second(); second.Action != wrong.Action {
			list = append(list, a.T("puzzle.why.played", "a", Option(lang, sit.Game, wrong.Action), "w", Worth(lang, sit.Game, z, step, wrong)))
		}
	}
	return list
}

// Why returns the key of the sentence with the reason why a try changed the rating less or not at all; ""
// if it changed the rating in full.
func Why(sit puzzles.Sitting, guest bool) string {
	t := sit.Attempt
	switch {
	case guest:
		return "puzzle.why.guest"
	case sit.Way == puzzles.Again:
		return "puzzle.why.again"
	case t != nil && t.Why != "":
		return "puzzle.why." + t.Why
	case t != nil && t.Hints > 0:
		return "puzzle.why.hint"
	}
	return ""
}

// average returns a number with one or two decimals, and its error if it has one.
func average(n, se float64) string {
	if se > 0 {
		return fmt.Sprintf("%.1f +-%.1f", n, se)
	}
	return fmt.Sprintf("%.2f", n)
}

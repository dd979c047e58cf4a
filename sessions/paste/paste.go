// Package paste writes the lines in which a player shares the result of a run, a round or a game: the day,
// the result in words, a row of symbols, and the way in. The symbols are digits and signs, which a screen
// reader can read, and show no move, card or throw.
package paste

import (
	"strconv"
	"strings"
	"time"

	"arcade/sessions/words"
)

// Line is the pasted result. Empty fields are left out.
type Line struct {
	// Name is the day or the match, Result the outcome in words.
	Name, Result string
	// Row is a row of symbols: see [Climb] and [Lead].
	Row string
	// Hinted reports whether the player took a hint.
	Hinted bool
	// Streak is the number of the player's days in a row, 0 if it is left out.
	Streak int
	// SSH is the command that leads here, Link the address of the page.
	SSH, Link string
}

// Lines returns the rows of the line in a language.
func (l Line) Lines(lang words.Lang) (rows []string) {
	head := l.Name
	if l.Streak > 0 {
		head += ", " + words.T(lang, "paste.streak", "n", l.Streak)
	}
	result := l.Result
	if l.Hinted {
		result += " (" + words.T(lang, "paste.hints") + ")"
	}
	for _, row := range []string{head, result, l.Row, l.SSH, l.Link} {
		if row != "" {
			rows = append(rows, row)
		}
	}
	return rows
}

// Text returns the line as text to paste.
func (l Line) Text(lang words.Lang) string { return strings.Join(l.Lines(lang), "\n") + "\n" }

// Samples is the largest number of symbols in a row.
const Samples = 8

// Moments returns the plies, of so many, at which a row's symbols are taken: the last one is the end.
func Moments(plies int) (at []int) {
	n := min(plies, Samples)
	for k := range n {
		at = append(at, (k+1)*plies/n)
	}
	return at
}

// Climb returns the row of a run: a digit from 0 to 9 for its progress at each moment.
func Climb(steps []int) string {
	list := make([]string, len(steps))
	for i, n := range steps {
		list[i] = strconv.Itoa(min(max(n, 0), 9))
	}
	return strings.Join(list, " ")
}

// Lead returns the row of a match: a sign for the side ahead at each moment, + for the player's own.
func Lead(ahead []int) string {
	list := make([]string, len(ahead))
	for i, n := range ahead {
		switch {
		case n > 0:
			list[i] = "+"
		case n < 0:
			list[i] = "-"
		default:
			list[i] = "="
		}
	}
	return strings.Join(list, " ")
}

// Date returns the day YYYY-MM-DD in few characters.
func Date(lang words.Lang, day string) string {
	t, err := time.Parse(time.DateOnly, day)
	switch {
	case err != nil:
		return day
	case lang == words.EN:
		return t.Format("2 Jan")
	}
	return t.Format("01-02")
}

// Package paste writes the lines by which a player tells elsewhere how a run, a round or a
// game went: the day, the result in words, a row of symbols, and the way in. The symbols are
// digits and signs that can be read aloud, and they show no move, card or throw.
package paste

import (
	"strconv"
	"strings"
	"time"

	"arcade/sessions/words"
)

// Line is what is pasted. Each field that is "" is left out.
type Line struct {
	// Name is the day or the match, Result how it came out, in words.
	Name, Result string
	// Row is a row of symbols: see [Climb] and [Lead].
	Row string
	// Hinted reports whether a hint was taken.
	Hinted bool
	// Streak is the player's days in a row, 0 where they are not told.
	Streak int
	// SSH is the command that leads here, Link the page.
	SSH, Link string
}

// Lines are the rows of the line in a language.
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

// Text is the line as it is pasted.
func (l Line) Text(lang words.Lang) string { return strings.Join(l.Lines(lang), "\n") + "\n" }

// Samples is how many symbols a row has at most.
const Samples = 8

// Moments are the plies, of so many, at which the symbols of a row are taken: the last one
// is the end.
func Moments(plies int) (at []int) {
	n := min(plies, Samples)
	for k := range n {
		at = append(at, (k+1)*plies/n)
	}
	return at
}

// Climb is the row of a run: a digit from 0 to 9 for how far it had come at each moment.
func Climb(steps []int) string {
	list := make([]string, len(steps))
	for i, n := range steps {
		list[i] = strconv.Itoa(min(max(n, 0), 9))
	}
	return strings.Join(list, " ")
}

// Lead is the row of a match: a sign for the side ahead at each moment, + for one's own side.
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

// Date is a day, YYYY-MM-DD, in few characters.
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

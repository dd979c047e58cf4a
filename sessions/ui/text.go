package ui

import (
	"iter"
	"strings"

	"arcade/lobby/text"
)

// Text on a screen is measured by the same functions as everywhere.

// Width is [text.Width].
func Width(s string) int { return text.Width(s) }

// Cut is [text.Cut].
func Cut(s string, w int) string { return text.Cut(s, w) }

// PadRight is [text.PadRight].
func PadRight(s string, w int) string { return text.PadRight(s, w) }

// PadLeft is [text.PadLeft].
func PadLeft(s string, w int) string { return text.PadLeft(s, w) }

// Center is [text.Center].
func Center(s string, w int) string { return text.Center(s, w) }

// Wrap is [text.Wrap].
func Wrap(s string, w int) []string { return text.Wrap(s, w) }

// WrapEven breaks a label into as few lines of at most w cells as [Wrap], but does not leave a short word alone in the
// last one, such as the syllable that means a move: then the lines are even.
func WrapEven(s string, w int) []string {
	rows := Wrap(s, w)
	n := len(rows)
	if n < 2 || 2*Width(rows[n-1]) >= Width(rows[n-2]) {
		return rows
	}
	least := Width(s) / n // an n-th of the words, rounded up: n-1 spaces go
	for word := range strings.FieldsSeq(s) {
		least = max(least, Width(word))
	}
	for ; least < w; least++ {
		if even := Wrap(s, least); len(even) == n {
			return even
		}
	}
	return rows
}

// WrapSeq is [text.WrapSeq].
func WrapSeq(s string, w int) iter.Seq[string] { return text.WrapSeq(s, w) }

package ui

import (
	"iter"

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

// WrapSeq is [text.WrapSeq].
func WrapSeq(s string, w int) iter.Seq[string] { return text.WrapSeq(s, w) }

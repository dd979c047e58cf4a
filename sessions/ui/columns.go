package ui

import "strings"

// Columns sets rows in columns two blanks apart, one line a row, without blanks at the ends of lines.
// Widths are in cells, because names may be Hangul.
func Columns(rows [][]string) string {
	var width []int
	for _, r := range rows {
		for i, text := range r {
			if i == len(width) {
				width = append(width, 0)
			}
			width[i] = max(width[i], Width(text))
		}
	}
	var b strings.Builder
	for _, r := range rows {
		line := ""
		for i, text := range r {
			line += PadRight(text, width[i]) + "  "
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

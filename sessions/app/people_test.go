package app

import (
	"slices"
	"testing"

	"arcade/games"
	"arcade/lobby/table"
)

// New lines are the ones after the last known line, whatever has gone or come before it.
func TestNewLines(t *testing.T) {
	lines := func(text string) (list []table.Line) {
		for i, c := range text {
			seat := games.Seat(0)
			if c >= 'a' {
				seat = games.Nobody
			}
			list = append(list, table.Line{Seat: seat, Text: string(c), At: int64(i / 10)})
		}
		return list
	}
	for _, c := range []struct{ old, now, want string }{
		{"", "", ""}, {"", "AB", "AB"}, {"AB", "AB", ""}, {"AB", "ABC", "C"},
		{"ABC", "BCD", "D"}, {"ABC", "DEF", "DEF"}, // only the latest are kept
		{"AA", "AAA", "A"}, {"AAA", "AAA", ""}, // equal lines of one moment
		{"AB", "AsBt", "t"}, {"AB", "sAB", ""}, // with the spectators' lines
		{"AxB", "AB", ""}, {"AxB", "ABC", "C"}, // x's lines have been removed
	} {
		if got := NewLines(lines(c.old), lines(c.now)); !slices.Equal(got, lines(c.now)[len(c.now)-len(c.want):]) {
			t.Errorf("from %q to %q: %v, want %q", c.old, c.now, got, c.want)
		}
	}
}

package app

import (
	"slices"
	"testing"

	"arcade/sessions/ui"
)

// Keys are found at the beginning of a line or a column, and other words are not keys.
func TestHelpKeys(t *testing.T) {
	lines := []string{
		"arrows  choose (h j k l too)           1-9  choose a game",
		"f  find an opponent        v  my games, replays",
		"n  new table (first: name) b  ranks",
		"m  lobby  (w watch)        s  settings",
		"        right button is Esc; Shift+drag selects text",
		"Keys work in Hangul mode too",
		"방향키  고르기",
		"/ d3 Enter    by its name",
	}
	want := [][]string{{"arrows", "1-9"}, {"f", "v"}, {"n", "b"}, {"m", "s"}, nil, nil, {"방향키"}, {"/ d3 Enter"}}
	columns := helpColumns(lines)
	for i, line := range lines {
		var got []string
		for _, k := range helpKeys(line, columns) {
			got = append(got, line[k.from:k.to])
		}
		if !slices.Equal(got, want[i]) {
			t.Errorf("%q: %q", line, got)
		}
	}
}

// Where pictures are drawn, rows with keys are apart if the window has room for all of them.
func TestHelpApart(t *testing.T) {
	lines := []string{"a    one", "b    two", "c    three", "", "d    four", "     more of it", "e    five", "f    six", "g    seven", "h    eight"}
	want := []string{"a    one", "", "b    two", "", "c    three", "", "d    four", "     more of it", "e    five", "", "f    six", "", "g    seven", "", "h    eight"}
	for name, c := range map[string]struct {
		level ui.Level
		tab   int
		lines []string
		apart bool
	}{
		"room":       {ui.LevelRich, 0, lines, true},
		"too many":   {ui.LevelRich, 0, append(slices.Clone(lines), "i    nine"), false},
		"lines":      {ui.LevelLines, 0, lines, false},
		"other page": {ui.LevelRich, 1, lines, false},
	} {
		h := &help{tab: c.tab}
		got, apart := h.airy(&App{Glyphs: c.level, W: 80, H: 24}, c.lines)
		if apart != c.apart || apart && !slices.Equal(got, want) || !apart && !slices.Equal(got, c.lines) {
			t.Errorf("%s: %v, %q", name, apart, got)
		}
	}
	if _, apart := (&help{}).airy(&App{Glyphs: ui.LevelRich, W: 120, H: 40}, append(slices.Clone(lines), "i    nine")); !apart {
		t.Error("a larger window does not help")
	}
}

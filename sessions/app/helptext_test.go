package app

import (
	"slices"
	"testing"
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

// Rows with keys are apart.
func TestHelpApart(t *testing.T) {
	text := &helpText{keys: true, lines: []string{"a    one", "b    two", "c    three", "", "d    four", "     more of it", "e    five", "f    six"}}
	want := []string{"a    one", "", "b    two", "", "c    three", "", "d    four", "     more of it", "e    five", "", "f    six"}
	var got []string
	for _, r := range apart(text.rows(40)) {
		got = append(got, r.text)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// In a narrow window each key has its row, with its meaning beside it, and paragraphs are wrapped anew.
func TestHelpNarrow(t *testing.T) {
	text := &helpText{keys: true, lines: []string{"arrows  choose (h j k l too)           1-9  choose a game", "", "Keys work in Hangul mode too, and if you press one of them by", "mistake nothing is lost"}}
	want := []string{"arrows    choose (h j k l too)", "1-9       choose a game", "", "Keys work in Hangul mode too, and if you", "press one of them by mistake nothing is", "lost"}
	var got []string
	for _, r := range text.rows(40) {
		got = append(got, r.text)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

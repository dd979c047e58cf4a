package paste_test

import (
	"slices"
	"strings"
	"testing"

	"arcade/sessions/paste"
	"arcade/sessions/words"
)

func TestText(t *testing.T) {
	full := paste.Line{
		Name: "Arcade 23 Nov Klondike", Result: "solved in 121 moves", Row: paste.Climb([]int{0, 1, 1, 2, 4, 12, -3, 9}),
		Hinted: true, Streak: 7, SSH: "ssh arcade.example today", Link: "https://arcade.example/daily/klondike",
	}
	for _, c := range []struct {
		line paste.Line
		lang words.Lang
		want string
	}{
		{full, words.EN, "Arcade 23 Nov Klondike, streak 7\nsolved in 121 moves (hints)\n0 1 1 2 4 9 0 9\nssh arcade.example today\nhttps://arcade.example/daily/klondike\n"},
		{full, words.KO, "Arcade 23 Nov Klondike, 7일 연속\nsolved in 121 moves (힌트)\n0 1 1 2 4 9 0 9\nssh arcade.example today\nhttps://arcade.example/daily/klondike\n"},
		{paste.Line{Name: "Arcade Othello QWER", Row: paste.Lead([]int{0, 3, -1}), SSH: "ssh h"}, words.EN, "Arcade Othello QWER\n= + -\nssh h\n"},
	} {
		if got := c.line.Text(c.lang); got != c.want {
			t.Errorf("got\n%swant\n%s", got, c.want)
		}
	}
	// Screen readers read the text: no blocks, no picture.
	if i := strings.IndexFunc(full.Text(words.EN), func(r rune) bool { return r > 126 }); i >= 0 {
		t.Errorf("a sign that is no letter: %q", full.Text(words.EN)[i:])
	}
}

func TestMoments(t *testing.T) {
	for plies, want := range map[int][]int{0: nil, 1: {1}, 3: {1, 2, 3}, 8: {1, 2, 3, 4, 5, 6, 7, 8}, 60: {7, 15, 22, 30, 37, 45, 52, 60}} {
		if got := paste.Moments(plies); !slices.Equal(got, want) {
			t.Errorf("%d plies: %v, want %v", plies, got, want)
		}
	}
}

func TestDate(t *testing.T) {
	if en, ko, bad := paste.Date(words.EN, "2026-11-03"), paste.Date(words.KO, "2026-11-03"), paste.Date(words.EN, "x"); en != "3 Nov" || ko != "11-03" || bad != "x" {
		t.Errorf("%q, %q, %q", en, ko, bad)
	}
}

package sessions_test

import (
	"regexp"
	"testing"

	"arcade/sessions/words"
)

// Counts that may be one have an English form for one.
func TestOneIsSingular(t *testing.T) {
	plural := regexp.MustCompile(`\b1 [a-z]+s\b`)
	for _, key := range []string{
		"mg.nocard", "mg.said.stock", "mg.said.hidden", "mg.puzzle.worth", "kl.said.stock", "yt.puzzle.worth", "sd.left", "st.best.msg",
		"kl.said.score", "kl.why", "wd.choices", "wd.your.turn", "arena.played", "arena.points", "puzzle.past.n", "inv.declined.all", "ways.alike", "wd.replay",
	} {
		if text := words.T(words.EN, key, "n", 1); plural.MatchString(text) {
			t.Errorf("%s: %q", key, text)
		}
	}
}

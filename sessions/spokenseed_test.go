package sessions_test

import (
	"regexp"
	"strings"
	"testing"

	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// Practice asks for a seed, takes the next line for it, under the rules of the choice, and tells a drawn one.
func TestSeedInWords(t *testing.T) {
	for _, lang := range []words.Lang{words.KO, words.EN} {
		screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
			l := listen(t, h, lang, h.Name(0))
			defer l.stop()
			random := words.T(lang, "wd.seed.random")
			ask := words.T(lang, "wd.seed.ask", "w", random)
			for _, kind := range []string{"3", "6"} {
				l.say("play klondike")
				if got := l.say(kind); !strings.Contains(got, ask) {
					t.Errorf("practice %s: %q", kind, got)
				}
				if got := l.say("42"); !strings.Contains(got, words.T(lang, "wd.seed", "s", "42")) {
					t.Errorf("seed 42 of practice %s: %q", kind, got)
				}
				l.say("play klondike")
				l.say(kind)
				if got := l.say(random); !regexp.MustCompile(words.T(lang, "wd.seed", "s", `\d+`)).MatchString(got) {
					t.Errorf("a drawn seed of practice %s: %q", kind, got)
				}
			}
			if got := l.say("play yut abcdefghijklmnop"); got != words.T(lang, "wd.seed.long")+"\n" {
				t.Errorf("sixteen characters: %q", got)
			}
			if got := l.say("play yut abcdefghij"); !strings.Contains(got, words.T(lang, "wd.seed", "s", "abcdefghij")) {
				t.Errorf("ten characters: %q", got)
			}
			l.say("play yut")
			l.say("3")
			if got := l.say("list"); strings.Contains(got, words.T(lang, "wd.seed", "s", "list")) {
				t.Errorf("a command where a seed is asked for: %q", got)
			}
		})
	}
}

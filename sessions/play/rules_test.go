package play

import (
	"strings"
	"testing"

	"arcade/docs"
	"arcade/internal/keynames"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// The rules in the help fit into its box, whatever their page has, and none of the page's marks is left. They name no
// key, because a finger reads the same.
func TestRulesText(t *testing.T) {
	for _, game := range docs.RulePages() {
		for _, lang := range []words.Lang{words.KO, words.EN} {
			for _, width := range []int{rulesWidth, narrowRules} {
				text := rulesText(docs.Rules(game, lang.String()), width)
				if strings.ContainsAny(text, "*`|") || strings.Contains(text, "](") {
					t.Errorf("%s, %s: marks are left in\n%s", game, lang, text)
				}
				if name := keynames.In(text); name != "" {
					t.Errorf("%s, %s: a key for a finger, %q", game, lang, name)
				}
				for line := range strings.Lines(text) {
					if line = strings.TrimRight(line, "\n"); ui.Width(line) > width {
						t.Errorf("%s, %s: %d cells of %d: %q", game, lang, ui.Width(line), width, line)
					}
				}
			}
		}
	}
}

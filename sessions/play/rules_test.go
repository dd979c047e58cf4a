package play

import (
	"strings"
	"testing"

	"arcade/docs"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// The rules in the help fit into its box, whatever their page has, and none of the page's marks is left.
func TestRulesText(t *testing.T) {
	for _, game := range docs.RulePages() {
		for _, lang := range []words.Lang{words.KO, words.EN} {
			text := rulesText(docs.Rules(game, lang.String()))
			if strings.ContainsAny(text, "*`|") || strings.Contains(text, "](") {
				t.Errorf("%s, %s: marks are left in\n%s", game, lang, text)
			}
			for line := range strings.Lines(text) {
				if line = strings.TrimRight(line, "\n"); ui.Width(line) > rulesWidth {
					t.Errorf("%s, %s: %d cells: %q", game, lang, ui.Width(line), line)
				}
			}
		}
	}
}

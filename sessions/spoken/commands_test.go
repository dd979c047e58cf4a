package spoken

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// Every command has a Korean name, and docs/commands.md has both.
func TestKoreanNames(t *testing.T) {
	docs, err := os.ReadFile("../../docs/commands.md")
	if err != nil {
		t.Fatal(err)
	}
	korean := map[string][]string{}
	for name, command := range aliases {
		if strings.IndexFunc(name, func(r rune) bool { return unicode.Is(unicode.Hangul, r) }) >= 0 {
			korean[command] = append(korean[command], name)
		}
	}
	for _, list := range []map[string]func(*Session, string){commands, tableCommands, replayCommands} {
		for _, command := range slices.Sorted(maps.Keys(list)) {
			if len(korean[command]) == 0 {
				t.Errorf("%s has no Korean name", command)
			}
			for _, name := range korean[command] {
				if !strings.Contains(string(docs), "`"+name+"`") {
					t.Errorf("docs/commands.md lacks %s (%s)", name, command)
				}
			}
		}
	}
	for name, command := range aliases {
		if commands[command] == nil && tableCommands[command] == nil && replayCommands[command] == nil {
			t.Errorf("%s is a name for %s, which is not a command", name, command)
		}
	}
}

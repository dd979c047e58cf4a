package arcade

import (
	"encoding/json"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// banned are phrases that make a sentence a riddle: a reader has to find out which noun is meant.
// Name the noun, and use "reports whether", "returns", "is" and "has".
var banned = regexp.MustCompile(`\b(tells? that|those (that|of|who|which)|that of|what of|(for|of|to|by|from|at|with) who|is none of|so as (not )?to|befalls?)\b`)

// isNo finds "is no X", which should be "is not an X". "There is no X" and "is no longer" are plain.
var isNo = regexp.MustCompile(`(\S+) is no ([a-z]+)`)

// riddles returns the banned phrases of a text.
func riddles(text string) (list []string) {
	text = strings.Join(strings.Fields(text), " ")
	list = banned.FindAllString(text, -1)
	for _, m := range isNo.FindAllStringSubmatch(text, -1) {
		if !strings.EqualFold(m[1], "there") && m[2] != "longer" && m[2] != "more" {
			list = append(list, m[0])
		}
	}
	return list
}

// TestProse reads every comment, document and English text of the screens for banned phrases.
func TestProse(t *testing.T) {
	check := func(where, text string) {
		for _, phrase := range riddles(text) {
			t.Errorf("%s: %q: name the noun, in a plain sentence", where, phrase)
		}
	}
	fset := token.NewFileSet()
	for _, path := range tracked(t) {
		data, err := os.ReadFile(path)
		if os.IsNotExist(err) {
			continue // deleted, and not committed yet
		}
		if err != nil {
			t.Fatal(err)
		}
		base := filepath.Base(path)
		switch {
		case strings.Contains(path, "testdata/"):
		case path == "prose_test.go":
		case strings.HasSuffix(path, ".go"):
			file, err := parser.ParseFile(fset, path, data, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range file.Comments {
				check(fset.Position(c.Pos()).String(), c.Text())
			}
		case strings.HasSuffix(path, ".md") && !strings.HasSuffix(path, ".ko.md"), base == "openapi.yaml":
			for _, part := range strings.Split(string(data), "\n\n") {
				check(path, part)
			}
		case strings.HasSuffix(base, ".json") && strings.Contains(string(data), `"en":`):
			var entries map[string]struct{ En string }
			if json.Unmarshal(data, &entries) == nil {
				for key, e := range entries {
					check(path+" "+key, e.En)
				}
			}
		}
	}
}

// tracked returns the files that git knows. Without git, as in an archive of the source, it skips.
func tracked(t *testing.T) []string {
	out, err := exec.Command("git", "ls-files").Output()
	if err != nil {
		t.Skip("git does not list the files of the source here: ", err)
	}
	return strings.Fields(string(out))
}

func TestRiddles(t *testing.T) {
	for text, want := range map[string]int{
		"tells that a card is gone":                1,
		"the seats are those\n of the players":     1,
		"it is no error":                           1,
		"there is no error, and it is no longer":   0,
		"returns the players who wait":             0,
		"a call for who is away, so as to be sure": 2,
	} {
		if got := riddles(text); len(got) != want {
			t.Errorf("%q: found %q, want %d", text, got, want)
		}
	}
}

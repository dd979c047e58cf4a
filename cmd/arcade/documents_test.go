package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"arcade/docs"
	"arcade/games"
	"arcade/games/klondike"
	"arcade/games/klondike/solver"
	"arcade/games/yut"
	"arcade/lobby/room"
	"arcade/server/commands"
	"arcade/server/exec"
	"arcade/store/notes"
)

// The reasons for refusals that the runbook explains are those that arcade admin player and match print.
func TestRunbookNamesRefusals(t *testing.T) {
	text, err := os.ReadFile("../../docs/runbook.md")
	if err != nil {
		t.Fatal(err)
	}
	_, row, found := strings.Cut(string(text), "| \"My move was refused\" |")
	row, _, _ = strings.Cut(row, "\n")
	cells := strings.Split(row, " | ")
	if !found || len(cells) != 2 {
		t.Fatalf("no row about refused moves: %q", row)
	}
	said := map[string]bool{"player": true, "restart": true} // a command, and a kind of entry
	for _, err := range room.WireErrors.Errors {
		said[err.Error()] = true
	}
	for _, quoted := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[1], -1) {
		if why := quoted[1]; !said[why] && !strings.HasPrefix(why, "illegal action ") {
			t.Errorf("no move is refused with %q", why)
		}
	}
}

// TestDocuments checks the table of the requirements in the owner's documents. Each row names an existing
// test or command, or says that it is not built. Its claims must be true.
func TestDocuments(t *testing.T) {
	text, err := os.ReadFile("../../docs/documents.md")
	if err != nil {
		t.Fatal(err)
	}
	ssh := &cobra.Command{}
	ssh.AddCommand(commands.All(nil, nil, nil)(new(exec.Call))...)
	rows, counted := 0, 0
	for _, line := range strings.Split(string(text), "\n") {
		cells := strings.Split(strings.Trim(line, "|"), " | ")
		if !strings.HasPrefix(line, "| ") || len(cells) != 4 || cells[1] == "asked for" || strings.HasPrefix(cells[1], "---") {
			continue
		}
		rows++
		claimed(t, cells[1], cells[2])
		if claim := claims[strings.TrimSpace(cells[0])+" "+cells[1]]; claim != nil {
			counted++
			claim(t)
		}
		names := regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[3], -1)
		if len(names) == 0 != strings.Contains(cells[2], "**not built**") {
			t.Errorf("either a test or \"not built\": %s", line)
		}
		for _, name := range names {
			words := strings.Fields(name[1])
			switch {
			case words[0] == "arcade" && isCommand(newRoot(), words[1:]):
			case words[0] == "ssh" && isCommand(ssh, words[2:]):
			case len(words) == 1 && isTest(t, name[1]):
			default:
				t.Errorf("there is no %q", name[1])
			}
		}
	}
	if rows < 100 || counted != len(claims) {
		t.Errorf("%d rows, %d of %d claims", rows, counted, len(claims))
	}
}

// claims checks the figures of rows, by their first two cells.
var claims = map[string]func(*testing.T){
	`2.2 how many: 2 REFRESH, and STICK "many", a parameter`: func(t *testing.T) {
		for seed := range 50 {
			pos, err := yut.Game{}.Start(games.Setup{Game: yut.Name, Rules: yut.Game{}.Info().Rules, Seed: fmt.Sprintf("%032x", seed)})
			if err != nil {
				t.Fatal(err)
			}
			kinds := map[string]int{}
			raw, _ := json.Marshal(pos.View(games.Spectator))
			for _, kind := range regexp.MustCompile(`"(stick|refresh)"`).FindAllStringSubmatch(strings.ToLower(string(raw)), -1) {
				kinds[kind[1]]++
			}
			if kinds["stick"] != 8 || kinds["refresh"] != 2 {
				t.Fatalf("seed %d: %v in %s", seed, kinds, raw)
			}
		}
	},
	"Deal 3 limits by time, nodes and depth leave a deal `unsolved_timeout`, not lost": func(t *testing.T) {
		for _, limit := range []games.Limit{{Nodes: 1}, {Depth: 1}, {Stop: func() bool { return true }}} {
			for seed := uint64(1); seed <= 20; seed++ {
				if o := solver.Solve(klondike.Deck(seed), klondike.Standard(), limit); o.Status == games.Unsolvable && o.Nodes > 1 {
					t.Errorf("seed %d is %s within %+v", seed, o.Status, limit)
				}
			}
		}
		if games.Unsolved != "unsolved_timeout" {
			t.Errorf("it is called %s", games.Unsolved)
		}
	},
}

// claimed checks a row: the flags, folders, files and HTTP paths that it names must exist, and its Korean
// sentences must be in a catalogue.
func claimed(t *testing.T, asked, where string) {
	t.Helper()
	for _, span := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(where, -1) {
		name := span[1]
		switch first, _, _ := strings.Cut(name, " "); {
		case strings.HasPrefix(name, "--"):
			if !isFlag(newRoot(), strings.TrimPrefix(first, "--")) {
				t.Errorf("%s: no command has the flag %s", asked, first)
			}
		case strings.HasPrefix(name, "GET /"), strings.HasPrefix(name, "POST /"), strings.HasPrefix(name, "/v1/"):
			path := strings.NewReplacer("{L1_…}", "{dealId}").Replace(name[strings.Index(name, "/"):])
			if !strings.Contains(string(docs.OpenAPI), "\n  "+path) {
				t.Errorf("%s: nothing answers %s", asked, path)
			}
		case regexp.MustCompile(`^(games|lobby|sessions|server|store|docs|cmd|upload)/[a-z./0-9]+$`).MatchString(name):
			if _, err := os.Stat("../../" + name); err != nil {
				t.Errorf("%s: %v", asked, err)
			}
		}
	}
	for _, quoted := range regexp.MustCompile(`"([^"]*\p{Hangul}[^"]*)"`).FindAllStringSubmatch(asked, -1) {
		if !inCatalogue(t, strings.TrimSuffix(quoted[1], "…")) {
			t.Errorf("no catalogue says %q", quoted[1])
		}
	}
}

// isFlag reports whether a command has a flag.
func isFlag(root *cobra.Command, name string) bool {
	if root.Flags().Lookup(name) != nil {
		return true
	}
	return slices.ContainsFunc(root.Commands(), func(c *cobra.Command) bool { return isFlag(c, name) })
}

// inCatalogue reports whether a sentence is in the catalogue of some screen, or in the rules of a game.
func inCatalogue(t *testing.T, sentence string) bool {
	t.Helper()
	files, err := filepath.Glob("../../sessions/*/*.json")
	rules, err2 := filepath.Glob("../../docs/rules/*.ko.md") // the help shows them
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	files = append(files, rules...)
	return slices.ContainsFunc(files, func(file string) bool {
		text, err := os.ReadFile(file)
		return err == nil && strings.Contains(string(text), sentence)
	})
}

func isCommand(root *cobra.Command, words []string) bool {
	cmd, rest, err := root.Find(words)
	return err == nil && len(rest) == 0 && cmd != root
}

// isTest reports whether a folder of the project has a test, as in "games/yut.TestScenarios".
func isTest(t *testing.T, name string) bool {
	i := strings.LastIndex(name, ".")
	files, err := filepath.Glob("../../" + name[:max(i, 0)] + "/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if text, err := os.ReadFile(file); err == nil && strings.Contains(string(text), "\nfunc "+name[i+1:]+"(") {
			return true
		}
	}
	return false
}

// TestNotesAreDocumented holds that docs/store.md names every space of notes, that no note is of two kinds, and
// that whatever belongs to a player is exported, or says here why not.
func TestNotesAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/store.md")
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := map[string]string{
		"GAME/runs/PLAYER": "the matches in play are among the player's matches",
		"linked/PLAYER":    "the users stand in the export with their rows",
	}
	kinds := notes.Kinds()
	if len(kinds) < 30 {
		t.Errorf("only %d kinds are seen", len(kinds))
	}
	example := strings.NewReplacer("GAME", "othello", "PLAYER", "kim", "DAY", "2026-11-29")
	for _, k := range kinds {
		if !strings.Contains(string(text), "`"+k.Space+"`") {
			t.Errorf("docs/store.md has no `%s`", k.Space)
		}
		if got := notes.Find(example.Replace(k.Space), example.Replace(k.Key)); got != k {
			t.Errorf("a note of %v is found as one of %v", k, got)
		}
		if k.Private() && k.Exported() == "" && elsewhere[k.Space] == "" {
			t.Errorf("%v belongs to a player, and is not exported", k)
		}
	}
}

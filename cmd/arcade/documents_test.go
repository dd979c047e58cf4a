package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"arcade/server/commands"
	"arcade/server/exec"

	"github.com/spf13/cobra"
)

// TestDocuments walks the table of what the owner's documents ask for: each row names a test
// or a command that there is, or says that it is not built.
func TestDocuments(t *testing.T) {
	text, err := os.ReadFile("../../docs/documents.md")
	if err != nil {
		t.Fatal(err)
	}
	ssh := &cobra.Command{}
	ssh.AddCommand(commands.All(nil, nil, nil)(new(exec.Call))...)
	rows := 0
	for _, line := range strings.Split(string(text), "\n") {
		cells := strings.Split(strings.Trim(line, "|"), " | ")
		if !strings.HasPrefix(line, "| ") || len(cells) != 4 || cells[1] == "asked for" || strings.HasPrefix(cells[1], "---") {
			continue
		}
		rows++
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
	if rows < 100 {
		t.Errorf("%d rows", rows)
	}
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

package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"arcade/server/commands"
	"arcade/server/exec"
)

// TestCommandsOfTheDocuments reads every command of every document, in blocks and in sentences: the command
// must exist, and each of its flags. testdata/script/documents.txt runs those that a reader types first.
func TestCommandsOfTheDocuments(t *testing.T) {
	remote := &cobra.Command{Use: "ssh"}
	remote.AddCommand(commands.All(nil, nil, nil)(new(exec.Call))...)
	for _, name := range []string{"help", "join", "watch", "play", "bot"} { // not of commands.All
		remote.AddCommand(&cobra.Command{Use: name, FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true}})
	}
	seen := map[string]int{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && d.Name() != "..":
			return fs.SkipDir
		case filepath.Ext(path) != ".md":
			return nil
		}
		text, err := os.ReadFile(path)
		for _, line := range typed(string(text)) {
			switch words := split(line); words[0] {
			case "arcade":
				seen["arcade"]++
				hasCommand(t, path, newRoot(), words[1:])
			case "ssh":
				if rest := pastHost(words[1:]); len(rest) > 0 {
					seen["ssh"]++
					hasCommand(t, path, remote, rest)
				}
			}
		}
		return err
	})
	if err != nil || seen["arcade"] < 60 || seen["ssh"] < 30 {
		t.Errorf("only %v were read: %v", seen, err)
	}
}

// typed returns the commands that a document shows: lines of blocks, and spans of sentences.
func typed(text string) (list []string) {
	blocks := regexp.MustCompile("(?s)```[a-z]*\n(.*?)```")
	for _, m := range blocks.FindAllStringSubmatch(text, -1) {
		list = append(list, strings.Split(strings.ReplaceAll(m[1], "\\\n", " "), "\n")...)
	}
	for _, m := range regexp.MustCompile("`([^`\n]+)`").FindAllStringSubmatch(blocks.ReplaceAllString(text, ""), -1) {
		list = append(list, strings.ReplaceAll(m[1], `\|`, "|"))
	}
	for i, line := range list {
		line = strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(line), "$ "), "sudo ")
		for _, way := range []string{"go run ./cmd/arcade ", "./arcade ", "/arcade ", "nice -n 19 arcade ", "chrt -f 5 arcade "} {
			if rest, ok := strings.CutPrefix(line, way); ok {
				line = "arcade " + rest
			}
		}
		list[i] = line
	}
	return slices.DeleteFunc(list, func(line string) bool {
		return !strings.HasPrefix(line, "arcade ") && !strings.HasPrefix(line, "ssh ") || regexp.MustCompile(`^arcade v\d`).MatchString(line)
	})
}

// split returns the words of a command as a shell has them, up to a comment, a pipe or a file.
func split(line string) (words []string) {
	for _, m := range regexp.MustCompile(`'[^']*'|"[^"]*"|[^\s]+`).FindAllString(line, -1) {
		if strings.HasPrefix(m, "#") || slices.Contains([]string{"|", "<", ">", "&&", "2>&1", "&", ";"}, m) {
			break
		}
		words = append(words, m)
	}
	return words
}

// pastHost returns the command of an ssh line: what follows its options and its host.
func pastHost(words []string) []string {
	for i := 0; i < len(words); i++ {
		switch {
		case slices.Contains([]string{"-p", "-i", "-o"}, words[i]):
			i++
		case !strings.HasPrefix(words[i], "-"):
			if words = words[i+1:]; len(words) > 0 && !regexp.MustCompile(`^[a-z]`).MatchString(words[0]) {
				return nil // an option's value, or "…"
			}
			return words
		}
	}
	return nil
}

// hasCommand checks that a command exists, with its flags.
func hasCommand(t *testing.T, path string, root *cobra.Command, words []string) {
	t.Helper()
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return strings.HasPrefix(w, "[") || strings.HasPrefix(w, "…") })
	if len(words) == 0 || regexp.MustCompile(`^[A-Z]`).MatchString(words[0]) {
		return // "arcade COMMAND"
	}
	cmd, rest, err := root.Find(words)
	if err != nil || cmd == root && !strings.HasPrefix(words[0], "-") {
		t.Errorf("%s: there is no command %q", path, strings.Join(words, " "))
		return
	}
	if len(rest) > 0 && cmd.HasSubCommands() {
		return // "arcade sim GAME --games N"
	}
	for _, w := range rest {
		name, ok := strings.CutPrefix(strings.Trim(w, "[]`.,"), "--")
		name, _, _ = strings.Cut(name, "=")
		if !ok || name == "" || cmd.FParseErrWhitelist.UnknownFlags || name == "help" {
			continue
		}
		if cmd.Flags().Lookup(name) == nil && cmd.InheritedFlags().Lookup(name) == nil {
			t.Errorf("%s: %s has no flag --%s", path, cmd.CommandPath(), name)
		}
	}
}

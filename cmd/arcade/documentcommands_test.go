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
// must exist, and each of its flags. TestDocumentsRun runs them.
func TestCommandsOfTheDocuments(t *testing.T) {
	remote := &cobra.Command{Use: "ssh"}
	remote.AddCommand(commands.All(nil, nil, nil)(new(exec.Call))...)
	for _, name := range []string{"help", "join", "watch", "play", "bot"} { // not of commands.All
		remote.AddCommand(&cobra.Command{Use: name, FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true}})
	}
	seen := map[string]int{}
	for _, c := range documentCommands(t) {
		switch words := split(c.line); words[0] {
		case "arcade":
			seen["arcade"]++
			hasCommand(t, c.page, newRoot(), words[1:])
		case "ssh":
			if rest := pastHost(words[1:]); len(rest) > 0 {
				seen["ssh"]++
				hasCommand(t, c.page, remote, rest)
			}
		}
	}
	if seen["arcade"] < 60 || seen["ssh"] < 30 {
		t.Errorf("only %v were read", seen)
	}
}

// documentCommand is a command that a document shows.
type documentCommand struct {
	page string
	line string // as a shell reads it
	span bool   // in a sentence or a table, not in a block
	says string // what the document shows below it, of a line after "$ "
}

// documentCommands returns the commands of all documents, by page and in their order.
func documentCommands(t *testing.T) (list []documentCommand) {
	t.Helper()
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
		list = append(list, commandsOf(strings.TrimPrefix(filepath.ToSlash(path), "../../"), string(text))...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

var (
	block = regexp.MustCompile("(?ms)^```([a-z]*)[^\n]*\n(.*?)^```$")
	// indented is a block without a fence.
	indented = regexp.MustCompile(`(?m)^    (\S.*)$`)
	span     = regexp.MustCompile("`([^`\n]+)`")
	// tool begins a command where not every line is one.
	tool = regexp.MustCompile(`^(arcade|ssh|go (test|run|build|doc|tool)|curl|docker|sudo|createuser|createdb|nice -n|chrt -f|npx|\.ci/\w+|[A-Z_]+=\S* (arcade|go|chrt))( |$)`)
	// remote is a row of a table of commands of ssh HOST.
	remote = regexp.MustCompile("^\\| `[^`]+`(, `[^`]+`)* \\| [^|]*\\|$")
)

// commandsOf returns the commands that a page shows: lines of blocks, and spans of sentences. In blocks of
// another language than "sh" a line is a command if it begins like one, and after "$ " what follows is its
// output.
func commandsOf(page, text string) (list []documentCommand) {
	add := func(line string, span bool) {
		if line = asTyped(line); line != "" {
			list = append(list, documentCommand{page: page, line: line, span: span})
		}
	}
	for _, m := range block.FindAllStringSubmatch(text, -1) {
		shows := false
		for line := range strings.SplitSeq(strings.TrimSuffix(strings.ReplaceAll(m[2], "\\\n", " "), "\n"), "\n") {
			switch rest, ok := strings.CutPrefix(line, "$ "); {
			case ok:
				add(rest, false)
				shows = true
			case shows:
				list[len(list)-1].says += line + "\n"
			case m[1] == "sh", m[1] == "" && tool.MatchString(line):
				add(line, false)
			}
		}
	}
	text = block.ReplaceAllString(text, "")
	for _, m := range indented.FindAllStringSubmatch(text, -1) {
		if tool.MatchString(m[1]) {
			add(m[1], false)
		}
	}
	for line := range strings.SplitSeq(text, "\n") {
		row := strings.HasPrefix(page, "docs/commands.") && remote.MatchString(strings.ReplaceAll(line, `\|`, ""))
		for _, m := range span.FindAllStringSubmatch(line, -1) {
			command := strings.ReplaceAll(m[1], `\|`, "|")
			switch word, _, _ := strings.Cut(command, " "); {
			case tool.MatchString(command):
				add(command, true)
			case row && strings.Index(line, m[0]) < strings.Index(line, " | ") && isRemote(word):
				add("ssh HOST "+command, true)
			}
		}
	}
	return list
}

// isRemote reports whether a word is a command over SSH.
func isRemote(word string) bool {
	root := &cobra.Command{}
	root.AddCommand(commands.All(nil, nil, nil)(new(exec.Call))...)
	return isCommand(root, []string{word}) || slices.Contains([]string{"join", "watch", "play", "bot"}, word)
}

// asTyped returns a line without its comment, with arcade for all ways to call it; "" for none.
func asTyped(line string) string {
	line = strings.TrimSpace(line)
	if strings.HasPrefix(line, "#") || regexp.MustCompile(`^arcade v\d`).MatchString(line) {
		return ""
	}
	line = strings.TrimSpace(regexp.MustCompile(`\s#\s.*$`).ReplaceAllString(line, ""))
	for _, way := range []string{"sudo arcade ", "go run ./cmd/arcade ", "./arcade ", "/arcade ", "nice -n 19 arcade ", "chrt -f 5 arcade ", "GOMAXPROCS=1 chrt -f 5 arcade "} {
		if rest, ok := strings.CutPrefix(line, way); ok {
			line = "arcade " + rest
		}
	}
	return line
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

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"

	"arcade/internal/race"
	"arcade/server/commands"
	"arcade/server/exec"
)

// TestDocumentsRun runs the commands of the documents as a reader types them, page by page, beside a server
// that the test starts. Where a page shows what a command prints, it must print that, but for figures. No page
// shows what is different on another day, and nothing that the server is given beforehand belongs to a day, so
// midnight may come while the pages are read.
// testdata/unrun.txt names the commands that are not run, and why.
func TestDocumentsRun(t *testing.T) {
	if race.On || testing.Short() {
		t.Skip("a hundred processes that do one thing each")
	}
	pages, dir, run := pagesToRun(t), t.TempDir(), 0
	for page, list := range pages {
		file := filepath.Join(dir, strings.NewReplacer("/", "-", ".md", "", ".", "-").Replace(page)+".txtar")
		if err := os.WriteFile(file, []byte(pageScript(page, list)), 0o600); err != nil {
			t.Fatal(err)
		}
		run += len(list)
	}
	t.Logf("%d commands on %d pages", run, len(pages))
	repository, err := filepath.Abs("../..")
	if err != nil || run < 80 {
		t.Fatalf("only %d commands are run: %v", run, err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		RequireExplicitExec: true,
		ContinueOnError:     true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("XDG_DATA_HOME", filepath.Join(env.WorkDir, "own"))
			return os.Symlink(filepath.Join(repository, "docs"), filepath.Join(env.WorkDir, "docs"))
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"serve": scriptServe, "match": scriptMatch, "reader": scriptReader,
		},
	})
}

// pagesToRun returns the commands that are run, by page. It checks those of the go command and the list of
// those that are not run, each line of which must be needed.
func pagesToRun(t *testing.T) map[string][]documentCommand {
	pages, rules, done := map[string][]documentCommand{}, unrun(t), map[string]bool{}
	for _, c := range documentCommands(t) {
		switch words := split(c.line); {
		case excused(rules, c):
		case words[0] == "go" || words[0] != "arcade" && strings.Contains(c.line, " go "):
			hasGo(t, c)
		case strings.HasPrefix(words[0], ".ci/"):
			if _, err := os.Stat("../../" + words[0]); err != nil {
				t.Errorf("%s: %v", c.page, err)
			}
		case c.span && onlyNamed(words): // TestCommandsOfTheDocuments knows it
		case done[c.page+c.line]:
		default:
			done[c.page+c.line] = true
			pages[c.page] = append(pages[c.page], c)
		}
	}
	for _, r := range rules {
		if !r.used {
			t.Errorf("testdata/unrun.txt: no document has %q", r.text)
		}
	}
	return pages
}

// onlyNamed reports whether a command is named, as in "arcade check reads everything", and not to be typed.
func onlyNamed(words []string) bool {
	root := &cobra.Command{}
	switch words[0] {
	case "arcade":
		if len(words) == 1 || words[len(words)-1] == "…" || words[1] != "admin" && isCommand(newRoot(), words[1:]) {
			return true
		}
		root, words = newRoot(), words[1:]
	case "ssh":
		if words = pastHost(words[1:]); len(words) == 0 {
			return true
		}
		root.AddCommand(commands.All(nil, nil, nil)(new(exec.Call))...)
	default:
		return len(words) == 1
	}
	cmd, rest, err := root.Find(words)
	return err == nil && cmd != root && len(rest) == 0 && cmd.ValidateArgs(nil) != nil
}

// unrunRule is a line of testdata/unrun.txt.
type unrunRule struct {
	text          string
	page, command *regexp.Regexp
	used          bool
}

// unrun reads testdata/unrun.txt: reasons after "# ", and below each "PAGE: COMMAND", where * stands for
// anything. A reason that names a test names one that exists.
func unrun(t *testing.T) (list []*unrunRule) {
	text, err := os.ReadFile("testdata/unrun.txt")
	if err != nil {
		t.Fatal(err)
	}
	glob := func(s string) *regexp.Regexp {
		return regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(s), `\*`, ".*") + "$")
	}
	_, rules, _ := strings.Cut(string(text), "\n\n")
	for line := range strings.Lines(rules) {
		line = strings.TrimSpace(line)
		for _, name := range regexp.MustCompile(`[\w/]+\.Test\w+`).FindAllString(line, -1) {
			if strings.HasPrefix(line, "#") && !isTest(t, name) {
				t.Errorf("testdata/unrun.txt: there is no %s", name)
			}
		}
		for _, name := range regexp.MustCompile(`\w+\.txtar`).FindAllString(line, -1) {
			if _, err := os.Stat("testdata/script/" + name); err != nil {
				t.Errorf("testdata/unrun.txt: %v", err)
			}
		}
		if page, command, ok := strings.Cut(line, ": "); ok && !strings.HasPrefix(line, "#") {
			list = append(list, &unrunRule{text: line, page: glob(page), command: glob(command)})
		}
	}
	return list
}

// excused reports whether a command is not run, and marks the rules that say so.
func excused(rules []*unrunRule, c documentCommand) (is bool) {
	for _, r := range rules {
		if r.page.MatchString(c.page) && r.command.MatchString(c.line) {
			is, r.used = true, true
		}
	}
	return is
}

// hasGo checks a command of the go tool, which would take minutes: its packages, tests, benchmarks and flags
// exist.
func hasGo(t *testing.T, c documentCommand) {
	t.Helper()
	line, _, _ := strings.Cut(c.line[strings.Index(" "+c.line, " go "):], " && ")
	words := strings.Fields(line)
	var packages, sources []string
	for _, w := range words[2:] {
		if strings.HasPrefix(w, "./") {
			packages = append(packages, filepath.Join("../..", strings.TrimSuffix(w, "...")))
		}
	}
	for _, p := range packages {
		if _, err := os.Stat(p); err != nil {
			t.Errorf("%s: %s: %v", c.page, c.line, err)
		}
	}
	if words[1] != "test" {
		return
	}
	if len(packages) == 0 {
		packages = []string{"../.."}
	}
	for _, p := range packages {
		_ = filepath.WalkDir(p, func(path string, d os.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, "_test.go") {
				text, _ := os.ReadFile(path)
				sources = append(sources, string(text))
			}
			return nil
		})
	}
	all := strings.Join(sources, "\n")
	for i, w := range words {
		next := ""
		if i+1 < len(words) {
			next, _, _ = strings.Cut(strings.Trim(words[i+1], "'"), "/")
		}
		switch {
		case !strings.HasPrefix(w, "-") || slices.Contains([]string{"-v", "-c", "-o", "-count", "-benchtime", "-timeout"}, w):
		case w == "-run" || w == "-bench":
			kind := map[string]string{"-run": "Test", "-bench": "Benchmark"}[w]
			if next != "^$" && !strings.EqualFold(next, "xxx") && !declares(all, kind, next) {
				t.Errorf("%s: %s: no %s matches %q", c.page, c.line, kind, next)
			}
		case !regexp.MustCompile(`flag\.\w+\((&\w+, )?"` + regexp.QuoteMeta(w[1:]) + `"`).MatchString(everyFlag(t)):
			t.Errorf("%s: %s: no test has the flag %s", c.page, c.line, w)
		}
	}
}

// declares reports whether a source has a test or benchmark whose name matches a pattern.
func declares(source, kind, pattern string) bool {
	re, err := regexp.Compile(pattern)
	for _, m := range regexp.MustCompile(`(?m)^func (`+kind+`\w*)\(`).FindAllStringSubmatch(source, -1) {
		if err == nil && re.MatchString(m[1]) {
			return true
		}
	}
	return false
}

var everySource string

// everyFlag returns the project's Go sources, for the flags of tests.
func everyFlag(t *testing.T) string {
	t.Helper()
	if everySource == "" {
		var b strings.Builder
		err := filepath.WalkDir("../..", func(path string, d os.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".go") {
				text, err := os.ReadFile(path)
				b.Write(text)
				return err
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		everySource = b.String()
	}
	return everySource
}

// filled are what a reader writes for what the documents leave open, and fewer games than take a minute.
var filled = []struct{ re, with string }{
	{`^(ssh .*) leaderboard (GAME|게임) --board (B|순위표)`, `$1 leaderboard stones --board 1`},
	{`'<64 squares> <X\|O>'`, `'O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X'`},
	{`verify < (FILE|파일)`, `verify < match.json`},
	{`arcade puzzles GAME`, `arcade puzzles stones --games 2`},
	{`art show FILE`, `art show docs/../sessions/matgo/bots.art`},
	{`--secret-file FILE`, `--secret-file secret`},
	{`(arcade (?:sim|bench|solve) othello.*--bots) A,B`, `$1 greedy,careful`},
	{`(arcade sim matgo.*--bots) A,B`, `$1 sensible,random`},
	{`--policy A --versus B`, `--policy best --versus hasty`},
	{`--policy P\b`, `--policy keen`},
	{`--bots BOT,`, `--bots learnt,`},
	{`arcade play COMMAND …`, `arcade play whoami`},
	{` \[[^\]]*\]`, ``}, // an option
	{`\b(\w+)(\|[\w가-힣]+)+`, `$1`},
	{`(ban|player) (NAME|이름|badger)`, `$1 alice`},
	{`admin match (판번호|S3REMPK5)`, `admin match $$LIVE`},
	{`rename (OLD NEW|옛이름 새이름)`, `rename alice alicia`},
	{`close (TABLE|판번호)`, `close $$LIVE`},
	{`arena close ARENA`, `arena close $$(arcade admin arena list | grep -o '[0-9]*-[0-9]*-othello' | head -1)`},
	{`profile heap.*`, `profile heap`},
	{`profile cpu`, `profile heap`},
	{`broadcast TEXT`, `broadcast hello`},
	{` (ID|번호)`, ` $$DONE`},
	{`arcade sim (GAME|게임) .*`, `arcade sim stones 100`},
	{` (GAME|게임)`, ` othello`},
	{`(sim othello|sim stones|sim othello --games) (N|\d+)\b`, `$1 2`},
	{`--games [N\d]+`, `--games 2`},
	{`--seed S\b`, `--seed s`},
	{`--seed 1\.\.\d+`, `--seed 1..3`},
	{`--time 2s`, `--time 100ms`},
	{`--nodes \d{5,}`, `--nodes 1000`},
	{`/backups/`, `backups/`},
	{`/tmp/try`, `try`},
	{`/var/lib/arcade`, `data`},
	{`--data \./data`, `--data data`},
	{`(join) (CODE|K7Q-2M8)`, `$1 $$CODE`},
}

// pageScript returns a script for testscript that types a page's commands.
func pageScript(page string, list []documentCommand) string {
	lang := "en_US.UTF-8"
	if strings.HasSuffix(page, ".ko.md") {
		lang = "ko_KR.UTF-8"
	}
	var b, files strings.Builder
	fmt.Fprintf(&b, "match CROWD DONE LIVE FRIEND\nmkdir backups\nserve\nenv LANG=%s SSH_KEY=alice\nexec sh export.sh\n", lang)
	files.WriteString("-- export.sh --\nssh HOST kibo export $DONE > match.json\n-- secret --\nthe owner's secret\n")
	for i, c := range list {
		line := c.line
		for _, f := range filled {
			line = regexp.MustCompile(f.re).ReplaceAllString(line, f.with)
		}
		if regexp.MustCompile(`^ssh \S+ (join|watch|play) `).MatchString(line) {
			line = "ssh -t" + strings.TrimPrefix(line, "ssh")
		}
		fmt.Fprintf(&b, "# %s: %s\nreader %d.sh %d.want\n", page, c.line, i, i)
		fmt.Fprintf(&files, "-- %d.sh --\n%s\n-- %d.want --\n%s", i, line, i, c.says)
	}
	return b.String() + files.String()
}

// scriptReader types the line of a file. What it prints must look like a second file, if that has text.
func scriptReader(ts *testscript.TestScript, neg bool, args []string) {
	line, want := strings.TrimSpace(ts.ReadFile(args[0])), ts.ReadFile(args[1])
	ts.Logf("$ %s", line)
	got := ""
	if words := split(line); len(words) > 1 && words[1] == "serve" &&
		!slices.Contains(words, "--help") && !slices.Contains(words, "--check-config") {
		for i, w := range words {
			words[i] = strings.Trim(w, `'"`)
		}
		out, stop := startServer(ts, words[1:], filepath.Join("served", args[0]))
		stop()
		got = out
	} else {
		err := ts.Exec("timeout", "-k", "1", "60", "sh", "-c", line)
		got = ts.ReadFile("stdout")
		if err != nil {
			ts.Fatalf("%s: %v", line, err)
		}
	}
	if want != "" && !looksLike(got, want) {
		ts.Fatalf("%s prints\n%s\nand the document shows\n%s", line, got, want)
	}
}

var (
	// open is what differs from run to run: keys, versions, folders.
	open = regexp.MustCompile(`\b[0-9A-Z]{8}\b|DL1_\w+|SHA256:\S+|v\d\S*|\(devel\)|\b[0-9a-f]{12,}\b|\S*/\S+|go1\S*`)
	word = regexp.MustCompile(`\pL+`)
)

// looksLike compares the words of two texts, line by line, but for what differs from run to run; "…" is
// anything to the line's end.
func looksLike(got, want string) bool {
	words := func(s string) []string { return word.FindAllString(open.ReplaceAllString(s, " "), -1) }
	lines := func(s string) []string { return strings.Split(strings.TrimSpace(s), "\n") }
	a, b := lines(got), lines(want)
	if len(a) < len(b) {
		return false
	}
	for i, w := range b {
		head, _, cut := strings.Cut(w, "…")
		x, y := words(a[i]), words(head)
		if cut {
			x = x[:min(len(x), len(y))]
		}
		if !slices.Equal(x, y) {
			return false
		}
	}
	return true
}

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"arcade/cmd/arcade/loadtest"
	"arcade/cmd/arcade/serve"
	"arcade/internal/race"
)

// A comparison raises every limit of serve that could affect it. The list names the other limits.
func TestLoadKnowsLimits(t *testing.T) {
	raised := loadtest.Unlimited(10)
	kept := []string{
		"max-sessions",           // on one connection
		"max-player-sessions",    // every session has its own player
		"max-seats", "max-games", // no player has more than one
		"key-rate",  // a session presses far fewer keys
		"http-rate", // no session uses HTTP
	}
	limit := regexp.MustCompile(`(^|-)(max|rate|limit)(-|$)`)
	seen := 0
	serve.New(serve.House{}).Flags().VisitAll(func(f *pflag.Flag) {
		if !limit.MatchString(f.Name) {
			return
		}
		seen++
		if !slices.Contains(raised, "--"+f.Name) && !slices.Contains(kept, f.Name) {
			t.Errorf("serve has --%s: does a load from one address meet it? Put it into unlimited, or here", f.Name)
		}
	})
	if seen < 4 {
		t.Fatalf("only %d limits seen", seen)
	}
	if i := slices.Index(raised, "--max-per-address"); i < 0 || raised[i+1] != "120" {
		t.Errorf("ten sessions: %v", raised)
	}
}

// The comparison starts both servers from this binary, and writes its tables to the right files.
func TestLoadCompare(t *testing.T) {
	if testing.Short() || race.On {
		t.Skip("takes some seconds, in processes of its own")
	}
	doc := filepath.Join(t.TempDir(), "capacity.md")
	var out bytes.Buffer
	run := func(args ...string) {
		t.Helper()
		out.Reset()
		cmd := exec.CommandContext(t.Context(), "arcade", append([]string{"load"}, args...)...) // see TestMain
		var log bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &log
		cmd.Env = append(os.Environ(), "ARCADE_LANG=xx") // a variable for serve, not for load
		if err := cmd.Run(); err != nil {
			t.Fatalf("load %v: %v\n%s", args, err, &log)
		}
	}
	run("--compare", "--steps", "2", "--plays", "keys,klondike", "--settle", "200ms", "--idle", "100ms", "--time", "3s", "--keys-every", "100ms", "--out", doc)
	text, err := os.ReadFile(doc)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| 2 | echo | new |", "| 2 | echo | keys |", "| 2 | arcade | new |", "| 2 | arcade | known |", "| 2 | bare | idle |", "| 2 | bare | keys |", "| 2 | arcade | idle |", "| 2 | arcade | keys |", "| 2 | arcade | klondike |", "cores", "go1."} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in the tables:\n%s", want, text)
		}
	}
	if counted := regexp.MustCompile(`(?m)^\| 2 \| arcade \| klondike \|.* \d+\.\d [a-z]+ \|$`); !counted.Match(text) {
		t.Errorf("no actions are counted:\n%s", text)
	}
	run("--compare", "--json", "--steps", "1", "--plays", "keys", "--settle", "200ms", "--idle", "0", "--time", "1s", "--keys-every", "50ms")
	var c struct {
		Runs []struct {
			Subject string
			Opened  int
			Known   struct{ Opened int }
			Stages  []struct {
				Keys int `json:"keys"`
			}
		}
	}
	if err := json.Unmarshal(out.Bytes(), &c); err != nil || len(c.Runs) != 3 || c.Runs[2].Subject != "arcade" || c.Runs[2].Opened != 1 || c.Runs[2].Stages[0].Keys == 0 || c.Runs[2].Known.Opened != 1 {
		t.Errorf("%v: %s", err, &out)
	}
}

// Invalid flags are refused before anything is opened.
func TestLoadFlags(t *testing.T) {
	for _, args := range [][]string{
		{"--size", "80"}, {"--size", "0x24"}, {"--play", "chess"}, {"--sessions", "0"}, {"--rate", "-1"}, {"--pid", "1073741824"},
		{"--compare", "--plays", "chess"}, {"--compare", "--steps", "0"},
		{"--settle", "0"}, {"--parallel", "0"}, {"--keys-every", "-1s"}, {"--keys-per-second", "-1"}, {"--timeout", "0"}, // 0 would become the default
		{"--sessions", "2000000000"},
	} {
		root := newRoot()
		root.SetArgs(append([]string{"load"}, args...))
		root.SetOut(new(bytes.Buffer))
		root.SetErr(new(bytes.Buffer))
		root.SilenceErrors, root.SilenceUsage = true, true
		if err := root.ExecuteContext(t.Context()); err == nil {
			t.Errorf("load %v was taken", args)
		}
	}
}

// The variables of serve do not apply to load, which has flags of the same names.
func TestLoadHasNoVariables(t *testing.T) {
	t.Setenv("ARCADE_IDLE", "1h")
	root := newRoot()
	root.SetArgs([]string{"load", "--size", "none"})
	root.SilenceErrors, root.SilenceUsage = true, true
	_ = root.ExecuteContext(t.Context())
	load, _, err := root.Find([]string{"load"})
	if err != nil {
		t.Fatal(err)
	}
	if idle := load.Flags().Lookup("idle").Value.String(); idle != "20s" {
		t.Errorf("--idle is %s", idle)
	}
}

package arcade

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// allowed are the project's folders from the top down, each with what it may import
// besides its own folders. docs/architecture.md tells why.
var allowed = map[string][]string{
	"cmd":             {"server", "sessions", "lobby", "games", "store", "load"},
	"load":            {}, // measures any server: it knows none of ours
	"server":          {"sessions", "lobby", "games", "store"},
	"server/metrics":  {"server", "lobby", "store"},
	"server/admin":    {"server", "lobby", "store"},
	"sessions":        {"sessions/ui", "sessions/paint", "sessions/words", "lobby", "games", "store"},
	"sessions/ui":     {"sessions/words", "sessions/paint", "lobby/text"},
	"sessions/paint":  {},
	"sessions/words":  {},
	"lobby":           {"lobby/text", "lobby/glicko", "games", "store"},
	"lobby/glicko":    {},
	"lobby/text":      {"lobby/text/plainwidth"},
	"store":           {},
	"store/bolt":      {"store"},
	"store/storetest": {"store"},
	"store/timed":     {"store"},
}

// screens are the modules that only sessions and server may use.
var screens = []string{"charm.land/bubbletea/", "charm.land/lipgloss/", "charm.land/bubbles/", "charm.land/wish/", "charm.land/ssh", "github.com/charmbracelet/"}

// testsOnly holds the engines to what every game promises: tests import it, nothing else.
const testsOnly = "games/gametest"

// TestImports holds the design's import rules for everything but tests.
func TestImports(t *testing.T) {
	seen := 0
	walk(t, func(dir, path string, file *ast.File) {
		for _, imp := range imports(file) {
			own, ours := strings.CutPrefix(imp, "arcade/")
			if !ours {
				if !mayUse(dir, imp) {
					t.Errorf("%s imports %s", path, imp)
				}
				continue
			}
			seen++
			if !mayImport(dir, own) {
				t.Errorf("%s imports arcade/%s", path, own)
			}
		}
	})
	if seen < 20 {
		t.Fatalf("only %d imports seen: the test looks in the wrong place", seen)
	}
}

// mayImport tells whether the folder dir may import the project's package own.
func mayImport(dir, own string) bool {
	if own == testsOnly {
		return false
	}
	if dir == testsOnly {
		return own == "games" || own == "games/rng" || own == "games/kibo" || own == "games/protocol"
	}
	if game, ok := strings.CutPrefix(dir, "games/"); ok {
		// One game knows the contract and the generator, and its own folders.
		switch game {
		case "rng":
			return false
		case "protocol", "kibo":
			return own == "games"
		}
		return own == "games" || own == "games/rng" || strings.HasPrefix(own+"/", "games/"+strings.Split(game, "/")[0]+"/")
	}
	if dir == "games" {
		return own == "games/rng"
	}
	if strings.HasPrefix(dir+"/", "lobby/") && strings.HasPrefix(own, "games/") {
		return own == "games/rng" || own == "games/kibo" // no game by name
	}
	for d := dir; d != "."; d = filepath.Dir(d) {
		list, ok := allowed[d]
		if !ok {
			continue
		}
		for _, a := range list {
			if own == a || strings.HasPrefix(own, a+"/") {
				return true
			}
		}
		return d == "cmd" && strings.HasPrefix(own, "cmd/")
	}
	return false
}

// mayUse tells whether the folder dir may use a module from elsewhere.
func mayUse(dir, imp string) bool {
	if dir == testsOnly && imp == "pgregory.net/rapid" {
		return true
	}
	std := !strings.Contains(strings.Split(imp, "/")[0], ".")
	if dir == "games" || strings.HasPrefix(dir, "games/") || dir == "store" || dir == "lobby/glicko" {
		return std // pure
	}
	if dir == "load" {
		return std || strings.HasPrefix(imp, "golang.org/x/crypto/ssh")
	}
	if dir == "lobby/text" && imp == "github.com/charmbracelet/x/ansi" {
		return true // which knows no screen: by it a terminal's cells are counted
	}
	for _, m := range screens {
		if strings.HasPrefix(imp, m) {
			return strings.HasPrefix(dir, "sessions") || dir == "server" || dir == "load/bare" // the last is made of them
		}
	}
	if strings.HasPrefix(imp, "go.etcd.io/bbolt") {
		return dir == "store/bolt"
	}
	if strings.HasPrefix(imp, "github.com/prometheus/") {
		return dir == "server/metrics"
	}
	return true
}

// imports are the paths that a file imports.
func imports(file *ast.File) (list []string) {
	for _, i := range file.Imports {
		list = append(list, strings.Trim(i.Path.Value, `"`))
	}
	return list
}

// walk gives every Go file that is no test with its folder.
func walk(t *testing.T, f func(dir, path string, file *ast.File)) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && path != "." || d.Name() == "testdata") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		f(filepath.ToSlash(filepath.Dir(path)), path, file)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// writesDate are the files of games that write dates which they are given.
var writesDate = map[string]bool{"games/othello/ggf.go": true, "games/matgo/export.go": true}

// TestEnginesArePure keeps clocks, global randomness, I/O and goroutines out of the
// games. That there are none of the last is why .ci/run tests them without the race
// detector.
func TestEnginesArePure(t *testing.T) {
	forbidden := map[string]bool{
		"time": true, "os": true, "net": true, "math/rand": true, "math/rand/v2": true, "crypto/rand": true,
		"sync": true, "sync/atomic": true, "os/exec": true, "syscall": true, "unsafe": true,
	}
	walk(t, func(dir, path string, file *ast.File) {
		if dir != "games" && !strings.HasPrefix(dir, "games/") || dir == testsOnly {
			return
		}
		for _, imp := range imports(file) {
			if forbidden[imp] && !(imp == "time" && writesDate[filepath.ToSlash(path)]) {
				t.Errorf("%s imports %s", path, imp)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if _, ok := n.(*ast.GoStmt); ok {
				t.Errorf("%s starts a goroutine", path)
			}
			return true
		})
	})
}

// TestDependencies holds docs/dependencies.md to go.mod: each direct dependency
// has its line there.
func TestDependencies(t *testing.T) {
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := os.ReadFile("docs/dependencies.md")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for line := range strings.Lines(string(mod)) {
		fields := strings.Fields(line)
		if len(fields) != 2 || !strings.Contains(fields[0], "/") || !strings.HasPrefix(fields[1], "v") {
			continue // indirect ones have a comment behind
		}
		found++
		if !strings.Contains(string(doc), "`"+fields[0]+"`") {
			t.Errorf("docs/dependencies.md does not name %s", fields[0])
		}
	}
	if found < 5 {
		t.Fatalf("only %d dependencies seen in go.mod", found)
	}
}

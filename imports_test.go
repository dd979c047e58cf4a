package arcade

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// layers are the project's folders, from the top down, each with what it may import besides its own
// folders. A folder without a row follows the row of the nearest one above it. docs/architecture.md tells
// why. Between folders of one layer the compiler forbids circles, and that is enough.
var layers = map[string][]string{
	"cmd":    {"server", "sessions", "lobby", "games", "store", "cluster", "upload", "load", "internal/freeport"},
	"server": {"sessions", "lobby", "games", "store", "docs"},
	// What watches the server also watches the nodes.
	"server/admin":   {"server", "lobby", "store", "cluster"},
	"server/metrics": {"server", "lobby", "store", "cluster"},
	"sessions":       {"lobby", "games", "store"},
	// A page and a game's screens build on these, and so these know no page and no game.
	"sessions/play": {"sessions/app", "sessions/paste", "sessions/client", "sessions/kit", "sessions/ui", "sessions/paint", "sessions/words", "lobby", "games", "store", "docs"},
	"sessions/app":  {"sessions/kit", "sessions/client", "sessions/ui", "sessions/paint", "sessions/words", "lobby", "games", "store"},
	// The kit arranges, and knows only what draws.
	"sessions/kit": {"sessions/ui"},
	// What draws and what speaks to a terminal or browser knows no arcade.
	"sessions/ui":     {"sessions/words", "sessions/paint", "sessions/art", "lobby/text"},
	"sessions/paint":  {"lobby/text"},
	"sessions/words":  {},
	"sessions/art":    {},
	"sessions/client": {"sessions/paint"},
	"sessions/term":   {"sessions/client", "sessions/paint"},
	"sessions/page":   {"sessions/client", "sessions/paint"},
	"lobby":           {"games", "store"},
	// These three stand below everything, and no one of them knows another.
	"games":   {},
	"store":   {},
	"cluster": {},
	// Programs of a player's own: they speak with any server.
	"upload": {"games"},
	"load":   {},
}

// inGameRoom is what a game's room in sessions may import besides its own engine.
var inGameRoom = []string{"sessions/play", "sessions/app", "sessions/kit", "sessions/client", "sessions/ui", "sessions/paint", "sessions/words", "lobby", "games", "store"}

// screens are the modules that only sessions and server may use.
var screens = []string{"charm.land/bubbletea/", "charm.land/lipgloss/", "charm.land/bubbles/", "charm.land/wish/", "charm.land/ssh", "github.com/charmbracelet/"}

// testsOnly are packages that tests import, and nothing else: what every game's engine
// promises, positions of Matgo, what holds on every screen, what plays the whole arcade, what asks over HTTP,
// nodes in one process, what tables stand on, a PostgreSQL and a NATS to test with,
// chance with a seed, and whether the race detector is on.
var testsOnly = []string{"cluster/natstest", "games/gametest", "games/matgo/matgotest", "sessions/screentest", "internal/chance", "internal/keynames", "internal/logtest", "internal/race", "e2e/door", "lobby/nodestest", "lobby/roomtest", "server/web/webtest", "store/postgres/pgtest"}

// TestPackageNames holds that the files of a folder name one package, also the files for other systems.
func TestPackageNames(t *testing.T) {
	names := map[string]string{}
	walk(t, func(_, path string, file *ast.File) {
		dir := filepath.Dir(path)
		if name, ok := names[dir]; ok && name != file.Name.Name {
			t.Errorf("%s is of package %s, other files of its folder of %s", path, file.Name.Name, name)
			return
		}
		names[dir] = file.Name.Name
	})
}

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
			if !mayImport(dir, asGame(own)) {
				t.Errorf("%s imports arcade/%s", path, own)
			}
		}
	})
	if seen < 20 {
		t.Fatalf("only %d imports seen: the test looks in the wrong place", seen)
	}
}

// mayImport tells whether the folder dir may import the project's package own: the rules that are not
// about layers first.
func mayImport(dir, own string) bool {
	engine := strings.HasPrefix(own, "games/")
	switch {
	case slices.Contains(testsOnly, own): // tests import these, and four of them one another
		return dir == "lobby/roomtest" && own == "internal/chance" || dir == "e2e/door" && (own == "internal/chance" || own == "lobby/nodestest") || dir == "sessions/screentest" && (own == "internal/race" || own == "internal/chance" || own == "internal/keynames")
	case slices.Contains(testsOnly, dir) && own == "internal/freeport":
		return true
	case dir == "games/gametest": // what every engine promises, but no engine
		return within(own, []string{"games/rng", "games/kibo", "games/protocol"}) || own == "games"
	case dir == "sessions/screentest": // every engine and no view, so that the tests of one game need no other's
		return own != "sessions/pages" && !gameRoom(own)
	case dir == "e2e/door": // no game: a test names the games that it plays
		return within(own, []string{"server", "sessions", "lobby", "store"})
	case dir == "games":
		return own == "games/rng"
	case strings.HasPrefix(dir, "games/"): // an engine knows the contract, chance and its own folders
		return own == "games" || own == "games/rng" || within(own, []string{"games/" + part(dir, 1)})
	case gameRoom(dir): // a game's screens know its engine, and no other game and no page
		return within(own, []string{"sessions/" + part(dir, 1), "games/" + part(dir, 1)}) || !engine && within(own, inGameRoom)
	case strings.HasPrefix(dir, "sessions/"): // the shell and the pages know no game; only the door does
		if engine || gameRoom(own) {
			return false
		}
	case within(dir, []string{"lobby"}) && engine: // the lobby knows no game
		return own == "games/rng" || own == "games/kibo" || own == "games/puzzles"
	}
	for d := dir; d != "."; d = filepath.Dir(d) {
		if list, ok := layers[d]; ok {
			return within(own, append([]string{d}, list...))
		}
	}
	return false
}

// within reports whether a package is one of a list of folders, or below one.
func within(own string, list []string) bool {
	return slices.ContainsFunc(list, func(a string) bool { return own == a || strings.HasPrefix(own, a+"/") })
}

// part is the n-th part of a path, "" where there is none.
func part(path string, n int) string {
	if list := strings.Split(path, "/"); n < len(list) {
		return list[n]
	}
	return ""
}

// gameRoom reports whether a folder is a game's room in sessions, as its engine has one in games.
func gameRoom(dir string) bool {
	game := part(dir, 1)
	if part(dir, 0) != "sessions" || game == "" {
		return false
	}
	for _, with := range []string{"games", "examples"} {
		if _, err := os.Stat(filepath.Join(with, game)); err == nil {
			return true
		}
	}
	return false
}

// asGame is where a folder of an example would stand, were its game one of the arcade's:
// the rules for a game hold for it.
func asGame(dir string) string {
	if part(dir, 0) == "examples" {
		switch game := part(dir, 1); part(dir, 2) {
		case "engine":
			return "games/" + game
		case "screen":
			return "sessions/" + game
		}
	}
	return dir
}

// No file of the arcade knows an example: its own folder has all that it is, and a test
// registers it. What is read are the project's own files, words and pages, but for the
// documents.
func TestNobodyKnowsTheExamples(t *testing.T) {
	examples, err := filepath.Glob("examples/*")
	if err != nil || len(examples) == 0 {
		t.Fatal("there is no example", err)
	}
	read := 0
	err = filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch path = filepath.ToSlash(path); {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") && d.Name() != "." && d.Name() != ".ci" || path == "examples" || path == "docs"):
			return fs.SkipDir
		case d.IsDir() || !slices.Contains([]string{"", ".go", ".json", ".md", ".txt", ".yaml"}, filepath.Ext(path)):
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		read++
		for _, e := range examples {
			name := regexp.MustCompile(`(?i)(^|[^\\\w])` + part(filepath.ToSlash(e), 1) + `\b`) // "\nim" is none
			if at := name.FindIndex(data); at != nil {
				t.Errorf("%s knows %s: %.60q", path, e, data[max(at[0]-20, 0):])
			}
		}
		return nil
	})
	if err != nil || read < 500 {
		t.Fatalf("%d files read: %v", read, err)
	}
}

// The shell names no game: what it knows of one, the game has told it.
func TestShellNamesNoGame(t *testing.T) {
	rooms, err := filepath.Glob("sessions/*/words.json")
	if err != nil || len(rooms) == 0 {
		t.Fatal("no game has a room in sessions", err)
	}
	var names []string // each as a word of its own, in a text or in a name such as newOthello
	for _, r := range rooms {
		game := part(filepath.ToSlash(r), 1)
		names = append(names, `(?:^|[^A-Za-z])`+game, strings.ToUpper(game[:1])+game[1:])
	}
	games := regexp.MustCompile(strings.Join(names, "|"))
	walk(t, func(dir, path string, file *ast.File) {
		if part(dir, 0) != "lobby" && (part(dir, 0) != "sessions" || gameRoom(dir) || dir == "sessions" || slices.Contains(testsOnly, dir)) {
			return
		}
		ast.Inspect(file, func(n ast.Node) bool {
			text := ""
			switch n := n.(type) {
			case *ast.BasicLit:
				text = n.Value
			case *ast.Ident:
				text = n.Name
			}
			if games.MatchString(text) {
				t.Errorf("%s names a game: %s", path, text)
			}
			return true
		})
	})
}

// mayUse tells whether the folder dir may use a module from elsewhere.
func mayUse(dir, imp string) bool {
	if slices.Contains(testsOnly, dir) && imp == "pgregory.net/rapid" {
		return true
	}
	if dir == "e2e/door" && strings.HasPrefix(imp, "github.com/charmbracelet/x/") {
		return true // a terminal emulator
	}
	std := !strings.Contains(strings.Split(imp, "/")[0], ".")
	if dir == "games" || strings.HasPrefix(dir, "games/") || dir == "store" || dir == "lobby/glicko" {
		return std // pure
	}
	if dir == "load" {
		return std || strings.HasPrefix(imp, "golang.org/x/crypto/ssh") || imp == "github.com/coder/websocket" // the two doors' own languages
	}
	if dir == "lobby/text" && imp == "github.com/charmbracelet/x/ansi" {
		return true // which knows no screen: by it a terminal's cells are counted
	}
	for _, m := range screens {
		if strings.HasPrefix(imp, m) {
			return strings.HasPrefix(dir, "sessions") || dir == "server" || dir == "load/bare" // the last is made of them
		}
	}
	if strings.HasPrefix(imp, "github.com/nats-io/") {
		server := strings.Contains(imp, "nats-server")
		return dir == "cluster" && !server || dir == "cluster/embed" && server || dir == "cluster/natstest"
	}
	if strings.HasPrefix(imp, "go.etcd.io/bbolt") {
		return dir == "store/bolt"
	}
	if strings.HasPrefix(imp, "github.com/jackc/pgx/") {
		return strings.HasPrefix(dir, "store/postgres")
	}
	if strings.HasPrefix(imp, "github.com/prometheus/") {
		return dir == "server/metrics"
	}
	return true
}

// A thing has one name: no exported type is an alias, and no exported variable only repeats another package's.
func TestNoAliases(t *testing.T) {
	walk(t, func(_, path string, file *ast.File) {
		for _, d := range file.Decls {
			d, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					if s.Assign.IsValid() && s.Name.IsExported() {
						t.Errorf("%s: type %s is an alias", path, s.Name)
					}
				case *ast.ValueSpec:
					for i, v := range s.Values {
						if sel, ok := v.(*ast.SelectorExpr); ok && d.Tok == token.VAR && s.Names[i].IsExported() {
							t.Errorf("%s: %s is another name of %s.%s", path, s.Names[i], sel.X, sel.Sel)
						}
					}
				}
			}
		}
	})
}

// imports are the paths that a file imports.
func imports(file *ast.File) (list []string) {
	for _, i := range file.Imports {
		list = append(list, strings.Trim(i.Path.Value, `"`))
	}
	return list
}

// walk yields every Go file except tests, with its folder.
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
		f(asGame(filepath.ToSlash(filepath.Dir(path))), path, file)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// writesDate are the files of games that write dates which they are given.
var writesDate = map[string]bool{"games/othello/ggf.go": true, "games/matgo/export/export.go": true}

// readsOnce are the files of games that read what the binary carries when it is first
// asked for, which is the same in any order.
var readsOnce = map[string]bool{"games/matgo/bots/levels.go": true, "games/othello/search/weights.go": true,
	"games/yut/plain.go": true, "games/yut/value.go": true}

// advises are the files of games that advise the system how to keep memory: what they advise
// changes how fast the memory is, never what is in it.
var advises = map[string]bool{"games/othello/search/pages_linux.go": true}

// TestEnginesArePure keeps clocks, global randomness, I/O and goroutines out of the
// games. That there are none of the last is why .ci/run tests them without the race
// detector.
func TestEnginesArePure(t *testing.T) {
	forbidden := map[string]bool{
		"time": true, "os": true, "net": true, "math/rand": true, "math/rand/v2": true, "crypto/rand": true,
		"sync": true, "sync/atomic": true, "os/exec": true, "syscall": true, "unsafe": true,
	}
	walk(t, func(dir, path string, file *ast.File) {
		if dir != "games" && !strings.HasPrefix(dir, "games/") || slices.Contains(testsOnly, dir) {
			return
		}
		for _, imp := range imports(file) {
			if forbidden[imp] && !(imp == "time" && writesDate[filepath.ToSlash(path)] || imp == "sync" && readsOnce[filepath.ToSlash(path)] ||
				(imp == "syscall" || imp == "unsafe") && advises[filepath.ToSlash(path)]) {
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

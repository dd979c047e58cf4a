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

// allowed are the project's folders from the top down, each with what it may import
// besides its own folders. docs/architecture.md tells why.
var allowed = map[string][]string{
	"cmd":                   {"upload", "server", "sessions", "lobby", "games", "store", "load", "cluster", "internal/freeport"},
	"cmd/arcade/cli":        {}, // what the groups of commands share
	"cmd/arcade/admin":      {"server", "sessions/ui"},
	"cmd/arcade/storage":    {"cmd/arcade/cli", "server/admin", "sessions/ui", "lobby/check", "games", "store"},
	"cmd/arcade/lab":        {"cmd/arcade/cli", "cmd/arcade/lab/gtp", "games", "sessions/words"},
	"cmd/arcade/lab/gtp":    {"games"},
	"cmd/arcade/loadtest":   {"cmd/arcade/cli", "cmd/arcade/storage", "load", "internal/freeport"},
	"cmd/arcade/home":       {"cmd/arcade/cli", "cmd/arcade/storage", "upload", "server", "sessions", "lobby", "games", "store"},
	"load":                  {},                                                                   // measures any server: it knows none of ours
	"upload":                {"games"},                                                            // a player's own files, and the part that goes over HTTP
	"server":                {"server/exec", "server/say", "sessions", "lobby", "games", "store"}, // the commands are given to it
	"server/commands":       {"server/commands", "server/exec", "server/say", "sessions", "lobby", "games", "store"},
	"server/commands/bot":   {"server/exec", "server/say", "sessions/play", "lobby", "games", "store"},
	"server/exec":           {"server/say", "sessions/words", "lobby/text", "lobby/turns", "games/kibo"}, // which command, and how it is run
	"server/say":            {"sessions/app", "sessions/words", "lobby", "store"},
	"server/metrics":        {"server", "lobby", "store", "cluster"},
	"server/admin":          {"server", "lobby", "store", "cluster"},
	"server/web":            {"server", "lobby", "games", "store", "docs"},
	"server/web/door":       {"server", "sessions", "lobby", "games", "store"},
	"sessions":              {"sessions", "lobby"}, // the door: it alone knows the rooms of the games
	"sessions/spoken":       {"sessions/play", "sessions/profile", "sessions/app", "sessions/ui", "sessions/words", "lobby", "games", "store"},
	"sessions/paste":        {"sessions/words"},
	"sessions/today":        {"sessions/paste", "sessions/play", "sessions/app", "sessions/ui", "sessions/words", "lobby", "store"},
	"sessions/ladder":       {"sessions/paste", "sessions/play", "sessions/app", "sessions/ui", "lobby", "games", "store"},
	"sessions/arena":        {"sessions/play", "sessions/app", "sessions/ui", "sessions/words", "lobby", "store"},
	"sessions/ranks":        {"sessions/play", "sessions/app", "sessions/kit", "sessions/ui", "lobby", "games", "store"},
	"sessions/profile":      {"sessions/play", "sessions/app", "sessions/ui", "lobby", "games", "store"},
	"sessions/puzzle":       {"sessions/play", "sessions/app", "sessions/ui", "sessions/words", "lobby", "games"},
	"sessions/pages":        {"sessions/arena", "sessions/ladder", "sessions/profile", "sessions/puzzle", "sessions/ranks", "sessions/today", "sessions/play", "sessions/app", "sessions/client", "sessions/ui", "sessions/paint", "sessions/words", "lobby", "games", "store"},
	"sessions/play/tell":    {"sessions/ui", "sessions/paste", "sessions/play", "sessions/app", "sessions/words", "lobby", "games", "store"},
	"sessions/play/solo":    {"sessions/play", "sessions/app", "sessions/ui", "lobby", "store"},
	"sessions/play/replays": {"sessions/play", "sessions/app", "sessions/ui", "sessions/words", "lobby", "games", "store"},
	"sessions/play/sheets":  {"sessions/play", "sessions/kit", "sessions/app", "sessions/ui", "store"},
	"sessions/play/seats":   {"sessions/play", "sessions/app", "sessions/ui", "games"},
	"sessions/play/review":  {"sessions/app", "sessions/ui", "lobby", "games"},
	"sessions/play":         {"sessions/play/review", "sessions/app", "sessions/client", "sessions/ui", "sessions/paint", "sessions/words", "lobby", "games", "store"},
	"sessions/kit":          {"sessions/ui"},
	"sessions/app":          {"sessions/narrow", "sessions/kit", "sessions/client", "sessions/ui", "sessions/paint", "sessions/words", "lobby", "games", "store"},
	"sessions/narrow":       {"sessions/ui", "sessions/paint"},
	"sessions/ui":           {"sessions/words", "sessions/paint", "lobby/text"},
	"sessions/picture":      {"sessions/paint"},
	"sessions/share":        {"sessions/paste", "sessions/play", "sessions/app", "sessions/ui", "sessions/paint", "sessions/picture", "sessions/words", "lobby", "games"},
	"sessions/term":         {"sessions/client", "sessions/paint"},
	"sessions/client":       {"sessions/paint"},
	"sessions/page":         {"sessions/client", "sessions/paint"},
	"sessions/paint":        {"lobby/text"},
	"sessions/words":        {},
	"cluster":               {}, // nodes and what moves between them: it knows no game and no table
	"lobby":                 {"lobby/account", "lobby/analysis", "lobby/arena", "lobby/arenas", "lobby/background", "lobby/clock", "lobby/config", "lobby/deals", "lobby/directory", "lobby/fair", "lobby/httpmatch", "lobby/keyed", "lobby/ledger", "lobby/limit", "lobby/names", "lobby/network", "lobby/nodes", "lobby/pairing", "lobby/puzzles", "lobby/records", "lobby/refusal", "lobby/replica", "lobby/replies", "lobby/room", "lobby/solo", "lobby/streak", "lobby/table", "lobby/text", "lobby/thinking", "lobby/turns", "lobby/upkeep", "games", "store"},
	"lobby/config":          {"lobby/arenas", "lobby/deals", "lobby/names", "lobby/nodes", "lobby/puzzles", "lobby/turns", "games", "store"},
	"lobby/httpmatch":       {"lobby/background", "lobby/clock", "lobby/config", "lobby/directory", "lobby/fair", "lobby/ledger", "lobby/names", "lobby/room", "lobby/solo", "lobby/table", "lobby/text", "lobby/thinking", "lobby/turns", "games", "store"},
	"lobby/pairing":         {"lobby/account", "lobby/arena", "lobby/arenas", "lobby/background", "lobby/clock", "lobby/config", "lobby/deals", "lobby/directory", "lobby/fair", "lobby/keyed", "lobby/ledger", "lobby/limit", "lobby/names", "lobby/room", "lobby/solo", "lobby/table", "lobby/text", "lobby/thinking", "games", "store"},
	"lobby/upkeep":          {"lobby/background", "lobby/config", "lobby/directory", "lobby/httpmatch", "lobby/ledger", "lobby/names", "lobby/retry", "lobby/room", "lobby/table", "lobby/text", "games", "store"},
	"lobby/replica":         {"lobby/refusal", "lobby/table", "store"},
	"lobby/room":            {"lobby/account", "lobby/background", "lobby/clock", "lobby/config", "lobby/deals", "lobby/directory", "lobby/fair", "lobby/keyed", "lobby/ledger", "lobby/limit", "lobby/names", "lobby/nodes", "lobby/records", "lobby/refusal", "lobby/replica", "lobby/replies", "lobby/retry", "lobby/solo", "lobby/table", "lobby/text", "lobby/thinking", "lobby/turns", "games", "store"},
	"lobby/replies":         {"games"},
	"lobby/account":         {"lobby/puzzles", "lobby/replies", "lobby/analysis", "lobby/clock", "lobby/deals", "lobby/directory", "lobby/export", "lobby/keyed", "lobby/limit", "lobby/names", "lobby/records", "lobby/solo", "lobby/streak", "lobby/table", "games", "store"},
	"lobby/background":      {},
	"lobby/clock":           {},
	"lobby/directory":       {"lobby/background", "lobby/clock", "lobby/names", "lobby/nodes", "lobby/table", "games", "store"},
	"lobby/fair":            {"lobby/clock", "lobby/directory", "lobby/ledger", "lobby/table", "games", "store"},
	"lobby/limit":           {},
	"lobby/retry":           {},
	"lobby/refusal":         {"lobby/fair", "games"},
	"lobby/thinking":        {"lobby/background", "lobby/clock", "lobby/directory", "lobby/ledger", "lobby/records", "lobby/solo", "lobby/turns", "games", "store"},
	"lobby/names":           {"lobby/text"},
	"lobby/records":         {"lobby/analysis", "lobby/clock", "lobby/deals", "lobby/ledger", "lobby/names", "lobby/streak", "lobby/table", "lobby/turns", "games", "store"},
	"lobby/table":           {"lobby/clock", "lobby/ledger", "lobby/limit", "games", "store"},
	"lobby/solo":            {"lobby/deals", "lobby/ledger", "lobby/records", "games", "store"},
	"lobby/arena":           {"lobby/arena/matching", "games", "store"},
	"lobby/arena/matching":  {},
	"lobby/arenas":          {"lobby/arena", "lobby/clock", "lobby/ledger", "games", "store"},
	"lobby/check":           {"lobby/arena", "lobby/puzzles", "lobby/replies", "lobby/deals", "lobby/ledger", "lobby/streak", "games", "store"},
	"lobby/analysis":        {"lobby/ledger", "lobby/turns", "games", "store"},
	"lobby/deals":           {"lobby/idle", "lobby/keyed", "lobby/ledger", "games", "store"},
	"lobby/export":          {"lobby/puzzles", "lobby/replies", "lobby/deals", "lobby/streak", "lobby/turns", "games", "store"},
	"lobby/ledger":          {"lobby/glicko", "lobby/streak", "lobby/turns", "games", "store"},
	"lobby/streak":          {},
	"lobby/idle":            {},
	"lobby/keyed":           {},
	"lobby/puzzles":         {"lobby/clock", "lobby/glicko", "lobby/idle", "lobby/ledger", "lobby/streak", "games", "store"},
	"lobby/nodes":           {},
	"lobby/nodestest":       {"lobby/nodes"},
	"lobby/network":         {}, // the networks of an address
	"lobby/turns":           {"lobby/network"},
	"lobby/glicko":          {},
	"lobby/text":            {"lobby/text/plainwidth"},
	"store":                 {},
	"store/bolt":            {"store"},
	"store/postgres":        {"store"},
	"store/postgres/pgtest": {"internal/freeport"},
	"cluster/natstest":      {"internal/freeport"},
	"store/storetest":       {"store"},
	"store/timed":           {"store"},
}

// inGameRoom is what a game's room in sessions may import besides its own engine.
var inGameRoom = []string{"sessions/play", "sessions/app", "sessions/kit", "sessions/client", "sessions/ui", "sessions/paint", "sessions/words", "lobby", "games", "store"}

// screens are the modules that only sessions and server may use.
var screens = []string{"charm.land/bubbletea/", "charm.land/lipgloss/", "charm.land/bubbles/", "charm.land/wish/", "charm.land/ssh", "github.com/charmbracelet/"}

// testsOnly are packages that tests import, and nothing else: what every game's engine
// promises, positions of Matgo, what holds on every screen, what plays the whole arcade, what asks over HTTP,
// nodes in one process, a PostgreSQL and a NATS to test with,
// chance with a seed, and whether the race detector is on.
var testsOnly = []string{"cluster/natstest", "games/gametest", "games/matgo/matgotest", "sessions/screentest", "internal/chance", "internal/logtest", "internal/race", "e2e/door", "lobby/nodestest", "server/web/webtest", "store/postgres/pgtest"}

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

// mayImport tells whether the folder dir may import the project's package own.
func mayImport(dir, own string) bool {
	if slices.Contains(testsOnly, own) {
		return dir == "e2e/door" && (own == "internal/chance" || own == "lobby/nodestest") || dir == "sessions/screentest" && (own == "internal/race" || own == "internal/chance")
	}
	switch dir {
	case "games/gametest":
		return own == "games" || own == "games/rng" || own == "games/kibo" || own == "games/protocol"
	case "sessions/screentest": // the engines, and the view of none: so the tests of one game need no other's
		return !strings.HasPrefix(own, "sessions/") || own != "sessions/pages" && !gameRoom(own)
	}
	if dir == "e2e/door" {
		return within(own, []string{"server", "sessions", "lobby", "store"}) // no game: a test names the games that it plays
	}
	if strings.HasPrefix(dir, "sessions/") && strings.HasPrefix(own, "games/") {
		return gameRoom(dir) && part(own, 1) == part(dir, 1) // a game's room its own engine, the shell none
	}
	if gameRoom(dir) {
		return within(own, inGameRoom) || strings.HasPrefix(own+"/", "sessions/"+part(dir, 1)+"/")
	}
	if game, ok := strings.CutPrefix(dir, "games/"); ok {
		// One game knows the contract and the generator, and its own folders.
		switch game {
		case "rng":
			return false
		case "protocol", "kibo":
			return own == "games"
		case "puzzles":
			return own == "games" || own == "games/rng"
		}
		return own == "games" || own == "games/rng" || strings.HasPrefix(own+"/", "games/"+strings.Split(game, "/")[0]+"/")
	}
	if dir == "games" {
		return own == "games/rng"
	}
	if strings.HasPrefix(dir+"/", "lobby/") && strings.HasPrefix(own, "games/") {
		return own == "games/rng" || own == "games/kibo" || own == "games/puzzles" // no game by name
	}
	for d := dir; d != "."; d = filepath.Dir(d) {
		list, ok := allowed[d]
		if !ok {
			continue
		}
		return within(own, list) || d == "cmd" && strings.HasPrefix(own, "cmd/")
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
		return dir == "cluster" && !strings.Contains(imp, "nats-server") || dir == "cluster/natstest" // the server is for tests
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

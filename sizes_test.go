package arcade

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The sizes that a reader can hold in mind: lines of a package and of a function, fields of a
// struct.
const (
	maxPackage  = 4000
	maxFunction = 80
	maxFields   = 20
)

// smaller are packages with a bound of their own.
var smaller = map[string]int{
	"lobby": 1500, // a facade: what it does is in the packages below
}

// longFunctions are the functions over maxFunction, with the reason.
var longFunctions = map[string]string{
	"store/postgres.load": "a table: how the rows of each kind of record are written",
}

// wideStructs are the structs over maxFields, with the reason.
var wideStructs = map[string]string{
	"cluster.Node":                "a connection with all that hangs on it: lease, members, subscriptions and their counters, under one lock",
	"cmd/arcade/serve.serveFlags": "a field for each flag of the command",
	"games.Match":                 "the state of a match that a fold rebuilds; every part follows from the log",
	"games/klondike.View":         "a contract: a field for each member of the JSON that a seat is shown",
	"games/matgo.Rules":           "a field for each rule that a house may settle, as the options have them",
	"games/matgo.View":            "a contract: a field for each member of the JSON that a seat is shown",
	"games/matgo/sim.Sums":        "a field for each sum of a simulation's report",
	"games/matgo/sim.decision":    "a field for each column of a decision's report",
	"load.Config":                 "a field for each flag of the command",
	"lobby/config.Config":         "a field for each setting",
	"lobby/table.Snapshot":        "all that a screen shows of a table, as of one moment",
	"lobby/table.Summary":         "a contract: a field for each member of the row that nodes show each other",
	"server.session":              "what is known of a session, in the order in which it comes to be known; none of it is shared",
	"sessions/app.shown":          "what stands on a connection's screen and what it is asked, all of one goroutine",
	"sessions/client.Client":      "the two ways of a connection, to its terminal and from it, under one lock",
	"sessions/klondike.gameView":  "what is in hand, in focus, in motion and counted, of one screen",
	"sessions/play.Game":          "a contract: a field for each thing that a game may give to the screens",
	"sessions/play.Scene":         "a contract: all that a game's view may know of a table or a replay",
	"store.Match":                 "a contract: a field for each member of the stored record",
}

// TestSizes holds packages, functions and structs of the product to their sizes. Tests and test
// kits are not held: a long table of cases is easy to read. Lines of large literals in a function,
// which are tables too, do not count.
func TestSizes(t *testing.T) {
	lines := map[string]int{}
	seen := map[string]bool{} // exceptions that are used
	excepted := func(list map[string]string, name string) bool {
		_, ok := list[name]
		seen[name] = seen[name] || ok
		return ok
	}
	fset := token.NewFileSet()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		path = filepath.ToSlash(path)
		dir := filepath.ToSlash(filepath.Dir(path))
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") && path != "." || d.Name() == "testdata" || slices.Contains(testsOnly, path) || path == "store/storetest"):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		lines[dir] += strings.Count(string(data), "\n")
		file, err := parser.ParseFile(fset, path, data, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				name := dir + "." + funcName(decl)
				if n := codeLines(fset, decl); n > maxFunction && !excepted(longFunctions, name) {
					t.Errorf("%s has %d lines, want %d", name, n, maxFunction)
				}
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					ts, ok := spec.(*ast.TypeSpec)
					if !ok {
						continue
					}
					name := dir + "." + ts.Name.Name
					if st, ok := ts.Type.(*ast.StructType); ok && st.Fields.NumFields() > maxFields && !excepted(wideStructs, name) {
						t.Errorf("%s has %d fields, want %d", name, st.Fields.NumFields(), maxFields)
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for dir, n := range lines {
		most := maxPackage
		if own, ok := smaller[dir]; ok {
			most = own
		}
		if n > most {
			t.Errorf("%s has %d lines, want %d", dir, n, most)
		}
	}
	if len(lines) < 50 {
		t.Fatalf("only %d packages seen: the test looks in the wrong place", len(lines))
	}
	for _, list := range []map[string]string{longFunctions, wideStructs} {
		for name, why := range list {
			if !seen[name] {
				t.Errorf("%s is an exception without need", name)
			}
			if why == "" {
				t.Errorf("%s is an exception without a reason", name)
			}
		}
	}
}

// funcName is a function's name, with its receiver's type before it.
func funcName(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	of := f.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	if generic, ok := of.(*ast.IndexExpr); ok {
		of = generic.X
	}
	return fmt.Sprintf("%s.%s", of, f.Name.Name)
}

// codeLines are a function's lines without those inside of literals of data, which are tables.
func codeLines(fset *token.FileSet, f *ast.FuncDecl) int {
	span := func(n ast.Node) int { return fset.Position(n.End()).Line - fset.Position(n.Pos()).Line }
	n := span(f) + 1
	ast.Inspect(f, func(node ast.Node) bool {
		lit, ok := node.(*ast.CompositeLit)
		if !ok || hasCode(lit) {
			return true
		}
		n -= max(span(lit)-1, 0)
		return false
	})
	return n
}

// hasCode reports whether a literal has a function in it.
func hasCode(lit *ast.CompositeLit) (found bool) {
	ast.Inspect(lit, func(n ast.Node) bool {
		_, ok := n.(*ast.FuncLit)
		found = found || ok
		return !found
	})
	return found
}

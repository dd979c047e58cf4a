package arcade

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// maxFunction is the number of lines of a function that a reader can hold in mind.
const maxFunction = 80

// longFunctions are the functions over maxFunction, with the reason.
var longFunctions = map[string]string{
	"store/postgres.load": "a table: how the rows of each kind of record are written",
}

// TestSizes holds the product's functions to maxFunction lines. Tests and test kits are not held: a
// long table of cases is easy to read. Lines of large literals in a function, which are tables too,
// do not count.
func TestSizes(t *testing.T) {
	seen := map[string]bool{} // exceptions that are used
	packages := map[string]bool{}
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
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		packages[dir] = true
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			name := dir + "." + funcName(fn)
			n := codeLines(fset, fn)
			if n <= maxFunction {
				continue
			}
			if _, ok := longFunctions[name]; !ok {
				t.Errorf("%s has %d lines, want %d", name, n, maxFunction)
			}
			seen[name] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(packages) < 50 {
		t.Fatalf("only %d packages seen: the test looks in the wrong place", len(packages))
	}
	for name, why := range longFunctions {
		if !seen[name] {
			t.Errorf("%s is an exception without need", name)
		}
		if why == "" {
			t.Errorf("%s is an exception without a reason", name)
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

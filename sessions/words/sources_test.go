package words

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// root is the module's folder.
func root(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("no go.mod above")
		}
		dir = up
	}
}

// use is a text in the sources that is, or may be, a key.
type use struct {
	text   string
	prefix bool // more is added at run time
	where  string
}

// scan finds, in one file, the keys of calls of T, Short and Word, and all string literals.
func scan(name string, src any) (keys []use, literals []string, err error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, nil, err
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.BasicLit:
			if s, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
				literals = append(literals, s)
			}
		case *ast.CallExpr:
			at := -1
			switch fun := n.Fun.(type) {
			case *ast.Ident:
				if fun.Name == "T" || fun.Name == "Short" || fun.Name == "Word" {
					at = 0
				}
			case *ast.SelectorExpr:
				if fun.Sel.Name == "T" || fun.Sel.Name == "Short" || fun.Sel.Name == "Word" {
					at = 0
					if x, ok := fun.X.(*ast.Ident); ok && x.Name == "words" {
						at = 1 // after the language
					}
				}
			}
			if at < 0 || at >= len(n.Args) {
				return true
			}
			arg, prefix := n.Args[at], false
			for {
				sum, ok := arg.(*ast.BinaryExpr)
				if !ok {
					break
				}
				arg, prefix = sum.X, true
			}
			if lit, ok := arg.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if s, err := strconv.Unquote(lit.Value); err == nil {
					keys = append(keys, use{s, prefix, fset.Position(n.Pos()).String()})
				}
			}
		}
		return true
	})
	return keys, literals, nil
}

// begins reports whether keys start with a text that the source continues, such as an end reason's name.
func begins(prefix string) bool {
	return strings.HasSuffix(prefix, ".") && slices.ContainsFunc(slices.Sorted(maps.Keys(catalogue)), func(k string) bool { return strings.HasPrefix(k, prefix) })
}

// The catalogue has every key that the sources name, and the sources name every key of the catalogue:
// whole, or its start up to a point.
func TestSources(t *testing.T) {
	top := root(t)
	used := map[string]bool{}
	for _, dir := range []string{"sessions", "server", "cmd/arcade", "examples"} {
		err := filepath.WalkDir(filepath.Join(top, dir), func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "testdata" || d.Name() == "screentest" || path == filepath.Join(top, "sessions", "words")):
				return filepath.SkipDir
			case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
				return nil
			}
			keys, literals, err := scan(path, nil)
			if err != nil {
				return err
			}
			for _, k := range keys {
				switch {
				case k.prefix && !begins(k.text):
					t.Errorf("%s: no key begins with %q, or it does not end at a point", k.where, k.text)
				case !k.prefix && !Has(k.text):
					t.Errorf("%s: no key %q", k.where, k.text)
				}
			}
			for _, s := range literals {
				used[s] = true
			}
			return nil
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(catalogue)) {
		named := used[key] || used[strings.TrimSuffix(strings.TrimSuffix(key, Touch), Page)]
		for i := range key {
			named = named || key[i] == '.' && used[key[:i+1]]
		}
		if !named {
			t.Errorf("%s is not used anywhere", key)
		}
	}
}

func TestScan(t *testing.T) {
	keys, literals, err := scan("x.go", `package x
import "not/a/literal"
func f() {
	words.T(lang, "a.one", "p", name)
	words.T(words.KO, key)
	s.T("a.two", "n", 3)
	T("a.three")
	c.s.Word("a.four." + kind)
	s.Other("a.five")
	w := map[int]string{1: "a.six"}
}`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, k := range keys {
		s := k.text
		if k.prefix {
			s += "*"
		}
		got = append(got, s)
	}
	if want := "a.one a.two a.three a.four.*"; strings.Join(got, " ") != want {
		t.Errorf("keys %v", got)
	}
	for _, s := range []string{"a.one", "a.five", "a.six"} {
		if !slices.Contains(literals, s) {
			t.Errorf("%q is not seen", s)
		}
	}
	if slices.Contains(literals, "not/a/literal") {
		t.Error("an import is a literal")
	}
}

package arcade

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// step is a line of a story in docs/architecture.md: an indented item names a file and a function, which the
// function of the item above it calls.
var step = regexp.MustCompile("^( *)- `([a-z_/]+\\.go)` `((?:\\w+\\.)?\\w+)`")

// TestStories holds the stories of docs/architecture.md to the code: the functions exist in their files, and each
// calls those below it.
func TestStories(t *testing.T) {
	doc, err := os.ReadFile("docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, stories, found := strings.Cut(string(doc), "\n## Three stories\n")
	if !found {
		t.Fatal("the document tells no stories")
	}
	stories, _, _ = strings.Cut(stories, "\n## ")
	type caller struct {
		indent int
		name   string
		body   *ast.FuncDecl
	}
	files := map[string]map[string]*ast.FuncDecl{}
	var above []caller
	steps, told := 0, 0
	for line := range strings.Lines(stories) {
		m := step.FindStringSubmatch(line)
		if m == nil {
			if strings.HasPrefix(strings.TrimSpace(line), "- ") {
				t.Errorf("no step of a story: %s", line)
			}
			if strings.HasPrefix(line, "### ") {
				above = nil
				told++
			}
			continue
		}
		steps++
		indent, file, name := len(m[1]), m[2], m[3]
		if files[file] == nil {
			files[file] = functions(t, file)
		}
		fn := files[file][name]
		if fn == nil {
			t.Errorf("%s has no function %s", file, name)
			continue
		}
		for len(above) > 0 && above[len(above)-1].indent >= indent {
			above = above[:len(above)-1]
		}
		called := name[strings.LastIndex(name, ".")+1:]
		if len(above) > 0 && !calls(above[len(above)-1].body, called) {
			t.Errorf("%s does not call %s", above[len(above)-1].name, name)
		}
		above = append(above, caller{indent, name, fn})
	}
	if told != 3 || steps < 30 {
		t.Errorf("%d stories with %d steps", told, steps)
	}
}

// functions are the functions of a file by name, a method's with its type before it.
func functions(t *testing.T, path string) map[string]*ast.FuncDecl {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), filepath.FromSlash(path), nil, parser.SkipObjectResolution)
	if err != nil {
		t.Error(err)
		return map[string]*ast.FuncDecl{}
	}
	all := map[string]*ast.FuncDecl{}
	for _, d := range file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			all[funcName(fn)] = fn
		}
	}
	return all
}

// calls reports whether a function's body names another function: it calls it, or hands it on to be called.
func calls(fn *ast.FuncDecl, name string) (found bool) {
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == name {
			found = true
		}
		return !found
	})
	return found
}

package nim

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The document about these files quotes their code: each quoted piece that names a file occurs in it word
// for word, and the document mentions every file.
func TestDocument(t *testing.T) {
	data, err := os.ReadFile("../../docs/adding-a-game.md")
	if err != nil {
		t.Fatal(err)
	}
	doc := string(data)
	pieces := regexp.MustCompile("(?ms)^```(\\w+)(?: (\\S+))?\n(.*?)^```$").FindAllStringSubmatch(doc, -1)
	from := 0
	for _, p := range pieces {
		language, file, code := p[1], p[2], p[3]
		if file == "" {
			if language != "sh" {
				t.Errorf("a piece of %s names no file:\n%s", language, code)
			}
			continue
		}
		from++
		source, err := os.ReadFile(filepath.Join("..", "..", file))
		if err != nil {
			t.Error(err)
		} else if !strings.Contains(string(source), strings.TrimSuffix(code, "\n")) {
			t.Errorf("%s has no\n%s", file, code)
		}
	}
	if from < 15 {
		t.Errorf("only %d pieces of code are seen", from)
	}
	err = filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.Name() == "testdata" {
			return fs.SkipDir
		}
		if !d.IsDir() && !strings.Contains(doc, filepath.ToSlash(path)+"`") {
			t.Errorf("the document leaves %s out", path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

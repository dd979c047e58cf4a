package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A game's name occurs only in the list, and in the files of its own commands, which carry it.
func TestGamesAreNamedOnce(t *testing.T) {
	files, err := filepath.Glob("*.go")
	below, err2 := filepath.Glob("*/*.go")
	if files = append(files, below...); err != nil || err2 != nil || len(files) < 20 {
		t.Fatalf("%d files, %v, %v", len(files), err, err2)
	}
	for _, e := range house() {
		name := e.game.Info().Name
		word := regexp.MustCompile(`(?i)` + name)
		for _, file := range files {
			if file == "games.go" || strings.HasSuffix(file, "_test.go") || strings.Contains(file, name) {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if found := word.Find(text); found != nil {
				t.Errorf("%s names %s", file, found)
			}
		}
	}
}

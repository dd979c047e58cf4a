// Package docs has the documents that the arcade serves itself: the description of its HTTP API, and the
// rules of each game for players.
package docs

import (
	"embed"
	"strings"
	"sync"
)

// OpenAPI describes what the arcade answers over HTTP, in YAML.
//
//go:embed openapi.yaml
var OpenAPI []byte

//go:embed rules/*.md
var rules embed.FS

// Pictures has the pictures of the rules, in the folder pictures/rules.
//
//go:embed pictures/rules/*.svg
var Pictures embed.FS

// RulePages names the pages of rules: a game, or GAME-VARIANT for other rules of a game.
var RulePages = sync.OnceValue(func() (list []string) {
	files, err := rules.ReadDir("rules")
	if err != nil {
		panic(err) // they are part of the program
	}
	for _, f := range files {
		if name, ok := strings.CutSuffix(f.Name(), ".md"); ok && !strings.HasSuffix(name, ".ko") {
			list = append(list, name)
		}
	}
	return list
})

// Rules returns a page of rules for players in a language, "ko" or "en", as blocks; nil for none.
func Rules(page, lang string) []Block {
	name := page
	if lang == "ko" {
		name += ".ko"
	}
	text, err := rules.ReadFile("rules/" + name + ".md")
	if err != nil {
		return nil
	}
	return parse(string(text))
}

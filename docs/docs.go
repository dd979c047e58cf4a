// Package docs has the documents that the arcade serves itself: the description of its HTTP API, and the
// rules of each game for players.
package docs

import "embed"

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

// Rules returns a game's rules for players in a language, "ko" or "en", as blocks; nil for a game without
// such a page.
func Rules(game, lang string) []Block {
	name := game
	if lang == "ko" {
		name += ".ko"
	}
	page, err := rules.ReadFile("rules/" + name + ".md")
	if err != nil {
		return nil
	}
	return parse(string(page))
}

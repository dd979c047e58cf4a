package door

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"
	"regexp"
	"strings"
)

// The page has its style and its scripts within, so that one answer suffices for its first paint: over a far
// network each further request, and each connection for it, would take a round trip.
var (
	style  = text("app.css")
	early  = bundle("early.js")
	script = bundle("app.js")
)

// inlined has the functions of the page's template.
var inlined = template.FuncMap{
	"style":  func() template.CSS { return template.CSS(style) },
	"early":  func() template.JS { return template.JS(early) },
	"script": func() template.JS { return template.JS(script) },
	"styles": func() string { return "/app.css?" + version(style) },
}

// text returns a file of the page.
func text(name string) string {
	b, err := files.ReadFile("assets/" + name)
	if err != nil {
		panic(err) // the file is part of the program
	}
	return string(b)
}

// imports matches a line that imports names from another script, and exports a mark of an exported name.
var (
	imports = regexp.MustCompile(`(?m)^import \{ (.*) \} from '\./(.*)'\n`)
	exports = regexp.MustCompile(`(?m)^export `)
)

// bundle returns a script with those that it imports in place of the imports, each with its names apart.
func bundle(name string) string {
	all := imports.ReplaceAllStringFunc(text(name), func(line string) string {
		m := imports.FindStringSubmatch(line)
		return fmt.Sprintf("const { %s } = (() => {\n%s\nreturn { %[1]s }\n})()\n", m[1], exports.ReplaceAllString(text(m[2]), ""))
	})
	return squeezed(all)
}

// squeezed returns a script without its comments and without indentation. No text in the scripts has several
// lines, or two slashes between blanks.
func squeezed(script string) string {
	var b strings.Builder
	for line := range strings.Lines(script) {
		line, _, _ = strings.Cut(line, " // ")
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

// version returns a short name of a file's content.
func version(content string) string {
	sum := sha256.Sum256([]byte(content))
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}

// hash returns the source by which a policy allows an inline script or style.
func hash(content string) string {
	sum := sha256.Sum256([]byte(content))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

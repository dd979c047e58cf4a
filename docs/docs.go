// Package docs has the documents that the arcade serves itself.
package docs

import _ "embed"

// OpenAPI describes what the arcade answers over HTTP, in YAML.
//
//go:embed openapi.yaml
var OpenAPI []byte

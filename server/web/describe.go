package web

import (
	"html/template"
	"net/http"

	"arcade/docs"
)

var page = template.Must(template.New("docs").Parse(`<!doctype html>
<html lang="en"><meta charset="utf-8"><title>arcade: HTTP</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}pre{overflow-x:auto;background:#f4f4f4;padding:1rem}</style>
<h1>arcade: HTTP</h1>
<p>What the arcade answers to games' own clients, as <a href="/openapi.yaml">OpenAPI</a>. People come in by ssh.</p>
<pre>{{.}}</pre>
`))

// describe is a page for people: the description as it stands.
func describe(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	_ = page.Execute(w, string(docs.OpenAPI))
}

package web

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"

	"arcade/docs"
)

// operation is an operation of the API description, as the page shows it.
type operation struct {
	ID, Method, Path, Summary, Description string
	Parameters                             []parameter
	// Body is an example body in JSON, "" for none.
	Body    string
	Token   bool
	Answers []answerOf
	asked   string // the path with example values
}

type parameter struct {
	Name, In, Description, Example string
	Required                       bool
}

// answerOf is a response of an operation. Status is "default" for all other statuses.
type answerOf struct{ Status, Description, Headers, Example string }

// Curl returns a curl command line for the operation on a server.
func (o operation) Curl(base string) string {
	line := "curl"
	if o.Method != http.MethodGet {
		line += " -X " + o.Method
	}
	if o.Token {
		line += ` -H "Authorization: Bearer $TOKEN"`
	}
	if o.Body != "" {
		line += " -H 'Content-Type: application/json' -d '" + o.Body + "'"
	}
	return line + " '" + base + o.asked + "'"
}

// object is a JSON object of the API description.
type object = map[string]any

// reader reads the API description and follows its references.
type reader struct{ root object }

// at returns the value of a key, or the object that the value refers to. It returns nil if there is none.
func (d reader) at(from any, key string) any {
	o, _ := from.(object)
	return d.follow(o[key])
}

func (d reader) follow(v any) any {
	o, _ := v.(object)
	ref, ok := o["$ref"].(string)
	if !ok {
		return v
	}
	v = any(d.root)
	for _, key := range strings.Split(strings.TrimPrefix(ref, "#/"), "/") {
		o, _ := v.(object)
		v = o[key]
	}
	return v
}

func (d reader) text(from any, key string) string {
	switch v := d.at(from, key).(type) {
	case nil:
		return ""
	case string:
		return strings.TrimSpace(v)
	default:
		return fmt.Sprint(v)
	}
}

// example returns the example of a JSON body: the content's own, else its schema's.
func (d reader) example(body any) string {
	content := d.at(d.at(body, "content"), "application/json")
	v := d.at(content, "example")
	if v == nil {
		v = d.at(d.at(content, "schema"), "example")
	}
	if v == nil {
		return ""
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(raw)
}

// operations reads the API description. It returns the operations in their order.
func operations(text []byte) (info object, list []operation, err error) {
	var root object
	var order struct {
		Paths yaml.Node `yaml:"paths"`
	}
	if err = yaml.Unmarshal(text, &root); err == nil {
		err = yaml.Unmarshal(text, &order)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("openapi: %w", err)
	}
	d := reader{root}
	info, _ = d.at(root, "info").(object)
	for i := 0; i+1 < len(order.Paths.Content); i += 2 {
		path := order.Paths.Content[i].Value
		item := d.at(d.at(root, "paths"), path)
		for _, method := range []string{"get", "post", "delete"} {
			if op := d.at(item, method); op != nil {
				list = append(list, d.operation(strings.ToUpper(method), path, item, op))
			}
		}
	}
	return info, list, nil
}

func (d reader) operation(method, path string, item, op any) operation {
	o := operation{
		ID: d.text(op, "operationId"), Method: method, Path: path, asked: path,
		Summary: d.text(op, "summary"), Description: d.text(op, "description"),
		Body: d.example(d.at(op, "requestBody")), Token: d.at(op, "security") != nil,
	}
	ask := url.Values{}
	for _, of := range []any{item, op} {
		params, _ := d.at(of, "parameters").([]any)
		for _, p := range params {
			p = d.follow(p)
			one := parameter{
				Name: d.text(p, "name"), In: d.text(p, "in"), Description: d.text(p, "description"),
				Example: cmp.Or(d.text(p, "example"), d.text(d.at(p, "schema"), "default")), Required: d.at(p, "required") == true,
			}
			o.Parameters = append(o.Parameters, one)
			if one.In == "path" {
				o.asked = strings.ReplaceAll(o.asked, "{"+one.Name+"}", one.Example)
			} else if one.Example != "" {
				ask.Set(one.Name, one.Example)
			}
		}
	}
	if len(ask) > 0 {
		o.asked += "?" + ask.Encode()
	}
	responses, _ := d.at(op, "responses").(object)
	for status := range responses {
		r := d.at(responses, status)
		headers, _ := d.at(r, "headers").(object)
		names := []string{}
		for name := range headers {
			names = append(names, name+": "+d.text(d.at(headers, name), "description"))
		}
		slices.Sort(names)
		o.Answers = append(o.Answers, answerOf{status, d.text(r, "description"), strings.Join(names, "; "), d.example(r)})
	}
	slices.SortFunc(o.Answers, func(x, y answerOf) int { return cmp.Compare(x.Status, y.Status) })
	return o
}

var page = template.Must(template.New("docs").Parse(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>arcade: HTTP</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
pre{overflow-x:auto;background:#f4f4f4;padding:.6rem 1rem;white-space:pre-wrap;overflow-wrap:anywhere}
h2{margin:2.5rem 0 0;border-top:1px solid #ccc;padding-top:1rem}h2 small{font-weight:normal;color:#666}
table{border-collapse:collapse}td{padding:.1rem .8rem .1rem 0;vertical-align:top}code,pre{font-size:.9rem}</style>
<h1>arcade: HTTP</h1>
<p>{{.Info.description}}</p>
<p>All of it, with the fields of each object: <a href="/openapi.yaml">OpenAPI</a>. People come in by ssh.</p>
<ul>{{range .Operations}}<li><a href="#{{.ID}}"><code>{{.Method}} {{.Path}}</code></a> {{.Summary}}</li>
{{end}}</ul>
{{range .Operations}}<section id="{{.ID}}">
<h2><code>{{.Method}} {{.Path}}</code> <small>{{.ID}}</small></h2>
<p>{{.Summary}}</p>{{with .Description}}<p>{{.}}</p>{{end}}
{{with .Parameters}}<table>{{range .}}<tr><td><code>{{.Name}}</code></td><td>{{.In}}{{if .Required}}, required{{end}}</td><td>{{.Description}}{{with .Example}} <code>{{.}}</code>{{end}}</td></tr>
{{end}}</table>{{end}}
<pre>{{.Curl $.Base}}</pre>
<table>{{range .Answers}}<tr><td><code>{{.Status}}</code></td><td>{{.Description}}{{with .Headers}}<br>{{.}}{{end}}{{with .Example}}<pre>{{.}}</pre>{{end}}</td></tr>
{{end}}</table>
</section>
{{end}}</html>
`))

// description is the API description as the page shows it.
type description struct {
	Info       object
	Operations []operation
}

// described returns the embedded API description, which it reads once.
var described = sync.OnceValues(func() (d description, err error) {
	d.Info, d.Operations, err = operations(docs.OpenAPI)
	return d, err
})

// describing returns the handler of the API description as a page for people.
func describing() http.HandlerFunc {
	var made Cache
	return made.Serve(func(r *http.Request) (string, func(context.Context) (Page, error), error) {
		base := "http://" + strings.ToLower(r.Host)
		if r.TLS != nil {
			base = "https://" + strings.ToLower(r.Host)
		}
		return base, func(context.Context) (Page, error) { return describe(base) }, nil
	}, func(w http.ResponseWriter, r *http.Request, err error) {
		Answering(http.StatusOK, func(*http.Request) (any, error) { return nil, err })(w, r)
	})
}

// describe makes the page, with examples for a server.
func describe(base string) (Page, error) {
	known, err := described()
	if err != nil {
		return Page{}, err
	}
	var b bytes.Buffer
	err = page.Execute(&b, struct {
		description
		Base string
	}{known, base})
	return Page{Status: http.StatusOK, Type: "text/html; charset=utf-8", Body: b.Bytes()}, err
}

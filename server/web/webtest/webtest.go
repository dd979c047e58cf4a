// Package webtest sends requests to a front in tests, and checks each request and response against
// docs/openapi.yaml.
package webtest

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"arcade/docs"
	"arcade/server/web"
)

// Front is a front under test.
type Front struct {
	t       testing.TB
	handler http.Handler
	router  routers.Router
	// From is the client's address.
	From string
}

// New returns a front with the APIs of cfg, whose limits may be zero.
func New(t testing.TB, cfg web.Config) *Front {
	t.Helper()
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	doc, err := openapi3.NewLoader().LoadFromData(docs.OpenAPI)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context()); err != nil {
		t.Fatal(err)
	}
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	return &Front{t: t, handler: web.Handler(cfg), router: router, From: "192.0.2.1:1000"}
}

// Answer is a front's response.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// JSON decodes the response's body.
func (a Answer) JSON() (v map[string]any) {
	_ = json.Unmarshal(a.Body, &v)
	return v
}

// Ask makes a request. It sends body as JSON, a string unchanged, and nil as no body. The request must
// match the description unless it is refused as ill-formed. The response must always match.
func (f *Front) Ask(method, path string, body any) Answer {
	f.t.Helper()
	return f.Do(f.Request(method, path, body))
}

// Request makes a request for Do.
func (f *Front) Request(method, path string, body any) *http.Request {
	f.t.Helper()
	var in io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		in = strings.NewReader(b)
	default:
		raw, err := json.Marshal(b)
		if err != nil {
			f.t.Fatal(err)
		}
		in = bytes.NewReader(raw)
	}
	r := httptest.NewRequest(method, path, in)
	if in != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	r.RemoteAddr = f.From
	return r
}

// Answer sends a request and does not check it against the description.
func (f *Front) Answer(r *http.Request) Answer {
	rec := httptest.NewRecorder()
	f.handler.ServeHTTP(rec, r)
	return Answer{Status: rec.Code, Header: rec.Header(), Body: rec.Body.Bytes()}
}

// Do sends a request, and checks both the request and the response against the description.
func (f *Front) Do(r *http.Request) Answer {
	f.t.Helper()
	var sent []byte
	if r.Body != nil {
		sent, _ = io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(sent))
	}
	a := f.Answer(r)
	if r.Method == http.MethodOptions {
		return a
	}
	route, params, err := f.router.FindRoute(r)
	if err != nil {
		if a.Status < 300 { // the router redirects to a cleaner path
			f.t.Errorf("%s %s is answered with %d but not described: %v", r.Method, r.URL.Path, a.Status, err)
		}
		return a
	}
	r.Body = io.NopCloser(bytes.NewReader(sent))
	in := &openapi3filter.RequestValidationInput{Request: r, PathParams: params, Route: route, Options: &openapi3filter.Options{
		AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, IncludeResponseStatus: true,
	}}
	if err := openapi3filter.ValidateRequest(f.t.Context(), in); err != nil && a.Status < 400 {
		f.t.Errorf("%s %s was answered with %d, though the description forbids it: %v", r.Method, r.URL.Path, a.Status, err)
	}
	in.Options.ExcludeResponseBody = a.Header.Get("Content-Type") != "application/json" // other types are pages and texts for people
	if err := openapi3filter.ValidateResponse(f.t.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: in, Status: a.Status, Header: a.Header, Body: io.NopCloser(bytes.NewReader(a.Body)),
		Options: in.Options,
	}); err != nil {
		f.t.Errorf("%s %s: %d %s: %v", r.Method, r.URL.Path, a.Status, a.Body, err)
	}
	return a
}

// Fuzz sends any request to a front: nothing fails inside, and every response matches docs/openapi.yaml.
// A known request is its method, its path and its body.
func Fuzz(f *testing.F, front *Front, known ...[3]string) {
	for _, k := range known {
		f.Add(k[0], k[1], k[2])
	}
	f.Fuzz(func(t *testing.T, method, path, body string) {
		r, err := http.NewRequestWithContext(t.Context(), method, "http://arcade.example"+path, strings.NewReader(body))
		if err != nil || !strings.HasPrefix(path, "/") {
			return
		}
		r.RemoteAddr = front.From
		r.Header.Set("Content-Type", "application/json")
		asked := *front
		asked.t = t
		if a := asked.Do(r); a.Status >= 500 && a.Status != http.StatusServiceUnavailable {
			t.Errorf("%d %s", a.Status, a.Body)
		}
	})
}

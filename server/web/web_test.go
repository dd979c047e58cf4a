package web_test

import (
	"bytes"
	"fmt"
	"html"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"arcade/docs"
	"arcade/lobby/room"
	"arcade/server/web"
	"arcade/server/web/webtest"
	"arcade/store"
)

func TestDescription(t *testing.T) {
	f := webtest.New(t, web.Config{})
	if a := f.Ask("GET", "/openapi.yaml", nil); a.Status != 200 || !strings.HasPrefix(string(a.Body), "openapi: 3") {
		t.Errorf("%d %.40s", a.Status, a.Body)
	}
	doc, err := openapi3.NewLoader().LoadFromData(docs.OpenAPI)
	if err != nil {
		t.Fatal(err)
	}
	a := f.Ask("GET", "/docs", nil)
	page := html.UnescapeString(string(a.Body))
	if a.Status != 200 {
		t.Errorf("page: %d %.40s", a.Status, a.Body)
	}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			_, section, _ := strings.Cut(page, `<section id="`+op.OperationID+`">`)
			section, _, found := strings.Cut(section, "</section>")
			if op.OperationID == "" || !found {
				t.Errorf("%s %s is not on the page", method, path)
				continue
			}
			if op.Description == "" { // the linter Spectral requires it
				t.Errorf("%s has no description", op.OperationID)
			}
			want := []string{method + " " + path, op.Summary, strings.TrimSpace(op.Description), "<pre>curl "}
			for status := range op.Responses.Map() {
				want = append(want, "<code>"+status+"</code>")
			}
			if op.RequestBody != nil && op.RequestBody.Value.Required {
				want = append(want, "-H 'Content-Type: application/json' -d '{")
			}
			for _, w := range want {
				if !strings.Contains(section, w) {
					t.Errorf("%s: no %q in %s", op.OperationID, w, section)
				}
			}
			_, line, _ := strings.Cut(section, "<pre>curl ")
			line, _, _ = strings.Cut(line, "</pre>")
			if strings.ContainsAny(line[strings.LastIndex(line, "http"):], "{}") {
				t.Errorf("%s: a part of the path has no example: %s", op.OperationID, line)
			}
			for _, status := range []string{"429", "503"} {
				if r := op.Responses.Value(status); r != nil && r.Value.Headers["Retry-After"] == nil {
					t.Errorf("%s: %s without Retry-After", op.OperationID, status)
				}
			}
		}
	}
	if a := f.Ask("GET", "/nothing", nil); a.Status != 404 || a.JSON()["detail"] != "Not found" {
		t.Errorf("%d %s", a.Status, a.Body)
	}
}

// Only scripts of named pages may send requests, with credentials.
func TestOrigins(t *testing.T) {
	f := webtest.New(t, web.Config{Origins: []string{"http://localhost:3000"}})
	for origin, allowed := range map[string]bool{"http://localhost:3000": true, "http://localhost:3001": false, "": false} {
		for _, method := range []string{"GET", "OPTIONS"} {
			r := f.Request(method, "/openapi.yaml", nil)
			r.Header.Set("Origin", origin)
			if method == "OPTIONS" {
				r.Header.Set("Access-Control-Request-Method", "POST")
			}
			a := f.Do(r)
			if got := a.Header.Get("Access-Control-Allow-Origin") == origin && origin != "" && a.Header.Get("Access-Control-Allow-Credentials") == "true"; got != allowed {
				t.Errorf("%s from %q: allowed %v: %v", method, origin, got, a.Header)
			}
			if method == "OPTIONS" && a.Status != http.StatusNoContent {
				t.Errorf("preflight from %q: %d", origin, a.Status)
			}
		}
	}
}

// A client over its rate waits half a second for each refusal. Other clients do not wait.
func TestRates(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := webtest.New(t, web.Config{PerMinute: 1, Burst: 3})
		ask := func(want int, took time.Duration) webtest.Answer {
			t.Helper()
			began := time.Now()
			a := f.Ask("GET", "/nothing", nil)
			if d := time.Since(began); a.Status != want || d != took {
				t.Errorf("%d after %v, want %d after %v", a.Status, d, want, took)
			}
			return a
		}
		for range 3 {
			ask(404, 0)
		}
		if a := ask(429, 500*time.Millisecond); a.Header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
		f.From = "[2001:db8::1]:1"
		ask(404, 0)
	})
}

// An operator may turn the rate limit off.
func TestNoRate(t *testing.T) {
	f := webtest.New(t, web.Config{PerMinute: -1, Burst: 1})
	for i := range 1000 {
		if a := f.Answer(f.Request("GET", "/nothing", nil)); a.Status != 404 {
			t.Fatalf("request %d: %d", i+1, a.Status)
		}
	}
}

// While nothing can be saved, the client gets a refusal with a time to retry. The log has the reason.
func TestUnsaved(t *testing.T) {
	var said bytes.Buffer
	err := error(nil)
	f := webtest.New(t, web.Config{Log: slog.New(slog.NewTextHandler(&said, nil)), APIs: []func(*http.ServeMux){func(mux *http.ServeMux) {
		mux.HandleFunc("POST /save/{id}", web.Answering(http.StatusOK, func(*http.Request) (any, error) { return nil, fmt.Errorf("match x: %w", err) }))
	}}})
	for _, err = range []error{store.ErrUnwritten, store.ErrAway, room.ErrBroken} {
		a := f.Answer(f.Request("POST", "/save/1", nil))
		if a.Status != 503 || a.Header.Get("Retry-After") == "" || a.JSON()["detail"] != "Nothing can be saved now. Please try again" {
			t.Errorf("%v is answered with %d, %s", err, a.Status, a.Body)
		}
		if log := said.String(); !strings.Contains(log, "POST /save/{id}") || !strings.Contains(log, err.Error()) {
			t.Errorf("%v is logged as %q", err, log)
		}
		said.Reset()
	}
}

// A foreign host name that leads here is refused: its page would read the responses.
func TestForeignHosts(t *testing.T) {
	f := webtest.New(t, web.Config{Hosts: []string{"arcade.example", ""}})
	for host, want := range map[string]int{
		"arcade.example": 200, "Arcade.Example:8022": 200, "localhost:8022": 200, "127.0.0.1:8022": 200, "[::1]:8022": 200, "192.0.2.7": 200,
		"evil.example": 421, "arcade.example.evil.example": 421, "": 421, "localhost.evil.example:8022": 421, "arcade.example@evil.example": 421,
	} {
		r := f.Request("GET", "/openapi.yaml", nil)
		r.Host = host
		if a := f.Answer(r); a.Status != want {
			t.Errorf("host %q: %d, want %d", host, a.Status, want)
		}
	}
}

// A page of another site changes nothing with a form, which a browser sends without asking first. Named
// pages may send anything, and so may clients that are not browsers.
func TestForeignForms(t *testing.T) {
	f := webtest.New(t, web.Config{Origins: []string{"http://localhost:3000"}, APIs: []func(*http.ServeMux){func(mux *http.ServeMux) {
		mux.HandleFunc("/do", web.Answering(http.StatusOK, func(*http.Request) (any, error) { return nil, nil }))
	}}})
	for _, c := range []struct {
		method, origin, site, kind string
		want                       int
	}{
		{"POST", "", "", "", 200},
		{"POST", "", "", "text/plain", 200},
		{"POST", "http://example.com", "", "text/plain", 200}, // the server's own page
		{"POST", "http://localhost:3000", "cross-site", "", 200},
		{"POST", "https://evil.example", "", "text/plain", 403},
		{"POST", "https://evil.example", "", "application/x-www-form-urlencoded", 403},
		{"POST", "https://evil.example", "", "", 403},
		{"POST", "", "cross-site", "multipart/form-data; boundary=x", 403},
		{"POST", "null", "", "text/plain", 403},
		{"DELETE", "https://evil.example", "", "", 403},
		{"POST", "https://evil.example", "cross-site", "application/json; charset=utf-8", 200}, // the browser has asked first
		{"GET", "https://evil.example", "cross-site", "", 200},
	} {
		r := f.Request(c.method, "/do", nil)
		for name, value := range map[string]string{"Origin": c.origin, "Sec-Fetch-Site": c.site, "Content-Type": c.kind} {
			if value != "" {
				r.Header.Set(name, value)
			}
		}
		if a := f.Answer(r); a.Status != c.want {
			t.Errorf("%+v: %d %s", c, a.Status, a.Body)
		}
	}
}

// A panic ends only its own request. A body that is too long is refused.
func TestHarm(t *testing.T) {
	f := webtest.New(t, web.Config{APIs: []func(*http.ServeMux){func(mux *http.ServeMux) {
		mux.HandleFunc("POST /panic", func(http.ResponseWriter, *http.Request) { panic("so") })
		mux.HandleFunc("POST /body", web.Answering(http.StatusOK, func(r *http.Request) (any, error) {
			var v any
			if err := web.Body(r, &v); err != nil {
				return nil, web.Refuse(http.StatusNotFound, "bad")
			}
			panic("read")
		}))
	}}})
	r := f.Request("POST", "/panic", nil)
	if a := f.Answer(r); a.Status != 500 {
		t.Errorf("panic: %d", a.Status)
	}
	if a := f.Ask("POST", "/body", `"`+strings.Repeat("x", 1<<17)+`"`); a.Status != 404 {
		t.Errorf("long body: %d", a.Status)
	}
	if a := f.Ask("GET", "/nothing", nil); a.Status != 404 {
		t.Errorf("after it: %d", a.Status)
	}
}

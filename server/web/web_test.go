package web_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"arcade/lobby"
	"arcade/server/web"
	"arcade/server/web/webtest"
	"arcade/store"
)

func TestDescription(t *testing.T) {
	f := webtest.New(t, web.Config{})
	if a := f.Ask("GET", "/openapi.yaml", nil); a.Status != 200 || !strings.HasPrefix(string(a.Body), "openapi: 3") {
		t.Errorf("%d %.40s", a.Status, a.Body)
	}
	if a := f.Ask("GET", "/docs", nil); a.Status != 200 || !strings.Contains(string(a.Body), "openapi: 3") {
		t.Errorf("%d %.40s", a.Status, a.Body)
	}
	if a := f.Ask("GET", "/nothing", nil); a.Status != 404 || a.JSON()["detail"] != "Not found" {
		t.Errorf("%d %s", a.Status, a.Body)
	}
}

// Scripts of named pages may ask, with credentials, and of no others.
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

// Who asks too often waits; others do not.
func TestRates(t *testing.T) {
	f := webtest.New(t, web.Config{PerMinute: 1, Burst: 3})
	for i := range 4 {
		a := f.Ask("GET", "/nothing", nil)
		if want := map[bool]int{true: 404, false: 429}[i < 3]; a.Status != want {
			t.Errorf("request %d: %d, want %d", i+1, a.Status, want)
		}
		if i == 3 && a.Header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
	}
	f.From = "[2001:db8::1]:1"
	if a := f.Ask("GET", "/nothing", nil); a.Status != 404 {
		t.Errorf("another address: %d", a.Status)
	}
}

// While nothing can be saved the client is told so, and may ask again; the log says of what.
func TestUnsaved(t *testing.T) {
	var said bytes.Buffer
	err := error(nil)
	f := webtest.New(t, web.Config{Log: slog.New(slog.NewTextHandler(&said, nil)), APIs: []func(*http.ServeMux){func(mux *http.ServeMux) {
		mux.HandleFunc("POST /save/{id}", web.Asked(http.StatusOK, func(*http.Request) (any, error) { return nil, fmt.Errorf("match x: %w", err) }))
	}}})
	for _, err = range []error{store.ErrUnwritten, store.ErrAway, lobby.ErrBroken} {
		a := f.Answer(f.Request("POST", "/save/1", nil))
		if a.Status != 503 || a.Header.Get("Retry-After") == "" || a.JSON()["detail"] != "Nothing can be saved now. That did not count" {
			t.Errorf("%v is answered with %d, %s", err, a.Status, a.Body)
		}
		if log := said.String(); !strings.Contains(log, "POST /save/{id}") || !strings.Contains(log, err.Error()) {
			t.Errorf("%v is logged as %q", err, log)
		}
		said.Reset()
	}
}

// A panic ends one request and no more; a body that is too long is refused.
func TestHarm(t *testing.T) {
	f := webtest.New(t, web.Config{APIs: []func(*http.ServeMux){func(mux *http.ServeMux) {
		mux.HandleFunc("POST /panic", func(http.ResponseWriter, *http.Request) { panic("so") })
		mux.HandleFunc("POST /body", web.Asked(http.StatusOK, func(r *http.Request) (any, error) {
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

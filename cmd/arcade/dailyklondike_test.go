package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"arcade/lobby"
	"arcade/lobby/config"
	"arcade/server/web"
	"arcade/server/web/klondike"
	"arcade/store/bolt"
)

// The command computes the same deal of the day as the server with this secret.
func TestDailyIsTheServers(t *testing.T) {
	s, err := bolt.Open(filepath.Join(t.TempDir(), "db"), bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	l, err := lobby.New(config.Config{Store: s, Games: registry()})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	api, err := klondike.New(t.Context(), l, s, func() time.Time { return time.Date(2026, 11, 22, 1, 2, 3, 0, time.UTC) })
	if err != nil {
		t.Fatal(err)
	}
	rec := httptest.NewRecorder()
	web.Handler(web.Config{APIs: []func(*http.ServeMux){api.Add}, Log: slog.New(slog.DiscardHandler)}).
		ServeHTTP(rec, httptest.NewRequest("GET", "/v1/daily?date=2026-11-21", nil))
	var want, got any
	if err := json.Unmarshal(rec.Body.Bytes(), &want); err != nil {
		t.Fatal(err)
	}
	secret, err := s.Secret(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for form, text := range map[string]string{"hex": hex.EncodeToString(secret) + "\n", "words": "the owner's secret\n"} {
		file := filepath.Join(t.TempDir(), "secret")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		root := newRoot()
		root.SetOut(&out)
		root.SetErr(io.Discard)
		root.SetArgs([]string{"daily", "--secret-file", file, "--date", "2026-11-21", "--json"})
		if err := root.Execute(); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(out.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		if reflect.DeepEqual(got, want) != (form == "hex") {
			t.Errorf("%s: %s, the server says %s", form, out.Bytes(), rec.Body)
		}
	}
}

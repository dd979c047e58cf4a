package main

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// The HTTP server listens on the address that it prints. An address that the operator chose must be free.
func TestServeHTTP(t *testing.T) {
	out, stop, done := start(t, "--data", t.TempDir(), "--http", "127.0.0.1:0", "--grace", "10ms", "--solver-share", "0", "--puzzle-share", "0")
	url := out.await(t, done, `http +(http://127\S+)`)
	resp, err := http.Get(strings.TrimSuffix(url, "/docs") + "/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if b, err := io.ReadAll(resp.Body); err != nil || !strings.HasPrefix(string(b), "openapi:") {
		t.Errorf("%.40s, %v", b, err)
	}
	used := strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/docs")
	if _, _, done := start(t, "--data", t.TempDir(), "--http", used); <-done == nil {
		t.Error("serves at an address in use")
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if _, err := http.Get(url); err == nil {
		t.Error("still answers after the end")
	}
}

package main

import (
	"errors"
	"net"
	"path/filepath"
	"strings"
	"testing"

	"arcade/cmd/arcade/storage"
	"arcade/internal/freeport"
	"arcade/store"
	"arcade/store/postgres/pgtest"
)

// A server opens on PostgreSQL. Its records can be checked, and copied into a file and back.
func TestPostgres(t *testing.T) {
	pg, data := pgtest.Start(t, false), t.TempDir()
	url := pg.Schema(t)
	st, err := storage.Open(url)
	if err == nil {
		err = errors.Join(st.PutPlayer(t.Context(), store.Player{ID: "a", Name: "a", NameKey: "a"}), st.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	out, stop, done := start(t, "--data", data, "--grace", "100ms", "--http", "off", "--solver-share", "0", "--puzzle-share", "0", "--store", url)
	at := out.await(t, done, `store +(\S+)`)
	out.await(t, done, `(enter) `)
	if strings.Contains(at, pgtest.Password) || !strings.Contains(at, pg.Addr()) {
		t.Errorf("the store is told as %s", at)
	}
	if text, err := run("backup", filepath.Join(data, "b"), "--data", data); err == nil || !strings.Contains(err.Error(), "pg_dump") {
		t.Errorf("backup of the server: %s, %v", text, err)
	}
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	file, back := filepath.Join(data, "copy.db"), pg.Schema(t)
	for _, c := range []struct {
		args string
		ok   bool
		want string
	}{
		{"check --store " + url, true, "everything agrees"},
		{"copy --from " + url + " --to " + file, true, "both are the same"},
		{"check " + file, true, "everything agrees"},
		{"copy --from " + file + " --to " + back, true, "both are the same"},
		{"check --store " + back, true, "everything agrees"},
		{"copy --from " + file + " --to " + back, false, "records already"},
		{"copy --from " + url + " --to " + file, false, "exists already"},
		{"copy --from " + file + " --to mysql://u:" + pgtest.Password + "@h/d", false, "bad store"},
		{"backup b --data " + data + " --store " + url, false, "pg_dump"},
	} {
		text, err := run(strings.Fields(c.args)...)
		if err != nil {
			text += err.Error()
		}
		if (err == nil) != c.ok || !strings.Contains(text, c.want) || strings.Contains(text, pgtest.Password) {
			t.Errorf("%s: %s", c.args, text)
		}
	}
}

// A store that cannot be opened is reported in one line, and nothing listens.
func TestBadStore(t *testing.T) {
	pg := pgtest.Start(t, false)
	listen, err := freeport.Addr()
	if err != nil {
		t.Fatal(err)
	}
	url := pg.Schema(t)
	for what, c := range map[string]struct{ store, want string }{
		"scheme":   {"mysql://u:" + pgtest.Password + "@h/d", "want a file, or postgres://"},
		"port":     {"postgres://arcade:" + pgtest.Password + "@127.0.0.1:no/x", "invalid port"},
		"password": {strings.Replace(url, pgtest.Password, "wrong", 1), "password authentication failed"},
		"database": {strings.Replace(url, "/postgres?", "/none?", 1), "does not exist"},
		"schema":   {pg.URL("none"), "the schema in search_path does not exist"},
	} {
		text, err := run("serve", "--data", t.TempDir(), "--listen", listen, "--http", "off", "--store", c.store)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), pgtest.Password) {
			t.Errorf("%s: %v", what, err)
		}
		if strings.Contains(text, "enter") {
			t.Errorf("%s: it has started: %s", what, text)
		}
		if c, err := net.Dial("tcp", listen); err == nil {
			c.Close()
			t.Errorf("%s: somebody listens", what)
		}
	}
}

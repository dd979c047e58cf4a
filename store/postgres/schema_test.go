package postgres

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"arcade/store"
	"arcade/store/postgres/pgtest"
)

func exec(t testing.TB, url, sql string) {
	t.Helper()
	ctx := context.Background()
	c, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(ctx)
	if _, err := c.Exec(ctx, sql); err != nil {
		t.Fatal(err)
	}
}

// Servers that start together migrate a schema once. A server works with the version after its own, but
// not with newer versions.
func TestMigrations(t *testing.T) {
	url := pgtest.URL(t)
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			if s, err := Open(url); err != nil {
				t.Error(err)
			} else if err := errors.Join(s.PutNotes(t.Context(), "a", store.Note{Key: "b", Value: []byte(`1`)}), s.Close()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	steps := migrations()
	next := append(slices.Clone(steps), `alter table notes add column more text`)
	s, err := open(url, next)
	if err != nil {
		t.Fatal(err)
	}
	s.pool.Close()
	old := openURL(t, url) // one version behind now
	if err := old.PutNotes(t.Context(), "a", store.Note{Key: "c", Value: []byte(`2`)}); err != nil {
		t.Error(err)
	}
	if v, err := versionOf(context.Background(), old.pool, 99); v != len(steps)+1 || err != nil {
		t.Errorf("the older one has made it version %d, %v", v, err)
	}
	if s, err = open(url, append(next, `alter table notes add column most text`)); err != nil {
		t.Fatal(err)
	}
	s.pool.Close()
	if _, err := Open(url); !errors.Is(err, store.ErrNewer) {
		t.Errorf("two versions behind: %v", err)
	}
	if _, err := OpenArchive(url); !errors.Is(err, store.ErrNewer) {
		t.Errorf("two versions behind, to be read: %v", err)
	}
}

// A migration that fails leaves the schema unchanged.
func TestFailedMigration(t *testing.T) {
	url := pgtest.URL(t)
	openURL(t, url)
	steps := append(migrations(), `create table another (id int)`, `no such thing`)
	if _, err := open(url, steps); err == nil || !strings.Contains(err.Error(), "migration to version 3") {
		t.Errorf("error %v", err)
	}
	steps = append(migrations(), `create table another (id int)`)
	s, err := open(url, steps)
	if err != nil {
		t.Fatal(err)
	}
	s.pool.Close()
}

// An error of Open is one line without the password.
func TestRefused(t *testing.T) {
	url := pgtest.URL(t)
	others := pgtest.URL(t)
	exec(t, others, `create table players (id int)`)
	for what, c := range map[string]struct{ url, want string }{
		"no URL":         {"postgres://%zz", "invalid"},
		"wrong password": {strings.Replace(url, pgtest.Password, "wrong", 1), "password authentication failed"},
		"no database":    {strings.Replace(url, "/postgres?", "/none?", 1), `database "none" does not exist`},
		"nobody there":   {"postgres://arcade:" + pgtest.Password + "@127.0.0.1:1/x", "connection refused"},
		"no schema":      {strings.Replace(url, "search_path=s", "search_path=none", 1), "the schema in search_path does not exist"},
		"others' tables": {others, "other tables"},
	} {
		for _, err := range []error{second(Open(c.url)), second(OpenArchive(c.url)), Load(t.Context(), c.url, nil)} {
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v", what, err)
			} else if strings.Contains(err.Error(), pgtest.Password) {
				t.Errorf("%s: the password is in %v", what, err)
			}
		}
	}
	if _, err := OpenArchive(url); !errors.Is(err, store.ErrOlder) {
		t.Errorf("an empty one, to be read: %v", err)
	}
}

func second[T any](_ T, err error) error { return err }

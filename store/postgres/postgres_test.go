package postgres

import (
	"flag"
	"os"
	"testing"

	"arcade/store"
	"arcade/store/postgres/pgtest"
	"arcade/store/storetest"
)

func TestMain(m *testing.M) {
	fetched = 40 // a test can exceed one read with few rows
	os.Exit(pgtest.Main(m))
}

func openURL(t testing.TB, url string) *Store {
	t.Helper()
	s, err := Open(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestContract(t *testing.T) {
	if f := flag.Lookup("rapid.checks"); f.Value.String() == f.DefValue { // each run has its own schema
		_ = f.Value.Set("10")
	}
	urls := map[store.Store]string{}
	open := func(t *testing.T, url string) store.Store {
		s := openURL(t, url)
		urls[s] = url
		return s
	}
	storetest.Run(t,
		func(t *testing.T) store.Store { return open(t, pgtest.URL(t)) },
		func(t *testing.T, s store.Store) store.Store {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			return open(t, urls[s])
		})
}

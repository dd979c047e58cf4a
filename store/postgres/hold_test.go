package postgres

import (
	"errors"
	"log/slog"
	"testing"
	"time"

	"arcade/store"
	"arcade/store/postgres/pgtest"
)

// A single server has the database to itself, even after a restart of the database. Nodes share it.
func TestHold(t *testing.T) {
	pg := pgtest.Start(t, false)
	url := pg.Schema(t)
	log := slog.New(slog.DiscardHandler)
	a, b, lone := openURL(t, url), openURL(t, url), openURL(t, url)
	for _, s := range []*Store{a, b} {
		if err := s.Hold(false, log); err != nil {
			t.Fatal(err)
		}
	}
	if err := lone.Hold(true, log); !errors.Is(err, store.ErrInUse) {
		t.Errorf("one alone, among nodes: %v", err)
	}
	if err := openURL(t, pg.Schema(t)).Hold(true, log); err != nil {
		t.Errorf("in another schema: %v", err)
	}
	for _, s := range []*Store{a, b} {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := lone.Hold(true, log); err != nil {
		t.Fatal(err)
	}
	pg.Kill()
	pg.Up(t)
	other := openURL(t, url)
	for late := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		c, err := other.lock(t.Context(), false)
		if errors.Is(err, store.ErrInUse) {
			break
		}
		if err == nil {
			_ = c.Close(t.Context())
		}
		if time.Now().After(late) {
			t.Fatalf("the one alone does not hold the database again: %v", err)
		}
	}
	if err := other.Hold(true, log); !errors.Is(err, store.ErrInUse) {
		t.Errorf("two alone: %v", err)
	}
}

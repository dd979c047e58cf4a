package postgres

import (
	"errors"
	"testing"

	"arcade/store"
	"arcade/store/postgres/pgtest"
	"arcade/store/storetest"
)

// A database that takes no new pages counts as full until it takes them again, even if a small change
// still fits into present pages. Triggers simulate the full disk.
func TestFullDisk(t *testing.T) {
	s := openURL(t, pgtest.Start(t, false).Schema(t))
	exec := func(sql string) {
		t.Helper()
		if _, err := s.pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.CreateMatch(t.Context(), storetest.BenchMatch(0)); err != nil {
		t.Fatal(err)
	}
	if err := s.PutNotes(t.Context(), "a", store.Note{Key: "small", Value: []byte(`1`)}); err != nil {
		t.Fatal(err)
	}
	for _, f := range []string{"trigger", "event_trigger"} {
		exec(`create function no_` + f + `() returns ` + f + ` language plpgsql as $$ begin
			raise exception 'could not extend file: No space left on device' using errcode = '53100';
		end $$`)
	}
	exec(`create trigger no_room before insert on log for each row execute function no_trigger()`)
	exec(`create event trigger no_tables on ddl_command_end when tag in ('CREATE TABLE AS') execute function no_event_trigger()`)
	if err := s.Append(t.Context(), "match000", 0, 0, store.Entry{Kind: "act"}); !errors.Is(err, store.ErrUnwritten) {
		t.Fatalf("what needs room: %v", err)
	}
	for range 3 {
		if err := s.PutNotes(t.Context(), "a", store.Note{Key: "small", Value: []byte(`2`)}); err != nil {
			t.Fatalf("what needs none: %v", err)
		}
		if err := s.Writes(); !errors.Is(err, store.ErrUnwritten) {
			t.Errorf("the disk is full, and it says %v", err)
		}
	}
	exec(`drop event trigger no_tables`)
	exec(`drop trigger no_room on log`)
	if err := s.Writes(); err != nil {
		t.Errorf("there is room: %v", err)
	}
	if err := s.Append(t.Context(), "match000", 0, 0, store.Entry{Kind: "act"}); err != nil {
		t.Errorf("there is room: %v", err)
	}
	var left int
	if err := s.pool.QueryRow(t.Context(), `select count(*) from pg_class where relname like 'room\_%'`).Scan(&left); err != nil || left != 0 {
		t.Errorf("%d tables are left, %v", left, err)
	}
}

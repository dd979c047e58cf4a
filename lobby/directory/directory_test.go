package directory

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade/lobby/names"
	"arcade/lobby/nodes"
	"arcade/lobby/table"
	"arcade/lobby/tasks"
	"arcade/store"
)

// quiet is a house whose methods do nothing.
type quiet struct{}

func (quiet) Network(string) string   { return "" }
func (quiet) Overtaken(Table, uint64) {}
func (quiet) Arrived(string)          {}
func (quiet) Departed(string)         {}
func (quiet) Begun(*table.Summary)    {}
func (quiet) OtherName(*Presence)     {}
func (quiet) Come(*Presence, string)  {}

// showing are nodes, one of which publishes some rows, and never changes them.
type showing struct {
	nodes.Nodes
	rows map[string]json.RawMessage
}

func (s showing) Shown() <-chan struct{} { return nil }

func (s showing) Show(string, json.RawMessage) {}

func (s showing) Rows(f func(node, key string, row json.RawMessage) bool) {
	for key, row := range s.rows {
		if !f("b", key, row) {
			return
		}
	}
}

// logging calls a function with each message of a log.
type logging func(message string)

func (logging) Enabled(context.Context, slog.Level) bool { return true }

func (f logging) Handle(_ context.Context, r slog.Record) error {
	f(r.Message)
	return nil
}

func (f logging) WithAttrs([]slog.Attr) slog.Handler { return f }
func (f logging) WithGroup(string) slog.Handler      { return f }

// Rows of other nodes are decoded without the lock, which everything needs.
func TestRowsAreDecodedWithoutTheLock(t *testing.T) {
	var d *Directory
	unreadable, locked := 0, 0
	log := slog.New(logging(func(message string) {
		if !strings.Contains(message, "row cannot be read") {
			return
		}
		if unreadable++; d.mu.TryLock() {
			d.mu.Unlock()
		} else {
			locked++
		}
	}))
	all := showing{rows: map[string]json.RawMessage{TableRows + "M": json.RawMessage(`{"v":`), VisitRows + "p": json.RawMessage(`[]`)}}
	d = NewDirectory(quiet{}, tasks.New(log), all, "a", log)
	d.ReadRows()
	if unreadable != 2 || locked > 0 {
		t.Errorf("%d rows cannot be read, %d are decoded under the lock", unreadable, locked)
	}
}

// followed is a table of another node that this node follows.
type followed struct {
	Table
	*table.Summary
}

func (f followed) Identity() (string, int64) { return f.ID, f.Created }
func (f followed) Listed() *table.Summary    { return f.Summary }

// What is only noted here expires in time, also if no node shows a change.
func TestRowsExpire(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := slog.New(slog.DiscardHandler)
		tasks := tasks.New(log)
		live := func(id string) *table.Summary {
			return &table.Summary{ID: id, Game: "othello", Status: store.Live, Seats: make([]table.SeatInfo, 2)}
		}
		shown := live("shown")
		all := showing{rows: map[string]json.RawMessage{TableRows + shown.ID: RowOf(shown, store.Match{ID: shown.ID, Epoch: 1})}}
		d := NewDirectory(quiet{}, tasks, all, "a", log)
		tasks.Go(d.WatchRows)
		defer tasks.Wait()
		defer tasks.End()
		listed := func(id string, want bool) {
			t.Helper()
			synctest.Wait()
			if _, _, ok := d.Far(id); ok != want {
				t.Errorf("after %v: %s is listed: %v", time.Since(time.UnixMilli(946684800000)), id, ok)
			}
		}
		listed("shown", true)
		time.Sleep(time.Minute)

		d.AddFar("b", 1, "", live("noted")) // read from the store
		time.Sleep(9 * time.Second)
		listed("noted", true)
		time.Sleep(2 * time.Second)
		listed("noted", false)

		f := followed{Summary: live("followed")}
		d.Follow(f.ID, func() Table { return f })
		d.AnnounceFollower(f, "b", store.Match{ID: f.ID, Epoch: 1}, nil)
		time.Sleep(time.Minute)
		listed("followed", true)
		d.Unfollow(f)
		time.Sleep(time.Second)
		listed("followed", false)

		d.EndFar("shown") // a mistake: its node shows it still
		time.Sleep(9 * time.Second)
		listed("shown", false)
		time.Sleep(2 * time.Second)
		listed("shown", true)
	})
}

// BenchmarkTouch measures a change with ten thousand viewers, and waking them all.
func BenchmarkTouch(b *testing.B) {
	log := slog.New(slog.DiscardHandler)
	tasks := tasks.New(log)
	defer tasks.End()
	d := NewDirectory(quiet{}, tasks, nil, "", log)
	for range 10_000 {
		p := d.New(Identity{Lang: "en"}, false, nil)
		p.Be(table.Person{ID: names.GuestID(), Guest: true})
		if _, err := d.Appear(p); err != nil {
			b.Fatal(err)
		}
		p.SetSight(Sight{Changes: Openings | Counts})
	}
	b.Run("touch", func(b *testing.B) {
		for b.Loop() {
			d.ListsChanged(Sight{Changes: Seats | Openings, Game: "some"})
		}
	})
	b.Run("tell", func(b *testing.B) {
		for b.Loop() {
			d.mu.Lock()
			list := d.concerned(map[Sight]bool{{Changes: Openings, Game: "some"}: true})
			d.mu.Unlock()
			d.wakeSome(list, len(list))
		}
	})
}

package export_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/kibo"
	"arcade/games/matgo"
	matgobots "arcade/games/matgo/bots"
	"arcade/games/othello"
	"arcade/lobby/export"
	"arcade/lobby/roomtest"
	"arcade/store"
)

// document is an export as its reader sees it.
type document struct {
	Format  string
	Made    int64
	Player  struct{ ID, Name string }
	Games   []struct{ Game string }
	Matches []struct {
		ID             string
		Seat           int
		Hidden, Broken bool
		Kibo           *kibo.File
	}
	Clients []string
	Visits  []string
}

// from has the sources of an export of kim, whose matches are list.
func from(t *testing.T, list ...store.Match) export.From {
	s := roomtest.Store(t, "kim")
	p, err := s.Player(t.Context(), "kim")
	if err != nil {
		t.Fatal(err)
	}
	return export.From{
		Store: s, Games: games.NewRegistry(othello.Game{}), Player: p, Made: 7,
		Matches: func(yield func(store.Match, error) bool) {
			for _, rec := range list {
				if !yield(rec, nil) {
					return
				}
			}
		},
		Log: func(match string) (*kibo.File, error) { return &kibo.File{ID: match}, nil },
	}
}

// write writes an export and reads it.
func write(t *testing.T, f export.From) (d document, text string) {
	t.Helper()
	var out bytes.Buffer
	if err := export.Write(t.Context(), &out, f); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out.Bytes(), &d); err != nil {
		t.Fatalf("%v\n%s", err, out.Bytes())
	}
	return d, out.String()
}

// match returns a finished match in which kim has the second seat.
func match(id string) store.Match {
	return store.Match{ID: id, Game: othello.Name, Status: store.Done, Seats: []store.Seat{{Player: "lee", Name: "lee"}, {Player: "kim", Name: "kim"}}}
}

// An export has every part by name, also the empty ones, and a match a line.
func TestWrite(t *testing.T) {
	open := match("OPEN")
	open.Status = store.Open
	f := from(t, match("DONE"), open, match("HIDDEN"), match("DELETED"), match("DAMAGED"), match("UNKNOWN"))
	f.Log = func(id string) (*kibo.File, error) {
		switch id {
		case "OPEN":
			t.Error("the log of an open seat is read")
		case "HIDDEN":
			return nil, nil
		case "DELETED":
			return nil, store.ErrNotFound
		case "DAMAGED":
			return nil, store.ErrDamaged
		case "UNKNOWN":
			return nil, games.ErrUnknownGame
		}
		return &kibo.File{ID: id}, nil
	}
	d, text := write(t, f)
	if d.Format != export.Format || d.Made != 7 || d.Player.Name != "kim" || len(d.Games) != 1 || d.Games[0].Game != othello.Name {
		t.Errorf("%+v", d)
	}
	var got []string
	for _, m := range d.Matches {
		line := m.ID
		for is, name := range map[bool]string{m.Hidden: " hidden", m.Broken: " broken", m.Kibo != nil: " kibo"} {
			if is {
				line += name
			}
		}
		if got = append(got, line); m.Seat != 1 || m.Kibo != nil && m.Kibo.ID != m.ID {
			t.Errorf("%+v", m)
		}
	}
	if list := strings.Join(got, ", "); list != "DONE kibo, OPEN, HIDDEN hidden, DAMAGED broken, UNKNOWN broken" {
		t.Errorf("the matches: %s", list)
	}
	for _, part := range []string{"boards", "versus", "favourites", "days", "replies", "puzzles", "unseen"} {
		if !strings.Contains(text, "\n\""+part+"\": []") && !strings.Contains(text, "\""+part+"\": []") {
			t.Errorf("no empty %s in\n%s", part, text)
		}
	}
	for line := range strings.Lines(text) {
		if strings.Count(line, `"kibo":`) > 1 {
			t.Errorf("two matches in a line: %s", line)
		}
	}
}

// The ratings under other rules stand beside a game's own.
func TestWriteRatings(t *testing.T) {
	f := from(t)
	f.Games = games.NewRegistry(othello.Game{}, matgobots.Game{})
	for _, pool := range []string{matgo.Name, matgo.PoolStandard} {
		m := store.Match{ID: pool, Game: matgo.Name, Status: store.Live, Seats: []store.Seat{{Player: "kim", Name: "kim"}, {Guest: "g", Name: "g"}}}
		if err := f.Store.CreateMatch(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		standing, err := f.Store.Standing(t.Context(), m.Game, "kim")
		if err != nil {
			t.Fatal(err)
		}
		m.Status = store.Done
		o := store.Outcome{Player: "kim", Standing: standing, Rating: &store.Rating{Game: pool, Rating: float64(1000 + len(pool))}}
		if err := f.Store.Finish(t.Context(), store.Finish{Match: m, Outcomes: []store.Outcome{o}}); err != nil {
			t.Fatal(err)
		}
	}
	_, text := write(t, f)
	for _, want := range []string{`"rating":{"rating":1005,`, `"other_ratings":{"matgo-standard":{"rating":1014,`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}

// Other places that keep data of players have their rows at the end.
func TestWriteElsewhere(t *testing.T) {
	f := from(t)
	for _, place := range []string{"clients", "visits"} {
		f.Elsewhere = append(f.Elsewhere, export.Part{Name: place, Each: func(_ context.Context, player string, row func(any) error) error {
			return row(place + " of " + player)
		}})
	}
	if d, _ := write(t, f); strings.Join(slices.Concat(d.Clients, d.Visits), ", ") != "clients of kim, visits of kim" {
		t.Errorf("%q, %q", d.Clients, d.Visits)
	}
}

// An export that cannot be completed fails, and says at which part: a cut one must not pass for whole.
func TestWriteFails(t *testing.T) {
	bad := errors.New("bad disk")
	for name, change := range map[string]func(f *export.From){
		"a log": func(f *export.From) { f.Log = func(string) (*kibo.File, error) { return nil, bad } },
		"the matches": func(f *export.From) {
			f.Matches = func(yield func(store.Match, error) bool) { yield(store.Match{}, bad) }
		},
		"another place": func(f *export.From) {
			f.Elsewhere = []export.Part{{Name: "visits", Each: func(context.Context, string, func(any) error) error { return bad }}}
		},
	} {
		f := from(t, match("DONE"))
		change(&f)
		if err := export.Write(t.Context(), &bytes.Buffer{}, f); !errors.Is(err, bad) || !strings.HasPrefix(err.Error(), "export of ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := export.Write(t.Context(), failing{}, from(t, match("DONE"))); !errors.Is(err, errClosed) {
		t.Errorf("a reader that goes away: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := export.Write(ctx, &bytes.Buffer{}, from(t)); !errors.Is(err, context.Canceled) {
		t.Errorf("work that ends: %v", err)
	}
}

var errClosed = errors.New("closed")

// failing is a reader that has gone away.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errClosed }

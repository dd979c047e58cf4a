// Package export writes everything that the arcade holds of a player as one JSON document, which
// docs/commands.md describes.
package export

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"arcade/games"
	"arcade/games/kibo"
	"arcade/lobby/puzzles"
	"arcade/lobby/turns"
	"arcade/store"
	"arcade/store/notes"
)

// From has the sources of an export.
type From struct {
	Store  store.Store
	Games  *games.Registry
	Player store.Player
	Keys   []Key
	Made   int64 // ms since 1970
	// Matches are the player's, newest first.
	Matches iter.Seq2[store.Match, error]
	// Log reads the log of a match that is not open. It returns nil while the log is hidden from the
	// player, and store.ErrNotFound if the match is gone meanwhile.
	Log func(match string) (*kibo.File, error)
	// Elsewhere has the other places that keep data of players.
	Elsewhere []Part
}

// Part is a list of an export with the name Name, whose items Each passes to row.
type Part struct {
	Name string
	Each func(ctx context.Context, player string, row func(any) error) error
}

// Key is one of the player's keys.
type Key struct {
	Key   string `json:"key"`
	Added int64  `json:"added"`
}

// Format is the version of the document.
const Format = "arcade-player/1"

// player is the player's record in an export.
type player struct {
	ID       string          `json:"id"`
	Name     string          `json:"name"`
	Created  int64           `json:"created"`
	Seen     int64           `json:"seen"`
	Keys     []Key           `json:"keys"`
	Settings json.RawMessage `json:"settings,omitempty"`
	Left     *store.Left     `json:"left,omitempty"`
}

// standing is a player's standing in a game.
type standing struct {
	Game string `json:"game"`
	store.Tally
	Rating *rating `json:"rating"` // null before the first rated match
	// Others are the ratings under other rules, by their names.
	Others map[string]*rating `json:"other_ratings,omitempty"`
	Stats  json.RawMessage    `json:"stats,omitempty"`
}

type rating struct {
	Rating     float64 `json:"rating"`
	Deviation  float64 `json:"deviation"`
	Volatility float64 `json:"volatility"`
	Games      int     `json:"games"`
	At         int64   `json:"at"`
	Match      string  `json:"match"`
}

type row struct {
	Board  string          `json:"board"`
	Value  float64         `json:"value"`
	Tie    float64         `json:"tie"`
	Detail json.RawMessage `json:"detail,omitempty"`
	Match  string          `json:"match"`
	At     int64           `json:"at"`
}

type opponent struct {
	Game     string `json:"game"`
	Opponent string `json:"opponent"`
	Bot      bool   `json:"bot,omitempty"`
	store.Tally
	At    int64  `json:"at"`
	Match string `json:"match"`
}

// played is a match of the player. Kibo is null for an open seat. It is null too while the log is Hidden,
// as in a match whose game hides something or a run of a day that is not over, or if the log is Broken:
// it cannot be read.
type played struct {
	ID        string          `json:"id"`
	Game      string          `json:"game"`
	Status    string          `json:"status"`
	Seat      int             `json:"seat"`
	Created   int64           `json:"created"`
	Private   bool            `json:"private,omitempty"`
	Daily     string          `json:"daily,omitempty"`
	Seeded    bool            `json:"seeded,omitempty"`
	Reason    string          `json:"reason,omitempty"`
	Winner    int             `json:"winner"`
	Rating    float64         `json:"rating,omitempty"`
	Deviation float64         `json:"deviation,omitempty"`
	Change    float64         `json:"change,omitempty"`
	Casual    string          `json:"casual,omitempty"`
	Hidden    bool            `json:"hidden,omitempty"`
	Broken    bool            `json:"broken,omitempty"`
	Kibo      json.RawMessage `json:"kibo"`
}

// Write writes the document, with one row or match a line, at the pace of the work in ctx. It reads rows
// and matches as it writes them. If it fails, what it has written is incomplete.
func Write(ctx context.Context, w io.Writer, from From) error {
	p := from.Player
	d := &document{ctx: ctx, w: bufio.NewWriter(w)}
	d.field("format", Format)
	d.field("made", from.Made)
	d.field("player", player{ID: p.ID, Name: p.Name, Created: p.Created, Seen: p.Seen, Keys: from.Keys, Settings: p.Settings, Left: p.Left})
	for _, part := range []struct {
		name string
		each func(ctx context.Context, item func(any) error) error
	}{
		{"games", from.games},
		{"boards", from.rows},
		{"versus", from.versus},
		{"favourites", from.notes("favourites")},
		{"imported", from.notes("imported")},
		{"days", from.notes("days")},
		{"replies", from.notes("replies")},
		{"puzzles", from.puzzles},
		{"unseen", from.unseen},
		{"matches", from.matches},
	} {
		if err := d.list(part.name, part.each); err != nil {
			return fmt.Errorf("export of %s: %w", part.name, err)
		}
	}
	for _, part := range from.Elsewhere {
		each := func(ctx context.Context, item func(any) error) error { return part.Each(ctx, p.ID, item) }
		if err := d.list(part.Name, each); err != nil {
			return fmt.Errorf("export of %s: %w", part.Name, err)
		}
	}
	return d.end()
}

// puzzles writes the player's standing in the puzzles of each game, and the first tries.
func (from From) puzzles(ctx context.Context, item func(any) error) error {
	return puzzles.Export(ctx, from.Store, from.Games, from.Player.ID, item)
}

func (from From) games(ctx context.Context, item func(any) error) error {
	for _, g := range from.Games.Games() {
		e := standing{Game: g.Info().Name}
		var err error
		if e.Rating, err = from.rating(ctx, e.Game); err != nil {
			return err
		}
		for _, pool := range games.PoolsOf(g)[1:] {
			r, err := from.rating(ctx, pool)
			if err != nil {
				return err
			}
			if r != nil {
				if e.Others == nil {
					e.Others = map[string]*rating{}
				}
				e.Others[pool] = r
			}
		}
		if e.Tally, err = from.Store.Tally(ctx, e.Game, from.Player.ID); err != nil {
			return err
		}
		if e.Stats, err = from.Store.Stats(ctx, e.Game, from.Player.ID); err != nil {
			return err
		}
		if err := item(e); err != nil {
			return err
		}
	}
	return nil
}

// rating returns the player's rating of a name, nil for none.
func (from From) rating(ctx context.Context, name string) (*rating, error) {
	r, err := from.Store.Rating(ctx, name, from.Player.ID)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &rating{r.Rating, r.Deviation, r.Volatility, r.Games, r.At, r.Match}, nil
}

func (from From) rows(ctx context.Context, item func(any) error) error {
	for after := ""; ; {
		rows, err := from.Store.ScoresOf(ctx, from.Player.ID, after, rowPage)
		if err != nil {
			return err
		}
		for _, r := range rows {
			if err := item(row{r.Board, r.Value, r.Tie, r.Detail, r.Match, r.At}); err != nil {
				return err
			}
			after = r.Board
		}
		if len(rows) < rowPage {
			return nil
		}
	}
}

const rowPage = 50

// maxVersus limits the opponents in an export.
const maxVersus = 1 << 20

func (from From) versus(ctx context.Context, item func(any) error) error {
	list, err := from.Store.Versus(ctx, from.Player.ID, maxVersus)
	if err != nil {
		return err
	}
	for _, v := range list {
		if err := item(opponent{v.Game, v.Name, v.ByBot || strings.HasPrefix(v.Opponent, "bot:"), v.Tally, v.At, v.Match}); err != nil {
			return err
		}
	}
	return nil
}

// notes writes the player's notes that stand in an export under a name.
func (from From) notes(name string) func(ctx context.Context, item func(any) error) error {
	return func(ctx context.Context, item func(any) error) error {
		var all []string
		for _, g := range from.Games.Games() {
			all = append(all, g.Info().Name)
		}
		return notes.Export(ctx, from.Store, name, all, from.Player.ID, item)
	}
}

func (from From) unseen(ctx context.Context, item func(any) error) error {
	ids, err := from.Store.Unseen(ctx, from.Player.ID)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := item(id); err != nil {
			return err
		}
	}
	return nil
}

func (from From) matches(_ context.Context, item func(any) error) error {
	for rec, err := range from.Matches {
		if err != nil {
			return err
		}
		e, err := from.match(rec)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err == nil {
			err = item(e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (from From) match(rec store.Match) (played, error) {
	e := played{
		ID: rec.ID, Game: rec.Game, Status: string(rec.Status), Seat: rec.SeatOf(from.Player.ID), Created: rec.Created,
		Private: rec.Private, Daily: rec.Daily, Seeded: rec.Seeded, Reason: rec.Reason, Winner: rec.Winner,
		Casual: rec.Casual,
	}
	if e.Seat >= 0 {
		s := rec.Seats[e.Seat]
		e.Rating, e.Deviation, e.Change = s.Rating, s.Deviation, s.Change
	}
	if rec.Status == store.Open {
		return e, nil
	}
	f, err := from.Log(rec.ID)
	if errors.Is(err, store.ErrDamaged) || errors.Is(err, games.ErrUnknownGame) {
		e.Broken = true
		return e, nil
	} else if err != nil {
		return e, fmt.Errorf("match %s: %w", rec.ID, err)
	}
	if f == nil {
		e.Hidden = true
		return e, nil
	}
	// kibo.Encode would refuse a match that is too long for a kibo, but the player may have it.
	if e.Kibo, err = json.Marshal(f); err != nil {
		return e, fmt.Errorf("match %s: %w", rec.ID, err)
	}
	return e, nil
}

// document writes a JSON object field by field.
type document struct {
	ctx    context.Context
	w      *bufio.Writer
	fields int
}

func (d *document) name(name string) {
	before := ",\n"
	if d.fields == 0 {
		before = "{\n"
	}
	d.fields++
	_, _ = fmt.Fprintf(d.w, "%s%q: ", before, name) // end returns the writer's error
}

func (d *document) field(name string, v any) {
	d.name(name)
	_ = d.value(v)
}

// list writes a field with a list, one element a line.
func (d *document) list(name string, each func(ctx context.Context, item func(any) error) error) error {
	d.name(name)
	n := 0
	err := each(d.ctx, func(v any) error {
		if err := turns.Pace(d.ctx); err != nil {
			return err
		}
		before := ",\n"
		if n == 0 {
			before = "[\n"
		}
		n++
		if _, err := d.w.WriteString(before); err != nil {
			return err
		}
		return d.value(v)
	})
	if n == 0 {
		_, _ = d.w.WriteString("[")
	}
	_, _ = d.w.WriteString("]")
	return err
}

func (d *document) value(v any) error {
	data, err := json.Marshal(v)
	if err == nil {
		_, err = d.w.Write(data)
	}
	return err
}

func (d *document) end() error {
	_, _ = d.w.WriteString("\n}\n")
	return d.w.Flush()
}

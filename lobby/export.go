package lobby

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"arcade/games/kibo"
	"arcade/store"
)

// PlayerFormat is the version of what [Lobby.ExportPlayer] writes.
const PlayerFormat = "arcade-player/1"

// exportPlayer is the record in an export.
type exportPlayer struct {
	ID       string          `json:"id"`
	Name     string          `json:"name"`
	Created  int64           `json:"created"`
	Seen     int64           `json:"seen"`
	Keys     []exportKey     `json:"keys"`
	Settings json.RawMessage `json:"settings,omitempty"`
}

type exportKey struct {
	Key   string `json:"key"`
	Added int64  `json:"added"`
}

// exportGame is a player's standing in a game.
type exportGame struct {
	Game string `json:"game"`
	store.Tally
	Rating *exportRating   `json:"rating"` // null before the first rated match
	Stats  json.RawMessage `json:"stats,omitempty"`
}

type exportRating struct {
	Rating     float64 `json:"rating"`
	Deviation  float64 `json:"deviation"`
	Volatility float64 `json:"volatility"`
	Games      int     `json:"games"`
	At         int64   `json:"at"`
	Match      string  `json:"match"`
}

type exportRow struct {
	Board  string          `json:"board"`
	Value  float64         `json:"value"`
	Tie    float64         `json:"tie"`
	Detail json.RawMessage `json:"detail,omitempty"`
	Match  string          `json:"match"`
	At     int64           `json:"at"`
}

type exportVersus struct {
	Game     string `json:"game"`
	Opponent string `json:"opponent"`
	Bot      bool   `json:"bot,omitempty"`
	store.Tally
	At    int64  `json:"at"`
	Match string `json:"match"`
}

type exportFavourite struct {
	Game  string `json:"game"`
	Deal  string `json:"deal"`
	Since int64  `json:"since"`
}

// exportMatch is a match of the player. Kibo is null for an open seat, and while
// the log is Hidden: a match in play whose game hides something, a run of a day
// that is not over.
type exportMatch struct {
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
	Hidden    bool            `json:"hidden,omitempty"`
	Kibo      json.RawMessage `json:"kibo"`
}

// ExportPlayer writes all that the arcade holds of the player of a key, one JSON
// document with a row or a match a line; docs/commands.md has its form. Rows and
// matches are read as they are written, and there is one export of a player at a
// time. ErrGuestKey, ErrNoPlayer, ErrTooFast; what has been
// written when another error comes is not whole.
func (l *Lobby) ExportPlayer(ctx context.Context, w io.Writer, fingerprint string) error {
	p, err := l.owner(fingerprint)
	if err != nil {
		return err
	}
	if !l.beginExport(p.ID) {
		return ErrTooFast
	}
	defer l.endExport(p.ID)
	d := &document{ctx: ctx, w: bufio.NewWriter(w)}
	record := exportPlayer{ID: p.ID, Name: p.Name, Created: p.Created, Seen: p.Seen, Settings: p.Settings}
	for _, k := range KeysOf(p) {
		record.Keys = append(record.Keys, exportKey{k.Fingerprint, k.Added})
	}
	d.field("format", PlayerFormat)
	d.field("made", nowMS())
	d.field("player", record)
	for _, part := range []struct {
		name string
		each func(player string, item func(any) error) error
	}{
		{"games", l.exportGames},
		{"boards", l.exportRows},
		{"versus", l.exportVersus},
		{"favourites", l.exportFavourites},
		{"unseen", l.exportUnseen},
		{"matches", l.exportMatches},
	} {
		if err := d.list(part.name, func(item func(any) error) error { return part.each(p.ID, item) }); err != nil {
			return fmt.Errorf("export of %s: %w", part.name, err)
		}
	}
	return d.end()
}

// beginExport tells that no export of the player is under way, and that one is now.
func (l *Lobby) beginExport(player string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.exports[player] {
		return false
	}
	l.exports[player] = true
	return true
}

func (l *Lobby) endExport(player string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.exports, player)
}

func (l *Lobby) exportGames(player string, item func(any) error) error {
	for _, g := range l.Games() {
		e := exportGame{Game: g.Info().Name}
		r, err := l.cfg.Store.Rating(e.Game, player)
		if err == nil {
			e.Rating = &exportRating{r.Rating, r.Deviation, r.Volatility, r.Games, r.At, r.Match}
		} else if !errors.Is(err, store.ErrNotFound) {
			return err
		}
		if e.Tally, err = l.cfg.Store.Tally(e.Game, player); err != nil {
			return err
		}
		if e.Stats, err = l.cfg.Store.Stats(e.Game, player); err != nil {
			return err
		}
		if err := item(e); err != nil {
			return err
		}
	}
	return nil
}

func (l *Lobby) exportRows(player string, item func(any) error) error {
	for after := ""; ; {
		rows, err := l.cfg.Store.ScoresOf(player, after, matchPage)
		if err != nil {
			return err
		}
		for _, r := range rows {
			if err := item(exportRow{r.Board, r.Value, r.Tie, r.Detail, r.Match, r.At}); err != nil {
				return err
			}
			after = r.Board
		}
		if len(rows) < matchPage {
			return nil
		}
	}
}

// maxVersus bounds the opponents of an export.
const maxVersus = 1 << 20

func (l *Lobby) exportVersus(player string, item func(any) error) error {
	list, err := l.cfg.Store.Versus(player, maxVersus)
	if err != nil {
		return err
	}
	for _, v := range list {
		if err := item(exportVersus{v.Game, v.Name, v.ByBot || strings.HasPrefix(v.Opponent, "bot:"), v.Tally, v.At, v.Match}); err != nil {
			return err
		}
	}
	return nil
}

func (l *Lobby) exportFavourites(player string, item func(any) error) error {
	for _, g := range l.Games() {
		kept, err := l.deals.Kept(player, g.Info().Name)
		if err != nil {
			return err
		}
		for _, k := range kept {
			if err := item(exportFavourite{g.Info().Name, k.ID, k.Since}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l *Lobby) exportUnseen(player string, item func(any) error) error {
	ids, err := l.cfg.Store.Unseen(player)
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

func (l *Lobby) exportMatches(player string, item func(any) error) error {
	for rec, err := range l.matchesOf(player) {
		if err != nil {
			return err
		}
		e, err := l.exportMatch(player, rec)
		if errors.Is(err, ErrNoTable) {
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

func (l *Lobby) exportMatch(player string, rec store.Match) (exportMatch, error) {
	e := exportMatch{
		ID: rec.ID, Game: rec.Game, Status: string(rec.Status), Seat: rec.SeatOf(player), Created: rec.Created,
		Private: rec.Private, Daily: rec.Daily, Seeded: rec.Seeded, Reason: rec.Reason, Winner: rec.Winner,
	}
	if e.Seat >= 0 {
		s := rec.Seats[e.Seat]
		e.Rating, e.Deviation, e.Change = s.Rating, s.Deviation, s.Change
	}
	if rec.Status == store.Open {
		return e, nil
	}
	f, err := l.Kibo(player, rec.ID)
	if errors.Is(err, ErrHidden) {
		e.Hidden = true
		return e, nil
	} else if err != nil {
		return e, fmt.Errorf("match %s: %w", rec.ID, err)
	}
	var long, short bytes.Buffer
	if err := kibo.Encode(&long, f); err != nil {
		return e, fmt.Errorf("match %s: %w", rec.ID, err)
	}
	if err := json.Compact(&short, long.Bytes()); err != nil {
		return e, fmt.Errorf("match %s: %w", rec.ID, err)
	}
	e.Kibo = short.Bytes()
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
	_, _ = fmt.Fprintf(d.w, "%s%q: ", before, name) // the writer keeps its error for end
}

func (d *document) field(name string, v any) {
	d.name(name)
	_ = d.value(v)
}

// list writes a field with a list, an element a line, as each gives them.
func (d *document) list(name string, each func(item func(any) error) error) error {
	d.name(name)
	n := 0
	err := each(func(v any) error {
		if d.ctx.Err() != nil {
			return context.Cause(d.ctx)
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

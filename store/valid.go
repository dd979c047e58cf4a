package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// maxText limits an id, a game, a board, a folded name or a key, in bytes.
const maxText = 64

// IsText reports whether every s can be an id. No record has another text.
func IsText(texts ...string) bool {
	for _, s := range texts {
		if s == "" || len(s) > maxText || strings.IndexByte(s, 0) >= 0 || !utf8.ValidString(s) {
			return false
		}
	}
	return true
}

// Problem adds the failed operation and the record to an error. It shortens an id, which may come from a
// connection.
func Problem(what, id string, err error) error {
	if err == nil {
		return nil
	}
	if len(id) > maxText {
		id = id[:maxText] + ".."
	}
	if id == "" {
		return fmt.Errorf("%s: %w", what, err)
	}
	return fmt.Errorf("%s %q: %w", what, id, err)
}

// CheckUnfinished returns an error if m cannot be the record of a match that is not done.
func CheckUnfinished(m Match) error {
	if m.Status != Open && m.Status != Live {
		return fmt.Errorf("status %q is not the status of an open or live match", m.Status)
	}
	return checkMatch(m)
}

// CheckReopened returns ErrConflict if m would make a match open that has a log.
func CheckReopened(m Match, entries int) error {
	if m.Status == Open && entries > 0 {
		return fmt.Errorf("%w: a log of %d, and an open match has none", ErrConflict, entries)
	}
	return nil
}

// SameProgress returns ErrConflict if a stored match has another status, or a log of another length, than its caller
// knows.
func SameProgress(stored, known Match) error {
	if stored.Status != known.Status || stored.Entries != known.Entries {
		return fmt.Errorf("%w: %s with a log of %d, expected %s with %d", ErrConflict, stored.Status, stored.Entries, known.Status, known.Entries)
	}
	return nil
}

// checkMatch returns an error if m cannot be stored unchanged.
func checkMatch(m Match) error {
	if !IsText(m.ID, m.Game) {
		return errors.New("id or game is not a text of 1 to 64 bytes")
	}
	if !utf8.ValidString(m.Seed) {
		return errors.New("seed is not UTF-8") // JSON would change it, and every card with it
	}
	if !utf8.ValidString(m.Owner) {
		return errors.New("owner is not UTF-8")
	}
	for _, seat := range m.Seats {
		if seat.Player != "" && !IsText(seat.Player) {
			return errors.New("a player's id is not a text of 1 to 64 bytes")
		}
	}
	return nil
}

// CheckFinish returns an error if f cannot be stored unchanged.
func CheckFinish(f Finish) error {
	if f.Match.Status != Done {
		return fmt.Errorf("status %q is not done", f.Match.Status)
	}
	for _, o := range f.Outcomes {
		if !IsText(o.Player) || o.Opponent != "" && !IsText(o.Opponent) {
			return errors.New("an outcome's player or opponent is not a text of 1 to 64 bytes")
		}
		if o.Stats != nil && !json.Valid(o.Stats) {
			return errors.New("an outcome's statistics are not JSON")
		}
		for _, n := range o.Filed {
			if err := CheckNote(n.Space, n.Note); err != nil {
				return err
			}
		}
		for _, r := range o.Scores {
			if !IsText(r.Board) {
				return errors.New("a score's board is not a text of 1 to 64 bytes")
			}
		}
	}
	return checkMatch(f.Match)
}

// CheckNote returns an error if a note of a space cannot be stored unchanged.
func CheckNote(space string, n Note) error {
	switch {
	case !IsText(space):
		return errors.New("a note's space is not a text of 1 to 64 bytes")
	case !IsText(n.Key) || n.Value != nil && !json.Valid(n.Value):
		return errors.New("a note's key is not a text of 1 to 64 bytes, or its value is not JSON")
	}
	return nil
}

// EncodeEntries encodes entries as JSON.
func EncodeEntries(entries []Entry) ([][]byte, error) {
	values := make([][]byte, len(entries))
	for i, e := range entries {
		if !utf8.ValidString(e.Kind) || !utf8.ValidString(e.Action) {
			return nil, fmt.Errorf("entry %d is not UTF-8", i) // JSON would change it
		}
		var err error
		if values[i], err = json.Marshal(e); err != nil {
			return nil, fmt.Errorf("entry %d: %w", i, err)
		}
	}
	return values, nil
}

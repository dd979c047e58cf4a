// Package kibo reads and writes the arcade's exported log: a match as one JSON document that anybody can
// fold again. docs/kibo.md describes the format.
package kibo

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"unicode"
	"unicode/utf8"

	"arcade/games"
)

// Format is the version of the format. Other versions are refused.
const Format = "arcade-kibo/1"

// Bounds of a file, so that a hostile file costs little.
const (
	// MaxSize limits a file, in bytes.
	MaxSize = 4 << 20
	// MaxEntries limits the entries of a log.
	MaxEntries = 20000
	maxSeats   = 2
	maxText    = 256     // of an id, a name, a seed, in bytes
	maxAction  = 64      // of an action, in bytes
	maxObject  = 1 << 16 // of the options, of the result, in bytes
)

// File is a match with its log. Times are ms since 1970.
type File struct {
	Format string `json:"format"`
	ID     string `json:"id"`
	Game   string `json:"game"`
	// Rules is the version of the game's rules in the match, from 1.
	Rules int `json:"rules"`
	// Seed is nil while the match is in play, because the seed reveals what comes.
	Seed *string `json:"seed,omitempty"`
	// SeedHash is the SHA-256 of the seed, published from the start; see [SeedHash].
	SeedHash string `json:"seed_sha256"`
	// Options are the game's own, a JSON object; omitted if empty.
	Options json.RawMessage `json:"options,omitempty"`
	// Control is the notation of [games.ParseControl].
	Control string `json:"control"`
	Rated   bool   `json:"rated"`
	// Round counts the rounds of a series from 1; 0, and omitted, for a match outside a series.
	Round int `json:"round,omitempty"`
	// Shared says how seats were shared; omitted if each had its own player.
	Shared games.Shared `json:"shared,omitempty"`
	// Agreed reports whether the cards were dealt when all seats were ready. Such a match counts from its
	// start.
	Agreed bool `json:"agreed,omitempty"`
	// Seats are the players by seat.
	Seats   []Seat `json:"seats"`
	Started int64  `json:"started"`
	// Ended is in ms since 1970; 0, and omitted, while the match is in play.
	Ended   int64         `json:"ended,omitempty"`
	Entries []games.Entry `json:"entries"`
	// Result is a JSON object, null while the match is in play.
	Result json.RawMessage `json:"result"`
}

// Kinds of players.
const (
	Player = "player"
	Guest  = "guest"
	Bot    = "bot"
)

// Seat is the player of a seat.
type Seat struct {
	Name string `json:"name"`
	// Kind is [Player], [Guest] or [Bot].
	Kind string `json:"kind"`
	// Rating is the player's rating before a rated match; otherwise 0 and omitted.
	Rating float64 `json:"rating,omitempty"`
	// Bot reports whether a program played for the player's account.
	Bot bool `json:"bot,omitempty"`
}

// ErrFormat is wrapped by the errors of [Decode] and [Encode] for a file that violates the format.
var ErrFormat = errors.New("not a kibo")

// SeedHash returns the SHA-256 of the seed's bytes in lower-case hexadecimal.
func SeedHash(seed string) string {
	sum := sha256.Sum256([]byte(seed))
	return hex.EncodeToString(sum[:])
}

// Over reports whether the match has ended.
func (f File) Over() bool { return f.Result != nil }

// Encode writes f, indented by two blanks and ended by a line end.
func Encode(w io.Writer, f File) error {
	f.Format = Format
	if f.Entries == nil {
		f.Entries = []games.Entry{}
	}
	if err := f.check(); err != nil {
		return fmt.Errorf("%w: %w", ErrFormat, err)
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(f); err != nil {
		return fmt.Errorf("write kibo: %w", err)
	}
	return nil
}

// compact removes blanks from JSON. null becomes nil.
func compact(raw json.RawMessage) json.RawMessage {
	var b bytes.Buffer
	if err := json.Compact(&b, raw); err != nil || b.Len() == 0 || b.String() == "null" {
		return nil
	}
	return b.Bytes()
}

var (
	gameName = regexp.MustCompile(`^[a-z][a-z0-9-]{0,31}$`)
	hash     = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

// check returns f's first violation of the format.
func (f File) check() error {
	switch {
	case f.Format != Format:
		return outOfBounds("format")
	case f.ID == "" || !plain(f.ID):
		return outOfBounds("id")
	case !gameName.MatchString(f.Game):
		return outOfBounds("game")
	case f.Rules < 1:
		return outOfBounds("rules")
	case f.Seed != nil && (len(*f.Seed) > maxText || !utf8.ValidString(*f.Seed)):
		return outOfBounds("seed")
	case !hash.MatchString(f.SeedHash):
		return outOfBounds("seed_sha256")
	case !object(f.Options):
		return outOfBounds("options")
	case len(f.Seats) < 1 || len(f.Seats) > maxSeats:
		return outOfBounds("seats")
	case !slices.Contains([]games.Shared{games.Apart, games.Screen, games.Client, games.ClientPasses}, f.Shared),
		f.Shared != games.Apart && len(f.Seats) < 2:
		return outOfBounds("shared")
	case f.Round < 0:
		return outOfBounds("round")
	case f.Started < 0:
		return outOfBounds("started")
	case len(f.Entries) > MaxEntries:
		return outOfBounds("entries")
	case !object(f.Result):
		return outOfBounds("result")
	case f.Over() != (f.Seed != nil), f.Over() != (f.Ended != 0):
		return errors.New("seed, ended and result belong to a match that has ended, and to it alone")
	case f.Over() && f.Ended < f.Started:
		return outOfBounds("ended")
	}
	if _, err := games.ParseControl(f.Control); err != nil {
		return err
	}
	for i, s := range f.Seats {
		kind := s.Kind == Player || s.Kind == Guest || s.Kind == Bot
		if !kind || !plain(s.Name) || s.Bot && s.Kind != Player || s.Rating < 0 || s.Rating > 10000 {
			return outOfBounds(fmt.Sprintf("seats[%d]", i))
		}
	}
	for i, e := range f.Entries {
		if !allowed(e, len(f.Seats)) {
			return outOfBounds(fmt.Sprintf("entries[%d]", i))
		}
	}
	return nil
}

// outOfBounds returns the error of a field whose value the format does not allow.
func outOfBounds(field string) error {
	return fmt.Errorf("field %q has a value out of bounds", field)
}

// allowed reports whether the format allows an entry in a match with that many seats.
func allowed(e games.Entry, seats int) bool {
	acts := e.Kind == games.Act || e.Kind == games.Lapse
	return slices.Contains(kinds, e.Kind) && notation(e.Action) && (e.Action == "" || acts) &&
		e.Seat >= games.Nobody && int(e.Seat) < seats && e.At >= 0
}

var kinds = []games.Kind{
	games.Act, games.Resign, games.Timeout, games.OfferDraw, games.DeclineDraw, games.AcceptDraw, games.AskTakeback,
	games.DeclineTakeback, games.GrantTakeback, games.Abort, games.Void, games.ClaimWin, games.ClaimDraw, games.Lapse, games.Look,
	games.Undo, games.Restart, games.Rest, games.Back,
}

// plain reports whether text is short, valid UTF-8 and without control characters.
func plain(text string) bool {
	for _, r := range text {
		if unicode.IsControl(r) {
			return false
		}
	}
	return len(text) <= maxText && utf8.ValidString(text)
}

// object reports whether raw is empty or a short JSON object.
func object(raw json.RawMessage) bool {
	return len(raw) == 0 || len(raw) <= maxObject && raw[0] == '{'
}

// notation reports whether a could be an action: short and printable ASCII.
func notation(a games.Action) bool {
	for _, c := range []byte(a) {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return len(a) <= maxAction
}

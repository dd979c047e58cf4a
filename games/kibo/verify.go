package kibo

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"arcade/games"
)

// Reasons why a file is not verified. The others are an [*EntryError] and the game's error about the setup.
var (
	// ErrInPlay: the seed is not known yet, so that nothing can be folded.
	ErrInPlay = errors.New("the match is in play: its seed is not known yet")
	// ErrSeed: the seed does not match the published hash.
	ErrSeed = errors.New("the seed does not have the hash seed_sha256")
	// ErrResult: the log folds to another result than the recorded one.
	ErrResult = errors.New("the log does not lead to the recorded result")
	// ErrTime: a time lies before an earlier one.
	ErrTime = errors.New("the time runs backwards")
	// ErrSeats: the game has another number of seats.
	ErrSeats = errors.New("the game has another number of seats")
)

// EntryError names the first entry that cannot be folded.
type EntryError struct {
	// Number is the entry's place in the log, from 1.
	Number int
	Entry  games.Entry
	// Err is the reason: an [*games.IllegalError], one of the match's refusals or [ErrTime].
	Err error
}

func (e *EntryError) Error() string {
	what := string(e.Entry.Kind)
	if e.Entry.Kind == games.Act {
		what += fmt.Sprintf(" %.64q", string(e.Entry.Action))
	}
	reason := e.Err.Error()
	var illegal *games.IllegalError
	if errors.As(e.Err, &illegal) {
		reason = illegal.Reason
	}
	return fmt.Sprintf("entry %d: %s by seat %d: %s", e.Number, what, e.Entry.Seat, reason)
}

func (e *EntryError) Unwrap() error { return e.Err }

// Verify folds the log of f and returns the match. It checks that the seed has the hash, that a deal in the
// options belongs to the seed ([games.ErrDeal]), that every entry is legal, that no time runs backwards,
// and that the log leads to the recorded result. On an [*EntryError] it returns the match before that
// entry. pace, if not nil, is called after each [games.PaceEntries]; its error ends Verify.
func Verify(reg *games.Registry, f File, pace func() error) (*games.Match, error) {
	if f.Seed == nil {
		return nil, ErrInPlay
	}
	if SeedHash(*f.Seed) != f.SeedHash {
		return nil, ErrSeed
	}
	g, err := reg.Game(f.Game)
	if err != nil {
		return nil, err
	}
	if n := g.Info().Seats; n != len(f.Seats) {
		return nil, fmt.Errorf("%w: %d, not %d", ErrSeats, n, len(f.Seats))
	}
	control, err := games.ParseControl(f.Control)
	if err != nil {
		return nil, err
	}
	setup := games.Setup{Game: f.Game, Rules: f.Rules, Seed: *f.Seed, Options: f.Options}
	m, err := games.NewMatch(g, setup, games.Terms{Control: control, Rated: f.Rated, Follows: f.Round > 1 || f.Agreed, Shared: f.Shared}, f.Started)
	if err != nil {
		return nil, fmt.Errorf("setup: %w", err)
	}
	for i, e := range f.Entries {
		if pace != nil && i%games.PaceEntries == games.PaceEntries-1 {
			if err := pace(); err != nil {
				return m, err
			}
		}
		err := error(nil)
		if e.At < m.LastAt() {
			err = ErrTime
		} else {
			_, err = m.Add(e)
		}
		if err != nil {
			return m, &EntryError{Number: i + 1, Entry: e, Err: err}
		}
	}
	if f.Over() && f.Ended < m.LastAt() {
		return m, fmt.Errorf("end: %w", ErrTime)
	}
	return m, sameResult(f.Result, m.Result())
}

// FromSeed reports whether all chance of a verified match follows from its seed, by dealing again. It
// returns false if somebody chose the deal in the setup.
func FromSeed(g games.Game, s games.Setup) bool {
	d, ok := g.(games.Dealer)
	if !ok {
		var options map[string]json.RawMessage
		err := games.DecodeOptions(s.Options, &options)
		for name := range options {
			if strings.EqualFold(name, "deck") { // as encoding/json reads names
				return false
			}
		}
		return err == nil
	}
	rules, dealt, err := d.RulesOf(s.Options)
	if err != nil || !dealt {
		return err == nil
	}
	deal, err := d.Deal(s)
	s.Options = rules
	again, err2 := d.Deal(s)
	return err == nil && err2 == nil && deal.ID == again.ID
}

// sameResult compares a recorded result with a folded one, whatever the order of their fields.
func sameResult(recorded json.RawMessage, folded *games.Result) error {
	text, err := json.Marshal(folded) // null if there is none
	if err != nil {
		return fmt.Errorf("result: %w", err)
	}
	if recorded == nil {
		recorded = json.RawMessage("null")
	}
	var want, got any
	for _, v := range []struct {
		text []byte
		into *any
	}{{text, &want}, {recorded, &got}} {
		d := json.NewDecoder(bytes.NewReader(v.text))
		d.UseNumber()
		if err := d.Decode(v.into); err != nil {
			return fmt.Errorf("result: %w", err)
		}
	}
	if !reflect.DeepEqual(want, got) {
		return fmt.Errorf("%w: recorded %.200s, folded %.200s", ErrResult, recorded, text)
	}
	return nil
}

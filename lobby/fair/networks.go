package fair

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"arcade/lobby/clock"
	"arcade/lobby/ledger"
	"arcade/store"
	"arcade/store/notes"
)

// For ratings, networks on which one key was seen count as one, since a household has IPv4 and IPv6. The
// store keeps notes of them for the day, in codes. Only a holder of the store's secret can test keys and
// networks against them.

// networks has, by day and code, the networks on which a key was seen, and each pair of networks on
// which one key was seen. A key's note is kept for a second day, so that networks of both days are paired. A
// pair of one day has a note for the next day too, since visits last beyond midnight.
var networks = notes.New[json.RawMessage]("networks", "DAY CODE").PerDay().In()

// networksOf is the part of the notes that say the networks of a key.
var networksOf = notes.Space[[]string]{Name: networks.Name}

// MaxNetworks limits the noted networks of a key in a day.
const MaxNetworks = 8

// NoteNetwork notes that a key comes from an address or a network.
func (f *Rules) NoteNetwork(key, from string) error {
	code := f.Network(from)
	if key == "" || code == "" {
		return nil
	}
	now := time.UnixMilli(clock.MS())
	dayAfter := func(n int) string { return ledger.Day(now.AddDate(0, 0, n).UnixMilli()) }
	before, day, next := dayAfter(-1), dayAfter(0), dayAfter(1)
	own := f.networksNote(now, key)
	return store.Again(func() error {
		known, was, err := networksOf.Read(f.Context, f.Store, own)
		if err != nil {
			return fmt.Errorf("networks of a key: %w", err)
		}
		if slices.Contains(known, code) || len(known) >= MaxNetworks {
			return nil
		}
		earlier, _, err := networksOf.Get(f.Context, f.Store, day+" "+f.Code("networks "+before+" "+key))
		if err != nil {
			return fmt.Errorf("networks of a key on the day before: %w", err)
		}
		var list []store.Note
		pair := func(day, other string) {
			list = append(list, store.Note{Key: f.pairNote(day, code, other), Value: json.RawMessage("true")})
		}
		for _, other := range known {
			pair(day, other)
			pair(next, other)
		}
		for _, other := range earlier {
			if other != code && !slices.Contains(known, other) {
				pair(day, other)
			}
		}
		n, err := networksOf.Note(own, append(known, code), was)
		if err != nil {
			return err
		}
		return f.Store.PutNotes(f.Context, networks.Name, append(list, n)...)
	})
}

// networksNote returns the key of the note of a key's networks on a day.
func (f *Rules) networksNote(now time.Time, key string) string {
	return ledger.Day(now.AddDate(0, 0, 1).UnixMilli()) + " " + f.Code("networks "+ledger.Day(now.UnixMilli())+" "+key)
}

// NetworksOf returns the codes of the networks on which some keys were seen today.
func (f *Rules) NetworksOf(keys []string) (codes []string, err error) {
	for _, key := range keys {
		known, _, err := networksOf.Get(f.Context, f.Store, f.networksNote(time.UnixMilli(clock.MS()), key))
		if err != nil {
			return nil, fmt.Errorf("networks of a key: %w", err)
		}
		for _, code := range known {
			if !slices.Contains(codes, code) {
				codes = append(codes, code)
			}
		}
	}
	return codes, nil
}

// pairNote returns the key of a day's note that one key was seen on two networks, given by their codes.
func (f *Rules) pairNote(day, a, b string) string {
	return day + " " + f.Code("networks "+day+" "+min(a, b)+" "+max(a, b))
}

// oneNetwork reports whether two codes belong to one network, or to two on which one key was seen. The code
// "" belongs to no network.
func (f *Rules) oneNetwork(a, b string) bool {
	if a == "" || b == "" || a == b {
		return a == b && a != ""
	}
	one, err := networks.Has(f.Context, f.Store, f.pairNote(ledger.Day(clock.MS()), a, b))
	if err != nil {
		f.Log.Error("two networks", "err", err)
	}
	return one
}

package bolt

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"go.etcd.io/bbolt"

	"arcade/store"
)

// Check checks the whole file: bbolt's own pages, then every record with its place in every index, and
// every index with its records. It calls report with each contradiction. If the pages are damaged, it
// stops after them and sound is false. A file of an older version has other indexes; then the error is
// [store.ErrOlder].
func (f *File) Check(report func(store.Finding)) (sound bool, err error) {
	err = guarded(func() (err error) {
		sound, err = f.check(report)
		return err
	})
	return sound, err
}

func (f *File) check(report func(store.Finding)) (sound bool, err error) {
	if sound, err = f.checkPages(report); err != nil || !sound {
		return sound, err
	}
	version, err := f.Version()
	if err != nil {
		report(store.Finding{Kind: "file", Problem: err.Error()})
		return false, nil
	}
	if version < thisVersion {
		return true, fmt.Errorf("%w: version %d, this one writes %d", store.ErrOlder, version, thisVersion)
	}
	err = f.s.db.View(func(tx *bbolt.Tx) error {
		for _, name := range buckets {
			if tx.Bucket(name) == nil {
				report(store.Finding{Kind: "file", Problem: fmt.Sprintf("it has no bucket %q", name)})
				sound = false
			}
		}
		if sound {
			c := &checker{tx: tx, report: report}
			c.players()
			c.matches()
			c.logs()
			c.boards()
			c.values()
		}
		return nil
	})
	return sound, err
}

// checkPages checks the form of every page, and then lets bbolt check them.
func (f *File) checkPages(report func(store.Finding)) (sound bool, err error) {
	damaged := func(err error) (bool, error) {
		report(store.Finding{Kind: "file", Problem: err.Error()})
		return false, nil
	}
	if err := f.checkForm(); err != nil {
		return damaged(err)
	}
	sound = true
	err = f.s.db.View(func(tx *bbolt.Tx) error {
		for err := range tx.Check() {
			sound, _ = damaged(err)
		}
		return nil
	})
	return sound, err
}

// checkForm checks the form of every page.
func (f *File) checkForm() error {
	r, err := os.Open(f.s.db.Path())
	if err != nil {
		return err
	}
	defer r.Close()
	return checkForm(r, f.s.db.Info().PageSize)
}

// checker walks over one transaction.
type checker struct {
	tx     *bbolt.Tx
	report func(store.Finding)
}

func (c *checker) found(kind string, id []byte, format string, args ...any) {
	c.report(store.Finding{Kind: kind, ID: readable(id), Problem: fmt.Sprintf(format, args...)})
}

// readable returns a key in readable form: its texts separated by slashes, other bytes as hexadecimal
// digits.
func readable(key []byte) string {
	parts := strings.Split(string(key), "\x00")
	for i, p := range parts {
		if !store.IsText(p) {
			parts[i] = fmt.Sprintf("%x", p)
		}
	}
	return strings.Join(parts, "/")
}

// walk calls f with every pair of a bucket.
func (c *checker) walk(bucket []byte, f func(k, v []byte)) {
	_ = c.tx.Bucket(bucket).ForEach(func(k, v []byte) error { f(k, v); return nil })
}

// records calls f with every readable record of a bucket and its key, and checks the key.
func records[T any](c *checker, bucket []byte, kind string, own func(k []byte, r T) []byte, f func(k []byte, r T)) {
	c.walk(bucket, func(k, v []byte) {
		var r T
		if err := exact(v, &r); err != nil {
			c.found(kind, k, "damaged record: %v", err)
		} else if at := own(k, r); !bytes.Equal(at, k) {
			c.found(kind, k, "the record is that of %s", readable(at))
		} else {
			f(k, r)
		}
	})
}

// has reports a finding if the record under k is not at its place in an index.
func (c *checker) has(index, place []byte, kind string, k []byte) {
	if c.tx.Bucket(index).Get(place) == nil {
		c.found(kind, k, "it is not in the index %q", index)
	}
}

// index checks an index whose keys are derived from records. record returns the key of the record for an
// index key, nil for a malformed one. keys returns all index keys of a record.
func index[T any](c *checker, name, of []byte, record func(k []byte) []byte, keys func(at []byte, r T) [][]byte) {
	c.walk(name, func(k, _ []byte) {
		at := record(k)
		if at == nil {
			c.report(store.Finding{Kind: "index " + string(name), ID: fmt.Sprintf("%x", k), Problem: "no key of it"})
			return
		}
		var r T
		if v := c.tx.Bucket(of).Get(at); v == nil {
			c.found("index "+string(name), at, "there is no such record")
			return
		} else if json.Unmarshal(v, &r) != nil {
			return // reported with the record
		}
		if !slices.ContainsFunc(keys(at, r), func(own []byte) bool { return bytes.Equal(own, k) }) {
			c.found("index "+string(name), at, "the record has another place")
		}
	})
}

func (c *checker) players() {
	records(c, bucketPlayers, "player", func(_ []byte, p store.Player) []byte { return []byte(p.ID) }, func(id []byte, p store.Player) {
		if got := c.tx.Bucket(bucketNames).Get([]byte(p.NameKey)); string(got) != p.ID {
			c.found("player", id, "its name is in the index as that of %q", got)
		}
		for _, key := range p.Keys {
			if got := c.tx.Bucket(bucketKeys).Get([]byte(key)); string(got) != p.ID {
				c.found("player", id, "its key %s is in the index as that of %q", key, got)
			}
		}
	})
	holder := func(bucket []byte, holds func(p store.Player, k string) bool) {
		c.walk(bucket, func(k, id []byte) {
			var p store.Player
			if v := c.tx.Bucket(bucketPlayers).Get(id); v == nil {
				c.found("index "+string(bucket), id, "there is no such player")
			} else if json.Unmarshal(v, &p) == nil && !holds(p, string(k)) {
				c.found("index "+string(bucket), id, "the player does not have it")
			}
		})
	}
	holder(bucketNames, func(p store.Player, k string) bool { return p.NameKey == k })
	holder(bucketKeys, func(p store.Player, k string) bool { return slices.Contains(p.Keys, k) })
}

func (c *checker) matches() {
	records(c, bucketMatches, "match", func(_ []byte, m store.Match) []byte { return []byte(m.ID) }, func(id []byte, m store.Match) {
		for _, at := range placesOf(m) {
			c.has(at.index, at.key, "match", id)
		}
		switch m.Status {
		case store.Done:
			if n := logLen(c.tx, m.ID); n != m.Entries {
				c.found("match", id, "its log has %d entries, the record says %d", n, m.Entries)
			}
			if last := c.tx.Bucket(bucketMatches).Sequence(); m.Nth > last {
				c.found("match", id, "it is the %d. that ended, of %d", m.Nth, last)
			}
		case store.Open:
			if n := logLen(c.tx, m.ID); n != 0 {
				c.found("match", id, "it is open and has a log of %d entries", n)
			}
		case store.Live:
		default:
			c.found("match", id, "status %q is none", m.Status)
		}
	})
	for _, b := range []struct {
		name   []byte
		record func(k []byte) []byte
	}{
		{bucketByPlayer, lastText(1)}, {bucketRecent, lastText(1)}, {bucketUnfinished, lastText(0)},
	} {
		index(c, b.name, bucketMatches, b.record, func(_ []byte, m store.Match) (keys [][]byte) {
			for _, at := range placesOf(m) {
				if bytes.Equal(at.index, b.name) {
					keys = append(keys, at.key)
				}
			}
			return keys
		})
	}
	index(c, bucketUnseen, bucketMatches, lastText(1), func(_ []byte, m store.Match) (keys [][]byte) {
		if m.Status != store.Done {
			return nil
		}
		for _, s := range m.Seats {
			if s.Player != "" {
				keys = append(keys, unseenKey(s.Player, m.Ended, m.ID))
			}
		}
		return keys
	})
}

// lastText returns the last text of a key that has some texts and then a time before it.
func lastText(before int) func(k []byte) []byte {
	return func(k []byte) []byte {
		for range before {
			at := bytes.IndexByte(k, 0)
			if at < 0 {
				return nil
			}
			k = k[at+1:]
		}
		if len(k) <= timeLen {
			return nil
		}
		return k[timeLen:]
	}
}

// logs checks that every log belongs to a match and has no gap.
func (c *checker) logs() {
	var match []byte
	next := 0
	c.walk(bucketLog, func(k, v []byte) {
		at := bytes.IndexByte(k, 0)
		if at < 0 || len(k) != at+1+8 {
			c.report(store.Finding{Kind: "log", ID: fmt.Sprintf("%x", k), Problem: "no key of it"})
			return
		}
		if id := k[:at]; match == nil || !bytes.Equal(id, match) {
			match, next = bytes.Clone(id), 0
			if c.tx.Bucket(bucketMatches).Get(id) == nil {
				c.found("log", id, "there is no such match")
			}
		}
		if n := logIndex(k[at+1:]); n != next {
			c.found("log", match, "entry %d is missing", next+1)
			next = n
		}
		next++
		if err := exact(v, new(store.Entry)); err != nil {
			c.found("log", match, "entry %d: damaged record: %v", next, err)
		}
	})
}

// boards checks the ratings, the rows by points and the opponents with their orders.
func (c *checker) boards() {
	ordered(c, bucketRatings, "rating", bucketBoard, 8,
		func(_ []byte, r store.Rating) []byte { return ratingKey(r.Game, r.Player) },
		func(_ []byte, r store.Rating) []byte { return listed(boardKey(r.Game, r.Rating, r.Player), r.Unlisted) })
	ordered(c, bucketScores, "score", bucketPoints, pointsLen,
		func(_ []byte, r store.Score) []byte { return scoreKey(r.Board, r.Player) },
		func(_ []byte, r store.Score) []byte { return listed(pointsKey(r), r.Unlisted) })
	player := func(k []byte) string { // the record has no player id
		first, _, _ := bytes.Cut(k, []byte{0})
		return string(first)
	}
	ordered(c, bucketVersus, "versus", bucketOpponents, timeLen,
		func(k []byte, v store.Versus) []byte { return versusKey(player(k), v.Game, v.Opponent) },
		func(k []byte, v store.Versus) []byte { return opponentsKey(player(k), v.At, v.Game, v.Opponent) })
}

// listed returns the key of a place on a board, nil for an unlisted row.
func listed(k []byte, not bool) []byte {
	if not {
		return nil
	}
	return k
}

// ordered checks records against the index that orders them. Each record has one place in the index, or
// none (nil). The key of a place is the record's key with n bytes of numbers after its first text.
func ordered[T any](c *checker, bucket []byte, kind string, places []byte, n int, own, place func(k []byte, r T) []byte) {
	records(c, bucket, kind, own, func(k []byte, r T) {
		if at := place(k, r); at != nil {
			c.has(places, at, kind, k)
		}
	})
	index(c, places, bucket, without(n), func(at []byte, r T) [][]byte { return [][]byte{place(at, r)} })
}

// without returns a function that removes the n bytes of numbers after the first text of a key.
func without(n int) func(k []byte) []byte {
	return func(k []byte) []byte {
		at := bytes.IndexByte(k, 0) + 1
		if at == 0 || len(k) <= at+n {
			return nil
		}
		return append(bytes.Clone(k[:at]), k[at+n:]...)
	}
}

// values checks the keys and values of buckets without an index.
func (c *checker) values() {
	for _, b := range []struct {
		name   []byte
		kind   string
		record func() any
	}{
		{bucketTally, "tally", func() any { return new(store.Tally) }},
		{bucketStats, "statistics", func() any { return new(json.RawMessage) }},
		{bucketNotes, "note", func() any { return new(json.RawMessage) }},
		{bucketStandings, "standing", func() any { return new(uint64) }},
	} {
		c.walk(b.name, func(k, v []byte) {
			if parts := strings.Split(string(k), "\x00"); len(parts) != texts[string(b.name)] || !store.IsText(parts...) {
				c.found(b.kind, k, "no key of it")
			}
			if err := exact(v, b.record()); err != nil {
				c.found(b.kind, k, "damaged record: %v", err)
			}
		})
	}
	if n := len(c.tx.Bucket(bucketMeta).Get(keySecret)); n != secretLen {
		c.found("file", nil, "its secret has %d bytes of %d", n, secretLen)
	}
}

// guarded turns a memory fault into an error. Reading a damaged file that is mapped into memory can
// fault.
func guarded(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", store.ErrDamaged, p)
		}
	}()
	return f()
}

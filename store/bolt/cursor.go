package bolt

import (
	"bytes"
	"iter"

	"go.etcd.io/bbolt"
)

// ascend walks the pairs whose keys begin with prefix, from start on (nil: from the first). Keys and
// values are valid during the transaction. The bucket must not change during the walk.
func ascend(b *bbolt.Bucket, prefix, start []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		if start == nil {
			start = prefix
		}
		c := b.Cursor()
		for k, v := c.Seek(start); k != nil && bytes.HasPrefix(k, prefix); k, v = c.Next() {
			if !yield(k, v) {
				return
			}
		}
	}
}

// page walks up to n keys that begin with prefix, from number from on, counted from 0. It steps over the
// keys before.
func page(b *bbolt.Bucket, prefix []byte, from, n int) iter.Seq[[]byte] {
	return func(yield func(k []byte) bool) {
		skip := max(from, 0)
		for k := range ascend(b, prefix, nil) {
			if skip > 0 {
				skip--
				continue
			}
			if n--; n < 0 || !yield(k) {
				return
			}
		}
	}
}

// rank returns the place of a key, from 1, among the keys that begin with prefix, and the number of these
// keys. It walks over all of them.
func rank(b *bbolt.Bucket, prefix, key []byte) (place, of int) {
	for k := range ascend(b, prefix, nil) {
		of++
		if bytes.Equal(k, key) {
			place = of
		}
	}
	return place, of
}

// descend walks the pairs whose keys begin with prefix backwards, from the last key before end (nil: from
// the last). The prefix ends with a NUL.
func descend(b *bbolt.Bucket, prefix, end []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		if end == nil {
			end = bytes.Clone(prefix)
			end[len(end)-1] = 1
		}
		c := b.Cursor()
		step := c.Prev
		if k, _ := c.Seek(end); k == nil {
			step = c.Last
		}
		for before := end; ; {
			k, v := step()
			step = c.Prev
			for k == nil && more(b, before) {
				k, v = c.Prev()
			}
			if k == nil || !bytes.HasPrefix(k, prefix) || !yield(k, v) {
				return
			}
			before = k
		}
	}
}

// more reports whether a bucket has keys before a key. A cursor that goes backwards stops at a page that
// its transaction has emptied, as if it were at the beginning.
func more(b *bbolt.Bucket, before []byte) bool {
	if !b.Writable() {
		return false
	}
	first, _ := b.Cursor().First()
	return first != nil && bytes.Compare(first, before) < 0
}

// firsts walks the distinct first texts of a bucket's keys that sort after the text after, all of them for
// "". The bucket must not change during the walk.
func firsts(b *bbolt.Bucket, after string) iter.Seq[string] {
	return func(yield func(string) bool) {
		c := b.Cursor()
		k, _ := c.Seek(behind(after))
		for k != nil {
			text, _, _ := bytes.Cut(k, []byte{0})
			next := behind(string(text))
			if !yield(string(text)) {
				return
			}
			k, _ = c.Seek(next)
		}
	}
}

// behind returns the end of the keys that begin with text and a NUL; for "" the first key.
func behind(text string) []byte {
	if text == "" {
		return nil
	}
	return append([]byte(text), 1)
}

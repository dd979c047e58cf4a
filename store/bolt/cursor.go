package bolt

import (
	"bytes"
	"iter"

	"go.etcd.io/bbolt"
)

// ascend walks the pairs whose keys begin with prefix, from the first one that
// is not before start (nil: from the first one). Keys and values are the
// transaction's; the bucket must not change during the walk.
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

// page walks up to n of the keys that begin with prefix, from the from-th one on,
// counted from 0. It steps over those before.
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

// rank is the place of a key, from 1, among the keys that begin with prefix, and how many
// there are: a walk over them all.
func rank(b *bbolt.Bucket, prefix, key []byte) (place, of int) {
	for k := range ascend(b, prefix, nil) {
		of++
		if bytes.Equal(k, key) {
			place = of
		}
	}
	return place, of
}

// descend walks the pairs whose keys begin with prefix backwards, from the last
// one before end (nil: from the last one). The prefix ends with a NUL.
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

// more reports whether a bucket has keys before one. A cursor that goes backwards gives
// nothing at a page that its transaction has emptied, as it does at the beginning.
func more(b *bbolt.Bucket, before []byte) bool {
	if !b.Writable() {
		return false
	}
	first, _ := b.Cursor().First()
	return first != nil && bytes.Compare(first, before) < 0
}

// firsts walks the different texts with which a bucket's keys begin, from behind
// the text after on ("": from the first). The bucket must not change during the walk.
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

// behind is where the keys that begin with text and a NUL end; the first of all for "".
func behind(text string) []byte {
	if text == "" {
		return nil
	}
	return append([]byte(text), 1)
}

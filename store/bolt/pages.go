package bolt

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"
)

// The form of a bbolt file, version 2 (go.etcd.io/bbolt/internal/common). Numbers have the byte order of
// the machine.
//
//	page    id 8, flags 2, count 2, overflow 4 bytes; then its elements
//	branch  of each element: position of its key, length 4 each, page 8
//	leaf    of each element: flags, position of its key, length, length of its value 4 each;
//	        the value of a bucket: page 8, sequence 8, and where the page is 0 a leaf
//	free    page ids; a count of 0xffff stands in the first of them
//	meta    magic, version, page size, flags 4 each; root page, sequence, free list's page,
//	        first unused page, transaction, checksum 8 each
const (
	pageHead = 16
	element  = 16

	branchPage = 0x01
	leafPage   = 0x02
	freePage   = 0x10

	bucketFlag = 0x01

	metaMagic = 0xED0CDAED
	metaSum   = 56 // bytes covered by the checksum
	metaLen   = 64
)

var order = binary.NativeEndian

// pages checks the pages of a bbolt file as bytes. bbolt trusts the pages that it reads: a damaged one
// can end the process, or loop forever. bbolt can walk over every file that pages accepts.
type pages struct {
	r    io.ReaderAt
	size uint64 // size of a page in bytes
	high uint64 // number of pages in use
	seen []bool // pages found so far: in the tree, free or unused
}

// checkForm reads every page of a file whose pages have the given size.
func checkForm(r io.ReaderAt, size int) error {
	p := &pages{r: r, size: uint64(size)}
	root, free, err := p.meta()
	if err != nil {
		return err
	}
	p.seen = make([]bool, p.high)
	if free != math.MaxUint64 { // the file has a free list
		if err := p.free(free); err != nil {
			return err
		}
	}
	return p.tree(root)
}

// meta reads the newest meta page with a valid checksum.
func (p *pages) meta() (root, free uint64, err error) {
	var newest uint64
	err = errors.New("no whole meta page")
	for i := range int64(2) {
		b := make([]byte, pageHead+metaLen)
		if _, err := p.r.ReadAt(b, i*int64(p.size)); err != nil {
			return 0, 0, err
		}
		m := b[pageHead:]
		sum := fnv.New64a()
		sum.Write(m[:metaSum])
		if order.Uint32(m) != metaMagic || sum.Sum64() != order.Uint64(m[metaSum:]) {
			continue
		}
		if tx := order.Uint64(m[48:]); err != nil || tx > newest {
			newest, err = tx, nil
			root, free, p.high = order.Uint64(m[16:]), order.Uint64(m[32:]), order.Uint64(m[40:])
		}
	}
	if err == nil && p.high > math.MaxInt64/p.size {
		err = fmt.Errorf("%d pages", p.high)
	}
	return root, free, err
}

// read reads a page with its overflow. It fails if the page was read before.
func (p *pages) read(id uint64) (b []byte, flags uint16, count int, err error) {
	head := make([]byte, pageHead)
	if id < 2 || id >= p.high {
		return nil, 0, 0, fmt.Errorf("page %d of %d", id, p.high)
	}
	if _, err := p.r.ReadAt(head, int64(id*p.size)); err != nil {
		return nil, 0, 0, err
	}
	n := uint64(order.Uint32(head[12:])) + 1
	if order.Uint64(head) != id || id+n > p.high {
		return nil, 0, 0, fmt.Errorf("page %d: it says it is page %d with %d more", id, order.Uint64(head), n-1)
	}
	for i := id; i < id+n; i++ {
		if p.seen[i] {
			return nil, 0, 0, fmt.Errorf("page %d: it is in two places", i)
		}
		p.seen[i] = true
	}
	b = make([]byte, n*p.size)
	_, err = p.r.ReadAt(b, int64(id*p.size))
	return b, order.Uint16(head[8:]), int(order.Uint16(head[10:])), err
}

// tree checks a page and all pages under it.
func (p *pages) tree(id uint64) error {
	b, flags, count, err := p.read(id)
	if err != nil {
		return err
	}
	switch flags {
	case leafPage:
		err = p.leaf(b, count, true)
	case branchPage:
		err = p.branch(b, count)
	default:
		err = fmt.Errorf("flags %#x", flags)
	}
	if err != nil {
		return fmt.Errorf("page %d: %w", id, err)
	}
	return nil
}

func (p *pages) branch(b []byte, count int) error {
	if count == 0 {
		return errors.New("a branch without leaves")
	}
	return elements(b, count, func(e []byte) (pos, key, value uint32) {
		return order.Uint32(e), order.Uint32(e[4:]), 0
	}, func(e, _ []byte) error {
		return p.tree(order.Uint64(e[8:]))
	})
}

// leaf checks a leaf. Only a leaf with its own page may have buckets.
func (p *pages) leaf(b []byte, count int, page bool) error {
	return elements(b, count, func(e []byte) (pos, key, value uint32) {
		return order.Uint32(e[4:]), order.Uint32(e[8:]), order.Uint32(e[12:])
	}, func(e, value []byte) error {
		if order.Uint32(e)&bucketFlag == 0 {
			return nil
		}
		if !page || len(value) < 16 {
			return errors.New("a bucket where none can be")
		}
		if root := order.Uint64(value); root != 0 {
			return p.tree(root)
		}
		if value = value[16:]; len(value) < pageHead || order.Uint16(value[8:]) != leafPage {
			return errors.New("a bucket without a leaf")
		}
		return p.leaf(value, int(order.Uint16(value[10:])), false)
	})
}

// elements calls f with every element of a page and its value. span returns the position of the element's
// key, counted from the element, and the lengths of key and value. Keys must be in ascending order.
func elements(b []byte, count int, span func(e []byte) (pos, key, value uint32), f func(e, value []byte) error) error {
	var last []byte
	for i := range count {
		at := pageHead + i*element
		if at+element > len(b) {
			return fmt.Errorf("%d elements", count)
		}
		e := b[at : at+element]
		pos, k, v := span(e)
		from := uint64(at) + uint64(pos)
		mid := from + uint64(k)
		if mid+uint64(v) > uint64(len(b)) {
			return fmt.Errorf("element %d ends behind its page", i)
		}
		key := b[from:mid]
		if i > 0 && bytes.Compare(last, key) >= 0 {
			return fmt.Errorf("element %d is not in order", i)
		}
		last = key
		if err := f(e, b[mid:mid+uint64(v)]); err != nil {
			return err
		}
	}
	return nil
}

// free checks the list of free pages.
func (p *pages) free(id uint64) error {
	b, flags, count, err := p.read(id)
	if err != nil {
		return fmt.Errorf("free list: %w", err)
	}
	n, list := uint64(count), b[pageHead:]
	if n == 0xffff {
		n, list = order.Uint64(list), list[8:]
	}
	if flags != freePage || n > uint64(len(list)/8) {
		return fmt.Errorf("free list: flags %#x, %d pages", flags, n)
	}
	for i := range n {
		at := order.Uint64(list[i*8:])
		if at < 2 || at >= p.high {
			return fmt.Errorf("free list: page %d of %d", at, p.high)
		}
		if p.seen[at] {
			return fmt.Errorf("free list: page %d is in two places", at)
		}
		p.seen[at] = true
	}
	return nil
}

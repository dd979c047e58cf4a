package tasks

import (
	"hash/crc32"
	"slices"
	"sync"
)

// Locks has locks for keys, such as players' IDs. A write for one key does not wait for the disk write of
// another, unless the two share a lock.
type Locks [64]sync.Mutex

// Lock takes the locks of keys, always in the same order, and returns a function that releases them.
func (ls *Locks) Lock(keys ...string) (unlock func()) {
	list := make([]uint32, len(keys))
	for i, k := range keys {
		list[i] = crc32.ChecksumIEEE([]byte(k)) % uint32(len(ls))
	}
	slices.Sort(list)
	list = slices.Compact(list)
	for _, i := range list {
		ls[i].Lock()
	}
	return func() {
		for _, i := range list {
			ls[i].Unlock()
		}
	}
}

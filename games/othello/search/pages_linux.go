package search

import (
	"syscall"
	"unsafe"
)

// hugePage is the size of a huge page.
const hugePage = 2 << 20

// wantHugePages asks the system to back the inside of a large table with huge pages. A search reads its
// table at random. With 4 kB pages it waits longer for the page tables than for the entries. The advice
// changes the speed of the memory, never its content. A system that cannot follow it ignores it.
func wantHugePages(list []entry) {
	size := uintptr(len(list)) * unsafe.Sizeof(entry{})
	if size < 2*hugePage {
		return
	}
	start := unsafe.Pointer(unsafe.SliceData(list))
	skip := -uintptr(start) & (hugePage - 1)
	inside := (size - skip) &^ (hugePage - 1)
	_ = syscall.Madvise(unsafe.Slice((*byte)(unsafe.Add(start, skip)), inside), syscall.MADV_HUGEPAGE)
}

package tasks

import "sync"

// most limits the concurrent calls. Each is a write, and they share a disk sync.
const most = 64

// SideBySide calls do for each of a list, at most 64 at a time.
func SideBySide[T any](list []T, do func(i int, one T)) {
	var all sync.WaitGroup
	places := make(chan struct{}, most)
	for i, one := range list {
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			do(i, one)
		})
	}
	all.Wait()
}

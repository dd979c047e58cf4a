//go:build !linux

package search

// wantHugePages does nothing where the system takes no such advice.
func wantHugePages([]entry) {}

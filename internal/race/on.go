//go:build race

// Package race tells tests of the race detector.
package race

// On reports whether it is on: what one goroutine does, many times over, has nothing for it
// to find and would take minutes, and a process of its own it does not see. Such tests
// run without it.
const On = true

//go:build race

// Package race reports to tests whether the race detector is on.
package race

// On reports whether the race detector is on. Some tests do not run with it: long ones in a single
// goroutine, where it would find nothing and take minutes, and tests of a separate process, which it does
// not see.
const On = true

// Package logtest collects a program's output for tests that read it meanwhile.
package logtest

import (
	"bytes"
	"sync"
)

// Buffer collects everything that is written to it. Its zero value is empty. Any number of goroutines may
// use it.
type Buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write adds p. It never fails.
func (b *Buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

// String returns everything written so far.
func (b *Buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// Package logtest keeps what a program writes, for tests that read it meanwhile.
package logtest

import (
	"bytes"
	"sync"
)

// Buffer keeps all that is written to it. Its zero value is empty; any number of goroutines
// may use it.
type Buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write keeps p; it never fails.
func (b *Buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

// String returns all that was written so far.
func (b *Buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

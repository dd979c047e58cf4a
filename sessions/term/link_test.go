package term

import (
	"bytes"
	"io"
	"sync"
	"time"
)

// Package client's limits, on which these tests rely.
const (
	pause    = 50 * time.Millisecond
	maxWrite = 10 * time.Second
	maxDrain = 3 * time.Second

	testKeys  = 100
	keyBurst  = 4
	floodTime = 10 * time.Second
)

// link is a transport: a Write takes delay, or blocks until close if stuck.
type link struct {
	delay time.Duration
	stuck bool

	mu     sync.Mutex
	got    bytes.Buffer
	once   sync.Once
	closed chan struct{}
}

func newLink() *link { return &link{closed: make(chan struct{})} }

func (l *link) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *link) Write(p []byte) (int, error) {
	select {
	case <-l.closed:
		return 0, io.ErrClosedPipe
	default:
	}
	var after <-chan time.Time
	if !l.stuck {
		after = time.After(l.delay)
	}
	select {
	case <-l.closed:
		return 0, io.ErrClosedPipe
	case <-after:
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.got.Write(p)
}

func (l *link) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.got.String()
}

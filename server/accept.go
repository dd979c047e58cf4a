package server

import (
	"errors"
	"log/slog"
	"net"
	"sync"
	"syscall"
	"time"
)

// acceptQuiet is the time between two lines in the log about connections that cannot be accepted.
const acceptQuiet = time.Minute

// LogAccepts returns a listener that logs when it cannot accept connections, and when it can again. Its
// callers try again without a word.
func LogAccepts(ln net.Listener, log *slog.Logger) net.Listener {
	return &loggedListener{Listener: ln, log: log}
}

type loggedListener struct {
	net.Listener
	log *slog.Logger

	mu     sync.Mutex
	failed time.Time // the first failure since the last connection; zero: none
	said   time.Time
}

// Accept accepts a connection.
func (l *loggedListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	l.mu.Lock()
	defer l.mu.Unlock()
	switch now := time.Now(); {
	case errors.Is(err, net.ErrClosed):
	case err == nil && !l.failed.IsZero():
		l.log.Info("accepting connections again", "at", Place(l.Addr().String()), "after", now.Sub(l.failed))
		l.failed, l.said = time.Time{}, time.Time{}
	case err != nil:
		if l.failed.IsZero() {
			l.failed = now
		}
		if now.Sub(l.said) < acceptQuiet {
			break
		}
		l.said = now
		args := []any{"at", Place(l.Addr().String()), "err", err}
		if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
			args = append(args, "do", "raise ulimit -n (LimitNOFILE=) above --max-connections")
		}
		l.log.Error("cannot accept connections", args...)
	}
	return c, err
}

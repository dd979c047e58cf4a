package web

import (
	"crypto/tls"
	"log/slog"
	"os"
	"sync"
	"time"
)

// certificate is the https certificate. It is read again when its files have changed, so a renewal needs
// no restart.
type certificate struct {
	cert, key string
	log       *slog.Logger

	mu     sync.Mutex
	read   *tls.Certificate
	of     [2]time.Time // modification times of the files that were read
	looked time.Time
}

// lookTime is the interval between two checks of the files.
const lookTime = time.Minute

// certificateOf returns the certificate of a front, nil for http.
func certificateOf(cfg Config) *certificate {
	if cfg.Cert == "" {
		return nil
	}
	return &certificate{cert: cfg.Cert, key: cfg.Key, log: cfg.Log}
}

// get returns the newest readable certificate.
func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	if c.read != nil && now.Sub(c.looked) < lookTime {
		return c.read, nil
	}
	c.looked = now
	var of [2]time.Time
	for i, name := range [2]string{c.cert, c.key} {
		if info, err := os.Stat(name); err == nil {
			of[i] = info.ModTime()
		}
	}
	if c.read != nil && of == c.of {
		return c.read, nil
	}
	cert, err := tls.LoadX509KeyPair(c.cert, c.key)
	if err != nil {
		c.log.Error("certificate", "err", err)
		if c.read != nil {
			return c.read, nil
		}
		return nil, err
	}
	c.read, c.of = &cert, of
	return c.read, nil
}

// Package web is the arcade's HTTP front: who may ask, how often and from which page.
// What is answered are APIs of the games and the page for browsers; each is a folder below this one.
package web

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"time"

	"arcade/docs"
	"arcade/lobby/turns"
	"arcade/server"
)

// Config is what a front is made of.
type Config struct {
	// APIs add what they answer to the front's paths.
	APIs []func(*http.ServeMux)
	// PerMinute is how many requests one IPv4 address or IPv6 /64 may make in a minute,
	// and Burst how many of them at once; 600 and 200. Less than 0 is any number.
	PerMinute, Burst int
	// Origins are the pages whose scripts may ask, such as http://localhost:3000.
	Origins []string
	// Hosts are the names by which the front is asked for, besides localhost and addresses; nil: any.
	Hosts []string
	// Proxies has the meaning of [server.Config]'s: their PROXY headers are required and believed.
	Proxies []netip.Prefix
	// Bans keep networks out; nil for none.
	Bans *server.Bans
	// Turns is where requests are worked on; nil: at once, and nobody counts what they cost.
	Turns *turns.Turns
	// Cert and Key are the files of the certificate for https; "" for http. They are read again
	// when they have changed.
	Cert, Key string
	// Log receives every request, at the debug level.
	Log *slog.Logger
}

const (
	// maxBody is the longest body of a request that is read.
	maxBody = 64 << 10
	// maxConns is how many connections there may be, connsPerAddress from one address; see connShares.
	maxConns, connsPerAddress = 1000, 50
	// answerTime bounds the time of an API's answer, with a bot's thinking.
	answerTime = 20 * time.Second
	// stopTime is how long a shutdown waits for running answers.
	stopTime = 5 * time.Second
)

// Front answers over HTTP.
type Front struct {
	srv  http.Server
	cert *certificate // nil for http
}

// New returns a front; Serve starts it.
func New(cfg Config) *Front {
	return &Front{cert: certificateOf(cfg), srv: http.Server{
		Handler:           Handler(cfg),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      answerTime + 10*time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ConnContext:       withConn,
		ConnState:         arrived,
		ErrorLog:          slog.NewLogLogger(cfg.Log.Handler(), slog.LevelDebug),
	}}
}

// Handler is what a front of cfg answers, without its listener: the APIs behind what
// keeps them from harm.
func Handler(cfg Config) http.Handler {
	if cfg.PerMinute == 0 {
		cfg.PerMinute = 600
	}
	if cfg.Burst <= 0 {
		cfg.Burst = 200
	}
	mux := http.NewServeMux()
	for _, add := range cfg.APIs {
		add(mux)
	}
	mux.HandleFunc("GET /openapi.yaml", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/yaml")
		_, _ = w.Write(docs.OpenAPI)
	})
	mux.HandleFunc("GET /docs", describe)
	mux.HandleFunc("/", Asked(http.StatusOK, func(*http.Request) (any, error) { return nil, Refuse(http.StatusNotFound, "Not found") }))
	return guard(cfg, mux)
}

// Serve answers on a listener until Stop is called; it closes the listener.
func (f *Front) Serve(ln net.Listener, proxies []netip.Prefix) error {
	ln = listen(ln, proxies)
	if f.cert != nil {
		ln = tls.NewListener(ln, &tls.Config{GetCertificate: f.cert.get, NextProtos: []string{"http/1.1"}, MinVersion: tls.VersionTLS12})
	}
	if err := f.srv.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("http: %w", err)
	}
	return nil
}

// Stop takes no new request, and waits a moment for the answers that are under way.
func (f *Front) Stop() {
	ctx, cancel := context.WithTimeout(context.Background(), stopTime)
	defer cancel()
	if f.srv.Shutdown(ctx) != nil {
		_ = f.srv.Close()
	}
}

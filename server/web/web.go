// Package web is the arcade's HTTP front. It limits clients, rates and origins. Its subpackages are the
// APIs of the games and the page for browsers.
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

// Config configures a front.
type Config struct {
	// APIs register their paths on the front.
	APIs []func(*http.ServeMux)
	// PerMinute limits the requests of one IPv4 address or IPv6 /64 in a minute, and Burst its requests
	// at once; by default 600 and 200. A negative value means no limit.
	PerMinute, Burst int
	// Origins are the pages whose scripts may send requests, such as http://localhost:3000.
	Origins []string
	// Hosts are the front's host names, besides localhost and IP addresses; nil means any.
	Hosts []string
	// Proxies are the networks of trusted proxies, as in [server.Config]. Their PROXY headers are
	// required.
	Proxies []netip.Prefix
	// Bans keep networks out; nil for none.
	Bans *server.Bans
	// Turns schedules the work of requests. With nil, requests run at once, and nobody counts their cost.
	Turns *turns.Turns
	// Cert and Key are the files of the certificate for https; "" for http. They are read again after a
	// change.
	Cert, Key string
	// Log receives every request, at the debug level.
	Log *slog.Logger
}

const (
	// maxBody limits the body of a request, in bytes.
	maxBody = 64 << 10
	// maxConns limits the connections, connsPerAddress the connections from one address; see connShares.
	maxConns, connsPerAddress = 1000, 50
	// answerTime limits the time of an API's response, including a bot's thinking.
	answerTime = 20 * time.Second
	// refusalTime limits how long a request over the rate waits for its refusal.
	refusalTime = 500 * time.Millisecond
	// stopTime limits the time that a shutdown waits for running responses.
	stopTime = 5 * time.Second
)

// Front serves HTTP.
type Front struct {
	srv  http.Server
	cert *certificate // nil for http
	log  *slog.Logger
}

// New returns a front; Serve starts it.
func New(cfg Config) *Front {
	return &Front{cert: certificateOf(cfg), log: cfg.Log, srv: http.Server{
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

// Handler returns the handler of a front without its listener: the APIs behind their guards.
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
	describe := describing()
	mux.HandleFunc("GET /docs", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
		describe(w, r)
	})
	mux.HandleFunc("/", Answering(http.StatusOK, func(*http.Request) (any, error) { return nil, Refuse(http.StatusNotFound, "Not found") }))
	return guard(cfg, mux)
}

// Serve serves a listener until Stop is called. It closes the listener.
func (f *Front) Serve(ln net.Listener, proxies []netip.Prefix) error {
	ln = listen(server.LogAccepts(ln, f.log), proxies)
	if f.cert != nil {
		ln = tls.NewListener(ln, &tls.Config{GetCertificate: f.cert.get, NextProtos: []string{"http/1.1"}, MinVersion: tls.VersionTLS12})
	}
	if err := f.srv.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("http: %w", err)
	}
	return nil
}

// Stop accepts no new requests, and waits up to stopTime for running responses.
func (f *Front) Stop() {
	ctx, cancel := context.WithTimeout(context.Background(), stopTime)
	defer cancel()
	if f.srv.Shutdown(ctx) != nil {
		_ = f.srv.Close()
	}
}

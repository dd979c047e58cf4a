package metrics

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/prometheus/common/expfmt"

	"arcade/store"
)

// ErrPublic refuses an address that other machines can reach.
var ErrPublic = errors.New("not an address of this machine alone")

// CheckLocal returns ErrPublic unless an address to listen on is a loopback address: a loopback IP or
// "localhost".
func CheckLocal(address string) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return err
	}
	if host == "localhost" {
		return nil
	}
	if ip, err := netip.ParseAddr(host); err != nil || !ip.Unmap().IsLoopback() {
		return fmt.Errorf("%q: %w", address, ErrPublic)
	}
	return nil
}

// readyTime limits the time of the store's reply while the arcade counts as ready.
const readyTime = 2 * time.Second

// Ready returns a function that reports whether players can come in. It returns "" if they can, or one
// word with the reason. "draining": the server stops. "cluster": this node may not own matches. "writes":
// the last change could not be stored. "store": the store fails or does not reply in time. The function
// sends st one small request at a time, so a store that hangs holds one goroutine. writes returns the
// error of the last change, if it could not be stored. draining reports whether the server stops. mayOwn
// reports whether the node may own matches, which a single server always may.
func Ready(st store.Store, writes func() error, draining, mayOwn func() bool) func(context.Context) string {
	asking := make(chan struct{}, 1)
	return func(ctx context.Context) string {
		if draining() {
			return "draining"
		}
		ctx, cancel := context.WithTimeout(ctx, readyTime)
		defer cancel()
		select {
		case asking <- struct{}{}:
		case <-ctx.Done():
			return "store"
		}
		answered := make(chan string, 1)
		go func() {
			why := ""
			if _, err := st.Secret(ctx); err != nil {
				why = "store"
			} else if writes() != nil {
				why = "writes"
			} else if !mayOwn() { // last: a node that loses the store may not own matches either
				why = "cluster"
			}
			<-asking
			answered <- why
		}()
		select {
		case why := <-answered:
			return why
		case <-ctx.Done():
			return "store"
		}
	}
}

// Handler answers /healthz, /readyz and /metrics. ready is the function of [Ready].
func (m *Metrics) Handler(ready func(context.Context) string, log *slog.Logger) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { plain(w, http.StatusOK, "ok") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		if why := ready(r.Context()); why != "" {
			plain(w, http.StatusServiceUnavailable, why)
			return
		}
		plain(w, http.StatusOK, "ok")
	})
	busy := make(chan struct{}, maxScrapes)
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		select {
		case busy <- struct{}{}:
			defer func() { <-busy }()
		default:
			plain(w, http.StatusServiceUnavailable, "busy")
			return
		}
		families, err := m.registry.Gather()
		if err != nil {
			log.Error("metrics", "err", err)
			plain(w, http.StatusInternalServerError, "failed")
			return
		}
		format := expfmt.NewFormat(expfmt.TypeTextPlain)
		w.Header().Set("Content-Type", string(format))
		encoder := expfmt.NewEncoder(w, format)
		for _, f := range families {
			if encoder.Encode(f) != nil {
				return // the client has gone
			}
		}
	})
	return mux
}

// maxScrapes limits the simultaneous scrapes.
const maxScrapes = 4

func plain(w http.ResponseWriter, code int, word string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(code)
	_, _ = fmt.Fprintln(w, word)
}

// Listen serves h on a TCP address until stop is called. Unless public is true, the address must be a
// local one; see [CheckLocal].
func Listen(address string, public bool, h http.Handler, log *slog.Logger) (addr net.Addr, stop func(), err error) {
	if !public {
		if err := CheckLocal(address); err != nil {
			return nil, nil, err
		}
	}
	ln, err := net.Listen("tcp", address)
	if err != nil {
		return nil, nil, err
	}
	srv := &http.Server{
		Handler: h, ReadTimeout: 5 * time.Second, WriteTimeout: 30 * time.Second, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: 16 << 10, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := srv.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
			log.Error("metrics", "err", err)
		}
	}()
	return ln.Addr(), func() { _ = srv.Close(); <-ended }, nil
}

package web

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"net/http"
	"net/netip"
	"runtime/debug"
	"slices"
	"time"
)

// guard wraps every API: bans, rates, allowed origins, limits on bodies and on time, and the log.
func guard(cfg Config, next http.Handler) http.Handler {
	rates := NewBudget(cfg.PerMinute, cfg.Burst, 0)
	foreign := foreign(cfg.Origins)
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		w := &counted{ResponseWriter: rw, status: http.StatusOK}
		began := time.Now()
		ctx, cancel := context.WithTimeout(r.Context(), answerTime)
		defer cancel()
		r = r.WithContext(ctx)
		defer func() {
			if p := recover(); p != nil {
				cfg.Log.Error("http: panic", "path", r.Pattern, "panic", p, "stack", string(debug.Stack()))
				refuse(w, Refusal{Status: http.StatusInternalServerError, Detail: "Internal error"})
			}
			if w.err != nil {
				cfg.Log.Error("http", "path", r.Pattern, "err", w.err)
			}
			cfg.Log.Debug("http", "method", r.Method, "path", r.URL.Path, "status", w.status, "took", time.Since(began), "from", r.RemoteAddr)
		}()
		from, err := netip.ParseAddrPort(r.RemoteAddr)
		switch ban, banned := cfg.Bans.Address(from.Addr()); {
		case err != nil:
			refuse(w, Refusal{Status: http.StatusBadRequest, Detail: "Unknown address"})
			return
		case banned:
			refuse(w, Refusal{Status: http.StatusForbidden, Detail: "Your network is banned until " + ban.End()})
			return
		}
		if cfg.PerMinute > 0 {
			if wait := rates.Take(from.Addr(), began); wait > 0 {
				select { // otherwise a client that retries at once uses up a processor
				case <-time.After(min(wait, refusalTime)):
				case <-ctx.Done():
				}
				refuse(w, tooMany("Too many requests", wait))
				return
			}
		}
		switch {
		case cfg.Hosts != nil && !IsHost(r.Host, cfg.Hosts):
			refuse(w, Refusal{Status: http.StatusMisdirectedRequest, Detail: "Unknown host: the arcade is asked by the name that its operator gave it"})
			return
		case foreign(r) && !isJSON(r):
			refuse(w, Refusal{Status: http.StatusForbidden, Detail: "A page of another site must send JSON"})
			return
		}
		if preflight := allow(cfg.Origins, w, r); preflight {
			return
		}
		r.Body = whole(http.MaxBytesReader(w, r.Body, maxBody))
		defer busy(r)()
		r = r.WithContext(withWork(r.Context(), cfg.Turns, from.Addr())) // the mux notes its pattern in this request
		next.ServeHTTP(w, r)
	})
}

// whole reads a body to its end. Meanwhile the connection counts as waiting for its client, and may have
// to make room. A reader of the result gets the same bytes and the same error.
func whole(body io.Reader) io.ReadCloser {
	read, err := io.ReadAll(body)
	return io.NopCloser(io.MultiReader(bytes.NewReader(read), failing{cmp.Or(err, io.EOF)}))
}

// failing is a reader that fails.
type failing struct{ err error }

// Read fails.
func (f failing) Read([]byte) (int, error) { return 0, f.err }

// counted is a ResponseWriter that records the response.
type counted struct {
	http.ResponseWriter
	status int
	err    error // an internal error, for the log
}

// Unwrap serves handlers that take over the connection.
func (c *counted) Unwrap() http.ResponseWriter { return c.ResponseWriter }

func (c *counted) failed(err error) { c.err = err }

// WriteHeader records the status.
func (c *counted) WriteHeader(status int) {
	c.status = status
	c.ResponseWriter.WriteHeader(status)
}

// allow tells a browser whether a page of another origin may send the request (CORS, the Fetch standard,
// 3.2). It returns true if the browser requested only that.
func allow(origins []string, w http.ResponseWriter, r *http.Request) (preflight bool) {
	h := w.Header()
	h.Add("Vary", "Origin")
	preflight = r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != ""
	if origin := r.Header.Get("Origin"); slices.Contains(origins, origin) {
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Access-Control-Allow-Credentials", "true")
		if preflight {
			h.Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
			h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type")
			h.Set("Access-Control-Max-Age", "600")
		}
	}
	if preflight {
		w.WriteHeader(http.StatusNoContent)
	}
	return preflight
}

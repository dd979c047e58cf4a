package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"arcade/lobby/turns"
)

// Page is a response that a handler makes.
type Page struct {
	Status int
	// Type is its content type, Cache its Cache-Control.
	Type, Cache string
	Body        []byte
}

// Write writes the page, or that the client has it already. Text is compressed for clients that read that.
func (p Page) Write(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", p.Type)
	if p.Cache != "" {
		h.Set("Cache-Control", p.Cache)
	}
	sum := sha256.Sum256(p.Body)
	tag := hex.EncodeToString(sum[:12])
	if p.Status == http.StatusOK {
		h.Set("ETag", `W/"`+tag+`"`)
	}
	isText := !strings.HasPrefix(p.Type, "image/png")
	if isText {
		h.Add("Vary", "Accept-Encoding, Accept-Language, Cookie")
	}
	switch {
	case p.Status == http.StatusOK && strings.Contains(r.Header.Get("If-None-Match"), tag):
		w.WriteHeader(http.StatusNotModified)
		return
	case isText && len(p.Body) >= leastPacked && readsGzip(r):
		packed, err := packed.Get(r.Context(), tag, func() (Page, error) { return pack(p.Body) })
		if err == nil {
			h.Set("Content-Encoding", "gzip")
			p.Body = packed.Body
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(p.Body)))
	w.WriteHeader(p.Status)
	_, _ = w.Write(p.Body)
}

// leastPacked is the size of a text in bytes from which compressing it pays.
const leastPacked = 500

// packed has compressed texts by their tags.
var packed Cache

// pack compresses a text.
func pack(body []byte) (Page, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err == nil {
		_, err = z.Write(body)
	}
	if err == nil {
		err = z.Close()
	}
	return Page{Body: b.Bytes()}, err
}

// readsGzip reports whether a client reads gzip (RFC 9110, 12.5.3).
func readsGzip(r *http.Request) bool {
	for one := range strings.SplitSeq(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		coding, q, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(one), " ", ""), ";")
		if coding == "gzip" || coding == "*" {
			weight, err := strconv.ParseFloat(strings.TrimPrefix(q, "q="), 64)
			return q == "" || err == nil && weight > 0
		}
	}
	return false
}

// Find returns what a request asks for: the key of a page, in one form however the request spells it, and
// how to make the page. It runs as light work.
type Find func(r *http.Request) (key string, make func(ctx context.Context) (Page, error), err error)

// Cache holds made pages. The zero value keeps 64 of them until others take their places. It is safe for
// use by many goroutines.
type Cache struct {
	// Age is the time after which a page is made anew, 0 for never.
	Age time.Duration

	mu   sync.Mutex
	made map[string]*making
}

// making is a page that is made, or being made.
type making struct {
	done  chan struct{} // closed when page is set, or has failed
	page  Page
	ready bool
	since time.Time
}

// mostPages limits the pages of a cache.
const mostPages = 64

// Serve returns a handler of the pages that find names. A page that is not in the cache is made at a place
// for work, once for all who wait for it, and no longer than its client waits. failed answers a request
// without a page.
func (c *Cache) Serve(find Find, failed func(w http.ResponseWriter, r *http.Request, err error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		type found struct {
			key  string
			make func(ctx context.Context) (Page, error)
		}
		out, err := Work(turns.Light, func(r *http.Request) (any, error) {
			key, make, err := find(r)
			return found{key, make}, err
		})(r)
		var p Page
		if err == nil {
			f := out.(found)
			p, err = c.Get(r.Context(), f.key, func() (Page, error) {
				out, err := Work(turns.Command, func(r *http.Request) (any, error) { return f.make(r.Context()) })(r)
				p, _ := out.(Page)
				return p, err
			})
		}
		if err != nil {
			failed(w, r, err)
			return
		}
		p.Write(w, r)
	}
}

// Get returns the page of a key. It makes a missing one, or waits for another caller who makes it. A caller
// whose ctx ends does not wait, and its failure is nobody else's.
func (c *Cache) Get(ctx context.Context, key string, make func() (Page, error)) (Page, error) {
	for {
		m, own := c.begin(key)
		if own {
			return c.make(key, m, make)
		}
		select {
		case <-m.done:
		case <-ctx.Done():
			return Page{}, context.Cause(ctx)
		}
		if m.ready {
			return m.page, nil
		}
	}
}

// begin returns the page of a key, and whether the caller must make it.
func (c *Cache) begin(key string) (m *making, own bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m = c.made[key]
	if m != nil && !(m.ready && c.Age > 0 && time.Since(m.since) >= c.Age) {
		return m, false
	}
	if c.made == nil {
		c.made = map[string]*making{}
	}
	for other, o := range c.made {
		if len(c.made) < mostPages {
			break
		}
		if o.ready {
			delete(c.made, other)
		}
	}
	m = &making{done: make(chan struct{})}
	c.made[key] = m
	return m, true
}

// make makes a page for all who wait for it.
func (c *Cache) make(key string, m *making, make func() (Page, error)) (p Page, err error) {
	ready := false
	defer func() { c.end(key, m, p, ready) }() // also after a panic
	p, err = make()
	ready = err == nil
	return p, err
}

// end notes a page, or that it could not be made.
func (c *Cache) end(key string, m *making, p Page, ready bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m.page, m.ready, m.since = p, ready, time.Now()
	if !ready && c.made[key] == m {
		delete(c.made, key)
	}
	close(m.done)
}

package metrics

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"arcade/lobby/config"
	"arcade/store"
	"arcade/store/guard"
)

func TestCheckLocal(t *testing.T) {
	for address, want := range map[string]bool{
		"127.0.0.1:9464": true, "127.1.2.3:0": true, "[::1]:9464": true, "localhost:9464": true, "[::ffff:127.0.0.1]:1": true,
		":9464": false, "0.0.0.0:9464": false, "[::]:9464": false, "192.168.0.1:9464": false, "example.org:9464": false,
		"127.0.0.1": false, "localhost.example.org:1": false, "": false,
	} {
		if err := CheckLocal(address); (err == nil) != want {
			t.Errorf("%q: %v", address, err)
		}
	}
	if _, _, err := Listen("0.0.0.0:0", false, nil, slog.Default()); !errors.Is(err, ErrPublic) {
		t.Errorf("listened to the world: %v", err)
	}
}

// stub is a store that replies to one request, after a while.
type stub struct {
	store.Store
	takes time.Duration
	err   error
}

func (s stub) Secret(ctx context.Context) ([]byte, error)           { time.Sleep(s.takes); return nil, s.err }
func (s stub) Player(context.Context, string) (store.Player, error) { return store.Player{}, s.err }
func (s stub) TakeOver(context.Context, string, uint64, string) (store.Match, error) {
	return store.Match{}, s.err
}
func (s stub) Ranked(context.Context, string) (int, error)                       { time.Sleep(s.takes); return 0, s.err }
func (s stub) Append(context.Context, string, uint64, int, ...store.Entry) error { return s.err }
func (s stub) Entries(context.Context, string, int, int) ([]store.Entry, error)  { return nil, nil }

func TestReady(t *testing.T) {
	for _, tt := range []struct {
		name     string
		store    stub
		writes   error
		draining bool
		cut      bool
		want     string
	}{
		{"well", stub{}, nil, false, false, ""},
		{"slow", stub{takes: readyTime - time.Millisecond}, nil, false, false, ""},
		{"draining", stub{}, nil, true, false, "draining"},
		{"failing", stub{err: errors.New("disk")}, nil, false, false, "store"},
		{"hanging", stub{takes: time.Hour}, nil, false, false, "store"},
		{"full", stub{}, errors.New("disk"), false, false, "writes"},
		{"cut off", stub{}, nil, false, true, "cluster"},
		{"cut off from the store", stub{err: errors.New("disk")}, nil, false, true, "store"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				ready := Ready(tt.store, func() error { return tt.writes }, func() bool { return tt.draining }, func() bool { return !tt.cut })
				for range 3 {
					if got := ready(t.Context()); got != tt.want {
						t.Errorf("%q, want %q", got, tt.want)
					}
				}
				if took := time.Since(start); took > 3*readyTime {
					t.Errorf("it took %v", took)
				}
				time.Sleep(time.Hour) // the one request has ended by now
			})
		})
	}
}

// scrape gets a handler's metrics, reads them as Prometheus does, and returns a function that finds a
// value. The value of a histogram is its number of samples.
func scrape(t *testing.T, h http.Handler) func(name string, labels ...string) float64 {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	if w.Code != http.StatusOK || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain; version=") {
		t.Fatalf("%d %v", w.Code, w.Header())
	}
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	return func(name string, labels ...string) float64 {
		t.Helper()
		if families[name] == nil {
			t.Fatalf("no %s", name)
		}
		for _, m := range families[name].Metric {
			has := map[string]string{}
			for _, l := range m.Label {
				has[l.GetName()] = l.GetValue()
			}
			all := true
			for i := 0; i < len(labels); i += 2 {
				all = all && has[labels[i]] == labels[i+1]
			}
			switch {
			case !all:
			case m.Histogram != nil:
				return float64(m.Histogram.GetSampleCount())
			default:
				return m.GetGauge().GetValue() + m.GetCounter().GetValue()
			}
		}
		t.Fatalf("no %s with %v", name, labels)
		return 0
	}
}

func TestCounts(t *testing.T) {
	m := New("v1 abc", "othello", "matgo")
	h := m.Handler(func(context.Context) string { return "" }, slog.New(slog.DiscardHandler))
	m.Acted("othello", config.ByPerson, 3*time.Millisecond)
	m.Acted("othello", config.ByBot, time.Hour)
	m.Acted("othello", config.ByTable, time.Hour)
	m.Acted("othello", config.ByTable, time.Hour)
	m.Acted("chess", config.ByPerson, time.Hour) // a game that the arcade does not have
	counted := func(err error) *guard.Store {
		s := guard.New(stub{err: err})
		s.Observe(m.Stored)
		return s
	}
	well, bad, missing := counted(nil), counted(errors.New("disk")), counted(store.ErrNotFound)
	_, _ = well.Player(t.Context(), "x")
	_, _ = missing.Player(t.Context(), "x")
	_, _ = bad.Player(t.Context(), "x")
	_ = bad.Append(t.Context(), "x", 0, 0)
	_, _ = well.TakeOver(t.Context(), "x", 0, "a")
	_, _ = bad.TakeOver(t.Context(), "x", 0, "a")
	late := counted(store.ErrFenced)
	_ = late.Append(t.Context(), "x", 0, 0)
	_, _ = late.TakeOver(t.Context(), "x", 0, "a")
	m.Asked("deed", time.Millisecond, nil)
	m.Asked("deed", time.Second, errors.New("no answer"))
	(*Metrics)(nil).Asked("deed", time.Second, nil)
	value := scrape(t, h)
	for _, tt := range []struct {
		want   float64
		name   string
		labels []string
	}{
		{1, "arcade_actions_total", []string{"game", "othello", "by", "person"}},
		{1, "arcade_actions_total", []string{"game", "othello", "by", "bot"}},
		{2, "arcade_actions_total", []string{"game", "othello", "by", "table"}},
		{0, "arcade_actions_total", []string{"game", "matgo", "by", "person"}},
		{1, "arcade_action_seconds", []string{"game", "othello"}},
		{3, "arcade_store_seconds", []string{"op", "player"}},
		{2, "arcade_store_seconds", []string{"op", "append"}},
		{1, "arcade_adopted_total", nil},
		{1, "arcade_takeovers_total", nil},
		{2, "arcade_fenced_total", nil},
		{2, "arcade_cluster_request_seconds", []string{"kind", "deed"}},
		{1, "arcade_cluster_request_errors_total", []string{"kind", "deed"}},
		{1, "arcade_store_errors_total", []string{"op", "take_over"}},
		{0, "arcade_store_seconds", []string{"op", "finish"}},
		{1, "arcade_store_errors_total", []string{"op", "player"}},
		{1, "arcade_store_errors_total", []string{"op", "append"}},
		{1, "arcade_build_info", []string{"version", "v1 abc"}},
	} {
		if got := value(tt.name, tt.labels...); got != tt.want {
			t.Errorf("%s%v: %v, want %v", tt.name, tt.labels, got, tt.want)
		}
	}
	if value("go_goroutines") < 1 || value("go_memstats_heap_alloc_bytes") <= 0 || value("process_resident_memory_bytes") <= 0 {
		t.Error("no goroutines or memory")
	}
}

func TestHandler(t *testing.T) {
	word := ""
	h := New("v1").Handler(func(context.Context) string { return word }, slog.New(slog.DiscardHandler))
	for _, tt := range []struct {
		method, path, word string
		code               int
		want               string
	}{
		{"GET", "/healthz", "", 200, "ok\n"},
		{"GET", "/readyz", "", 200, "ok\n"},
		{"GET", "/readyz", "draining", 503, "draining\n"},
		{"GET", "/healthz", "draining", 200, "ok\n"},
		{"HEAD", "/readyz", "store", 503, ""},
		{"POST", "/metrics", "", 405, "Method Not Allowed\n"},
		{"GET", "/debug/pprof/", "", 404, "404 page not found\n"},
	} {
		word = tt.word
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(tt.method, tt.path, nil))
		body, _ := io.ReadAll(w.Body)
		if w.Code != tt.code || tt.want != "" && string(body) != tt.want {
			t.Errorf("%s %s: %d %q", tt.method, tt.path, w.Code, body)
		}
	}
}

func TestCountsAllocateNothing(t *testing.T) {
	m := New("v1", "othello")
	s := guard.New(stub{})
	s.Observe(m.Stored)
	if n := testing.AllocsPerRun(1000, func() {
		m.Acted("othello", config.ByPerson, time.Millisecond)
		_, _ = s.Ranked(t.Context(), "othello")
	}); n != 0 {
		t.Errorf("%v allocations an action", n)
	}
}

func BenchmarkActed(b *testing.B) {
	m := New("v1", "othello")
	b.ReportAllocs()
	for b.Loop() {
		m.Acted("othello", config.ByPerson, time.Millisecond)
	}
}

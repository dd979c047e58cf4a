package web_test

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"arcade/lobby/turns"
	"arcade/server/web"
	"arcade/server/web/webtest"
)

// A neighbourhood pays for its requests: a client with too much debt waits and is refused, and others get
// a response at once.
func TestWorkIsPaidFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		work := turns.New(turns.Limits{Places: 1})
		f := webtest.New(t, web.Config{Turns: work, APIs: []func(*http.ServeMux){func(mux *http.ServeMux) {
			mux.HandleFunc("GET /heavy", web.Answering(http.StatusNoContent, web.Work(turns.Command, func(*http.Request) (any, error) {
				time.Sleep(time.Minute)
				return nil, nil
			})))
			mux.HandleFunc("GET /light", web.Answering(http.StatusNoContent, web.Work(turns.Light, func(*http.Request) (any, error) {
				return nil, nil
			})))
		}}})
		ask := func(from, path string, status int, took time.Duration) {
			t.Helper()
			f.From = from + ":1000"
			start := time.Now()
			a := f.Answer(f.Request("GET", path, nil))
			if a.Status != status || time.Since(start) != took || (status == 503) != (a.Header.Get("Retry-After") != "") {
				t.Errorf("%s for %s: %d after %v: %s", path, from, a.Status, time.Since(start), a.Body)
			}
		}
		ask("192.0.2.1", "/light", 204, 0)
		ask("192.0.2.1", "/heavy", 204, time.Minute)
		ask("192.0.2.1", "/light", 503, 20*time.Second)
		ask("192.0.2.200", "/heavy", 503, 20*time.Second)
		ask("192.0.3.1", "/light", 204, 0)
		ask("[2001:db8:1:1::1]", "/heavy", 204, time.Minute)
		ask("[2001:db8:1:2::1]", "/light", 503, 20*time.Second)
		time.Sleep(5 * time.Minute)
		ask("192.0.2.1", "/light", 204, 0)
		if list := work.Costs(); len(list) < 2 || list[0].Work[turns.Command] != time.Minute {
			t.Errorf("costs %+v", list)
		}
	})
}

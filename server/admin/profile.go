package admin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"runtime/pprof"
	"time"
)

// Kinds of profiles.
const (
	ProfileCPU        = "cpu"        // where processor time goes, over some seconds
	ProfileHeap       = "heap"       // what lives in memory, as of the last collection
	ProfileGoroutines = "goroutines" // what waits where
)

// maxProfile is the longest that processor time is measured.
const maxProfile = 5 * time.Minute

var (
	errProfileKind = fmt.Errorf("a profile is %s, %s or %s", ProfileCPU, ProfileHeap, ProfileGoroutines)
	errProfileTime = fmt.Errorf("a profile takes at most %s", maxProfile)
)

// profile writes a profile in pprof's format: functions, numbers and goroutines, no person's data.
func (h House) profile(w http.ResponseWriter, r *http.Request) {
	kind := r.URL.Query().Get("kind")
	d, err := time.ParseDuration(r.URL.Query().Get("for"))
	switch {
	case kind != ProfileCPU && kind != ProfileHeap && kind != ProfileGoroutines:
		err = errProfileKind
	case err == nil && (d <= 0 || d > maxProfile):
		err = errProfileTime
	}
	if err != nil {
		answer(w, http.StatusBadRequest, failure{err.Error()})
		return
	}
	h.Log.Info("admin", "action", "profile", "kind", kind)
	switch kind {
	case ProfileCPU:
		if err = pprof.StartCPUProfile(w); err != nil { // another one runs
			answer(w, http.StatusConflict, failure{err.Error()})
			return
		}
		select {
		case <-time.After(d):
		case <-r.Context().Done():
		}
		pprof.StopCPUProfile()
	case ProfileHeap:
		err = pprof.Lookup("heap").WriteTo(w, 0)
	case ProfileGoroutines:
		err = pprof.Lookup("goroutine").WriteTo(w, 0)
	}
	if err != nil {
		h.Log.Error("admin", "action", "profile", "err", err)
	}
}

// Profile writes a profile of the running server to w, in the format of "go tool pprof". Processor time is
// measured for d, at most five minutes; the other kinds are of the moment.
func (c *Client) Profile(ctx context.Context, w io.Writer, kind string, d time.Duration) error {
	resp, err := c.do(ctx, "GET", "/profile?"+url.Values{"kind": {kind}, "for": {d.String()}}.Encode(), nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	n, err := io.Copy(w, resp.Body)
	if err == nil && n == 0 {
		err = errors.New("the server sent an empty profile")
	}
	return err
}

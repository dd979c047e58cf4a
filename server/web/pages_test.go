package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"arcade/lobby/turns"
)

func text(s string) (Page, error) {
	return Page{Status: http.StatusOK, Type: "text/plain", Body: []byte(s)}, nil
}

// A page that takes long to make delays no other page, and is made once.
func TestSlowPage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c Cache
		began, slow, made := 0, make(chan struct{}), make(chan string, 2)
		for range 2 {
			go func() {
				p, _ := c.Get(t.Context(), "slow", func() (Page, error) { began++; <-slow; return text("slow") })
				made <- string(p.Body)
			}()
		}
		synctest.Wait()
		for i := range 100 { // more than are kept
			if p, err := c.Get(t.Context(), fmt.Sprint(i), func() (Page, error) { return text(fmt.Sprint(i)) }); err != nil || string(p.Body) != fmt.Sprint(i) {
				t.Errorf("page %d is %q, %v", i, p.Body, err)
			}
		}
		if n := len(c.made); n > mostPages {
			t.Errorf("%d are kept", n)
		}
		close(slow)
		for range 2 {
			if got := <-made; got != "slow" || began != 1 {
				t.Errorf("the slow page is %q, made %d times", got, began)
			}
		}
	})
}

// Whoever leaves while a page is made does not wait, and takes the page from nobody else.
func TestPagesOfThoseWhoLeave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c Cache
		first, leave := context.WithCancel(t.Context())
		second, leaveToo := context.WithCancel(t.Context())
		done := make(chan error, 3)
		stays := func(ctx context.Context) {
			_, err := c.Get(ctx, "page", func() (Page, error) {
				select {
				case <-time.After(time.Minute):
					return text("page")
				case <-ctx.Done():
					return Page{}, ctx.Err()
				}
			})
			done <- err
		}
		for _, ctx := range []context.Context{first, second, t.Context()} {
			go stays(ctx)
			synctest.Wait()
		}
		leaveToo()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("one who waited and left: %v", err)
		}
		leave()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("the one who made it: %v", err)
		}
		if err := <-done; err != nil {
			t.Errorf("the one who stays: %v", err)
		}
	})
}

func TestOldPages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, made := Cache{Age: 2 * time.Second}, 0
		for _, want := range []int{1, 1, 2, 2} {
			if _, err := c.Get(t.Context(), "page", func() (Page, error) { made++; return text("page") }); err != nil || made != want {
				t.Errorf("made %d times, want %d, %v", made, want, err)
			}
			time.Sleep(time.Second)
		}
	})
}

// A page is made at a place for work, for the client's account. A client without a place is refused.
func TestPagesTakeAPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		work := turns.New(turns.Limits{Places: 1})
		var c Cache
		var failed error
		h := c.Serve(func(r *http.Request) (string, func(context.Context) (Page, error), error) {
			return r.URL.Path, func(context.Context) (Page, error) { time.Sleep(time.Second); return text("page") }, nil
		}, func(_ http.ResponseWriter, _ *http.Request, err error) { failed = err })
		asks := func(ctx context.Context, path string) string {
			w := httptest.NewRecorder()
			r := httptest.NewRequest("GET", path, nil).WithContext(withWork(ctx, work, netip.MustParseAddr("192.0.2.1")))
			h(w, r)
			return w.Body.String()
		}
		got := asks(t.Context(), "/page") + asks(t.Context(), "/page")
		if n := work.Counts(); got != "pagepage" || n[turns.Command].Begun != 1 || n[turns.Light].Begun != 2 {
			t.Errorf("%q, %d were made, %d looked for", got, n[turns.Command].Begun, n[turns.Light].Begun)
		}
		if costs := work.Costs(); len(costs) != 1 || costs[0].From != "192.0.2.0/24" || costs[0].Work[turns.Command] < time.Second {
			t.Errorf("the costs are %+v", costs)
		}
		other, err := work.Begin(t.Context(), turns.Payer{From: "other"}, turns.Command) // has the place
		if err != nil {
			t.Fatal(err)
		}
		defer other.End()
		ctx, leave := context.WithTimeout(t.Context(), time.Minute)
		defer leave()
		if got := asks(ctx, "/other"); got != "" || !errors.As(failed, new(Refusal)) {
			t.Errorf("without a place: %q, %v", got, failed)
		}
	})
}

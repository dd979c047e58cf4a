package term

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Feed hands over the keys typed during the probe first, then the rest of the input, and its end.
func TestFeed(t *testing.T) {
	for _, early := range []bool{true, false} { // the client goes before the feed
		synctest.Test(t, func(t *testing.T) {
			r, w := io.Pipe()
			in := NewInput(r)
			go func() {
				for _, s := range []string{"a", "b", "\x1b[?62c", "c", "d", "e"} {
					_, _ = io.WriteString(w, s)
				}
				if early {
					w.Close()
				}
			}()
			if _, err := in.Probe(t.Context(), io.Discard, time.Second, false); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			var got strings.Builder
			ended := make(chan error, 1)
			in.Feed(func(p []byte, err error) {
				got.Write(p)
				if err != nil {
					ended <- err
				}
			})
			synctest.Wait()
			if !early {
				_, _ = io.WriteString(w, "fg")
				w.Close()
			}
			if err := <-ended; !errors.Is(err, io.EOF) {
				t.Errorf("ended with %v", err)
			}
			want := "abcde"
			if !early {
				want = "abcdefg"
			}
			if got.String() != want {
				t.Errorf("%q, want %q", got.String(), want)
			}
			_ = in.Close()
		})
	}
}

// stubborn is an input like a client's channel: Close does not end a Read.
type stubborn struct{ io.Reader }

func (stubborn) Close() error { return nil }

// If Close does not end a source's Read, nobody waits for it, and nobody gets its later bytes.
func TestInputOfASourceThatGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		in := NewInput(stubborn{r})
		ended := make(chan error, 1)
		in.Feed(func(p []byte, err error) {
			if len(p) > 0 {
				t.Errorf("fed %q", p)
			}
			ended <- err
		})
		synctest.Wait()
		_ = in.Close()
		if _, err := io.WriteString(w, "late"); err != nil {
			t.Error(err)
		}
		if err := <-ended; !errors.Is(err, io.ErrClosedPipe) {
			t.Error(err)
		}
	})
}

package server

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/spf13/cobra"

	"arcade/lobby/turns"
	"arcade/server/exec"
)

// worker returns a session with a command that a test makes.
func worker(t *testing.T, w *turns.Turns, run func(ctx context.Context, out io.Writer) error) *session {
	s := &session{srv: &Server{cfg: Config{Turns: w, Commands: func(call *exec.Call) []*cobra.Command {
		c := &cobra.Command{Use: "long", Args: cobra.NoArgs}
		c.RunE = func(cmd *cobra.Command, _ []string) error { return run(cmd.Context(), call.Stdout) }
		return []*cobra.Command{c}
	}}}}
	return s
}

// taken reports whether the only place is taken.
func taken(t *testing.T, w *turns.Turns) bool {
	ctx, stop := context.WithTimeout(t.Context(), time.Millisecond)
	defer stop()
	one, err := w.Begin(ctx, turns.Payer{From: "another"}, turns.Bot)
	one.End()
	return err != nil
}

// slowReader is a client that reads slowly.
type slowReader struct{ strings.Builder }

func (s *slowReader) Write(p []byte) (int, error) {
	time.Sleep(time.Second)
	return s.Builder.Write(p)
}

// A command holds a place while it works, but not while it waits for its client.
func TestCommandsWaitBesideTheirPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := turns.New(turns.Limits{Places: 1})
		s := worker(t, w, func(ctx context.Context, out io.Writer) error {
			time.Sleep(time.Second)
			_, err := io.WriteString(out, strings.Repeat("x", outBuffer+1))
			time.Sleep(time.Second)
			_ = turns.Away(ctx, func() { time.Sleep(time.Second) }) // as if waiting for input
			return err
		})
		to := &slowReader{}
		done := make(chan error)
		go func() {
			_, err := s.work(t.Context(), &exec.Call{Stdout: to, Stderr: io.Discard, Stdin: strings.NewReader("")}, []string{"long"})
			done <- err
		}()
		var got []bool
		time.Sleep(500 * time.Millisecond)
		for range 5 {
			got = append(got, taken(t, w))
			time.Sleep(time.Second - time.Millisecond)
		}
		if want := []bool{true, false, true, false, false}; !slices.Equal(got, want) {
			t.Errorf("the place was taken: %v, want %v", got, want)
		}
		if err := <-done; err != nil || to.Len() != outBuffer+1 {
			t.Errorf("%v, %d bytes", err, to.Len())
		}
	})
}

// A command whose client hangs up stops, and releases its place.
func TestCommandsOfTheGoneStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := turns.New(turns.Limits{Places: 1})
		s := worker(t, w, func(ctx context.Context, _ io.Writer) error {
			for {
				time.Sleep(time.Millisecond)
				if err := turns.Pace(ctx); err != nil {
					return err
				}
			}
		})
		gone := errors.New("gone")
		ctx, hangUp := context.WithCancelCause(t.Context())
		done := make(chan error)
		for range 2 { // one works, one waits
			go func() {
				_, err := s.work(ctx, &exec.Call{Stdout: io.Discard, Stderr: io.Discard, Stdin: strings.NewReader("")}, []string{"long"})
				done <- err
			}()
		}
		time.Sleep(time.Minute)
		hangUp(gone)
		start := time.Now()
		if a, b := <-done, <-done; a != gone || b != gone || time.Since(start) > 10*time.Millisecond {
			t.Errorf("%v, %v after %v", a, b, time.Since(start))
		}
		if taken(t, w) {
			t.Error("the place is taken")
		}
	})
}

package web

import (
	"context"
	"net/http"
	"net/netip"
	"time"

	"arcade/lobby/turns"
)

// workKey has in a request's context where it is worked on.
type workKey struct{}

// withWork is ctx with where a request from an address is worked on, and for whom. A neighbourhood
// is one there: a person can have the whole of it.
func withWork(ctx context.Context, t *turns.Turns, ip netip.Addr) context.Context {
	return context.WithValue(turns.By(ctx, turns.Asker{From: networksOf(ip)[1].String()}), workKey{}, t)
}

// Work is f as work of a kind: [turns.Light] for what a request usually takes, [turns.Command] for
// what takes the processor for long. Whoever has cost too much waits, and is refused in the end.
func Work(kind turns.Kind, f func(*http.Request) (any, error)) func(*http.Request) (any, error) {
	return func(r *http.Request) (out any, err error) {
		t, _ := r.Context().Value(workKey{}).(*turns.Turns)
		if t == nil {
			return f(r)
		}
		began := false
		worked := t.Do(r.Context(), kind, func(ctx context.Context) error {
			began = true
			out, err = f(r.WithContext(ctx))
			return nil
		})
		if !began && worked != nil {
			return nil, Refusal{http.StatusServiceUnavailable, "The arcade has no time now, ask again", 10 * time.Second}
		}
		return out, err
	}
}

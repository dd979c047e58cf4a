package web

import (
	"context"
	"net/http"
	"net/netip"
	"time"

	"arcade/lobby/network"
	"arcade/lobby/turns"
)

// workKey is the key of the scheduler in a request's context.
type workKey struct{}

// withWork returns ctx with the scheduler and the account for a request's work. A neighbourhood has one
// account, because one person can have all of it.
func withWork(ctx context.Context, t *turns.Turns, ip netip.Addr) context.Context {
	return context.WithValue(turns.By(ctx, turns.Payer{From: network.Of(ip)[network.Neighbourhood].String()}), workKey{}, t)
}

// Work wraps f as work of a kind: [turns.Light] for a usual request, [turns.Command] for long work. A
// client that has cost too much waits, and is refused in the end.
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

package cluster

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// requestTime limits the time in which NATS answers one request of a joining node. Tests shorten it.
var requestTime = time.Second

// placeTime limits the time in which three NATS servers find each other.
const placeTime = 10 * time.Second

// JetStream error codes without a name in nats.go.
const (
	codeNoPeers   jetstream.ErrorCode = 10005 // too few servers for the replicas
	codeNoLeader  jetstream.ErrorCode = 10008 // temporarily unavailable
	codeNotLeader jetstream.ErrorCode = 10009
	codeOneServer jetstream.ErrorCode = 10074 // no replicas without a cluster
)

// answered repeats a request until NATS answers it, because servers without a leader lose or refuse
// requests. Each attempt has its own time limit.
func answered[T any](ctx context.Context, request func(context.Context) (T, error)) (T, error) {
	for {
		one, cancel := context.WithTimeout(ctx, requestTime)
		answer, err := request(one)
		cancel()
		if err == nil || ctx.Err() != nil || !unready(err) {
			return answer, err
		}
		select {
		case <-time.After(requestTime / 10):
		case <-ctx.Done():
			return answer, err
		}
	}
}

// unready reports whether a failed request may succeed when it is repeated.
func unready(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) ||
		errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrNoStreamResponse) ||
		is(err, codeNoPeers) || is(err, codeNoLeader) || is(err, codeNotLeader)
}

// is reports whether err is a JetStream error with this code.
func is(err error, code jetstream.ErrorCode) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == code
}

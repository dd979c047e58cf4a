// Package natstest starts a NATS server for a test, and has the note of nodes with NATS inside them.
package natstest

import (
	"errors"
	"net"
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"arcade/internal/freeport"
)

// Start starts a server with JetStream in a folder ("": without JetStream) at an address of this machine ("": a
// free one, which the system gives to no other program). The server ends with its test, or by [Stop].
func Start(t testing.TB, dir, addr string) *server.Server {
	t.Helper()
	var err error
	if addr == "" {
		addr, err = freeport.Addr()
	}
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(dir, addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { Stop(s) })
	return s
}

// New is Start for a server that runs in its own process.
func New(dir, addr string) (*server.Server, error) {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(port)
	if err != nil {
		return nil, err
	}
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: n, JetStream: dir != "", StoreDir: dir, NoSigs: true, NoLog: true, MaxPayload: 8 << 20})
	if err != nil {
		return nil, err
	}
	s.Start()
	if !s.ReadyForConnections(time.Minute) {
		return nil, errors.New("NATS does not start")
	}
	return s, nil
}

// Stop ends a server and waits until it has ended.
func Stop(s *server.Server) {
	s.Shutdown()
	s.WaitForShutdown()
}

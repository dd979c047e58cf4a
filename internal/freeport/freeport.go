// Package freeport finds a port for a server that cannot report which port it took.
package freeport

import (
	"fmt"
	"math/rand/v2"
	"net"
	"sync/atomic"
)

// The system assigns ports from 32768 up (elsewhere from 49152) to connections and to listeners on any
// port. Such a port could be taken before the server listens, even by a connection that waits for the
// server.
const first, last = 10_000, 32_767

var tried atomic.Uint32

func init() { tried.Store(rand.Uint32N(last - first + 1)) }

// Addr returns a free address of this machine, another one each time.
func Addr() (string, error) {
	var err error
	for range 100 {
		addr := fmt.Sprint("127.0.0.1:", first+tried.Add(1)%(last-first+1))
		var ln net.Listener
		if ln, err = net.Listen("tcp", addr); err == nil {
			return addr, ln.Close()
		}
	}
	return "", fmt.Errorf("a free port: %w", err)
}

// Package freeport finds a port for a server that cannot be asked which one it took.
package freeport

import (
	"fmt"
	"math/rand/v2"
	"net"
	"sync/atomic"
)

// The system gives ports from 32768 up (elsewhere from 49152) to connections, also to connections
// that seek the server before it is there, and to listeners that take any: one of these could be
// gone before the server is at it.
const first, last = 10_000, 32_767

var tried atomic.Uint32

func init() { tried.Store(rand.Uint32N(last - first + 1)) }

// Addr is an address of this machine at which nobody listens; another one each time.
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

// Package chance gives tests a source of chance with a seed. A failure prints the seed, so that it can be
// repeated.
package chance

import (
	"encoding/binary"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"
	"testing/cryptotest"
)

// Seed returns a new seed for a test and logs it. With CHANCE=N in the environment it returns N.
func Seed(t testing.TB) uint64 {
	t.Helper()
	seed := uint64(rand.Uint32())
	if text := os.Getenv("CHANCE"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal("CHANCE:", err)
		}
	}
	t.Logf("CHANCE=%d has the same chance again", seed)
	return seed
}

// Reader returns a random source from [Seed], for a lobby's Random. Any goroutine may read it.
func Reader(t testing.TB) io.Reader {
	t.Helper()
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], Seed(t))
	return &reader{r: rand.NewChaCha8(key)}
}

type reader struct {
	mu sync.Mutex
	r  *rand.ChaCha8
}

func (r *reader) Read(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.r.Read(p)
}

// Deal derives everything that is read from crypto/rand from [Seed] until the test ends: ids, seats,
// codes, seeds of matches and the secret of a store. It affects the whole process, so it panics in a
// parallel test, which must use [Reader].
func Deal(t *testing.T) {
	t.Helper()
	cryptotest.SetGlobalRandom(t, Seed(t))
}

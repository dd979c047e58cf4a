// Package chance gives tests their chance: from a seed that a failure prints, so that
// what failed once can be had again.
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

// Seed is a seed of a test's own, another one each time, and in the log of the test;
// with CHANCE=N in the environment it is N.
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

// Reader draws from [Seed], for a lobby's Random; any goroutine may read it.
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

// Deal has all that is drawn from crypto/rand until the test ends follow from [Seed]:
// ids, seats, codes, seeds of matches and the secret of a store. That is so in the whole
// process, so a parallel test panics here: it takes [Reader].
func Deal(t *testing.T) {
	t.Helper()
	cryptotest.SetGlobalRandom(t, Seed(t))
}

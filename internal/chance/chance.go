// Package chance gives tests their chance: from a seed that a failure prints, so that
// what failed once can be had again.
package chance

import (
	"math/rand/v2"
	"os"
	"strconv"
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

// Deal has all that is drawn from crypto/rand until the test ends follow from [Seed]:
// ids, seats, codes, seeds of matches and the secret of a store. That is so in the whole
// process, so a parallel test panics here.
func Deal(t *testing.T) {
	t.Helper()
	cryptotest.SetGlobalRandom(t, Seed(t))
}

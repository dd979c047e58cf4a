package door

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"net/http"
	"sync"
	"time"
)

// challengeTime is the time in which a page may use the challenge that it came with.
const challengeTime = time.Minute

// challenges are what pages sign before they have a socket. Each is good for one signature. Only those that were
// used are remembered: the others are known by their seal.
type challenges struct {
	seal []byte // a secret of this process

	mu        sync.Mutex
	used, old map[string]bool // since turned, and in the challengeTime before it
	turned    time.Time
}

func newChallenges() challenges {
	seal := make([]byte, sha256.Size)
	_, _ = rand.Read(seal)
	return challenges{seal: seal}
}

// The parts of a challenge: the time at which it was made, chance, and the seal of both.
const (
	challengeSaid = 8 + 16
	challengeSize = challengeSaid + sha256.Size
)

// make returns a new challenge.
func (c *challenges) make(now time.Time) string {
	b := make([]byte, challengeSaid, challengeSize)
	binary.BigEndian.PutUint64(b, uint64(now.UnixNano()))
	_, _ = rand.Read(b[8:])
	return base64.RawURLEncoding.EncodeToString(append(b, c.sealed(b)...))
}

func (c *challenges) sealed(b []byte) []byte {
	m := hmac.New(sha256.New, c.seal)
	_, _ = m.Write(b)
	return m.Sum(nil)
}

// spend uses a challenge, and reports whether it was good.
func (c *challenges) spend(challenge string, now time.Time) bool {
	b, err := base64.RawURLEncoding.Strict().DecodeString(challenge)
	if err != nil || len(b) != challengeSize || !hmac.Equal(b[challengeSaid:], c.sealed(b[:challengeSaid])) {
		return false
	}
	if age := now.Sub(time.Unix(0, int64(binary.BigEndian.Uint64(b)))); age < 0 || age > challengeTime {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if now.Sub(c.turned) > challengeTime { // what was used before is too old by then
		c.used, c.old, c.turned = map[string]bool{}, c.used, now
	}
	if c.used[challenge] || c.old[challenge] {
		return false
	}
	c.used[challenge] = true
	return true
}

// challenged wraps the handler of the page, which gets a challenge in a cookie: in the page it would change with
// each answer, and no browser could keep the page.
func (d *Door) challenged(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		http.SetCookie(w, &http.Cookie{
			Name: "challenge", Value: d.challenges.make(time.Now()), Path: "/", MaxAge: int(challengeTime / time.Second), SameSite: http.SameSiteStrictMode,
		})
		next(w, r)
	}
}

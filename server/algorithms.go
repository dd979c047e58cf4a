package server

import (
	"crypto/rsa"
	"errors"
	"fmt"

	"arcade/server/say"

	gossh "golang.org/x/crypto/ssh"
)

// algorithms leaves a connection only what nobody can break today: the library's own
// defaults have SHA-1 in them for clients of ten years ago. The first that a client
// has as well is taken in the client's order; ours is for readers.
func algorithms(c *gossh.ServerConfig) {
	c.KeyExchanges = []string{
		gossh.KeyExchangeMLKEM768X25519, // what is recorded today stays closed to a quantum computer
		gossh.KeyExchangeCurve25519,
		gossh.KeyExchangeECDHP256, gossh.KeyExchangeECDHP384, gossh.KeyExchangeECDHP521,
		gossh.KeyExchangeDH14SHA256, // larger groups cost ten times as much before anybody has logged in
	}
	c.Ciphers = gossh.SupportedAlgorithms().Ciphers
	c.MACs = []string{gossh.HMACSHA256ETM, gossh.HMACSHA512ETM, gossh.HMACSHA256, gossh.HMACSHA512}
	c.PublicKeyAuthAlgorithms = gossh.SupportedAlgorithms().PublicKeyAuths
}

// leastRSA is how many bits an RSA key has at least.
const leastRSA = 2048

// strong refuses a key that others could compute, with a line that the client shows:
// the player would come in as a guest without knowing why.
func strong(key gossh.PublicKey) error {
	if cert, ok := key.(*gossh.Certificate); ok {
		key = cert.Key
	}
	k, ok := key.(gossh.CryptoPublicKey)
	if !ok {
		return nil
	}
	r, ok := k.CryptoPublicKey().(*rsa.PublicKey)
	if !ok || r.N.BitLen() >= leastRSA {
		return nil
	}
	line := say.Both("이 RSA 키는 너무 짧아요. ssh-keygen -t ed25519 로 새 키를 만들어 주세요.", "this RSA key is too short; make a new one with ssh-keygen -t ed25519")
	return &gossh.BannerError{
		Err:     fmt.Errorf("%w: RSA of %d bits", errWeakKey, r.N.BitLen()),
		Message: "arcade: " + line.KO + "\r\narcade: " + line.EN + "\r\n",
	}
}

var errWeakKey = errors.New("weak key")

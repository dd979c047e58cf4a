package server

import (
	"crypto/rsa"
	"errors"
	"fmt"

	gossh "golang.org/x/crypto/ssh"
)

// algorithms restricts connections to algorithms that nobody can break today; the library's defaults
// include SHA-1 for old clients. The client's order decides which algorithm is used; the order here is
// for readers.
func algorithms(c *gossh.ServerConfig) {
	c.KeyExchanges, c.Ciphers, c.MACs, c.PublicKeyAuthAlgorithms = keyExchanges, ciphers, macs, publicKeyAuths
}

// Connections share these lists.
var (
	keyExchanges = []string{
		gossh.KeyExchangeMLKEM768X25519, // a connection recorded today stays secret from a quantum computer
		gossh.KeyExchangeCurve25519,
		gossh.KeyExchangeECDHP256, gossh.KeyExchangeECDHP384, gossh.KeyExchangeECDHP521,
		gossh.KeyExchangeDH14SHA256, // larger groups cost ten times as much before the login
	}
	ciphers = gossh.SupportedAlgorithms().Ciphers
	macs    = []string{gossh.HMACSHA256ETM, gossh.HMACSHA512ETM, gossh.HMACSHA256, gossh.HMACSHA512}
	// SHA-1 comes last and is refused later: only a client that was let sign with it can be told why.
	publicKeyAuths = append(gossh.SupportedAlgorithms().PublicKeyAuths, gossh.KeyAlgoRSA)
)

// leastRSA is the minimum size of an RSA key in bits.
const leastRSA = 2048

// strong refuses a key that others could compute. The client shows the error. Without it the player would
// come in as a guest and not know why.
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
	return warning(tellWeakKey, fmt.Errorf("%w: RSA of %d bits", errWeakKey, r.N.BitLen()))
}

var (
	errWeakKey = errors.New("weak key")
	errSHA1    = errors.New("a signature with SHA-1")
)

package server

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"arcade/server/exec"

	gossh "golang.org/x/crypto/ssh"
)

// fingerprintKey names the extension of a connection's permissions that holds the signing key's
// fingerprint.
const fingerprintKey = "arcade-fingerprint"

// auth accepts everybody: by any public key, and by keyboard-interactive without questions, which clients
// try after their keys. "none" fails, because otherwise no client would offer a key.
func auth(c *gossh.ServerConfig) {
	c.PublicKeyCallback = func(_ gossh.ConnMetadata, key gossh.PublicKey) (*gossh.Permissions, error) {
		return nil, strong(key) // an offered key proves nothing yet
	}
	c.VerifiedPublicKeyCallback = func(_ gossh.ConnMetadata, key gossh.PublicKey, _ *gossh.Permissions, _ string) (*gossh.Permissions, error) {
		if cert, ok := key.(*gossh.Certificate); ok {
			key = cert.Key // the same player, with or without the certificate
		}
		return &gossh.Permissions{Extensions: map[string]string{fingerprintKey: gossh.FingerprintSHA256(key)}}, nil
	}
	c.KeyboardInteractiveCallback = func(gossh.ConnMetadata, gossh.KeyboardInteractiveChallenge) (*gossh.Permissions, error) {
		return nil, nil
	}
	c.MaxAuthTries = 6
}

// identify returns the identity of the key that signed in on a connection.
func identify(conn *gossh.ServerConn) exec.Identity {
	id := exec.Identity{Login: login(conn.User())}
	if conn.Permissions != nil {
		id.Fingerprint = conn.Permissions.Extensions[fingerprintKey]
	}
	return id
}

// login cuts a user name to characters that may be shown.
func login(s string) string {
	var b strings.Builder
	n := 0
	for _, r := range s {
		if n == 32 {
			break
		}
		if r != utf8.RuneError && unicode.IsPrint(r) {
			b.WriteRune(r)
			n++
		}
	}
	return b.String()
}

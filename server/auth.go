package server

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"arcade/lobby/network"
	"arcade/server/exec"
	"arcade/server/say"

	gossh "golang.org/x/crypto/ssh"
)

// fingerprintKey names the extension of a connection's permissions that holds the signing key's
// fingerprint.
const fingerprintKey = "arcade-fingerprint"

// touchFree is an extension of SSH: the signature of a key in hardware counts without a touch. The library
// ends the connection of a key made for that unless the callback of an offered key returns it.
const touchFree = "no-touch-required"

// auth accepts everybody: by any public key, by keyboard-interactive without questions, which clients try
// after their keys, and by any password, which is all that some clients have. "none" fails, because
// otherwise no client would offer a key.
func (srv *Server) auth(config *gossh.ServerConfig, c *conn) {
	config.NoClientAuth = true
	config.NoClientAuthCallback = func(gossh.ConnMetadata) (*gossh.Permissions, error) {
		c.unable.Store(true)
		if c.gate.keyless.due(c.from[network.Address], c.gate.now()) {
			return nil, warning(tellKeyless, gossh.ErrNoAuth)
		}
		return nil, gossh.ErrNoAuth
	}
	config.PublicKeyCallback = func(_ gossh.ConnMetadata, key gossh.PublicKey) (*gossh.Permissions, error) {
		c.unable.Store(false)
		// An offered key proves nothing yet. Here a key is only a name, so nobody must have touched it.
		return &gossh.Permissions{Extensions: map[string]string{touchFree: ""}}, strong(key)
	}
	config.VerifiedPublicKeyCallback = func(_ gossh.ConnMetadata, key gossh.PublicKey, _ *gossh.Permissions, algorithm string) (*gossh.Permissions, error) {
		if algorithm == gossh.KeyAlgoRSA {
			return nil, warning(tellSHA1, errSHA1)
		}
		if cert, ok := key.(*gossh.Certificate); ok {
			key = cert.Key // the same player, with or without the certificate
		}
		return &gossh.Permissions{Extensions: map[string]string{fingerprintKey: gossh.FingerprintSHA256(key)}}, nil
	}
	config.KeyboardInteractiveCallback = func(gossh.ConnMetadata, gossh.KeyboardInteractiveChallenge) (*gossh.Permissions, error) {
		return nil, nil
	}
	config.PasswordCallback = func(client gossh.ConnMetadata, _ []byte) (*gossh.Permissions, error) {
		if client, ok := client.(gossh.ServerPreAuthConn); ok {
			return nil, client.SendAuthBanner(banner(tellPassword))
		}
		return nil, nil
	}
	config.AuthLogCallback = func(_ gossh.ConnMetadata, method string, err error) { srv.tried(c, method, err) }
	config.MaxAuthTries = 6
}

// tried counts an attempt to log in.
func (srv *Server) tried(c *conn, method string, err error) {
	if method != "none" {
		c.unable.Store(false)
	}
	switch {
	case errors.Is(err, errWeakKey):
		srv.counts.refuseAs(weakKey)
	case errors.Is(err, errSHA1):
		srv.counts.refuseAs(oldAlgorithms)
	case err != nil:
	default:
		c.authenticated()
		srv.waited(WaitLogin, c.age())
		if method == "publickey" {
			srv.counts.keys.Add(1)
		} else {
			srv.counts.guests.Add(1)
		}
	}
}

// banner returns a sentence for a client that has not logged in, in both languages, since its own is unknown.
func banner(m say.Message) string { return "arcade: " + m.KO + "\r\narcade: " + m.EN + "\r\n" }

// warning is a refused attempt to log in, and the sentence that the client shows.
func warning(m say.Message, why error) error {
	return &gossh.BannerError{Err: why, Message: banner(m)}
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

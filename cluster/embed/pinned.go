package embed

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"math/big"
	"time"
)

// pinned returns the TLS configuration of both ends of a connection between nodes. Each end has the same key,
// made from the nodes' secret, and accepts no other.
func pinned(secret []byte) (*tls.Config, error) {
	if len(secret) < sha256.Size {
		return nil, errors.New("the nodes' secret is too short")
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("NATS between nodes"))
	key := ed25519.NewKeyFromSeed(mac.Sum(nil))
	public := key.Public().(ed25519.PublicKey)
	// Nobody checks the names and dates in it.
	paper := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Unix(1<<33, 0)}
	cert, err := x509.CreateCertificate(nil, paper, paper, public, key)
	if err != nil {
		return nil, err
	}
	return &tls.Config{
		MinVersion:         tls.VersionTLS13,
		Certificates:       []tls.Certificate{{Certificate: [][]byte{cert}, PrivateKey: key}},
		ClientAuth:         tls.RequireAnyClientCert,
		InsecureSkipVerify: true, // VerifyConnection checks the key itself
		VerifyConnection: func(s tls.ConnectionState) error {
			if got, ok := s.PeerCertificates[0].PublicKey.(ed25519.PublicKey); !ok || !public.Equal(got) {
				return errors.New("the other end has another secret")
			}
			return nil
		},
	}, nil
}

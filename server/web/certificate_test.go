package web

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"log/slog"
	"math/big"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A renewed certificate is served without a restart. An unreadable one leaves the previous certificate in
// use.
func TestRenewal(t *testing.T) {
	dir := t.TempDir()
	var said bytes.Buffer
	c := certificateOf(Config{Cert: filepath.Join(dir, "cert.pem"), Key: filepath.Join(dir, "key.pem"), Log: slog.New(slog.NewTextHandler(&said, nil))})
	serial := func() int64 {
		t.Helper()
		got, err := c.get(nil)
		if err != nil {
			t.Fatal(err)
		}
		leaf, err := x509.ParseCertificate(got.Certificate[0])
		if err != nil {
			t.Fatal(err)
		}
		return leaf.SerialNumber.Int64()
	}
	if _, err := c.get(nil); err == nil {
		t.Error("there is a certificate without files")
	}
	later := func() { c.looked = c.looked.Add(-lookTime) }
	later()
	renew(t, c, 1)
	if n := serial(); n != 1 {
		t.Errorf("first it is certificate %d", n)
	}
	renew(t, c, 2)
	if n := serial(); n != 1 {
		t.Errorf("within a minute it is certificate %d: each handshake reads files", n)
	}
	later()
	if n := serial(); n != 2 {
		t.Errorf("renewed it is certificate %d", n)
	}
	if err := os.WriteFile(c.cert, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	later()
	said.Reset()
	if n := serial(); n != 2 || said.Len() == 0 {
		t.Errorf("beside a broken file it is certificate %d, and the log says %q", n, said.String())
	}
}

// renew writes a certificate with a serial number, with a later file time than the previous one.
func renew(t *testing.T, c *certificate, serial int64) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	cert := &x509.Certificate{SerialNumber: big.NewInt(serial), NotAfter: time.Now().Add(time.Hour)}
	public, err := x509.CreateCertificate(rand.Reader, cert, cert, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	changed := time.Unix(1e9+serial, 0)
	for _, f := range []struct {
		name, kind string
		b          []byte
	}{{c.cert, "CERTIFICATE", public}, {c.key, "PRIVATE KEY", secret}} {
		if err := os.WriteFile(f.name, pem.EncodeToMemory(&pem.Block{Type: f.kind, Bytes: f.b}), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(f.name, changed, changed); err != nil {
			t.Fatal(err)
		}
	}
}

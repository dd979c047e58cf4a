// Package testcert writes certificates for tests.
package testcert

import (
	"crypto/x509"
	"encoding/pem"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
)

// Host is the name in the certificate.
const Host = "example.com"

// Write writes a certificate for [Host] and its key to a new folder of the test. It returns the two
// files, and the roots with which a client trusts the certificate.
func Write(t testing.TB) (cert, key string, roots *x509.CertPool) {
	t.Helper()
	srv := httptest.NewTLSServer(nil)
	defer srv.Close()
	own := srv.TLS.Certificates[0]
	secret, err := x509.MarshalPKCS8PrivateKey(own.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	roots = x509.NewCertPool()
	roots.AddCert(srv.Certificate())
	dir := t.TempDir()
	write := func(name, kind string, b []byte) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: b}), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	return write("cert.pem", "CERTIFICATE", own.Certificate[0]), write("key.pem", "PRIVATE KEY", secret), roots
}

package server

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

// A damaged host key stays as it is, and the error says what is wrong with which file, and what to do.
func TestDamagedHostKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "host_ed25519")
	signer, err := HostKey(path, path+".none")
	if err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	locked, err := gossh.MarshalPrivateKeyWithPassphrase(private, "", []byte("secret"))
	if err != nil {
		t.Fatal(err)
	}
	const restore, unlock = "restore it from a backup", "ssh-keygen -p"
	for name, c := range map[string]struct {
		data []byte
		want []string
	}{
		"empty":        {nil, []string{"is empty", restore}},
		"noise":        {[]byte("junk"), []string{"no private key", restore}},
		"zeros":        {make([]byte, len(good)), []string{"no private key", restore}},
		"cut":          {good[:len(good)/2], []string{"no private key", restore}},
		"public":       {gossh.MarshalAuthorizedKey(newKey(t).PublicKey()), []string{"public key", restore}},
		"a passphrase": {pem.EncodeToMemory(locked), []string{"passphrase", unlock}},
	} {
		if err := os.WriteFile(path, c.data, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, read := range []func() (gossh.Signer, error){
			func() (gossh.Signer, error) { return HostKey(path, path+".none") },
			func() (gossh.Signer, error) { return ReadHostKey(path) },
		} {
			_, err := read()
			for _, want := range append(c.want, path) {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%s: %v, without %q", name, err, want)
				}
			}
		}
		if left, _ := os.ReadFile(path); !bytes.Equal(left, c.data) {
			t.Errorf("%s: the file has changed", name)
		}
	}
	// No changed byte makes it another key.
	for i, was := range good[:len(good)-1] {
		changed := bytes.Clone(good)
		if changed[i] = 'B'; was == 'B' {
			changed[i] = 'C'
		}
		if got, err := parseHostKey(path, changed, nil); err == nil && !bytes.Equal(got.PublicKey().Marshal(), signer.PublicKey().Marshal()) {
			t.Errorf("with byte %d changed it is %s", i, gossh.FingerprintSHA256(got.PublicKey()))
		}
	}
}

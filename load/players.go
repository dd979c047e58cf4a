package load

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/crypto/ssh"
)

// signers returns the keys of all sessions, made before the first one is opened.
func signers(dir string, sessions int) ([]ssh.Signer, error) {
	keys := make([]ssh.Signer, sessions)
	for i := range keys {
		var err error
		if keys[i], err = signer(dir, i); err != nil {
			return nil, err
		}
	}
	return keys, nil
}

// signer returns the key of session i: a new key, or the key in the folder dir, which it makes at the
// first use.
func signer(dir string, i int) (ssh.Signer, error) {
	path := ""
	if dir != "" {
		path = filepath.Join(dir, fmt.Sprintf("player%05d", i))
		switch b, err := os.ReadFile(path); {
		case err == nil:
			s, err := ssh.ParsePrivateKey(b)
			if err != nil {
				return nil, fmt.Errorf("key %s: %w", path, err)
			}
			return s, nil
		case !errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("key: %w", err)
		}
	}
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("key: %w", err)
	}
	if path != "" {
		block, err := ssh.MarshalPrivateKey(private, "arcade load")
		if err != nil {
			return nil, fmt.Errorf("key: %w", err)
		}
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, fmt.Errorf("key: %w", err)
		}
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			return nil, fmt.Errorf("key: %w", err)
		}
	}
	return ssh.NewSignerFromKey(private)
}

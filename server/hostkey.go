package server

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	gossh "golang.org/x/crypto/ssh"
)

// ErrNoHostKey means that the host key is missing while players know an old one. HostKey makes no new key
// then.
var ErrNoHostKey = errors.New("the host key is gone but the database is there: restore the key from the backup, or every player's client will warn of an attack")

// HostKey reads the server's ed25519 host key from the file at path. At the first start, when neither the
// file nor the database exists, it makes the key (mode 0600). Error: ErrNoHostKey.
func HostKey(path, database string) (gossh.Signer, error) {
	pemBytes, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		switch _, err := os.Lstat(database); {
		case err == nil:
			return nil, fmt.Errorf("%s: %w", path, ErrNoHostKey)
		case !errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("host key: %w", err)
		}
		pemBytes, err = makeHostKey(path)
	}
	return parseHostKey(path, pemBytes, err)
}

// ReadHostKey reads the host key from an existing file.
func ReadHostKey(path string) (gossh.Signer, error) {
	pemBytes, err := os.ReadFile(path)
	return parseHostKey(path, pemBytes, err)
}

func parseHostKey(path string, pemBytes []byte, err error) (gossh.Signer, error) {
	if err != nil {
		return nil, fmt.Errorf("host key: %w", err)
	}
	signer, err := gossh.ParsePrivateKey(pemBytes)
	if err == nil {
		err = signs(signer)
	}
	if err != nil {
		return nil, fmt.Errorf("host key %s %s", path, fault(pemBytes, err))
	}
	return signer, nil
}

// signs returns an error if the signatures of a key do not fit its public half.
func signs(signer gossh.Signer) error {
	data := []byte("arcade")
	signature, err := signer.Sign(rand.Reader, data)
	if err == nil {
		err = signer.PublicKey().Verify(data, signature)
	}
	return err
}

// fault says what is wrong with a host key's file, and what to do. A new key would be no remedy: every
// player's client would warn of an attack.
func fault(pemBytes []byte, err error) string {
	wrong := fmt.Sprintf("is damaged (%v)", err)
	block, _ := pem.Decode(pemBytes)
	_, _, _, _, public := gossh.ParseAuthorizedKey(pemBytes)
	switch {
	case errors.As(err, new(*gossh.PassphraseMissingError)):
		return "has a passphrase: remove it with ssh-keygen -p"
	case len(pemBytes) == 0:
		wrong = "is empty"
	case public == nil:
		wrong = "is a public key"
	case block == nil:
		wrong = "has no private key in it"
	}
	return wrong + ": restore it from a backup; with a new key every player's client would warn of an attack"
}

// makeHostKey writes a new key. The file is complete or does not exist.
func makeHostKey(path string) ([]byte, error) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	block, err := gossh.MarshalPrivateKey(key, "arcade")
	if err != nil {
		return nil, err
	}
	pemBytes := pem.EncodeToMemory(block)
	f, err := os.CreateTemp(filepath.Dir(path), ".host_key-*") // mode 0600
	if err != nil {
		return nil, err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(pemBytes)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return nil, err
	}
	return pemBytes, nil
}

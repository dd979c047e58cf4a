package server

import (
	"crypto/rand"
	"crypto/rsa"
	"slices"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

// sha1Signer returns a signer that only uses SHA-1.
func sha1Signer(t *testing.T, key gossh.Signer) gossh.Signer {
	t.Helper()
	s, err := gossh.NewSignerWithAlgorithms(key.(gossh.AlgorithmSigner), []string{gossh.KeyAlgoRSA})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func newRSA(t *testing.T, bits int) gossh.Signer {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, bits)
	if err != nil {
		t.Fatal(err)
	}
	s, err := gossh.NewSignerFromKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The server offers no broken or soon broken algorithm, and accepts the safe ones.
func TestAlgorithms(t *testing.T) {
	t.Setenv("GODEBUG", "rsa1024min=0")
	d := open(t, Config{})
	dial := func(change func(*gossh.ClientConfig)) (*gossh.Client, error) {
		config := &gossh.ClientConfig{User: "x", Auth: []gossh.AuthMethod{asGuest}, HostKeyCallback: gossh.InsecureIgnoreHostKey(), Timeout: patience}
		change(config)
		return gossh.Dial("tcp", d.addr, config)
	}
	old := gossh.InsecureAlgorithms()
	supported := gossh.SupportedAlgorithms()
	refused := 0
	for _, name := range append(old.KeyExchanges, gossh.KeyExchangeDH16SHA512, gossh.KeyExchangeDHGEXSHA256) {
		refused++
		if c, err := dial(func(c *gossh.ClientConfig) { c.KeyExchanges = []string{name} }); err == nil {
			c.Close()
			t.Errorf("key exchange %s", name)
		}
	}
	for _, name := range old.Ciphers {
		refused++
		if c, err := dial(func(c *gossh.ClientConfig) { c.Ciphers = []string{name} }); err == nil {
			c.Close()
			t.Errorf("cipher %s", name)
		}
	}
	for _, name := range append(old.MACs, gossh.HMACSHA1) {
		refused++
		if c, err := dial(func(c *gossh.ClientConfig) { c.Ciphers, c.MACs = []string{gossh.CipherAES128CTR}, []string{name} }); err == nil {
			c.Close()
			t.Errorf("MAC %s", name)
		}
	}
	for _, name := range supported.KeyExchanges[:6] {
		c, err := dial(func(c *gossh.ClientConfig) { c.KeyExchanges = []string{name} })
		if err != nil {
			t.Errorf("key exchange %s: %v", name, err)
			continue
		}
		c.Close()
	}
	for _, name := range supported.MACs[:4] {
		c, err := dial(func(c *gossh.ClientConfig) { c.Ciphers, c.MACs = []string{gossh.CipherAES128CTR}, []string{name} })
		if err != nil {
			t.Errorf("MAC %s: %v", name, err)
			continue
		}
		c.Close()
	}
	// A client with all algorithms and no preference gets the newest one.
	c, err := dial(func(c *gossh.ClientConfig) { c.KeyExchanges = slices.Concat(supported.KeyExchanges, old.KeyExchanges) })
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if got := c.Conn.(gossh.AlgorithmsConnMetadata).Algorithms().KeyExchange; got != gossh.KeyExchangeMLKEM768X25519 {
		t.Errorf("the key exchange is %s", got)
	}

	// A long enough key is accepted with SHA-2, but not with SHA-1.
	key := newRSA(t, 2048)
	c, err = d.dialAs(gossh.PublicKeys(key))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if got := whoIs(t, c); got != gossh.FingerprintSHA256(key.PublicKey()) {
		t.Errorf("an RSA key is %s", got)
	}
	refused++
	if c, err := d.dialAs(gossh.PublicKeys(sha1Signer(t, key))); err == nil {
		c.Close()
		t.Error("a signature with SHA-1 lets in")
	}
	banner := ""
	c, err = dial(func(c *gossh.ClientConfig) {
		c.Auth = []gossh.AuthMethod{gossh.PublicKeys(newRSA(t, 1024)), asGuest}
		c.BannerCallback = func(message string) error { banner += message; return nil }
	})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if got := whoIs(t, c); got != guest || !strings.Contains(banner, "this RSA key is too short") || !strings.Contains(banner, "너무 짧아요") {
		t.Errorf("an RSA key of 1024 bits is %s, and told %q", got, banner)
	}
	if n := d.Stats().Refused; n[oldAlgorithms] != uint64(refused) || n[weakKey] != 1 {
		t.Errorf("counted %v, want %d", n, refused)
	}
}

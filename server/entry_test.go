package server

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"io"
	"math/big"
	"net"
	"os/exec"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// hardware is a key in hardware: a signature names the application, and whether the key was touched.
type hardware struct {
	public  gossh.PublicKey
	touched byte
	sign    func(data []byte) []byte
}

const application = "ssh:"

func (h hardware) PublicKey() gossh.PublicKey { return h.public }

func (h hardware) Sign(_ io.Reader, data []byte) (*gossh.Signature, error) {
	app, digest := sha256.Sum256([]byte(application)), sha256.Sum256(data)
	rest := struct {
		Flags   byte
		Counter uint32
	}{h.touched, 7}
	signed := append(app[:], append(gossh.Marshal(rest), digest[:]...)...)
	return &gossh.Signature{Format: h.public.Type(), Blob: h.sign(signed), Rest: gossh.Marshal(rest)}, nil
}

// newHardware returns an Ed25519 or an ECDSA key in hardware.
func newHardware(t *testing.T, kind string, touched byte) hardware {
	t.Helper()
	h := hardware{touched: touched}
	var wire []byte
	switch kind {
	case gossh.KeyAlgoSKED25519:
		public, private, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		wire = gossh.Marshal(struct {
			Type        string
			Key         []byte
			Application string
		}{kind, public, application})
		h.sign = func(data []byte) []byte { return ed25519.Sign(private, data) }
	case gossh.KeyAlgoSKECDSA256:
		private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		point, err := private.PublicKey.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		wire = gossh.Marshal(struct {
			Type, Curve string
			Key         []byte
			Application string
		}{kind, "nistp256", point, application})
		h.sign = func(data []byte) []byte {
			digest := sha256.Sum256(data)
			r, s, err := ecdsa.Sign(rand.Reader, private, digest[:])
			if err != nil {
				t.Error(err)
			}
			return gossh.Marshal(struct{ R, S *big.Int }{r, s})
		}
	}
	var err error
	if h.public, err = gossh.ParsePublicKey(wire); err != nil {
		t.Fatal(err)
	}
	return h
}

// A key in hardware lets its player in, touched or not, alone or with a certificate.
func TestHardwareKeys(t *testing.T) {
	d := open(t, Config{})
	for _, kind := range []string{gossh.KeyAlgoSKED25519, gossh.KeyAlgoSKECDSA256} {
		for _, touched := range []byte{1, 0} {
			key := newHardware(t, kind, touched)
			cert := &gossh.Certificate{Key: key.public, CertType: gossh.UserCert, ValidBefore: gossh.CertTimeInfinity}
			if err := cert.SignCert(rand.Reader, newKey(t)); err != nil {
				t.Fatal(err)
			}
			certified, err := gossh.NewCertSigner(cert, key)
			if err != nil {
				t.Fatal(err)
			}
			for _, signer := range []gossh.Signer{key, certified} {
				c, err := d.dialAs(gossh.PublicKeys(signer), asGuest)
				if err != nil {
					t.Errorf("%s, touched %d: %v", signer.PublicKey().Type(), touched, err)
					continue
				}
				if got := whoIs(t, c); got != gossh.FingerprintSHA256(key.public) {
					t.Errorf("%s, touched %d: is %s", signer.PublicKey().Type(), touched, got)
				}
				c.Close()
			}
		}
	}
	// Without a touch the signature still counts.
	forged := newHardware(t, gossh.KeyAlgoSKED25519, 0)
	forged.sign = newHardware(t, gossh.KeyAlgoSKED25519, 0).sign
	if c, err := d.dialAs(gossh.PublicKeys(forged)); err == nil {
		c.Close()
		t.Error("a forged signature lets in")
	}
}

// await waits until the server has noticed something.
func (d *door) await(t *testing.T, noticed func() bool) {
	t.Helper()
	for start := time.Now(); !noticed(); time.Sleep(time.Millisecond) {
		if time.Since(start) > patience {
			t.Fatal("the server does not notice")
		}
	}
}

// dialTold dials and returns what the server says before the login ends.
func (d *door) dialTold(auth ...gossh.AuthMethod) (c *gossh.Client, banner string, err error) {
	c, err = gossh.Dial("tcp", d.addr, &gossh.ClientConfig{
		User: "someone", Auth: auth, HostKeyCallback: gossh.InsecureIgnoreHostKey(), Timeout: patience,
		BannerCallback: func(message string) error { banner += message; return nil },
	})
	return c, banner, err
}

// Whoever does not come in as they meant to is told why, and what to do, in one sentence.
func TestClientsThatCannotUseAKey(t *testing.T) {
	d := open(t, Config{})
	// A key that signs with SHA-1 only.
	c, banner, err := d.dialTold(gossh.PublicKeys(sha1Signer(t, newRSA(t, 2048))), asGuest)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if got := whoIs(t, c); got != guest || !strings.Contains(banner, "SHA-1") || strings.Count(banner, "ssh-keygen -t ed25519") != 2 {
		t.Errorf("with SHA-1: %s, told %q", got, banner)
	}
	if n := d.Stats().Refused[oldAlgorithms]; n != 1 {
		t.Errorf("counted %d", n)
	}
	// A client with nothing but a password.
	c, banner, err = d.dialTold(gossh.Password("hunter2"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if got := whoIs(t, c); got != guest || !strings.Contains(banner, "guest") || !strings.Contains(banner, "ssh-keygen -t ed25519") {
		t.Errorf("with a password: %s, told %q", got, banner)
	}
	// A client without a key that must not ask is gone before it can be told. The next time it is told.
	_, banner, err = d.dialTold()
	if err == nil || banner != "" {
		t.Fatalf("with nothing: %v, told %q", err, banner)
	}
	d.await(t, func() bool { return d.gate.keyless.len() == 1 })
	_, banner, err = d.dialTold()
	if err == nil || !strings.Contains(banner, "BatchMode") || !strings.Contains(banner, "ssh-keygen -t ed25519") {
		t.Errorf("with nothing again: %v, told %q", err, banner)
	}
	// Others from there are told once at most.
	d.await(t, func() bool { return d.gate.keyless.len() == 1 })
	for i, want := range []bool{true, false} {
		key := newKey(t)
		c, banner, err := d.dialTold(gossh.PublicKeys(key))
		if err != nil || banner != "" != want {
			t.Fatalf("with a key, %d: %v, told %q", i, err, banner)
		}
		if got := whoIs(t, c); got != gossh.FingerprintSHA256(key.PublicKey()) {
			t.Errorf("with a key: %s", got)
		}
		c.Close()
	}
}

// The usual client, made unusual.
func TestStockClientWithoutAKey(t *testing.T) {
	ssh, err := exec.LookPath("ssh")
	if err != nil {
		t.Skip("no ssh here")
	}
	d := open(t, Config{})
	host, port, _ := net.SplitHostPort(d.addr)
	call := func(args ...string) (string, error) {
		c := exec.Command(ssh, append(args, "-F", "none", "-p", port, "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
			"-o", "IdentitiesOnly=yes", "-o", "IdentityAgent=none", "-o", "PubkeyAuthentication=no", "someone@"+host, "whoami")...)
		out, err := c.CombinedOutput()
		return string(out), err
	}
	if out, err := call("-o", "BatchMode=yes"); err == nil || !strings.Contains(out, "Permission denied") {
		t.Errorf("%v, %s", err, out)
	}
	d.await(t, func() bool { return d.gate.keyless.len() == 1 })
	if out, err := call("-o", "BatchMode=yes"); err == nil || !strings.Contains(out, "ssh-keygen -t ed25519") {
		t.Errorf("again: %v, %s", err, out)
	}
}

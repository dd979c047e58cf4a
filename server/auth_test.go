package server

import (
	"crypto/rand"
	"encoding/pem"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

func whoIs(t *testing.T, c *gossh.Client) string {
	t.Helper()
	out, _, code := run(t, c, "whoami")
	if code != 0 {
		t.Fatalf("whoami: %d", code)
	}
	return strings.TrimSpace(out)
}

const guest = "guest (no key)"

func TestIdentity(t *testing.T) {
	d := open(t, Config{})
	key := newKey(t)
	c, err := d.dialAs(gossh.PublicKeys(key))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if got, want := whoIs(t, c), gossh.FingerprintSHA256(key.PublicKey()); got != want || !strings.HasPrefix(got, "SHA256:") {
		t.Errorf("is %s, want %s", got, want)
	}
	if got := whoIs(t, d.dial(t)); got != guest {
		t.Errorf("without a key: %s", got)
	}
	if out, _, _ := run(t, c, "whoami --json"); out != `{"guest":false,"key":"`+gossh.FingerprintSHA256(key.PublicKey())+`"}`+"\n" {
		t.Errorf("as JSON: %s", out)
	}
}

// If the server accepted "none", or did not ask for keys, no client would show its key.
func TestNoneIsRefused(t *testing.T) {
	d := open(t, Config{})
	for range 2 { // the second is told
		if c, err := d.dialAs(); err == nil {
			c.Close()
			t.Error("let in by none")
		}
	}
}

// turncoat offers one key and then signs with another (CVE-2024-45337).
type turncoat struct {
	offers gossh.PublicKey
	gossh.Signer
	marshals int
}

func (s *turncoat) PublicKey() gossh.PublicKey { return &turnedKey{s.Signer.PublicKey(), s} }

type turnedKey struct {
	gossh.PublicKey
	s *turncoat
}

func (k *turnedKey) Marshal() []byte {
	// The key is marshalled once for the query, once to compare the reply, then for the proof.
	if k.s.marshals++; k.s.marshals <= 2 {
		return k.s.offers.Marshal()
	}
	return k.PublicKey.Marshal()
}

func TestIdentityIsTheKeyThatSigned(t *testing.T) {
	d := open(t, Config{})
	victim, own := newKey(t), newKey(t)

	liar := &turncoat{offers: victim.PublicKey(), Signer: own}
	c, err := d.dialAs(gossh.PublicKeys(liar))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if liar.marshals != 3 {
		t.Fatalf("the client does not do what this test thinks: %d", liar.marshals)
	}
	if got := whoIs(t, c); got != gossh.FingerprintSHA256(own.PublicKey()) {
		t.Errorf("is %s, signed as %s", got, gossh.FingerprintSHA256(own.PublicKey()))
	}

	// The key is offered and accepted, but never proven.
	c, err = d.dialAs(gossh.PublicKeys(cannotSign{victim}), asGuest)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if got := whoIs(t, c); got != guest {
		t.Errorf("a key that was only offered makes one %s", got)
	}
}

type cannotSign struct{ gossh.Signer }

func (cannotSign) Sign(io.Reader, []byte) (*gossh.Signature, error) {
	return nil, errors.New("no private key")
}

func TestCertificateIsItsKey(t *testing.T) {
	d := open(t, Config{})
	key := newKey(t)
	cert := &gossh.Certificate{Key: key.PublicKey(), CertType: gossh.UserCert, ValidBefore: gossh.CertTimeInfinity}
	if err := cert.SignCert(rand.Reader, newKey(t)); err != nil {
		t.Fatal(err)
	}
	signer, err := gossh.NewCertSigner(cert, key)
	if err != nil {
		t.Fatal(err)
	}
	c, err := d.dialAs(gossh.PublicKeys(signer))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if got := whoIs(t, c); got != gossh.FingerprintSHA256(key.PublicKey()) {
		t.Errorf("is %s", got)
	}
}

// The usual client logs in with its key, or without one as a guest, and asks nothing in either case.
func TestStockClient(t *testing.T) {
	ssh, err := exec.LookPath("ssh")
	if err != nil {
		t.Skip("no ssh here")
	}
	d := open(t, Config{})
	host, port, _ := net.SplitHostPort(d.addr)
	call := func(args ...string) string {
		t.Helper()
		if len(args) == 0 || args[0] != "-v" {
			args = append([]string{"-o", "LogLevel=ERROR"}, args...)
		}
		args = append([]string{"-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
			"-o", "GlobalKnownHostsFile=/dev/null", "-o", "IdentityAgent=none", "-o", "IdentitiesOnly=yes", "-p", port}, args...)
		cmd := exec.Command(ssh, append(args, host, "whoami")...)
		cmd.Env = append(os.Environ(), "DISPLAY=", "SSH_ASKPASS_REQUIRE=never", "LC_ALL=en_US.UTF-8")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("ssh: %v: %s", err, out)
		}
		return strings.TrimSpace(string(out))
	}
	path := filepath.Join(t.TempDir(), "id")
	if got := call("-o", "IdentityFile=none"); got != guest {
		t.Errorf("without a key: %q", got)
	}
	// The function for host keys can make players' keys, too.
	signer, err := HostKey(path, path+".none")
	if err != nil {
		t.Fatal(err)
	}
	if got := call("-i", path); got != gossh.FingerprintSHA256(signer.PublicKey()) {
		t.Errorf("with a key: %q", got)
	}
	// The first of two keys belongs to another player: the client can offer it, but not sign with it, and
	// goes on to the second. With the first key alone it becomes a guest.
	victim := filepath.Join(t.TempDir(), "victim.pub")
	if err := os.WriteFile(victim, gossh.MarshalAuthorizedKey(newKey(t).PublicKey()), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		want string
		keys []string
	}{
		{gossh.FingerprintSHA256(signer.PublicKey()), []string{"-i", victim, "-i", path}},
		{guest, []string{"-i", victim}},
	} {
		log := filepath.Join(t.TempDir(), "log")
		got := call(append([]string{"-v", "-E", log}, x.keys...)...)
		if got != x.want {
			t.Errorf("with %q: %q, want %q", x.keys, got, x.want)
		}
		if said, err := os.ReadFile(log); err != nil || !strings.Contains(string(said), "Server accepts key: "+victim) {
			t.Errorf("the first key was not offered: %v\n%s", err, said)
		}
	}
	if block, _ := os.ReadFile(path); len(block) > 0 {
		if b, _ := pem.Decode(block); b == nil || b.Type != "OPENSSH PRIVATE KEY" {
			t.Error("not a key file of OpenSSH")
		}
	}
}

func TestLogin(t *testing.T) {
	for in, want := range map[string]string{
		"kim": "kim", "김철수": "김철수", "a\x1b[31mb\n": "a[31mb", "\xff\u202ex": "x", strings.Repeat("가", 50): strings.Repeat("가", 32),
	} {
		if got := login(in); got != want {
			t.Errorf("%q: %q", in, got)
		}
	}
}

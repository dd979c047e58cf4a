package door_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"arcade/e2e/door"
	"arcade/games"
	"arcade/games/othello"
	"arcade/internal/freeport"
	"arcade/internal/testcert"
)

// start runs a proxy until the test ends, and waits until it listens.
func start(t *testing.T, addr, name string, args ...string) {
	t.Helper()
	var said strings.Builder
	cmd := exec.Command(name, args...)
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		<-ended
		if t.Failed() {
			t.Logf("%s says:\n%s", name, said.String())
		}
	})
	for begin := time.Now(); ; time.Sleep(10 * time.Millisecond) { // a proxy does not announce that it listens
		nc, err := net.Dial("tcp", addr)
		if err == nil {
			_ = nc.Close()
			return
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("%s ends: %v", name, err)
		default:
		}
		if time.Since(begin) > door.Patience {
			t.Fatalf("%s does not listen: %v", name, err)
		}
	}
}

// from returns a client that dials a proxy from the address ip, and expects the name in the proxy's
// certificate.
func from(ip net.IP, proxy string, roots *x509.CertPool) *http.Client {
	return &http.Client{Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: roots},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			d := net.Dialer{LocalAddr: &net.TCPAddr{IP: ip}}
			return d.DialContext(ctx, network, proxy)
		},
	}}
}

// edited returns the path of a copy of a file in deploy/proxy, with old texts replaced by new ones. Each
// old text must occur.
func edited(t *testing.T, name, dir string, pairs ...string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("../../../deploy/proxy", name))
	if err != nil {
		t.Fatal(err)
	}
	text := string(b)
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(text, pairs[i]) {
			t.Fatalf("%s has no %q", name, pairs[i])
		}
		text = strings.ReplaceAll(text, pairs[i], pairs[i+1])
	}
	name = filepath.Join(dir, name)
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// The files of deploy/proxy lead to the page: it comes over https, a player's keys are handled, and each
// visitor counts by its own address. 25 visitors are more than one address may have. Through a Caddy that
// sends no PROXY headers, as in Debian 12, they are one address.
func TestProxies(t *testing.T) {
	t.Run("nginx", func(t *testing.T) {
		nginx, err := exec.LookPath("nginx")
		if err != nil {
			t.Skip("there is no nginx here; .ci/run installs it")
		}
		through(t, true, func(dir, at, behind, cert, key string) {
			file := edited(t, "nginx.conf", dir, "443", at, "127.0.0.1:8022", behind,
				"/etc/letsencrypt/live/arcade.example/fullchain.pem", cert, "/etc/letsencrypt/live/arcade.example/privkey.pem", key)
			start(t, at, nginx, "-c", file, "-e", "stderr", "-g", "daemon off; pid "+filepath.Join(dir, "pid")+";")
		})
	})
	t.Run("Caddy", func(t *testing.T) {
		caddy, err := exec.LookPath("caddy")
		if err != nil {
			t.Skip("there is no Caddy here; .ci/run installs Debian's")
		}
		version, err := exec.Command(caddy, "version").Output()
		if err != nil {
			t.Fatal(err)
		}
		sends := !regexp.MustCompile(`^v?2\.[0-6]\.|^v?1\.`).Match(version)
		through(t, sends, func(dir, at, behind, cert, key string) {
			t.Setenv("XDG_DATA_HOME", dir)
			t.Setenv("XDG_CONFIG_HOME", dir)
			_, port, _ := net.SplitHostPort(at)
			// This Caddy requests no certificate from an authority, and does not listen on port 80.
			file := edited(t, "Caddyfile", dir, "127.0.0.1:8022", behind,
				"arcade.example {", "{\n\tadmin off\n\tauto_https disable_redirects\n}\n"+testcert.Host+":"+port+" {\n\ttls "+cert+" "+key)
			if !sends {
				withoutHeaders(t, file)
			}
			start(t, at, caddy, "run", "--config", file, "--adapter", "caddyfile")
		})
	})
}

// withoutHeaders removes the transport block from a Caddyfile, as deploy/README.md describes for an older
// Caddy.
func withoutHeaders(t *testing.T, file string) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	without := regexp.MustCompile(`(?s) \{\s*transport http \{.*?\}\s*\}`).ReplaceAll(b, nil)
	if len(without) == len(b) {
		t.Fatalf("there is no transport block in\n%s", b)
	}
	if err := os.WriteFile(file, without, 0o600); err != nil {
		t.Fatal(err)
	}
}

// through plays through a proxy, which run starts. The proxy listens on an address and forwards to the
// server behind it. Without PROXY headers all visitors are one for the server.
func through(t *testing.T, headers bool, run func(dir, at, behind, cert, key string)) {
	t.Helper()
	cfg := door.Quick
	cfg.Games = games.NewRegistry(othello.Game{})
	h := door.Open(t, cfg)
	visitors, web := byte(25), h.Nodes[0].Proxied
	if !headers {
		visitors, web = 20, h.Nodes[0].Pages // the value of --max-per-address
	}
	behind, err := url.Parse(web(t, testcert.Host))
	if err != nil {
		t.Fatal(err)
	}
	at, err := freeport.Addr()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cert, key, roots := testcert.Write(t)
	run(dir, at, behind.Host, cert, key)

	as := func(last byte) *http.Client { return from(net.IPv4(127, 2, 0, last), at, roots) }
	a, err := as(1).Get("https://" + testcert.Host + "/play/othello")
	if err != nil {
		t.Fatal(err)
	}
	b, _ := io.ReadAll(a.Body)
	_ = a.Body.Close()
	if a.StatusCode != http.StatusOK || !strings.Contains(string(b), "<title>Othello") {
		t.Fatalf("%d %.300s", a.StatusCode, b)
	}
	for last := range visitors {
		s, err := dialBy(t, as(1+last), "https://"+testcert.Host, "https://"+testcert.Host)
		if err != nil {
			t.Fatalf("visitor %d: %v", last, err)
		}
		s.enter(door.NewSecret(t), nil)
		s.until("ARCADE")
		s.helped("?", "Escape")
	}
	if s, err := dialBy(t, as(visitors+1), "https://"+testcert.Host, "https://"+testcert.Host); !headers && err == nil {
		t.Errorf("one address has a place more: %s", s.challenge)
	}
}

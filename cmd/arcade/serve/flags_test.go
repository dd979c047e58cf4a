package serve

import (
	"bytes"
	"errors"
	"log/slog"
	"net"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"arcade/server/web"
)

// Invalid cluster flags are reported before anything is opened.
func TestClusterFlags(t *testing.T) {
	const nats, pg = "nats://127.0.0.1:1", "postgres://h/d"
	for _, c := range []struct {
		f           clusterFlags
		at, hostKey string
		want        string
	}{
		{clusterFlags{}, "", "", ""},
		{clusterFlags{node: "a"}, "", "", "it needs --cluster"},
		{clusterFlags{urls: nats, lease: time.Second}, pg, "k", "--node"},
		{clusterFlags{urls: nats, node: "a"}, pg, "k", "--lease 0s"},
		{clusterFlags{urls: nats, node: "a", lease: time.Second}, "", "k", "give --store postgres://"},
		{clusterFlags{urls: nats, node: "a", lease: time.Second}, "/data/arcade.db", "k", "give --store postgres://"},
		{clusterFlags{urls: nats, node: "a", lease: time.Second}, pg, "", "--host-key"},
		{clusterFlags{urls: nats, node: "a b", lease: time.Second}, pg, "k", "bad node name"},
		{clusterFlags{urls: "http://h", node: "a", lease: time.Second}, pg, "k", "bad URL of NATS"},
		{clusterFlags{urls: nats, node: "a", lease: time.Second}, pg, "k", ""},
		{clusterFlags{listen: "127.0.0.1:4222"}, "", "", "only nodes with --cluster embed"},
		{clusterFlags{urls: nats, node: "a", lease: time.Second, listen: "127.0.0.1:4222"}, pg, "k", "only nodes with --cluster embed"},
		{clusterFlags{urls: embedded, node: "a", lease: time.Second}, pg, "k", "--cluster-listen HOST:PORT"},
		{clusterFlags{urls: embedded, node: "a", lease: time.Second, listen: "db"}, pg, "k", "is not HOST:PORT"},
		{clusterFlags{urls: embedded, node: "a", lease: time.Second, listen: "db:0"}, pg, "k", "is not HOST:PORT"},
		{clusterFlags{urls: embedded, node: "a", lease: time.Second, listen: ":4222"}, pg, "k", "is not HOST:PORT"},
		{clusterFlags{urls: embedded, node: "a", lease: time.Second, listen: "0.0.0.0:4222"}, pg, "k", "every address of this machine"},
		{clusterFlags{urls: embedded, node: "a", lease: time.Second, listen: "[::]:4222"}, pg, "k", "every address of this machine"},
		{clusterFlags{urls: embedded, node: "a", lease: time.Second, listen: "db:4222"}, "/data/arcade.db", "k", "give --store postgres://"},
		{clusterFlags{urls: embedded, node: "a", lease: time.Second, listen: "db:4222"}, pg, "k", ""},
	} {
		switch err := c.f.check(c.at, c.hostKey); {
		case (err != nil) != (c.want != ""), err != nil && (!strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n")):
			t.Errorf("%+v: %v, want %q", c, err, c.want)
		}
	}
}

// The files for systemd and Docker give a server the time that it needs to stop before they kill it.
func TestStopTime(t *testing.T) {
	grace, err := time.ParseDuration(New(House{}).Flags().Lookup("grace").DefValue)
	if err != nil {
		t.Fatal(err)
	}
	const slack = 10 * time.Second
	alone := grace + 4*time.Second // as docs/operator.md says
	for _, f := range []struct {
		path, pattern string
		least         time.Duration
	}{
		{"compose.yaml", `stop_grace_period: (\d+)s`, alone + slack},
		{"arcade.service", `TimeoutStopSec=(\d+)`, handOverTime + alone + slack},
		{"cluster/compose.yaml", `stop_grace_period: (\d+)s`, handOverTime + alone + slack},
	} {
		text, err := os.ReadFile("../../../deploy/" + f.path)
		if err != nil {
			t.Fatal(err)
		}
		m := regexp.MustCompile(f.pattern).FindSubmatch(text)
		if m == nil {
			t.Fatalf("%s has no %s", f.path, f.pattern)
		}
		if limit, err := time.ParseDuration(string(m[1]) + "s"); err != nil || limit < f.least {
			t.Errorf("%s: killed after %v, want %v or more (%v)", f.path, limit, f.least, err)
		}
	}
}

// Addresses and keys within errors are logged only at the debug level.
func TestLogIsDiscreet(t *testing.T) {
	for _, format := range []string{"text", "json"} {
		for level, want := range map[string]bool{"debug": true, "info": false, "warn": false} {
			var out bytes.Buffer
			log, at, err := operatorFlags{logLevel: level, logFormat: format}.newLogger(&out)
			if err != nil {
				t.Fatal(err)
			}
			if level == "warn" { // set while the server runs
				at.Set(slog.LevelInfo)
				log.Info("more")
				at.Set(slog.LevelWarn)
				log.Info("fewer")
				if got := out.String(); !strings.Contains(got, "more") || strings.Contains(got, "fewer") {
					t.Errorf("%s: %s", format, got)
				}
			}
			secret := errors.New("write tcp 203.0.113.9:22: player SHA256:" + strings.Repeat("k", 43))
			log.Error("session", "err", secret, slog.Group("g", "a", "203.0.113.9"))
			log.With("from", "203.0.113.9").Error("203.0.113.9")
			got := out.String()
			if strings.Contains(got, "203.0.113.9") != want || strings.Contains(got, "kkk") != want || !strings.Contains(got, "session") {
				t.Errorf("%s at %s: %s", format, level, got)
			}
		}
	}
}

// If the default HTTP address is in use, the server runs without HTTP.
func TestHTTPInUse(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	f := httpFlags{address: ln.Addr().String()}
	if _, line, err := f.serve(t.Context(), web.Config{}); err != nil || !strings.Contains(line, "in use") {
		t.Errorf("the default in use: %q, %v", line, err)
	}
}

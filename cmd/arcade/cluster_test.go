package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"arcade/cluster/natstest"
)

// Servers join before they take players, say why when they cannot, and are not ready
// while they do not keep.
func TestServeInCluster(t *testing.T) {
	severalNodes = true
	defer func() { severalNodes = false }()
	dir := t.TempDir()
	nats := natstest.Start(t, dir, -1)
	url := nats.ClientURL()
	with := func(name string, more ...string) []string {
		return append([]string{"--data", t.TempDir(), "--node", name, "--cluster", url, "--lease", "1s", "--http", "off",
			"--metrics", "127.0.0.1:0", "--solver-share", "0", "--grace", "10ms"}, more...)
	}
	a := with("a")
	out, stopA, doneA := start(t, a...)
	metrics := out.await(t, doneA, `metrics +(\S+)\n`)
	outB, stopB, doneB := start(t, with("b")...)
	outB.await(t, doneB, `metrics +(\S+)\n`)

	ask := func(path string) (string, int) {
		resp, err := http.Get(strings.Replace(metrics, "/metrics", path, 1))
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(body), resp.StatusCode
	}
	until := func(what string, so func() bool) {
		t.Helper()
		for end := time.Now().Add(time.Minute); !so(); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatal("not seen:", what)
			}
		}
	}
	until("two nodes in the metrics", func() bool {
		body, _ := ask("/metrics")
		return strings.Contains(body, "\narcade_cluster_nodes 2\n") && strings.Contains(body, "\narcade_cluster_keeping 1\n")
	})
	nodes := func() string {
		root := newRoot()
		var b bytes.Buffer
		root.SetOut(&b)
		root.SetArgs([]string{"admin", "nodes", "--data", a[1]})
		if err := root.ExecuteContext(t.Context()); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	until("both in admin nodes", func() bool {
		lines := strings.Split(strings.TrimSpace(nodes()), "\n")
		return len(lines) == 3 && strings.HasPrefix(lines[1], "a ") && strings.HasPrefix(lines[2], "b ") && strings.Contains(lines[2], "yes")
	})

	plain := natstest.Start(t, "", -1).ClientURL()
	for _, c := range []struct {
		args []string
		want string
	}{
		{with("a"), "another node has this name: a"},
		{with("c", "--lease", "2s"), "the cluster has another lease: 1s"},
		{with("c", "--cluster", "nats://me:secret@127.0.0.1:1"), "NATS does not answer at 127.0.0.1:1"},
		{with("c", "--cluster", plain), "NATS has no JetStream"},
	} {
		_, stop, done := start(t, c.args...)
		err := <-done
		stop()
		if err == nil || !strings.HasPrefix(err.Error(), "cannot join the cluster: "+c.want) || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, want %q", err, c.want)
		}
	}

	port := nats.Addr().(*net.TCPAddr).Port
	nats.Shutdown()
	nats.WaitForShutdown()
	until("not ready without NATS", func() bool {
		body, code := ask("/readyz")
		return code == http.StatusServiceUnavailable && body == "cluster\n"
	})
	natstest.Start(t, dir, port)
	until("ready again", func() bool { _, code := ask("/readyz"); return code == http.StatusOK })

	for stop, done := range map[*context.CancelFunc]chan error{&stopA: doneA, &stopB: doneB} {
		(*stop)()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// What cannot be a node is told before anything is opened.
func TestClusterFlags(t *testing.T) {
	for _, c := range []struct {
		f           clusterFlags
		several     bool
		at, hostKey string
		want        string
	}{
		{clusterFlags{}, false, "", "", ""},
		{clusterFlags{node: "a"}, true, "", "", "no --cluster"},
		{clusterFlags{urls: "nats://127.0.0.1:1", lease: time.Second}, true, "postgres://h/d", "k", "--node"},
		{clusterFlags{urls: "nats://127.0.0.1:1", node: "a"}, true, "postgres://h/d", "k", "--lease 0s"},
		{clusterFlags{urls: "nats://127.0.0.1:1", node: "a", lease: time.Second}, true, "", "k", "give --store postgres://"},
		{clusterFlags{urls: "nats://127.0.0.1:1", node: "a", lease: time.Second}, true, "/data/arcade.db", "k", "give --store postgres://"},
		{clusterFlags{urls: "nats://127.0.0.1:1", node: "a", lease: time.Second}, true, "postgres://h/d", "", "--host-key"},
		{clusterFlags{urls: "nats://127.0.0.1:1", node: "a b", lease: time.Second}, true, "postgres://h/d", "k", "bad node name"},
		{clusterFlags{urls: "nats://127.0.0.1:1", node: "a", lease: time.Second}, false, "postgres://h/d", "k", errAlone.Error()},
		{clusterFlags{urls: "nats://127.0.0.1:1", node: "a", lease: time.Second}, true, "postgres://h/d", "k", ""},
	} {
		switch err := c.f.check(c.several, c.at, c.hostKey); {
		case (err != nil) != (c.want != ""), err != nil && (!strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n")):
			t.Errorf("%+v: %v, want %q", c, err, c.want)
		}
	}
}

package deploy

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"gopkg.in/yaml.v3"

	"arcade/cluster/natstest"
	"arcade/internal/freeport"
)

// composed is what the test reads of a compose file.
type composed struct {
	Services map[string]struct {
		Image       string
		Environment map[string]string
		Volumes     []string
		Networks    []string
		Configs     []struct{ Source, Target string }
		DependsOn   map[string]any `yaml:"depends_on"`
	}
	Configs, Secrets map[string]struct{ File string }
	Networks         map[string]any
	Volumes          map[string]any
}

func readCompose(t *testing.T, path string) (c composed) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, &c); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return c
}

// The compose file of a cluster, the balancer's and NATS's name the same machines, and
// nothing that is not there.
func TestCluster(t *testing.T) {
	c := readCompose(t, "cluster/compose.yaml")
	if len(readCompose(t, "compose.yaml").Services) != 1 {
		t.Error("the compose file of one server has not one")
	}
	var nodes, nats []string
	for _, name := range slices.Sorted(maps.Keys(c.Services)) {
		s := c.Services[name]
		switch {
		case strings.HasPrefix(s.Image, "arcade:"):
			nodes = append(nodes, name)
			if s.Environment["ARCADE_NODE"] != name {
				t.Errorf("%s is the node %s", name, s.Environment["ARCADE_NODE"])
			}
		case strings.HasPrefix(s.Image, "nats:"):
			nats = append(nats, name)
			if s.Environment["NATS_NAME"] != name {
				t.Errorf("%s is the NATS %s", name, s.Environment["NATS_NAME"])
			}
		}
		for _, v := range s.Volumes {
			if _, ok := c.Volumes[strings.Split(v, ":")[0]]; !ok {
				t.Errorf("%s: no volume %s", name, v)
			}
		}
		for _, n := range s.Networks {
			if _, ok := c.Networks[n]; !ok {
				t.Errorf("%s: no network %s", name, n)
			}
		}
		for _, f := range s.Configs {
			if _, err := os.Stat(filepath.Join("cluster", c.Configs[f.Source].File)); err != nil || c.Configs[f.Source].File == "" {
				t.Errorf("%s: no %s: %v", name, f.Source, err)
			}
		}
		for d := range s.DependsOn {
			if c.Services[d].Image == "" {
				t.Errorf("%s needs %s", name, d)
			}
		}
	}
	if len(nodes) != 3 || len(nats) != 3 {
		t.Errorf("%d nodes and %d NATS", len(nodes), len(nats))
	}
	for _, name := range nodes {
		e := c.Services[name].Environment
		if hosts := found(e["ARCADE_CLUSTER"], `@([\w-]+):4222`); !slices.Equal(hosts, nats) {
			t.Errorf("%s knows the NATS %s, there are %s", name, hosts, nats)
		}
		if hosts := found(e["ARCADE_STORE"], `@([\w-]+)/`); len(hosts) != 1 || c.Services[hosts[0]].Image == "" {
			t.Errorf("%s: no database %s", name, hosts)
		}
	}
	balancer, err := os.ReadFile("cluster/haproxy.cfg")
	if err != nil {
		t.Fatal(err)
	}
	if hosts := found(string(balancer), `(?m)^  server ([\w-]+) .*:2222$`); !slices.Equal(hosts, nodes) {
		t.Errorf("haproxy knows the nodes %s, there are %s", hosts, nodes)
	}
	routes, err := os.ReadFile("cluster/nats.conf")
	if err != nil {
		t.Fatal(err)
	}
	if hosts := found(string(routes), `nats://([\w-]+):6222`); !slices.Equal(hosts, nats) {
		t.Errorf("NATS knows %s, there are %s", hosts, nats)
	}
}

// found are the first groups of all matches.
func found(text, re string) (list []string) {
	for _, m := range regexp.MustCompile(re).FindAllStringSubmatch(text, -1) {
		list = append(list, m[1])
	}
	return list
}

// haproxy understands its files.
func TestBalancer(t *testing.T) {
	haproxy, err := exec.LookPath("haproxy")
	if err != nil {
		t.Skip("no haproxy on this machine")
	}
	for _, file := range []string{"cluster/haproxy.cfg", "cluster/local/haproxy.cfg"} {
		if out, err := exec.Command(haproxy, "-c", "-f", file).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", file, err, out)
		}
	}
}

// Three servers with the file of NATS find each other, and keep everything on all three.
func TestNATS(t *testing.T) {
	file, err := os.ReadFile("cluster/nats.conf")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("NATS_PASSWORD", "p4ssword")
	text := string(file)
	var addrs []string
	for i := range 3 {
		addr, err := freeport.Addr()
		if err != nil {
			t.Fatal(err)
		}
		addrs = append(addrs, addr)
		text = strings.Replace(text, fmt.Sprintf("nats-%d:6222", i+1), addr, 1)
	}
	var servers []*server.Server
	for i, addr := range addrs {
		t.Setenv("NATS_NAME", fmt.Sprint("nats-", i+1))
		own := strings.NewReplacer("0.0.0.0:6222", addr, "0.0.0.0:4222", "127.0.0.1:-1", "127.0.0.1:8222", "127.0.0.1:-1", "/data", t.TempDir()).Replace(text)
		path := filepath.Join(t.TempDir(), "nats.conf")
		if err := os.WriteFile(path, []byte(own), 0o600); err != nil {
			t.Fatal(err)
		}
		opts, err := server.ProcessConfigFile(path)
		if err != nil {
			t.Fatal(err)
		}
		opts.NoSigs, opts.NoLog = true, true
		s, err := server.NewServer(opts)
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		t.Cleanup(func() { natstest.Stop(s) })
		servers = append(servers, s)
	}
	for late := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if slices.ContainsFunc(servers, func(s *server.Server) bool { return s.JetStreamIsLeader() && len(s.JetStreamClusterPeers()) == 3 }) {
			return
		}
		if time.Now().After(late) {
			for _, s := range servers {
				t.Logf("%s listens for the others at %v", s.Name(), s.ClusterAddr())
			}
			t.Fatal("the three do not find each other")
		}
	}
}
